// SPDX-License-Identifier: Apache-2.0

public import Foundation
import GRDB
public import HearthWords

extension Store {
    public func importWords(
        _ batch: WordImport, days: UserDays, at now: Date, progress: @escaping @Sendable (Double) throws -> Void
    ) async throws -> WordImportReport {
        try batch.check()
        return try await writeWords { database in
            // Words come in no order of their names, so an index needs its pages again and again: 64 MB of them stay.
            try database.execute(sql: "PRAGMA cache_size = -65536")
            // It is only a matter of speed.
            defer { try? database.execute(sql: "PRAGMA cache_size = -2000; PRAGMA shrink_memory") }
            var run = try ImportRun(database: database, batch: batch, now: now, progress: progress)
            try RowWriter.withoutTriggers(in: database) { try run.run() }
            return try run.finish()
        }
    }
}

/// An import on its way, in one transaction.
///
/// Rows are gathered and written some hundred at a time: words, then their cards, then the log. Triggers are off, so
/// what they would count is counted at the end, and indexes are made after that where most rows are new.
private struct ImportRun {
    let database: Database
    let batch: WordImport
    let now: Date
    let progress: (Double) throws -> Void
    private var report = WordImportReport()
    private var decks: [Int64] = []
    private var settings: [DeckSettings] = []
    /// New names of files whose names were taken.
    private var names: [String: String] = [:]
    private var known: ImportedWordMatcher
    private var keys: KnownKeys
    private var words: Rows
    private var cards: Rows
    private var reviews: Rows
    private var indexes: [DeferredIndexes] = []
    private var counts = GatheredCounts()
    private var random = SplitMix64()
    /// Words that were replaced and have other gaps now.
    private var changed: [(id: Int64, before: FlashcardContent)] = []
    /// Words that name files and wait to be written.
    private var withMedia: [Flashcard] = []
    /// Cards that were made new, and when.
    private var resets: [(card: Int64, date: Date)] = []

    /// Rows of a table, and the number that the next one gets.
    private struct Rows {
        let first: Int64
        var next: Int64
        var writer: RowWriter

        init(_ table: String, columns: Int, _ database: Database) throws {
            first = try RowWriter.nextID(of: table, in: database)
            next = first
            writer = try RowWriter(into: table, columns: columns, in: database)
        }

        mutating func take() -> Int64 {
            defer { next += 1 }
            return next
        }
    }

    init(database: Database, batch: WordImport, now: Date, progress: @escaping (Double) throws -> Void) throws {
        (self.database, self.batch, self.now, self.progress) = (database, batch, now, progress)
        keys = try KnownKeys(in: database)
        words = try Rows("flashcards", columns: 14, database)
        known = try ImportedWordMatcher(batch, before: words.first, in: database)
        cards = try Rows("cards", columns: 21, database)
        reviews = try Rows("reviews", columns: 13, database)
    }

    mutating func run() throws {
        try progress(0)
        try makeDecks()
        try known.findSame(batch.words, in: decks)
        for file in batch.media {
            let name = try file.insert(into: database)
            if name != file.name { names[file.name] = name }
            file.data.giveBackPages()
            report.media += 1
        }
        try dropIndexes()
        for (number, word) in batch.words.enumerated() {
            if number % 500 == 0 { try progress(0.9 * Double(number) / Double(batch.words.count)) }
            if words.writer.waiting >= 512 || cards.writer.waiting >= 4_096 { try flush() }
            try add(word)
        }
        try flush()
        try count()
        for (place, index) in indexes.enumerated() {
            try progress(0.9 + 0.1 * Double(place) / Double(indexes.count))
            try index.make(in: database)
        }
    }

    /// To be called with triggers on: what it changes are words that were here before.
    mutating func finish() throws -> WordImportReport {
        try matchCards()
        try progress(1)
        return report
    }

    private mutating func dropIndexes() throws {
        let cards = batch.words.reduce(0) { $0 + ($1.cards?.count ?? 1) }
        let reviews = batch.words.reduce(0) { $0 + ($1.cards ?? []).reduce(0) { $0 + $1.reviews.count } }
        for (table, incoming) in [("flashcards", batch.words.count), ("cards", cards), ("reviews", reviews)] {
            let all = table == "reviews" && !keys.asksTable
            indexes.append(try DeferredIndexes(of: table, incoming: incoming, all: all, in: database))
        }
        keys.reserve(reviews)
    }

    private mutating func flush() throws {
        try words.writer.flush()
        for word in withMedia { try word.content.noteMedia(of: word.id, in: database) }
        withMedia = []
        try cards.writer.flush()
        try reviews.writer.flush()
        for (card, date) in resets {
            try database.cachedStatement(sql: "INSERT INTO card_resets VALUES (?, ?)").execute(
                arguments: [card, date.timeIntervalSinceReferenceDate])
        }
        resets = []
        known.areWritten()
    }

    private mutating func makeDecks() throws {
        let before = try StoreArea.rows(of: "decks", in: database)
        for deck in batch.decks {
            decks.append(try Store.makeDeck(deck.path, settings: deck.settings, at: now, in: database))
        }
        report.decks = try StoreArea.rows(of: "decks", in: database) - before
        let tree = try DeckTree.fetch(from: database)
        settings = decks.map { tree.settings(of: $0) }
    }

    private func deck(_ place: Int) throws -> Int64 {
        guard decks.indices.contains(place) else {
            throw WordsError(.invalid, "there is no deck at \(place) in this import")
        }
        return decks[place]
    }

