// SPDX-License-Identifier: Apache-2.0

/// A formula in a text: `$…$`, `$$…$$`, `\(…\)` or `\[…\]`.
struct Formula: Sendable, Equatable {
    /// With what it stands between.
    let source: String
    let body: String
    let isBlock: Bool

    /// A formula's place in a text is kept by its number between two characters that no text may have.
    private static let open: Unicode.Scalar = "\u{E000}"
    private static let close: Unicode.Scalar = "\u{E001}"

    static func place(_ number: Int) -> String { "\(open)\(number)\(close)" }
    static func isReserved(_ scalar: Unicode.Scalar) -> Bool { scalar == open || scalar == close }

    /// Puts a text together again from what stands between formulas and the formulas.
    static func replace(
        in literal: String, _ formulas: [Formula], text: (String) -> String, formula: (Formula) -> String
    ) -> String {
        var result = ""
        var rest = literal.unicodeScalars[...]
        while let start = rest.firstIndex(of: open) {
            result += text(String(rest[..<start]))
            let end = rest[start...].firstIndex(of: close) ?? rest.endIndex
            if let number = Int(String(rest[rest.index(after: start)..<end])), formulas.indices.contains(number) {
                result += formula(formulas[number])
            }
            rest = end == rest.endIndex ? rest[end...] : rest[rest.index(after: end)...]
        }
        return result + text(String(rest))
    }
}

/// Takes the formulas out of a text before Markdown finds emphasis and escapes in them. Code keeps what looks like one.
func extractFormulas(from text: String) -> (text: String, formulas: [Formula]) {
    var scanner = FormulaScanner(text)
    return scanner.scan()
}

private struct FormulaScanner {
    private let scalars: [Unicode.Scalar]
    private var position = 0
    private var result = String.UnicodeScalarView()
    private var formulas: [Formula] = []

    private static let longest = 4_000

    init(_ text: String) {
        scalars = text.unicodeScalars.map { Formula.isReserved($0) || $0 == "\0" ? "\u{FFFD}" : $0 }
    }

    mutating func scan() -> (text: String, formulas: [Formula]) {
        while position < scalars.count {
            if isLineStart, let end = fenceEnd() {
                copy(to: end)
            } else if scalars[position] == "`" {
                copy(to: codeEnd())
            } else if !take(("$", "$"), ("$", "$"), isBlock: true), !take(("\\", "["), ("\\", "]"), isBlock: true),
                !take(("\\", "("), ("\\", ")"), isBlock: false), !takeDollars()
            {
                // What a backslash escapes opens nothing.
                copy(to: min(scalars.count, position + (scalars[position] == "\\" ? 2 : 1)))
            }
        }
        return (String(result), formulas)
    }

    private var isLineStart: Bool { position == 0 || scalars[position - 1] == "\n" }

    private mutating func copy(to end: Int) {
        result.append(contentsOf: scalars[position..<end])
        position = end
    }

    /// The marks that formulas stand between, two characters each.
    private typealias Mark = (Unicode.Scalar, Unicode.Scalar)

    private func has(_ mark: Mark, at index: Int) -> Bool {
        index + 1 < scalars.count && scalars[index] == mark.0 && scalars[index + 1] == mark.1
    }

    private mutating func take(_ open: Mark, _ close: Mark, isBlock: Bool) -> Bool {
        guard has(open, at: position) else { return false }
        let start = position + 2
        for end in start..<min(scalars.count, start + Self.longest) {
            if has(close, at: end) {
                guard end > start else { return false }
                keep(start..<end, through: end + 2, isBlock: isBlock)
                return true
            }
            // Formulas do not nest. Ending here, a text of opening marks alone is read once and not once for each.
            if has(open, at: end) { return false }
        }
        return false
    }

    /// `$x$`, as Pandoc reads it: nothing blank just inside, no digit after, all on one line; so prices are none.
    private mutating func takeDollars() -> Bool {
        let start = position + 1
        guard scalars[position] == "$", start < scalars.count, !scalars[start].properties.isWhitespace,
            scalars[start] != "$"
        else { return false }
        for end in start..<min(scalars.count, start + Self.longest) {
            if scalars[end] == "\n" { return false }
            guard scalars[end] == "$", scalars[end - 1] != "\\" else { continue }
            let next = end + 1 < scalars.count ? scalars[end + 1] : " "
            if scalars[end - 1].properties.isWhitespace || ("0"..."9").contains(next) { return false }
            keep(start..<end, through: end + 1, isBlock: false)
            return true
        }
        return false
    }

    private mutating func keep(_ body: Range<Int>, through end: Int, isBlock: Bool) {
        func text(_ range: Range<Int>) -> String { String(String.UnicodeScalarView(scalars[range])) }
        result.append(contentsOf: Formula.place(formulas.count).unicodeScalars)
        formulas.append(Formula(source: text(position..<end), body: text(body).trimmed, isBlock: isBlock))
        position = end
    }

    // MARK: Code

    /// The end of a run of backquotes and of what stands between it and the next run as long.
    private func codeEnd() -> Int {
        func runEnd(_ start: Int) -> Int { (start..<scalars.count).first { scalars[$0] != "`" } ?? scalars.count }
        let opened = runEnd(position)
        var index = opened
        while index < scalars.count {
            guard scalars[index] == "`" else {
                // An empty line ends the paragraph, and with it the hope for an end.
                if scalars[index] == "\n", index + 1 < scalars.count, scalars[index + 1] == "\n" { break }
                index += 1
                continue
            }
            let end = runEnd(index)
            if end - index == opened - position { return end }
            index = end
        }
        return opened
    }

    /// The end of the fenced code that begins on this line, or `nil`.
    private func fenceEnd() -> Int? {
        var index = position
        while index < scalars.count, scalars[index] == " " { index += 1 }
        guard index < scalars.count, scalars[index] == "`" || scalars[index] == "~" else { return nil }
        let mark = scalars[index]
        let width = scalars[index...].prefix { $0 == mark }.count
        guard width >= 3 else { return nil }
        var line = lineEnd(index)
        while line < scalars.count {
            let start = line
            line = lineEnd(start)
            let words = scalars[start..<line].drop { $0 == " " }
            let run = words.prefix { $0 == mark }.count
            if run >= width, words.dropFirst(run).allSatisfy(\.properties.isWhitespace) { return line }
        }
        return scalars.count
    }

    /// Where the line after `index` begins.
    private func lineEnd(_ index: Int) -> Int {
        scalars[index...].firstIndex(of: "\n").map { $0 + 1 } ?? scalars.count
    }
}

extension String {
    var trimmed: String {
        let kept = drop(while: \.isWhitespace)
        return String(kept[..<(kept.lastIndex { !$0.isWhitespace }.map { kept.index(after: $0) } ?? kept.startIndex)])
    }
}
