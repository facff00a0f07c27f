// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import HearthModels

/// Reads a conversation as Ollama's chats have it. Its calls have no identifiers, or need none: results come in the
/// order of the calls, or name the function.
struct OllamaMessages {
    private var draft = ConversationDraft(answering: "a message of the role 'tool'")
    private var calls = 0

    /// - Returns: `nil` where there is nothing to answer.
    static func request(_ fields: RequestFields) throws(APIError) -> CompletionRequest? {
        let messages = try fields.array("messages")
        guard !messages.isEmpty else { return nil }
        var conversation = OllamaMessages()
        for (index, message) in messages.enumerated() {
            try conversation.append(RequestFields(message, at: "messages.\(index)"))
        }
        return try conversation.draft.request(
            at: "messages", last: "messages.\(messages.count - 1)", mayContinue: true)
    }

    private mutating func append(_ message: RequestFields) throws(APIError) {
        guard try message.array("images").isEmpty else {
            throw .unsupported(message.name("images"), "images cannot be read")
        }
        let role = try message.required("role")
        if role != "tool" { try draft.requireAnswers(at: message.name("role")) }
        let text = try message.string("content") ?? ""
        switch role {
        case "system": draft.instruct(text)
        case "user": draft.append(user: text)
        case "assistant": draft.append(assistant: text, calls: try calls(message))
        case "tool": try append(result: text, message)
        default: throw .invalid(message.name("role"), "'\(role.prefix(100))' is no role that can be answered here")
        }
    }

    private mutating func calls(_ message: RequestFields) throws(APIError) -> [FunctionCall] {
        var made: [FunctionCall] = []
        let values = try message.array("tool_calls")
        let sent = Set(values.compactMap { $0["id"]?.string })
        for (number, value) in values.enumerated() {
            let call = try RequestFields(value, at: message.name("tool_calls.\(number)"))
            guard let function = try call.object("function") else { throw .missing(call.name("function")) }
            let arguments = JSON.object(try function.object("arguments")?.values ?? [:]).text
            var id = try call.string("id") ?? ""
            while id.isEmpty {
                calls += 1
                if !sent.contains("call\(calls)") { id = "call\(calls)" }
            }
            try ConversationDraft.add(
                FunctionCall(id: id, name: try function.required("name"), arguments: arguments), to: &made,
                at: call.name("id"))
        }
        return made
    }

    private mutating func append(result text: String, _ message: RequestFields) throws(APIError) {
        let (id, name) = (try message.string("tool_call_id"), try message.string("tool_name"))
        let call = draft.open.first { call in
            if let id { call.id == id } else if let name { call.name == name } else { true }
        }
        guard let call else {
            let key = id != nil ? "tool_call_id" : name != nil ? "tool_name" : "role"
            throw .invalid(message.name(key), "there is no such call in the message before it")
        }
        try draft.append(result: text, of: call.id, at: message.name("role"))
    }
}
