// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import HearthModels

/// A conversation as programs send it.
struct ChatMessages {
    private var instructions: [String] = []
    private var turns: [CompletionRequest.Turn] = []
    /// Calls of the last message that have no result yet.
    private var open: [String] = []

    var request: CompletionRequest {
        CompletionRequest(
            instructions: instructions.isEmpty ? nil : instructions.joined(separator: "\n\n"), turns: turns)
    }

    init(_ fields: RequestFields) throws(APIError) {
        let messages = try fields.array("messages")
        guard !messages.isEmpty else { throw .invalid("messages", "must be a list with something in it") }
        for (index, message) in messages.enumerated() {
            try append(RequestFields(message, at: "messages.\(index)"))
        }
        if let first = open.first { throw Self.unanswered(first, "messages.\(messages.count - 1)") }
        // Templates want somebody to answer: instructions alone are what is asked.
        if turns.isEmpty, !instructions.isEmpty {
            turns = [.init(role: .user, content: instructions.joined(separator: "\n\n"))]
            instructions = []
        }
        guard let last = turns.last, last.role != .assistant else {
            throw .invalid("messages", "the last message must be the user's, or the result of a call")
        }
    }

    private mutating func append(_ message: RequestFields) throws(APIError) {
        let role = try message.required("role")
        if let first = open.first, role != "tool" { throw Self.unanswered(first, message.name("role")) }
        switch role {
        case "system", "developer": instructions.append(try Self.text(message))
        case "user": turns.append(.init(role: .user, content: try Self.text(message)))
        case "assistant":
            let calls = try Self.calls(message)
            // A message that only calls has no text.
            let isSilent = message["content"] == nil && !calls.isEmpty
            turns.append(.init(role: .assistant, content: isSilent ? "" : try Self.text(message), calls: calls))
            open = calls.map(\.id)
        case "tool":
            let id = try message.required("tool_call_id")
            guard let place = open.firstIndex(of: id) else {
                throw .invalid(message.name("tool_call_id"), "'\(id.prefix(100))' is no call of the message before it")
            }
            open.remove(at: place)
            turns.append(.init(role: .tool, content: try Self.text(message), callID: id))
        default: throw .invalid(message.name("role"), "'\(role.prefix(100))' is no role that can be answered here")
        }
    }

    private static func unanswered(_ id: String, _ place: String) -> APIError {
        .invalid(place, "the call '\(id.prefix(100))' has to be answered first, by a message of the role 'tool'")
    }

    /// A message's text, which may come in parts.
    private static func text(_ message: RequestFields) throws(APIError) -> String {
        switch message["content"] {
        case .string(let text)?: return text
        case .array(let parts)?:
            var text = ""
            for (number, part) in parts.enumerated() {
                guard part["type"]?.string == "text", let piece = part["text"]?.string else {
                    throw .invalid(message.name("content.\(number)"), "only parts of type 'text' can be read")
                }
                text += piece
            }
            return text
        default: throw .invalid(message.name("content"), "must be text")
        }
    }

    private static func calls(_ message: RequestFields) throws(APIError) -> [FunctionCall] {
        var calls: [FunctionCall] = []
        for (number, value) in try message.array("tool_calls").enumerated() {
            let call = try RequestFields(value, at: message.name("tool_calls.\(number)"))
            guard let function = try call.object("function") else { throw .missing(call.name("function")) }
            let arguments = try function.string("arguments") ?? "{}"
            guard let parsed = try? JSON(parsing: arguments), parsed.object != nil else {
                throw .invalid(function.name("arguments"), "must be a JSON object, written as a string")
            }
            calls.append(
                FunctionCall(
                    id: try call.required("id"), name: try function.required("name"), arguments: arguments))
        }
        return calls
    }
}
