// SPDX-License-Identifier: Apache-2.0

/// The text of a Swift or C file, with its code, comments and literals told apart, as far as measuring needs that.
///
/// Of Swift it knows comments inside comments, string literals with any number of `#`, over several lines or with code
/// inside, names in backticks, and regular expressions.
struct SourceText {
    enum Language { case swift, c }
    enum Kind: UInt8 { case code, comment, literal }

    let bytes: [UInt8]
    /// The kind of each byte.
    private(set) var kinds: [Kind]
    private let language: Language
    private var position = 0

    init(_ text: String, _ language: Language = .swift) {
        bytes = Array(text.utf8)
        kinds = Array(repeating: .code, count: bytes.count)
        self.language = language
        readCode(insideLiteral: false)
    }

    /// Reads code up to the end or, inside a literal, up to the parenthesis that closes it.
    private mutating func readCode(insideLiteral: Bool) {
        var depth = 0
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "("): depth += 1
            case UInt8(ascii: ")"):
                depth -= 1
                if insideLiteral, depth < 0 { return }
            case UInt8(ascii: "/"):
                if readComment() || readBareExpression() { continue }
            case UInt8(ascii: "\""), UInt8(ascii: "#"), UInt8(ascii: "'"), UInt8(ascii: "`"):
                if readLiteral() { continue }
            default: break
            }
            position += 1
        }
    }

    /// Passes over a comment, if one begins here.
    private mutating func readComment() -> Bool {
        if starts("//") {
            pass(.comment, to: "\n")
            return true
        }
        guard starts("/*") else { return false }
        pass(.comment, 2)
        var depth = 1
        while depth > 0, position < bytes.count {
            if language == .swift, starts("/*") {
                depth += 1
                pass(.comment, 2)
            } else if starts("*/") {
                depth -= 1
                pass(.comment, 2)
            } else {
                pass(.comment, 1)
            }
        }
        return true
    }

    /// Passes over a regular expression between bare slashes: where a value may begin, up to a slash on the same line.
    private mutating func readBareExpression() -> Bool {
        let before = bytes[..<position].last { $0 != UInt8(ascii: " ") }
        guard language == .swift, let before, "(,=:[{!&|?\n".utf8.contains(before) else { return false }
        var end = position + 1
        while end < bytes.count, bytes[end] != newline, bytes[end] != UInt8(ascii: "/") {
            end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
        }
        guard end < bytes.count, bytes[end] == UInt8(ascii: "/"), bytes[position + 1] != UInt8(ascii: " ") else {
            return false
        }
        pass(.literal, end + 1 - position)
        return true
    }

    /// Passes over a literal, if one begins here.
    private mutating func readLiteral() -> Bool {
        if starts(language == .c ? "'" : "`") {
            readString(quote: language == .c ? "'" : "`", hashes: "")
            return true
        }
        var count = 0
        while language == .swift, position + count < bytes.count, bytes[position + count] == UInt8(ascii: "#") {
            count += 1
        }
        let hashes = String(repeating: "#", count: count)
        if starts(hashes + "\"") {
            pass(.literal, count)
            readString(quote: language == .swift && starts("\"\"\"") ? "\"\"\"" : "\"", hashes: hashes)
            return true
        }
        guard count > 0, starts(hashes + "/") else { return false }
        pass(.literal, count + 1)
        pass(.literal, to: "/" + hashes)
        pass(.literal, count + 1)
        return true
    }

    /// Passes over a string literal; the reader stands before its first quotation mark.
    private mutating func readString(quote: String, hashes: String) {
        let (close, escape) = (quote + hashes, "\\" + hashes)
        pass(.literal, quote.utf8.count)
        while position < bytes.count {
            if starts(close) { return pass(.literal, close.utf8.count) }
            if bytes[position] == newline, quote.utf8.count == 1 { return }
            guard quote != "`", starts(escape) else {
                pass(.literal, 1)
                continue
            }
            pass(.literal, escape.utf8.count)
            if language == .swift, starts("(") {
                pass(.literal, 1)
                readCode(insideLiteral: true)
            }
            pass(.literal, 1)
        }
    }

    /// Whether `text` stands here. Asked at most bytes, so it looks at one before it looks at all.
    private func starts(_ text: String) -> Bool {
        guard position < bytes.count, bytes[position] == text.utf8.first else { return false }
        return bytes[position...].starts(with: text.utf8)
    }

    private mutating func pass(_ kind: Kind, _ count: Int) {
        for _ in 0..<count where position < bytes.count {
            kinds[position] = kind
            position += 1
        }
    }

    private mutating func pass(_ kind: Kind, to end: String) {
        while position < bytes.count, !starts(end) {
            kinds[position] = kind
            position += 1
        }
    }
}

let newline = UInt8(ascii: "\n")
