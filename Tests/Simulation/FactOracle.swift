// SPDX-License-Identifier: Apache-2.0

import HearthMemory

/// Expectations about facts. They are named by the step that told them.
struct FactOracle: Sendable {
    /// A fact's statement, and the user's decisions about it.
    struct Wishes: Hashable, Sendable {
        var statement: Mark
        var isPinned = false
        var isHidden = false
        var isOver = false
    }

    struct Fact: Sendable {
        var wishes: Wishes
        /// The conversation in which it was told; `nil` for one that was written on the page You.
        let chat: Int?
        /// The marks of what the user wrote of it on the page You.
        var own: [Mark]
        /// Whether the user has kept it when its conversation was deleted; `own` has its words then.
        var isKept = false
        var refusedAt: Int64?
        /// The program in which it was refused: its end erases what was refused.
        var refusedIn = 0
    }

    struct Act: Sendable {
        enum Kind { case add, change, refuse }

        let fact: Int
        let kind: Kind
        let before: Wishes?
        let after: Wishes?
        let key: String
        let at: Int64
        let generation: Int
    }

    /// Whether what a fact was told in is there.
    enum Source { case there, deleted, gone }

    var facts: [Int: Fact] = [:]
    /// Acts that can be undone, by step, and the last of them.
    var acts: [Int: Act] = [:]
    var lastAct: Int?
    var isPaused = false
    /// Marks that are erased to the last byte.
    var erased: Set<Mark> = []
    /// Facts that are gone for good.
    var gone: Set<Int> = []

    static let undoTime: Int64 = 10_000_000_000

    func living(_ step: Int) -> Fact? { facts[step].flatMap { $0.refusedAt == nil ? $0 : nil } }

    // MARK: What the user does

    mutating func erase(_ step: Int) {
        erased.formUnion(facts[step]?.own ?? [])
        gone.insert(step)
        facts[step] = nil
    }

    /// Forgets for good: nothing that was done before can be taken back.
    mutating func forget(_ steps: [Int]) {
        for step in steps { erase(step) }
        endActs()
    }

    mutating func endActs() { (acts, lastAct) = ([:], nil) }

    mutating func refuse(_ step: Int, at moment: Int64, generation: Int) {
        facts[step]?.refusedAt = moment
        facts[step]?.refusedIn = generation
    }

    /// Notes what is too old to be brought back, and what went with its conversation.
    mutating func forget(at now: Int64, generation: Int, _ chats: ChatOracle) {
        for (step, fact) in facts {
            let isOver = fact.refusedAt.map { now >= $0 + Self.undoTime || fact.refusedIn < generation } ?? false
            if isOver || (source(of: fact, step, chats) == .gone && fact.own.isEmpty) { erase(step) }
        }
    }

    func source(of fact: Fact, _ step: Int, _ chats: ChatOracle) -> Source {
        guard let place = fact.chat else { return .there }
        guard let chat = chats.chats[place], chat.questions.contains(step) else { return .gone }
        return chat.deletedAt == nil ? .there : .deleted
    }

    /// Marks that stay though the conversation that they were said in is gone.
    var keptMarks: Set<Mark> {
        facts.values.reduce(into: []) { if $1.isKept { $0.formUnion($1.own) } }
    }

    /// Facts that go with a conversation, and that the user may keep.
    func keepable(of chat: Int) -> [Int] {
        facts.filter { $0.value.chat == chat && $0.value.own.isEmpty && $0.value.refusedAt == nil }.map(\.key)
    }

    mutating func keep(_ steps: [Int]) {
        for step in steps {
            guard var fact = facts[step] else { continue }
            (fact.isKept, fact.own) = (true, [fact.wishes.statement])
            facts[step] = fact
        }
    }

    /// A conversation is back, and says what was kept of it.
    mutating func release(chat: Int) {
        for (step, fact) in facts where fact.chat == chat && fact.isKept {
            facts[step]?.isKept = false
            facts[step]?.own.removeAll { $0 == Mark(step: step) }
        }
    }

    /// Marks that no model may be told.
    var untold: Set<Mark> {
        facts.values.reduce(into: erased) { untold, fact in
            if fact.refusedAt != nil { untold.formUnion(fact.own) }
        }
    }

    // MARK: What has to be found

    func problem(in stored: [HearthMemory.Fact], _ chats: ChatOracle) -> OracleFinding? {
        var found: [Int: HearthMemory.Fact] = [:]
        let places = Dictionary(
            facts.map { ($0.value.wishes.statement, $0.key) }, uniquingKeysWith: { first, _ in first })
        for one in stored {
            let marks = Mark.all(in: one.statement)
            guard let step = marks.compactMap({ places[$0] }).first, let fact = living(step) else {
                return OracleFinding("fact of nobody", "\(one.statement): it was forgotten, or is not as it was told")
            }
            if source(of: fact, step, chats) != .there, fact.own.isEmpty {
                return OracleFinding("fact outlives its source", one.statement)
            }
            guard found.updateValue(one, forKey: step) == nil else {
                return OracleFinding("fact twice", one.statement)
            }
        }
        for (step, fact) in facts.sorted(by: { $0.key < $1.key }) where fact.refusedAt == nil {
            let source = source(of: fact, step, chats)
            guard let one = found[step] else {
                if source == .there || (source == .gone && !fact.own.isEmpty) {
                    return OracleFinding("fact is lost", "the fact of step \(step)")
                }
                continue
            }
            guard one.isPinned == fact.wishes.isPinned, one.isHidden == fact.wishes.isHidden else {
                return OracleFinding(
                    "decision on a fact is lost", "step \(step): pinned \(one.isPinned), hidden \(one.isHidden)")
            }
            guard one.isCurrent != fact.wishes.isOver else {
                return OracleFinding(one.isCurrent ? "fact is open" : "fact is closed", "the fact of step \(step)")
            }
        }
        return nil
    }
}
