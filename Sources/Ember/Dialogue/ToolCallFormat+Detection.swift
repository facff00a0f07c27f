// SPDX-License-Identifier: Apache-2.0

import EmberJSON

extension ToolCallFormat {
    /// The notation that a chat template writes earlier calls in, else the one whose marker is a token of the model.
    package init?(in template: String, addedTokens: Set<String>) {
        // Calls in the manner of XML also begin with <tool_call>, or sit beside <|python_tag|>.
        let isXML = ["<function=", "<arg_key>", "<invoke"].contains { template.contains($0) }
        let format: ToolCallFormat? =
            if isXML {
                nil
            } else if template.contains("[TOOL_CALLS]") {
                .mistral
            } else if template.contains("<｜tool▁calls▁begin｜>") {
                .deepSeek
            } else if template.contains("<tool_call>") {
                .hermes
            } else if template.contains("<|python_tag|>")
                || template.contains(#"{"name": function name, "parameters":"#)
            {
                .llama
            } else {
                Self.allCases.first { !addedTokens.isDisjoint(with: $0.openings) }
            }
        guard let format else { return nil }
        self = format
    }
}

extension ToolCallFormat {
    /// A call as a model with this template writes it.
    private func example(in template: String) -> String {
        switch self {
        case .hermes: "<tool_call>\n{\"name\": NAME, \"arguments\": {…}}\n</tool_call>"
        case .llama: "{\"name\": NAME, \"parameters\": {…}}"
        case .mistral: "[TOOL_CALLS][{\"name\": NAME, \"arguments\": {…}}]"
        case .deepSeek:
            "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>"
                + (template.contains("```json")
                    ? "function<｜tool▁sep｜>NAME\n```json\n{…}\n```" : "NAME<｜tool▁sep｜>{…}")
                + "<｜tool▁call▁end｜><｜tool▁calls▁end｜>"
        }
    }

    /// The conversation with the functions told in its system message, for templates that have no place for them.
    func telling(
        _ tools: [ToolSpecification], in messages: [ChatMessage], for template: String
    ) -> [ChatMessage] {
        let list = tools.map(\.json.text).joined(separator: "\n")
        let text =
            "You may call these functions:\n\(list)\n\nTo call one, answer in this form:\n\(example(in: template))"
        guard let first = messages.first, first.role == .system else { return [.system(text)] + messages }
        return [.system(first.content + "\n\n" + text)] + messages.dropFirst()
    }
}
