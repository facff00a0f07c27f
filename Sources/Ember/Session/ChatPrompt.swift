// SPDX-License-Identifier: Apache-2.0

import ChatTemplates
import EmberJSON
import EmberTokenizers
import Foundation

/// Lays a conversation out as the model's template wants it.
struct ChatPrompt {
    private let template: ChatTemplate
    private let tokenizer: Tokenizer
    private let clock = TemplateClock(Date())

    init(_ template: ChatTemplate, _ tokenizer: Tokenizer) {
        self.template = template
        self.tokenizer = tokenizer
    }

    /// The prompt, with the parts that people wrote marked; it ends where the model's answer begins.
    ///
    /// Templates differ in what they accept. A system message that is refused becomes the beginning of the first user
    /// message; calls are written in each way that some template needs, until one lays all of them out.
    /// - Throws: what the template says to the conversation as it is.
    func render(
        _ messages: [ChatMessage], tools: [ToolSpecification] = [], variables: JSONObject
    ) throws -> RenderedPrompt {
        do {
            return try renderCalls(messages, tools, variables)
        } catch let error as TemplateError where error.code == .raised && messages.first?.role == .system {
            guard let merged = Self.withSystemMerged(messages) else { throw error }
            return try renderCalls(merged, tools, variables)
        }
    }

    private func renderCalls(
        _ messages: [ChatMessage], _ tools: [ToolSpecification], _ variables: JSONObject
    ) throws -> RenderedPrompt {
        let plain = render(MessageSpelling.plain.spell(messages), tools, variables)
        guard messages.contains(where: { !$0.toolCalls.isEmpty }) else { return try plain.get() }
        // What a template makes of a conversation whose calls it passes over in silence.
        let silent = render(MessageSpelling.plain.spell(messages.map(\.withoutCalls)), tools, variables)
        for spelling in MessageSpelling.allCases {
            let result = spelling == .plain ? plain : render(spelling.spell(messages), tools, variables)
            if case .success(let prompt) = result, result != silent { return prompt }
        }
        return try plain.get()
    }

    private func render(
        _ messages: JSON, _ tools: [ToolSpecification], _ variables: JSONObject
    ) -> Result<RenderedPrompt, TemplateError> {
        var all = JSONObject()
        all["messages"] = messages
        all["tools"] = tools.isEmpty ? .null : .array(tools.map(\.json))
        all["documents"] = .null
        all["add_generation_prompt"] = true
        let special = [
            ("bos_token", tokenizer.bosToken), ("eos_token", tokenizer.eosToken), ("pad_token", tokenizer.padToken),
            ("unk_token", tokenizer.unknownToken),
        ]
        for case (let name, let token?) in special { all[name] = .string(token) }
        for (name, value) in variables { all[name] = value }
        return Result { () throws(TemplateError) in try template.render(all, now: clock) }
    }

    private static func withSystemMerged(_ messages: [ChatMessage]) -> [ChatMessage]? {
        guard let user = messages.firstIndex(where: { $0.role == .user }) else { return nil }
        var merged = Array(messages.dropFirst())
        merged[user - 1].content = messages[0].content + "\n\n" + messages[user].content
        return merged
    }
}

extension ChatMessage {
    fileprivate var withoutCalls: ChatMessage {
        var message = self
        message.toolCalls = []
        return message
    }
}
