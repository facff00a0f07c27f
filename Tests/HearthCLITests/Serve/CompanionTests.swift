// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthCLI
import HearthChat
import HearthMemory
import HearthModels
import HearthStore
import HearthTesting
import Testing

/// The memory in conversations, put together as in the app, with the real store.
@Suite struct CompanionTests {
    /// A store in which the user has told one thing in a chat of some days ago.
    private func withHouse(
        _ model: ScriptedModel = ScriptedModel(saying: "Gladly."),
        _ body: (TestHouse, ScriptedModel) async throws -> Void
    ) async throws {
        try await withTemporaryFolder { folder in
            let house = try await TestHouse(try Store(), model, in: folder)
            try await body(house, model)
            await house.end()
        }
    }

    private let told = "My sister Mara plays the half size violin in Quimper."

    @Test func `what was said is told in the next chat, with its source, and stays there`() async throws {
        try await withHouse { house, model in
            let first = try await house.say(told)
            #expect(!first.usesMemory)
            let answer = try await house.say("What does my sister Mara play, the violin?")
            #expect(answer.usesMemory)
            let request = try #require(model.requests.last)
            #expect(request.memory?.contains("What you know about the user:\n- \(told) (") == true)
            #expect(request.turns.map(\.content) == ["What does my sister Mara play, the violin?"])
            let session = try #require(try await house.store.session(answer.session))
            let used = try await house.conversations.recalled(in: session)
            #expect(used.map(\.thread) == [first.session])
            #expect(used.map(\.isAtBeginning) == [true])

            // It stays as it was, whatever is asked.
            try await house.say("Thank you.", in: answer.session)
            #expect(model.requests.last?.memory == request.memory)
            #expect(model.requests.last?.turns.first == request.turns.first)
        }
    }

    @Test func `what comes to mind later stands beside its question, also after a restart`() async throws {
        try await withTemporaryFolder { folder in
            let (store, model) = (try Store(), ScriptedModel(saying: "Gladly."))
            let house = try await TestHouse(store, model, in: folder)
            try await house.say(told)
            let hello = try await house.say("Hello!")
            #expect(!hello.usesMemory)
            #expect(model.requests.last?.memory == nil)
            try await house.say("Where does Mara play the violin?", in: hello.session)
            let turns = try #require(model.requests.last).turns
            #expect(turns.count == 3)
            #expect(turns[2].content.hasPrefix("What you know about the user:\n- \(told)"))
            #expect(turns[2].content.hasSuffix("\n\nWhere does Mara play the violin?"))
            await house.end()

            let again = try await TestHouse(store, model, in: folder)
            try await again.say("And when?", in: hello.session)
            #expect(model.requests.last?.turns.prefix(3) == turns[...])
            await again.end()
        }
    }

    @Test func `nothing is learned or told in a temporary chat, with memory off, or while it is paused`() async throws {
        try await withHouse { house, model in
            let temporary = try await house.finished(
                try await house.conversations.ask("My cat is called Xylophon.", isTemporary: true))
            let off = try await house.finished(
                try await house.conversations.ask("My dog is called Xylophon.", memoryIsOff: true))
            try await house.store.change { $0.memory.pausesMemory = true }
            let paused = try await house.say("My parrot is called Xylophon.")
            try await house.store.change { $0.memory.pausesMemory = false }
            try await house.parts.learning.indexMissed()
            let question = MemoryQuestion("Xylophon", now: .now)
            #expect(try await house.parts.recall.search(question, limit: 5).isEmpty)
            #expect(try await house.store.unread(limit: 10).isEmpty)

            try await house.say(told)
            let before = model.requests.count
            try await house.say("Where does Mara play the violin?", in: off.session)
            try await house.store.change { $0.memory.pausesMemory = true }
            try await house.say("Where does Mara play the violin?", in: paused.session)
            try await house.say("Where does Mara play the violin?")
            try await house.finished(
                try await house.conversations.ask("Where does Mara play the violin?", in: temporary.session))
            for request in model.requests.dropFirst(before) {
                #expect(request.memory == nil)
                #expect(!request.turns.contains { $0.content.contains("half size") })
            }
        }
    }

    @Test func `a model elsewhere is told only where the user has agreed to that`() async throws {
        try await withHouse { house, model in
            try await house.say(told)
            let here = try await house.say("Where does Mara play the violin?")
            #expect(here.usesMemory)
            model.move(to: "ai.example")
            let away = try await house.say("And which size?", in: here.session)
            #expect(!away.usesMemory && model.requests.last?.memory == nil)
            #expect(model.requests.last?.turns.contains { $0.content.contains("half size") } == false)
            try await house.store.change { $0.memory.remoteMayRecall = true }
            let agreed = try await house.say("Where does Mara play the violin?")
            #expect(agreed.usesMemory && model.requests.last?.memory?.contains("half size") == true)
        }
    }

