// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import HearthChat
import HearthMemory
import HearthModels
import Testing

@testable import HearthStore

/// A forgotten fact is in no file of Hearth's, and does not come back.
@Suite struct ForgettingTests {
    private func fact(
        _ id: String, _ statement: String, in session: String = FactEvidence.ownSession, subject: String = "user",
        kind: Fact.Kind = .preferences, at seconds: Double = 0
    ) -> Fact {
        let evidence = FactEvidence(
            utterance: "\(id)-message", session: session, quote: statement, date: date(seconds))
        return Fact(
            id: id, statement: statement, subject: subject, kind: kind, isNegative: false, time: nil, confidence: 1,
            validFrom: date(seconds), validUntil: nil, supersededBy: nil, evidence: [evidence])
    }

    /// Keeps facts with all that is made of them: passages of what they were found in and of themselves, vectors, lines
    /// of the portrait, and a backup.
    private func learn(_ facts: [Fact], queued: [Fact] = [], in store: Store) async throws {
        var changes = FactChanges()
        (changes.facts, changes.queued) = (facts, queued)
        try await store.keep(changes)
        for fact in facts {
            let evidence = fact.evidence[0]
            let sources = [(Passage.Kind.message, evidence.utterance), (.fact, fact.id)]
            try await store.have(
                sources.map { kind, source in
                    PassageDraft(
                        kind: kind, source: source, thread: evidence.session, speaker: "user", date: evidence.date,
                        text: fact.statement)
                })
        }
        let passages = try await store.unembedded(by: ["model"], limit: 100)
        try await store.add(passages.map { PassageVector(passage: $0.number, [1, 0.5]) }, of: "model")
        try await Profile(store: store).rebuild()
        _ = try await store.backUpDaily(at: date(), calendar: gregorian)
    }

    /// Whether a search returns a passage with a word.
    private func finds(_ word: String, in recall: Recall) async throws -> Bool {
        try await recall.search(MemoryQuestion(word, now: date(1_000)), limit: 10).contains {
            $0.passage.text.contains(word)
        }
    }

    // MARK: What goes

    static let scopes: [(Forgotten, gone: [String])] = [
        (.facts(["a"]), ["zeppelin"]), (.person("Élodie"), ["kazoo"]), (.person("elodie"), ["kazoo"]),
        (.time(date(500)..<date(1_500)), ["kazoo"]), (.session("s"), ["zeppelin", "kazoo"]),
        (.everything, ["zeppelin", "kazoo", "marimba"]),
    ]

    @Test(arguments: scopes.indices)
    func `what is forgotten is in no file, and nothing else is missing`(index: Int) async throws {
        let (scope, gone) = Self.scopes[index]
        try await withStore { store, folder in
            let facts = [
                fact("a", "I fly a zeppelin", in: "s"),
                fact("b", "My aunt Élodie plays the kazoo", in: "s", subject: "Élodie", kind: .people, at: 1_000),
                fact("c", "I practise the marimba", at: 2_000),
            ]
            try await learn(facts, in: store)
            let recall = Recall(store)
            #expect(try await finds("kazoo", in: recall))
            for word in ["zeppelin", "kazoo", "marimba"] {
                #expect(try files(below: folder, with: word).contains { $0.hasPrefix("backups/") })
            }
            let counts = try await store.count(of: scope)
            let report = try await store.forget(scope, refusing: true, at: date(3_000))
            #expect(report == ForgottenReport(counts: counts, uncleanCopies: 0))
            #expect(counts.facts == gone.count && counts.quotations == gone.count && counts.lines == gone.count)
            #expect(counts.passages == gone.count * 2)
            #expect(try store.erasuresToFinish() == 0)
            for word in ["zeppelin", "kazoo", "marimba"] {
                let isGone = gone.contains(word)
                #expect(try files(below: folder, with: word).isEmpty == isGone, "\(word)")
                #expect(try await finds(word, in: recall) != isGone)
                #expect(try await store.profileLines().contains { $0.text.contains(word) } != isGone)
                #expect(try await store.facts(history: true).contains { $0.statement.contains(word) } != isGone)
            }
            #expect(try await store.count(of: scope).isEmpty)
            try await store.write { try SearchIndex.check(in: $0) }
            try await store.read { database in for area in StoreArea.all { try area.check(database) } }
        }
    }

