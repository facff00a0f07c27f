// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Reads the rows of notes, cards and reviews, of which there are many: notes on one thread, the others on another.
private struct RowReader: @unchecked Sendable {
    // Not checked: a database is used by one thread at a time, since each part has its own.
    let first: ForeignDatabase
    let second: ForeignDatabase
    let watch: WorkWatch
    /// By notetype.
    let fieldCounts: [Int: Int]

    /// Bytes of memory that a review takes on its way into the store.
    private static let bytesOfReview = 250

    enum Part: Sendable {
        case notes([AnkiNote], ImportReport)
        case others([AnkiCard], [AnkiReview], ImportReport)
    }

    func read() throws(AnkiError) -> [Part] {
        try watch.reached(.notes, 0, of: nil)
        let parts = onAllCores(2) { part in
            Result { () throws(AnkiError) -> Part in part == 0 ? try notes() : try cardsAndReviews() }
        }
        var read: [Part] = []
        for part in parts { read.append(try part.get()) }
        return read
    }

    func notes() throws(AnkiError) -> Part {
        var (notes, report, seen) = ([AnkiNote](), ImportReport(), Set<Int>())
        try first.rows("SELECT id, guid, mid, mod, tags, flds FROM notes NOT INDEXED", of: ["notes"]) {
            (row) throws(AnkiError) in
            guard let id = row.integer(0), let guid = row.text(1), let notetype = row.integer(2),
                let modified = row.integer(3), let tags = row.utf8(4)?.split(at: UInt8(ascii: " "), most: 1000),
                let fields = row.utf8(5)
            else { return report.skip(.badRow, "note", "\(row.integer(0) ?? 0)") }
            guard let fieldCount = fieldCounts[notetype], fieldCount > 0 else {
                return report.skip(.noNotetype, "note", "\(id)")
            }
            guard seen.insert(id).inserted else { return report.skip(.repeatedID, "note", "\(id)") }
            var texts = fields.split(at: 0x1F, most: fieldCount + 1)
            if texts.count > fieldCount {
                texts.removeLast()
                report.skip(.extraFields, "note", "\(id)")
            }
            if texts.count < fieldCount { texts += repeatElement("", count: fieldCount - texts.count) }
            try watch.took(400 + fields.count + 48 * texts.count + 32 * tags.count, for: first.name)
            notes.append(
                AnkiNote(
                    id: id, guid: guid, notetype: notetype, modified: modified, fields: texts,
                    tags: tags.filter { !$0.isEmpty }))
            if notes.count % 1000 == 0 { try watch.reached(.notes, notes.count, of: nil) }
        }
        try watch.reached(.notes, notes.count, of: notes.count)
        return .notes(notes, report)
    }

    func cardsAndReviews() throws(AnkiError) -> Part {
        var (cards, reviews, report) = ([AnkiCard](), [AnkiReview](), ImportReport())
        let columns =
            "id, nid, did, ord, mod, type, queue, due, ivl, factor, reps, lapses, left, odue, odid, flags, data"
        try second.rows("SELECT \(columns) FROM cards NOT INDEXED", of: ["cards"]) { (row) throws(AnkiError) in
            guard let card = AnkiCard(row) else { return report.skip(.badRow, "card", "\(row.integer(0) ?? 0)") }
            try watch.took(200 + card.data.utf8.count, for: second.name)
            cards.append(card)
            if cards.count % 1000 == 0 { try watch.reached(.cards, cards.count, of: nil) }
        }
        try watch.reached(.cards, cards.count, of: cards.count)
        let log = "SELECT id, cid, ease, ivl, lastIvl, factor, time, type FROM revlog NOT INDEXED"
        try second.rows(log, of: ["revlog"]) { (row) throws(AnkiError) in
            guard let review = AnkiReview(row) else { return report.skip(.badRow, "review", "\(row.integer(0) ?? 0)") }
            try watch.took(Self.bytesOfReview, for: second.name)
            reviews.append(review)
            if reviews.count % 1000 == 0 { try watch.reached(.reviews, reviews.count, of: nil) }
        }
        return .others(cards, reviews, report)
    }
}

extension CollectionReader {
    mutating func readRows() throws(AnkiError) {
        let fieldCounts = Dictionary(
            collection.notetypes.map { ($0.id, $0.fields.count) }, uniquingKeysWith: { first, _ in first })
        let reader = RowReader(first: database, second: second, watch: watch, fieldCounts: fieldCounts)
        for part in try reader.read() {
            switch part {
            case .notes(let notes, let skipped):
                collection.notes = notes
                report.add(skipped)
            case .others(let cards, let reviews, let skipped):
                report.add(skipped)
                keep(cards)
                keep(reviews)
            }
        }
        try watch.reached(.reviews, collection.reviews.count, of: collection.reviews.count)
    }

