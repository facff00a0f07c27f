// SPDX-License-Identifier: Apache-2.0

import HearthAnki
import HearthWords

/// A preview of an import: what the file adds, and what it cannot add.
struct PreviewPage: Page {
    static let template = "import-preview"

    let title: String
    let back = "/words/import"
    let backLabel: String
    let id: String
    let file: String
    let groups: [GroupView]
    let hasHeads: Bool
    let isTable: Bool
    /// Decks, words, cards, reviews, media.
    let figures: [SummaryPage.FigureView]
    let hasFigures: Bool
    let deckNames: [String]
    let hasDecks: Bool
    let heads: [String]
    let rows: [RowView]
    /// 1,204 words will be added.
    let summary: String
    let leftOut: LeftOutView?
    /// Quotation marks that nothing closes.
    let warning: String?
    let simplified: SimplifiedView?
    /// How the letters of a table may be written, where it does not say.
    let encodings: [ChoiceView]
    let hasEncodings: Bool
    let shownEncoding: String
    let isMappable: Bool
    let decks: [ChoiceView]
    let newDeck: String
    let duplicates: [ChoiceView]
    let importLabel: String
    let fault: String?

    /// The columns of a table, or the fields of a notetype.
    struct GroupView: Sendable {
        let title: String
        /// The notetype; `nil` for a table.
        let note: String?
        let columns: [ColumnView]
    }

    struct ColumnView: Sendable {
        let id: String
        let name: String
        let sample: String
        let label: String
        let parts: [ChoiceView]
    }

    struct RowView: Sendable {
        let cells: [String]
    }

    init(
        _ form: ImportForm, of job: ImportJob, _ id: String, _ tree: DeckTree, isRefused: Bool = false, _ say: Phrases
    ) {
        title = say("wordfiles.import")
        backLabel = say("wordfiles.backTo")
        self.id = id
        let read = form.words(tree)
        let batch = read?.words ?? WordImport()
        isTable = form.table != nil
        file = form.table.map { "\(job.name), \(say.count("wordfiles.rows", $0.records.count))" } ?? job.name
        groups = Self.groups(form, say)
        isMappable = !groups.isEmpty
        let encoding = form.table.flatMap { $0.isEncodingGuessed ? $0.format.encoding : nil }
        hasEncodings = encoding != nil
        shownEncoding = encoding?.rawValue ?? ""
        encodings = TextEncoding.allCases.map {
            ChoiceView(value: $0.rawValue, label: say("wordfiles.\($0.rawValue)Encoding"), isChosen: $0 == encoding)
        }
        simplified = read.flatMap { SimplifiedView($0.report, say) }
        hasHeads = form.table?.format.hasHeader ?? false
        figures = isTable ? [] : Self.figures(batch, say)
        hasFigures = !isTable
        deckNames = isTable ? [] : batch.decks.prefix(30).map { $0.path.joined(separator: " › ") }
        hasDecks = !deckNames.isEmpty
        heads = ["word", "translation", "example"].map { say("wordfiles.\($0)Part") }
        rows = batch.words.prefix(5).map {
            RowView(cells: [$0.content.word, $0.content.meaning, $0.content.example].map { String($0.prefix(200)) })
        }
        summary = say.count("wordfiles.willBring", batch.words.count)
        leftOut = read.flatMap { LeftOutView($0.report, say) }
        warning = read.flatMap { say.unclosedQuotes($0.report) }
        decks =
            [ChoiceView(value: "", label: say("wordfiles.newDeck"), isChosen: form.deck == nil)]
            + tree.choices(form.deck)
        newDeck = form.newDeck
        duplicates = WordImport.Duplicates.allCases.map {
            ChoiceView(value: $0.rawValue, label: say("wordfiles.\($0.rawValue)"), isChosen: $0 == form.duplicates)
        }
        importLabel = say.count("wordfiles.importNow", batch.words.count)
        fault = isRefused || form.fault == .unreadable ? form.fault.map { say.importFault($0) } : nil
    }

    private static func figures(_ batch: WordImport, _ say: Phrases) -> [SummaryPage.FigureView] {
        let cards = batch.words.reduce(0) { $0 + ($1.cards?.count ?? 1) }
        let reviews = batch.words.reduce(0) { $0 + ($1.cards ?? []).reduce(0) { $0 + $1.reviews.count } }
        let counts = [
            ("decks", batch.decks.count), ("words", batch.words.count), ("cards", cards), ("reviews", reviews),
            ("media", batch.media.count),
        ]
        return counts.map { .init(value: say.number($0.1), name: say("wordfiles.\($0.0)Figure")) }
    }

    private static func groups(_ form: ImportForm, _ say: Phrases) -> [GroupView] {
        if let table = form.table {
            return [GroupView(title: say("wordfiles.whichColumn"), note: nil, columns: columns(table, say))]
        }
        return (form.package?.notetypes ?? []).enumerated().map { place, notetype in
            GroupView(
                title: say("wordfiles.whichField", ["name": notetype.name]),
                note: say.count("wordfiles.notes", notetype.notes), columns: columns(notetype, place, say))
        }
    }

    private static func columns(_ table: DelimitedTable, _ say: Phrases) -> [ColumnView] {
        table.mapping.columns.enumerated().map { column, part in
            func cell(_ row: [String]) -> String { column < row.count ? String(row[column].prefix(80)) : "" }
            let heading = cell(table.names)
            let name = heading.isEmpty ? say("wordfiles.column", ["n": say.number(column + 1)]) : heading
            let sample = table.records.prefix(100).lazy.map(cell).first { !$0.isEmpty }
            return ColumnView(
                id: "column-\(column)", name: name, sample: sample ?? "",
                label: say("wordfiles.becomes", ["name": name]), parts: parts(WordRole.allCases, part, say))
        }
    }

