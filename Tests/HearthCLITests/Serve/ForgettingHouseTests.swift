// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthCLI
import HearthChat
import HearthMemory
import HearthModels
import HearthStore
import HearthTesting
import Testing

/// Forgetting, changing and deleting, through all that the memory is made of: index, facts, journal and prompts.
@Suite struct ForgettingHouseTests {
    private func withHouse(_ body: (TestHouse, ScriptedModel) async throws -> Void) async throws {
        try await withTemporaryFolder { folder in
            let model = ScriptedModel(saying: "Gladly.")
            let house = try await TestHouse(try Store(), model, in: folder)
            // What is learned is put there by the tests.
            house.backgroundJobs.pause(true)
            try await body(house, model)
            await house.end()
        }
    }

    private let told = "My aunt Élodie plays the xylophon in Quimper."
    private let asked = "What does my aunt Élodie play in Quimper?"

    /// Has the user tell something, from which a fact is learned.
    @discardableResult
    private func tell(_ house: TestHouse) async throws -> Message {
        let answer = try await house.say(told)
        let question = try #require(answer.parent)
        var changes = FactChanges()
        let evidence = FactEvidence(utterance: question, session: answer.session, quote: told, date: .now)
        changes.facts = [
            Fact(
                id: "f", statement: told, subject: "Élodie", kind: .people, isNegative: false, time: nil,
                confidence: 1, validFrom: .now, validUntil: nil, supersededBy: nil, evidence: [evidence])
        ]
        try await house.parts.learning.keep(changes)
        return answer
    }

    private func finds(_ word: String, in house: TestHouse) async throws -> [Passage] {
        try await house.parts.recall.search(MemoryQuestion(word, now: .now), limit: 9).map(\.passage).filter {
            $0.text.localizedCaseInsensitiveContains(word)
        }
    }

    /// The passages of facts that have a word. A search leaves out what says the same as a message.
    private func facts(_ word: String, in house: TestHouse) async throws -> [String] {
        try await house.store.unembedded(by: ["none"], limit: 100).filter { $0.kind == .fact }.map(\.text).filter {
            $0.localizedCaseInsensitiveContains(word)
        }
    }

    // MARK: Changing

    @Test(arguments: ["Remember that I like tea.", "I want to kill myself tonight."])
    func `an entry that is changed to what is not recalled leaves nothing of its old words`(text: String) async throws {
        try await withHouse { house, _ in
            let day = JournalDay(.now, in: .gmt)
            var entry = JournalEntry(day: day, text: told, createdAt: .now)
            try await house.parts.journal.save(entry, in: .gmt)
            #expect(try await !finds("xylophon", in: house).isEmpty)
            entry.text = text
            try await house.parts.journal.save(entry, in: .gmt)
            #expect(try await finds("xylophon", in: house).isEmpty)
        }
    }

    // MARK: Prompts

    @Test(arguments: ["fact", "person", "day", "chat", "message", "everything"])
    func `what was forgotten is in no prompt again, of chats that had been told of it neither`(scope: String)
        async throws
    {
        try await withHouse { house, model in
            let first = try await tell(house)
            let second = try await house.say(asked)
            #expect(second.usesMemory && model.requests.last?.memory?.contains("xylophon") == true)
            let message = try #require(first.parent)
            let forgotten: Forgotten =
                switch scope {
                case "fact": .facts(["f"])
                case "person": .person("Élodie")
                case "day": .time(Date(timeIntervalSinceNow: -3_600)..<Date(timeIntervalSinceNow: 3_600))
                case "chat": .session(first.session)
                case "message": .sources([message])
                default: .everything
                }
            _ = try await house.parts.curation.forget(forgotten, refusing: false)
            let before = model.requests.count
            try await house.say(asked, in: second.session)
            try await house.say(asked)
            try await house.parts.learning.indexMissed()
            try await house.say("And where does Élodie play?", in: second.session)
            for request in model.requests.dropFirst(before) {
                #expect(request.memory?.contains("xylophon") != true)
                #expect(!request.turns.contains { $0.content.contains("xylophon") })
            }
            #expect(try await finds("xylophon", in: house).isEmpty)
        }
    }