    /// Keeps the cards of notes that are here.
    private mutating func keep(_ cards: [AnkiCard]) {
        let notes = Set(collection.notes.map(\.id))
        let decks = Set(collection.decks.map(\.id))
        var seen: Set<Int> = []
        collection.cards.reserveCapacity(cards.count)
        for var card in cards {
            guard notes.contains(card.note) else {
                report.skip(.noNote, "card", "\(card.id)")
                continue
            }
            guard seen.insert(card.id).inserted else {
                report.skip(.repeatedID, "card", "\(card.id)")
                continue
            }
            if !decks.contains(card.deck) {
                report.skip(.noDeck, "card", "\(card.id)")
                card.deck = Self.defaultDeck
            }
            collection.cards.append(card)
        }
        if collection.cards.contains(where: { $0.deck == Self.defaultDeck }), !decks.contains(Self.defaultDeck) {
            collection.decks.append(AnkiDeck(id: Self.defaultDeck, name: "Default"))
        }
    }

    /// Keeps the reviews of cards that are here, by time and each once.
    private mutating func keep(_ reviews: [AnkiReview]) {
        let isSorted = !zip(reviews, reviews.dropFirst()).contains { $0.id > $1.id }
        let cards = Set(collection.cards.map(\.id))
        collection.reviews.reserveCapacity(reviews.count)
        for review in isSorted ? reviews : reviews.sorted(by: { $0.id < $1.id }) {
            if !cards.contains(review.card) {
                report.skip(.noCard, "review", "\(review.id)")
            } else if review.id == collection.reviews.last?.id {
                report.skip(.repeatedID, "review", "\(review.id)")
            } else {
                collection.reviews.append(review)
            }
        }
    }
}

extension AnkiCard {
    /// Columns in the order of the table, without `usn`. `nil` where one has no value that Anki writes.
    fileprivate init?(_ row: ForeignRow) {
        guard let id = row.integer(0), let note = row.integer(1), let deck = row.integer(2) else { return nil }
        self.init(id: id, note: note, deck: deck)
        guard let ordinal = row.integer(3), (0..<500).contains(ordinal), let modified = row.integer(4),
            let type = row.integer(5), (0...3).contains(type), let queue = row.integer(6), (-3...4).contains(queue),
            let due = row.integer(7), let interval = row.integer(8), let factor = row.integer(9),
            let repetitions = row.integer(10), let lapses = row.integer(11), let left = row.integer(12),
            let originalDue = row.integer(13), let originalDeck = row.integer(14), let flags = row.integer(15)
        else { return nil }
        (self.ordinal, self.modified, self.type, self.queue) = (Int32(ordinal), modified, Int8(type), Int8(queue))
        (self.due, self.interval, self.factor) = (due, Int32(clamping: interval), Int32(clamping: factor))
        (self.repetitions, self.lapses) = (Int32(clamping: repetitions), Int32(clamping: lapses))
        (self.left, self.originalDue, self.originalDeck) = (Int32(clamping: left), originalDue, originalDeck)
        self.flags = Int32(flags & 7)
        data = row.text(16) ?? ""
    }
}

extension AnkiReview {
    /// `nil` where a column has no value that Anki writes.
    fileprivate init?(_ row: ForeignRow) {
        guard let id = row.integer(0), (1..<253_402_300_800_000).contains(id), let card = row.integer(1),
            let ease = row.integer(2), (0...4).contains(ease), let interval = row.integer(3),
            let last = row.integer(4), let factor = row.integer(5), let time = row.integer(6),
            let type = row.integer(7), (0...5).contains(type)
        else { return nil }
        self.init(
            id: id, card: card, ease: Int8(ease), interval: Int32(clamping: interval),
            lastInterval: Int32(clamping: last), factor: Int32(clamping: factor), milliseconds: Int32(clamping: time),
            type: Int8(type))
    }
}

extension UnsafeRawBufferPointer {
    /// The texts between the separators; none for no bytes. The last of `most` texts has the rest.
    func split(at separator: UInt8, most: Int) -> [String] {
        guard let base = baseAddress, !isEmpty else { return [] }
        var texts: [String] = []
        var start = base
        let end = base + count
        func text(_ to: UnsafeRawPointer) -> String {
            String(decoding: UnsafeRawBufferPointer(start: start, count: to - start), as: UTF8.self)
        }
        while texts.count < most - 1, let next = memchr(start, Int32(separator), end - start) {
            texts.append(text(next))
            start = UnsafeRawPointer(next) + 1
        }
        texts.append(text(end))
        return texts
    }
}
