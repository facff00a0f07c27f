// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation
import HearthModels

/// A request to `/v1/embeddings`. Source: OpenAI API reference, “Create embeddings”.
struct EmbeddingRequest: Sendable {
    let model: String
    let texts: [String]
    /// Whether vectors are sent as the bytes of their numbers: little-endian, 32 bits each.
    let isBase64: Bool

    private static let mostTexts = 2048

    init(_ body: [UInt8]) throws(APIError) {
        let fields = try RequestFields(
            body, known: ["model", "input", "encoding_format", "dimensions", "user"], idle: [:])
        model = try fields.string("model") ?? ""
        guard fields["dimensions"] == nil else {
            throw .unsupported("dimensions", "a model's vectors have the length that they have")
        }
        switch try fields.string("encoding_format") ?? "float" {
        case "float": isBase64 = false
        case "base64": isBase64 = true
        default: throw .invalid("encoding_format", "must be 'float' or 'base64'")
        }
        texts = try Self.texts(fields)
    }

    /// The texts of `input`: one, or a list.
    static func texts(_ fields: RequestFields) throws(APIError) -> [String] {
        let list: [JSON]
        switch fields["input"] {
        case nil: throw .missing("input")
        case .array(let items)? where (1...mostTexts).contains(items.count): list = items
        case .string(let text)?: list = [.string(text)]
        default: throw .invalid("input", "must be a text, or up to \(mostTexts)")
        }
        return try list.enumerated().map { index, item throws(APIError) in
            guard let text = item.string else {
                // Tokens of another model's tokenizer would mean other words here.
                throw .invalid("input.\(index)", "must be a text; tokens are not taken")
            }
            guard !text.isEmpty else { throw .invalid("input.\(index)", "is empty") }
            return text
        }
    }

    func response(_ embeddings: Embeddings, of model: String) -> JSON {
        let data = embeddings.vectors.enumerated().map { index, vector -> JSON in
            ["object": "embedding", "index": .integer(index), "embedding": written(vector)]
        }
        return [
            "object": "list", "data": .array(data), "model": .string(model),
            "usage": ["prompt_tokens": .integer(embeddings.tokens), "total_tokens": .integer(embeddings.tokens)],
        ]
    }

    private func written(_ vector: [Float]) -> JSON {
        guard isBase64 else { return .array(vector.map { .number(Double($0)) }) }
        let bytes = vector.flatMap { number in withUnsafeBytes(of: number.bitPattern.littleEndian) { Array($0) } }
        return .string(Data(bytes).base64EncodedString())
    }
}
