// SPDX-License-Identifier: Apache-2.0

import FSRS
import Foundation
import HearthCLI
import HearthChat
import HearthMemory
import HearthModels
import HearthStore
import HearthTesting
import HearthWords
import Testing

/// Due words in the instructions of a mode that uses words, put together as in the app.
@Suite struct TalkWordsTests {
    private func prepare(_ store: Store) async throws {
        let days = UserDays(timeZone: .current)
        let deck = try await store.makeDeck("French", at: Date())
        var content = FlashcardContent(word: "la bourrasque")
        content.translation = "gust of wind"
        let word = try await store.add([content], to: deck.id, at: Date())[0]
        let card = try #require(try await store.cards(of: word.id).first)
        for daysAgo in [60, 59, 58] {
            let date = Date().addingTimeInterval(-86_400 * Double(daysAgo))
            try await store.answer([StudyAnswer(card: card.id, rating: .good, date: date)], days: days)
        }
    }

    private func parts(_ store: Store, _ model: ScriptedModel, _ folder: URL) async throws -> MemoryParts {
        try await MemoryParts(
            store, NoTestEmbedding(), model, BackgroundJobs(), modes: ModesFolder(folder.appending(path: "modes")),
            words: TalkWords(store, settings: store))
    }

    /// An answer that the model is to give.
    private func answer(by model: ScriptedModel) async -> Message {
        var answer = Message(
            id: "answer", session: "a", parent: nil, role: .assistant, content: "", createdAt: Date())
        let state = model.state
        (answer.model, answer.remoteHost) = (state.name, state.remoteHost)
        return answer
    }

    @Test func `a tutor is told which words are due, the same to the end of the talk`() async throws {
        try await withTemporaryFolder { folder in
            let (store, model) = (try Store(), ScriptedModel(saying: "Gladly."))
            try await prepare(store)
            let companion = try await parts(store, model, folder).companion
            let reply = await self.answer(by: model)
            let told = try #require(
                await companion.instructions(of: "tutor", for: "Hello, shall we talk?", in: "a", before: reply))
            #expect(told.contains("- la bourrasque (gust of wind)"))
            let word = try #require(try await store.flashcards(FlashcardQuery()).flashcards.first)
            let card = try #require(try await store.cards(of: word.id).first)
            let answer = StudyAnswer(card: card.id, rating: .good, date: Date())
            try await store.answer([answer], days: UserDays(timeZone: .current))
            #expect(
                await companion.instructions(of: "tutor", for: "Hello, shall we talk?", in: "a", before: reply) == told,
                "a talk goes on as it began")
            let later = await companion.instructions(of: "tutor", for: "Hello, shall we talk?", in: "b", before: reply)
            #expect(later?.contains("bourrasque") == false, "another talk that begins alike has its own words")
            #expect(
                await companion.instructions(of: "friend", for: "Hello, shall we talk?", in: "a", before: reply)?
                    .contains("bourrasque") != true)
            let deletion = try #require(try await store.deleteFlashcards([word.id], at: Date()))
            let without = await companion.instructions(
                of: "tutor", for: "Hello, shall we talk?", in: "a", before: reply)
            #expect(without?.contains("bourrasque") == false, "a deleted word is told to nobody")
            #expect(try await store.restore(deletion.id))
            #expect(
                await companion.instructions(of: "tutor", for: "Hello, shall we talk?", in: "a", before: reply) == told)
        }
    }

    @Test func `a model elsewhere is not told what the user learns`() async throws {
        try await withTemporaryFolder { folder in
            let (store, model) = (try Store(), ScriptedModel(saying: "Gladly."))
            try await prepare(store)
            let companion = try await parts(store, model, folder).companion
            let home = await answer(by: model)
            model.move(to: "ai.example")
            func told(_ reply: Message) async -> Bool {
                await companion.instructions(of: "tutor", for: "Hello", in: "a", before: reply)?
                    .contains("bourrasque") == true
            }
            #expect(await !told(answer(by: model)))
            // What counts is who answers, whichever model is chosen meanwhile.
            #expect(await told(home))
        }
    }
}