    @Test func `plain is told nothing of the memory, and learns all the same`() async throws {
        try await withHouse { house, model in
            try await house.say(told, mode: "plain")
            let answer = try await house.say("Where does Mara play the violin?", mode: "plain")
            #expect(!answer.usesMemory && model.requests.last?.memory == nil)
            #expect(try await house.say("Where does Mara play the violin?").usesMemory)
        }
    }

    @Test func `what the user has put into the settings counts in every mode`() async throws {
        try await withHouse { house, model in
            try await house.store.change { $0.answers.instructions = "Answer in rhymes." }
            for mode in ModesFolder.builtIn {
                try await house.say("Hello there, how are you?", mode: mode)
                #expect(model.requests.last?.instructions?.hasSuffix("Answer in rhymes.") == true, "\(mode)")
            }
        }
    }

    @Test func `a mode is the system message, in the language that is written`() async throws {
        try await withHouse { house, model in
            let friend = try await house.say("Hello, how are you today?", mode: "friend")
            #expect(model.requests.last?.instructions?.hasPrefix("You are an old friend.") == true)
            try await house.say("Bonjour, comment vas-tu ?", mode: "friend")
            #expect(model.requests.last?.instructions?.hasPrefix("Tu es un ami") == true)
            // The language of the beginning stays, so that the prompt does.
            try await house.say("Et toi, comment vas-tu ?", in: friend.session)
            #expect(model.requests.last?.instructions?.hasPrefix("You are an old friend.") == true)
            let new = try await house.say("Hello")
            #expect(try await house.store.session(new.session)?.mode == "friend")
            try await house.say("Hello", mode: "plain")
            #expect(model.requests.last?.instructions == AnswerSettings().instructions)
            try await house.store.change { $0.memory.usualMode = "coach" }
            let usual = try await house.say("I want to run")
            #expect(try await house.store.session(usual.session)?.mode == "coach")
            #expect(model.requests.last?.instructions?.contains("next step") == true)
        }
    }

    /// Instructions that the user wrote count for this model as well.
    @Test func `the model that comes with Hearth is asked in its own words`() async throws {
        var state = ModelState.small
        state.isBuiltIn = true
        try await withHouse(ScriptedModel(state: state, saying: "Gladly.")) { house, model in
            try await house.say("Que sais-tu faire\u{202F}?")
            #expect(model.requests.last?.instructions == AnswerSettings().instructions)
            #expect(model.requests.last?.turns.map(\.content) == ["Que sais-tu faire ?"])
        }
    }

    // MARK: Control

    @Test func `sentences to the memory are done, said, and taken back`() async throws {
        try await withHouse { house, model in
            let kept = try await house.say("Remember this: the boiler man comes on Tuesday.")
            let deed = try #require(kept.deed.flatMap(MemoryAction.init(saved:)))
            #expect(deed.kind == .remembered && kept.content == "Gladly.")
            let fact = try #require(try await house.store.facts(history: false).first)
            #expect(fact.statement == "the boiler man comes on Tuesday" && deed.fact == fact.id)
            #expect(try await house.store.message(fact.evidence[0].utterance)?.content.contains("Remember") == true)

            let corrected = try await house.say(
                "That’s wrong about the boiler: the boiler man comes on Friday.", in: kept.session)
            #expect(corrected.deed.flatMap(MemoryAction.init(saved:))?.kind == .corrected)
            #expect(try await house.store.facts(history: false).map(\.statement) == ["the boiler man comes on Friday"])
            #expect(try await house.store.facts(history: true).count == 2)

            let asked = model.requests.count
            let forgotten = try await house.say("Forget what I said about the boiler.", in: kept.session)
            #expect(forgotten.deed.flatMap(MemoryAction.init(saved:))?.count == 2)
            #expect(forgotten.content.isEmpty && forgotten.state == .complete && forgotten.model == nil)
            #expect(model.requests.count == asked, "no model is asked about what it is not to know")
            #expect(try await house.store.facts(history: true).isEmpty)
            let search = MemoryQuestion("boiler man", now: .now)
            #expect(try await house.parts.recall.search(search, limit: 5).allSatisfy { !$0.isRelated })
            try await house.parts.learning.indexMissed()
            #expect(try await house.parts.recall.search(search, limit: 5).allSatisfy { !$0.isRelated }, "it stays so")

            let access = house.parts.commands
            let saved = try #require(forgotten.deed.flatMap(MemoryAction.init(saved:)))
            #expect(try await access.undo(saved, answer: forgotten.id))
            #expect(try await house.store.facts(history: true).count == 2)
            #expect(try await !access.undo(saved, answer: forgotten.id))
        }
    }