    @Test func `forgetting in the chat, on the pages and by the message is one and the same`() async throws {
        for way in ["chat", "sheet", "page"] {
            try await withHouse { house, model in
                let first = try await tell(house)
                let message = try #require(first.parent)
                switch way {
                case "chat":
                    let answer = try await house.say("Forget what I said about the xylophon.")
                    let deed = try #require(answer.deed.flatMap(MemoryAction.init(saved:)))
                    #expect(deed.kind == .forgotten && deed.count == 1)
                case "sheet":
                    #expect(try await house.parts.commands.forgetLearned(from: [message], answer: "a").count == 1)
                default: _ = try await house.parts.curation.forget(.facts(["f"]), refusing: false)
                }
                // Whatever reads the message by now, nothing is learned of it again.
                try await tellAgain(message, first.session, house)
                try await house.parts.learning.indexMissed()
                #expect(try await house.store.facts(history: true).isEmpty, "\(way)")
                #expect(try await house.store.unread(limit: 9).allSatisfy { $0.utterance.id != message })
                #expect(try await finds("xylophon", in: house).isEmpty, "\(way)")
            }
        }
    }

    /// An extraction that had begun before, and ends now.
    private func tellAgain(_ message: String, _ session: String, _ house: TestHouse) async throws {
        let evidence = FactEvidence(utterance: message, session: session, quote: told, date: .now)
        var found = FactExtraction()
        found.stored = [
            Fact(
                id: "again", statement: told, subject: "Élodie", kind: .people, isNegative: false, time: nil,
                confidence: 1, validFrom: .now, validUntil: nil, supersededBy: nil, evidence: [evidence])
        ]
        let changes = try await FactLearning(store: house.store).learn(found)
        try await house.parts.learning.keep(changes)
    }

    @Test func `“Forget this” holds before anything was learned, and can be taken back`() async throws {
        try await withHouse { house, _ in
            let first = try await house.say(told)
            let answer = try await house.say("Forget this.", in: first.session)
            let deed = try #require(answer.deed.flatMap(MemoryAction.init(saved:)))
            #expect(deed.kind == .forgotten && deed.count == 0)
            let message = try #require(first.parent)
            let waits = { try await house.store.unread(limit: 9).contains { $0.utterance.id == message } }
            #expect(try await !waits())
            #expect(try await finds("xylophon", in: house).isEmpty)
            #expect(try await house.parts.commands.undo(deed, answer: answer.id))
            #expect(try await waits())
            #expect(try await finds("xylophon", in: house).map(\.source) == [message])
        }
    }

    @Test func `what was learned is gone from the portrait as well, and back in it with Undo`() async throws {
        try await withHouse { house, _ in
            try await tell(house)
            try await Profile(store: house.store).rebuild()
            let lines = try await house.store.profileLines()
            #expect(lines.count == 1)
            let answer = try await house.say("Forget what I said about the xylophon.")
            #expect(try await house.store.profileLines() == [])
            let deed = try #require(answer.deed.flatMap(MemoryAction.init(saved:)))
            #expect(try await house.parts.commands.undo(deed, answer: answer.id))
            #expect(try await house.store.profileLines() == lines)
            #expect(try await facts("xylophon", in: house) == [told])
        }
    }

    // MARK: The index follows what the user does with facts

