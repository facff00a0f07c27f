// SPDX-License-Identifier: Apache-2.0

package import EmberGrammar
import EmberJSON

/// Grammar of an answer that has to call a function: one object with a name and arguments, whatever notation the model
/// would choose itself.
package enum RequiredCall {
    /// - Parameter places: where each function stands in the list that was sent, where `tools` is a part of it.
    /// - Throws: `GrammarError` for parameters that cannot be enforced, or that no object satisfies; its pointer begins
    ///   with `/tools/`, the function's place and `/function/parameters`.
    package static func grammar(_ tools: [ToolSpecification], places: [Int]? = nil) throws(GrammarError) -> Grammar {
        let schemas = tools.enumerated().map { schema($1, number: $0) }
        let places = places ?? Array(tools.indices)
        do throws(GrammarError) {
            return try CompilerBudget.run { () throws(GrammarError) in
                // A function that cannot be called would go unnoticed among others.
                if schemas.count > 1 {
                    for (number, schema) in schemas.enumerated() { try requireCalls(schema, number) }
                }
                return try Grammar(schema: ["anyOf": .array(schemas)])
            }
        } catch {
            throw told(error, places)
        }
    }

    private static func requireCalls(_ schema: JSON, _ number: Int) throws(GrammarError) {
        do throws(GrammarError) {
            _ = try Grammar(schema: schema)
        } catch {
            throw GrammarError(error.code, "/anyOf/\(number)\(error.pointer)", error.detail)
        }
    }

    /// An error with its place in what was sent, rather than in the schema that is made of it.
    private static func told(_ error: GrammarError, _ places: [Int]) -> GrammarError {
        let isOfNone = error.code == .unsatisfiable && error.pointer.isEmpty
        let match = error.pointer.prefixMatch(of: #/\/anyOf\/([0-9]+)(\/properties\/arguments(\/allOf\/0)?)?/#)
        guard let number = isOfNone ? 0 : match.flatMap({ Int($0.1) }), places.indices.contains(number) else {
            return GrammarError(error.code, "/tools", error.detail)
        }
        let rest = match.map { error.pointer[$0.range.upperBound...] } ?? ""
        let detail =
            error.code == .unsatisfiable && rest.isEmpty
            ? "arguments of a function are an object, and no object satisfies its parameters" : error.detail
        return GrammarError(error.code, "/tools/\(places[number])/function/parameters\(rest)", detail)
    }

    private static func schema(_ tool: ToolSpecification, number: Int) -> JSON {
        var parameters = tool.parameters
        // An address of its own, so that references inside it still mean what they meant.
        if case .object(var object) = parameters, object["$id"] == nil {
            object["$id"] = .string("function:///\(number)")
            parameters = .object(object)
        }
        return [
            "type": "object", "required": ["name", "arguments"], "additionalProperties": false,
            "properties": [
                "name": ["const": .string(tool.name)], "arguments": ["type": "object", "allOf": [parameters]],
            ],
        ]
    }

    /// The call that such an answer is.
    package static func read(_ text: String) -> ToolCall? {
        // A text that the grammar has let through is JSON; one that was cut short is no call.
        (try? JSON(parsing: text)).flatMap { ToolCall($0) }
    }
}
