// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import HearthModels

extension TokenLikelihood.Candidate {
    /// The token's text. Half a character is spelled as its bytes, as OpenAI does: `bytes:\xe2`.
    var text: String {
        String(validating: bytes, as: UTF8.self)
            ?? "bytes:"
            + bytes.map { byte in
                let digits = String(byte, radix: 16)
                return "\\x" + (digits.count < 2 ? "0" : "") + digits
            }.joined()
    }

    /// JSON has no infinity; this is what OpenAI has for what next to never comes.
    var written: JSON { .number(logarithm.isFinite ? Double(logarithm) : -9999) }

    fileprivate var fields: JSONObject {
        ["token": .string(text), "logprob": written, "bytes": .array(bytes.map { .integer(Int($0)) })]
    }
}

extension TokenLikelihood {
    /// Source: OpenAI API reference, “The chat completion object”, `logprobs.content`. Ollama has the same.
    var json: JSON {
        var fields = chosen.fields
        fields["top_logprobs"] = .array(likeliest.map { .object($0.fields) })
        return .object(fields)
    }
}