    @Test func `a fact that is corrected or refused is found by what it says now`() async throws {
        try await withHouse { house, _ in
            try await tell(house)
            let facts = { (word: String) in try await self.facts(word, in: house) }
            #expect(try await facts("xylophon") == [told])
            let key = try #require(try await house.parts.curation.correct("f", to: "My aunt plays the marimba."))
            #expect(try await facts("xylophon").isEmpty)
            #expect(try await facts("marimba") == ["My aunt plays the marimba."])
            #expect(try await house.parts.curation.undo(key))
            #expect(try await facts("marimba").isEmpty)
            #expect(try await facts("xylophon") == [told])

            let changed = try #require(
                try await house.parts.curation.correct("f", to: "My aunt plays the lute.", hasChanged: true))
            #expect(try await facts("xylophon").isEmpty, "it holds no longer")
            #expect(try await facts("lute") == ["My aunt plays the lute."])
            #expect(try await house.parts.curation.undo(changed))

            let refused = try #require(try await house.parts.curation.refuse("f"))
            #expect(try await facts("xylophon").isEmpty)
            #expect(try await house.parts.curation.undo(refused))
            #expect(try await facts("xylophon") == [told])
            _ = try await house.parts.curation.forget(.facts(["f"]), refusing: true)
            #expect(try await finds("xylophon", in: house).isEmpty)
        }
    }

    // MARK: The journal

    private func entry(_ text: String) -> JournalEntry {
        JournalEntry(id: "e", day: JournalDay(.now, in: .current), text: text, mood: .good, createdAt: .now)
    }

    @Test(arguments: ["edited", "emptied", "deleted", "day", "all"], [false, true])
    func `what an entry said is learned no longer once it says it no longer`(way: String, isPaused: Bool)
        async throws
    {
        try await withHouse { house, model in
            let journal = house.parts.journal
            try await journal.save(entry("Élodie let me play her xylophon.\n\nThen we had soup."), in: .current)
            #expect(try await house.store.unread(limit: 9).map(\.utterance.id) == ["e"])
            #expect(try await finds("xylophon", in: house).count == 1)
            let chat = try await house.say("Did Élodie let me play?", mode: "journal")
            #expect(model.requests.last?.memory?.contains("xylophon") == true)
            try await house.store.change { $0.memory.pausesMemory = isPaused }
            switch way {
            case "edited": try await journal.save(entry("We had soup, Élodie and I."), in: .current)
            case "emptied": try await journal.save(entry(" "), in: .current)
            case "deleted": try await journal.delete(["e"], at: .now)
            case "day": try await journal.eraseDay(JournalDay(.now, in: .current))
            default: try await journal.eraseAll()
            }
            try await house.store.change { $0.memory.pausesMemory = false }
            let waiting = try await house.store.unread(limit: 9).map(\.utterance)
            #expect(!waiting.contains { $0.text.contains("xylophon") })
            #expect(waiting.contains { $0.id == "e" } == (way == "edited" && !isPaused))
            #expect(try await finds("xylophon", in: house).isEmpty)
            let before = model.requests.count
            try await house.say("What did Élodie let me play?", in: chat.session)
            for request in model.requests.dropFirst(before) {
                #expect(request.memory?.contains("xylophon") != true)
                #expect(!request.turns.contains { $0.content.contains("xylophon") })
            }
            try await journal.catchUp(in: .current)
            #expect(try await finds("xylophon", in: house).isEmpty)
            #expect(try await finds("soup", in: house).isEmpty == (way != "edited"))
            if way == "deleted" {
                try await journal.undelete(["e"], in: .current)
                #expect(try await finds("xylophon", in: house).count == 1, "it was brought back")
            }
        }
    }

    @Test func `a fact whose words an entry loses goes, and one whose words stay stays`() async throws {
        try await withHouse { house, _ in
            let journal = house.parts.journal
            try await journal.save(entry("I play the xylophon. I live in Quimper."), in: .current)
            var changes = FactChanges()
            changes.facts = [("x", "I play the xylophon"), ("q", "I live in Quimper")].map { id, quote in
                Fact(
                    id: id, statement: quote, subject: "user", kind: .events, isNegative: false, time: nil,
                    confidence: 1, validFrom: .now, validUntil: nil, supersededBy: nil,
                    evidence: [FactEvidence(utterance: "e", session: JournalEntry.thread, quote: quote, date: .now)])
            }
            try await house.parts.learning.keep(changes)
            try await journal.save(entry("I live in Quimper."), in: .current)
            // All that the entry said is learned anew; nothing is known of it until then but what still stands in it.
            #expect(try await house.store.facts(history: true).allSatisfy { $0.statement == "I live in Quimper" })
            #expect(try await finds("xylophon", in: house).isEmpty)
            #expect(try await house.store.unread(limit: 9).map(\.utterance.id) == ["e"])
        }
    }

    // MARK: Pausing

    /// A question from before a pause is remembered, and so are journal entries written in it; questions asked in it
    /// are not.
    @Test func `what a pause kept from being indexed is found when it ends, and not only at the next start`()
        async throws
    {
        try await withTemporaryFolder { folder in
            let pen = Pen()
            let house = try await TestHouse(try Store(), pen.model, in: folder)
            let answer = try await house.conversations.ask("My zebra is called Xylophon.")
            try await house.store.change { $0.memory.pausesMemory = true }
            pen.write("Gladly.")
            pen.finish()
            try await house.finished(answer)
            try await house.parts.journal.save(entry("A ride with Xylophon."), in: .current)
            let during = try await house.conversations.ask("My parrot is called Xylophon, too.")
            try await house.finished(during)
            #expect(try await finds("Xylophon", in: house).isEmpty)
            try await house.store.change { $0.memory.pausesMemory = false }
            await house.parts.learning.catchUp(with: house.parts.journal)
            try await eventually("both are found") {
                try await finds("Xylophon", in: house).map(\.source).sorted()
                    == ["e", answer.parent].compactMap(\.self).sorted()
            }
            await house.end()
        }
    }
}
