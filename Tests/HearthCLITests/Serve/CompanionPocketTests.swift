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
                settings.errands.pausesErrands = true
            }
            house.errands.pause(true)
            try await house.say("Remember that my sister is called Mara.")
            try await house.say("Remember that I am allergic to walnuts.")
            let first = try await house.say("What is my sister called?", mode: mode)
            #expect(first.usesMemory)
            let begun = model.noted.count - 1
            for question in ["Hello!", "Am I allergic to walnuts?", "Thank you."] {
                #expect(try await house.say(question, in: first.session).usesMemory)
            }
            let turns = Array(model.noted[begun...])
            #expect(turns.count == 4)
            let session = try #require(try await house.store.session(first.session))
            let kinds = try await house.conversations.recalled(in: session).map(\.isAtBeginning)
            #expect(Set(kinds) == [true, false], "some at the beginning, some beside a question")
            for (turn, next) in zip(turns, turns.dropFirst()) {
                // The last token of an answer was chosen, and not read.
                let read = turn.summary.promptTokens + turn.summary.tokens - 1
                #expect(
                    next.summary.cachedPromptTokens >= read, "\(mode): \(next.summary.cachedPromptTokens) of \(read)")
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
            try await eventually("a fact is learned") { try await !house.store.facts(history: false).isEmpty }
            let fact = try #require(try await house.store.facts(history: false).first)
            #expect(fact.statement.contains("allergic to walnuts"))
            let answer = try await house.say("What am I allergic to?")
            #expect(answer.usesMemory)
            let session = try #require(try await house.store.session(answer.session))
            #expect(try await house.conversations.recalled(in: session).map(\.source) == [fact.id])
            #expect(answer.content.lowercased().contains("walnut"), "\(answer.content)")
            await house.end()
        }
    }
}
