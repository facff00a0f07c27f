// SPDX-License-Identifier: Apache-2.0

package import Ember
import EmberJSON
import EmberTokenizers
package import HearthModels

extension CompletionRequest {
    /// Functions that the model is told of.
    var offered: [ToolSpecification] {
        offeredPlaces.map { functions[$0] }.map {
            ToolSpecification(name: $0.name, description: $0.description, parameters: $0.parameters)
        }
    }

    /// Indices of the offered functions among all functions.
    var offeredPlaces: [Int] {
        switch calling {
        case .never: []
        case .named(let name): functions.indices.filter { functions[$0].name == name }
        case .free, .required: form == .free ? Array(functions.indices) : []
        }
    }

    /// Whether the answer has to be a call.
    var hasToCall: Bool {
        switch calling {
        case .required, .named: true
        case .free, .never: false
        }
    }
}

extension ChatMessage {
    /// Turns in the form that templates lay out.
    /// - Throws: `ModelError` `.unsupported` for a call whose arguments are not a JSON object.
    package static func conversation(_ turns: [CompletionRequest.Turn]) throws -> [ChatMessage] {
        var calls: [String: ToolCall] = [:]
        return try turns.map { turn in
            switch turn.role {
            case .user: return .user(turn.content)
            case .assistant:
                let made = try turn.calls.map { call in
                    let made = try ToolCall(call, number: calls.count)
                    calls[call.id] = made
                    return made
                }
                return .assistant(turn.content, toolCalls: made)
            case .tool:
                var result = ChatMessage(.tool, turn.content)
                let call = turn.callID.flatMap { calls[$0] }
                (result.name, result.toolCallID) = (call?.name, call?.id)
                return result
            }
        }
    }
}

extension ToolCall {
    /// - Parameter number: how many calls came before it, of which its identifier is made where its own is none that
    ///   every template takes.
    fileprivate init(_ call: FunctionCall, number: Int) throws {
        guard let arguments = (try? JSON(parsing: call.arguments))?.object else {
            throw ModelError(.unsupported, "The arguments of the call \(call.name) are not a JSON object.")
        }
        let id = Self.isUsable(id: call.id) ? call.id : "call" + String(100_000 + number % 100_000).dropFirst()
        self.init(id: id, name: call.name, arguments: arguments)
    }

    /// The call with an identifier that every template takes, unlike any other of a conversation.
    func told() -> FunctionCall {
        let letters = "abcdefghijklmnopqrstuvwxyz0123456789"
        let new = String((0..<9).compactMap { _ in letters.randomElement() })
        return FunctionCall(
            id: Self.isUsable(id: id) ? id ?? new : new, name: name, arguments: JSON.object(arguments).text)
    }
}

extension TokenLikelihood {
    init(_ likelihood: Likelihood, _ tokenizer: Tokenizer) {
        func candidate(_ candidate: Likelihood.Candidate) -> Candidate {
            let bytes = tokenizer.bytes(of: candidate.token)
            // Tokens that are no text go by their names.
            let name = bytes.isEmpty ? tokenizer.idToToken(candidate.token).map { Array($0.utf8) } : nil
            return Candidate(bytes: name ?? bytes, logarithm: candidate.logarithm)
        }
        self.init(chosen: candidate(likelihood.chosen), likeliest: likelihood.likeliest.map(candidate))
    }
}
