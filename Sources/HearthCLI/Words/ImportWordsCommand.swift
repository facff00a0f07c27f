// SPDX-License-Identifier: Apache-2.0

public import ArgumentParser
import Dispatch
import EmberJSON
import Foundation
public import HearthAnki
import HearthStore
public import HearthWords

/// `hearth words import`: words of a file, all or none.
struct ImportWordsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Add the words of a file: CSV, TSV, JSON, or a package of Anki (.apkg, .colpkg).",
        discussion: """
            Packages bring their decks, schedules, reviews, pictures and sounds. In a table, the names in the first row say what the \
            columns are, unless --map does: --map 1=word,2=translation,page=ignored. In a package, --map names fields of notes, of \
            one note type alone after its name: --map Kanji=word,Basic::Back=definition. All words are added, or none.
            """)

    @Argument(help: "The file.", completion: .file()) var file: String
    @Option(help: "The deck for words whose file names none, such as French::Verbs; by itself the file's name.")
    var deck: String?
    @Option(
        help: """
            What the columns are: COLUMN=ROLE, by number or name, with commas between. Roles: \(Self.roles); tags and deck \
            are for tables only.
            """)
    var map: String?
    @Flag(inversion: .prefixedNo, help: "Whether the first row of a table names its columns; found out unless given.")
    var header: Bool?
    @Option(help: "How the letters of a table are encoded: \(Self.encodings); found out unless given.")
    var encoding: TextEncoding?
    @Option(help: "What becomes of words that are here already: keep, replace or add.")
    var duplicates = WordImport.Duplicates.keep
    @Flag(help: "Say what the file would bring, and change nothing.") var dryRun = false
    @Flag(help: "Print one JSON object.") var json = false

    private static let encodings = TextEncoding.allCases.map(\.command).joined(separator: ", ")
    private static let roles = (WordRole.allCases.map(\.rawValue) + ["extra", "ignored"]).joined(separator: ", ")

    func run() async throws {
        let url = URL(filePath: file)
        let home = try await WordHome.open(makes: true)
        defer { try? home.store.close() }  // What was to be written has been written.
        let start = ContinuousClock.now
        let name = deck ?? url.deletingPathExtension().lastPathComponent
        let found: WordsInFile
        do { found = try await read(url, name, home.days) } catch let error as AnkiError {
            // The whole path says which file is meant.
            guard error.part == url.lastPathComponent else { throw error }
            throw AnkiError(error.code, file, error.detail)
        }
        var read = try words(of: found, deck: name)
        read.words.duplicates = duplicates
        guard !dryRun else { return ImportAnswer(nil, read, since: start, asJSON: json).write() }
        let line = ProgressLine("Importing")
        let report = try await home.store.importWords(read.words, days: home.days, at: .now) { line.show($0) }
        line.end()
        withExtendedLifetime(found) {}
        ImportAnswer(report, read, since: start, asJSON: json).write()
    }

    private func read(_ url: URL, _ name: String, _ days: UserDays) async throws -> WordsInFile {
        MediaFolder.removeLeftovers(at: .now)
        return try await withCheckedThrowingContinuation { done in
            DispatchQueue.global().async {
                done.resume(
                    with: Result {
                        try WordsInFile.read(
                            url, name: url.lastPathComponent, deck: name, encoding: encoding, days: days, now: .now)
                    })
            }
        }
    }

    private func words(of found: WordsInFile, deck: String) throws -> WordsRead {
        switch found {
        case .words(let read):
            guard map == nil else { throw ValidationError("--map is for tables; this file says itself what is what") }
            return read
        case .package(var package):
            if let map { try ImportMap(map).apply(to: &package) }
            return package.read
        case .table(var table):
            if let header { table.setHeader(header) }
            if let map { try ImportMap(map).apply(to: &table, findsHeader: header == nil) }
            guard table.mapping.hasWords else {
                throw ValidationError("no column has the words; say which with --map 1=word")
            }
            if table.isEncodingGuessed, encoding == nil {
                StandardStream.error.write(
                    """
                    \(line: file) does not say how its letters are encoded; read as \(line: table.format.encoding.command). \
                    If they look wrong, give --encoding.

                    """)
            }
            return table.words(deck: deck)
        }
    }
}

extension TextEncoding: ExpressibleByArgument {
    /// As commands write it.
    fileprivate var command: String {
        switch self {
        case .utf8: "utf-8"
        case .utf16LittleEndian: "utf-16le"
        case .utf16BigEndian: "utf-16be"
        case .windows1252: "windows-1252"
        case .windows1250: "windows-1250"
        case .windows1251: "windows-1251"
        case .shiftJIS: "shift-jis"
        case .eucKR: "euc-kr"
        case .gb18030: "gb18030"
        }
    }

    public static var allValueStrings: [String] { allCases.map(\.command) }

    public init?(argument: String) {
        guard let known = Self.allCases.first(where: { $0.command == argument.lowercased() }) else { return nil }
        self = known
    }
}

