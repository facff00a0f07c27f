// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthModels
import HearthTesting
import Synchronization
import Testing

@testable import HearthWords

/// Suggestions of dictionaries and a model, and the rules that the model's words have to pass.
@Suite struct WordHelperTests {
    private let dictionaries = Dictionaries(
        folder: URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Fixtures/dictionaries"))
    private let none = Dictionaries(folder: URL(filePath: "/nowhere"))
    private let french = LanguagePair(from: "fr", to: "en")

    private var known: KnownWords {
        var known = KnownWords("fr")
        for word in ["chat", "dormir", "petit", "manger", "souris", "maison"] + (1...20).map({ "mot\($0)" }) {
            known.add(word)
        }
        return known
    }

    private func content(_ word: String, _ translation: String = "", example: String = "") -> FlashcardContent {
        var content = FlashcardContent(word: word)
        (content.translation, content.example) = (translation, example)
        return content
    }

    /// Says one thing after the other, the last one for ever.
    private func model(_ answers: String...) -> ScriptedModel {
        let rest = Mutex(answers)
        return ScriptedModel { _ in
            let next = rest.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }
            return .of([.text(next), .finished(.sample)])
        }
    }

    private func failure(_ work: () async throws -> Void) async -> HelpFailure? {
        await #expect(throws: HelpFailure.self) { try await work() }
    }

    @Test func `definitions come from a dictionary, without a model`() async throws {
        let helper = WordHelper(model("never asked"), model: nil, dictionaries: dictionaries)
        let found = try await helper.definitions(of: content("threshold"), LanguagePair(from: "en", to: "fr"))
        #expect(found.count == 5 && found.allSatisfy { $0.source == .dictionary("WordNet") })
    }

    @Test func `a model may choose which of them fits, and writes none`() async throws {
        let model = model(#"{"choice":4}"#)
        let helper = WordHelper(model, model: "m", dictionaries: dictionaries)
        let content = content("threshold", example: "She swept the threshold.")
        let found = try await helper.definitions(of: content, LanguagePair(from: "en", to: "fr"))
        #expect(found[0].text.hasPrefix("the sill of a door") && found[0].source == .chosen("WordNet"))
        #expect(found.count == 5)
        for nonsense in [#"{"choice":9}"#, "four", "{}"] {
            let helper = WordHelper(self.model(nonsense), model: "m", dictionaries: dictionaries)
            let found = try await helper.definitions(of: content, LanguagePair(from: "en", to: "fr"))
            #expect(found[0].text.hasPrefix("the starting point") && found[0].source == .dictionary("WordNet"))
        }
    }

    @Test func `without a dictionary the model drafts, and a circle is refused`() async throws {
        let drafting = model(#"{"definition":"le seuil d'une maison"}"#, #"{"definition":"l'entrée d'une maison"}"#)
        let helper = WordHelper(drafting, model: "m", dictionaries: none)
        let found = try await helper.definitions(of: content("le seuil"), french)
        #expect(found == [Suggestion("l'entrée d'une maison", source: .draft)])
        let circular = WordHelper(model(#"{"definition":"un seuil"}"#), model: "m", dictionaries: none)
        #expect(await failure { _ = try await circular.definitions(of: content("le seuil"), french) } == .unsuitable)
    }

    @Test func `translations come from a dictionary first`() async throws {
        let helper = WordHelper(model("never asked"), model: nil, dictionaries: dictionaries)
        let found = try await helper.translations(of: content("le seuil"), french)
        #expect(found.first?.text == "threshold, sill, doorstep, step")
        #expect(await failure { _ = try await helper.translations(of: content("le chien"), french) } == .noModel)
    }

    @Test func `a sentence is asked for until every word of it is known, else there is none`() async throws {
        let trying = model(
            #"{"text":"Le facteur dort sur le seuil.","meaning":"The postman…"}"#, "no JSON",
            #"{"text":"Le petit chat dort sur le seuil.","meaning":"The little cat sleeps on the doorstep."}"#)
        let helper = WordHelper(trying, model: "m", dictionaries: none)
        let found = try await helper.example(of: content("le seuil", "doorstep"), known, french)
        #expect(
            found
                == Suggestion(
                    "Le petit chat dort sur le seuil.", note: "The little cat sleeps on the doorstep.", source: .checked
                ))
        #expect(trying.requests.count == 3)
        #expect(trying.requests[1].turns[0].content.contains("Do not use: facteur"))
        let stubborn = model(#"{"text":"Le facteur dort sur le seuil.","meaning":""}"#)
        let other = WordHelper(stubborn, model: "m", dictionaries: none)
        #expect(
            await failure { _ = try await other.example(of: content("le seuil"), known, french) }
                == .unknownWords(["facteur"]))
        #expect(stubborn.requests.count == 4)
    }

    @Test func `a learner of few words is told so, and nothing is asked`() async throws {
        let model = model("{}")
        let helper = WordHelper(model, model: "m", dictionaries: none)
        var few = KnownWords("fr")
        few.add("chat")
        #expect(await failure { _ = try await helper.example(of: content("seuil"), few, french) } == .fewWords(1))
        #expect(model.requests.isEmpty)
    }

    @Test func `a story has at least half of its words, and none that is unknown`() async throws {
        let story = "Le chat dort sur le seuil. La souris mange dans la maison."
        let helper = WordHelper(model(#"{"text":"\#(story)","meaning":"m"}"#), model: "m", dictionaries: none)
        let found = try await helper.story(of: ["le seuil", "la porte"], known, french)
        #expect(found.text == story)
        #expect(
            await failure { _ = try await helper.story(of: ["la porte", "le toit"], known, french) } == .unsuitable)
    }

    @Test func `a mnemonic names the word and its meaning`() async throws {
        let good = #"{"mnemonic":"A seal sleeps on the doorstep: le seuil."}"#
        let helper = WordHelper(model(#"{"mnemonic":"Think of a seal."}"#, good), model: "m", dictionaries: none)
        let found = try await helper.mnemonic(of: content("le seuil", "doorstep"), french)
        #expect(found.source == .draft && found.text.contains("seal sleeps"))
    }

    @Test func `without a model there is a plain reason`() async throws {
        let helper = WordHelper(model("{}"), model: nil, dictionaries: none)
        #expect(await failure { _ = try await helper.mnemonic(of: content("seuil"), french) } == .noModel)
        #expect(await failure { _ = try await helper.definitions(of: content("seuil"), french) } == .noModel)
    }

    // MARK: In the background

    @Test func `what is asked for can be followed and cancelled`() async throws {
        let (words, backgroundJobs, pen) = (MemoryWords(), BackgroundJobs(), Pen())
        let services = ScriptedTranslators(InMemorySettings())
        let help = WordHelp(
            pen.model, services: services, store: words, backgroundJobs: backgroundJobs, dictionaries: none)
        let id = await help.start(.word(.mnemonic, content("le seuil", "doorstep")), french)
        #expect(await help.state(of: id)?.phase == .running)
        await help.cancel(id)
        #expect(await help.state(of: id)?.phase == .cancelled)
        let missing = await help.start(.word(.mnemonic, content("seuil")), nil)
        try await eventually("it says what is missing") { await help.state(of: missing)?.phase == .failed(.noLanguage) }
        #expect(await help.state(of: "unknown") == nil)
    }
}
