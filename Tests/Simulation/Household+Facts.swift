// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthChat
import HearthMemory

extension Household {
    func curate(_ action: Action, _ step: Step, _ times: Int) throws {
        switch action {
        case .addFact(let topic), .writeFact(let topic): try addFact(topic, isFree: action == .addFact(topic), step)
        case .endFact(let fact):
            try change(fact, step) {
                $0.isOver = true
            } _: { app, id in
                try await app.memory.curation.end(id)
            }
        case .keepFacts(let chat): try keepFacts(of: chat)
        case .correctFact(let fact):
            let mark = step.mark()
            try change(fact, step) {
                $0.statement = mark
            } _: { app, id in
                try await app.memory.curation.correct(id, to: Self.statement(.river, mark))
            }
        case .pinFact(let fact, let isPinned):
            let isLost = fault == .lostPins
            try change(fact, step) {
                $0.isPinned = isPinned
            } _: { app, id in
                isLost ? "" : try await app.memory.curation.pin(id, isPinned)
            }
        case .hideFact(let fact, let isHidden):
            try change(fact, step) {
                $0.isHidden = isHidden
            } _: { app, id in
                try await app.memory.curation.hide(id, isHidden)
            }
        case .refuseFact(let fact): try refuse(fact, step)
        case .forgetFact(let fact, let isRefused):
            guard let id = try stored(fact) else { return }
            try uncertainly {
                $0.facts.forget([fact])
            } _: { app in
                _ = try await app.memory.curation.forget(.facts([id]), refusing: isRefused)
            }
        case .forgetEverything:
            try uncertainly {
                $0.facts.forget(Array($0.facts.facts.keys))
                // Those that backups alone have are forgotten there.
                for then in $0.snapshots.values {
                    $0.facts.gone.formUnion(then.facts.facts.keys)
                    $0.facts.erased.formUnion(then.facts.facts.values.flatMap(\.own))
                }
            } _: { app in
                _ = try await app.memory.curation.forget(.everything, refusing: false)
            }
        case .undoFact(let act): try undo(act, times)
        case .remember(let chat): try remember(chat, step)
        case .pauseMemory(let isPaused):
            try uncertainly {
                $0.facts.isPaused = isPaused
            } _: { app in
                try await app.pauseMemory(isPaused)
            }
        default: break
        }
    }

    static func statement(_ topic: Topic, _ mark: Mark) -> String { "I often think of the \(topic) and \(mark)" }

    /// The identifier of a fact that is shown; `nil` where there is none.
    private func stored(_ fact: Int) throws -> HearthMemory.Fact.ID? {
        guard let known = facts.living(fact) else { return nil }
        return try read { try await $0.facts() }.first { Mark.all(in: $0.statement).contains(known.wishes.statement) }?
            .id
    }

    private func addFact(_ topic: Topic, isFree: Bool, _ step: Step) throws {
        let (text, entry) = (Self.statement(topic, step.mark()), try Self.entry(topic, step))
        try addFact(step) {
            let curation = $0.memory.curation
            return try await isFree
                ? curation.add(text, .preferences, about: nil).1 : curation.add([entry], .english).1
        }
    }

    /// Likes that no other step writes: the forms of two words may be taken for one.
    private static func entry(_ topic: Topic, _ step: Step) throws -> FactEntry {
        guard let slot = FactSlot.named("likes") else { throw OracleFinding("slot is not there", "likes") }
        var draft = FactEntry.Draft()
        draft.value = "the \(topic), \(step.mark()), r\(String("\(step.number)".reversed()))"
        return try FactEntry(slot, draft, now: Date(), .english, in: .gmt)
    }

    /// Keeps what the user has confirmed of a chat that can still come back.
    private func keepFacts(of chat: Int) throws {
        guard let known = chats.chats[chat], let deletedAt = known.deletedAt else { return }
        let keepable = facts.keepable(of: chat).filter { known.questions.contains($0) }
        let isInTime = machineNow < deletedAt + ChatOracle.undoTime - 1_000_000_000 && known.deletedIn == generation
        let keep = { [self] in
            facts.keep(keepable)
            watch.deleted.subtract(facts.keptMarks)
        }
        attempt = keep
        for count in try done("keeping facts", { try await $0.memory.curation.keepFacts(of: [known.id]) }) {
            attempt = nil
            guard count == keepable.count || count == 0 && !isInTime else {
                throw OracleFinding("facts are not kept", "\(count) of \(keepable.count) of the chat of step \(chat)")
            }
            if count > 0 { keep() }
        }
    }

    private func addFact(_ step: Step, _ work: @escaping @Sendable (SimulatedApp) async throws -> String) throws {
        let (mark, moment, generation) = (step.mark(), machineNow, generation)
        let fact = FactOracle.Fact(wishes: .init(statement: mark), chat: nil, own: [mark])
        attempt = { [self] in facts.facts[step.number] = fact }
        for key in try done("adding a fact", work) {
            attempt?()
            attempt = nil
            note(
                FactOracle.Act(
                    fact: step.number, kind: .add, before: nil, after: fact.wishes, key: key, at: moment,
                    generation: generation), step)
        }
    }

