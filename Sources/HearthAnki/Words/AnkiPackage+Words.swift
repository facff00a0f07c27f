// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import HearthWords

/// Words that were read from a file, and what was left out.
public struct WordsRead: Sendable {
    public var words: WordImport
    public var report: ImportReport

    /// Bytes of memory that a word takes beside its texts, on its way from a row of a file into the store.
    static let bytesOfWord = 500

    public init(_ words: WordImport, _ report: ImportReport) { (self.words, self.report) = (words, report) }
}

extension AnkiPackage {
    /// Translates the package to Hearth's words: notes become words with plain texts, cards their directions with
    /// schedule and log.
    ///
    /// Fields get the roles that their names and the templates suggest (`FieldRoles`); those without a place stay as
    /// they are, in `extra`. A new card's place in the queue is the order of the words. Cards in a filtered deck go
    /// home. A review's `key` is Anki's id of it, in milliseconds.
    ///
    /// The data of media are mapped from their files, so they take no memory until they are read, and the folder of the
    /// media has to stay until the words are saved.
    ///
    /// - Parameters:
    ///   - days: the user's time zone and start of the day, by which Anki counted too.
    ///   - now: the moment of the import.
    ///   - columns: roles of the fields of notetypes, by their ids, where the user has chosen them.
    public func words(days: UserDays, now: Date, columns: [Int: [ColumnMapping.Column]] = [:]) -> WordsRead {
        var mapping = WordMapping(self, days: days, now: now, columns)
        mapping.addWords()
        mapping.addMedia()
        return WordsRead(mapping.words, mapping.report)
    }
}

/// Goes through a package once.
private struct WordMapping {
    let package: AnkiPackage
    let schedule: CardSchedule
    var words = WordImport()
    var report: ImportReport
    private var paths = DeckPaths()
    private let contents: [Int: NoteContent]
    private let directions: [Int: CardDirections]
    private let decks: [Int: AnkiDeck]
    private let options: [Int: AnkiDeckOptions]
    /// Decks by name.
    private let ids: [String: Int]
    private var guids: Set<String> = []
    /// The place of each of Anki's decks.
    private var places: [Int: Int] = [:]

