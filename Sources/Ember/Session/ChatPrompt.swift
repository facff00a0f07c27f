// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import EmberTokenizers
import Foundation

/// Lays a conversation out as the model's template wants it.
struct ChatPrompt {
    let template: ChatTemplate
    let tokenizer: Tokenizer

    /// The prompt, with the parts that people wrote marked; it ends where the model's answer begins.
    ///
    /// A template that refuses a system message gets it as the beginning of the first user message.
    func render(_ messages: [ChatMessage], variables: JSONObject) throws -> RenderedPrompt {
        do {
            return try render(messages, variables)
        } catch let error as TemplateError where error.code == .raised && messages.first?.role == .system {
            guard let merged = Self.withSystemMerged(messages) else { throw error }
            return try render(merged, variables)
        }
    }

    private func render(_ messages: [ChatMessage], _ variables: JSONObject) throws -> RenderedPrompt {
        var all = JSONObject()
        all["messages"] = .array(
            messages.map { ["role": .string($0.role.rawValue), "content": .string($0.content)] })
        all["tools"] = .null
        all["documents"] = .null
        all["add_generation_prompt"] = true
        let special = [
            ("bos_token", tokenizer.bosToken), ("eos_token", tokenizer.eosToken), ("pad_token", tokenizer.padToken),
            ("unk_token", tokenizer.unknownToken),
        ]
        for case (let name, let token?) in special { all[name] = .string(token) }
        for (name, value) in variables { all[name] = value }
        return try template.render(all, now: TemplateClock(Date()))
    }

    private static func withSystemMerged(_ messages: [ChatMessage]) -> [ChatMessage]? {
        guard let user = messages.firstIndex(where: { $0.role == .user }) else { return nil }
        var merged = Array(messages.dropFirst())
        merged[user - 1].content = messages[0].content + "\n\n" + messages[user].content
        return merged
    }
}
