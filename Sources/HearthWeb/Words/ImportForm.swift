// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthAnki
import HearthWords

/// How a file is to be imported.
struct ImportForm: Sendable {
    /// With the user's columns and header.
    private(set) var found: WordsInFile
    /// `nil` for a new deck.
    var deck: Int64?
    var newDeck: String
    var duplicates = WordImport.Duplicates.keep

    /// What is likely.
    init(_ found: WordsInFile, name: String) {
        self.found = found
        newDeck = String(name.prefix { $0 != "." }.prefix(80))
    }

    init(_ form: Form, _ found: WordsInFile, name: String) {
        self.init(found, name: name)
        if case .table(var table) = found {
            for column in table.mapping.columns.indices {
                let heading = column < table.names.count ? table.names[column] : "\(column + 1)"
                guard let wanted = form["column-\(column)"] else { continue }
                table.mapping.columns[column] = .init(wanted, column: heading) ?? .ignored
            }
            table.setHeader(form["heads"] != nil)
            self.found = .table(table)
        }
        deck = form["deck"].flatMap(Int64.init)
        newDeck = form["newDeck"]?.trimmed(to: 200) ?? newDeck
        duplicates = form["duplicates"].flatMap(WordImport.Duplicates.init(rawValue:)) ?? .keep
    }

    var table: DelimitedTable? { if case .table(let table) = found { table } else { nil } }

    /// What would be imported, and what would not; `nil` where no column has the words.
    func words(_ tree: DeckTree) -> WordsRead? {
        var words: WordsRead
        switch found {
        case .words(let read, _): words = read
        case .table(let table):
            guard table.mapping.hasWords else { return nil }
            let names = newDeck.components(separatedBy: Deck.separator).map(\.trimmed).filter { !$0.isEmpty }
            let path = deck.map { tree.path(of: $0) } ?? []
            let target = path.isEmpty ? (names.isEmpty ? ["Import"] : names) : path
            words = table.words(deck: target.joined(separator: Deck.separator))
        }
        words.words.duplicates = duplicates
        return words
    }
}
