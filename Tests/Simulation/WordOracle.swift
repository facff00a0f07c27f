// SPDX-License-Identifier: Apache-2.0

import FSRS
import Foundation
import HearthWords

/// Expectations about words, from what the user did: dictionaries, and no storage.
struct WordOracle: Sendable {
    struct Answer: Hashable, Sendable {
        /// The step that gave it.
        let step: Int
        let rating: Rating
        let date: Date
        let day: Int

        var key: String { "answer-\(step)" }
    }

    struct Card: Sendable {
        let direction: Direction
        /// The answers that count, in their order.
        var counted: [Answer] = []
        /// The steps of the answers that count, as they came. One that comes late changes what those after it did.
        var arrivals: [Int] = []
        /// Answers that count no more: from before the card was started over.
        var former: [Answer] = []
        var startedOverAt: Date?
        /// The user's last decision; `nil` for none, or if a leech may have been suspended since.
        var isSuspended: Bool? = false
        /// The day up to which the user hid it.
        var hiddenOn: Int?
        /// Whether what its schedule is cannot be foretold: answers came while it was deleted, or its clock went back.
        var isUncertain = false
    }

    struct Word: Sendable {
        let step: Int
        let deck: Int
        var tags: Set<String> = []
        /// The mark that a replacement brought into its definition.
        var replaced: Mark?
        /// The steps that changed its texts or tags, the last one last. Only that one can be taken back.
        var changes: [Int] = []
        /// The mark in its example.
        var example: Mark?
        var cards: [Card]
        /// The deletion that it is gone by.
        var deletedBy: Int?
    }

    struct Deletion: Sendable {
        let words: [Int]
        let deck: Int?
        let at: Int64
        var isOver = false
        /// The program that could bring it back.
        let generation: Int
    }

    struct Deck: Sendable {
        let step: Int
        let kind: DeckKind
        var deletedBy: Int?
    }

    var decks: [Int: Deck] = [:]
    var words: [Int: Word] = [:]
    var deletions: [Int: Deletion] = [:]
    /// Decks that were deleted, and have not come back.
    var goneDecks: Set<Int> = []
    /// Answers that were taken back: they are gone for good, whoever sends them again.
    var takenBack: Set<Int> = []
    /// Answers on their way or given since everything was erased last; those before are gone for good.
    var lost: Set<Int> = []

    // MARK: What the user does

    func isThere(word: Int) -> Bool { words[word].map { $0.deletedBy == nil } ?? false }
    /// Whether the deck of a word is there, be the word deleted or not.
    func hasDeck(word: Int) -> Bool { words[word].map { isThere(deck: $0.deck) } ?? false }
    func isThere(deck: Int) -> Bool { decks[deck].map { $0.deletedBy == nil } ?? false }
    func living(in deck: Int) -> [Int] {
        words.values.filter { $0.deck == deck && $0.deletedBy == nil }.map(\.step).sorted()
    }

    /// An answer comes, now or from a phone.
    mutating func take(_ answer: Answer, word: Int, card place: Int) {
        guard !takenBack.contains(answer.step), !lost.contains(answer.step) else { return }
        guard var word = words[word], word.cards.indices.contains(place) else { return }
        var card = word.cards[place]
        guard !card.counted.contains(answer), !card.former.contains(answer) else { return }
        if let over = card.startedOverAt, answer.date < over {
            card.former.append(answer)
        } else if let last = card.counted.last, answer.date.addingTimeInterval(Answering.lateSeconds) < last.date {
            card.counted.insert(answer, at: card.counted.firstIndex { $0.date > answer.date } ?? card.counted.endIndex)
            // All are read again by their times then, also those that came a moment too late to be late.
            card.counted = card.counted.enumerated().sorted {
                ($0.element.date, $0.offset) < ($1.element.date, $1.offset)
            }
            .map(\.element)
        } else {
            card.counted.append(answer)
        }
        if !card.former.contains(answer) { card.arrivals.append(answer.step) }
        if decks[word.deck]?.kind == .strict { card.isSuspended = card.isSuspended == true ? true : nil }
        word.cards[place] = card
        words[word.step] = word
    }

    mutating func undo(_ answer: Int) {
        for (step, word) in words {
            for (place, card) in word.cards.enumerated() where card.counted.contains(where: { $0.step == answer }) {
                words[step]?.cards[place].counted.removeAll { $0.step == answer }
                words[step]?.cards[place].arrivals.removeAll { $0 == answer }
                if decks[word.deck]?.kind == .strict, card.isSuspended == nil {
                    words[step]?.cards[place].isSuspended = nil
                }
            }
            for place in word.cards.indices { words[step]?.cards[place].former.removeAll { $0.step == answer } }
        }
        takenBack.insert(answer)
    }

    /// Whether an answer is the last of its card and came last, so that it can be taken back.
    func canUndo(_ answer: Int) -> Bool {
        words.values.contains { word in
            word.deletedBy == nil
                && word.cards.contains {
                    !$0.isUncertain && $0.former.isEmpty && $0.counted.last?.step == answer
                        && $0.arrivals.last == answer
                }
        }
    }

