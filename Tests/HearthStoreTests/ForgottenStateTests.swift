// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthChat
import HearthMemory
import Testing

@testable import HearthStore

/// Forgetting meets what waits to be learned from, and what stands in the prompts of other conversations.
@Suite struct ForgottenStateTests {
    /// An entry that waits to be looked at, a message that has been, a fact of both, and a chat that was told of each.
    private func remember(in store: Store) async throws {
        let entry = Utterance(
            id: "e", session: JournalEntry.thread, speaker: .user, text: "Élodie let me fly her zeppelin.", date: date()
        )
        let said = Utterance(
            id: "m", session: "s", speaker: .user, text: "My aunt Élodie has a zeppelin.", date: date(1))
        for (kind, utterance) in [(Passage.Kind.entry, entry), (.message, said)] {
            try await store.have(utterance, as: kind)
            try await Recall(store).remember([utterance], as: kind)
            try await store.noteIndexed([utterance], as: kind)
        }
        try await store.noteLookedAt(["m"], as: .message)
        var changes = FactChanges()
        changes.facts = [fact("f", said.text, [said, entry])]
        try await store.keep(changes)
        try await Recall(store).remember(
            [Utterance(id: "f", session: "s", speaker: .user, text: said.text, date: said.date)], as: .fact)
        try await Profile(store: store).rebuild()
        try await converse(store, "told", question: "Who flies?", at: date(100))
        try await store.save(told, in: "told")
        #expect(try await store.recalled(in: "told") == told)
        _ = try await store.backUpDaily(at: date(200), calendar: gregorian)
    }

    private func fact(_ id: String, _ statement: String, _ sources: [Utterance]) -> Fact {
        Fact(
            id: id, statement: statement, subject: "Élodie", kind: .people, isNegative: false, time: nil,
            confidence: 1, validFrom: date(1), validUntil: nil, supersededBy: nil,
            evidence: sources.map {
                FactEvidence(utterance: $0.id, session: $0.session, quote: $0.text, date: $0.date)
            })
    }

    private var told: [RecalledMemory] {
        [
            (RecalledMemory.Kind.entry, "e", JournalEntry.thread, "Élodie let me fly her zeppelin.", 0.0),
            (.message, "m", "s", "My aunt Élodie has a zeppelin.", 1),
            (.fact, "f", "s", "My aunt Élodie has a zeppelin.", 1),
        ].enumerated().map { place, memory in
            RecalledMemory(
                question: "told-question", isAtBeginning: place < 2, kind: memory.0, source: memory.1,
                thread: memory.2, date: date(memory.4), language: "en", text: memory.3)
        }
    }

    static let scopes: [Forgotten] = [
        .facts(["f"]), .sources(["m", "e"]), .person("élodie"), .time(date(-1)..<date(50)), .everything,
    ]

    @Test(arguments: scopes.indices)
    func `nothing of it waits, stands in a prompt or comes back`(index: Int) async throws {
        try await withStore { store, folder in
            try await remember(in: store)
            #expect(try files(below: folder, with: "zeppelin").contains { $0.hasPrefix("backups/") })
            let counts = try await store.count(of: Self.scopes[index])
            #expect(counts.facts == 1 && counts.quotations == 2 && counts.passages == 3 && counts.lines == 1)
            let report = try await store.forget(Self.scopes[index], refusing: false, at: date(300))
            #expect(report == ForgottenReport(counts: counts, uncleanCopies: 0))
            #expect(try files(below: folder, with: "zeppelin") == [])
            #expect(try await store.recalled(in: "told") == [])
            #expect(try await store.unread(limit: 9).isEmpty)
            #expect(try await store.count(of: Self.scopes[index]).isEmpty)

            // What was found, read or told before, and comes to be kept only now.
            try await store.save(told, in: "told")
            let late = Utterance(
                id: "e", session: JournalEntry.thread, speaker: .user, text: "her zeppelin", date: date())
            var changes = FactChanges()
            changes.facts = [fact("f", "her zeppelin", [late]), fact("new", "her zeppelin", [late])]
            try await store.keep(changes)
            for id in ["f", "new"] {
                try await Recall(store).remember(
                    [Utterance(id: id, session: "s", speaker: .user, text: "her zeppelin", date: date(1))], as: .fact)
            }
            try await Recall(store).remember([late], as: .entry)
            #expect(try await store.recalled(in: "told") == [])
            #expect(try files(below: folder, with: "zeppelin") == [])
        }
    }

