// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A head between two lines of three hyphens. Of YAML it reads `key: value` and lists.
struct YAMLHead {
    /// The beginning of the line behind its last.
    let end: Int
    private(set) var date: WrittenDate?
    private(set) var mood: Mood?
    private(set) var tags: [String] = []
    private(set) var title: String?

    private static let mostLines = 200
    /// Bytes of a line; of a longer one the beginning is read.
    private static let longestLine = 16_000
    private static let longestTitle = 300

    /// - Returns: `nil` where no head begins at that line.
    init?(_ text: FileText, at first: Range<Int>) {
        guard text.line(first, is: "---") else { return nil }
        var lines: [Range<Int>] = []
        var place = first.upperBound + 1
        while lines.count < Self.mostLines, place < text.bytes.count {
            let line = text.line(at: place)
            place = line.upperBound + 1
            if text.line(line, is: "---") || text.line(line, is: "...") {
                let lines = lines.map { text.string($0.prefix(Self.longestLine)) }
                guard Self.isHead(lines) else { return nil }
                end = min(place, text.bytes.count)
                read(lines)
                return
            }
            lines.append(line)
        }
        return nil
    }

    /// Whether lines between two rules are a head: the first says `key:`, and so does each other that is neither
    /// indented, nor of a list, nor a comment. What else stands there is text between two rules (CommonMark, "Thematic
    /// breaks").
    private static func isHead(_ lines: [String]) -> Bool {
        guard let first = lines.first, hasKey(first) else { return false }
        return lines.allSatisfy { line in
            guard let sign = line.first, !sign.isWhitespace else { return true }
            return "-#]}".contains(sign) || hasKey(line)
        }
    }

    /// Whether a line begins with the name of a value and a colon.
    private static func hasKey(_ line: String) -> Bool {
        guard let colon = line.firstIndex(of: ":"), line.first?.isWhitespace == false else { return false }
        let (key, rest) = (line[..<colon], line[line.index(after: colon)...])
        let isName = key.allSatisfy { $0.isLetter || $0.isNumber || "_-. \"'".contains($0) }
        return isName && key.split(separator: " ").count <= 3 && (rest.isEmpty || rest.first?.isWhitespace == true)
    }

    private mutating func read(_ lines: [String]) {
        var (key, time): (String, Int?) = ("", nil)
        var isFolded = false
        for line in lines {
            let bare = line.trimmingCharacters(in: .whitespaces)
            if isFolded, line.first?.isWhitespace == true {
                title = String([title, bare].compactMap { $0 }.joined(separator: " ").prefix(Self.longestTitle))
                continue
            }
            isFolded = false
            if bare.hasPrefix("- "), key == "tags" {
                tags.append(Self.plain(bare.dropFirst(2)))
                continue
            }
            guard let colon = line.firstIndex(of: ":"), line.first?.isWhitespace == false else { continue }
            key = line[..<colon].lowercased()
            let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            switch key {
            case "date", "created", "created_at", "created-at", "day":
                date = date ?? WrittenDate(anyOf: Self.plain(value[...]))
            case "time": time = WrittenDate.minute(Self.plain(value[...]))
            case "mood": mood = Mood(named: Self.plain(value[...]))
            // The text of these stands in the lines below.
            case "title" where value.hasPrefix(">") || value.hasPrefix("|"): isFolded = true
            case "title": title = String(Self.plain(value[...]).prefix(Self.longestTitle))
            case "tags", "keywords": tags += Self.list(value)
            default: break
            }
        }
        if let time { date?.minute = time }
        tags = tags.filter { !$0.isEmpty }.map { String($0.prefix(JournalEntry.longestTag)) }
    }

    private static func list(_ value: String) -> [String] {
        let bare = value.trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
        return bare.split(separator: ",", maxSplits: JournalEntry.mostTags).prefix(JournalEntry.mostTags)
            .map { plain($0) }.filter { !$0.isEmpty }
    }

    /// Without quotes around it.
    private static func plain(_ value: some StringProtocol) -> String {
        let text = value.trimmingCharacters(in: .whitespaces)
        for quote in ["\"", "'"] where text.count >= 2 && text.hasPrefix(quote) && text.hasSuffix(quote) {
            return unescaped(text.dropFirst().dropLast())
        }
        return text.hasPrefix("#") ? String(text.dropFirst()) : text
    }

    /// Without the backslashes before quotation marks and backslashes.
    private static func unescaped(_ text: Substring) -> String {
        var (result, isEscaped) = (String.UnicodeScalarView(), false)
        for scalar in text.unicodeScalars {
            if isEscaped, scalar != "\"", scalar != "\\" { result.append("\\") }
            isEscaped = !isEscaped && scalar == "\\"
            if !isEscaped { result.append(scalar) }
        }
        if isEscaped { result.append("\\") }
        return String(result)
    }
}
