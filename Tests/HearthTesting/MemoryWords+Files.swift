// SPDX-License-Identifier: Apache-2.0

import FSRS
public import Foundation
public import HearthWords

/// Everything at once: what goes into files and comes out of them.
extension MemoryWords {
    public func importWords(
        _ batch: WordImport, days: UserDays, at now: Date, progress: @escaping @Sendable (Double) throws -> Void
    ) throws -> WordImportReport {
        var report = WordImportReport()
        let before = allDecks.count
        var places: [Int64] = []
        for imported in batch.decks {
            var deck = try makeDeck(imported.path.joined(separator: Deck.separator), at: now)
            if let settings = imported.settings {
                deck.settings = settings
                try save(deck)
            }
            places.append(deck.id)
        }
        let former = Set(flashcards.keys)
        for word in batch.words {
            let same = flashcards.values.filter {
                $0.deck == places[word.deck] && $0.content.word == word.content.word
            }
            let known =
                same.first { $0.content.meaning == word.content.meaning } ?? same.first { former.contains($0.id) }
            if var known, batch.duplicates != .add {
                guard batch.duplicates == .replace else {
                    report.kept += 1
                    if known.content.meaning != word.content.meaning { report.noteOther(word.content) }
                    continue
                }
                let old = known.content
                known.content = word.content
                known.content.keep(from: old)
                try save(known, at: now)
                report.replaced += 1
                continue
            }
            let added = try add([word.content], to: places[word.deck], at: now)[0]
            report.added += 1
            if let cards = word.cards { take(cards, of: added, places, &report) }
            report.cards += self.cards(of: added.id).count
        }
        for file in batch.media { files[file.name] = file }
        report.decks = allDecks.count - before
        return report
    }

    private func take(_ cards: [ImportedCard], of word: Flashcard, _ places: [Int64], _ report: inout WordImportReport)
    {
        for card in self.cards(of: word.id) { studyCards[card.id] = nil }
        for one in cards {
            var card = StudyCard(
                id: newID(), flashcard: word.id, direction: one.direction,
                deck: one.deck.map { places[$0] } ?? word.deck, state: one.state)
            (card.isSuspended, card.buriedOn, card.flag) = (one.isSuspended, one.buriedOn, one.flag)
            studyCards[card.id] = card
            for var review in one.reviews {
                (review.id, review.card) = (newID(), card.id)
                log.append(review)
                report.reviews += 1
            }
        }
    }

    public func exportWords(deck: Int64?, withReviews: Bool, withMedia: Bool) -> WordImport {
        let tree = decks()
        let exported = deck.map { tree.subtree(of: $0) } ?? tree.decks.map(\.id)
        var batch = WordImport()
        batch.decks = exported.map { id in
            // As in the store, those of the deck around it, where that stays here.
            let around = tree.ancestors(of: id)
            let isTop = around.dropFirst().allSatisfy { !exported.contains($0) }
            let settings = (isTop ? around : [id]).lazy.compactMap { tree[$0]?.settings }.first
            return ImportedDeck(path: tree.path(of: id), settings: settings)
        }
        for word in flashcards.values.sorted(by: { $0.id < $1.id }) {
            guard let place = exported.firstIndex(of: word.deck) else { continue }
            let cards = cards(of: word.id).map { card in
                ImportedCard(
                    direction: card.direction, state: card.state, isSuspended: card.isSuspended,
                    buriedOn: card.buriedOn, flag: card.flag, reviews: withReviews ? reviews(of: card.id) : [])
            }
            batch.words.append(ImportedWord(guid: word.guid, deck: place, content: word.content, cards: cards))
        }
        if withMedia { batch.media = Array(files.values) }
        return batch
    }

    public func statistics(_ request: StatisticsRequest) -> WordStatistics {
        let (tree, moment) = (decks(), request.moment)
        let within = request.deck.map { Set(tree.subtree(of: $0)) }
        let cards = studyCards.values.filter { within?.contains($0.deck) != false }
        var found = WordStatistics(today: moment.today)
        found.cards.words = Set(cards.map(\.flashcard)).count
        var days: [Int: WordStatistics.Day] = [:]
        let own = Set(cards.map(\.id))
        for review in log where own.contains(review.card) && review.day > moment.today - request.daysBack {
            var day = days[review.day] ?? WordStatistics.Day(day: review.day)
            if review.kind == .review { day.review += 1 } else { day.learning += 1 }
            if review.kind == .review, review.rating?.isRecall == true { day.recalled += 1 }
            if let rating = review.rating { day.ratings[rating.rawValue - 1] += 1 }
            day.milliseconds += review.milliseconds
            days[review.day] = day
        }
        found.days = days.values.sorted { $0.day < $1.day }
        var forecast: [Int: Int] = [:]
        for card in cards {
            switch card.state.phase {
            case .new: found.cards.new += 1
            case .learning, .relearning: found.cards.learning += 1
            case .review:
                if card.state.card.intervalDays < 21 { found.cards.young += 1 } else { found.cards.mature += 1 }
            }
            if let day = card.state.dueDay(moment.days) { forecast[max(day, moment.today), default: 0] += 1 }
        }
        found.forecast = (0..<request.daysAhead).map {
            .init(day: moment.today + $0, cards: forecast[moment.today + $0] ?? 0)
        }
        return found
    }

    public func history(decks: [Int64]) -> StudyHistory {
        var history = StudyHistory()
        let chosen = Set(decks)
        for review in log.sorted(by: { ($0.card, $0.date) < ($1.card, $1.date) }) where review.trains {
            guard let rating = review.rating, let card = studyCards[review.card], chosen.contains(card.deck) else {
                continue
            }
            history.reviews.append(
                .init(
                    card: review.card, time: Int64(review.date.timeIntervalSince1970), rating: rating,
                    elapsedDays: review.elapsedDays))
        }
        return history
    }

    public func reviewCounts() -> [Int64: Int] {
        log.filter(\.trains).reduce(into: [:]) { counts, review in
            guard let card = studyCards[review.card] else { return }
            counts[card.deck, default: 0] += 1
        }
    }

    public func change(_ deck: Int64, _ edit: @Sendable (inout DeckSettings) -> Void) throws {
        guard let index = allDecks.firstIndex(where: { $0.id == deck }) else {
            throw WordsError(.missing, "no deck")
        }
        var settings = decks().settings(of: deck)
        edit(&settings)
        allDecks[index].settings = settings
    }
}
