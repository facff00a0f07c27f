// SPDX-License-Identifier: Apache-2.0

import FSRS
import Foundation
import HearthWords

extension Household {
    func word(_ action: Action, _ step: Step, _ times: Int) throws {
        switch action {
        case .makeDeck(let kind): try makeDeck(kind, step)
        case .addWord(let deck, let both): try addWord(deck, both, step)
        case .editWord(let word):
            try edit(word, step) {
                $0.example = "On dit \(step.mark(1)) ici."
            } _: {
                $0.example = step.mark(1)
            }
        case .tagWord(let word):
            try edit(word, step) {
                $0.tags.append("t\(step.number)")
            } _: {
                $0.tags.insert("t\(step.number)")
            }
        case .changeWords(let deck, let change): try changeWords(of: deck, change, step)
        case .takeBack(let change): try takeBack(change)
        case .answer(let word, let card, let rating): try answer(word, card, rating, step)
        case .takeAlong: try takeAlong()
        case .answerAway(let word, let card, let rating): answerAway(word, card, rating, step)
        case .send(let sending): try send(sending, times)
        case .undo(let answer): try undo(answer, times)
        case .decide(let word, let card, let decision): try decide(word, card, decision)
        case .deleteWord(let word): try delete([word], deck: nil, step, times)
        case .deleteDeck(let deck): try delete(words.living(in: deck), deck: deck, step, times)
        case .restoreWords(let deletion): try restore(deletion, times)
        case .translate(let deck): try translate(deck)
        case .disconnect: try disconnect()
        default: break
        }
    }

    /// Does something that changes what has to be, where it is done; a kill leaves open whether it was.
    private func change(_ edit: @escaping (Household) -> Void, _ work: () throws -> Bool) throws {
        attempt = { [self] in edit(self) }
        if try work() { edit(self) }
        attempt = nil
    }

    // MARK: Decks and words

    private static func name(_ deck: Int) -> String { "Deck \(deck)" }

    private func makeDeck(_ kind: DeckKind, _ step: Step) throws {
        let name = Self.name(step.number)
        try change {
            $0.words.decks[step.number] = WordOracle.Deck(step: step.number, kind: kind)
        } _: {
            try !done("making a deck") { try await $0.makeDeck(name, kind.settings) }.isEmpty
        }
    }

    private func deck(_ step: Int) throws -> Int64? {
        let name = Self.name(step)
        return try read { try await $0.deck(at: name) }
    }

    /// A word as it is stored now.
    private func stored(_ step: Int) throws -> SimulatedApp.StoredWord? {
        guard words.isThere(word: step) else { return nil }
        return try read { try await $0.word("\(Mark(step: step))") }
    }

    private func addWord(_ deck: Int, _ both: Bool, _ step: Step) throws {
        guard words.isThere(deck: deck), let id = try self.deck(deck) else { return }
        var content = FlashcardContent(word: "\(step.mark())")
        content.definition = "A thing of \(step.mark())"
        let made = content
        let directions: [Direction] = both ? [.recognition, .production] : [.recognition]
        try change {
            $0.words.words[step.number] = WordOracle.Word(
                step: step.number, deck: deck, cards: directions.map { WordOracle.Card(direction: $0) })
        } _: {
            try !done("adding a word") { app in
                if both {
                    try await app.add(made, directions, to: id)
                } else {
                    try await app.add(made, to: id)
                }
            }.isEmpty
        }
    }

    private func edit(
        _ word: Int, _ step: Step, _ edit: @escaping @Sendable (inout FlashcardContent) -> Void,
        _ note: @escaping (inout WordOracle.Word) -> Void
    ) throws {
        guard let id = try stored(word)?.word.id else { return }
        try change {
            guard $0.words.words[word] != nil else { return }
            note(&$0.words.words[word]!)
            $0.words.words[word]?.changes.append(step.number)
        } _: {
            let changed = try done("changing a word") { try await $0.change(id, edit) }
            if changed.contains(false) {
                throw OracleFinding("word is lost", "the word of step \(word) cannot be changed")
            }
            return !changed.isEmpty
        }
    }

