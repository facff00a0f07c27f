// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The entries of a Markdown file: with heads in YAML, else one of the day that its name says, else one for each
/// heading that is a date.
///
/// The file is read once from its beginning to its end, and one entry at a time is made of it.
struct MarkdownEntries {
    private let text: FileText
    private let file: String
    private let folder: [String]
    private let pictures: PictureNames
    private let most: Int
    private let check: () throws -> Void

    /// Bytes of an entry before its pictures are taken out; what is longer is too long without them, too.
    private static let longest = 2 * JournalEntry.longestText
    /// A name of more bytes names no folder that a picture could be in.
    private static let longestName = 1_000
    private static let linesPerCheck = 1_000

    /// - Parameters:
    ///   - most: how many entries the result may have.
    ///   - check: is called now and then; what it throws ends the work.
    init(
        _ text: FileText, file: String, _ pictures: PictureNames, most: Int, check: @escaping () throws -> Void
    ) {
        (self.text, self.file, self.pictures) = (text, file, pictures)
        (self.most, self.check) = (most, check)
        let isNamed = file.utf8.count <= Self.longestName
        folder = isNamed ? file.split(separator: "/").dropLast().map(String.init) : []
    }

    /// - Throws: `JournalError` `.tooLarge` where there are more entries than the result may have.
    func add(to result: inout JournalImport) throws {
        if let first = try firstHead() { return try addWithHeads(first, to: &result) }
        let all = 0..<text.bytes.count
        if let date = WrittenDate(fileName: file) { return try add(Part(date: date, body: [all]), to: &result) }
        try addByHeadings(to: &result)
    }

    // MARK: Parts

    private struct Part {
        var date: WrittenDate?
        var head: YAMLHead?
        /// The lines of the file, in their order.
        var body: [Range<Int>]
    }

    private func add(_ part: Part, to result: inout JournalImport) throws {
        try check()
        guard let date = part.date else {
            // A file without a date and without anything else is nothing that somebody would miss.
            let isEmpty = part.head?.title == nil && part.body.allSatisfy(text.isBlank)
            return result.leaveOut(isEmpty ? .empty : .noDate)
        }
        guard part.body.map(\.count).reduce(0, +) <= Self.longest else { return result.leaveOut(.unreadable) }
        var body = part.body.map(text.string).joined(separator: "\n")
        if let head = part.head {
            body = body.replacingEscapedRules
            if let title = head.title, !Array(body.utf8).contains(Array(title.utf8)) { body = "# \(title)\n\n\(body)" }
        }
        var entry = JournalImport.Entry(day: date.day, minute: date.minute, text: "")
        (entry.mood, entry.tags) = (part.head?.mood, part.head?.tags ?? [])
        result.leaveOut(.missingPhotos, takePictures(body, into: &entry))
        result.entries.append(entry)
        guard result.entries.count <= most else { throw JournalError(.tooLarge, "there are more than \(most) entries") }
    }

    /// Takes the pictures of the archive out of the text.
    /// - Returns: how many it names that are not there.
    private func takePictures(_ text: String, into entry: inout JournalImport.Entry) -> Int {
        var (photos, missing): ([String], Int) = ([], 0)
        entry.text = TextPictures.taken(from: text) { address in
            if let name = pictures.find(address, from: folder) {
                photos.append(name)
                return true
            }
            if !address.contains("://") { missing += 1 }
            return false
        }
        entry.photos = photos
        return missing
    }

    // MARK: Heads

    /// The head that begins the file.
    private func firstHead() throws -> YAMLHead? {
        var place = 0
        while place < text.bytes.count {
            let line = text.line(at: place)
            if !text.isBlank(line) { return YAMLHead(text, at: line) }
            place = line.upperBound + 1
        }
        return nil
    }

    private func addWithHeads(_ first: YAMLHead, to result: inout JournalImport) throws {
        // The date of the file, for heads without one: its name's, or that of its first heading.
        var ofFile: WrittenDate??
        func end(_ head: YAMLHead, at end: Int) throws {
            var part = Part(date: head.date, head: head, body: [min(head.end, end)..<end])
            if part.date == nil {
                let date = try ofFile ?? (WrittenDate(fileName: file) ?? firstHeading())
                ofFile = .some(date)
                part.date = date
            }
            try add(part, to: &result)
        }
        var (head, place, lines) = (first, first.end, 0)
        while place < text.bytes.count {
            lines += 1
            if lines.isMultiple(of: Self.linesPerCheck) { try check() }
            let line = text.line(at: place)
            let next = min(line.upperBound + 1, text.bytes.count)
            if text.line(line, is: "---"), text.begins(next..<text.bytes.count, with: "date:"),
                let found = YAMLHead(text, at: line)
            {
                try end(head, at: max(head.end, line.lowerBound - 1))
                (head, place) = (found, found.end)
            } else {
                place = line.upperBound + 1
            }
        }
        try end(head, at: text.bytes.count)
    }

    // MARK: Headings

    private func firstHeading() throws -> WrittenDate? {
        var found: WrittenDate?
        try forEachHeading { _, date in
            found = date
            return false
        }
        return found
    }

    /// A part for each heading that is a date. What stands before the first belongs to it.
    private func addByHeadings(to result: inout JournalImport) throws {
        var last: (date: WrittenDate, end: Int)?
        var before: [Range<Int>] = []
        func end(at end: Int, to result: inout JournalImport) throws {
            guard let last else { return }
            let body = min(last.end, end)..<end
            try add(Part(date: last.date, body: before + [body]), to: &result)
            before = []
        }
        try forEachHeading { line, date in
            if last == nil {
                let beginning = 0..<max(0, line.lowerBound - 1)
                if !text.isBlank(beginning) { before = [beginning] }
            } else {
                try end(at: max(last?.end ?? 0, line.lowerBound - 1), to: &result)
            }
            last = (date, line.upperBound + 1)
            return true
        }
        if last == nil { return try add(Part(body: [0..<text.bytes.count]), to: &result) }
        try end(at: text.bytes.count, to: &result)
    }

    /// - Parameter isWanted: is told of each heading that is a date; whether there is to be another.
    private func forEachHeading(_ isWanted: (Range<Int>, WrittenDate) throws -> Bool) throws {
        var (place, lines) = (0, 0)
        while place < text.bytes.count {
            lines += 1
            if lines.isMultiple(of: Self.linesPerCheck) { try check() }
            let line = text.line(at: place)
            if line.count <= WrittenDate.longestHeading, text.begins(line, with: "#"),
                let date = WrittenDate(heading: text.string(line)), try !isWanted(line, date)
            {
                return
            }
            place = line.upperBound + 1
        }
    }
}

extension String {
    /// With `---` for lines that are `\---`, which are no heads.
    fileprivate var replacingEscapedRules: String {
        guard utf8.contains(UInt8(ascii: "\\")) else { return self }
        return utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
            .map { $0.elementsEqual("\\---".utf8) ? "---" : String(Substring($0)) }.joined(separator: "\n")
    }
}
