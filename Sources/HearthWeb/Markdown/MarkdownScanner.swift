// SPDX-License-Identifier: Apache-2.0

extension MarkedText {
    /// Takes out what cmark-gfm must not read: formulas, before it finds emphasis and escapes in them, and each `[^`
    /// that begins no footnote, since it would drop the words in it. Code keeps what looks like a formula.
    ///
    /// - Parameter notes: the names of the footnotes that cmark-gfm may find.
    /// - Returns: also the names of all footnotes that are both referred to and defined.
    static func marking(_ text: String, notes: Set<String> = []) -> (text: MarkedText, notes: Set<String>) {
        var scanner = MarkdownScanner(text, notes: notes)
        return scanner.scan()
    }
}

private struct MarkdownScanner {
    private let scalars: [Unicode.Scalar]
    private var position = 0
    private var result: MarkedText

    private let notes: Set<String>
    private var defined: Set<String> = []
    private var referred: Set<String> = []
    /// Index of the last definition's colon.
    private var lastColon: Int?

    /// Runs of backquotes in the paragraph, so that each width is looked for once.
    private var backquotes: (runs: [Int: Int], end: Int) = ([:], 0)

    private static let longest = 4_000

    init(_ text: String, notes: Set<String>) {
        var scalars: [Unicode.Scalar] = []
        scalars.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            // A line ends in one way, so that everything that looks for lines finds the same ones.
            if scalar == "\n", scalars.last == "\r" { scalars.removeLast() }
            scalars.append(scalar == "\0" ? "\u{FFFD}" : scalar)
        }
        self.scalars = scalars.map { $0 == "\r" ? "\n" : $0 }
        self.notes = notes
        result = MarkedText(size: text.utf8.count)
    }

    mutating func scan() -> (text: MarkedText, notes: Set<String>) {
        while position < scalars.count {
            if isLineStart, let end = fenceEnd() {
                copy(to: end)
            } else if scalars[position] == "`" {
                copy(to: codeEnd())
            } else if !take(("$", "$"), ("$", "$"), isBlock: true), !take(("\\", "["), ("\\", "]"), isBlock: true),
                !take(("\\", "("), ("\\", ")"), isBlock: false), !takeDollars(), !takeNote()
            {
                // What a backslash escapes opens nothing.
                if scalars[position] == "\\", position + 1 < scalars.count { takeOne() }
                takeOne()
            }
        }
        return (result, defined.intersection(referred))
    }

    private var isLineStart: Bool { position == 0 || scalars[position - 1] == "\n" }

    /// Copies code. What is code to cmark-gfm may be less, so no footnote begins in it either.
    private mutating func copy(to end: Int) {
        while position < end {
            if has(("[", "^"), at: position) { takeBracket(isRead: false) } else { takeOne() }
        }
    }

    private mutating func takeOne() {
        result.append(scalars[position])
        position += 1
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

    /// `$x$`, as Pandoc reads it: nothing blank just inside, no digit after, all on one line; so prices are none. A
    /// capital letter after it is none either, as in `$HOME/bin:$PATH`.
    private mutating func takeDollars() -> Bool {
        let start = position + 1
        guard scalars[position] == "$", start < scalars.count, !scalars[start].properties.isWhitespace,
            scalars[start] != "$"
        else { return false }
        for end in start..<min(scalars.count, start + Self.longest) {
            if scalars[end] == "\n" { return false }
            guard scalars[end] == "$", scalars[end - 1] != "\\" else { continue }
            let next = end + 1 < scalars.count ? scalars[end + 1] : " "
            if scalars[end - 1].properties.isWhitespace || ("0"..."9").contains(next) || ("A"..."Z").contains(next) {
                return false
            }
            keep(start..<end, through: end + 1, isBlock: false)
            return true
        }
        return false
    }

    private mutating func keep(_ body: Range<Int>, through end: Int, isBlock: Bool) {
        func text(_ range: Range<Int>) -> String { String(String.UnicodeScalarView(scalars[range])) }
        result.keep(.formula(MarkdownFormula(source: text(position..<end), body: text(body).trimmed, isBlock: isBlock)))
        position = end
    }

    // MARK: Footnotes

    /// Takes `[^name]`, or `[^name]:` where a block may begin.
    private mutating func takeNote() -> Bool {
        guard has(("[", "^"), at: position) else { return false }
        guard let end = noteEnd() else {
            // Where a block begins, `[^…]:` would be an address to refer to, and would not be shown.
            takeBracket(isRead: notes.isEmpty && !isBlockStart)
            return true
        }
        let next: Unicode.Scalar = end + 1 < scalars.count ? scalars[end + 1] : " "
        let name = String(String.UnicodeScalarView(scalars[position + 2..<end])).lowercased()
        if next == ":", isBlockStart {
            lastColon = end + 1
            let isFirst = defined.insert(name).inserted
            takeBracket(isRead: isFirst && notes.contains(name))
        } else {
            referred.insert(name)
            // `[^name](address)` is a link.
            takeBracket(isRead: notes.isEmpty || notes.contains(name) || next == "(")
        }
        while position <= end { takeOne() }
        return true
    }

    private mutating func takeBracket(isRead: Bool) {
        if isRead { result.append("[") } else { result.keep(.text("[")) }
        position += 1
    }

    /// The bracket that closes the name of a footnote. A name has only letters that cmark-gfm compares as we do.
    private func noteEnd() -> Int? {
        let end = scalars[(position + 2)...].prefix(100).prefix(while: Self.isName).endIndex
        return end > position + 2 && end < scalars.count && scalars[end] == "]" ? end : nil
    }

    private static func isName(_ scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        guard scalar.isASCII else { return properties.isAlphabetic && !properties.changesWhenCaseFolded }
        return properties.isAlphabetic || "-_.0123456789".unicodeScalars.contains(scalar)
    }

    /// Whether only what opens quotes, lists and other footnotes stands before this place on its line.
    private var isBlockStart: Bool {
        var index = position
        while index > 0, scalars[index - 1] != "\n" {
            index -= 1
            if index == lastColon { return true }
            guard " \t>-+*.)0123456789".unicodeScalars.contains(scalars[index]) else { return false }
        }
        return true
    }

    // MARK: Code

    /// The end of a run of backquotes and of what stands between it and the next run as long.
    private mutating func codeEnd() -> Int {
        let opened = runEnd(position)
        if position >= backquotes.end { backquotes = lastRuns() }
        guard let last = backquotes.runs[opened - position], last >= opened else { return opened }
        var index = opened
        while index <= last {
            let end = runEnd(index)
            if end - index == opened - position { return end }
            index = max(end, index + 1)
        }
        return opened
    }

    private func runEnd(_ start: Int) -> Int { scalars[start...].firstIndex { $0 != "`" } ?? scalars.count }

    /// Finds the index of the last run of each width in this paragraph, and that of the paragraph's end: an empty line.
    private func lastRuns() -> (runs: [Int: Int], end: Int) {
        var runs: [Int: Int] = [:]
        var index = position
        while index < scalars.count, !has(("\n", "\n"), at: index) {
            let end = runEnd(index)
            if end > index { runs[end - index] = index }
            index = max(end, index + 1)
        }
        return (runs, index)
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

    /// Index of the line after `index`.
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