    private func note(_ act: FactOracle.Act, _ step: Step) {
        facts.acts[step.number] = act
        facts.lastAct = step.number
    }

    private func change(
        _ fact: Int, _ step: Step, _ edit: (inout FactOracle.Wishes) -> Void,
        _ work: @escaping @Sendable (SimulatedApp, HearthMemory.Fact.ID) async throws -> String?
    ) throws {
        guard let id = try stored(fact), let before = facts.living(fact)?.wishes else { return }
        var after = before
        edit(&after)
        let (changed, moment, generation) = (after, machineNow, generation)
        attempt = { [self] in
            facts.facts[fact]?.wishes = changed
            if changed.statement != before.statement { facts.facts[fact]?.own.append(changed.statement) }
        }
        for key in try done("changing a fact", { try await work($0, id) }) {
            attempt?()
            attempt = nil
            guard let key else { throw OracleFinding("fact cannot be changed", "the fact of step \(fact)") }
            note(
                FactOracle.Act(
                    fact: fact, kind: .change, before: before, after: after, key: key, at: moment,
                    generation: generation), step)
        }
    }

    private func refuse(_ fact: Int, _ step: Step) throws {
        guard let id = try stored(fact) else { return }
        let (moment, generation) = (machineNow, generation)
        attempt = { [self] in facts.refuse(fact, at: moment, generation: generation) }
        for key in try done("refusing a fact", { try await $0.memory.curation.refuse(id) }) {
            attempt?()
            attempt = nil
            guard let key else { throw OracleFinding("fact cannot be refused", "the fact of step \(fact)") }
            note(
                FactOracle.Act(
                    fact: fact, kind: .refuse, before: nil, after: nil, key: key, at: moment, generation: generation),
                step)
        }
    }

    private func undo(_ step: Int, _ times: Int) throws {
        guard let act = facts.acts[step] else { return }
        let time: Int64 = act.kind == .refuse ? 7_000_000_000 : 500_000_000_000
        var isShown = act.kind == .refuse
        if act.kind != .refuse { isShown = try stored(act.fact) != nil }
        let isCertain =
            facts.lastAct == step && act.generation == generation && machineNow < act.at + time && isShown
        let wasUnlike = act.kind == .change && facts.facts[act.fact].map { $0.wishes != act.after } ?? true
        let edit = { [self] in
            switch act.kind {
            case .add: facts.erase(act.fact)
            case .refuse: facts.facts[act.fact]?.refusedAt = nil
            case .change:
                guard let before = act.before, let after = act.after else { return }
                if before.statement != after.statement { facts.facts[act.fact]?.wishes.statement = before.statement }
                if before.isPinned != after.isPinned { facts.facts[act.fact]?.wishes.isPinned = before.isPinned }
                if before.isHidden != after.isHidden { facts.facts[act.fact]?.wishes.isHidden = before.isHidden }
                if before.isOver != after.isOver { facts.facts[act.fact]?.wishes.isOver = before.isOver }
            }
        }
        attempt = edit
        let undone = try done("taking back", times: times) { try await $0.memory.curation.undo(act.key) }
        guard !undone.isEmpty else { return }
        attempt = nil
        if undone.count(where: { $0 }) > 1 { throw OracleFinding("taken back twice", "the act of step \(step)") }
        facts.acts[step] = nil
        if facts.lastAct == step { facts.lastAct = nil }
        if undone.contains(true) {
            guard facts.facts[act.fact] != nil else {
                throw OracleFinding("undo brings back what is gone", "the act of step \(step)")
            }
            if wasUnlike, facts.facts[act.fact]?.wishes.statement != act.after?.statement,
                act.before?.statement != act.after?.statement
            {
                throw OracleFinding("undo takes back more", "the act of step \(step): the fact was changed since")
            }
            edit()
        } else if isCertain {
            throw OracleFinding("undo is refused", "of what step \(step) did to a fact")
        }
    }

    /// Says in a chat what is to be remembered.
    private func remember(_ chat: Int?, _ step: Step) throws {
        var session: String?
        if let chat {
            guard let known = chats.chats[chat], known.deletedAt == nil else { return }
            session = known.id
        }
        let (place, isPaused, id) = (chat ?? step.number, facts.isPaused, session)
        let text = "Remember that I brought \(step.mark()) to the garden."
        let told = { [self] in
            guard !isPaused else { return }
            facts.facts[step.number] = FactOracle.Fact(
                wishes: .init(statement: step.mark()), chat: place, own: [])
        }
        attempt = told
        for result in try ask(times: 1, { try await $0.conversations.ask(text, in: id) }) {
            switch result {
            case .success(let answer):
                if chats.chats[place] == nil {
                    chats.chats[place] = ChatOracle.Chat(step: place, id: answer.session)
                }
                chats.chats[place]?.questions.append(step.number)
                _ = try ask { await $0.wait(for: answer.id) }
                told()
                attempt = nil
                // A disk that refuses writes may keep the answer, and not what was learned.
                if !diskIsGood, try stored(step.number) == nil { facts.facts[step.number] = nil }
            case .failure: attempt = nil
            }
        }
    }
}
