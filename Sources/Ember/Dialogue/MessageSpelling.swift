// SPDX-License-Identifier: Apache-2.0

import EmberJSON

/// Ways to write a conversation with calls down for a template, the usual one first.
enum MessageSpelling: CaseIterable {
    /// Arguments are objects, as transformers documents it for authors of templates.
    case plain
    /// Arguments are JSON text, and a message that only calls has no content: OpenAI's API, and DeepSeek R1's template.
    case texts
    /// As `plain`, but each call is in a message of its own, before its result: Llama 3 refuses
    /// more than one in a message.
    case apart

    func spell(_ messages: [ChatMessage]) -> JSON {
        switch self {
        case .plain: .array(messages.map { $0.json })
        case .texts: .array(messages.map { $0.json(asText: true) })
        case .apart: .array(Self.apart(messages).map { $0.json })
        }
    }

    private static func apart(_ messages: [ChatMessage]) -> [ChatMessage] {
        var result: [ChatMessage] = []
        // Where the result of each call goes that has been taken apart.
        var places: [String: Int] = [:]
        for message in messages {
            if message.role == .tool, let place = message.toolCallID.flatMap({ places.removeValue(forKey: $0) }) {
                result.insert(message, at: place)
                places = places.mapValues { $0 > place ? $0 + 1 : $0 }
            } else if message.toolCalls.count > 1 {
                places = [:]
                for (index, call) in message.toolCalls.enumerated() {
                    var part = message
                    part.toolCalls = [call]
                    if index > 0 { (part.content, part.reasoning) = ("", nil) }
                    result.append(part)
                    if let id = call.id { places[id] = result.count }
                }
            } else {
                result.append(message)
            }
        }
        return result
    }
}

extension ChatMessage {
    fileprivate var json: JSON { json(asText: false) }

    /// - Parameter asText: whether arguments are written as text, and no content as null.
    fileprivate func json(asText: Bool) -> JSON {
        var object = JSONObject(["role": .string(role.rawValue), "content": .string(content)])
        if let reasoning { object["reasoning_content"] = .string(reasoning) }
        if let name { object["name"] = .string(name) }
        if let toolCallID { object["tool_call_id"] = .string(toolCallID) }
        if !toolCalls.isEmpty {
            if asText, content.isEmpty { object["content"] = .null }
            object["tool_calls"] = .array(toolCalls.map { $0.json(asText: asText) })
        }
        return .object(object)
    }
}

extension ToolCall {
    fileprivate func json(asText: Bool) -> JSON {
        let arguments = JSON.object(arguments)
        let function = JSONObject(["name": .string(name), "arguments": asText ? .string(arguments.text) : arguments])
        var object = JSONObject()
        object["id"] = id.map { .string($0) }
        object["type"] = "function"
        object["function"] = .object(function)
        return .object(object)
    }
}
