// SPDX-License-Identifier: Apache-2.0

/// The marks of Markdown in what somebody wrote: they are no words of a fact, and nobody wants to read them in one.
///
/// A mark is told by what stands right beside it, so a part of a text has the same marks as the whole.
public enum Markup {
    /// A text as it reads without its marks; its lines stay.
    public static func plain(_ text: String) -> String {
        guard text.utf8.contains(where: signs.contains) else { return text }
        let characters = Array(text)
        let marks = marks(in: characters)
        guard marks.contains(true) else { return text }
        let lines = String(zip(characters, marks).map { $1 ? " " : $0 }).split(
            omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        return lines.map { closedUp($0) }.joined(separator: "\n")
    }

    /// Without one of these there is no mark.
    private static let signs = Set("#-*+>[_~0123456789".utf8)

    /// For each character, whether it is a mark.
    static func marks(in characters: [Character]) -> [Bool] {
        var marks = Array(repeating: false, count: characters.count)
        var start = 0
        while start < characters.count {
            let end = characters[start...].firstIndex(where: \.isNewline) ?? characters.count
            markBeginning(of: start..<end, in: characters, &marks)
            markLinks(in: start..<end, of: characters, &marks)
            markEmphasis(in: start..<end, of: characters, &marks)
            start = end + 1
        }
        return marks
    }

    /// Single spaces, and none before a mark that ends something, nor at the ends.
    static func closedUp(_ text: some StringProtocol) -> String {
        var result = ""
        for character in text {
            if character == " ", result.isEmpty || result.last == " " { continue }
            if ".,;:!?…)".contains(character), result.last == " ", !": ;!?".contains(character) {
                result.removeLast()
            }
            result.append(character)
        }
        while result.last == " " { result.removeLast() }
        return result
    }

    // MARK: Lines

    /// Headings, quotations, lists and their boxes: "## ", "> ", "- ", "3. ", "[x] ".
    private static func markBeginning(of line: Range<Int>, in characters: [Character], _ marks: inout [Bool]) {
        var at = line.lowerBound
        while at < line.upperBound {
            while at < line.upperBound, characters[at].isWhitespace { at += 1 }
            guard let length = mark(at: at, in: characters[..<line.upperBound]) else { return }
            for index in at..<at + length { marks[index] = true }
            at += length
        }
    }

    private static func mark(at start: Int, in line: ArraySlice<Character>) -> Int? {
        let rest = line[start...]
        guard let first = rest.first else { return nil }
        let length: Int
        switch first {
        case "#": length = rest.prefix(7).prefix { $0 == "#" }.count
        case "-", "*", "+", ">": length = 1
        case "[": length = rest.prefix(3).last == "]" && " xX".contains(rest.dropFirst().first ?? "-") ? 3 : 0
        default:
            let digits = rest.prefix { $0.isASCII && $0.isNumber }.count
            length = (1...3).contains(digits) && [".", ")"].contains(rest.dropFirst(digits).first) ? digits + 1 : 0
        }
        guard length > 0, length < 7, rest.dropFirst(length).first?.isWhitespace == true else { return nil }
        return length
    }

    // MARK: Within lines

    /// "[words](address)" and all of "![words](address)".
    private static func markLinks(in line: Range<Int>, of characters: [Character], _ marks: inout [Bool]) {
        var at = line.lowerBound
        while let open = characters[at..<line.upperBound].firstIndex(of: "[") {
            at = open + 1
            guard let close = characters[at..<line.upperBound].firstIndex(where: { "[]".contains($0) }),
                characters[close] == "]", close + 1 < line.upperBound, characters[close + 1] == "("
            else { continue }
            // Where nothing closes this one, nothing closes those behind it.
            guard let end = characters[close..<line.upperBound].firstIndex(of: ")") else { return }
            let isPicture = open > line.lowerBound && characters[open - 1] == "!"
            let marked = isPicture ? [open - 1...end] : [open...open, close...end]
            for index in marked.joined() { marks[index] = true }
            at = end + 1
        }
    }

    /// Stars, underscores and tildes that begin or end something, and none between words or within one.
    private static func markEmphasis(in line: Range<Int>, of characters: [Character], _ marks: inout [Bool]) {
        var at = line.lowerBound
        while at < line.upperBound {
            let sign = characters[at]
            guard "*_~".contains(sign) else {
                at += 1
                continue
            }
            let end = characters[at..<line.upperBound].firstIndex { $0 != sign } ?? line.upperBound
            let before = at > line.lowerBound ? characters[at - 1] : " "
            let after = end < line.upperBound ? characters[end] : " "
            if isEmphasis(sign, end - at, between: before, and: after) {
                for index in at..<end { marks[index] = true }
            }
            at = end
        }
    }

    private static func isEmphasis(
        _ sign: Character, _ length: Int, between before: Character, and after: Character
    ) -> Bool {
        guard !before.isWhitespace || !after.isWhitespace, length <= 3 else { return false }
        if sign == "~" { return length == 2 }
        if sign == "*", length > 1 { return true }
        // "3*4", "4* hotel", "snake_case"
        let opens = !isWord(before) && !after.isWhitespace && !after.isNumber
        let closes = !isWord(after) && !before.isWhitespace && !before.isNumber
        return opens || closes
    }

    private static func isWord(_ character: Character) -> Bool { character.isLetter || character.isNumber }
}

extension FactEvidence {
    /// The quotation as it is shown.
    public var plainQuote: String { Markup.plain(quote) }
}
