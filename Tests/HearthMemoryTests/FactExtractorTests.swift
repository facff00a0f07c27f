// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthModels
import Testing

@testable import HearthMemory

@Suite struct FactExtractorTests {
    private let extractor = FactExtractor()

    private func message(
        _ text: String, _ speaker: Utterance.Speaker = .user, number: Int = 0, isPrivate: Bool = false
    ) -> Utterance {
        Utterance(
            id: "m\(number)", session: "s", speaker: speaker, text: text,
            date: Date(timeIntervalSinceReferenceDate: Double(number) * 3600),
            isPrivate: isPrivate)
    }

    /// All that was found, kept or asked.
    private func found(_ text: String, number: Int = 0, after earlier: [Utterance] = []) async throws -> [Fact] {
        let found = try await extractor.extract(message(text, number: number), after: earlier)
        return found.stored + found.queued
    }

    @Test func `what is found quotes the user, word for word, and its value stands in the quotation`() async throws {
        let text = "Well, I'm allergic to  walnuts\u{A0}now.  My sister Ana is a nurse."
        let facts = try await found(text)
        #expect(facts.contains { $0.statement == "Allergic to: walnuts" })
        #expect(!facts.isEmpty)
        for fact in facts {
            #expect(fact.evidence.count == 1 && FactEvidence.stands(fact.evidence[0].quote, in: text))
            #expect(FactEvidence.stands(try #require(fact.slot).value, in: fact.evidence[0].quote))
        }
    }

