// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import HearthModels

/// The function calls of an answer, from their pieces. Source: OpenAI API reference, Chat, "The chat completion chunk
/// object", `delta.tool_calls`.
struct RemoteCalls {
    private var found: [(index: Int, call: FunctionCall)] = []

    private static let most = 128

    /// - Parameter pieces: the member `tool_calls` of a piece of the answer.
    /// - Returns: bytes that were taken.
    mutating func take(_ pieces: JSON?) -> Int {
        (pieces?.array ?? []).enumerated().reduce(0) { size, piece in size + take(piece.element, at: piece.offset) }
    }

    /// The calls that have a name, in their order. Servers that give no identifiers get some.
    var all: [FunctionCall] {
        found.enumerated().compactMap { place, found in
            guard !found.call.name.isEmpty else { return nil }
            var call = found.call
            if call.id.isEmpty { call.id = "call_\(place + 1)" }
            if call.arguments.isEmpty { call.arguments = "{}" }
            return call
        }
    }

    /// - Parameter offset: the index of a call that does not say its own, as of servers that send each one whole.
    private mutating func take(_ piece: JSON, at offset: Int) -> Int {
        let index = piece["index"]?.number(in: 0...Self.most) ?? offset
        let identifier = piece["id"]?.string ?? ""
        var place = found.lastIndex { $0.index == index }
        // Some servers number every call 0, and tell them apart by their identifiers.
        if let known = place.map({ found[$0].call.id }), !known.isEmpty, !identifier.isEmpty, known != identifier,
            piece["function"]?["name"]?.string?.isEmpty == false
        {
            place = nil
        }
        if place == nil {
            guard found.count < Self.most else { return 0 }
            found.append((index, FunctionCall(id: "", name: "", arguments: "")))
        }
        let call = place ?? found.count - 1
        let function = piece["function"]
        let name = function?["name"]?.string ?? ""
        // Ollama's own notation has an object here, everybody else its text.
        let arguments = function?["arguments"]
        let text = arguments?.string ?? (arguments?.object == nil ? "" : arguments?.text ?? "")
        if found[call].call.id.isEmpty { found[call].call.id = identifier }
        // Some servers repeat the name with each piece.
        if found[call].call.name != name { found[call].call.name += name }
        found[call].call.arguments += text
        return name.utf8.count + text.utf8.count + identifier.utf8.count
    }
}

extension TokenLikelihood {
    /// Reads an element of `logprobs.content`; `nil` for what is none.
    init?(_ json: JSON) {
        guard let chosen = Candidate(json) else { return nil }
        self.init(
            chosen: chosen, likeliest: (json["top_logprobs"]?.array ?? []).prefix(Self.most).compactMap(Candidate.init))
    }

    /// More alternatives than any server gives.
    private static var most: Int { 100 }
}

extension TokenLikelihood.Candidate {
    fileprivate init?(_ json: JSON) {
        guard let text = json["token"]?.string, let logarithm = json["logprob"]?.double, logarithm.isFinite else {
            return nil
        }
        let bytes = json["bytes"]?.array?.compactMap { $0.number(in: 0...255).flatMap(UInt8.init(exactly:)) }
        self.init(bytes: bytes ?? Array(text.utf8), logarithm: Float(min(0, max(logarithm, -10_000))))
    }
}
