// SPDX-License-Identifier: Apache-2.0

import Crypto
import FSRS
public import Foundation
public import HearthWords

extension AnkiPackage {
    /// Makes a package of words, with their decks, schedules, logs and media.
    ///
    /// Each word is a note of a notetype of Hearth's that has exactly the directions of its cards. Ids are made
    /// of the moments at which words were made and answers were given, moved to the next free one where two are the
    /// same.
    ///
    /// - Parameters:
    ///   - words: what `WordStore.exportWords` gives.
    ///   - days: the user's time zone and start of the day, by which Anki counts too.
    ///   - now: the moment of the export.
    ///   - folder: gets the media as files. It must not exist yet, and is the caller's to remove.
    /// - Throws: `AnkiError` `.unwritable`.
    public init(_ words: WordImport, days: UserDays, at now: Date, media folder: URL) throws(AnkiError) {
        let media = try OutgoingMedia(in: folder)
        for file in words.media { try media.add(file) }
        self.init(words, days: days, at: now, media: media.files)
    }

    /// - Parameter media: files that lie on the disk already; the data of media in `words` are not looked at.
    init(_ words: WordImport, days: UserDays, at now: Date, media: [AnkiMedia]) {
        var exporter = PackageExporter(words, days: days, now: now)
        exporter.addNotes()
        self.init(exporter.collection, media: media)
    }
}

/// Makes Anki's rows of words.
private struct PackageExporter {
    private let words: WordImport
    private let days: UserDays
    private let now: Date
    private let today: Int
    private let firstDay: Int
    var collection = AnkiCollection()
    private var noteIDs = FreeIDs()
    private var cardIDs = FreeIDs()
    private var reviewIDs = FreeIDs()

    /// The notetypes, and the place of each.
    private var notetypes: [NoteFields] = []
    private var places: [NoteFields.Key: Int] = [:]
    /// The settings of each deck, its own or those of the nearest deck around it.
    private var settings: [DeckSettings] = []
    /// Anki numbers gaps up to 500.
    private static let mostDirections = 500

    init(_ words: WordImport, days: UserDays, now: Date) {
        (self.words, self.days, self.now, today) = (words, days, now, days.day(of: now))
        let reviewDays = words.words.lazy.flatMap { $0.cards ?? [] }.flatMap(\.reviews).map(\.day)
        firstDay = min(reviewDays.min() ?? today, today)
        collection.created = Int(days.start(of: firstDay).timeIntervalSince1970)
        collection.rolloverHour = days.startMinutes / 60
        // As it was then: in another season the clock may differ by an hour, and the day with it.
        collection.minutesWest = -days.timeZone.secondsFromGMT(for: days.start(of: firstDay)) / 60
        collection.usesFSRS = true
        addDecks()
    }

    private var milliseconds: Int { Int(now.timeIntervalSince1970 * 1000) }

    private mutating func addDecks() {
        // Anki expects its deck Default and the options of that name.
        collection.decks = [AnkiDeck(id: 1, name: "Default")]
        collection.deckOptions = [AnkiDeckOptions(DeckSettings(), id: 1, name: "Default")]
        let owners = Dictionary(
            words.decks.enumerated().filter { $1.settings != nil }.map { ($1.path, $0) },
            uniquingKeysWith: { first, _ in first })
        for (place, deck) in words.decks.enumerated() {
            var row = AnkiDeck(id: milliseconds + place, name: deck.path.joined(separator: Deck.separator))
            if let settings = deck.settings {
                collection.deckOptions.append(AnkiDeckOptions(settings, id: milliseconds + place, name: row.name))
            }
            // In Anki a deck has none of the deck that it lies in, so it is told that of it.
            let lengths = stride(from: deck.path.count, to: 0, by: -1)
            let owner = lengths.lazy.compactMap { owners[Array(deck.path.prefix($0))] }.first
            row.options = owner.map { milliseconds + $0 }
            settings.append(owner.flatMap { words.decks[$0].settings } ?? DeckSettings())
            collection.decks.append(row)
        }
    }

