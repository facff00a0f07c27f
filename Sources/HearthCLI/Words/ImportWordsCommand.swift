// SPDX-License-Identifier: Apache-2.0

public import ArgumentParser
import Dispatch
import EmberJSON
import Foundation
import HearthAnki
import HearthStore
public import HearthWords

/// `hearth words import`: words of a file, all or none.
struct ImportWordsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Add the words of a file: CSV, TSV, JSON, or a package of Anki (.apkg, .colpkg).",
        discussion: """
            Packages bring their decks, schedules, reviews, pictures and sounds. In a table, the names in the first row say what the \
            columns are, unless --map does: --map 1=word,2=translation,page=ignored. All words are added, or none.
            """)

    @Argument(help: "The file.", completion: .file()) var file: String
    @Option(help: "The deck for words whose file names none, such as French::Verbs; by itself the file's name.")
    var deck: String?
    @Option(help: "What the columns are: COLUMN=ROLE, by number or name, with commas between. Roles: \(Self.roles).")
    var map: String?
    @Option(help: "What becomes of words that are here already: keep, replace or add.")
    var duplicates = WordImport.Duplicates.keep
    @Flag(help: "Say what the file would bring, and change nothing.") var dryRun = false
    @Flag(help: "Print one JSON object.") var json = false

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
                        try WordsInFile.read(url, name: url.lastPathComponent, deck: name, days: days, now: .now)
                    })
            }
        }
    }

    private func words(of found: WordsInFile, deck: String) throws -> WordsRead {
        switch found {
        case .words(let read, _):
            guard map == nil else { throw ValidationError("--map is for tables; this file says itself what is what") }
            return read
        case .table(var table):
            if let map { table.mapping = try Self.mapping(map, of: table) }
            guard table.mapping.hasWords else {
                throw ValidationError("no column has the words; say which with --map 1=word")
            }
            return table.words(deck: deck)
        }
    }

    /// Columns that are not named are left out.
    private static func mapping(_ text: String, of table: DelimitedTable) throws -> ColumnMapping {
        var mapping = table.mapping
        for place in mapping.columns.indices { mapping.columns[place] = .ignored }
        for part in text.split(separator: ",") {
            let sides = part.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            guard sides.count == 2 else { throw ValidationError("--map \(part): write COLUMN=ROLE, such as 1=word") }
            let named = table.names.firstIndex { $0.lowercased() == sides[0].lowercased() }
            guard let place = named ?? Int(sides[0]).map({ $0 - 1 }), mapping.columns.indices.contains(place) else {
                throw ValidationError("--map \(part): the table has no column \(sides[0])")
            }
            let heading = place < table.names.count ? table.names[place] : "\(place + 1)"
            guard let column = ColumnMapping.Column(sides[1], column: heading) else {
                throw ValidationError("--map \(part): \(sides[1]) is none of \(roles)")
            }
            mapping.columns[place] = column
        }
        return mapping
    }
}

extension WordImport.Duplicates: ExpressibleByArgument {}

/// What an import did, or would do.
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

    private var text: ScreenText {
        let done = counts.filter { $0.1 > 0 || $0.0 == "added" || $0.0 == "words" }
        var lines: [ScreenText] = ["\(line: done.map(Self.counted).joined(separator: ", "))"]
        lines += unclosed
        let left = read.report.count.values.reduce(0, +)
        if left > 0 { lines.append("\(left) left out:") }
        for skipped in read.report.skipped.prefix(20) {
            lines.append("  \(line: skipped.kind) \(line: skipped.name): \(line: skipped.reason.rawValue)")
        }
        if left > 20 { lines.append("  and \(left - 20) more; --json names them") }
        return lines.joined(separator: "\n")
    }
}
