// SPDX-License-Identifier: Apache-2.0

import FSRS
public import Foundation
public import HearthWords

/// Words in memory, by the same rules of study as everywhere; only finding is simpler than in the store.
public actor MemoryWords: WordStore {
    var allDecks: [Deck] = []
    var flashcards: [Int64: Flashcard] = [:]
    var studyCards: [Int64: StudyCard] = [:]
    var log: [FlashcardReview] = []
    var files: [String: MediaFile] = [:]
    /// Cards as they were before each answer, the last one last.
    var undone: [(card: StudyCard, review: Int64)] = []
    private var lastID: Int64 = 0
    /// Texts that `ownTexts` searches.
    var texts: [OwnText] = []

    public init() {}

    func newID() -> Int64 {
        lastID += 1
        return lastID
    }

    // MARK: Decks

    public func decks() -> DeckTree { DeckTree(allDecks) }

    public func makeDeck(_ path: String, at now: Date) throws -> Deck {
        var parent: Int64?
        var made: Deck?
        for name in path.components(separatedBy: Deck.separator) {
            guard name.contains(where: { !$0.isWhitespace }) else { throw WordsError(.invalid, "a deck needs a name") }
            let deck =
                allDecks.first { $0.parent == parent && $0.name == name }
                ?? Deck(id: newID(), parent: parent, name: name, createdAt: now)
            if !allDecks.contains(deck) { allDecks.append(deck) }
            (parent, made) = (deck.id, deck)
        }
        guard let made else { throw WordsError(.invalid, "a deck needs a name") }
        return made
    }

    public func save(_ deck: Deck) throws {
        guard let index = allDecks.firstIndex(where: { $0.id == deck.id }) else {
            throw WordsError(.missing, "no deck")
        }
        let isTaken = allDecks.contains { $0.id != deck.id && $0.parent == deck.parent && $0.name == deck.name }
        if isTaken { throw WordsError(.exists, "there is a deck \(deck.name)") }
        allDecks[index] = deck
    }

    /// Everything that a deletion has taken out, as it was.
    private struct Deleted {
        var decks: [Deck] = []
        var words: [Flashcard] = []
        var cards: [StudyCard] = []
        var log: [FlashcardReview] = []
    }

    private var deleted: [Int64: Deleted] = [:]

    private func takeOut(_ words: [Int64]) -> Deleted {
        let taken = Set(words)
        let cards = studyCards.values.filter { taken.contains($0.flashcard) }
        let numbers = Set(cards.map(\.id))
        return Deleted(
            words: words.compactMap { flashcards[$0] }, cards: cards, log: log.filter { numbers.contains($0.card) })
    }

    public func deleteDeck(_ id: Int64, at date: Date) throws -> WordDeletion? {
        let gone = Set(decks().subtree(of: id))
        guard !gone.isEmpty else { return nil }
        var out = takeOut(flashcards.values.filter { gone.contains($0.deck) }.map(\.id))
        out.decks = allDecks.filter { gone.contains($0.id) }
        deleted[id] = out
        try eraseDeck(id)
        return WordDeletion(id: id, words: out.words.count)
    }

    public func deleteFlashcards(_ ids: [Int64], at date: Date) -> WordDeletion? {
        let out = takeOut(ids)
        guard !out.words.isEmpty else { return nil }
        let id = newID()
        deleted[id] = out
        eraseFlashcards(ids)
        return WordDeletion(id: id, words: out.words.count)
    }

    public func restore(_ deletion: WordDeletion.ID) -> Bool {
        guard let out = deleted.removeValue(forKey: deletion) else { return false }
        allDecks += out.decks
        for word in out.words { flashcards[word.id] = word }
        for card in out.cards { studyCards[card.id] = card }
        log += out.log
        return true
    }

    public func erase(_ deletion: WordDeletion.ID) { deleted[deletion] = nil }

    @discardableResult public func eraseDeck(_ id: Int64) throws -> Int {
        let gone = Set(decks().subtree(of: id))
        let words = flashcards.values.filter { gone.contains($0.deck) }.map(\.id)
        eraseFlashcards(words)
        allDecks.removeAll { gone.contains($0.id) }
        return words.count
    }

    // MARK: Words

    public func add(_ contents: [FlashcardContent], to deck: Int64, at now: Date) throws -> [Flashcard] {
        for content in contents { try content.check() }
        let directions = decks().settings(of: deck).directions
        return contents.map { content in
            let word = Flashcard(
                id: newID(), guid: UUID().uuidString, deck: deck, content: content, createdAt: now, modifiedAt: now)
            flashcards[word.id] = word
            for direction in directions {
                let card = StudyCard(id: newID(), flashcard: word.id, direction: direction, deck: deck)
                studyCards[card.id] = card
            }
            return word
        }
    }

    public func save(_ flashcard: Flashcard, at now: Date) throws {
        guard flashcards[flashcard.id] != nil else { throw WordsError(.missing, "no word") }
        try flashcard.content.check()
        flashcards[flashcard.id] = flashcard
        for card in cards(of: flashcard.id) { studyCards[card.id]?.deck = flashcard.deck }
    }

    public func change(
        _ flashcard: Int64, at now: Date, _ edit: @Sendable (inout FlashcardContent) -> Bool
    ) throws -> Bool {
        guard var word = flashcards[flashcard], edit(&word.content) else { return false }
        try word.content.check()
        word.modifiedAt = now
        flashcards[flashcard] = word
        return true
    }

    public func change(
        _ change: WordChange, ofSome words: [Int64], _ moment: StudyMoment
    ) throws -> ChangedWords { throw WordsError(.invalid, "words in memory are not changed at once") }

    public func revertSome(_ changed: ChangedWords, at now: Date) throws -> Int {
        throw WordsError(.invalid, "words in memory are not changed at once")
    }

    public func eraseFlashcards(_ ids: [Int64]) {
        for id in ids {
            for card in cards(of: id) {
                studyCards[card.id] = nil
                log.removeAll { $0.card == card.id }
            }
            flashcards[id] = nil
        }
    }

    public func flashcard(_ id: Int64) -> Flashcard? { flashcards[id] }

    public func flashcards(_ query: FlashcardQuery) -> FlashcardPage {
        let tree = decks()
        let within = query.deck.map { Set(tree.subtree(of: $0)) }
        let text = query.text.lowercased()
        let found = flashcards.values.filter { word in
            within?.contains(word.deck) != false
                && (text.isEmpty || "\(word.content.word) \(word.content.translation)".lowercased().contains(text))
                && query.word.map { word.content.word.lowercased() == $0.lowercased() } != false
                && query.tag.map { TagTree([(word.content.tags, 1)])[$0] != nil } != false
                && query.state.map { has(word, $0, query) } != false
        }.sorted { $0.id < $1.id }
        let page = Array(found.dropFirst(query.offset).prefix(query.limit))
        return FlashcardPage(flashcards: page, cards: page.flatMap { cards(of: $0.id) }, total: found.count)
    }

    private func has(_ word: Flashcard, _ state: FlashcardQuery.State, _ query: FlashcardQuery) -> Bool {
        if state == .untranslated { return word.content.translation.isEmpty }
        return hasCard(word, state, query)
    }

    private func hasCard(_ word: Flashcard, _ state: FlashcardQuery.State, _ query: FlashcardQuery) -> Bool {
        cards(of: word.id).contains { card in
            switch state {
            case .new: card.state.phase == .new
            case .learning: card.state.phase == .learning || card.state.phase == .relearning
            case .review: card.state.phase == .review
            case .suspended: card.isSuspended
            case .buried: card.buriedOn.map { $0 >= query.moment?.today ?? $0 } ?? false
            case .untranslated: false
            case .leech: word.content.tags.contains(FlashcardContent.leechTag)
            }
        }
    }

    public func tags(of deck: Int64?) -> TagTree {
        let within = deck.map { Set(decks().subtree(of: $0)) }
        return TagTree(flashcards.values.filter { within?.contains($0.deck) != false }.map { ($0.content.tags, 1) })
    }

    public func cards(of flashcard: Int64) -> [StudyCard] {
        studyCards.values.filter { $0.flashcard == flashcard }.sorted { $0.direction.rawValue < $1.direction.rawValue }
    }

    public func reviews(of card: Int64) -> [FlashcardReview] { log.filter { $0.card == card } }

    // MARK: Media

    public func media(_ name: String) -> MediaFile? { files[name] }

    public func add(_ file: MediaFile) -> String {
        files[file.name] = file
        return file.name
    }

    // MARK: Study

    public func study(_ request: StudyRequest) -> StudyBatch {
        let (tree, moment) = (decks(), request.moment)
        let within = Set(tree.subtree(of: request.deck))
        let cards = studyCards.values.filter { within.contains($0.deck) && !$0.isSuspended }.sorted { $0.id < $1.id }
        let asked: [StudyCard]
        switch request.mode {
        case .cram: asked = cards.filter { !request.without.contains($0.id) }
        case .scheduled:
            func due(_ phases: Set<Phase>) -> [StudyCard] {
                cards.filter { phases.contains($0.state.phase) && ($0.state.dueDay(moment.days) ?? 0) <= moment.today }
            }
            let steps = due([.learning, .relearning]).sorted {
                ($0.state.dueDate(moment.days) ?? moment.now) < ($1.state.dueDate(moment.days) ?? moment.now)
            }
            let limits = DailyLimits(
                tree, studying: request.deck, begun: begun(moment.today), reviewed: [:], left: left(moment))
            func entry(_ card: StudyCard) -> StudyQueue.Entry {
                StudyQueue.Entry(
                    card: card.id, flashcard: card.flashcard, deck: card.deck, dueAt: card.state.dueDate(moment.days))
            }
            let queue = StudyQueue(
                steps: steps.map(entry), reviews: due([.review]).map(entry), new: due([.new]).map(entry),
                limits: limits, at: moment.now, siblingsApart: { tree.settings(of: $0).buriesSiblings })
            asked = queue.cards.compactMap { studyCards[$0] }
        }
        let items = asked.prefix(request.limit).compactMap { card -> StudyItem? in
            guard let word = flashcards[card.flashcard] else { return nil }
            let settings = tree.settings(of: card.deck)
            let previews = Answering(settings, days: moment.days).previews(card, at: moment.now)
            return StudyItem(
                card: card, flashcard: word, previews: request.mode == .cram ? [] : previews,
                typesAnswer: settings.typesAnswer)
        }
        let counts = request.mode == .cram ? StudyCounts(review: asked.count) : counts(request.deck, moment)
        return StudyBatch(items: items, counts: counts, canUndo: !undone.isEmpty)
    }

    private func begun(_ day: Int) -> [Int64: Int] {
        Dictionary(grouping: studyCards.values.filter { $0.state.firstReviewDay == day }, by: \.deck).mapValues(\.count)
    }

    private func left(_ moment: StudyMoment) -> TotalLimits {
        moment.most.left(begun: begun(moment.today).values.reduce(0, +), reviewed: 0)
    }

    func counts(_ deck: Int64, _ moment: StudyMoment) -> StudyCounts {
        let tree = decks()
        let within = Set(tree.subtree(of: deck))
        var counts = StudyCounts()
        var limits = DailyLimits(
            tree, studying: deck, begun: begun(moment.today), reviewed: [:], left: left(moment))
        for card in studyCards.values where within.contains(card.deck) && !card.isSuspended {
            switch card.state.phase {
            case .new: if limits.takeNew(in: card.deck) { counts.new += 1 }
            case .learning, .relearning:
                if (card.state.dueDay(moment.days) ?? 0) <= moment.today { counts.learning += 1 }
            case .review: if (card.state.dueDay(moment.days) ?? 0) <= moment.today { counts.review += 1 }
            }
        }
        return counts
    }

    public func answer(
        _ answers: [StudyAnswer], days: UserDays, next request: StudyRequest
    ) throws -> (answered: [AnsweredCard], next: StudyBatch?) {
        (try answer(answers, days: days), study(request))
    }

    public func studyCounts(_ moment: StudyMoment) -> DeckCounts {
        DeckCounts(
            Dictionary(uniqueKeysWithValues: allDecks.map { ($0.id, counts($0.id, moment)) }), decks(),
            left: left(moment))
    }

    public func sizes(_ moment: StudyMoment) -> [Int64: WordStatistics.CardCounts] {
        let tops = allDecks.filter { $0.parent == nil }.map(\.id)
        return Dictionary(
            uniqueKeysWithValues: tops.map {
                ($0, statistics(StatisticsRequest(deck: $0, moment: moment, daysBack: 1, daysAhead: 1)).cards)
            })
    }

    @discardableResult public func answer(_ answers: [StudyAnswer], days: UserDays) throws -> [AnsweredCard] {
        let tree = decks()
        return answers.compactMap { answer in
            guard let card = studyCards[answer.card] else { return nil }
            if let key = answer.key, let known = log.first(where: { $0.key == key }) {
                return AnsweredCard(card: card, review: known, wasKnown: true)
            }
            var answered = Answering(tree.settings(of: card.deck), days: days).answer(card, answer)
            answered.review.id = newID()
            undone.append((card, answered.review.id))
            log.append(answered.review)
            studyCards[card.id] = answered.card
            if answered.becameLeech,
                flashcards[card.flashcard]?.content.tags.contains(FlashcardContent.leechTag) == false
            {
                flashcards[card.flashcard]?.content.tags.append(FlashcardContent.leechTag)
            }
            if answer.rating == .again, let typed = answer.typed {
                _ = flashcards[card.flashcard]?.content.note(mistake: typed)
            }
            return answered
        }
    }

    func undoLastAnswer() -> AnsweredCard? {
        guard let (card, id) = undone.popLast(), let index = log.firstIndex(where: { $0.id == id }) else { return nil }
        studyCards[card.id] = card
        return AnsweredCard(card: card, review: log.remove(at: index))
    }

    public func set(_ mark: CardMark, on cards: [Int64], at now: Date) {
        for id in cards {
            switch mark {
            case .bury(let day): studyCards[id]?.buriedOn = day
            case .unbury: studyCards[id]?.buriedOn = nil
            case .suspend: studyCards[id]?.isSuspended = true
            case .unsuspend: studyCards[id]?.isSuspended = false
            case .forget: studyCards[id]?.state = FSRSState()
            case .flag(let flag): studyCards[id]?.flag = flag
            }
        }
    }
}