    /// The cards that a word gets; a word without cards of its own gets those of its deck.
    private func cards(of word: ImportedWord) -> [ImportedCard] {
        let cards =
            word.cards ?? word.content.directions(settings[word.deck]).map { ImportedCard(direction: $0) }
        return cards.filter { (0..<Self.mostDirections).contains($0.direction.rawValue) }
    }

    private static func key(_ word: ImportedWord, _ cards: [ImportedCard]) -> NoteFields.Key {
        NoteFields.Key(word.content, Set(cards.map(\.direction.rawValue)).sorted())
    }

    /// Finds out which fields each notetype needs.
    private mutating func addNotetypes() {
        for word in words.words {
            let cards = cards(of: word)
            guard !cards.isEmpty else { continue }
            let key = Self.key(word, cards)
            if places[key] == nil {
                places[key] = notetypes.count
                notetypes.append(NoteFields(key))
            }
            if let place = places[key], !word.content.extra.isEmpty { notetypes[place].add(word.content) }
        }
        var ids = FreeIDs()
        collection.notetypes = notetypes.map { fields in
            var notetype = fields.notetype(0)
            notetype.id = ids.take(notetype.shapeID)
            return notetype
        }
    }

    mutating func addNotes() {
        addNotetypes()
        let reviews = words.words.reduce(0) { $0 + ($1.cards ?? []).reduce(0) { $0 + $1.reviews.count } }
        reviewIDs.reserve(reviews)
        collection.reviews.reserveCapacity(reviews)
        for word in words.words {
            let cards = cards(of: word)
            guard !cards.isEmpty, let place = places[Self.key(word, cards)] else { continue }
            let created = word.createdAt.map { Int($0.timeIntervalSince1970 * 1000) } ?? milliseconds
            let note = noteIDs.take(created)
            collection.notes.append(
                AnkiNote(
                    id: note, guid: word.guid ?? "hearth-\(note)",
                    notetype: collection.notetypes[place].id,
                    modified: Int((word.modifiedAt ?? now).timeIntervalSince1970),
                    fields: notetypes[place].fields(word.content), tags: word.content.tags))
            for card in cards { add(card, of: note, created, deck: card.deck ?? word.deck) }
        }
        collection.reviews.sort { $0.id < $1.id }
    }

    private mutating func add(_ card: ImportedCard, of note: Int, _ created: Int, deck: Int) {
        var row = AnkiCard(id: cardIDs.take(created), note: note, deck: milliseconds + deck)
        row.ordinal = Int32(clamping: card.direction.rawValue)
        row.modified = Int(now.timeIntervalSince1970)
        row.flags = Int32(card.flag & 7)
        setSchedule(&row, card, settings[deck])
        if card.isSuspended { row.queue = -1 } else if card.buriedOn == today { row.queue = -3 }
        collection.cards.append(row)
        var last: Int32 = 0
        for review in card.reviews {
            // Anki's own id, where the review comes from there.
            let known = review.key.flatMap { Int($0) }.flatMap { $0 > 1_000_000_000_000 ? $0 : nil }
            let id = reviewIDs.take(known ?? Int(review.date.timeIntervalSince1970 * 1000))
            collection.reviews.append(
                AnkiReview(
                    id: id, card: row.id, ease: Int8(review.rating?.rawValue ?? 0),
                    interval: Int32(clamping: review.interval.value), lastInterval: last,
                    factor: Self.factor(review), milliseconds: Int32(clamping: review.milliseconds),
                    type: Int8(review.kind.rawValue)))
            last = Int32(clamping: review.interval.value)
        }
    }

    /// With FSRS, Anki logs the difficulty here, as 100…1100; 0 in cramming tells it from answers that count, and tells
    /// that a card was made new from other changes by hand.
    private static func factor(_ review: FlashcardReview) -> Int32 {
        guard review.kind != .cram, review.kind != .learning else { return 0 }
        if review.kind == .manual, review.interval.value == 0 { return 0 }
        return review.memory.map { Int32((($0.difficulty - 1) / 9 * 1000 + 100).rounded()) } ?? 2500
    }