    private func changeWords(of deck: Int, _ change: Change, _ step: Step) throws {
        // A leech gets a tag, and nobody can say when a change before it may be taken back.
        guard words.isThere(deck: deck), words.decks[deck]?.kind != .strict, let id = try self.deck(deck) else {
            return
        }
        let wanted: WordChange =
            switch change {
            case .tag: .tag("t\(step.number)")
            case .replace: .replace(TextReplacement("A thing of", by: "A thing, \(step.mark(1)), of"))
            case .due: .due(day: today)
            }
        try self.change {
            $0.words.change(change, deck: deck, step.number)
        } _: {
            let changed = try done("changing many words") { try await $0.change(wanted, deck: id) }
            if let changed = changed.first { changes[step.number] = changed }
            return !changed.isEmpty
        }
    }

    private func takeBack(_ change: Int) throws {
        guard let changed = changes[change] else { return }
        try self.change {
            $0.words.takeBack(change)
        } _: {
            try !done("taking a change back") { try await $0.store.revert(changed, at: Date()) }.isEmpty
        }
    }

    // MARK: Study

    private func answer(_ word: Int, _ card: Int, _ rating: Rating, _ step: Step) throws {
        guard let stored = try stored(word), stored.cards.indices.contains(card) else { return }
        let id = stored.cards[card].card.id
        let answer = WordOracle.Answer(step: step.number, rating: rating, date: Date(), day: today)
        phone.about[step.number] = (answer, word, card)
        try change {
            $0.words.take(answer, word: word, card: card)
        } _: {
            try !done("answering") {
                try await $0.take([StudyAnswer(card: id, rating: rating, date: answer.date, key: answer.key)])
            }.isEmpty
        }
    }

    private func takeAlong() throws {
        for stored in try read({ try await $0.words() }) {
            guard let mark = Mark.all(in: stored.word.content.word).first else { continue }
            phone.cards[mark.number / 10] = stored.cards.map(\.card.id)
        }
    }

    private func answerAway(_ word: Int, _ card: Int, _ rating: Rating, _ step: Step) {
        guard let cards = phone.cards[word], cards.indices.contains(card), words.words[word] != nil else { return }
        let answer = WordOracle.Answer(step: step.number, rating: rating, date: Date(), day: today)
        phone.about[step.number] = (answer, word, card)
        phone.waiting.append(StudyAnswer(card: cards[card], rating: rating, date: answer.date, key: answer.key))
    }

    private func send(_ sending: Sending, _ times: Int) throws {
        var answers = phone.waiting
        switch sending {
        case .once: break
        case .twice: answers += answers
        case .outOfOrder: answers.reverse()
        case .everything: answers = Array(phone.sent.suffix(20)) + answers
        }
        guard !answers.isEmpty else { return }
        let sent = answers
        try change { household in
            for answer in sent {
                guard let step = answer.key.flatMap({ Int($0.dropFirst(7)) }), let about = household.phone.about[step]
                else { continue }
                household.words.take(about.answer, word: about.word, card: about.card)
            }
            household.phone.sent += household.phone.waiting
            household.phone.waiting = []
        } _: {
            try !done("sending answers", times: times) { try await $0.take(sent) }.isEmpty
        }
    }

    private func undo(_ answer: Int, _ times: Int) throws {
        guard let about = phone.about[answer], !phone.waiting.contains(where: { $0.key == about.answer.key }) else {
            return
        }
        let canUndo = words.canUndo(answer)
        try change {
            $0.words.undo(answer)
        } _: {
            let undone = try done("undoing an answer", times: times) { try await $0.undoAnswer(about.answer.key) }
            let isUndone = undone.contains { $0.answered != nil }
            if canUndo, !isUndone, !undone.isEmpty {
                throw OracleFinding("undo is refused", "answer \(answer) of word \(about.word) is the last of its card")
            }
            return isUndone
        }
    }

