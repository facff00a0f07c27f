// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import HearthChat
import HearthMemory
import Testing

@testable import HearthStore

@Suite struct FactTests {
    private func fact(
        _ id: String, _ quotes: [(session: String, quote: String)], until: Date? = nil, supersededBy: String? = nil
    ) -> Fact {
        Fact(
            id: id, statement: quotes[0].quote, subject: "user", kind: .places, isNegative: false, time: "2019/..",
            confidence: 0.875,
            validFrom: date(), validUntil: until, supersededBy: supersededBy,
            evidence: quotes.enumerated().map { number, item in
                FactEvidence(
                    utterance: "\(id)-\(number)", session: item.session, quote: item.quote, date: date(Double(number)))
            })
    }

    private func keep(_ facts: [Fact], queued: [Fact] = [], in store: Store) async throws {
        var changes = FactChanges()
        (changes.facts, changes.queued) = (facts, queued)
        try await store.keep(changes)
    }

    @Test func `facts come back as they were kept`() async throws {
        let store = try Store()
        let old = fact("a", [("s", "I live in Oslo")], until: date(3), supersededBy: "b")
        let new = fact("b", [("s", "I live in Bergen"), ("t", "living in Bergen")])
        let waiting = fact("c", [("s", "I own a canoe")])
        try await keep([old, new], queued: [waiting], in: store)
        #expect(try await store.facts(history: true) == [old, new])
        #expect(try await store.facts(history: false) == [new])
        #expect(try await store.queuedFacts() == [waiting])

        var changes = FactChanges()
        (changes.settled, changes.facts) = (["c"], [waiting])
        try await store.keep(changes)
        #expect(try await store.queuedFacts() == [])
        #expect(try await store.facts(history: false) == [new, waiting])
    }

    @Test func `the slot of a fact comes back as it was kept`() async throws {
        let store = try Store()
        try await converse(store, "s")
        var found = fact("f", [("s", "my sister Ana")])
        found.slot = SlotValue(name: "sibling", value: "Ana", relation: "sister")
        try await keep([found], in: store)
        #expect(try await store.facts(history: false) == [found])
    }

    @Test func `a forgotten fact is in no file, and in no backup`() async throws {
        try await withStore { store, folder in
            try await converse(store, "s")
            try await keep(
                [fact("f", [("s", "zeppelins make me dizzy")]), fact("g", [("s", "I own a canoe")])], in: store)
            try await store.backUpDaily(at: date(), calendar: gregorian)
            #expect(try files(below: folder, with: "zeppelins").contains { $0.hasPrefix("backups/") })
            #expect(try await store.forgetFact("f"))
            #expect(try await !store.forgetFact("f"))
            #expect(try store.erasuresToFinish() == 0)
            #expect(try files(below: folder, with: "zeppelins") == [])
            #expect(try await store.facts(history: true).map(\.id) == ["g"])
            #expect(try files(below: folder, with: "canoe").contains { $0.hasPrefix("backups/") })
        }
    }

    @Test func `a fact goes with its last evidence, and tells what is left of it until then`() async throws {
        try await withStore { store, folder in
            try await converse(store, "s")
            try await converse(store, "t")
            let old = fact("a", [("t", "I live in Oslo")], until: date(3), supersededBy: "b")
            let both = fact("b", [("s", "zeppelins make me dizzy"), ("t", "airships make me dizzy")])
            try await keep([old, both, fact("c", [("s", "zeppelins scare me")])], in: store)
            try await store.backUpDaily(at: date(), calendar: gregorian)
            try await store.delete("s", at: date())
            #expect(try await store.facts(history: true).map(\.id) == ["a", "b"])
            try await store.erase(deletedBefore: date(1))
            #expect(try files(below: folder, with: "zeppelins") == [])
            let left = try await store.facts(history: true)
            #expect(left.map(\.statement) == ["I live in Oslo", "airships make me dizzy"])

            try await store.forgetFact("b")
            #expect(try await store.facts(history: true).map(\.supersededBy) == [nil])
        }
    }

    @Test func `a fact without evidence is damage`() async throws {
        let store = try Store()
        try await keep([fact("a", [("s", "I live in Oslo")])], in: store)
        try await store.write { try $0.execute(sql: "DELETE FROM fact_evidence") }
        await #expect(throws: StoreError.self) {
            try await store.read { database in for area in StoreArea.all { try area.check(database) } }
        }
    }

    @Test func `facts are exported with their quotations`() async throws {
        try await withStore { store, folder in
            try await keep([fact("a", [("s", "I live in Oslo")])], in: store)
            let export = folder.appending(path: "export")
            _ = try await store.export(to: export)
            let lines = try String(contentsOf: export.appending(path: "facts.jsonl"), encoding: .utf8)
            #expect(lines.contains("\"quote\":\"I live in Oslo\"") && lines.split(separator: "\n").count == 1)
        }
    }
}
