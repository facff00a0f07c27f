// SPDX-License-Identifier: Apache-2.0

package import EmberGrammar
import EmberJSON

/// What an answer is held to that has to call a function: one object with a name and arguments, whatever notation the
/// model would choose itself.
package enum RequiredCall {
    /// - Throws: `GrammarError` for parameters that cannot be enforced; its pointer begins with `/anyOf/` and the
    ///   function's place in the list.
    package static func grammar(_ tools: [ToolSpecification]) throws(GrammarError) -> Grammar {
        try Grammar(schema: ["anyOf": .array(tools.enumerated().map { schema($1, number: $0) })])
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
            "properties": ["name": ["const": .string(tool.name)], "arguments": parameters],
        ]
    }

    /// The call that such an answer is.
    package static func read(_ text: String) -> ToolCall? {
        // A text that the grammar has let through is JSON; one that was cut short is no call.
        (try? JSON(parsing: text)).flatMap { ToolCall($0) }
    }
}