    private func setSchedule(_ row: inout AnkiCard, _ card: ImportedCard, _ settings: DeckSettings) {
        let state = card.state
        row.type = Int8(state.phase.rawValue)
        (row.repetitions, row.lapses) = (Int32(clamping: state.repetitions), Int32(clamping: state.lapses))
        guard state.phase != .new else {
            row.due = collection.notes.count
            return
        }
        row.factor = 2500
        row.interval = state.phase == .learning ? 0 : Int32(clamping: max(1, state.card.intervalDays))
        let steps = state.phase == .learning ? settings.learningSteps.count : settings.relearningSteps.count
        if state.phase != .review { row.left = Int32(clamping: max(1, steps - state.card.step)) }
        switch state.due {
        case .at(let date): (row.queue, row.due) = (1, Int(date.timeIntervalSince1970))
        case .on(let day): (row.queue, row.due) = (state.phase == .review ? 2 : 3, day - firstDay)
        case .new: (row.queue, row.due) = (state.phase == .review ? 2 : 3, today - firstDay)
        }
        row.data = data(state, settings)
    }

    /// Stability and difficulty with Anki's own number of places.
    private func data(_ state: FSRSState, _ settings: DeckSettings) -> String {
        guard let memory = state.card.memory else { return "{}" }
        let decay = settings.algorithm == .six ? settings.effectiveParameters.values[20] : 0.5
        let last = state.lastReviewDate.map { ",\"lrt\":\(Int($0.timeIntervalSince1970))" } ?? ""
        return "{\"s\":\(Self.text(memory.stability, 4)),\"d\":\(Self.text(memory.difficulty, 3)),"
            + "\"dr\":\(Self.text(settings.desiredRetention, 2)),\"decay\":\(Self.text(decay, 3))\(last)}"
    }

    /// A positive number with so many places: Foundation's formats take longer than the rest of a card.
    private static func text(_ value: Double, _ places: Int) -> String {
        let unit = [1, 10, 100, 1_000, 10_000][places]
        let scaled = value.isFinite ? Int((min(max(value, 0), 1e12) * Double(unit)).rounded()) : 0
        let digits = String(scaled % unit)
        return "\(scaled / unit)." + String(repeating: "0", count: places - digits.utf8.count) + digits
    }
}

extension AnkiNotetype {
    /// An id that says what the notetype is made of, and nothing else: of two packages, notetypes with one id have the
    /// same fields and templates, so that Anki can put their notes together. It looks like a moment of the years from
    /// 2001 to 2033, in milliseconds, as Anki's own ids do.
    fileprivate var shapeID: Int {
        let parts = [name] + fields + templates.flatMap { [$0.name, $0.question, $0.answer] } + [css, "\(isCloze)"]
        let digest = SHA256.hash(data: Data(parts.joined(separator: "\u{1F}").utf8))
        let number = digest.prefix(6).reduce(0) { $0 << 8 | Int($1) }
        return 1_000_000_000_000 + number % 1_000_000_000_000
    }
}

/// Gives each id once: the one that is wanted, or the next one that is free.
///
/// A taken id says where to look on, and whoever came by is led straight to the end: all words of a table were made at
/// the same moment.
struct FreeIDs {
    private var next: [Int: Int] = [:]

    mutating func reserve(_ count: Int) { next.reserveCapacity(count) }

    mutating func take(_ wanted: Int) -> Int {
        var (id, passed) = (max(1, wanted), [Int]())
        while let other = next[id] {
            passed.append(id)
            id = other
        }
        next[id] = id + 1
        for one in passed { next[one] = id + 1 }
        return id
    }
}

extension AnkiDeckOptions {
    init(_ settings: DeckSettings, id: Int, name: String) {
        self.init(id: id, name: name)
        (learningSteps, relearningSteps) = (
            settings.learningSteps.map { $0 / 60 }, settings.relearningSteps.map { $0 / 60 }
        )
        (newPerDay, reviewsPerDay) = (settings.newPerDay, settings.reviewsPerDay)
        (maximumInterval, leechThreshold) = (settings.maximumInterval, settings.leechThreshold)
        leechAction = settings.leechAction == .tag ? 1 : 0
        (buriesNew, buriesReviews) = (settings.buriesSiblings, settings.buriesSiblings)
        desiredRetention = settings.desiredRetention
        parameters = settings.parameters == nil ? [] : settings.effectiveParameters.values
    }
}
