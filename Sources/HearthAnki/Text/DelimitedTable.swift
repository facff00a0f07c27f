// SPDX-License-Identifier: Apache-2.0

public import Foundation
import HearthWords

/// A CSV or TSV file: its records, how it is written, and what its columns may mean.
///
/// Reading tells separator, quotes and encoding from the file, and follows the directives that Anki writes. A page can
/// show `records` as a preview and let the user change `format` and `mapping` before anything is imported.
public struct DelimitedTable: Sendable {
    /// Changing the separator or the quote needs `init(_:format:limits:watch:)`.
    public private(set) var format: DelimitedFormat
    /// Names of the columns; empty where the file has none.
    public private(set) var names: [String] = []
    /// Without the header.
    public private(set) var records: [[String]] = []
    /// The line of each record, from 1.
    private var lines: [Int] = []
    /// The lines on which a quotation mark opens a field and nothing closes it, from 1, the first 200 of them; it is
    /// read as a letter.
    public private(set) var unclosedQuotes: [Int] = []
    private var unclosedQuoteCount = 0
    /// A guess, one for each column.
    public var mapping = ColumnMapping([])
    private let directives: TextDirectives
    /// The file, where it does not say how its letters are written: `read(as:)` needs it.
    private let source: (name: String, bytes: [UInt8], limits: ImportLimits)?

    /// Whether `format.encoding` is only a guess.
    public var isEncodingGuessed: Bool { source != nil }

    /// - Parameters:
    ///   - format: how the file is written where the user knows better.
    ///   - encoding: how its letters are, where the user knows that alone.
    /// - Throws: `AnkiError` `.unreadable`, `.tooLarge`, `.notAPackage` for files without text, `.cancelled`.
    public init(
        _ file: URL, format: DelimitedFormat? = nil, encoding: TextEncoding? = nil,
        limits: ImportLimits = ImportLimits(),
        watch: @escaping ImportWatch = { _ in true }
    ) throws(AnkiError) {
        let input = try InputFile(file)
        guard input.size <= limits.textFileBytes else {
            throw AnkiError(
                .tooLarge, input.name, "is larger than \(limits.textFileBytes >> 20) MB",
                reason: .init("larger", ["size": "\(limits.textFileBytes >> 20)"]))
        }
        try self.init(
            try input.bytes(at: 0, count: input.size), name: input.name, format: format, encoding: encoding,
            WorkWatch(limits, watch))
    }

    init(
        _ file: [UInt8], name: String, format: DelimitedFormat? = nil, encoding known: TextEncoding? = nil,
        _ watch: WorkWatch
    ) throws(AnkiError) {
        let encoding = known ?? format?.encoding ?? TextEncoding(of: file)
        source = TextEncoding.isSure(of: file) ? nil : (name: name, bytes: file, limits: watch.limits)
        let bytes = encoding.utf8(file)
        guard !bytes.contains(0) else {
            throw AnkiError(
                .notAPackage, name, "is not a text file: it has zero bytes in it", reason: .init("notText"))
        }
        let (directives, start) = TextDirectives.read(bytes)
        var sniffed = DelimitedFormat(
            sniffing: bytes[start...], encoding: encoding, separator: directives.separator)
        let isOfAnki = directives.separator != nil && !directives.isOfSpreadsheet
        if isOfAnki || directives.columns != nil { sniffed.hasHeader = false }
        sniffed.isHTML = directives.isHTML ?? false
        (self.format, self.directives) = (format ?? sniffed, directives)
        try read(bytes, from: start, name, watch)
        guessMapping()
    }

    private mutating func guessMapping() {
        let count = records.reduce(names.count) { max($0, $1.count) }
        mapping = ColumnMapping(names: names, count: count, directives)
    }

    private mutating func read(
        _ bytes: [UInt8], from start: Int, _ name: String, _ watch: WorkWatch
    ) throws(AnkiError) {
        let (separator, quote) = (format.separator.asciiValue ?? 0x2C, format.quote.asciiValue ?? 0x22)
        if let columns = directives.columns {
            var reader = DelimitedReader(Array(columns.utf8), separator: separator, quote: quote)
            names = (reader.next() ?? []).map { CollectionReader.name($0) }
        }
        var reader = DelimitedReader(bytes, from: start, separator: separator, quote: quote)
        if format.hasHeader { names = Self.names(reader.next() ?? []) }
        while let record = reader.next() {
            let length = record.reduce(0) { $0 + $1.utf8.count }
            try watch.took(WordsRead.bytesOfWord + 48 * record.count + length, for: name)
            records.append(record)
            lines.append(reader.line)
            if records.count % 1000 == 0 { try watch.reached(.notes, records.count, of: nil) }
        }
        (unclosedQuotes, unclosedQuoteCount) = (reader.unclosed, reader.unclosedCount)
        guard !records.isEmpty else {
            throw AnkiError(.notAPackage, name, "has no rows in it", reason: .init("noRows"))
        }
        try watch.reached(.notes, records.count, of: records.count)
    }

