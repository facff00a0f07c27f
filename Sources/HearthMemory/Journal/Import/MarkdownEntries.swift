// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The entries of a Markdown file: with heads in YAML, else one of the day that its name says, else one for each
/// heading that is a date.
struct MarkdownEntries {
    private let text: String
    private let file: String
    private let pictures: PictureNames

    init(_ text: String, file: String, _ pictures: PictureNames) {
        self.text = text.replacing("\r\n", with: "\n").replacing("\u{FEFF}", with: "")
        (self.file, self.pictures) = (file, pictures)
    }

    func add(to result: inout JournalImport) {
        for part in parts {
            guard let date = part.date else {
                // A file without a date and without anything else is nothing that somebody would miss.
                result.leaveOut(part.body.allSatisfy(\.isWhitespace) ? .empty : .noDate)
                continue
            }
            var entry = JournalImport.Entry(day: date.day, minute: date.minute, text: "")
            (entry.mood, entry.tags) = (part.mood, part.tags)
            let missing = takePictures(part.body, into: &entry)
            result.leaveOut(.missingPhotos, missing)
            result.entries.append(entry)
        }
    }

    private struct Part {
        var date: WrittenDate?
        var mood: Mood?
        var tags: [String] = []
        var body = ""
    }

    private var parts: [Part] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let heads = YAMLHead.all(in: lines)
        guard heads.isEmpty else {
            return heads.enumerated().map { place, head in
                let end = place + 1 < heads.count ? heads[place + 1].start : lines.count
                let body = lines[head.end..<end].map { $0 == "\\---" ? "---" : $0 }
                var part = Part(mood: head.mood, tags: head.tags, body: body.joined(separator: "\n"))
                part.date = head.date ?? WrittenDate(fileName: file)
                if let title = head.title, !part.body.contains(title) { part.body = "# \(title)\n\n\(part.body)" }
                if part.date == nil { part.date = lines.lazy.compactMap { WrittenDate(heading: $0) }.first }
                return part
            }
        }
        if let date = WrittenDate(fileName: file) { return [Part(date: date, body: text)] }
        return byHeadings(lines)
    }

    /// A part for each heading that is a date.
    private func byHeadings(_ lines: [Substring]) -> [Part] {
        let starts = lines.indices.filter { WrittenDate(heading: lines[$0]) != nil }
        guard !starts.isEmpty else { return [Part(body: text)] }
        var parts = starts.enumerated().map { place, start in
            let end = place + 1 < starts.count ? starts[place + 1] : lines.count
            return Part(
                date: WrittenDate(heading: lines[start]), body: lines[(start + 1)..<end].joined(separator: "\n"))
        }
        let before = lines[..<starts[0]].joined(separator: "\n")
        if !before.allSatisfy(\.isWhitespace) { parts[0].body = before + "\n" + parts[0].body }
        return parts
    }

    /// Takes the pictures of the archive out of the text.
    /// - Returns: how many it names that are not there.
    private func takePictures(_ text: String, into entry: inout JournalImport.Entry) -> Int {
        var (photos, missing): ([String], Int) = ([], 0)
        func take(_ path: String, _ whole: Substring) -> String {
            if let name = pictures.find(path, from: file) {
                photos.append(name)
                return ""
            }
            if !path.contains("://") { missing += 1 }
            return String(whole)
        }
        var rest = text.replacing(#/!\[[^\]\n]{0,300}\]\(<?([^)>\n]{1,500})>?\)/#) { take(String($0.1), $0.0) }
        rest = rest.replacing(#/!\[\[([^\]|\n]{1,300})(?:\|[^\]\n]{0,100})?\]\]/#) { take(String($0.1), $0.0) }
        (entry.text, entry.photos) = (rest, photos)
        return missing
    }
}

/// A head between two lines of three hyphens. Of YAML it reads `key: value` and lists.
struct YAMLHead {
    /// Its first line, and the one behind its last.
    let start: Int
    let end: Int
    private(set) var date: WrittenDate?
    private(set) var mood: Mood?
    private(set) var tags: [String] = []
    private(set) var title: String?

    private static let mostLines = 200

    /// The one that begins the file, and those behind it that begin with a date.
    static func all(in lines: [Substring]) -> [YAMLHead] {
        var heads: [YAMLHead] = []
        var place = lines.firstIndex { !$0.allSatisfy(\.isWhitespace) } ?? lines.count
        while place < lines.count {
            let isDate = place + 1 < lines.count && lines[place + 1].hasPrefix("date:")
            if lines[place] == "---", heads.isEmpty || isDate, let head = YAMLHead(lines, at: place) {
                heads.append(head)
                place = head.end
            } else {
                if heads.isEmpty { return [] }
                place += 1
            }
        }
        return heads
    }

    private init?(_ lines: [Substring], at start: Int) {
        let most = min(lines.count, start + 1 + Self.mostLines)
        guard start + 1 < most, let close = (start + 1..<most).first(where: { ["---", "..."].contains(lines[$0]) })
        else { return nil }
        (self.start, end) = (start, close + 1)
        var (key, time): (String, Int?) = ("", nil)
        for line in lines[(start + 1)..<close] {
            let bare = line.trimmingCharacters(in: .whitespaces)
            if bare.hasPrefix("- "), key == "tags" {
                tags.append(Self.plain(bare.dropFirst(2)))
                continue
            }
            guard let colon = line.firstIndex(of: ":"), line.first?.isWhitespace == false else { continue }
            key = line[..<colon].lowercased()
            let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            switch key {
            case "date", "created", "day": date = date ?? WrittenDate(Self.plain(value[...]))
            case "time": time = WrittenDate.minute(Self.plain(value[...]))
            case "mood": mood = Mood(named: Self.plain(value[...]))
            case "title": title = Self.plain(value[...])
            case "tags", "keywords": tags += Self.list(value)
            default: break
            }
        }
        if let time { date?.minute = time }
        tags = tags.filter { !$0.isEmpty }.map { String($0.prefix(JournalEntry.longestTag)) }
    }

    private static func list(_ value: String) -> [String] {
        let bare = value.trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
        return bare.split(separator: ",").map { plain($0) }.filter { !$0.isEmpty }
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
