// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthAnki
import HearthWords

/// How a file is to be imported.
struct ImportForm: Sendable {
    /// With the user's columns, header and encoding.
    private(set) var found: WordsInFile
    /// `nil` for a new deck.
    var deck: Int64?
    var newDeck: String
    var duplicates = WordImport.Duplicates.keep
    /// Whether the table cannot be read as the user wants it; it is as it was then.
    private(set) var isUnreadable = false
    /// Whether the columns are others than those that the form shows.
    private(set) var isGuessedAnew = false

    /// Why a file cannot be imported as the form says.
    enum Fault: Sendable, Equatable {
        /// No column, or no field of this notetype, has the words.
        case noWord(notetype: String?)
        /// Two columns, or two fields of this notetype, are the same part of a card.
        case doubled(WordRole, notetype: String?)
        case unreadable
        /// Nobody has seen what the columns are now.
        case guessedAnew
    }

    /// Starts with likely values.
    init(_ found: WordsInFile, name: String) {
        self.found = found
        newDeck = String(name.prefix { $0 != "." }.prefix(80))
    }

    init(_ form: Form, _ found: WordsInFile, name: String) {
        self.init(found, name: name)
        switch found {
        case .table(let table): self.found = .table(read(form, table))
        case .package(let package): self.found = .package(Self.read(form, package))
        case .words: break
        }
        deck = form.id("deck")
        newDeck = form["newDeck"]?.trimmed(to: 200) ?? newDeck
        duplicates = form["duplicates"].flatMap(WordImport.Duplicates.init(rawValue:)) ?? .keep
    }

    /// Columns are guessed anew in another encoding than the form shows, and, where nobody chose them, with another
    /// header.
    private mutating func read(_ form: Form, _ table: DelimitedTable) -> DelimitedTable {
        var table = table
        if let encoding = form["encoding"].flatMap(TextEncoding.init(rawValue:)), encoding != table.format.encoding {
            do { try table.read(as: encoding) } catch { isUnreadable = true }
        }
        if let shown = form["shown"], shown != table.format.encoding.rawValue {
            isGuessedAnew = true
            return table
        }
        let hasHeads = form["heads"] != nil
        table.setHeader(form["shownHeads"].map { !$0.isEmpty } ?? hasHeads)
        let guess = table.mapping.columns.map(\.text)
        Self.choose(form, &table)
        guard hasHeads != table.format.hasHeader else { return table }
        let isChosen = table.mapping.columns.map(\.text) != guess
        table.setHeader(hasHeads)
        if isChosen {
            Self.choose(form, &table)
        } else {
            isGuessedAnew = table.mapping.columns.map(\.text) != guess
        }
        return table
    }

    private static func choose(_ form: Form, _ table: inout DelimitedTable) {
        for column in table.mapping.columns.indices {
            guard let wanted = form["column-\(column)"] else { continue }
            let name = column < table.names.count ? table.names[column] : ""
            let heading = name.isEmpty ? "\(column + 1)" : name
            table.mapping.columns[column] = .init(wanted, column: heading) ?? .ignored
        }
    }

    private static func read(_ form: Form, _ package: PackagedWords) -> PackagedWords {
        var package = package
        let columns = package.notetypes.enumerated().map { place, notetype in
            notetype.columns.indices.map { field -> ColumnMapping.Column in
                guard let wanted = form["field-\(place)-\(field)"] else { return notetype.columns[field] }
                return .init(wanted, column: notetype.fields[field]) ?? .ignored
            }
        }
        package.map(columns)
        return package
    }

    var table: DelimitedTable? { if case .table(let table) = found { table } else { nil } }
    var package: PackagedWords? { if case .package(let package) = found { package } else { nil } }

    var fault: Fault? {
        switch found {
        case .table where isUnreadable: .unreadable
        case .table(let table):
            if !table.mapping.hasWords {
                .noWord(notetype: nil)
            } else {
                table.mapping.doubled.map { .doubled($0, notetype: nil) } ?? (isGuessedAnew ? .guessedAnew : nil)
            }
        case .package(let package):
            package.withoutWord.map { .noWord(notetype: $0.name) }
                ?? package.doubled.map { .doubled($0.role, notetype: $0.notetype.name) }
        case .words: nil
        }
    }

    /// Returns the words to import, and those left out; `nil` if no column has the words.
    func words(_ tree: DeckTree) -> WordsRead? {
        var words: WordsRead
        switch found {
        case .words(let read): words = read
        case .package(let package): words = package.read
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