    mutating func decide(_ decision: Decision, word: Int, card place: Int, at now: Date, today: Int) {
        guard isThere(word: word), words[word]?.cards.indices.contains(place) == true else { return }
        switch decision {
        case .suspend: words[word]?.cards[place].isSuspended = true
        case .resume: words[word]?.cards[place].isSuspended = false
        case .hide: words[word]?.cards[place].hiddenOn = today
        case .show: words[word]?.cards[place].hiddenOn = nil
        case .startOver:
            let counted = words[word]?.cards[place].counted ?? []
            words[word]?.cards[place].former += counted
            words[word]?.cards[place].counted = []
            words[word]?.cards[place].arrivals = []
            words[word]?.cards[place].startedOverAt = now
            words[word]?.cards[place].isUncertain = false
        }
    }

    /// Answers come by their times, and a clock that was set back makes those unclear.
    mutating func clockWasSet(back isBack: Bool) {
        guard isBack else { return }
        for (step, word) in words {
            for place in word.cards.indices where !word.cards[place].counted.isEmpty {
                words[step]?.cards[place].isUncertain = true
            }
        }
    }

    mutating func delete(words gone: [Int], deck: Int?, by step: Int, at moment: Int64, generation: Int) {
        for word in gone { words[word]?.deletedBy = step }
        if let deck {
            decks[deck]?.deletedBy = step
            goneDecks.insert(deck)
        }
        deletions[step] = Deletion(words: gone, deck: deck, at: moment, generation: generation)
    }

    mutating func restore(_ deletion: Int) {
        guard let gone = deletions[deletion] else { return }
        for word in gone.words where words[word]?.deletedBy == deletion { words[word]?.deletedBy = nil }
        if let deck = gone.deck {
            decks[deck]?.deletedBy = nil
            goneDecks.remove(deck)
        }
        deletions[deletion]?.isOver = true
    }

    /// - Parameter pending: answers that are on their way.
    mutating func eraseEverything(pending: Set<Int>) {
        lost.formUnion(pending)
        for word in words.values { for card in word.cards { lost.formUnion((card.counted + card.former).map(\.step)) } }
        goneDecks.formUnion(decks.keys)
        (decks, words, deletions) = ([:], [:], [:])
    }

    /// Does the same to all words of a deck.
    mutating func change(_ change: Change, deck: Int, _ step: Int) {
        for word in living(in: deck) {
            switch change {
            case .tag: words[word]?.tags.insert("t\(step)")
            case .replace:
                // Only once is there something to replace.
                guard words[word]?.replaced == nil else { continue }
                words[word]?.replaced = Mark(step: step, 1)
            case .due:
                for place in words[word]?.cards.indices ?? 0..<0 where words[word]?.cards[place].isSuspended != true {
                    words[word]?.cards[place].isUncertain = true
                    words[word]?.cards[place].hiddenOn = nil
                }
                continue
            }
            words[word]?.changes.append(step)
        }
    }

    /// Takes such a change back, for the words whose last change it was.
    mutating func takeBack(_ change: Int) {
        for (step, word) in words where word.deletedBy == nil && word.changes.last == change {
            words[step]?.changes.removeLast()
            words[step]?.tags.remove("t\(change)")
            if word.replaced == Mark(step: change, 1) { words[step]?.replaced = nil }
        }
    }

    // MARK: What has to be found

    /// - Returns: what is wrong, the first thing found; `nil` where all is as it should be.
    func problem(in stored: [SimulatedApp.StoredWord], today: Int) -> OracleFinding? {
        var found: [Int: SimulatedApp.StoredWord] = [:]
        for one in stored {
            guard let mark = Mark.all(in: one.word.content.word).first else { continue }
            guard found.updateValue(one, forKey: mark.number / 10) == nil else {
                return OracleFinding("word twice", "the word \(mark) is there twice")
            }
        }
        for (step, one) in found.sorted(by: { $0.key < $1.key }) where !isThere(word: step) {
            return OracleFinding(
                "deleted word is there", "the word of step \(step) was deleted: \(one.word.content.word)")
        }
        for word in words.values.sorted(by: { $0.step < $1.step }) where word.deletedBy == nil {
            guard let one = found[word.step] else {
                return OracleFinding("word is lost", "the word of step \(word.step) is not there")
            }
            if let problem = problem(of: word, one, today) { return problem }
        }
        return nil
    }

