// SPDX-License-Identifier: Apache-2.0

package import EmberGrammar
import EmberJSON

/// What an answer is held to that has to call a function: one object with a name and arguments, whatever notation the
/// model would choose itself.
package enum RequiredCall {
    /// - Throws: `GrammarError` for parameters that cannot be enforced, or that no object satisfies; its pointer begins
    ///   with `/anyOf/` and the function's place in the list.
    package static func grammar(_ tools: [ToolSpecification]) throws(GrammarError) -> Grammar {
        let schemas = tools.enumerated().map { schema($1, number: $0) }
        do throws(GrammarError) {
            // A function that cannot be called would go unnoticed among others.
            if schemas.count > 1 {
                for (number, schema) in schemas.enumerated() { try requireCalls(schema, number) }
            }
            return try Grammar(schema: ["anyOf": .array(schemas)])
        } catch {
            if error.code == .unsatisfiable, error.pointer.isEmpty { throw impossible(0) }
            // The parameters stand beside the demand for an object; their places are told as if they stood alone.
            let pointer = error.pointer.replacing(
                "/properties/arguments/allOf/0", with: "/properties/arguments", maxReplacements: 1)
            throw GrammarError(error.code, pointer, error.detail)
        }
    }

    private static func requireCalls(_ schema: JSON, _ number: Int) throws(GrammarError) {
        do throws(GrammarError) {
            _ = try Grammar(schema: schema)
        } catch  where error.code == .unsatisfiable {
            throw impossible(number)
        } catch {
            throw GrammarError(error.code, "/anyOf/\(number)\(error.pointer)", error.detail)
        }
    }

    private static func impossible(_ number: Int) -> GrammarError {
        GrammarError(
            .unsatisfiable, "/anyOf/\(number)/properties/arguments",
            "arguments of a function are an object, and no object satisfies its parameters")
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
