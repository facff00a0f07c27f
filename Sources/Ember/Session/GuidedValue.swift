// SPDX-License-Identifier: Apache-2.0

public import EmberGrammar
public import EmberJSON
import Foundation

/// A type that can say what its values look like as JSON, so that a model can be held to it.
///
/// ```swift
/// struct City: GuidedValue {
///     let name: String
///     let inhabitants: Int
///     static let schema: JSON = [
///         "type": "object", "required": ["name", "inhabitants"], "additionalProperties": false,
///         "properties": ["name": ["type": "string"], "inhabitants": ["type": "integer", "minimum": 0]],
///     ]
/// }
/// let city = try await session.respond(to: "The largest city of Iceland?", generating: City.self)
/// ```
public protocol GuidedValue: Decodable, Sendable {
    /// A JSON Schema (draft 2020-12) of what the type's decoder reads.
    static var schema: JSON { get }
}

extension ChatSession {
    /// The answer to `prompt` as a value: the model cannot write anything else.
    ///
    /// The schema is also told to the model through the conversation only as far as the caller's words do so; a prompt
    /// that names what is wanted gets better values.
    /// - Throws: `GrammarError` for a schema that cannot be enforced, `EmberError` when the shortest value does not
    ///   fit, and `DecodingError` where the type's schema promises more than its decoder reads.
    public func respond<Value: GuidedValue>(to prompt: String, generating: Value.Type) async throws -> Value {
        let text = try await respond(to: prompt, following: try Grammar(schema: Value.schema))
        return try JSONDecoder().decode(Value.self, from: Data(text.utf8))
    }

    /// The whole answer to `prompt`, a text that the grammar allows. The model does not think
    /// first, and calls no functions.
    public func respond(to prompt: String, following grammar: Grammar) async throws -> String {
        var parameters = parameters
        parameters.grammar = grammar
        parameters.thinkingBudget = 0
        var answer = ""
        try await turn(prompt, parameters) { if case .chunk(let text) = $0 { answer += text } }
        try Task.checkCancellation()
        return answer
    }
}