    private func problem(of word: Word, _ stored: SimulatedApp.StoredWord, _ today: Int) -> OracleFinding? {
        let content = stored.word.content
        guard word.tags.isSubset(of: content.tags) else {
            return OracleFinding(
                "tag is lost", "word \(word.step) has the tags \(content.tags), not \(word.tags.sorted())")
        }
        if let tag = content.tags.first(where: { $0.hasPrefix("t") && !word.tags.contains($0) }) {
            return OracleFinding("tag of nobody", "word \(word.step) has the tag \(tag), of \(word.tags.sorted())")
        }
        let replaced = Mark.all(in: content.definition).subtracting([Mark(step: word.step)])
        guard replaced == Set([word.replaced].compactMap { $0 }) else {
            return OracleFinding("replacement is lost", "word \(word.step) has the definition \(content.definition)")
        }
        if let example = word.example, !content.example.contains("\(example)") {
            return OracleFinding("edit is lost", "word \(word.step) has the example \(content.example), not \(example)")
        }
        guard stored.cards.count == word.cards.count else {
            return OracleFinding("cards are lost", "word \(word.step) has \(stored.cards.count) cards")
        }
        for (card, real) in zip(word.cards, stored.cards) {
            if let problem = problem(of: card, real.card, real.log, word) { return problem }
        }
        return nil
    }

    private func problem(of card: Card, _ real: StudyCard, _ log: [FlashcardReview], _ word: Word) -> OracleFinding? {
        let name = "word \(word.step), card \(card.direction.rawValue)"
        let keys = log.compactMap(\.key)
        guard Set(keys).count == keys.count else { return OracleFinding("answer twice in the log", "\(name): \(keys)") }
        let known = Set((card.counted + card.former).map(\.key))
        for key in keys where !known.contains(key) {
            let step = Int(key.split(separator: "-").last ?? "") ?? 0
            if takenBack.contains(step) { return OracleFinding("undone answer counts", "\(name): \(key)") }
            if lost.contains(step) { return OracleFinding("erased answer counts", "\(name): \(key)") }
            return OracleFinding("answer of another card", "\(name): \(key)")
        }
        for answer in card.counted where !keys.contains(answer.key) {
            return OracleFinding("answer is lost", "\(name): \(answer.key) is not among \(keys)")
        }
        if let isSuspended = card.isSuspended, isSuspended != real.isSuspended {
            return OracleFinding(
                isSuspended ? "suspension is lost" : "suspended by nobody", "\(name): suspended \(real.isSuspended)")
        }
        guard !card.isUncertain else { return nil }
        return schedule(of: card, real, name, word)
    }

    /// The schedule is what its answers make of a new card.
    private func schedule(of card: Card, _ real: StudyCard, _ name: String, _ word: Word) -> OracleFinding? {
        guard real.state.repetitions == card.counted.count else {
            return OracleFinding(
                card.former.isEmpty ? "answers counted wrong" : "answers counted wrong after starting over",
                "\(name): \(real.state.repetitions) answers count, not \(card.counted.count): \(card.counted.map(\.key))"
            )
        }
        let rules = Answering((decks[word.deck]?.kind ?? .plain).settings, days: SimulatedApp.days)
        var expected = StudyCard(id: real.id, flashcard: real.flashcard, direction: card.direction, deck: real.deck)
        for answer in card.counted {
            expected =
                rules.answer(
                    expected, StudyAnswer(card: real.id, rating: answer.rating, date: answer.date)
                ).card
        }
        guard real.state.phase == expected.state.phase, real.state.due.isNear(expected.state.due),
            real.state.lapses == expected.state.lapses
        else {
            return OracleFinding(
                "schedule is not that of the answers",
                "\(name): \(real.state.phase) \(real.state.due) \(real.state.lapses) lapses, not \(expected.state.phase) "
                    + "\(expected.state.due) \(expected.state.lapses) lapses after \(card.counted.map(\.key))")
        }
        return nil
    }

    /// Cards that the user does not want to be asked today.
    func isUnwanted(word: Int, card place: Int, today: Int) -> Bool {
        guard let word = words[word], word.cards.indices.contains(place) else { return false }
        let card = word.cards[place]
        return card.isSuspended == true || (card.hiddenOn ?? .min) >= today
    }
}

extension FSRSState.Due {
    /// The same to the second, which is what is kept.
    func isNear(_ other: Self) -> Bool {
        if case .at(let date) = self, case .at(let wanted) = other { return abs(date.timeIntervalSince(wanted)) < 2 }
        return self == other
    }
}

extension DeckKind {
    var settings: DeckSettings {
        var settings = DeckSettings()
        (settings.fuzz, settings.balancesLoad, settings.refits) = (false, false, false)
        (settings.newPerDay, settings.reviewsPerDay) = (9_999, 9_999)
        settings.buriesSiblings = self == .apart
        settings.leechThreshold = self == .strict ? 1 : 0
        (settings.wordLanguage, settings.translationLanguage) = ("fr", "en")
        return settings
    }
}

/// Something that should not be.
struct OracleFinding: Error, Hashable, CustomStringConvertible {
    let kind: String
    let detail: String

    init(_ kind: String, _ detail: String) { (self.kind, self.detail) = (kind, detail) }

    var description: String { "\(kind): \(detail)" }
}
