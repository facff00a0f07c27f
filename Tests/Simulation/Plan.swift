// SPDX-License-Identifier: Apache-2.0

import FSRS
import HearthMemory
import SeededRandom

/// Draws what a household does. It knows what was made, not what became of it: the household finds out.
struct Plan {
    private var random: SplitMix
    private var number = 0
    private var decks: [Int] = []
    private var words: [Int] = []
    private var answers: [Int] = []
    private var deletions: [Int] = []
    private var chats: [Int] = []
    private var entries: [Int] = []
    private var facts: [Int] = []
    private var acts: [Int] = []
    private var changes: [Int] = []
    private var folders: [Int] = []
    private var last: Action?
    /// The area that the household works in for a while: faults need several actions of one kind close together.
    private var focus = Focus.none

    private enum Focus: CaseIterable { case none, words, study, chats, journal, facts }

    init(seed: UInt64) { random = SplitMix(seed: seed &* 0x9E37_79B9 &+ 1) }

    static func steps(seed: UInt64, count: Int) -> [Step] {
        var plan = Plan(seed: seed)
        return (0..<count).map { _ in plan.next() }
    }

    private mutating func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }

    /// One of the last few, most often.
    private mutating func recent(_ list: [Int], _ most: Int) -> Int? {
        list.suffix(chance(10) ? 200 : most).randomElement(using: &random)
    }

    private mutating func next() -> Step {
        number += 1
        let action = action()
        note(action)
        last = action
        return Step(number: number, action: action)
    }

    private mutating func note(_ action: Action) {
        switch action {
        case .makeDeck: decks.append(number)
        case .addWord: words.append(number)
        case .answer, .answerAway: answers.append(number)
        case .changeWords: changes.append(number)
        case .makeFolder: folders.append(number)
        case .deleteWord, .deleteDeck: deletions.append(number)
        case .ask(nil, _), .greetTutor, .askAbout, .importChat: chats.append(number)
        case .addFact, .writeFact, .remember:
            facts.append(number)
            acts.append(number)
            if action == .remember(chat: nil) { chats.append(number) }
        case .correctFact, .pinFact, .hideFact, .endFact, .refuseFact: acts.append(number)
        case .writeEntry, .importEntry, .draft(nil): entries.append(number)
        default: break
        }
    }

    private mutating func action() -> Action {
        // What has to do with each other often comes close together.
        while true {
            if chance(50) { focus = Focus.allCases.randomElement(using: &random) ?? .none }
            let drawn: Action? =
                if focus != .none, !chance(3) { focused() } else { mixed() }
            guard let drawn else { continue }
            return drawn
        }
    }

    private mutating func focused() -> Action? {
        switch focus {
        case .words, .study: word()
        case .chats: chat()
        case .journal: journal()
        case .facts: chance(3) ? chat() : fact()
        case .none: nil
        }
    }

    private mutating func mixed() -> Action? {
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<38: word()
        case 38..<54: chat()
        case 54..<62: journal()
        case 62..<69: fact()
        case 69..<71: everything()
        default: world()
        }
    }

    private mutating func word() -> Action? {
        let kind = Int.random(in: 0..<100, using: &random)
        if decks.isEmpty || kind < (focus == .study ? 1 : 4) {
            return .makeDeck(DeckKind.allCases.randomElement(using: &random) ?? .plain)
        }
        if words.isEmpty || kind < (focus == .study ? 4 : 18) {
            return recent(decks, focus == .none ? 4 : 2).map { .addWord(deck: $0, isAskedBothWays: chance(2)) }
        }
        guard let word = recent(words, focus == .study ? 3 : 6) else { return nil }
        let (card, rating) = (chance(3) ? 1 : 0, Rating.allCases.randomElement(using: &random) ?? .good)
        switch kind {
        case ..<18: return .answer(word: word, card: card, rating)
        case 18..<22: return .editWord(word)
        case 22..<25: return .tagWord(word)
        case 25..<28:
            return recent(decks, 3).map {
                .changeWords(deck: $0, Change.allCases.randomElement(using: &random) ?? .tag)
            }
        case 28..<30: return recent(changes, 2).map { .takeBack(change: $0) }
        case 30..<43: return .answer(word: word, card: card, rating)
        case 43..<49: return .takeAlong
        case 49..<58: return .answerAway(word: word, card: card, rating)
        case 58..<64: return .send(Sending.allCases.randomElement(using: &random) ?? .once)
        case 64..<72: return recent(answers, 4).map { .undo(answer: $0) }
        case 72..<83:
            return .decide(word: word, card: card, Decision.allCases.randomElement(using: &random) ?? .suspend)
        case 83..<87: return .deleteWord(word)
        case 87..<90: return recent(decks, 4).map { .deleteDeck($0) }
        case 90..<95: return recent(deletions, 3).map { .restoreWords(deletion: $0) }
        case 95..<99: return recent(decks, 4).map { .translate(deck: $0) }
        default: return .disconnect
        }
    }

    private mutating func chat() -> Action? {
        let kind = Int.random(in: 0..<100, using: &random)
        if chats.isEmpty || kind < 15 { return .ask(chat: nil, waits: !chance(3)) }
        if kind < 33 { return .greetTutor }
        if kind < 35 { return .importChat }
        guard let chat = recent(chats, 4) else { return nil }
        switch kind {
        case 35..<38: return .pinChat(chat, !chance(3))
        case 38..<40 where folders.isEmpty, 38..<39: return .makeFolder
        case 39..<44: return .moveChat(chat, folder: chance(4) ? nil : recent(folders, 3))
        case 44..<46: return recent(folders, 3).map { .deleteFolder($0) }
        case 46..<48: return recent(folders, 3).map { .restoreFolder($0) }
        case 48..<60: return .ask(chat: chat, waits: !chance(3))
        case 60..<65: return .stop(chat: chat)
        case 65..<78: return .deleteChat(chat)
        case 78..<82: return .keepFacts(chat: chat)
        case 82..<92: return .restoreChat(chat)
        default: return .clearChat(chat)
        }
    }

    private mutating func journal() -> Action? {
        let kind = Int.random(in: 0..<100, using: &random)
        let (mood, topic) = (Mood.allCases.randomElement(using: &random), Topic.allCases.randomElement(using: &random))
        if entries.isEmpty || kind < 18 { return .writeEntry(topic ?? .river, chance(2) ? mood : nil) }
        guard let entry = recent(entries, 4) else { return nil }
        switch kind {
        case 18..<30: return .editEntry(entry, chance(2) ? mood : nil)
        case 30..<38: return .draft(entry: chance(2) ? entry : nil)
        case 38..<44: return .finishDraft(entry)
        case 44..<48: return .discardDraft(entry)
        case 48..<55: return .addPhoto(entry)
        case 55..<67: return .deleteEntry(entry)
        case 67..<77: return .restoreEntry(entry)
        case 77..<79: return .eraseDay(entry: entry)
        case 79..<80: return .eraseJournal
        case 80..<85: return .lookBack(entry: entry)
        case 85..<90: return .importEntry
        default: return topic.map { .askAbout($0) }
        }
    }

    private mutating func everything() -> Action {
        switch Int.random(in: 0..<12, using: &random) {
        case 0: .eraseEverything
        case 1..<3: .restoreBackup(age: Int.random(in: 0..<4, using: &random))
        case 3..<5: .export
        case 5: .backUpNow
        default: .backUp
        }
    }

    private mutating func fact() -> Action? {
        let kind = Int.random(in: 0..<100, using: &random)
        if facts.isEmpty || kind < 15 {
            return Topic.allCases.randomElement(using: &random).map { kind % 2 == 0 ? .addFact($0) : .writeFact($0) }
        }
        guard let fact = recent(facts, 4) else { return nil }
        switch kind {
        case 15..<30: return .remember(chat: chance(2) ? recent(chats, 4) : nil)
        case 30..<40: return .correctFact(fact)
        case 40..<47: return .pinFact(fact, !chance(3))
        case 47..<50: return .endFact(fact)
        case 50..<58: return .hideFact(fact, !chance(3))
        case 58..<68: return .refuseFact(fact)
        case 68..<74: return .forgetFact(fact, isRefused: chance(2))
        case 74..<76: return .forgetEverything
        case 76..<96: return recent(acts, 3).map { .undoFact(act: $0) }
        default: return .pauseMemory(chance(3))
        }
    }

    private mutating func world() -> Action? {
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<40: return .wait(.seconds([1, 3, 5, 20, 60, 601].randomElement(using: &random) ?? 1))
        case 40..<65: return .wait(.seconds([3_600, 43_200, 86_400, 345_600].randomElement(using: &random) ?? 1))
        case 65..<68: return .setClock(hours: [-1, 1, -9, 9].randomElement(using: &random) ?? 1)
        case 68..<72: return .restart
        case 72..<86: return .kill(changes: Int.random(in: 0..<(chance(4) ? 300 : 25), using: &random))
        case 86..<88: return .spoilDisk(isFull: chance(2))
        case 88..<94: return .repairDisk
        default: return last.flatMap { Self.isMadeForTwo($0) ? .twice($0) : nil }
        }
    }

    private static func isMadeForTwo(_ action: Action) -> Bool {
        switch action {
        case .restoreWords, .deleteWord, .deleteDeck, .send, .undo, .deleteChat, .restoreChat, .deleteEntry,
            .restoreEntry,
            .undoFact:
            true
        default: false
        }
    }
}
