// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import HearthModels

/// Reads a conversation as OpenAI's responses have it: a text, or messages, calls, their results and thoughts in one
/// list.
enum ResponsesInput {
    static func request(_ fields: RequestFields) throws(APIError) -> CompletionRequest {
        var draft = ConversationDraft(answering: "an item of the type 'function_call_output'")
        draft.instruct(try fields.string("instructions") ?? "")
        switch fields["input"] {
        case nil: throw .missing("input")
        case .string(let text)?:
            draft.append(user: text)
            return try draft.request(at: "input", last: "input")
        case .array(let items)?:
            for (index, item) in items.enumerated() {
                try append(RequestFields(item, at: "input.\(index)"), to: &draft)
            }
            guard !items.isEmpty else { throw .invalid("input", "must be a list with something in it") }
            return try draft.request(at: "input", last: "input.\(items.count - 1)")
        default: throw .invalid("input", "must be a text, or a list of items")
        }
    }

    private static func append(_ item: RequestFields, to draft: inout ConversationDraft) throws(APIError) {
        switch try item.string("type") ?? "message" {
        case "message":
            let text = try item.text("content", parts: ["input_text", "output_text"])
            switch try item.required("role") {
            case "system", "developer": draft.instruct(text)
            case "user":
                try draft.requireAnswers(at: item.name("role"))
                draft.append(user: text)
            // An answer may have called before it said something.
            case "assistant": draft.append(assistant: text)
            case let role:
                throw .invalid(item.name("role"), "'\(role.prefix(100))' is no role that can be answered here")
            }
        case "function_call":
            let arguments = try item.arguments("arguments")
            try draft.append(
                FunctionCall(id: item.required("call_id"), name: item.required("name"), arguments: arguments),
                at: item.name("type"), id: item.name("call_id"))
        case "function_call_output":
            try draft.append(
                result: try item.text("output", parts: ["input_text", "output_text"]),
                of: item.required("call_id"), at: item.name("call_id"))
        // What was thought before an earlier answer is not told again: models were not made for that.
        case "reasoning": return
        case "item_reference":
            throw .invalid(item.name("type"), "nothing is stored here that could be referred to; send the item itself")
        case let type:
            throw .invalid(item.name("type"), "'\(type.prefix(100))' is no type of item that can be read here")
        }
    }
}
