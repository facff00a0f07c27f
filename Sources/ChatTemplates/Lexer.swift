// SPDX-License-Identifier: Apache-2.0

/// Cuts a template into tokens and removes the white space that tags swallow.
///
/// As Jinja does with `trim_blocks` and `lstrip_blocks`: the newline after a tag goes, and so does the space between
/// the start of a line and a tag; `-` takes all white space on its side, `+` keeps it. One newline at the very end of
/// a template goes too.
struct Lexer {
    private let bytes: [UInt8]
    private var position = 0
    private var line = 1
    private var lineStart = 0
    /// Up to where lines have been counted.
    private var counted = 0
    private var tokens: [Token] = []
    /// Whether the last match ended with a newline.
    private var isLineStart = true

    private init(_ source: String) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(source.utf8.count)
        var previous: UInt8 = 0
        for byte in source.utf8 {
            if byte == 0x0A, previous == 0x0D {
                previous = byte
                continue
            }
            bytes.append(byte == 0x0D ? 0x0A : byte)
            previous = byte
        }
        if bytes.last == 0x0A { bytes.removeLast() }
        self.bytes = bytes
    }

    /// - Throws: `.syntax` for an unclosed comment, raw block or string, a stray character or unbalanced brackets.
    static func tokens(of source: String) throws(TemplateError) -> [Token] {
        var lexer = Lexer(source)
        while lexer.position < lexer.bytes.count { try lexer.readText() }
        lexer.add(.end, "", at: lexer.bytes.count)
        return lexer.tokens
    }

    // MARK: Text between tags

    private mutating func readText() throws(TemplateError) {
        let start = position
        var open = start
        while open < bytes.count {
            if bytes[open] == UInt8(ascii: "{"), open + 1 < bytes.count, "%{#".utf8.contains(bytes[open + 1]) { break }
            open += 1
        }
        guard open < bytes.count else {
            addData(start..<bytes.count)
            position = bytes.count
            return
        }
        let kind = bytes[open + 1]
        let sign = open + 2 < bytes.count ? bytes[open + 2] : 0
        addData(start..<strippedEnd(start, open, sign: sign, isOutput: kind == UInt8(ascii: "{")))
        position = open + 2
        if kind == UInt8(ascii: "%"), let end = rawBegin(at: open) {
            isLineStart = bytes[end - 1] == 0x0A
            position = end
            return try readRaw(from: open)
        }
        if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { position += 1 }
        isLineStart = false
        switch kind {
        case UInt8(ascii: "#"):
            try skipComment(from: open)
        case UInt8(ascii: "%"):
            add(.beginTag, "", at: open)
            try readInside(closing: "%}", end: .endTag)
        default:
            add(.beginOutput, "", at: open)
            try readInside(closing: "}}", end: .endOutput)
        }
    }

    /// End of the text before a tag once the tag has taken its white space.
    private func strippedEnd(_ start: Int, _ end: Int, sign: UInt8, isOutput: Bool) -> Int {
        if sign == UInt8(ascii: "-") { return PythonSpace.trimmedEnd(bytes, start..<end) }
        if sign == UInt8(ascii: "+") || isOutput { return end }
        let lastLine = bytes[start..<end].lastIndex(of: 0x0A).map { $0 + 1 } ?? start
        guard lastLine > start || isLineStart else { return end }
        return PythonSpace.trimmedEnd(bytes, lastLine..<end) == lastLine ? lastLine : end
    }

    private mutating func addData(_ range: Range<Int>) {
        if !range.isEmpty { add(.data, String(decoding: bytes[range], as: UTF8.self), at: range.lowerBound) }
    }

    private mutating func skipComment(from open: Int) throws(TemplateError) {
        let start = position
        guard let close = find("#}", from: start) else {
            if start == bytes.count { return }
            throw error("Missing end of comment tag", at: open)
        }
        let sign = close > start ? bytes[close - 1] : 0
        position = close + 2
        finishTag(sign)
    }

    /// Takes the white space after a tag that ended with this sign.
    private mutating func finishTag(_ sign: UInt8) {
        if sign == UInt8(ascii: "-") {
            position = PythonSpace.skip(bytes, from: position)
        } else if sign != UInt8(ascii: "+"), position < bytes.count, bytes[position] == 0x0A {
            position += 1
        }
        isLineStart = bytes[position - 1] == 0x0A
    }

    // MARK: Raw blocks

    /// The end of `{% raw %}` if that is what begins here.
    private func rawBegin(at open: Int) -> Int? {
        guard let word = keyword("raw", after: open + 2) else { return nil }
        if starts("-%}", at: word) { return PythonSpace.skip(bytes, from: word + 3) }
        return starts("%}", at: word) ? word + 2 : nil
    }

    /// End of a keyword and the space around it, after an optional sign; `nil` if another word stands there.
    private func keyword(_ word: String, after start: Int) -> Int? {
        var at = start
        if at < bytes.count, bytes[at] == UInt8(ascii: "-") || bytes[at] == UInt8(ascii: "+") { at += 1 }
        at = PythonSpace.skip(bytes, from: at)
        guard starts(word, at: at) else { return nil }
        return PythonSpace.skip(bytes, from: at + word.utf8.count)
    }

    private mutating func readRaw(from open: Int) throws(TemplateError) {
        let start = position
        var at = start
        while let tag = find("{%", from: at) {
            at = tag + 2
            guard let word = keyword("endraw", after: tag + 2) else { continue }
            let sign = word < bytes.count ? bytes[word] : 0
            let isSigned = sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+")
            guard starts("%}", at: isSigned ? word + 1 : word) else { continue }
            addData(start..<strippedEnd(start, tag, sign: bytes[tag + 2], isOutput: false))
            position = (isSigned ? word + 1 : word) + 2
            return finishTag(sign)
        }
        if start < bytes.count { throw error("Missing end of raw directive", at: open) }
    }

    // MARK: Inside tags

    private mutating func readInside(closing: String, end: Token.Kind) throws(TemplateError) {
        let open = position
        var brackets: [UInt8] = []
        while true {
            position = PythonSpace.skip(bytes, from: position)
            guard position < bytes.count else { return }
            if brackets.isEmpty {
                let sign = bytes[position]
                if starts(closing, at: position) {
                    add(end, "", at: position)
                    position += 2
                    if end == .endTag { finishTag(0) } else { isLineStart = false }
                    return
                }
                let mayKeep = sign == UInt8(ascii: "+") && end == .endTag
                if sign == UInt8(ascii: "-") || mayKeep, starts(closing, at: position + 1) {
                    add(end, "", at: position)
                    position += 3
                    return finishTag(sign)
                }
            }
            try readToken(&brackets, open)
        }
    }

    private mutating func readToken(_ brackets: inout [UInt8], _ open: Int) throws(TemplateError) {
        let start = position
        let byte = bytes[start]
        if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") {
            return try readString(quote: byte)
        }
        if isDigit(start) { return readNumber() }
        if isWord(byte) {
            while position < bytes.count, isWord(bytes[position]) { position += 1 }
            let name = String(decoding: bytes[start..<position], as: UTF8.self)
            guard isIdentifier(name) else { throw error("Invalid character in identifier", at: start) }
            return add(.name, name, at: start)
        }
        for symbol in ["//", "**", "==", "!=", ">=", "<="] where starts(symbol, at: start) {
            position += 2
            return add(.symbol, symbol, at: start)
        }
        let symbol = String(UnicodeScalar(byte))
        switch byte {
        case UInt8(ascii: "("): brackets.append(UInt8(ascii: ")"))
        case UInt8(ascii: "["): brackets.append(UInt8(ascii: "]"))
        case UInt8(ascii: "{"): brackets.append(UInt8(ascii: "}"))
        case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
            guard let expected = brackets.popLast() else { throw error("unexpected '\(symbol)'", at: start) }
            if expected != byte {
                throw error("unexpected '\(symbol)', expected '\(UnicodeScalar(expected))'", at: start)
            }
        default:
            guard "+-/*%~><=.:|,;".utf8.contains(byte) else { throw error("unexpected char '\(symbol)'", at: start) }
        }
        position += 1
        add(.symbol, symbol, at: start)
    }

    private mutating func readNumber() {
        let start = position
        if bytes[start] == UInt8(ascii: "0"), start + 1 < bytes.count {
            let isDigitOfBase: ((UInt8) -> Bool)?
            switch bytes[start + 1] | 0x20 {
            case UInt8(ascii: "x"): isDigitOfBase = { Unicode.Scalar($0).properties.isASCIIHexDigit }
            case UInt8(ascii: "o"): isDigitOfBase = { (0x30...0x37).contains($0) }
            case UInt8(ascii: "b"): isDigitOfBase = { (0x30...0x31).contains($0) }
            default: isDigitOfBase = nil
            }
            if let isDigitOfBase {
                let end = run(from: start + 2, leadingUnderscore: true, isDigitOfBase)
                if end > start + 2 {
                    position = end
                    return add(.integer, number(start..<end), at: start)
                }
            }
        }
        let isDecimal: (UInt8) -> Bool = { (0x30...0x39).contains($0) }
        let whole = run(from: start, leadingUnderscore: false, isDecimal)
        var end = whole
        let followsDot = start > 0 && bytes[start - 1] == UInt8(ascii: ".")
        if !followsDot {
            if end < bytes.count, bytes[end] == UInt8(ascii: "."), isDigit(end + 1) {
                end = run(from: end + 1, leadingUnderscore: false, isDecimal)
            }
            if end < bytes.count, bytes[end] | 0x20 == UInt8(ascii: "e") {
                let hasSign = end + 1 < bytes.count && "+-".utf8.contains(bytes[end + 1])
                let digits = end + (hasSign ? 2 : 1)
                if isDigit(digits) { end = run(from: digits, leadingUnderscore: false, isDecimal) }
            }
        }
        if end > whole {
            position = end
            return add(.float, number(start..<end), at: start)
        }
        // A number that begins with 0 is 0: what follows is another token, and so an error.
        end = bytes[start] == 0x30 ? run(from: start, leadingUnderscore: false) { $0 == 0x30 } : whole
        position = end
        add(.integer, number(start..<end), at: start)
    }

    /// The end of a run of digits with single underscores between them.
    private func run(from start: Int, leadingUnderscore: Bool, _ isDigit: (UInt8) -> Bool) -> Int {
        var end = start
        while end < bytes.count {
            if isDigit(bytes[end]) {
                end += 1
            } else if bytes[end] == UInt8(ascii: "_"), end > start || leadingUnderscore, end + 1 < bytes.count,
                isDigit(bytes[end + 1])
            {
                end += 2
            } else {
                break
            }
        }
        return end
    }

    private func number(_ range: Range<Int>) -> String {
        String(decoding: bytes[range].filter { $0 != UInt8(ascii: "_") }, as: UTF8.self)
    }

    private mutating func readString(quote: UInt8) throws(TemplateError) {
        let start = position
        var end = start + 1
        while end < bytes.count, bytes[end] != quote { end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1 }
        guard end < bytes.count else { throw error("unexpected char '\(UnicodeScalar(quote))'", at: start) }
        position = end + 1
        guard let text = StringLiteral.unescaped(bytes[start + 1..<end]) else {
            throw error("an escape in this string is cut short or names no character", at: start)
        }
        add(.string, text, at: start)
    }

    // MARK: Bytes and places

    private func isDigit(_ at: Int) -> Bool { at < bytes.count && (0x30...0x39).contains(bytes[at]) }

    private func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), 0x30...0x39,
            UInt8(ascii: "_"), 0x80...:
            true
        default: false
        }
    }

    private func isIdentifier(_ name: String) -> Bool {
        name.unicodeScalars.allSatisfy { $0.isASCII || $0.properties.isXIDContinue }
    }

    private func starts(_ text: String, at start: Int) -> Bool {
        start + text.utf8.count <= bytes.count && bytes[start...].starts(with: text.utf8)
    }

    private func find(_ pair: String, from start: Int) -> Int? {
        let pair = Array(pair.utf8)
        var at = start
        while at + 1 < bytes.count {
            if bytes[at] == pair[0], bytes[at + 1] == pair[1] { return at }
            at += 1
        }
        return nil
    }

    private mutating func add(_ kind: Token.Kind, _ text: String, at offset: Int) {
        tokens.append(Token(kind: kind, text: text, place: place(offset)))
    }

    private mutating func place(_ offset: Int) -> Place {
        while counted < offset {
            if bytes[counted] == 0x0A {
                line += 1
                lineStart = counted + 1
            }
            counted += 1
        }
        return Place(line: line, column: offset - lineStart + 1)
    }

    private mutating func error(_ detail: String, at offset: Int) -> TemplateError {
        let place = place(max(offset, counted))
        return TemplateError(code: .syntax, line: place.line, column: place.column, detail: detail)
    }
}