    /// A page that was opened before a restore names facts that are not there any more.
    @Test func `a fact that only a backup has is forgotten there`() async throws {
        try await withStore { store, folder in
            var changes = FactChanges()
            changes.facts = [fact("b", "I practise the marimba")]
            try await store.keep(changes)
            let before = try #require(try await store.backUpDaily(at: date(), calendar: gregorian))
            changes.facts = [fact("a", "I fly a zeppelin")]
            try await store.keep(changes)
            try await store.restore(before, at: date(60))
            #expect(try !files(below: folder, with: "zeppelin").isEmpty)
            let report = try await store.forget(.facts(["a"]), refusing: true, at: date(70))
            #expect(report.counts.isEmpty && report.uncleanCopies == 0)
            #expect(try files(below: folder, with: "zeppelin").isEmpty)
        }
    }

    @Test func `what waits is forgotten, too`() async throws {
        try await withStore { store, folder in
            try await learn([], queued: [fact("a", "I fly a zeppelin")], in: store)
            let report = try await store.forget(.everything, refusing: false, at: date(1))
            #expect(report.counts.waiting == 1 && report.counts.facts == 0)
            #expect(try files(below: folder, with: "zeppelin") == [])
        }
    }

    @Test func `a fact that has other evidence stays, and says what that says`() async throws {
        try await withStore { store, folder in
            var both = fact("a", "I fly a zeppelin", in: "s")
            both.evidence.append(
                FactEvidence(utterance: "n", session: "t", quote: "flying my airship", date: date(9)))
            try await learn([both], in: store)
            _ = try await store.forget(.session("s"), refusing: false, at: date(10))
            #expect(try await store.facts(history: true).map(\.statement) == ["flying my airship"])
            #expect(try await store.profileLines().map(\.text) == ["flying my airship"])
            #expect(try files(below: folder, with: "zeppelin") == [])
        }
    }

    // MARK: What does not come back

    @Test func `what was forgotten is not learned from the same words again`() async throws {
        let store = try Store()
        let a = fact("a", "I fly a zeppelin", in: "s")
        try await learn([a], in: store)
        _ = try await store.forget(.facts(["a"]), refusing: false, at: date(1))
        try await learn([a], in: store)
        #expect(try await store.facts(history: true) == [])
        #expect(try await !finds("zeppelin", in: Recall(store)))

        // From other words it is, unless it was refused.
        let b = fact("b", "I fly a zeppelin", in: "t", at: 2)
        try await learn([b], in: store)
        #expect(try await store.facts(history: true).map(\.id) == ["b"])
        _ = try await store.forget(.facts(["b"]), refusing: true, at: date(3))
        let again = fact("c", "a zeppelin I fly", in: "u", at: 4)
        #expect(try await store.refusedFacts(among: [again, fact("d", "I fly kites")]) == ["c"])
        var extraction = FactExtraction()
        (extraction.stored, extraction.queued) = ([again], [again])
        #expect(try await FactLearning(store: store).learn(extraction).isEmpty)
    }

    @Test func `what is said after everything was forgotten is learned`() async throws {
        let store = try Store()
        try await learn([fact("a", "I fly a zeppelin", in: "s")], in: store)
        _ = try await store.forget(.everything, refusing: false, at: date(5))
        try await learn([fact("b", "I sail", in: "s", at: 4), fact("c", "I row", in: "s", at: 6)], in: store)
        #expect(try await store.facts(history: true).map(\.id) == ["c"])
    }

