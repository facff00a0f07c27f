// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthWords

/// How a file is to be imported.
struct ImportForm: Sendable {
    var mapping: ColumnMapping
    /// `nil` for a new deck.
    var deck: Int64?
    var newDeck: String
    var duplicates: WordImport.Duplicates

    /// What is likely.
    init(_ file: PendingImport) {
        mapping =
            if case .table(let rows) = file.content { ColumnMapping(guessing: rows) } else {
                ColumnMapping([], hasHeads: false)
            }
        newDeck = String(file.name.prefix { $0 != "." }.prefix(80))
        duplicates = .keep
    }

    init(_ form: Form, _ file: PendingImport) {
        self.init(file)
        for column in mapping.parts.indices {
            mapping.parts[column] = form["column-\(column)"].flatMap(ColumnMapping.Part.init(rawValue:)) ?? .none
        }
        if !mapping.parts.isEmpty { mapping.hasHeads = form["heads"] != nil }
        deck = form["deck"].flatMap(Int64.init)
        newDeck = form["newDeck"]?.trimmed(to: 200) ?? newDeck
        duplicates = form["duplicates"].flatMap(WordImport.Duplicates.init(rawValue:)) ?? .keep
    }

    /// What would be imported, and how many rows would not; `nil` where no column has the words.
    func batch(_ file: PendingImport, _ tree: DeckTree) -> (batch: WordImport, leftOut: Int)? {
        var result: (batch: WordImport, leftOut: Int)
        switch file.content {
        case .words(let batch): result = (batch, 0)
        case .table(let rows):
            guard mapping.parts.contains(.word) else { return nil }
            let names = newDeck.components(separatedBy: Deck.separator).map(\.trimmed).filter { !$0.isEmpty }
            let path = deck.map { tree.path(of: $0) } ?? []
            result = mapping.words(of: rows, in: path.isEmpty ? (names.isEmpty ? ["Import"] : names) : path)
        }
        result.batch.duplicates = duplicates
        return result
    }
}
