// SPDX-License-Identifier: Apache-2.0

import FSRS
import Foundation
import HearthChat
import HearthModels
import HearthWords
import SimulatedMachine

/// A household with its machine: does what a plan says, and compares what there is with what has to be.
final class Household {
    var app: SimulatedApp
    var words = WordOracle()
    var chats = ChatOracle()
    var journal = JournalOracle()
    var facts = FactOracle()
    /// Expectations after restoring a backup, by its name.
    var snapshots: [String: Snapshot] = [:]
    var phone = Phone()
    /// How often the program was started.
    private(set) var generation = 0
    var diskIsGood = true { didSet { if !diskIsGood { hadBadDisk = true } } }
    /// Whether the disk has refused something, maybe, since the program was started.
    private var hadBadDisk = false
    /// The keys of deletions, by their steps.
    var deletionKeys: [Int: String] = [:]
    /// By what changes of many words are taken back, by their steps.
    var changes: [Int: ChangedWords] = [:]
    /// Sets the expectations as if the current action was done when the program was killed.
    var attempt: (() -> Void)?
    let watch: Watch
    let fault: Fault?
    private let root: URL
    private var folder: URL
    private(set) var trace: [String] = []
    private var checks = 0
    /// How many jobs had run after the last look at everything, and after the last look at each area.
    private var jobsSeen: [Area: Int] = [:]

    /// The phone's copy of cards and answers.
    struct Phone {
        /// Identifiers of cards as they were when it took them along, by word.
        var cards: [Int: [Int64]] = [:]
        var waiting: [StudyAnswer] = []
        var sent: [StudyAnswer] = []
        /// The card that each answer is about, by the answer's step.
        var about: [Int: (answer: WordOracle.Answer, word: Int, card: Int)] = [:]
    }

    /// Watches what the app does beside its answers to the test. There is one thread.
    final class Watch: @unchecked Sendable {
        var finding: OracleFinding?
        /// Words that nobody may be told any more: they were deleted, and that was acknowledged.
        var deleted: Set<Mark> = []
        /// Further words that no model may be told any more.
        var untold: () -> Set<Mark> = { [] }
        /// Marks that no model may be told, as they were when the clock moved last: a question that is being put
        /// together while a word or an entry is deleted may contain it. A chat's own requests are cancelled with it.
        private var settled: Set<Mark> = []
        private var settledAt: Int64 = 0
        var isOfChat: (Mark) -> Bool = { _ in true }

        func settle() {
            guard settledAt != machine_now() else { return }
            settledAt = machine_now()
            settled = deleted.union(untold())
        }
        var mayTranslate = true
        /// The number of the program that is running.
        var generation = 0

        func watchers(of generation: Int) -> SimulatedApp.Watchers {
            SimulatedApp.Watchers(
                asked: { [self] request in
                    guard generation == self.generation else { return }
                    let texts = request.turns.map(\.content) + [request.instructions ?? "", request.memory ?? ""]
                    let told = Mark.all(in: texts.joined(separator: "\n")).filter { mark in
                        settled.contains(mark)
                            ? deleted.union(untold()).contains(mark)
                            : isOfChat(mark) && deleted.contains(mark)
                    }
                    if let first = told.min() {
                        finding =
                            finding
                            ?? OracleFinding("model is told what was deleted", "\(first) of step \(first.number / 10)")
                    }
                },
                translated: { [self] texts in
                    guard generation == self.generation else { return }
                    let told = Mark.all(in: texts.joined(separator: "\n")).intersection(deleted)
                    if let first = told.min() {
                        finding =
                            finding
                            ?? OracleFinding(
                                "service is sent what was deleted", "\(first) of step \(first.number / 10)")
                    } else if !mayTranslate {
                        finding =
                            finding
                            ?? OracleFinding("service is used though disconnected", texts.joined(separator: ", "))
                    }
                })
        }
    }

    init(root: URL, fault: Fault?) throws {
        (self.root, self.fault, watch) = (root, fault, Watch())
        folder = root.appending(path: "0")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        machine_watch(folder.path)
        let (first, watchers) = (folder, watch.watchers(of: 0))
        guard let started = Self.run({ try await SimulatedApp.start(in: first, watchers) }) else {
            throw OracleFinding("hang", "the first start does not end")
        }
        app = try started.get()
        watch.isOfChat = { [unowned self] in words.words[$0.number / 10] == nil }
        watch.untold = { [unowned self] in
            let told = fault == .toldEntries ? journal.entries.values.map(\.text) : []
            return journal.untold.union(facts.untold).union(told)
        }
    }

