// SPDX-License-Identifier: Apache-2.0

import EmberJSON

/// How a family of models writes tool calls.
///
/// Sources: the models' own chat templates, which write earlier calls as the models were trained to.
package enum ToolCallFormat: String, Sendable, CaseIterable {
    /// `<tool_call>{"name": …, "arguments": {…}}</tool_call>`: Hermes, Qwen, Granite.
    case hermes
    /// `{"name": …, "parameters": {…}}`, which is the whole answer or follows `<|python_tag|>`: Llama 3.
    case llama
    /// `[TOOL_CALLS][{"name": …, "arguments": {…}, "id": …}]` or `[TOOL_CALLS]name[CALL_ID]id[ARGS]{…}`: Mistral.
    case mistral
    /// `<｜tool▁call▁begin｜>name<｜tool▁sep｜>{…}<｜tool▁call▁end｜>` in a list, or with `function` in the place of the name
    /// and the name before fenced JSON: DeepSeek V3.1 and R1.
    case deepSeek

    /// Markers that calls begin with.
    var openings: [String] {
        switch self {
        case .hermes: ["<tool_call>"]
        case .llama: ["<|python_tag|>"]
        case .mistral: ["[TOOL_CALLS]"]
        case .deepSeek: ["<｜tool▁calls▁begin｜>", "<｜tool▁call▁begin｜>"]
        }
    }

    /// First character of an answer that is nothing but a call, without a marker.
    var bareOpening: String? { self == .llama ? "{" : nil }

    /// Text that may follow a call and is part of the notation.
    var separators: [String] {
        switch self {
        case .hermes, .mistral: []
        case .llama: [";"]
        case .deepSeek: ["<｜tool▁calls▁end｜>"]
        }
    }

    /// Tokens that have to be seen as text, though they may be special.
    package var markers: [String] {
        switch self {
        case .hermes: openings + ["</tool_call>"]
        case .llama: openings
        case .mistral: openings + ["[CALL_ID]", "[ARGS]"]
        case .deepSeek: openings + separators + ["<｜tool▁sep｜>", "<｜tool▁call▁end｜>"]
        }
    }
}

extension ToolCallFormat {
    /// The calls that a marker opens; the cursor stands before it, and then behind what belongs to them.
    func read(_ cursor: inout CallCursor) throws(CallCursor.Failure) -> [ToolCall] {
        switch self {
        case .hermes: [try Self.readHermes(&cursor)]
        case .llama: [try Self.readLlama(&cursor)]
        case .mistral: try Self.readMistral(&cursor)
        case .deepSeek: [try Self.readDeepSeek(&cursor)]
        }
    }

    private static func readHermes(_ cursor: inout CallCursor) throws(CallCursor.Failure) -> ToolCall {
        try cursor.expect("<tool_call>")
        let call = try call(cursor.value())
        cursor.skipBlanks()
        try cursor.expect("</tool_call>")
        return call
    }

    private static func readLlama(_ cursor: inout CallCursor) throws(CallCursor.Failure) -> ToolCall {
        _ = try cursor.take("<|python_tag|>")
        return try call(cursor.value())
    }

    private static func readMistral(_ cursor: inout CallCursor) throws(CallCursor.Failure) -> [ToolCall] {
        try cursor.expect("[TOOL_CALLS]")
        cursor.skipBlanks()
        var list = cursor
        if try list.take("[") {
            guard let elements = try cursor.value().array, !elements.isEmpty else { throw .malformed }
            return try elements.map { json throws(CallCursor.Failure) in try call(json) }
        }
        let name = try cursor.name(before: "[")
        var id: String?
        if try cursor.take("[CALL_ID]") { id = try cursor.name(before: "[") }
        try cursor.expect("[ARGS]")
        return [try call(id: id, name: name, cursor.value())]
    }

    private static func readDeepSeek(_ cursor: inout CallCursor) throws(CallCursor.Failure) -> ToolCall {
        if try cursor.take("<｜tool▁calls▁begin｜>") { cursor.skipBlanks() }
        try cursor.expect("<｜tool▁call▁begin｜>")
        var name = try cursor.name(before: "<｜tool▁sep｜>")
        try cursor.expect("<｜tool▁sep｜>")
        let isFenced = name == "function"
        if isFenced {
            name = try cursor.name(before: "```json")
            try cursor.expect("```json")
        }
        let call = try call(name: name, cursor.value())
        cursor.skipBlanks()
        if isFenced {
            try cursor.expect("```")
            cursor.skipBlanks()
        }
        try cursor.expect("<｜tool▁call▁end｜>")
        return call
    }

    private static func call(_ json: JSON) throws(CallCursor.Failure) -> ToolCall {
        guard let call = ToolCall(json) else { throw .malformed }
        return call
    }

    private static func call(
        id: String? = nil, name: String, _ arguments: JSON
    ) throws(CallCursor.Failure) -> ToolCall {
        guard let call = ToolCall(id: id, name: name, arguments: arguments) else { throw .malformed }
        return call
    }
}
