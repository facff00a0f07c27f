// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import HearthModels

/// Reads a conversation as OpenAI's chats have it.
enum ChatMessages {
    static func request(_ fields: RequestFields) throws(APIError) -> CompletionRequest {
        let messages = try fields.array("messages")
        guard !messages.isEmpty else { throw .invalid("messages", "must be a list with something in it") }
        var draft = ConversationDraft(answering: "a message of the role 'tool'")
        for (index, message) in messages.enumerated() {
            try append(RequestFields(message, at: "messages.\(index)"), to: &draft)
        }
        return try draft.request(at: "messages", last: "messages.\(messages.count - 1)")
    }

    private static func append(_ message: RequestFields, to draft: inout ConversationDraft) throws(APIError) {
        let role = try message.required("role")
        if role != "tool" { try draft.requireAnswers(at: message.name("role")) }
        switch role {
        case "system", "developer": draft.instruct(try text(message))
        case "user": draft.append(user: try text(message))
        case "assistant":
            let calls = try calls(message)
            // A message that only calls has no text.
            let isSilent = message["content"] == nil && !calls.isEmpty
            draft.append(assistant: isSilent ? "" : try text(message), calls: calls)
        case "tool":
            try draft.append(
                result: try text(message), of: message.required("tool_call_id"), at: message.name("tool_call_id"))
        default: throw .invalid(message.name("role"), "'\(role.prefix(100))' is no role that can be answered here")
        }
    }

    private static func text(_ message: RequestFields) throws(APIError) -> String {
        try message.text("content", parts: ["text"])
    }

    private static func calls(_ message: RequestFields) throws(APIError) -> [FunctionCall] {
        var calls: [FunctionCall] = []
        for (number, value) in try message.array("tool_calls").enumerated() {
            let call = try RequestFields(value, at: message.name("tool_calls.\(number)"))
            guard let function = try call.object("function") else { throw .missing(call.name("function")) }
            let arguments = try function.arguments("arguments")
            try ConversationDraft.add(
                FunctionCall(
                    id: try call.required("id"), name: try function.required("name"), arguments: arguments),
                to: &calls, at: call.name("id"))
        }
        return calls
    }
}