    // MARK: Running

    private final class Box<Value>: @unchecked Sendable { var value: Value? }

    /// Runs work of the app until it has ended, or the program was killed.
    /// - Returns: `nil` where it did not end.
    static func run<Value: Sendable>(
        _ work: @escaping @Sendable () async throws -> Value
    ) -> Result<Value, any Error>? {
        let box = Box<Result<Value, any Error>>()
        Task {
            do { box.value = .success(try await work()) } catch { box.value = .failure(error) }
        }
        let isDone = Driver.shared.run { box.value != nil || machine_is_dead() }
        guard isDone, !machine_is_dead() else { return nil }
        return box.value
    }

    /// The same for what only reads, which never fails on a good disk.
    func read<Value: Sendable>(_ work: @escaping @Sendable (SimulatedApp) async throws -> Value) throws -> Value {
        let app = app
        guard let result = Self.run({ try await work(app) }) else {
            if machine_is_dead() { throw Killed() }
            throw OracleFinding("hang", "reading does not end")
        }
        do { return try result.get() } catch { throw OracleFinding("reading fails", "\(error)") }
    }

    /// The program was killed meanwhile.
    struct Killed: Error {}

    func note(_ text: String) {
        trace.append("\(text) | \(String(Driver.shared.digest, radix: 16)) \(machine_now())")
        Driver.shared.note(text)
    }

    // MARK: Starting and ending

    nonisolated(unsafe) private static var dying: (from: URL, to: URL, isLossy: Bool)?

    /// Has the program be killed before a change of its files to come.
    func kill(after changes: Int) {
        Self.dying = (folder, root.appending(path: "\(generation + 1)"), fault == .lostWrite)
        machine_kill_after(Int64(changes)) {
            guard let (from, to, isLossy) = Household.dying else { return }
            // What the end of a program leaves: all that was written, and nothing that was not.
            do { try FileManager.default.copyItem(at: from, to: to) } catch { fatalError("\(error)") }
            if isLossy { truncate(to.appending(path: "hearth.sqlite-wal").path, 0) }
        }
    }

    /// Starts the program again, on what the killed one has left.
    func startAfterKill() throws {
        let old = folder
        folder = root.appending(path: "\(generation + 1)")
        watch.generation += 1
        Driver.shared.settle(100_000)
        app.letGo()
        Driver.shared.forgetSleepers()
        Driver.shared.settle(100_000)
        machine_watch("")
        try FileManager.default.removeItem(at: old)
        try start()
    }

    /// Ends the program and starts it again.
    func restart() throws {
        let app = app
        machine_kill_after(-1, nil)
        guard Self.run({ await app.end() }) != nil else { throw OracleFinding("hang", "the end does not end") }
        Driver.shared.settle(100_000)
        Driver.shared.forgetSleepers()
        watch.generation += 1
        try start()
    }

    private func start() throws {
        generation += 1
        watch.generation = generation
        (diskIsGood, hadBadDisk) = (true, false)
        machine_watch(folder.path)
        let (folder, watchers) = (folder, watch.watchers(of: generation))
        guard let started = Self.run({ try await SimulatedApp.start(in: folder, watchers) }) else {
            throw OracleFinding("hang", "the start does not end")
        }
        do { app = try started.get() } catch { throw OracleFinding("start fails", "\(error)") }
        chats.forget(at: machine_now(), generation: generation)
        journal.forget(at: machine_now(), generation: generation)
        facts.endActs()
        facts.forget(at: machine_now(), generation: generation, chats)
        deletionKeys = [:]
        changes = [:]
    }

    func remove() {
        machine_watch("")
        app.letGo()
        Driver.shared.forgetSleepers()
        try? FileManager.default.removeItem(at: root)
    }

    // MARK: Comparing

    var machineNow: Int64 { machine_now() }
    var today: Int { SimulatedApp.days.day(of: Date()) }

    enum Area { case nothing, words, chats, journal, facts, everything }
    /// A file of another journal, outside of what the app has.
    var importFile: URL { root.appending(path: "journal.md") }