    @Test func `a correction stays with the people, and the model is told what holds now`() async throws {
        try await withHouse { house, model in
            try await house.say("Remember this: my sister is called Ellen.")
            try await house.say("That’s wrong: my sister is called Ella.")
            let facts = try await house.store.facts(history: false)
            #expect(facts.map(\.kind) == [.people] && facts.map(\.person) == ["Ella"])
            let answer = try await house.say("Do you know what my sister is called?")
            let told = try #require(model.requests.last).memory ?? ""
            #expect(answer.usesMemory && told.contains("Ella") && !told.contains("Ellen"), "\(told)")
        }
    }

    @Test(arguments: [("I sing alto in the choir.", "Remember this."), ("Je chante alto au chœur.", "Retiens ça.")])
    func `one sentence that is to be remembered twice is kept once`(said: String, wish: String) async throws {
        try await withHouse { house, _ in
            let first = try await house.say(said)
            for _ in 0..<2 {
                let kept = try await house.say(wish, in: first.session)
                #expect(kept.deed.flatMap(MemoryAction.init(saved:))?.kind == .remembered)
            }
            _ = try await house.say(said)
            _ = try await house.say("Remember this: \(said)")
            let again = try await house.say("Remember this: \(said.uppercased())")
            _ = try await house.say("Remember this", in: again.session)
            let facts = try await house.store.facts(history: true)
            #expect(facts.count == 1 && facts.first?.statement == said, "\(facts.map(\.statement))")
        }
    }

    @Test func `what only sounds like a correction is for the model`() async throws {
        try await withHouse { house, model in
            let answer = try await house.say("That’s wrong: two and two make four.")
            #expect(answer.deed == nil && answer.content == "Gladly." && model.requests.count == 1)
            let nothing = try await house.say("Forget what I said about zebras.")
            #expect(nothing.deed.flatMap(MemoryAction.init(saved:))?.kind == .nothingFound)
        }
    }

    @Test(arguments: [
        (
            "Retiens que je suis gauchère.", "C’est faux : je suis droitière", "Que sais-tu de moi\u{202F}?",
            "Oublie tout ce que tu sais de moi"
        ),
        (
            "Remember that I am left-handed.", "That’s wrong: I write with my right hand",
            "What do you know about me?", "Forget everything you know about me"
        ),
    ])
    func `what was just remembered is corrected, told and not forgotten at once`(
        told: String, correction: String, question: String, wish: String
    ) async throws {
        try await withHouse { house, model in
            let kept = try await house.say(told)
            let corrected = try await house.say(correction, in: kept.session)
            #expect(corrected.deed.flatMap(MemoryAction.init(saved:))?.kind == .corrected)
            #expect(try await house.store.facts(history: false).count == 1)
            let asked = model.requests.count
            let known = try await house.say(question, in: kept.session)
            let deed = try #require(known.deed.flatMap(MemoryAction.init(saved:)))
            #expect(deed.kind == .told && deed.count == 1 && known.content.isEmpty)
            let wished = try await house.say(wish, in: kept.session)
            #expect(wished.deed.flatMap(MemoryAction.init(saved:))?.kind == .forgettingAsked)
            #expect(try await house.store.facts(history: false).count == 1, "the page asks first")
            #expect(model.requests.count == asked, "a small model would say something else")
        }
    }

    @Test func `a correction to which nothing belongs says so`() async throws {
        try await withHouse { house, _ in
            let answer = try await house.say("C’est faux : j’habite à Nantes")
            #expect(answer.deed.flatMap(MemoryAction.init(saved:))?.kind == .notCorrected)
            #expect(answer.content == "Gladly.")
        }
    }

    /// What may be a request is left to the user: nothing is done before they choose.
    @Test(arguments: [
        ("Remember that my sister Ana lives in Lyon.", "Could you forget about Ana?"),
        ("Retiens que ma sœur Ana vit à Lyon.", "Tu pourrais oublier Ana ?"),
    ])
    func `a request that is not sure offers choices`(told: String, asked: String) async throws {
        try await withHouse { house, _ in
            let kept = try await house.say(told)
            #expect(try await house.store.facts(history: false).count == 1)
            let answer = try await house.say(asked, in: kept.session)
            #expect(answer.deed.flatMap(MemoryAction.init(saved:))?.kind == .choicesOffered)
            #expect(answer.content == "Gladly.")
            #expect(try await house.store.facts(history: false).count == 1)
            let offered = try #require(MemoryChoices(asked))
            #expect(offered.choices == [.forgetTopic, .forgetLast] && offered.topic.contains("Ana"))
            let utterance = Utterance(
                id: "q", session: answer.session, speaker: .user, text: asked, date: .now)
            let action = try await house.parts.commands.perform(
                offered.request(.forgetTopic), of: utterance, after: nil, answer: answer.id)
            #expect(action?.kind == .forgotten)
            #expect(try await house.store.facts(history: true).isEmpty)
        }
    }