    @Test(arguments: [Forgotten.session("s"), .sources(["m"])])
    func `a fact that has other evidence is told no longer in the words that were forgotten`(
        scope: Forgotten
    ) async throws {
        try await withStore { store, folder in
            try await remember(in: store)
            var changes = FactChanges()
            let other = Utterance(id: "o", session: "t", speaker: .user, text: "Élodie owns an airship", date: date(2))
            let said = Utterance(id: "m", session: "s", speaker: .user, text: told[1].text, date: date(1))
            changes.facts = [fact("f", said.text, [said, other])]
            _ = try await store.forget(.sources(["e"]), refusing: false, at: date(300))
            try await store.keep(changes)
            _ = try await store.forget(scope, refusing: false, at: date(301))
            #expect(try await store.facts(history: true).map(\.statement) == [other.text])
            #expect(try await store.recalled(in: "told") == [], "the fact is told in its new words from the next on")
            #expect(try files(below: folder, with: "zeppelin") == [])
        }
    }

    @Test func `what was forgotten and brought back can be learned from again`() async throws {
        try await withStore { store, _ in
            try await remember(in: store)
            let curation = FactCuration(store: store, now: { date(300) })
            let lines = try await store.profileLines()
            let known = try await store.facts(history: true)
            let report = try await curation.forget(.sources(["m", "e"]), holdingAs: "answer")
            #expect(report.counts.facts == 1)
            #expect(try await store.facts(history: true) == [])
            #expect(try await store.profileLines() == [])
            #expect(try await !curation.bringBack("another"))
            #expect(try await curation.bringBack("answer"))
            #expect(try await store.facts(history: true) == known)
            #expect(try await store.profileLines() == lines)
            #expect(try await !curation.bringBack("answer"))
            let said = Utterance(id: "m", session: "s", speaker: .user, text: told[1].text, date: date(1))
            try await Recall(store).remember([said], as: .message)
            #expect(try await !Recall(store).search(MemoryQuestion("zeppelin", now: date(400)), limit: 3).isEmpty)
        }
    }

    @Test func `a message is forgotten before anything was learned of it`() async throws {
        try await withStore { store, folder in
            try await converse(store, "s", question: "I fly a zeppelin.")
            let said = Utterance(
                id: "s-question", session: "s", speaker: .user, text: "I fly a zeppelin.", date: date())
            try await Recall(store).remember([said], as: .message)
            try await store.noteIndexed([said], as: .message)
            #expect(try await store.unread(limit: 9).map(\.utterance.id) == [said.id])
            let counts = try await store.forget(.sources([said.id]), refusing: false, at: date(9)).counts
            #expect(counts.facts == 0 && counts.passages == 1)
            #expect(try await store.unread(limit: 9).isEmpty)
            #expect(try await store.unindexed(limit: 9).map(\.utterance.id) == ["s-answer"])
            #expect(try await store.unindexed(after: "s-question", limit: 9).map(\.utterance.id) == ["s-answer"])
            #expect(try await store.unindexed(after: "s-answer", limit: 9).isEmpty)
            #expect(try await store.unindexed(after: "gone", limit: 9).map(\.utterance.id) == ["s-answer"])
            var changes = FactChanges()
            changes.facts = [fact("f", "I fly a zeppelin", [said])]
            try await store.keep(changes)
            #expect(try await store.facts(history: true) == [], "an extraction that had begun keeps nothing")
            try await store.include([said.id])
            try await store.keep(changes)
            #expect(try await store.facts(history: true).map(\.id) == ["f"])
        }
    }
}