    @Test func `a refusal has none of the words`() async throws {
        try await withStore { store, folder in
            let a = fact("a", "I fly a zeppelin")
            var changes = FactChanges()
            changes.facts = [a]
            try await store.keep(changes)
            try await store.setAside("a", at: date(1))
            #expect(try await store.facts(history: true) == [])
            #expect(try await store.refusedFacts(among: [a]) == ["a"])
            #expect(try await store.bringBack("a"))
            #expect(try await store.facts(history: true) == [a])
            #expect(try await store.refusedFacts(among: [a]) == [])
            try await store.setAside("a", at: date(1))
            try await store.eraseSetAside(before: date(2))
            #expect(try await !store.bringBack("a"))
            #expect(try files(below: folder, with: "zeppelin") == [])
            #expect(try await store.refusedFacts(among: [a]) == ["a"])
        }
    }

    // MARK: The portrait

    @Test func `a line that loses a fact says what the others say`() async throws {
        try await withStore { store, folder in
            try await learn([fact("a", "I fly a zeppelin"), fact("b", "I row a boat")], in: store)
            var changes = ProfileChanges()
            changes.lines = [
                ProfileLine(
                    id: "a", section: .habits, text: "Zeppelins and boats", facts: ["a", "b"], isEdited: true,
                    isPinned: true)
            ]
            try await store.keep(changes)
            #expect(try await store.profileLines().first == changes.lines[0])
            _ = try await store.forget(.facts(["a"]), refusing: false, at: date(9))
            let line = try #require(try await store.profileLines().first)
            #expect(line.text == "I row a boat" && line.facts == ["b"] && !line.isEdited && line.isPinned)
            #expect(try files(below: folder, with: "eppelin") == [])

            // Somebody who made lines before does not bring the words back.
            try await store.keep(changes)
            #expect(try files(below: folder, with: "eppelin") == [])
        }
    }

    @Test func `a backup that cannot be cleaned is told, and cleaned later`() async throws {
        try await withStore { store, folder in
            try await learn([fact("a", "I fly a zeppelin")], in: store)
            let backup = try #require(try store.backups().first).file
            var configuration = Configuration()
            configuration.allowsUnsafeTransactions = true
            let queue = try DatabaseQueue(path: backup.path, configuration: configuration)
            try await queue.writeWithoutTransaction { try $0.execute(sql: "BEGIN EXCLUSIVE") }
            let report = try await store.forget(.facts(["a"]), refusing: false, at: date(1))
            #expect(report.uncleanCopies == 1)
            try await queue.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
            try queue.close()
            try await store.erase(deletedBefore: .distantPast)
            #expect(try store.uncleanCopies.isEmpty && files(below: folder, with: "zeppelin") == [])
        }
    }

    @Test func `what is exported can be read by people, and has no fact that is set aside`() async throws {
        try await withStore { store, folder in
            try await learn([fact("a", "I fly a *zeppelin*"), fact("b", "I row")], in: store)
            try await store.setAside("b", at: date(1))
            let export = folder.appending(path: "export")
            _ = try await store.export(to: export)
            let text = try String(contentsOf: export.appending(path: "facts.md"), encoding: .utf8)
            #expect(text.contains("I fly a \\*zeppelin\\* (preferences, since 2026-11-21)") && !text.contains("I row"))
            let lines = try String(contentsOf: export.appending(path: "profile.jsonl"), encoding: .utf8)
            #expect(lines.split(separator: "\n").count == 1 && lines.contains("\"facts\":[\"a\"]"))
            let sources = try String(contentsOf: export.appending(path: "remembered.jsonl"), encoding: .utf8)
            #expect(sources.contains("\"source\":\"a-message\""))
        }
    }
}

/// Counts how often it was told to let go.
private actor CountingCache: MemoryCache {
    private(set) var count = 0
    func letGo() { count += 1 }
}

@Suite struct CurationTests {
    private func fact(_ id: String, _ statement: String) -> Fact {
        let evidence = FactEvidence(utterance: "\(id)-m", session: "s", quote: statement, date: date())
        return Fact(
            id: id, statement: statement, subject: "user", kind: .preferences, isNegative: false, time: nil,
            confidence: 1, validFrom: date(), validUntil: nil, supersededBy: nil, evidence: [evidence])
    }

