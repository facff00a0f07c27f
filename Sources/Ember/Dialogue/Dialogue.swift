// SPDX-License-Identifier: Apache-2.0

import ChatTemplates
import EmberJSON
import EmberTokenizers
import Foundation

/// How conversations are laid out for a model, and how its answers are to be read.
struct Dialogue: Sendable {
    let template: ChatTemplate
    /// For conversations in which functions are offered.
    private let toolTemplate: ChatTemplate
    private let toolSource: String
    private let tokenizer: Tokenizer
    private let thinking: ThinkingMarkers?
    private let calls: ToolCallFormat?

    /// - Throws: `TemplateError` for a template that cannot be used.
    init(_ sources: ChatTemplate.Sources, _ tokenizer: Tokenizer) throws(TemplateError) {
        template = try ChatTemplate(sources.standard)
        toolTemplate = try sources.toolUse.map { source throws(TemplateError) in try ChatTemplate(source) } ?? template
        toolSource = sources.toolUse ?? sources.standard
        let addedTokens = Set(tokenizer.addedTokens.map(\.content))
        thinking = ThinkingMarkers(in: [sources.standard, toolSource], addedTokens: addedTokens)
        calls = ToolCallFormat(in: toolSource, addedTokens: addedTokens)
        self.tokenizer = tokenizer
    }

    /// Lays a conversation out; what people, tools or documents wrote never becomes a control token.
    /// - Throws: `EmberError` `.unsupported` for functions that are offered to a model whose way of
    ///   calling them is not known.
    func prepare(_ messages: [ChatMessage], _ tools: [ToolSpecification], _ variables: JSONObject) throws -> ModelInput
    {
        var format = AnswerFormat()
        var prompt: RenderedPrompt
        if tools.isEmpty {
            prompt = try ChatPrompt(template, tokenizer).render(messages, variables: variables)
        } else {
            guard let calls else {
                throw EmberError(
                    .unsupported, "tools", "how this model calls functions is not known from its chat template")
            }
            format.calls = AnswerFormat.Calls(format: calls, offered: Set(tools.map(\.name)))
            let layout = ChatPrompt(toolTemplate, tokenizer)
            prompt = try layout.render(messages, tools: tools, variables: variables)
            // A template without a place for them lays out the same with them as without; some fail without.
            if let without = try? layout.render(messages, variables: variables), without == prompt {
                prompt = try layout.render(calls.telling(tools, in: messages, for: toolSource), variables: variables)
            }
        }
        format.thinking = thinking.map {
            AnswerFormat.Thinking(markers: $0, startsInside: prompt.ends(with: $0.opening))
        }
        // The template writes the special tokens itself.
        let tokens = try tokenizer.encode(prompt.text, literal: prompt.literal, addSpecialTokens: false)
        return ModelInput(tokens: tokens, format: format)
    }
}

extension RenderedPrompt {
    /// Whether the template itself wrote `marker` last, but for blanks.
    fileprivate func ends(with marker: String) -> Bool {
        let blanks = text.utf8.reversed().prefix(while: \.isBlank).count
        let end = text.utf8.count - blanks
        return text.utf8.dropLast(blanks).suffix(marker.utf8.count).elementsEqual(marker.utf8)
            && (literal.last?.upperBound ?? 0) <= end - marker.utf8.count
    }
}
