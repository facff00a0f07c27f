// SPDX-License-Identifier: Apache-2.0

import HearthWords

/// Which file to import.
struct ImportPage: Page {
    static let template = "import"

    let title: String
    let back = "/words"
    let backLabel: String
    let kinds: String
    let fault: String?
    /// What the browser offers in its dialog.
    let accept: String

    init(fault: String? = nil, readsAnki: Bool, _ say: Phrases) {
        title = say("wordfiles.import")
        backLabel = say("words.backTo")
        kinds = say(readsAnki ? "wordfiles.kindsAnki" : "wordfiles.kinds")
        accept = ".csv,.tsv,.txt,.json" + (readsAnki ? ",.apkg,.colpkg" : "")
        self.fault = fault.map { say("wordfiles.notRead", ["reason": $0]) }
    }
}

/// What a file would bring.
struct PreviewPage: Page {
    static let template = "import-preview"

    let title: String
    let back = "/words/import"
    let backLabel: String
    let id: String
    let file: String
    let columns: [ColumnView]
    let hasHeads: Bool
    let isTable: Bool
    let heads: [String]
    let rows: [RowView]
    /// 1,204 words will be added.
    let summary: String
    let leftOut: String?
    let decks: [ChoiceView]
    let newDeck: String
    let duplicates: [ChoiceView]
    let importLabel: String
    let fault: String?

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

    init(_ file: PendingImport, _ id: String, _ form: ImportForm, _ tree: DeckTree, fault: String?, _ say: Phrases) {
        title = say("wordfiles.import")
        backLabel = say("wordfiles.backTo")
        self.id = id
        let made = form.batch(file, tree)
        let batch = made?.batch ?? WordImport()
        if case .table(let all) = file.content {
            isTable = true
            self.file = "\(file.name), \(say.count("wordfiles.rows", all.count))"
            columns = Self.columns(all, form, say)
        } else {
            isTable = false
            self.file = file.name
            columns = []
        }
        hasHeads = form.mapping.hasHeads
        heads = ["word", "translation", "example"].map { say("wordfiles.\($0)Part") }
        rows = batch.words.prefix(5).map {
            RowView(cells: [$0.content.word, $0.content.meaning, $0.content.example].map { String($0.prefix(200)) })
        }
        let reviews = batch.words.reduce(0) { $0 + ($1.cards ?? []).reduce(0) { $0 + $1.reviews.count } }
        summary =
            say.count("wordfiles.willBring", batch.words.count)
            + (reviews == 0 ? "" : " " + say.count("wordfiles.withReviews", reviews))
            + (batch.media.isEmpty ? "" : " " + say.count("wordfiles.withMedia", batch.media.count))
        leftOut = made.flatMap { $0.leftOut == 0 ? nil : say.count("wordfiles.leftOut", $0.leftOut) }
        decks =
            [ChoiceView(value: "", label: say("wordfiles.newDeck"), isChosen: form.deck == nil)]
            + tree.choices(form.deck)
        newDeck = form.newDeck
        duplicates = WordImport.Duplicates.allCases.map {
            ChoiceView(value: $0.rawValue, label: say("wordfiles.\($0.rawValue)"), isChosen: $0 == form.duplicates)
        }
        importLabel = say.count("wordfiles.importNow", batch.words.count)
        self.fault = fault
    }

    private static func columns(_ rows: [[String]], _ form: ImportForm, _ say: Phrases) -> [ColumnView] {
        let first = rows.dropFirst(form.mapping.hasHeads ? 1 : 0)
        return form.mapping.parts.enumerated().map { column, part in
            func cell(_ row: [String]?) -> String {
                row.map { column < $0.count ? String($0[column].prefix(80)) : "" } ?? ""
            }
            let name =
                form.mapping.hasHeads && !cell(rows.first).isEmpty
                ? cell(rows.first) : say("wordfiles.column", ["n": say.number(column + 1)])
            return ColumnView(
                id: "column-\(column)", name: name, sample: cell(first.first { !cell($0).isEmpty }),
                label: say("wordfiles.becomes", ["name": name]),
                parts: ColumnMapping.Part.allCases.map {
                    ChoiceView(value: $0.rawValue, label: say("wordfiles.\($0.rawValue)Part"), isChosen: $0 == part)
                })
        }
    }
}

/// What became of an import.
struct ImportReportPage: Page {
    static let template = "import-report"

    let title: String
    let file: String
    let lines: [String]

    init(_ report: WordImportReport, _ file: PendingImport, _ say: Phrases) {
        title = say("wordfiles.done")
        self.file = file.name
        let counts: [(String, Int)] = [
            ("added", report.added), ("replaced", report.replaced), ("kept", report.kept), ("leftOut", file.leftOut),
            ("decks", report.decks), ("cards", report.cards), ("reviews", report.reviews), ("media", report.media),
        ]
        lines = counts.filter { $0.1 > 0 || $0.0 == "added" }.map { key, count in
            say.count(key == "leftOut" ? "wordfiles.leftOut" : "wordfiles.\(key)Report", count)
        }
    }
}

/// What to take along, and how.
struct ExportPage: Page {
    static let template = "word-export"

    let title: String
    let back = "/words"
    let backLabel: String
    let decks: [ChoiceView]

    init(_ tree: DeckTree, _ deck: Int64?, _ say: Phrases) {
        title = say("wordfiles.export")
        backLabel = say("words.backTo")
        decks = tree.choices(deck)
    }
}