    @Test(arguments: [
        ("I'm allergic to walnuts.", "allergy", "walnuts"), ("Je suis allergique aux noix.", "allergy", "noix"),
        ("I've been vegan since March.", "diet", "vegan"), ("My husband Deniz is from Izmir.", "partner", "Deniz"),
        ("I've played the cello for ten years.", "instrument", "cello"),
        ("Je joue du violoncelle.", "instrument", "violoncelle"),
        ("i have type 2 diabetes", "condition", "type 2 diabetes"), ("I live in Tampere.", "home", "Tampere"),
        ("I'm a nurse.", "work", "nurse"), ("Je suis infirmière de nuit.", "work", "infirmière de nuit"),
    ])
    func `plain facts are found in their slots`(text: String, slot: String, value: String) async throws {
        let facts = try await found(text)
        #expect(
            facts.contains { $0.slot?.name == slot && value.contains($0.slot?.value ?? "-") },
            "\(facts.map(\.statement))")
    }

    @Test(arguments: [
        "I quit smoking in May.", "We broke up, Deniz and I.", "J'ai démissionné de chez Leclerc.",
        "I'm not vegan anymore.",
    ])
    func `an ending is told as one`(text: String) async throws {
        let found = try await extractor.extract(message(text))
        let facts = found.stored + found.queued
        #expect(!facts.isEmpty && facts.allSatisfy { !$0.isCurrent || $0.isNegative }, "\(facts.map(\.statement))")
    }

    /// The reference date is midnight in Greenwich, and the evening before it in Los Angeles.
    @Test func `times are counted from the writer's day`() async throws {
        let said = message("I've been vegan since yesterday.")
        let zone = try #require(TimeZone(identifier: "America/Los_Angeles"))
        let local = try await FactExtractor(zone: zone).extract(said)
        let greenwich = try await extractor.extract(said)
        #expect((local.stored + local.queued).first?.time == "2000-12-30/..")
        #expect((greenwich.stored + greenwich.queued).first?.time == "2000-12-31/..")
    }

    @Test(arguments: [Utterance.Speaker.assistant, .tool])
    func `nothing is learned from others`(speaker: Utterance.Speaker) async throws {
        let text = "I'm allergic to walnuts."
        #expect(try await extractor.extract(message(text, speaker)) == FactExtraction())
        #expect(try await extractor.extract(message(text, isPrivate: true)) == FactExtraction())
        #expect(try await !found(text).isEmpty)
    }

    @Test(arguments: [
        "שלום, קוראים לי דנה 🙂 مرحبا بالعالم", "Здравствуйте, я живу в Москве.", "你好,我住在北京。",
        "Γεια σου, μένω στην Αθήνα.",
        "Hola, me llamo Dana y vivo en Madrid con mi familia.", "Ich heiße Dana und ich wohne in Berlin.",
        "Ciao, mi chiamo Dana e vivo a Roma.", "Olá, eu moro em Lisboa e não tenho uma irmã.",
        "Hallo, ik woon in Utrecht en ik heb een hond.", "Me llamo Ana.", "Ich bin Lehrer.", "Ik ben leraar.",
    ])
    func `nothing is proposed from other languages`(text: String) async throws {
        #expect(try await found(text) == [])
    }

    @Test(arguments: [
        ("I live in Tampere, no wait, I live in Turku.", "home", ["Turku"]),
        ("J'habite à Lyon. Non, pardon, j'habite à Nantes.", "home", ["Nantes"]),
    ])
    func `what a message takes back is not learned`(text: String, slot: String, values: [String]) async throws {
        let found = try await extractor.extract(message(text))
        let kept = found.stored.filter { $0.slot?.name == slot }.compactMap { $0.slot?.value }
        #expect(Set(kept).isSubset(of: values))
    }

    @Test func `what Hearth said and the user copies is not learned`() async throws {
        let said = message("So I see that you are really allergic to walnuts and to fish.", .assistant)
        let copy = "you are really allergic to walnuts"
        #expect(try await found(copy, number: 1, after: [said]) == [])
        let own = "I'm allergic to walnuts and to fish."
        let echo = message("I'm allergic to walnuts and to fish.", .assistant)
        #expect(try await found(own, number: 1, after: [echo]) == [])
        #expect(try await !found(own).isEmpty)
    }

    @Test func `what is only believed or joked is never kept without asking`() async throws {
        for text in [
            "I think I'm allergic to walnuts.", "I'm allergic to Mondays lol.",
            "Je crois que je suis allergique aux noix.",
        ] {
            #expect(try await extractor.extract(message(text)).stored == [], "\(text)")
        }
    }

    @Test(arguments: [
        "My card number is 4111 1111 1111 1111 and I live in Leeds.", "Mon mot de passe est tournesol77.",
        "What does this mean?\n\nI am a nurse from Ghent and I am allergic to nuts.",
        "Pretend you're a sailor. I am the captain and I live in Tampere.",
        "In my novel the heroine is a nurse. I am allergic to nuts.", "If I lived in Tampere I would ski.",
        "Ma sœur m'a dit : je suis enceinte.", "Don't remember any of this. I am diabetic.",
    ])
    func `what is not the writer's, or not to be kept, is found nowhere`(text: String) async throws {
        #expect(try await found(text) == [])
    }

    @Test func `evidence is compared whatever its form of Unicode and its white space`() {
        #expect(FactEvidence.stands("cafe\u{301}  au lait", in: "J'aime le CAFÉ au\nlait"))
        #expect(FactEvidence.stands("l'eau", in: "de l’eau"))
        #expect(!FactEvidence.stands("tea", in: "coffee") && !FactEvidence.stands(" ", in: "coffee"))
    }

    /// A user who says the same over and over, with an assistant that repeats it.
    @Test func `hundreds of turns leave no duplicate and nothing that Hearth said`() async throws {
        let statements = [
            "I live in Tampere", "I'm a nurse", "I'm allergic to walnuts", "my sister Petra is a teacher",
            "I've played the cello for years", "J'habite à Nantes", "je suis allergique aux noix", "je joue du cor",
        ]
        let store = ListedFacts()
        let learning = FactLearning(store: store)
        var earlier: [Utterance] = []
        for turn in 0..<200 {
            let statement = statements[turn % statements.count]
            let lead = ["", "well, ", "as I told you, ", "so "][turn / 7 % 4]
            let said = message(lead + statement + ".", number: 2 * turn)
            let reply = message("You told me: \(statement). I own a boat.", .assistant, number: 2 * turn + 1)
            for utterance in [said, reply] {
                try await learning.learn(try await extractor.extract(utterance, after: earlier.suffix(6)))
                earlier.append(utterance)
            }
        }
        let facts = store.facts(history: false)
        #expect(!facts.isEmpty)
        let kept = facts.map { "\($0.subject): \($0.statement.lowercased())" }
        #expect(Set(kept).count == kept.count, "\(kept)")
        #expect(facts.allSatisfy { $0.slot?.value != "boat" })
        #expect(
            facts.flatMap(\.evidence).allSatisfy { Int($0.utterance.dropFirst()).map { $0.isMultiple(of: 2) } == true })
    }
}
