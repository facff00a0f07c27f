// SPDX-License-Identifier: Apache-2.0

/// `tojson` as transformers defines it: Python's `json.dumps`, without the escapes for HTML that Jinja adds.
struct JSONStyle {
    var escapesNonASCII = false
    /// Indentation of one level; `nil` for a single line.
    var indent: TemplateText?
    var itemSeparator: TemplateText = ", "
    var keySeparator: TemplateText = ": "
    var sortsKeys = false
}

extension Interpreter {
    func json(_ value: Value, _ style: JSONStyle) throws(TemplateError) -> TemplateText {
        var builder = TextBuilder()
        try writeJSON(value, style, level: 0, into: &builder)
        return builder.text()
    }

    private func writeJSON(
        _ value: Value, _ style: JSONStyle, level: Int, into builder: inout TextBuilder
    ) throws(TemplateError) {
        try charge()
        if builder.count > limits.bytes { throw .limit("the template makes a text of more than \(limits.bytes) bytes") }
        switch value {
        case .none: builder.append("null")
        case .bool(let value): builder.append(value ? "true" : "false")
        case .int(let value): builder.append(String(value))
        case .big(let value): builder.append(value.description)
        case .float(let value): builder.append(Self.json(value))
        case .text(let text):
            try charge(bytes: text.bytes.count)
            Self.writeJSON(text, style, into: &builder)
        case .list(let list), .tuple(let list): try writeJSON(list.items, style, level, into: &builder)
        case .dict(let dict): try writeJSON(dict, style, level, into: &builder)
        case .undefined, .object: throw .type("Object of type \(value.typeName) is not JSON serializable")
        }
    }

    private static func json(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Infinity" : "Infinity" }
        return PythonText.float(value)
    }

    private static func writeJSON(_ text: TemplateText, _ style: JSONStyle, into builder: inout TextBuilder) {
        builder.append(byte: UInt8(ascii: "\""))
        let isPlain = text.bytes.allSatisfy { $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C && $0 < 0x7F }
        if isPlain {
            builder.append(text)
        } else {
            text.forEachScalar { scalar, _, literal in
                builder.append(escaped(scalar, style.escapesNonASCII), literal: literal)
            }
        }
        builder.append(byte: UInt8(ascii: "\""))
    }

    private static func escaped(_ scalar: Unicode.Scalar, _ escapesNonASCII: Bool) -> String {
        switch scalar {
        case "\"": return "\\\""
        case "\\": return "\\\\"
        case "\n": return "\\n"
        case "\r": return "\\r"
        case "\t": return "\\t"
        case "\u{8}": return "\\b"
        case "\u{C}": return "\\f"
        default:
            if scalar.value >= 0x20, !escapesNonASCII || scalar.value < 0x7F { return String(scalar) }
            return String(scalar).utf16.map { unit in
                let hex = String(unit, radix: 16)
                return "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
            }.joined()
        }
    }

    private func writeJSON(
        _ items: [Value], _ style: JSONStyle, _ level: Int, into builder: inout TextBuilder
    ) throws(TemplateError) {
        if items.isEmpty { return builder.append("[]") }
        try enter()
        defer { leave() }
        builder.append(byte: UInt8(ascii: "["))
        for (position, item) in items.enumerated() {
            if position > 0 { builder.append(style.itemSeparator) }
            try breakLine(style, level + 1, into: &builder)
            try writeJSON(item, style, level: level + 1, into: &builder)
        }
        try breakLine(style, level, into: &builder)
        builder.append(byte: UInt8(ascii: "]"))
    }

    private func writeJSON(
        _ dict: Dict, _ style: JSONStyle, _ level: Int, into builder: inout TextBuilder
    ) throws(TemplateError) {
        if dict.keys.isEmpty { return builder.append("{}") }
        try enter()
        defer { leave() }
        var members = Array(dict.members)
        if style.sortsKeys { members = try sorted(members) { $0.0 } }
        builder.append(byte: UInt8(ascii: "{"))
        for (position, (key, value)) in members.enumerated() {
            if position > 0 { builder.append(style.itemSeparator) }
            try breakLine(style, level + 1, into: &builder)
            try writeJSON(.text(try jsonKey(key)), style, level: level + 1, into: &builder)
            builder.append(style.keySeparator)
            try writeJSON(value, style, level: level + 1, into: &builder)
        }
        try breakLine(style, level, into: &builder)
        builder.append(byte: UInt8(ascii: "}"))
    }

    private func breakLine(
        _ style: JSONStyle, _ level: Int, into builder: inout TextBuilder
    ) throws(TemplateError) {
        guard let indent = style.indent else { return }
        try charge(bytes: indent.bytes.count * level)
        builder.append(byte: 0x0A)
        for _ in 0..<level { builder.append(indent) }
    }

    private func jsonKey(_ key: Value) throws(TemplateError) -> TemplateText {
        switch key {
        case .text(let text): return text
        case .none: return "null"
        case .bool(let value): return TemplateText(value ? "true" : "false")
        case .float(let value): return TemplateText(Self.json(value))
        case .int, .big: return try text(of: key)
        default: throw .type("keys must be str, int, float, bool or None, not \(key.typeName)")
        }
    }
}
