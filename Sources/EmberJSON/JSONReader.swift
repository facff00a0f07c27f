// SPDX-License-Identifier: Apache-2.0

/// Reads JSON value by value, without building a tree: a tokenizer's 128,000 entries go straight to where they belong.
///
/// Strict RFC 8259: UTF-8 without unpaired surrogates, no trailing text, and nesting up to `depthLimit`. Foundation has
/// no such reader: it makes a tree or a `Decodable` of the whole file.
/// ```swift
/// var reader = JSONReader(bytes)
/// try reader.beginObject()
/// while let key = try reader.nextKey() {
///     if key == "vocab" { … } else { try reader.skipValue() }
/// }
/// try reader.end()
/// ```
public struct JSONReader {
    private let bytes: [UInt8]
    private var position = 0
    /// For each open container, whether its next element needs a comma before it.
    private var open: [Bool] = []
    private let depthLimit: Int
    private let keepsLast: Bool

    /// - Parameter depthLimit: how many containers may be open at once; 128, as serde_json has it.
    /// - Parameter keepsLast: whether of a key that an object has twice the last value counts; else it is an error.
    public init(_ bytes: [UInt8], depthLimit: Int = 128, keepsLast: Bool = false) {
        self.bytes = bytes
        self.depthLimit = depthLimit
        self.keepsLast = keepsLast
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    // MARK: Containers

    public mutating func beginObject() throws(JSONError) { try begin(UInt8(ascii: "{"), "an object") }
    public mutating func beginArray() throws(JSONError) { try begin(UInt8(ascii: "["), "an array") }

    /// The next key of the innermost object, or `nil` when the object ends here.
    public mutating func nextKey() throws(JSONError) -> String? {
        guard try advance(closing: UInt8(ascii: "}")) else { return nil }
        guard peekByte() == UInt8(ascii: "\"") else { throw syntax("expected a key in quotes, found \(found())") }
        let key = try readString()
        skipSpace()
        guard peekByte() == UInt8(ascii: ":") else { throw syntax("expected ':' after a key, found \(found())") }
        position += 1
        skipSpace()
        return key
    }

    /// Whether the innermost array has a further element; the reader then stands before it.
    public mutating func nextElement() throws(JSONError) -> Bool { try advance(closing: UInt8(ascii: "]")) }

    /// Checks that nothing but white space follows the value.
    public mutating func end() throws(JSONError) {
        skipSpace()
        if position < bytes.count { throw syntax("expected the end, found \(found())") }
    }

    private mutating func begin(_ byte: UInt8, _ name: String) throws(JSONError) {
        skipSpace()
        guard peekByte() == byte else { throw unexpected(name) }
        guard open.count < depthLimit else { throw error(.tooDeep, "nested deeper than \(depthLimit) levels") }
        position += 1
        open.append(false)
    }

    private mutating func advance(closing: UInt8) throws(JSONError) -> Bool {
        precondition(!open.isEmpty, "no container is open")
        skipSpace()
        if peekByte() == closing {
            position += 1
            open.removeLast()
            return false
        }
        if open[open.count - 1] {
            guard peekByte() == UInt8(ascii: ",") else {
                throw syntax("expected ',' or '\(Character(Unicode.Scalar(closing)))', found \(found())")
            }
            position += 1
            skipSpace()
        }
        open[open.count - 1] = true
        return true
    }

    // MARK: Values

    public enum Kind: Sendable { case null, bool, number, string, array, object }

    /// Kind of the next value, judged by its first byte.
    public mutating func peek() throws(JSONError) -> Kind {
        skipSpace()
        guard let byte = peekByte() else { throw syntax("expected a value, found \(found())") }
        switch byte {
        case UInt8(ascii: "{"): return .object
        case UInt8(ascii: "["): return .array
        case UInt8(ascii: "\""): return .string
        case UInt8(ascii: "t"), UInt8(ascii: "f"): return .bool
        case UInt8(ascii: "n"): return .null
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number
        default: throw syntax("expected a value, found \(found())")
        }
    }

    /// Consumes `null` if that is the next value.
    public mutating func readNull() throws(JSONError) -> Bool {
        guard try peek() == .null else { return false }
        try expect("null")
        return true
    }

    public mutating func readBool() throws(JSONError) -> Bool {
        guard try peek() == .bool else { throw unexpected("true or false") }
        if peekByte() == UInt8(ascii: "t") {
            try expect("true")
            return true
        }
        try expect("false")
        return false
    }

    /// An integer without fraction or exponent that fits 64 bits.
    public mutating func readInt() throws(JSONError) -> Int {
        guard try peek() == .number else { throw unexpected("an integer") }
        let start = position
        guard case .integer(let value) = try readNumber() else {
            position = start
            throw unexpected("an integer of at most 64 bits")
        }
        return value
    }

    /// Digits of the longest integer, as in Python.
    private static let mostDigits = 4_300

    /// `.integer` or `.bigInteger` for a number without fraction or exponent, else `.number`.
    public mutating func readNumber() throws(JSONError) -> JSON {
        guard try peek() == .number else { throw unexpected("a number") }
        let start = position
        if peekByte() == UInt8(ascii: "-") { position += 1 }
        let firstDigit = position
        skipDigits()
        if position == firstDigit { throw syntax("expected a digit, found \(found())") }
        if bytes[firstDigit] == UInt8(ascii: "0"), position > firstDigit + 1 {
            throw syntax("a number may not begin with 0")
        }
        var isInteger = true
        if peekByte() == UInt8(ascii: ".") {
            isInteger = false
            position += 1
            try requireDigits()
        }
        if peekByte() == UInt8(ascii: "e") || peekByte() == UInt8(ascii: "E") {
            isInteger = false
            position += 1
            if peekByte() == UInt8(ascii: "+") || peekByte() == UInt8(ascii: "-") { position += 1 }
            try requireDigits()
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        if isInteger {
            if let value = Int(text) { return .integer(value) }
            if text.utf8.count <= Self.mostDigits { return .bigInteger(text) }
        }
        guard let value = Double(text), value.isFinite else {
            throw syntax("the number \(text.prefix(40)) is out of range")
        }
        return .number(value)
    }

    private mutating func requireDigits() throws(JSONError) {
        let start = position
        skipDigits()
        if position == start { throw syntax("expected a digit, found \(found())") }
    }

    private mutating func skipDigits() {
        while position < bytes.count, bytes[position] &- 0x30 < 10 { position += 1 }
    }

    public mutating func readString() throws(JSONError) -> String {
        skipSpace()
        guard peekByte() == UInt8(ascii: "\"") else { throw unexpected("a string") }
        let start = position + 1
        position = start
        while position < bytes.count {
            let byte = bytes[position]
            if byte == UInt8(ascii: "\"") {
                guard let text = String(validating: bytes[start..<position], as: UTF8.self) else {
                    throw error(.notUnicode, "a string is not valid UTF-8", at: start)
                }
                position += 1
                return text
            }
            if byte == UInt8(ascii: "\\") { return try readEscapedString(from: start) }
            if byte < 0x20 { throw syntax("control character \(byte) in a string; write it as an escape") }
            position += 1
        }
        throw syntax("a string does not end")
    }

    private mutating func readEscapedString(from start: Int) throws(JSONError) -> String {
        var text = Array(bytes[start..<position])
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            switch byte {
            case UInt8(ascii: "\""):
                guard let string = String(validating: text, as: UTF8.self) else {
                    throw error(.notUnicode, "a string is not valid UTF-8", at: start)
                }
                return string
            case UInt8(ascii: "\\"):
                text.append(contentsOf: try readEscape())
            case 0..<0x20:
                position -= 1
                throw syntax("control character \(byte) in a string; write it as an escape")
            default:
                text.append(byte)
            }
        }
        throw syntax("a string does not end")
    }

    private mutating func readEscape() throws(JSONError) -> [UInt8] {
        guard let byte = peekByte() else { throw syntax("a string does not end") }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "f"): return [0x0C]
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "u"): return try readUnicodeEscape()
        default:
            position -= 1
            throw syntax("unknown escape \\\(found())")
        }
    }

    private mutating func readUnicodeEscape() throws(JSONError) -> [UInt8] {
        let start = position
        let unit = try readFourHexDigits()
        if let scalar = Unicode.Scalar(unit) { return Array(String(scalar).utf8) }
        if unit < 0xDC00, peekByte() == UInt8(ascii: "\\"), position + 1 < bytes.count,
            bytes[position + 1] == UInt8(ascii: "u")
        {
            position += 2
            let low = try readFourHexDigits()
            if (0xDC00..<0xE000).contains(low),
                let scalar = Unicode.Scalar(0x10000 + ((UInt32(unit) - 0xD800) << 10) + (UInt32(low) - 0xDC00))
            {
                return Array(String(scalar).utf8)
            }
        }
        throw error(.notUnicode, "an unpaired surrogate in a \\u escape", at: start)
    }

    private mutating func readFourHexDigits() throws(JSONError) -> UInt16 {
        var value: UInt16 = 0
        for _ in 0..<4 {
            guard let digit = peekByte().flatMap({ Character(Unicode.Scalar($0)).hexDigitValue }) else {
                throw syntax("expected four hexadecimal digits, found \(found())")
            }
            value = value << 4 | UInt16(digit)
            position += 1
        }
        return value
    }

    /// Passes over one value of any kind, checking its syntax.
    public mutating func skipValue() throws(JSONError) {
        let depth = open.count
        repeat {
            if open.count > depth {
                // Inside a container of the value: step to its next element, or leave it.
                let more = if skipping.last == .object { try nextKey() != nil } else { try nextElement() }
                if !more {
                    skipping.removeLast()
                    continue
                }
            }
            switch try peek() {
            case .null: try expect("null")
            case .bool: _ = try readBool()
            case .number: _ = try readNumber()
            case .string: _ = try readString()
            case .array:
                try beginArray()
                skipping.append(.array)
            case .object:
                try beginObject()
                skipping.append(.object)
            }
        } while open.count > depth
    }

    /// Passes over one value as `skipValue` does.
    /// - Returns: the bytes that it is written in.
    public mutating func skippedValue() throws(JSONError) -> ArraySlice<UInt8> {
        _ = try peek()
        let start = position
        try skipValue()
        return bytes[start..<position]
    }

    /// Used by `skipValue` alone: the kinds of the containers that it has opened.
    private var skipping: [Kind] = []

    /// The next value as a tree.
    /// - Throws: `.duplicateKey` when an object has a key twice, `.tooDeep` past the depth limit.
    public mutating func readValue() throws(JSONError) -> JSON {
        switch try peek() {
        case .null:
            try expect("null")
            return .null
        case .bool: return .bool(try readBool())
        case .number: return try readNumber()
        case .string: return .string(try readString())
        case .array:
            var elements: [JSON] = []
            try beginArray()
            while try nextElement() { elements.append(try readValue()) }
            return .array(elements)
        case .object:
            var object = JSONObject()
            try beginObject()
            while let key = try nextKey() {
                let start = position
                let value = try readValue()
                guard !object.appendIfNew(key, value) else { continue }
                guard keepsLast else {
                    throw error(.duplicateKey, "the key \"\(key.prefix(80))\" appears twice", at: start)
                }
                object[key] = value
            }
            return .object(object)
        }
    }

    // MARK: Bytes and errors

    private func peekByte() -> UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipSpace() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x0A, 0x0D, 0x09: position += 1
            default: return
            }
        }
    }

    private mutating func expect(_ word: StaticString) throws(JSONError) {
        let length = word.utf8CodeUnitCount
        guard position + length <= bytes.count,
            word.withUTF8Buffer({ $0.elementsEqual(bytes[position..<position + length]) })
        else { throw syntax("expected \(word), found \(found())") }
        position += length
    }

    private func found() -> String {
        guard let byte = peekByte() else { return "the end of the text" }
        return byte < 0x80 && byte >= 0x20 ? "'\(Character(Unicode.Scalar(byte)))'" : "byte \(byte)"
    }

    /// An error at the place where the reader stands, for callers that find a value of the wrong kind.
    public func unexpected(_ expected: String) -> JSONError {
        error(.unexpectedType, "expected \(expected), found \(found())")
    }

    private func syntax(_ detail: String) -> JSONError { error(.syntax, detail) }

    private func error(_ code: JSONError.Code, _ detail: String, at place: Int? = nil) -> JSONError {
        let before = bytes[..<min(place ?? position, bytes.count)]
        let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        return JSONError(
            code: code, line: before.count { $0 == 0x0A } + 1, column: before.count - lineStart + 1, detail: detail)
    }
}

extension JSON {
    /// Parses one JSON text.
    public init(parsing bytes: [UInt8], depthLimit: Int = 128, keepsLast: Bool = false) throws(JSONError) {
        var reader = JSONReader(bytes, depthLimit: depthLimit, keepsLast: keepsLast)
        self = try reader.readValue()
        try reader.end()
    }

    /// Parses one JSON text.
    public init(parsing text: String, depthLimit: Int = 128) throws(JSONError) {
        try self.init(parsing: Array(text.utf8), depthLimit: depthLimit)
    }
}
