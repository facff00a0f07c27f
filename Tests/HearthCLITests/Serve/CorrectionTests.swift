// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthCLI
import HearthChat
import HearthMemory
import HearthStore
import HearthTesting
import Testing

/// Corrections and facts to remember, put together as in the app, with the real store.
@Suite struct CorrectionTests {
    private func withHouse(_ body: (TestHouse) async throws -> Void) async throws {
        try await withTemporaryFolder { folder in
            let house = try await TestHouse(try Store(), ScriptedModel(saying: "Gladly."), in: folder)
            try await body(house)
            await house.end()
        }
    }

    private func deed(_ answer: Message) -> MemoryAction? { answer.deed.flatMap(MemoryAction.init(saved:)) }

    @Test(arguments: [
        ("My daughter is called Emma", "It’s wrong, my daughter is crying."),
        ("I live in Paris", "It’s not right. I live in fear of my boss."),
        ("I work in Leeds", "You’re wrong, I work hard every day."),
        ("Ma fille s’appelle Emma", "Ce n’est pas vrai, ma fille pleure."),
    ])
    func `what only sounds like a correction overwrites nothing, and nothing is said of it`(
        known: String, message: String
    ) async throws {
        try await withHouse { house in
            try await house.say("Remember this: \(known)")
            let answer = try await house.say(message)
            #expect(answer.deed == nil && answer.content == "Gladly.")
            #expect(try await house.store.facts(history: true).map(\.isCurrent) == [true])
        }
    }

    @Test func `one word in common is not enough, even right after it was said`() async throws {
        try await withHouse { house in
            let kept = try await house.say("Remember that my daughter is called Emma.")
            let answer = try await house.say("It’s wrong, my daughter is crying.", in: kept.session)
            #expect(answer.deed == nil)
            #expect(try await house.store.facts(history: false).map(\.statement) == ["my daughter is called Emma"])
        }
    }

    @Test func `with a colon, one word in common is enough`() async throws {
        try await withHouse { house in
            try await house.say("Remember that I work in Leeds.")
            let answer = try await house.say("That’s wrong: I work in London")
            #expect(deed(answer)?.kind == .corrected)
            #expect(try await house.store.facts(history: false).map(\.statement) == ["I work in London"])
        }
    }

    @Test func `what was just said is corrected without its name`() async throws {
        try await withHouse { house in
            let kept = try await house.say("Remember that my sister is called Ellen.")
            let answer = try await house.say("You’re wrong, my sister is called Ella.", in: kept.session)
            #expect(deed(answer)?.kind == .corrected)
            #expect(try await house.store.facts(history: false).map(\.statement) == ["my sister is called Ella"])
        }
    }

    @Test func `what the model was told is corrected without its name`() async throws {
        try await withHouse { house in
            try await house.say("Remember that my sister Mara plays the violin in Quimper.")
            let told = try await house.say("What does my sister Mara play in Quimper?")
            #expect(told.usesMemory)
            let answer = try await house.say(
                "You’re wrong, my sister Mara plays the viola in Quimper.", in: told.session)
            #expect(deed(answer)?.kind == .corrected)
            #expect(
                try await house.store.facts(history: false).map(\.statement) == [
                    "my sister Mara plays the viola in Quimper"
                ])
        }
    }

    @Test func `what was refused by mistake is remembered when the user asks for it`() async throws {
        try await withHouse { house in
            let first = try await house.say("Remember that I’m allergic to peanuts.")
            let fact = try #require(deed(first)?.fact)
            _ = try await house.parts.curation.refuse(fact)
            try await house.store.eraseSetAside(before: .distantFuture)
            #expect(try await house.store.facts(history: true).isEmpty)
            let again = try await house.say("Remember that I’m allergic to peanuts.")
            let kept = try await house.store.facts(history: false)
            #expect(deed(again)?.kind == .remembered && kept.map(\.id) == [deed(again)?.fact])
            #expect(try await house.store.refusedFacts(among: kept).isEmpty)
        }
    }

    @Test func `what was to be forgotten is remembered when the user asks for it`() async throws {
        try await withHouse { house in
            let said = try await house.say("I adore jazz music from Cuba.")
            let forgotten = try await house.say("Forget that.", in: said.session)
            #expect(deed(forgotten)?.kind == .forgotten)
            let answer = try await house.say("Remember this.", in: said.session)
            let kept = try await house.store.facts(history: false)
            #expect(deed(answer)?.kind == .remembered && kept.map(\.id) == [deed(answer)?.fact])
            #expect(kept.map(\.statement) == ["I adore jazz music from Cuba."])
        }
    }
}
