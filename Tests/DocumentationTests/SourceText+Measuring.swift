// SPDX-License-Identifier: Apache-2.0

extension SourceText {
    /// A function, initializer, subscript or computed property with a body.
    struct Function: Equatable {
        /// From its keyword to the end of that line, without what follows the first parenthesis or brace.
        var name: String
        /// The line of its keyword, from 1.
        var line: Int
        /// How many lines it has, from its keyword to its last brace.
        var lines: Int

        var isProperty: Bool { name.hasPrefix("var ") }
    }

    var lines: Int { bytes.count { $0 == newline } }

    /// The numbers of the lines, from 1, that have a comment and are wider than `columns` characters.
    func wideComments(columns: Int) -> [Int] {
        var found: [Int] = []
        var start = 0
        for (number, line) in bytes.split(separator: newline, omittingEmptySubsequences: false).enumerated() {
            let end = start + line.count
            if line.count > columns, kinds[start..<end].contains(.comment),
                String(decoding: line, as: UTF8.self).count > columns
            {
                found.append(number + 1)
            }
            start = end + 1
        }
        return found
    }

    /// All functions, those inside others too, in the order in which they begin.
    var functions: [Function] {
        let code = zip(bytes, kinds).map { $1 == .code || $0 == newline ? $0 : UInt8(ascii: " ") }
        var found: [Function] = []
        var line = 1
        var index = 0
        while index < code.count {
            let start = index
            while index < code.count, Self.isWord[Int(code[index])] { index += 1 }
            if index == start {
                if code[index] == newline { line += 1 }
                index += 1
            } else if start == 0 || code[start - 1] != UInt8(ascii: "."),
                let last = endOfFunction(in: code, start..<index)
            {
                let lines = 1 + code[start...last].count { $0 == newline }
                found.append(Function(name: name(from: start), line: line, lines: lines))
            }
        }
        return found
    }

    private static let keywords: Set = ["func", "init", "deinit", "subscript", "var"]

    private static let isWord: [Bool] = (0..<256).map { byte in
        byte >= 0x80 || byte == 0x5F || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0x5F)
    }

    /// The place of the brace that ends the body of the declaration that `word` begins; `nil` where it begins none.
    private func endOfFunction(in code: [UInt8], _ word: Range<Int>) -> Int? {
        guard (3...9).contains(word.count) else { return nil }
        let keyword = String(decoding: code[word], as: UTF8.self)
        guard Self.keywords.contains(keyword) else { return nil }
        var depth = 0
        for index in word.upperBound..<code.count {
            switch code[index] {
            case UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: ")"), UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: "=") where keyword == "var" && depth == 0: return nil
            case UInt8(ascii: "}") where depth == 0: return nil
            case UInt8(ascii: "{") where depth == 0: return endOfBraces(in: code, from: index)
            case newline where depth == 0 && !continues(code, at: index): return nil
            default: break
            }
            if depth < 0 { return nil }
        }
        return nil
    }

    private func endOfBraces(in code: [UInt8], from start: Int) -> Int? {
        var depth = 0
        for index in start..<code.count {
            if code[index] == UInt8(ascii: "{") { depth += 1 }
            if code[index] == UInt8(ascii: "}") { depth -= 1 }
            if depth == 0 { return index }
        }
        return nil
    }

    /// Whether a declaration goes on behind a line break outside of parentheses.
    private func continues(_ code: [UInt8], at lineBreak: Int) -> Bool {
        let end = (code[..<lineBreak].lastIndex { $0 != UInt8(ascii: " ") } ?? -1) + 1
        if [",", "<", ":", "&", ">", "where"].contains(where: {
            code[..<end].suffix($0.utf8.count).elementsEqual($0.utf8)
        }) {
            return true
        }
        var index = lineBreak
        while index < code.count, code[index] == newline || code[index] == UInt8(ascii: " ") { index += 1 }
        return ["{", ">", "where", "->", "throws", "async"].contains { code[index...].starts(with: $0.utf8) }
    }

    private func name(from index: Int) -> String {
        let ends = "({\n".utf8
        let end = (index..<bytes.count).first { kinds[$0] == .code && ends.contains(bytes[$0]) } ?? bytes.count
        return String(decoding: bytes[index..<end], as: UTF8.self)
    }
}
