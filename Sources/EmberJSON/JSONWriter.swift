// SPDX-License-Identifier: Apache-2.0

extension JSON {
    /// The value as one line of JSON; control characters are escaped, everything else stays readable.
    public var text: String {
        var bytes: [UInt8] = []
        write(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The value as people read it: a member to a line, indented by four spaces, as Python's
    /// `json.dump(indent=4)` has it.
    public var indentedText: String {
        var text = ""
        writeIndented(to: &text, indent: "\n")
        return text + "\n"
    }

    private func writeIndented(to text: inout String, indent: String) {
        let inner = indent + "    "
        switch self {
        case .array(let elements) where !elements.isEmpty:
            for (position, element) in elements.enumerated() {
                text += (position == 0 ? "[" : ",") + inner
                element.writeIndented(to: &text, indent: inner)
            }
            text += indent + "]"
        case .object(let object) where !object.isEmpty:
            for (position, (key, value)) in object.enumerated() {
                text += (position == 0 ? "{" : ",") + inner + JSON.string(key).text + ": "
                value.writeIndented(to: &text, indent: inner)
            }
            text += indent + "}"
        default: text += self.text
        }
    }

    /// Appends the value's JSON to `bytes`. A number that JSON cannot express (NaN, infinity) is written as `null`.
    public func write(to bytes: inout [UInt8]) {
        switch self {
        case .null: bytes.append(contentsOf: "null".utf8)
        case .bool(let value): bytes.append(contentsOf: (value ? "true" : "false").utf8)
        case .integer(let value): bytes.append(contentsOf: String(value).utf8)
        case .bigInteger(let digits): bytes.append(contentsOf: digits.utf8)
        case .number(let value): bytes.append(contentsOf: (value.isFinite ? "\(value)" : "null").utf8)
        case .string(let value): Self.write(value, to: &bytes)
        case .array(let elements):
            bytes.append(UInt8(ascii: "["))
            for (position, element) in elements.enumerated() {
                if position > 0 { bytes.append(UInt8(ascii: ",")) }
                element.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let object):
            bytes.append(UInt8(ascii: "{"))
            for (position, (key, value)) in object.enumerated() {
                if position > 0 { bytes.append(UInt8(ascii: ",")) }
                Self.write(key, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                value.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    /// Escapes, beside what JSON demands, everything that some reader takes for the end of a line or a command: C1
    /// controls, U+2028 and U+2029. One value stays one line, wherever it is printed.
    private static func write(_ string: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"", "\\": bytes += [UInt8(ascii: "\\"), UInt8(scalar.value)]
            case "\n": bytes.append(contentsOf: "\\n".utf8)
            case "\r": bytes.append(contentsOf: "\\r".utf8)
            case "\t": bytes.append(contentsOf: "\\t".utf8)
            case "\0"..<" ", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}":
                let digits = String(scalar.value, radix: 16)
                bytes.append(contentsOf: "\\u".utf8)
                bytes.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: 4 - digits.utf8.count))
                bytes.append(contentsOf: digits.utf8)
            default: bytes.append(contentsOf: String(scalar).utf8)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