    private func known(_ facts: [Fact], queued: [Fact] = [], in store: Store) async throws {
        var changes = FactChanges()
        (changes.facts, changes.queued) = (facts, queued)
        try await store.keep(changes)
    }

    @Test func `what else holds what is known lets go when something is forgotten`() async throws {
        let (store, cache) = (try Store(), CountingCache())
        try await known([fact("a", "I fly a zeppelin"), fact("b", "I row")], in: store)
        let curation = FactCuration(store: store, caches: [cache], now: { date(1) })
        _ = try await curation.pin("a", true)
        #expect(await cache.count == 0)
        _ = try await curation.forget(.facts(["a"]), refusing: false)
        #expect(await cache.count == 1)
        try await curation.replaceEverything { _ = try await store.eraseEverything() }
        #expect(await cache.count == 2)
    }

    @Test func `nothing that was done to other data is undone in those that take their place`() async throws {
        let store = try Store()
        try await known([], queued: [fact("a", "I fly a zeppelin")], in: store)
        let curation = FactCuration(store: store, now: { date(1) })
        let key = try #require(try await curation.confirm("a"))
        #expect(await curation.canUndo(key))
        try await curation.replaceEverything { _ = try await store.eraseEverything() }
        #expect(try await !curation.undo(key))
        #expect(try await store.queuedFacts() == [])
    }

    @Test func `a confirmed fact that is known already becomes one more source of it`() async throws {
        let store = try Store()
        try await known([fact("a", "I fly a zeppelin")], queued: [fact("b", "I fly a zeppelin")], in: store)
        let curation = FactCuration(store: store, now: { date(1) })
        let key = try #require(try await curation.confirm("b"))
        let merged = try await store.facts(history: true)
        #expect(merged.map(\.id) == ["a"] && merged[0].evidence.map(\.utterance) == ["a-m", "b-m"])
        #expect(try await store.queuedFacts() == [])
        #expect(try await curation.undo(key))
        #expect(try await store.facts(history: true) == [fact("a", "I fly a zeppelin")])
        #expect(try await store.queuedFacts().map(\.id) == ["b"])
    }

    @Test func `a queued fact in other words closes what it contradicts, and undo opens that again`() async throws {
        let store = try Store()
        try await known([fact("a", "I live in Oslo")], queued: [fact("b", "I fly a zeppelin")], in: store)
        let curation = FactCuration(store: store, now: { date(1) })
        let key = try #require(try await curation.confirm("b", as: "I live in Bergen"))
        #expect(try await store.facts(history: false).map(\.statement) == ["I live in Bergen"])
        #expect(try await store.facts(history: true).first?.supersededBy == "b")
        #expect(try await curation.undo(key))
        #expect(try await store.facts(history: false).map(\.statement) == ["I live in Oslo"])
        #expect(try await store.queuedFacts().map(\.statement) == ["I fly a zeppelin"])
    }

    @Test func `a refused fact is erased after eight seconds, unless that is taken back`() async throws {
        try await withStore { store, folder in
            try await known([], queued: [fact("a", "I fly a zeppelin"), fact("b", "I play the kazoo")], in: store)
            let curation = FactCuration(store: store, clock: QuickClock(), now: { date(1) })
            _ = try await curation.refuse("a")
            for _ in 0..<400 where try !files(below: folder, with: "zeppelin").isEmpty {
                try await Task.sleep(for: .milliseconds(25))
            }
            #expect(try files(below: folder, with: "zeppelin") == [])
            #expect(try files(below: folder, with: "kazoo") != [])
        }
    }
}

/// Time that passes at once.
private struct QuickClock: Clock {
    typealias Instant = ContinuousClock.Instant
    var now: Instant { .now }
    var minimumResolution: Duration { .zero }
    func sleep(until deadline: Instant, tolerance: Duration?) async throws {}
}
