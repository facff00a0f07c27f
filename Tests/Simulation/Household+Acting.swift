// SPDX-License-Identifier: Apache-2.0

import Foundation
import SimulatedMachine

extension Action {
    /// The area that the action may have changed.
    var area: Household.Area {
        switch self {
        case .twice(let action): action.area
        case .ask, .greetTutor, .askAbout, .stop, .deleteChat, .restoreChat, .clearChat, .importChat, .pinChat,
            .makeFolder, .moveChat, .deleteFolder, .restoreFolder:
            .chats
        case .writeEntry, .editEntry, .draft, .finishDraft, .discardDraft, .addPhoto, .deleteEntry, .restoreEntry,
            .eraseDay, .eraseJournal, .lookBack, .importEntry:
            .journal
        case .addFact, .writeFact, .endFact, .keepFacts, .correctFact, .pinFact, .hideFact, .refuseFact, .forgetFact,
            .forgetEverything, .undoFact,
            .remember, .pauseMemory:
            .facts
        case .takeAlong, .answerAway, .kill, .repairDisk, .spoilDisk, .wait, .setClock: .nothing
        case .backUp, .backUpNow, .restoreBackup, .eraseEverything, .restart: .everything
        case .export: .nothing
        default: .words
        }
    }
}

extension Action {
    /// Whether it puts chats in order.
    fileprivate var isOrdering: Bool {
        switch self {
        case .pinChat, .makeFolder, .moveChat, .deleteFolder, .restoreFolder: true
        default: false
        }
    }
}

extension Household {
    /// Does what a step says, and compares what has come of it.
    func perform(_ step: Step) throws {
        note("\(step)")
        defer { watch.settle() }
        do { try act(step.action, step, times: 1) } catch is Killed {}
        if machine_is_dead() { try recover(step) }
        do {
            if let open = attempt, !diskIsGood, [.journal, .facts].contains(step.action.area) || step.action.isOrdering
            {
                try settle(open, "with a bad disk")
            }
            attempt = nil
            try check(step.action.area)
        } catch is Killed { try recover(step) }
    }

    private func act(_ action: Action, _ step: Step, times: Int) throws {
        switch action {
        case .twice(let action): try act(action, step, times: 2)
        case .wait(let duration):
            // Answers that cannot be saved are tried again each second, which is nothing new after some minutes.
            guard Driver.shared.pass(duration, awake: diskIsGood ? nil : .seconds(300)) else {
                throw OracleFinding("hang", "something goes on without end")
            }
        case .setClock(let hours):
            machine_set_time_of_day(machine_time_of_day() + Int64(hours) * 3_600_000_000_000)
            words.clockWasSet(back: hours < 0)
        case .spoilDisk(let isFull):
            diskIsGood = false
            machine_set_disk(isFull ? machine_disk_full : machine_disk_read_only)
        case .repairDisk: repairDisk()
        case .kill(let changes): kill(after: changes)
        case .restart: try restart()
        case .backUp: try backUp { try await $0.backUp() }
        case .backUpNow: try backUp { try await $0.backUpNow() }
        case .restoreBackup(let age): try restoreBackup(age)
        case .export: try export()
        case .eraseEverything: try eraseEverything()
        default:
            switch action.area {
            case .chats: try chat(action, step, times)
            case .journal: try keepJournal(action, step, times)
            case .facts: try curate(action, step, times)
            default: try word(action, step, times)
            }
        }
    }

    func repairDisk() {
        diskIsGood = true
        machine_set_disk(machine_disk_good)
    }

    /// Has the app do something.
    /// - Parameter times: how many tabs ask for it at the same time.
    /// - Returns: what came of it, for each tab. An error means that nothing has changed.
    func ask<Value: Sendable>(
        times: Int = 1, _ work: @escaping @Sendable (SimulatedApp) async throws -> Value
    ) throws -> [Result<Value, any Error>] {
        let app = app
        let result = Self.run {
            await withTaskGroup(of: (Int, Result<Value, any Error>).self) { group in
                for tab in 0..<times {
                    group.addTask {
                        do { return (tab, .success(try await work(app))) } catch { return (tab, .failure(error)) }
                    }
                }
                var results: [(Int, Result<Value, any Error>)] = []
                for await result in group { results.append(result) }
                return results.sorted { $0.0 < $1.0 }.map(\.1)
            }
        }
        if machine_is_dead() { throw Killed() }
        guard let result else { throw OracleFinding("hang", "what was asked for does not end") }
        return try result.get()
    }

    /// The same, where nothing may fail on a good disk.
    /// - Returns: what came of it, where it was done.
    func done<Value: Sendable>(
        _ what: String, times: Int = 1, _ work: @escaping @Sendable (SimulatedApp) async throws -> Value
    ) throws -> [Value] {
        var values: [Value] = []
        for result in try ask(times: times, work) {
            switch result {
            case .success(let value): values.append(value)
            case .failure(let error):
                guard diskIsGood else { continue }
                throw OracleFinding("\(what) fails", "\(error)")
            }
        }
        return values
    }

    private func eraseEverything() throws {
        var after = words
        after.eraseEverything(pending: Set(phone.about.keys))
        attempt = { [self] in
            watch.deleted.formUnion(words.words.keys.map { Mark(step: $0) })
            words = after
            chats.eraseEverything()
            journal.eraseAll()
            facts.forget(Array(facts.facts.keys))
            facts.isPaused = false
            snapshots = [:]
            deletionKeys = [:]
        }
        if try !done("erasing everything", { try await $0.eraseEverything() }).isEmpty { attempt?() }
        attempt = nil
    }

    /// Starts the program that was killed, and finds out whether what it was doing was done: all of it, or nothing.
    private func recover(_ step: Step) throws {
        try startAfterKill()
        guard let attempt else { return try check(.everything) }
        self.attempt = nil
        try adoptChats(step)
        try settle(attempt, "after a kill")
        try nameImported()
    }

    /// Finds out whether something was done: all of it, or nothing.
    private func settle(_ attempt: () -> Void, _ when: String) throws {
        let (before, deleted, known, kept) = (words, watch.deleted, chats, (journal, facts))
        do { try check(.everything) } catch let first as OracleFinding {
            attempt()
            do { try check(.everything) } catch let second as OracleFinding {
                (words, watch.deleted, chats, (journal, facts)) = (before, deleted, known, kept)
                throw OracleFinding("\(first.kind) \(when)", "\(first.detail); or else \(second)")
            }
        }
    }
}
