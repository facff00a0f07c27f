// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthCLI
import HearthChat
import HearthMemory
import HearthModels
import HearthStore
import HearthTesting
import Testing

/// The companion with the small model in the engine.
@Suite struct CompanionPocketTests {
    /// A memory must not make a conversation slow: what the model has read of it, it does not read again.
    @Test(arguments: ModesFolder.builtIn)
    func `each turn uses all that the model has read before`(mode: String) async throws {
        try await withTemporaryFolder { folder in
            let model = NotedPocket(in: folder)
            let house = try await TestHouse(try Store(), model, in: folder)
            try await house.store.change { settings in
                (settings.answers.temperature, settings.answers.maxTokens) = (0, 16)
                settings.backgroundJobs.pausesErrands = true
            }
            house.backgroundJobs.pause(true)
            try await house.say("Remember that my sister is called Mara.")
            try await house.say("Remember that I am allergic to walnuts.")
            // Plain is told nothing, and reads nothing twice all the same.
            let isTold = mode != ModesFolder.plain
            let first = try await house.say("What is my sister called?", mode: mode)
            #expect(first.usesMemory == isTold)
            let begun = model.noted.count - 1
            for question in ["Hello!", "Am I allergic to walnuts?", "Thank you."] {
                #expect(try await house.say(question, in: first.session).usesMemory == isTold)
            }
            let turns = Array(model.noted[begun...])
            #expect(turns.count == 4)
            let session = try #require(try await house.store.session(first.session))
            let kinds = try await house.conversations.recalled(in: session).map(\.isAtBeginning)
            #expect(Set(kinds) == (isTold ? [true, false] : []), "some at the beginning, some beside a question")
            for (turn, next) in zip(turns, turns.dropFirst()) {
                // The last token of an answer was chosen, and not read.
                let read = turn.summary.promptTokens + turn.summary.tokens - 1
                #expect(
                    next.summary.cachedPromptTokens >= read, "\(mode): \(next.summary.cachedPromptTokens) of \(read)")
            }
            await house.end()
        }
    }

    @Test func `what a message says is learned, and stands in its slot`() async throws {
        try await withTemporaryFolder { folder in
            let house = try await TestHouse(try Store(), NotedPocket(in: folder), in: folder)
            try await house.store.change { ($0.answers.temperature, $0.answers.maxTokens) = (0, 4) }
            try await house.say("I'm allergic to walnuts.")
            try await eventually("it is looked at") { try await house.store.unread(limit: 1).isEmpty }
            let facts = try await house.store.facts(history: true) + house.store.queuedFacts()
            #expect(facts.map(\.statement) == ["Allergic to: walnuts"])
            #expect(facts.map(\.slot) == [SlotValue(name: "allergy", value: "walnuts")])
            await house.end()
        }
    }

    /// The same with 1,000 turns, through the running program: `Benchmarks/memory_soak.py`.
    @Test func `sixty turns leave no fact twice, and none that rests on an answer`() async throws {
        let told = [
            "I'm allergic to walnuts.", "My sister Petra lives in Leeds.", "I play the cello every week.",
            "I don't like wool.",
        ]
        let others = ["What am I allergic to?", "Where does my sister Petra live?", "Thank you.", "What do I play?"]
        try await withTemporaryFolder { folder in
            let house = try await TestHouse(try Store(), NotedPocket(in: folder), in: folder)
            try await house.store.change { ($0.answers.temperature, $0.answers.maxTokens) = (0, 10) }
            for chat in 0..<6 {
                var last: Message?
                for turn in 0..<10 {
                    let text =
                        switch turn % 3 {
                        case 0: told[(chat + turn) % told.count]
                        case 1: others[(chat + turn) % others.count]
                        // What the assistant says, as the user's own.
                        default: last?.content.isEmpty == false ? last?.content ?? "" : "Go on."
                        }
                    last = try await house.say(text, in: last?.session)
                }
                try await eventually("all is looked at") {
                    try await house.store.unread(limit: 1).isEmpty
                }
            }
            let facts = try await house.store.facts(history: false) + house.store.queuedFacts()
            #expect(facts.count >= 3)
            let words = facts.map { "\($0.subject): \($0.statement.lowercased())" }
            #expect(Set(words).count == words.count, "\(words)")
            for evidence in facts.flatMap(\.evidence) {
                let message = try #require(try await house.store.message(evidence.utterance))
                #expect(message.role == .user && FactEvidence.stands(evidence.quote, in: message.content))
                #expect(told.contains(message.content), "\(message.content)")
            }
            await house.end()
        }
    }

    @Test func `Pocket learns a fact in the background and answers from it in another chat`() async throws {
        try await withTemporaryFolder { folder in
            let model = NotedPocket(in: folder)
            let house = try await TestHouse(try Store(), model, in: folder)
            try await house.store.change { ($0.answers.temperature, $0.answers.maxTokens) = (0, 40) }
            try await house.say("I'm allergic to walnuts.")
            // A fact is kept before it can be found; what it was learned from is done with after both.
            try await eventually("a fact is learned") { try await house.store.unread(limit: 1).isEmpty }
            let fact = try #require(try await house.store.facts(history: false).first)
            #expect(fact.slot?.value == "walnuts")
            let answer = try await house.say("What am I allergic to?")
            #expect(answer.usesMemory)
            let session = try #require(try await house.store.session(answer.session))
            #expect(try await house.conversations.recalled(in: session).map(\.source) == [fact.id])
            #expect(answer.content.lowercased().contains("walnut"), "\(answer.content)")
            await house.end()
        }
    }
}