    /// Compares what there is with what has to be. Now and then that is everything, whatever was done.
    func check(_ area: Area) throws {
        if let finding = watch.finding { throw finding }
        checks += 1
        let all = area == .everything || checks.isMultiple(of: 20)
        // Where nothing has run since, nothing has changed.
        if !all, jobsSeen[area] == Driver.shared.jobs { return }
        if all || area == .words {
            let stored = try read { try await $0.words() }
            if let problem = words.problem(in: stored, today: today) { throw problem }
            try checkStudy(stored)
        }
        if all || area == .chats {
            let stored = try read { try await $0.chats() }
            chats.forget(at: machine_now(), generation: generation)
            if let problem = chats.problem(in: stored) { throw problem }
            if let problem = chats.problem(in: try read { try await $0.conversations.folders() }) { throw problem }
        }
        if all || area == .journal {
            journal.forget(at: machine_now(), generation: generation)
            let drafts = Dictionary(
                uniqueKeysWithValues: journal.drafts.keys.map {
                    ($0, journal.entries[$0]?.id ?? JournalOracle.id(of: $0))
                })
            if let problem = journal.problem(in: try read { try await $0.journal(drafts: drafts) }) { throw problem }
        }
        if all || area == .facts || area == .chats {
            chats.forget(at: machine_now(), generation: generation)
            facts.forget(at: machine_now(), generation: generation, chats)
            if let problem = facts.problem(in: try read { try await $0.facts() }, chats) { throw problem }
        }
        jobsSeen[area] = Driver.shared.jobs
        if let finding = watch.finding { throw finding }
    }

    /// Checks that study asks exactly what is due, and nothing that the user does not want to be asked.
    private func checkStudy(_ stored: [SimulatedApp.StoredWord]) throws {
        var places: [Int64: (word: Int, card: Int)] = [:]
        for one in stored {
            guard let step = Mark.all(in: one.word.content.word).first.map({ $0.number / 10 }) else { continue }
            for (place, card) in one.cards.enumerated() { places[card.card.id] = (step, place) }
        }
        for (deck, (batch, count)) in try read({ try await $0.study() }).sorted(by: { $0.key < $1.key }) {
            for item in batch.items {
                guard let place = places[item.card.id] else { continue }
                if words.isUnwanted(word: place.word, card: place.card, today: today) {
                    throw OracleFinding("study asks what is hidden", "card \(place.card) of word \(place.word)")
                }
            }
            let new = batch.items.count { $0.card.state.due == .new }
            let due = batch.items.count { if case .on = $0.card.state.due { true } else { false } }
            guard count.new == new, count.review == due else {
                throw OracleFinding(
                    "counts are not what study asks", "deck \(deck): \(new) new and \(due) due, but \(count)")
            }
        }
    }

    /// Looks for what is gone for good in all files, and has the doctor look.
    func search() throws {
        // What a bad disk kept from being erased is erased at the next start at the latest.
        if hadBadDisk {
            repairDisk()
            do { try restart() } catch is Killed { try startAfterKill() }
        }
        do { try searchNow() } catch is Killed {
            try startAfterKill()
            try searchNow()
        }
    }

    /// Marks that are gone for good.
    var gone: Set<Mark> {
        var gone = Set(chats.erased.map { Mark(step: $0) }).union(journal.erased).union(facts.erased)
        for mark in watch.deleted where !(words.isThere(word: mark.number / 10)) { gone.insert(mark) }
        return gone.subtracting(facts.keptMarks)
    }

    private func searchNow() throws {
        guard Driver.shared.pass(.seconds(700)) else { throw OracleFinding("hang", "something goes on without end") }
        chats.forget(at: machine_now(), generation: generation)
        try check(.everything)
        let gone = gone
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        while let file = files?.nextObject() as? URL {
            guard let bytes = try? Data(contentsOf: file) else { continue }
            let found = bytes.withUnsafeBytes { Mark.all(in: $0) }.intersection(gone)
            if let first = found.min() {
                throw OracleFinding(
                    "deleted text is in a file", "\(first) in \(file.path.dropFirst(folder.path.count))")
            }
        }
        let findings = app.findings()
        if machine_is_dead() { throw Killed() }
        if let finding = findings.first { throw OracleFinding("doctor finds something", "\(finding)") }
    }
}