    private mutating func add(_ word: ImportedWord) throws {
        let deck = try deck(word.deck)
        var content = word.content
        content.renameMedia(names)
        if batch.duplicates != .add, let match = try known.match(word, deck) {
            return try meet(match, content, word.modifiedAt ?? now)
        }
        let draft = Flashcard(
            id: words.take(), guid: word.guid ?? random.guid(), deck: deck, content: content,
            createdAt: word.createdAt ?? now, modifiedAt: word.modifiedAt ?? now)
        words.writer.add(draft.row)
        if content.image != nil || content.audio != nil || !content.extra.isEmpty { withMedia.append(draft) }
        known.note(draft, hasGuid: word.guid != nil)
        report.added += 1
        let own = word.cards ?? content.directions(settings[word.deck]).map { ImportedCard(direction: $0) }
        counts.add(draft.id, try own.map { try add($0, of: draft.id, in: deck) })
    }

    /// A word that is here already.
    private mutating func meet(_ match: ImportedWordMatcher.Match, _ content: FlashcardContent, _ modifiedAt: Date)
        throws
    {
        let id = match.id
        guard batch.duplicates == .replace else {
            report.kept += 1
            if match.hasOtherMeaning { report.noteOther(content) }
            return
        }
        if id >= words.first { try flush() }
        guard let old = try Flashcard.fetch(id, in: database) else {
            report.kept += 1
            return
        }
        var content = content
        content.keep(from: old.content)
        let new = Flashcard(
            id: id, guid: old.guid, deck: old.deck, content: content, createdAt: old.createdAt, modifiedAt: modifiedAt)
        try new.update(in: database)
        if old.content.cloze != content.cloze || old.content.meaning.isEmpty { changed.append((id, old.content)) }
        known.replaced(old, by: new)
        report.replaced += 1
    }

    /// Gives replaced words cards for new gaps and directions. They are found by the indexes, so these come first.
    private mutating func matchCards() throws {
        for (id, before) in changed {
            report.cards += try Flashcard.fetch(id, in: database)?.matchCards(since: before, in: database) ?? 0
        }
    }

    private mutating func add(_ imported: ImportedCard, of word: Int64, in deck: Int64) throws -> StudyCard {
        let deck = try imported.deck.map { try self.deck($0) } ?? deck
        var card = StudyCard(
            id: cards.take(), flashcard: word, direction: imported.direction, deck: deck, state: imported.state)
        (card.isSuspended, card.buriedOn, card.flag) = (imported.isSuspended, imported.buriedOn, imported.flag)
        // After an answer that is yet to come, all others would be late.
        card.state.lastReviewDate = card.state.lastReviewDate.map { min($0, now) }
        cards.writer.add(card.row(shuffle: Int64(random.next() >> 33)))
        report.cards += 1
        if let date = imported.resetAt { resets.append((card.id, date)) }
        for review in imported.reviews {
            var review = review
            review.card = card.id
            review.key = try review.key.flatMap { try keys.take($0) ? $0 : nil }
            // A single card may have a million answers.
            if reviews.writer.waiting >= 4_096 { try flush() }
            review.id = reviews.take()
            reviews.writer.add(review.row(deck: deck))
            report.reviews += 1
        }
        return card
    }

    /// Counts all new rows at once, as the triggers of cards and reviews would.
    private func count() throws {
        try database.execute(
            sql: """
                INSERT INTO due_days SELECT dueDay, count(*) FROM cards WHERE id >= ? AND dueDay IS NOT NULL GROUP BY dueDay
                ON CONFLICT DO UPDATE SET cards = cards + excluded.cards
                """, arguments: [cards.first])
        try counts.write(to: database)
        guard report.reviews > 0 else { return }
        try database.execute(
            sql: """
                INSERT INTO review_days SELECT deck, day, kind, ifnull(rating, 0), count(*), sum(milliseconds), sum(elapsedDays >= 21)
                    FROM reviews WHERE id >= ? GROUP BY deck, day, kind, ifnull(rating, 0)
                ON CONFLICT DO UPDATE SET answers = answers + excluded.answers,
                    milliseconds = milliseconds + excluded.milliseconds, mature = mature + excluded.mature
                """, arguments: [reviews.first])
    }
}

extension Data {
    /// Lets the system have the memory of a large value, which is read again from its file if it is needed once more:
    /// media are mapped, and all of a package would stay in memory until the import is over.
    fileprivate func giveBackPages() {
        #if os(Linux)
            guard count > 1 << 20 else { return }
            withUnsafeBytes { bytes in
                guard let start = bytes.baseAddress else { return }
                let page = sysconf(Int32(_SC_PAGESIZE))
                let skipped = (page - Int(bitPattern: start) % page) % page
                // MADV_PAGEOUT of linux/mman.h. It changes no byte; a kernel that does not know it refuses it.
                madvise(UnsafeMutableRawPointer(mutating: start) + skipped, (count - skipped) / page * page, 21)
            }
        #endif
    }
}

/// Random numbers for many rows: the system's cost a call each. Source: Steele, Lea and Flood 2014, SplitMix64.
private struct SplitMix64 {
    private var state = UInt64.random(in: .min ... .max)
    /// Part of the names that is different in each run, even if two runs draw the same numbers.
    private let run = UInt64.random(in: .min ... .max)

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    /// A name for a word that has none; none comes twice.
    mutating func guid() -> String { String(run, radix: 36) + String(next(), radix: 36) }
}