    @Test func `undoing forgets what was remembered`() async throws {
        try await withHouse { house, _ in
            let kept = try await house.say("Remember that I park on level three.")
            let deed = try #require(kept.deed.flatMap(MemoryAction.init(saved:)))
            #expect(try await house.parts.commands.undo(deed, answer: kept.id))
            #expect(try await house.store.facts(history: true).isEmpty)
        }
    }

    // MARK: Care

    @Test(arguments: [("I want to kill myself", "en", "carry it alone"), ("J’ai envie de mourir", "fr", "porter seul")])
    func `who writes of harming themselves is answered by the app, and nothing is learned of it`(
        message: String, language: String, words: String
    ) async throws {
        try await withHouse { house, model in
            let answer = try await house.say(message)
            #expect(answer.care == language && answer.content.contains(words))
            #expect(answer.model == nil && model.requests.isEmpty)
            let again = try await house.say(message, in: answer.session)
            #expect(again.care == language && again.content != answer.content)
            // The conversation goes on with the model, which is told of it, and the numbers stay in sight.
            let next = try await house.say("Thank you. I am in the break room.", in: answer.session)
            #expect(next.care == "\(language)-after" && next.content == "Gladly.")
            let mark = try #require(CareMark(rawValue: language))
            #expect(model.requests.last?.instructions?.hasSuffix(CareWords.instruction(for: mark)) == true)
            #expect(model.requests.last?.turns.map(\.role) == [.user, .assistant, .user, .assistant, .user])
            let found = try await house.parts.recall.search(MemoryQuestion(message, now: .now), limit: 9)
            #expect(found.allSatisfy { $0.passage.text != message && !$0.passage.text.contains(words) })
        }
    }

    @Test(arguments: [("I want to kill myself", "A conversation"), ("J’ai envie de mourir", "Une conversation")])
    func `a conversation is not called by such words, and nothing around them is learned`(
        message: String, title: String
    ) async throws {
        try await withHouse { house, _ in
            let first = try await house.say(message)
            #expect(try await house.store.session(first.session)?.title == title)
            try await house.say("My sister Mara plays the violin in Quimper.", in: first.session)
            try await house.parts.learning.indexMissed()
            let found = try await house.parts.recall.search(MemoryQuestion("Mara violin", now: .now), limit: 9)
            #expect(found.isEmpty)
            #expect(try await house.store.unread(limit: 9).isEmpty)
        }
    }

    @Test(arguments: [
        ("my husband hits me", "en-violence", "not your fault"), ("mon mari me frappe", "fr-violence", "faute"),
    ])
    func `who is hurt by others is answered with words for that`(
        message: String, mark: String, words: String
    ) async throws {
        try await withHouse { house, model in
            let answer = try await house.say(message)
            #expect(answer.content.contains(words) || answer.care == "\(mark)-soft")
            #expect(answer.care?.hasPrefix(mark) == true)
        }
    }

    // MARK: Erasing

    @Test func `what was told of a chat goes with that chat, wherever it was used`() async throws {
        try await withTemporaryFolder { folder in
            let model = ScriptedModel(saying: "Gladly.")
            guard case .ready(let store) = Store.open(in: folder.appending(path: "data")) else {
                Issue.record("no store")
                return
            }
            let house = try await TestHouse(store, model, in: folder)
            let first = try await house.say("My sister Mara plays the xylophon in Quimper.")
            let second = try await house.say("What does my sister Mara play in Quimper?")
            #expect(second.usesMemory)
            try await store.backUpDaily(at: Date())
            try await store.delete(first.session, at: Date(timeIntervalSinceNow: -9))
            let session = try #require(try await store.session(second.session))
            #expect(try await house.conversations.recalled(in: session).isEmpty, "hidden at once")
            try await store.erase(deletedBefore: Date())
            await house.end()
            try store.close()
            let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
            for case let file as URL in files where !file.hasDirectoryPath {
                let bytes = try Data(contentsOf: file)
                #expect(bytes.range(of: Data("xylophon".utf8)) == nil, "\(file.lastPathComponent)")
            }
        }
    }

    @Test func `another text in a message's place takes what was learned from the old one`() async throws {
        try await withHouse { house, _ in
            let answer = try await house.say("My zebra is called Xylophon.")
            let question = try #require(answer.parent)
            let other = try await house.finished(try await house.conversations.edit(question, to: "I have no zebra."))
            let asked = MemoryQuestion("Xylophon zebra", now: .now)
            try await eventually("the old words are forgotten, and the new ones found") {
                let found = try await house.parts.recall.search(asked, limit: 9).map(\.passage)
                return !found.contains { $0.text.contains("Xylophon") } && found.contains { $0.source == other.parent }
            }
        }
    }
}
