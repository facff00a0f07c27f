// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import HearthWords

/// A plain list of objects in JSON, read entry by entry as a table with a column for each name.
struct WordList {
    private var reader: JSONReader
    private let name: String
    private let deck: String
    private let watch: WorkWatch
    private var words = WordImport()
    private var report = ImportReport()
    private var paths = DeckPaths()
    private var places: [String: Int] = [:]
    /// Most entries have the same names as the one before.
    private var names: [String] = []
    private var mapping = ColumnMapping([])
    private var count = 0

    init(_ text: [UInt8], name: String, deck: String, _ watch: WorkWatch) {
        reader = JSONReader(text, depthLimit: WordFile.depthLimit)
        (self.name, self.deck, self.watch) = (name, deck, watch)
    }

    /// - Throws: `AnkiError` `.damaged`, `.tooLarge`, `.cancelled`.
    mutating func read() throws(AnkiError) -> WordsRead {
        do {
            try reader.beginArray()
            while try reader.nextElement() {
                count += 1
                try readEntry()
                if count % 1000 == 0 { try watch.reached(.notes, count, of: nil) }
            }
        } catch let error as AnkiError { throw error } catch {
            throw AnkiError(.damaged, name, "is not JSON: \(error)", reason: (error as? JSONError).map { .notJSON($0) })
        }
        try watch.reached(.notes, count, of: count)
        words.decks = paths.decks
        return WordsRead(words, report)
    }

    private mutating func readEntry() throws {
        guard let object = try reader.readValue().object else {
            throw AnkiError(
                .damaged, name, "entry \(count) is not an object", reason: .init("notAnObject", ["n": "\(count)"]))
        }
        var (names, fields) = ([String](), [String]())
        for (key, value) in object.prefix(DelimitedReader.mostFields) {
            names.append(key)
            fields.append(value.string ?? value.array?.compactMap(\.string).joined(separator: "\n") ?? "")
        }
        if names != self.names {
            self.names = names
            mapping = ColumnMapping(names: names, count: names.count, TextDirectives())
        }
        let length = fields.reduce(0) { $0 + $1.utf8.count }
        try watch.took(WordsRead.bytesOfWord + 48 * fields.count + length, for: name)
        add(TableRow(fields, mapping, isHTML: false, TextDirectives()))
    }

    private mutating func add(_ row: TableRow) {
        guard !row.content.word.isEmpty else { return report.skip(.empty, "entry", "\(count)") }
        // Of what a check looks for, only length is left.
        guard (try? row.content.check()) != nil else { return report.skip(.tooLarge, "entry", "\(count)") }
        let path = row.deck ?? deck
        let place = places[path] ?? paths.place(of: path)
        places[path] = place
        words.words.append(ImportedWord(deck: place, content: row.content))
    }
}
