// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import HearthMemory

/// Answers, looks back and talks: nothing is said that no entry says.
@Suite struct JournalAskingTests {
    private let store = MemoryJournal()
    private let journal: Journal
    private let calendar = Calendar(identifier: .gregorian)
    private let now = Date(timeIntervalSince1970: 1_795_282_920)

    init() async throws {
        journal = Journal(store, recall: Recall(ListIndex()))
        let texts = [
            (
                "2026-06-20",
                "The school concert\n\nLise held my sleeve through the whole second piece. “That one,” she said, and pointed at the violin. Last week it was a drum."
            ),
            ("2026-09-06", "Last warm Sunday\n\nShe played air violin on a piece of driftwood. Yann swam."),
            (
                "2026-11-16",
                "Cold flat\n\nStill no heating. We ate in the kitchen with the oven door open. Has the landlord answered the letter?"
            ),
            (
                "2026-11-18",
                "The long corridor\n\nTwo admissions at four in the morning. Madame Riou held my hand in the corridor."
            ),
            (
                "2026-11-20",
                "Half a violin\n\nLise carried the case home herself, both arms round it. Yann says the neighbours will hate us."
            ),
            ("2024-05-02", "Two tickets\n\nWe nearly booked Porto. Then the car needed a gearbox."),
        ]
        for (day, text) in texts {
            let entry = JournalEntry(
                day: try #require(JournalDay(day)), minute: 1_200, text: text, createdAt: now, language: "en")
            try await journal.save(entry, in: .gmt)
        }
    }

    private func answer(_ question: String, _ model: JournalModel? = nil) async throws -> JournalAnswer {
        try await journal.answer(question, model: model, now: now, calendar: calendar)
    }

    @Test func `without a model the entries are quoted, each sentence with its source`() async throws {
        let answer = try await answer("When did Lise first want a violin?")
        #expect(!answer.sentences.isEmpty && answer.model == nil)
        for sentence in answer.sentences {
            #expect(sentence.isQuote)
            let source = answer.sources[sentence.source].entry.text
            #expect(source.contains(sentence.text.prefix(20)), "\(sentence.text)")
        }
        #expect(answer.sources.contains { $0.entry.day.description == "2026-06-20" })
    }

    /// Forms of « être » and « avoir » say nothing of what is sought, nor does the word for a name.
    @Test(arguments: [
        ("Où étions-nous avec Julien ?", "2026-07-04"), ("Quel est le nom de mon dentiste ?", "2026-07-05"),
        ("Où aurons-nous vu Julien ?", "2026-07-04"),
    ])
    func `a French question is answered whatever its auxiliary`(question: String, day: String) async throws {
        for (day, text) in [
            ("2026-07-04", "Pique-nique au lac avec Julien. Il faisait très chaud."),
            ("2026-07-05", "Mon dentiste, Monsieur Le Goff, a réparé la dent."),
        ] {
            let entry = JournalEntry(
                day: try #require(JournalDay(day)), minute: 1_200, text: text, createdAt: now, language: "fr")
            try await journal.save(entry, in: .gmt)
        }
        let answer = try await answer(question)
        #expect(answer.sources.contains { $0.entry.day.description == day })
    }

    @Test func `what is in no entry is not answered, and the closest is offered`() async throws {
        for question in ["What did I think of Lisbon?", "How was the elephant at the zoo?"] {
            let answer = try await answer(question)
            #expect(answer.sentences.isEmpty, "\(question): \(answer.sentences)")
        }
        #expect(
            try await answer("Which tickets for Lisbon did we lose?").closest?.entry.day.description == "2024-05-02")
    }

    @Test func `a model's sentences stay only where their source bears them out`() async throws {
        let json = #"""
            {"sentences":[
              {"text":"Lise pointed at the violin at the school concert.","source":1},
              {"text":"Lise pointed at the piano and bought eleven trumpets in Berlin.","source":1},
              {"text":"You were very happy and proud of everything.","source":1},
              {"text":"Lise carried the case home herself.","source":99}
            ]}
            """#
        let model = JournalModel(WritingModel(text: json), name: "m", isTiny: false)
        let answer = try await answer("Lise and the violin at the school concert", model)
        #expect(answer.sentences.map(\.text).filter { $0.contains("trumpets") || $0.contains("proud") }.isEmpty)
        #expect(answer.sources.count <= answer.sentences.count)
        let tiny = JournalModel(WritingModel(text: json), name: "m", isTiny: true)
        #expect(try await self.answer("Lise and the violin", tiny).sentences.allSatisfy(\.isQuote))
        let broken = JournalModel(WritingModel(text: "{\"sentences\":["), name: "m", isTiny: false)
        #expect(try await self.answer("Lise and the violin", broken).sentences.allSatisfy(\.isQuote))
    }

    @Test(arguments: [
        ("Madame Riou held your hand in the corridor.", true), ("Madame Riou did not hold your hand.", false),
        ("Madame Blanc held your hand in the corridor.", false), ("Three admissions came at 5 in the morning.", false),
        ("Two admissions came at four in the morning.", true), ("You should sleep more and eat better.", false),
    ])
    func `the guard finds names, numbers and denials that are not there`(sentence: String, isBorneOut: Bool) {
        let text = "Two admissions at four in the morning. Madame Riou held my hand in the corridor."
        #expect(SourceGuard(text, given: "", language: .english).allows(sentence) == isBorneOut)
    }

    @Test func `a look back has a sentence of each entry, and the question that was left open`() async throws {
        let day = try #require(JournalDay("2026-11-21"))
        let draft = try await journal.reflect(on: .week, around: day, model: nil, language: .english)
        #expect(draft.entryCount == 3 && draft.sentences.count == 3)
        #expect(draft.sources.map(\.entry.day.description) == ["2026-11-16", "2026-11-18", "2026-11-20"])
        for sentence in draft.sentences {
            #expect(draft.sources[sentence.source].entry.text.contains(sentence.text))
        }
        #expect(draft.question == "Has the landlord answered the letter?")
        let empty = try await journal.reflect(on: .week, around: day.adding(70), model: nil, language: .english)
        #expect(empty.sentences.isEmpty && empty.question == nil)
    }

    @Test func `a look back leaves out what somebody in danger wrote, and a talk asks nothing about it`() async throws {
        let day = try #require(JournalDay("2026-11-21"))
        let dark = JournalEntry(
            day: day, minute: 1_300, text: "I want to kill myself. I cannot go on.", createdAt: now, language: "en")
        try await journal.save(dark, in: .gmt)
        let draft = try await journal.reflect(on: .week, around: day, model: nil, language: .english)
        #expect(draft.entryCount == 4 && draft.sources.count == 3)
        #expect(draft.sources.allSatisfy { $0.entry.id != dark.id })
        let model = JournalModel(WritingModel(text: "Why do you want to kill yourself?"), name: "m", isTiny: false)
        var talk = GuidedTalk(language: "en", exchanges: [])
        talk.ask("How was today?")
        talk.answer(dark.text)
        #expect(try await TalkQuestions(.english).question(of: model, in: talk) == nil)
    }

    @Test func `themes are names and things that come up in several entries`() async throws {
        let themes = JournalThemes(store.entries(JournalQuery()), limit: 10).themes
        #expect(themes.first { $0.name == "Lise" }?.entries.count == 2)
        #expect(themes.contains { $0.name == "Yann" && $0.isName })
        #expect(!themes.contains { ["The", "Last", "Morning", "Sunday"].contains($0.name) })
    }

    @Test func `an entry that is deleted is no longer found`() async throws {
        let id = try #require(store.entries(JournalQuery()).first { $0.text.contains("Porto") }?.id)
        #expect(try await answer("Did we book Porto?").sources.count == 1)
        try await journal.delete([id], at: now)
        #expect(try await answer("Did we book Porto?").sources.isEmpty)
    }

    // MARK: Talks

    @Test(arguments: MemoryLanguage.allCases)
    func `a talk has four different questions, and an entry of the answers alone`(language: MemoryLanguage) throws {
        for number in 0..<30 {
            let questions = TalkQuestions(language)
            var talk = GuidedTalk(language: language.rawValue, exchanges: [])
            while !talk.isOver {
                talk.ask(questions.next(in: talk, on: JournalDay(number: 20_000 + number)))
                talk.answer(talk.exchanges.count == 2 ? "" : " Answer \(talk.exchanges.count). ")
            }
            #expect(Set(talk.exchanges.map(\.question)).count == GuidedTalk.length)
            #expect(talk.exchanges.allSatisfy { $0.question.hasSuffix("?") })
            #expect(talk.text == "Answer 1.\n\nAnswer 3.\n\nAnswer 4.")
        }
    }

    @Test(arguments: [
        ("What did Yann say to the fishmonger?", true), ("\"What did Yann say?\"", true),
        ("That sounds lovely! What did Yann say?", false), ("Tell me more.", false),
        ("What stayed with you today?", false),
        ("What is your favourite colour?", false), ("Qu’a dit Yann au marché ?", false), ("Yann? Yann?", false),
        ("", false),
    ])
    func `a model's question is asked only where it is one`(text: String, isAsked: Bool) {
        var talk = GuidedTalk(language: "en", exchanges: [])
        talk.ask("What stayed with you today?")
        talk.answer("The market with Yann. He knew every fishmonger.")
        #expect((TalkQuestions.checked(text, talk, .english) != nil) == isAsked)
    }
}