    init(_ package: AnkiPackage, days: UserDays, now: Date, _ columns: [Int: [ColumnMapping.Column]]) {
        let collection = package.collection
        self.package = package
        report = package.report
        schedule = CardSchedule(
            days: days, firstDay: collection.firstDay(days), today: days.day(of: now))
        let media = Set(package.media.map(\.name))
        let notetypes = collection.notetypes.map { ($0, columns[$0.id] ?? FieldRoles.columns($0)) }
        contents = Dictionary(
            notetypes.map { ($0.id, NoteContent($0, $1, media: media)) }, uniquingKeysWith: { first, _ in first })
        directions = Dictionary(
            notetypes.map { ($0.id, CardDirections($0, $1)) }, uniquingKeysWith: { first, _ in first })
        decks = Dictionary(collection.decks.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        ids = Dictionary(collection.decks.map { ($0.name, $0.id) }, uniquingKeysWith: { first, _ in first })
        options = Dictionary(collection.deckOptions.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    mutating func addWords() {
        let collection = package.collection
        for deck in collection.decks where !deck.isFiltered { _ = place(of: deck.id) }
        let cards = RowGroups(collection.cards) { $0.note }
        let reviews = RowGroups(collection.reviews) { $0.card }
        let positions = collection.notes.map { note in
            var position: Int?
            for place in cards[note.id] where collection.cards[place].type == 0 {
                position = min(position ?? .max, collection.cards[place].due)
            }
            return position ?? 0
        }
        let order = collection.notes.indices.sorted { (positions[$0], $0) < (positions[$1], $1) }
        words.words.reserveCapacity(order.count)
        let found = readContents()
        for place in order {
            let note = collection.notes[place]
            let own = cards[note.id].map { collection.cards[$0] }
            add(note, found[place], own.count > 1 ? own.sorted { $0.ordinal < $1.ordinal } : own, reviews)
        }
        words.decks = paths.decks
    }

    /// Reads the contents of all notes, on all cores.
    private mutating func readContents() -> [NoteContent.Reading?] {
        let (notes, contents, share) = (package.collection.notes, contents, 1_000)
        let parts = onAllCores((notes.count + share - 1) / share) { part in
            var report = ImportReport()
            let own = notes[(part * share)..<min(notes.count, (part + 1) * share)]
            return (own.map { contents[$0.notetype]?.content($0, &report) }, report)
        }
        for (_, skipped) in parts { report.add(skipped) }
        return parts.flatMap(\.0)
    }

    private mutating func add(
        _ note: AnkiNote, _ reading: NoteContent.Reading?, _ cards: [AnkiCard], _ reviews: RowGroups
    ) {
        guard let reading else {
            return report.skip(.empty, "note", "\(note.id)")
        }
        // A note without cards is in no deck, and Anki does not show it either.
        guard let first = cards.first else { return report.skip(.noCards, "note", "\(note.id)") }
        let deck = place(of: home(first))
        var word = ImportedWord(guid: guid(note), deck: deck, content: reading.content, cards: [])
        var imported: [ImportedCard] = []
        for (place, card) in cards.enumerated() {
            guard place == 0 || cards[place - 1].ordinal != card.ordinal else {
                report.skip(.repeatedID, "card", "\(card.id)")
                continue
            }
            let own = self.place(of: home(card))
            let log = reviews[card.id].map { package.collection.reviews[$0] }
            let settings = decks[home(card)]?.options.flatMap { options[$0] }
            let ordinal = Int(card.ordinal)
            let direction =
                directions[note.notetype]?.direction(of: ordinal, besides: imported) ?? Direction(rawValue: ordinal)
            imported.append(schedule.card(card, direction, log, settings, deck: own == deck ? nil : own))
            if let front = reading.fronts[ordinal] {
                word.content.fronts[direction.rawValue] = front
            } else if directions[note.notetype]?.isSimplified(ordinal) == true {
                report.simplify(.otherQuestion, String(reading.content.word.prefix(60)))
            }
        }
        word.cards = imported
        word.createdAt = Self.date(milliseconds: note.id)
        word.modifiedAt = Self.date(milliseconds: note.modified.multipliedReportingOverflow(by: 1000).partialValue)
        words.words.append(word)
    }

    /// The deck from which a filtered deck borrowed a card; else its own.
    private func home(_ card: AnkiCard) -> Int { decks[card.originalDeck] != nil ? card.originalDeck : card.deck }

    private mutating func place(of id: Int) -> Int {
        if let place = places[id] { return place }
        let place = newPlace(of: id)
        places[id] = place
        return place
    }

    private mutating func newPlace(of id: Int) -> Int {
        guard let deck = decks[id] else { return paths.place(of: "Default") }
        // Options that a package only has because every collection has them say nothing of the deck.
        let isOwn = deck.options != 1 || package.collection.usesFSRS != nil
        let settings = deck.options.flatMap { options[$0] }.map {
            DeckSettings($0, desiredRetention: deck.desiredRetention)
        }
        return paths.place(of: deck.name, settings: isOwn && !isAsAround(deck) ? settings : nil)
    }

    /// Whether it shares the options of the deck that it lies in: that is what decks in decks do here.
    private func isAsAround(_ deck: AnkiDeck) -> Bool {
        var names = deck.name.components(separatedBy: Deck.separator)
        guard names.popLast() != nil, !names.isEmpty, let id = ids[names.joined(separator: Deck.separator)],
            let around = decks[id]
        else { return false }
        return around.options == deck.options && around.desiredRetention == deck.desiredRetention && !around.isFiltered
    }

    private mutating func guid(_ note: AnkiNote) -> String? {
        let isUsable = !note.guid.isEmpty && note.guid.utf8.count <= 200 && !note.guid.utf8.contains { $0 < 0x20 }
        return isUsable && guids.insert(note.guid).inserted ? note.guid : nil
    }

    /// `nil` for what is no moment between 1980 and 2100: other programs number their notes as they like.
    private static func date(milliseconds: Int) -> Date? {
        guard (315_532_800_000..<4_102_444_800_000).contains(milliseconds) else { return nil }
        return Date(timeIntervalSince1970: Double(milliseconds / 1000))
    }

    mutating func addMedia() {
        for file in package.media {
            guard file.size <= MediaFile.longestData else {
                report.skip(.tooLarge, "media", file.name)
                continue
            }
            // A file that is gone since it was written is one that is missing.
            guard let data = try? Data(contentsOf: file.file, options: .alwaysMapped), data.count == file.size else {
                report.skip(.missingFile, "media", file.name)
                continue
            }
            words.media.append(MediaFile(name: file.name, data: data))
        }
    }
}
