// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Notes, cards and reviews, of which there are many.
extension CollectionReader {
    mutating func readNotes() throws(AnkiError) {
        let fieldCounts = Dictionary(
            collection.notetypes.map { ($0.id, $0.fields.count) }, uniquingKeysWith: { first, _ in first })
        var (notes, report, seen) = ([AnkiNote](), report, Set<Int>())
        try database.rows("SELECT id, guid, mid, mod, tags, flds FROM notes NOT INDEXED", of: ["notes"]) {
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
            texts.append(contentsOf: repeatElement("", count: fieldCount - texts.count))
            try watch.took(200 + fields.count + 48 * texts.count + 32 * tags.count, for: database.name)
            notes.append(
                AnkiNote(
                    id: id, guid: guid, notetype: notetype, modified: modified, fields: texts,
                    tags: tags.filter { !$0.isEmpty }))
            if notes.count % 1000 == 0 { try watch.reached(.notes, notes.count, of: nil) }
        }
        (collection.notes, self.report) = (notes, report)
        try watch.reached(.notes, notes.count, of: notes.count)
    }

    mutating func readCards() throws(AnkiError) {
        let notes = Set(collection.notes.map(\.id))
        let decks = Set(collection.decks.map(\.id))
        var (cards, report, seen) = ([AnkiCard](), report, Set<Int>())
        let columns =
            "id, nid, did, ord, mod, type, queue, due, ivl, factor, reps, lapses, left, odue, odid, flags, data"
        try database.rows("SELECT \(columns) FROM cards NOT INDEXED", of: ["cards"]) { (row) throws(AnkiError) in
            guard var card = AnkiCard(row) else { return report.skip(.badRow, "card", "\(row.integer(0) ?? 0)") }
            guard notes.contains(card.note) else { return report.skip(.noNote, "card", "\(card.id)") }
            guard seen.insert(card.id).inserted else { return report.skip(.repeatedID, "card", "\(card.id)") }
            if !decks.contains(card.deck) {
                report.skip(.noDeck, "card", "\(card.id)")
                card.deck = Self.defaultDeck
            }
            try watch.took(200 + card.data.utf8.count, for: database.name)
            cards.append(card)
            if cards.count % 1000 == 0 { try watch.reached(.cards, cards.count, of: nil) }
        }
        (collection.cards, self.report) = (cards, report)
        if cards.contains(where: { $0.deck == Self.defaultDeck }), !decks.contains(Self.defaultDeck) {
            collection.decks.append(AnkiDeck(id: Self.defaultDeck, name: "Default"))
        }
        try watch.reached(.cards, cards.count, of: cards.count)
    }

    mutating func readReviews() throws(AnkiError) {
        let cards = Set(collection.cards.map(\.id))
        var (reviews, report) = ([AnkiReview](), report)
        let columns = "id, cid, ease, ivl, lastIvl, factor, time, type"
        try database.rows("SELECT \(columns) FROM revlog NOT INDEXED", of: ["revlog"]) { (row) throws(AnkiError) in
            guard let review = AnkiReview(row) else { return report.skip(.badRow, "review", "\(row.integer(0) ?? 0)") }
            guard cards.contains(review.card) else { return report.skip(.noCard, "review", "\(review.id)") }
            guard review.id != reviews.last?.id else { return report.skip(.repeatedID, "review", "\(review.id)") }
            try watch.took(MemoryLayout<AnkiReview>.stride * 2, for: database.name)
            reviews.append(review)
            if reviews.count % 1000 == 0 { try watch.reached(.reviews, reviews.count, of: nil) }
        }
        if zip(reviews, reviews.dropFirst()).contains(where: { $0.id > $1.id }) { reviews.sort { $0.id < $1.id } }
        (collection.reviews, self.report) = (reviews, report)
        try watch.reached(.reviews, reviews.count, of: reviews.count)
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