    private func decide(_ word: Int, _ card: Int, _ decision: Decision) throws {
        guard let stored = try stored(word), stored.cards.indices.contains(card) else { return }
        let (id, now, today) = (stored.cards[card].card.id, Date(), today)
        let mark: CardMark =
            switch decision {
            case .suspend: .suspend
            case .resume: .unsuspend
            case .hide: .bury(day: today)
            case .show: .unbury
            case .startOver: .forget
            }
        try change {
            $0.words.decide(decision, word: word, card: card, at: now, today: today)
        } _: {
            try !done("deciding") { try await $0.set(mark, on: id) }.isEmpty
        }
    }

    // MARK: Deleting

    private func delete(_ gone: [Int], deck: Int?, _ step: Step, _ times: Int) throws {
        let gone = gone.filter { words.isThere(word: $0) }
        guard deck.map({ words.isThere(deck: $0) }) ?? !gone.isEmpty else { return }
        var ids: [Int64] = []
        for word in gone { if let id = try stored(word)?.word.id { ids.append(id) } }
        let deckID = try deck.flatMap { try self.deck($0) }
        let (moment, generation, wanted, isKept) = (machineNow, generation, ids, fault == .keptWords)
        try change {
            $0.words.delete(words: gone, deck: deck, by: step.number, at: moment, generation: generation)
            $0.watch.deleted.formUnion(gone.map { Mark(step: $0) })
        } _: {
            let keys = try done("deleting", times: times) { app in
                if let deckID { return try await app.delete(deck: deckID) }
                return isKept ? "1" : try await app.delete(words: wanted)
            }
            // Of two tabs, the first one has something to delete.
            if let key = keys.first(where: { !$0.isEmpty }) {
                // A deck that is deleted again has the key of its former deletion.
                deletionKeys = deletionKeys.filter { $0.value != key }
                deletionKeys[step.number] = key
            }
            return !keys.isEmpty
        }
    }

    private func restore(_ deletion: Int, _ times: Int) throws {
        guard let key = deletionKeys[deletion], let gone = words.deletions[deletion] else { return }
        // Words cannot come back into a deck that was deleted after them.
        let isHomeless = gone.deck == nil && gone.words.contains { !words.hasDeck(word: $0) }
        let mayBeBack =
            machineNow < gone.at + 599_000_000_000 && gone.generation == generation && !gone.isOver && !isHomeless
        try change {
            guard !isHomeless else { return }
            $0.words.restore(deletion)
            $0.watch.deleted.subtract(gone.words.map { Mark(step: $0) })
        } _: {
            let results = try done("bringing back", times: times) { try await $0.restoreWords(key) }
            let count = results.count { $0 }
            if count > 1 { throw OracleFinding("brought back twice", "what step \(deletion) deleted") }
            if count == 1, gone.isOver { throw OracleFinding("brought back twice", "what step \(deletion) deleted") }
            if isHomeless, count > 0 {
                throw OracleFinding("restored into a deleted deck", "what step \(deletion) deleted")
            }
            if mayBeBack, count == 0, !results.isEmpty {
                throw OracleFinding("undo is refused", "step \(deletion) deleted it a moment ago")
            }
            return count > 0
        }
    }

    // MARK: Translation

    private func translate(_ deck: Int) throws {
        guard watch.mayTranslate, words.isThere(deck: deck), let id = try self.deck(deck) else { return }
        _ = try done("translating") {
            try await $0.translate(deck: id)
        }
    }

    /// Disconnects the service; some steps later it is connected again.
    private func disconnect() throws {
        if watch.mayTranslate {
            _ = try done("disconnecting") { try await $0.disconnect() }
            watch.mayTranslate = false
        } else {
            watch.mayTranslate = true
            _ = try done("connecting") { try await $0.connect() }
        }
    }
}