extension WordImport.Duplicates: ExpressibleByArgument {}

/// The result of an import, or of a preview of one.
private struct ImportAnswer {
    private let report: WordImportReport?
    private let read: WordsRead
    private let seconds: Double
    private let asJSON: Bool

    init(_ report: WordImportReport?, _ read: WordsRead, since start: ContinuousClock.Instant, asJSON: Bool) {
        (self.report, self.read, self.asJSON) = (report, read, asJSON)
        seconds = (ContinuousClock.now - start) / .seconds(1)
    }

    func write() { StandardStream.output.answer(asJSON ? json : nil, else: text) }

    private var counts: [(String, Int)] {
        if let report {
            return [
                ("added", report.added), ("replaced", report.replaced), ("kept", report.kept),
                ("decks", report.decks), ("cards", report.cards), ("reviews", report.reviews), ("media", report.media),
            ]
        }
        let cards = read.words.words.flatMap { $0.cards ?? [] }
        return [
            ("words", read.words.words.count), ("decks", read.words.decks.count), ("cards", cards.count),
            ("reviews", cards.reduce(0) { $0 + $1.reviews.count }), ("media", read.words.media.count),
        ]
    }

    private var json: JSON {
        var (object, reasons) = (JSONObject(), JSONObject())
        for (name, count) in counts { object[name] = .integer(count) }
        for reason in ImportReport.Reason.allCases {
            reasons[reason.rawValue] = read.report.count[reason].map { .integer($0) }
        }
        object["left_out"] = .object(reasons)
        object["unclosed_quotes"] =
            read.report.unclosedQuotes.isEmpty ? nil : .array(read.report.unclosedQuotes.map { .integer($0) })
        object["other_meanings"] = (report?.otherNames).flatMap { $0.isEmpty ? nil : .array($0.map { .string($0) }) }
        var changes = JSONObject()
        for change in ImportReport.Change.allCases {
            changes[change.rawValue] = read.report.changes[change].map { .integer($0) }
        }
        object["simplified"] = .object(changes)
        object["seconds"] = .number(seconds)
        object["skipped"] = .array(
            read.report.skipped.map { skipped -> JSON in
                [
                    "kind": .string(skipped.kind), "name": .string(skipped.name),
                    "reason": .string(skipped.reason.rawValue),
                ]
            })
        return .object(object)
    }

    private static func counted(_ name: String, _ count: Int) -> String {
        "\(count) \(count == 1 && name.hasSuffix("s") ? String(name.dropLast()) : name)"
    }

    /// On which lines a quotation mark is opened and not closed.
    private var unclosed: [ScreenText] {
        let (shown, count) = (read.report.unclosedQuotes.prefix(20), read.report.unclosedQuoteCount)
        guard count > 0 else { return [] }
        let lines = shown.map(String.init).joined(separator: ", ") + (count > shown.count ? " and others" : "")
        return [
            "a quotation mark opens a field and nothing closes it on line \(line: lines): it was read as a letter, and no row is lost"
        ]
    }

    /// Lines about cards and notes that Hearth asks or shows otherwise than Anki.
    private var simplified: [ScreenText] {
        ImportReport.Change.allCases.compactMap { change -> ScreenText? in
            guard let count = read.report.changes[change] else { return nil }
            switch change {
            case .otherQuestion:
                return "\(line: Self.counted("cards", count)) asked otherwise than in Anki: here the word is asked"
            case .hiddenPicture:
                return "\(line: Self.counted("notes", count)) with a hidden part of a picture: here all of it is shown"
            case .noGap: return "\(line: Self.counted("texts", count)) without a gap: asked as a word"
            case .joinedGaps:
                return "\(line: Self.counted("notes", count)) with gaps in several fields: here they are one text"
            case .formatting:
                return
                    "\(line: Self.counted("notes", count)) with formatting that cards do not show: exports keep what they can"
            }
        }
    }

    private var others: [ScreenText] {
        guard let report, report.others > 0 else { return [] }
        let count = Self.counted("words", report.others)
        var lines: [ScreenText] = ["\(line: count) here already with another meaning; that of the file was left out:"]
        for name in report.otherNames.prefix(20) { lines.append("  \(line: name)") }
        return lines
    }

    private var text: ScreenText {
        let done = counts.filter { $0.1 > 0 || $0.0 == "added" || $0.0 == "words" }
        var lines: [ScreenText] = ["\(line: done.map(Self.counted).joined(separator: ", "))"]
        lines += unclosed + simplified + others
        let left = read.report.count.values.reduce(0, +)
        if left > 0 { lines.append("\(left) left out:") }
        for skipped in read.report.skipped.prefix(20) {
            lines.append("  \(line: skipped.kind) \(line: skipped.name): \(line: skipped.reason.rawValue)")
        }
        if left > 20 { lines.append("  and \(left - 20) more; --json names them") }
        return lines.joined(separator: "\n")
    }
}