    /// Reads the file again, its letters in another encoding. Header and mapping are guessed anew.
    /// - Throws: `AnkiError` `.notAPackage` where that is no text, `.tooLarge`.
    public mutating func read(as encoding: TextEncoding) throws(AnkiError) {
        guard let source, encoding != format.encoding else { return }
        let watch = WorkWatch(source.limits) { _ in true }
        self = try DelimitedTable(source.bytes, name: source.name, encoding: encoding, watch)
    }

    /// A column's name is kept with every word that has something in it.
    private static func names(_ record: [String]) -> [String] {
        record.map { CollectionReader.name($0.trimmingCharacters(in: .whitespaces)) }
    }

    /// Takes the first record as the names of the columns, or the names as the first record. The mapping is
    /// guessed anew.
    public mutating func setHeader(_ hasHeader: Bool) {
        guard hasHeader != format.hasHeader, directives.columns == nil else { return }
        if hasHeader {
            guard records.count > 1 else { return }
            names = Self.names(records.removeFirst())
            lines.removeFirst()
        } else {
            records.insert(names, at: 0)
            lines.insert(1, at: 0)
            names = []
        }
        format.hasHeader = hasHeader
        guessMapping()
    }

    /// The words of the table, by `mapping`. Rows without a word, and rows that say the same as one before, are left
    /// out and named.
    ///
    /// - Parameter deck: where words go whose row names no deck, as a path.
    public func words(deck: String) -> WordsRead {
        var (words, report, paths) = (WordImport(), ImportReport(), DeckPaths())
        var (seen, guids, places) = (Set<SeenRow>(), Set<String>(), [String: Int]())
        seen.reserveCapacity(records.count)
        words.words.reserveCapacity(records.count)
        report.noteUnclosedQuotes(unclosedQuotes, of: unclosedQuoteCount)
        for (record, line) in zip(records, lines) {
            let row = TableRow(record, mapping, isHTML: format.isHTML, directives)
            guard !row.content.word.isEmpty else {
                report.skip(.empty, "line", "\(line)")
                continue
            }
            guard (try? row.content.check()) != nil else {
                // Of what a check looks for, only length is left.
                report.skip(.tooLarge, "line", "\(line)")
                continue
            }
            let name = row.deck ?? directives.deck ?? deck
            let place = places[name] ?? paths.place(of: name)
            places[name] = place
            guard seen.insert(SeenRow(row.content, deck: place)).inserted else {
                report.skip(.duplicate, "line", "\(line)")
                continue
            }
            let guid = row.guid.flatMap { guids.insert($0).inserted ? $0 : nil }
            words.words.append(ImportedWord(guid: guid, deck: place, content: row.content))
        }
        words.decks = paths.decks
        return WordsRead(words, report)
    }
}

/// Traits by which a row is the same as another one.
private struct SeenRow: Hashable {
    var deck: Int
    var word: String
    var translation: String
    var definition: String

    init(_ content: FlashcardContent, deck: Int) {
        (self.deck, word) = (deck, content.word)
        (translation, definition) = (content.translation, content.definition)
    }
}

/// A record, read by a mapping.
struct TableRow {
    private(set) var content = FlashcardContent(word: "")
    private(set) var deck: String?
    private(set) var guid: String?

    init(_ record: [String], _ mapping: ColumnMapping, isHTML: Bool, _ directives: TextDirectives) {
        content.tags = directives.tags
        content.kind = directives.notetype
        for (field, column) in zip(record, mapping.columns) {
            let value = isHTML ? PlainText(field) : PlainText(plain: field)
            switch column {
            case .ignored: break
            case .guid: guid = field.isEmpty || field.utf8.count > 200 ? nil : field
            case .extra(let name):
                guard !value.text.isEmpty else { break }
                content.extra.append(.init(name: name, value: isHTML ? field : SanitisedHTML.escaped(value.text)))
            case .role(let role): set(role, value)
            }
            content.image = content.image ?? value.images.first
            content.audio = content.audio ?? value.sounds.first
        }
        content.tags = NoteContent.tags(content.tags)
        content.take(content.word)
    }

    private mutating func set(_ role: WordRole, _ value: PlainText) {
        let text = value.text
        switch role {
        case .word: content.word = text
        case .definition: content.definition = text
        case .translation: content.translation = text
        case .phonetic: content.phonetic = text
        case .example: content.example = text
        case .image: content.image = value.images.first ?? mediaName(text)
        case .audio: content.audio = value.sounds.first ?? mediaName(text)
        case .sentences: content.sentences += WordRole.sentences(in: text)
        case .synonyms: content.synonyms += WordRole.synonyms(in: text)
        case .tags: content.tags += text.split(whereSeparator: \.isWhitespace).map(String.init)
        case .deck: deck = text.isEmpty ? nil : text
        }
    }
}