    private static func columns(_ notetype: PackagedWords.Notetype, _ place: Int, _ say: Phrases) -> [ColumnView] {
        notetype.fields.indices.map { field in
            ColumnView(
                id: "field-\(place)-\(field)", name: notetype.fields[field], sample: notetype.samples[field],
                label: say("wordfiles.fieldBecomes", ["name": notetype.fields[field]]),
                parts: parts(PackagedWords.Notetype.roles, notetype.columns[field], say))
        }
    }

    private static func parts(_ roles: [WordRole], _ chosen: ColumnMapping.Column, _ say: Phrases) -> [ChoiceView] {
        let choices = roles.map(\.rawValue) + ["extra", "ignored"] + (chosen == .guid ? ["guid"] : [])
        return choices.map {
            ChoiceView(value: $0, label: say("wordfiles.\($0)Part"), isChosen: $0 == chosen.text)
        }
    }
}

/// Cards that Hearth asks otherwise than the program that the package comes from.
struct SimplifiedView: Sendable {
    let summary: String
    let reasons: [String]
    let names: [String]
    let more: String?

    private static let mostNames = 50

    /// `nil` where nothing is.
    init?(_ report: ImportReport, _ say: Phrases) {
        let all = report.changes.values.reduce(0, +)
        guard all > 0 else { return nil }
        summary = say.count("wordfiles.simplified", all)
        reasons = ImportReport.Change.allCases.compactMap { change in
            report.changes[change].map { say.count("wordfiles.\(change.rawValue)Change", $0) }
        }
        names = report.simplified.prefix(Self.mostNames).map(\.name)
        more = all > names.count ? say.count("wordfiles.moreSkipped", all - names.count) : nil
    }
}

/// Notes and cards that an import leaves out, and why.
struct LeftOutView: Sendable {
    let summary: String
    /// 3 notes have no card.
    let reasons: [String]
    /// The first of them by name.
    let names: [String]
    /// And 40 more.
    let more: String?

    private static let mostNames = 50

    /// `nil` where nothing is left out.
    init?(_ report: ImportReport, _ say: Phrases) {
        let all = report.count.values.reduce(0, +)
        guard all > 0 else { return nil }
        summary = say.count("wordfiles.leftOut", all)
        reasons = ImportReport.Reason.allCases.compactMap { reason in
            report.count[reason].map { say.count("wordfiles.\(reason.rawValue)Skip", $0) }
        }
        names = report.skipped.prefix(Self.mostNames).map { skipped in
            say(
                "wordfiles.skipped",
                [
                    "what": say("wordfiles.\(skipped.kind)Kind"), "name": skipped.name,
                    "why": say("wordfiles.\(skipped.reason.rawValue)Why"),
                ])
        }
        more = all > names.count ? say.count("wordfiles.moreSkipped", all - names.count) : nil
    }

    /// Words that are not taken, since they are here with another meaning; `nil` where there are none.
    init?(others report: WordImportReport, _ say: Phrases) {
        guard report.others > 0 else { return nil }
        (summary, reasons, names) = (say.count("wordfiles.otherMeaning", report.others), [], report.otherNames)
        let rest = report.others - names.count
        more = rest > 0 ? say.count("wordfiles.moreSkipped", rest) : nil
    }
}

/// The result of an import of words.
struct ImportReportPage: Page {
    static let template = "import-report"

    let title: String
    let file: String
    let lines: [String]
    let leftOut: LeftOutView?
    let warning: String?
    let simplified: SimplifiedView?
    /// Words that are here already with another meaning.
    let others: LeftOutView?

    init(_ report: WordImportReport, _ leftOut: ImportReport, of name: String, _ say: Phrases) {
        title = say("wordfiles.done")
        file = name
        let counts: [(String, Int)] = [
            ("added", report.added), ("replaced", report.replaced), ("kept", report.kept),
            ("decks", report.decks), ("cards", report.cards), ("reviews", report.reviews), ("media", report.media),
        ]
        lines = counts.filter { $0.1 > 0 || $0.0 == "added" }.map { say.count("wordfiles.\($0.0)Report", $0.1) }
        self.leftOut = LeftOutView(leftOut, say)
        warning = say.unclosedQuotes(leftOut)
        simplified = SimplifiedView(leftOut, say)
        others = LeftOutView(others: report, say)
    }
}

extension Phrases {
    /// Why a file cannot be imported as the form says.
    func importFault(_ fault: ImportForm.Fault) -> String {
        switch fault {
        case .noWord(nil): self("wordfiles.noWordColumn")
        case .noWord(let name?): self("wordfiles.noWordField", ["name": name])
        case .doubled(let role, nil): self("wordfiles.doubledColumn", ["part": self("wordfiles.\(role.rawValue)Part")])
        case .doubled(let role, let name?):
            self("wordfiles.doubledField", ["part": self("wordfiles.\(role.rawValue)Part"), "name": name])
        case .unreadable: self("wordfiles.encodingFault")
        case .guessedAnew: self("wordfiles.guessedAnew")
        }
    }

    /// On which lines of a table a quotation mark is opened and never closed; `nil` where there are none.
    func unclosedQuotes(_ report: ImportReport) -> String? {
        let shown = report.unclosedQuotes.prefix(10)
        guard !shown.isEmpty else { return nil }
        let more = report.unclosedQuoteCount - shown.count
        let lines = shown.map { number($0) }.joined(separator: ", ")
        let sentence = self("wordfiles.unclosed" + (report.unclosedQuoteCount == 1 ? "One" : "Many"), ["lines": lines])
        return more > 0 ? sentence + " " + count("wordfiles.moreSkipped", more) + "." : sentence
    }
}
