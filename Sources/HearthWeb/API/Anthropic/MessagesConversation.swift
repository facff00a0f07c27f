// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import HearthModels

/// Reads a conversation as Anthropic's messages have it: each is a text, or blocks. Source: Anthropic API reference,
/// “Create a Message”, `messages`.
struct MessagesConversation {
    private var draft = ConversationDraft(answering: "a block of the type 'tool_result'")
    /// Messages of the same role that follow each other are one. Its role, and its texts and calls as far as they came.
    private var role = ""
    private var texts: [String] = []
    private var calls: [FunctionCall] = []

    static func request(_ fields: RequestFields) throws(APIError) -> CompletionRequest {
        var conversation = MessagesConversation()
        if fields["system"] != nil {
            conversation.draft.instruct(try fields.text("system", parts: ["text"], joinedBy: "\n\n"))
        }
        let messages = try fields.array("messages")
        guard !messages.isEmpty else { throw .invalid("messages", "must be a list with something in it") }
        for (index, message) in messages.enumerated() {
            try conversation.append(RequestFields(message, at: "messages.\(index)"))
        }
        let last = "messages.\(messages.count - 1)"
        try conversation.endTurn(at: last)
        return try conversation.draft.request(at: "messages", last: last, mayContinue: true)
    }

    private mutating func append(_ message: RequestFields) throws(APIError) {
        let role = try message.required("role")
        switch role {
        case "system": draft.instruct(try message.text("content", parts: ["text"], joinedBy: "\n\n"))
        case "user", "assistant":
            if role != self.role { try endTurn(at: message.name("role")) }
            self.role = role
            let earlier = texts.count
            switch message["content"] {
            case .string(let text)?: texts.append(text)
            case .array(let blocks)?:
                for (number, block) in blocks.enumerated() {
                    try append(block: RequestFields(block, at: message.name("content.\(number)")))
                }
            default: throw .invalid(message.name("content"), "must be text or a list of blocks")
            }
            let hasResult = message["content"]?.array?.contains { $0["type"] == "tool_result" } ?? false
            guard role == "assistant" || hasResult || texts[earlier...].contains(where: { !$0.isEmpty }) else {
                throw .invalid(message.name("content"), "a user's message says something, or has the result of a call")
            }
        default: throw .invalid(message.name("role"), "'\(role.prefix(100))' is no role that can be answered here")
        }
    }

    private mutating func append(block: RequestFields) throws(APIError) {
        switch (try block.required("type"), role) {
        case ("text", _):
            guard let text = try block.string("text") else { throw .missing(block.name("text")) }
            texts.append(text)
        case ("tool_use", "assistant"):
            guard let input = try block.object("input") else { throw .missing(block.name("input")) }
            try ConversationDraft.add(
                FunctionCall(
                    id: try block.required("id"), name: try block.required("name"),
                    arguments: JSON.object(input.values).text), to: &calls, at: block.name("id"))
        case ("tool_result", "user"):
            guard texts.isEmpty || draft.open.isEmpty else {
                throw .invalid(block.name("type"), "results of calls come before the texts of a message")
            }
            let text =
                block["content"] == nil ? "" : try block.text("content", parts: ["text"], joinedBy: "\n\n")
            // Conversations have no other place to say so.
            let isError = try block.bool("is_error") ?? false
            try draft.append(
                result: isError ? "Error: \(text)" : text, of: block.required("tool_use_id"),
                at: block.name("tool_use_id"))
        // What was thought before an earlier answer is not told again: models were not made for that.
        case ("thinking", "assistant"), ("redacted_thinking", "assistant"): return
        case (let type, _):
            throw .invalid(
                block.name("type"), "'\(type.prefix(100))' is no block that can be read here in a message of this role")
        }
    }

    /// Adds the message that has come to the conversation.
    private mutating func endTurn(at place: String) throws(APIError) {
        defer { (role, texts, calls) = ("", [], []) }
        let text = texts.filter { !$0.isEmpty }.joined(separator: "\n\n")
        if role == "assistant" {
            try draft.requireAnswers(at: place)
            draft.append(assistant: text, calls: calls)
        } else if role == "user" {
            try draft.requireAnswers(at: place)
            // A message of results alone says nothing more.
            if !text.isEmpty { draft.append(user: text) }
        }
    }
}
