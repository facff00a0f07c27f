// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthModels
import Testing

@testable import HearthMemory

@Suite struct FactExtractorTests {
    private let model = SteadyModel()

    /// Keeps all that the model finds likely.
    private var eager: FactCalibration {
        FactCalibration(weights: ["bias": 3], storesFrom: 0.5, queuesFrom: 0.1, measured: .none)
    }

    private func extractor(_ calibration: FactCalibration? = nil) -> FactExtractor {
        FactExtractor(model: model, name: nil, calibration: calibration ?? eager)
    }

    private func message(
        _ text: String, _ speaker: Utterance.Speaker = .user, number: Int = 0, isPrivate: Bool = false
    ) -> Utterance {
        Utterance(
            id: "m\(number)", session: "s", speaker: speaker, text: text,
            date: Date(timeIntervalSinceReferenceDate: Double(number) * 3600),
            isPrivate: isPrivate)
    }

    @Test func `what is stored quotes the user, word for word`() async throws {
        let text = "Well, I live in Zürich\u{A0}now.  We moved here in 2021."
        let found = try await extractor().extract(message(text))
        #expect(found.stored.map(\.statement) == ["I live in Zürich\u{A0}now", "We moved here in 2021"])
        #expect(
            found.stored.allSatisfy { FactEvidence.stands($0.evidence[0].quote, in: text) && $0.evidence.count == 1 })
        #expect(found.stored.last?.time == "2021")
    }

    /// The reference date is midnight in Greenwich, and the evening before it in Los Angeles.
    @Test func `times are counted from the writer's day`() async throws {
        let said = message("I moved to Oslo yesterday.")
        let zone = try #require(TimeZone(identifier: "America/Los_Angeles"))
        let local = FactExtractor(model: model, name: nil, calibration: eager, zone: zone)
        #expect(try await local.extract(said).stored.map(\.time) == ["2000-12-30"])
        #expect(try await extractor().extract(said).stored.map(\.time) == ["2000-12-31"])
    }

    @Test(arguments: [Utterance.Speaker.assistant, .tool])
    func `nothing is learned from others, and no model is asked`(speaker: Utterance.Speaker) async throws {
        #expect(try await extractor().extract(message("I live in Oslo.", speaker)) == FactExtraction())
        #expect(try await extractor().extract(message("I live in Oslo.", isPrivate: true)) == FactExtraction())
        #expect(model.requests == 0)
    }

    @Test(arguments: [
        "שלום, קוראים לי דנה 🙂 مرحبا بالعالم", "Здравствуйте, я живу в Москве.", "你好,我住在北京。",
        "Γεια σου, μένω στην Αθήνα.",
        "Hola, me llamo Dana y vivo en Madrid con mi familia.", "Ich heiße Dana und ich wohne in Berlin.",
        "Ciao, mi chiamo Dana e vivo a Roma.", "Olá, eu moro em Lisboa e não tenho uma irmã.",
        "Hallo, ik woon in Utrecht en ik heb een hond.", "Me llamo Ana.", "Ich bin Lehrer.", "Ik ben leraar.",
    ])
    func `nothing is proposed from other languages`(text: String) async throws {
        let found = try await extractor().extract(message(text))
        #expect(found.stored == [] && found.queued == [])
    }

    @Test(arguments: [
        "I live in São Paulo with my sister Zoë.", "J’habite à Lyon avec ma sœur Zoé.",
        "I’m called 美咲 and I live in Kyoto.", "I met Ben yesterday.", "My brother Ben met Anna.",
        "Ma sœur Mia habite Lyon.", "Non, ma fille adore Mozart.", "On a mis la table, j'adore la paella.",
        "I visited Los Angeles, Las Vegas and El Paso last year.", "I teach my class ciao, hola and gracias.",
    ])
    func `names of anywhere stand in English and French`(text: String) async throws {
        #expect(try await !extractor().extract(message(text)).stored.isEmpty)
    }

    @Test(arguments: [
        ("I live in Paris, no wait, I live in Rome.", ["I live in Rome"]),
        ("J'habite à Lyon. Non, pardon, j'habite à Nantes.", ["j'habite à Nantes"]),
        ("I live in Paris during the week and I live in Rome.", ["I live in Paris during the week", "I live in Rome"]),
        ("I'm single. No wait, I'm engaged.", ["I'm engaged"]),
        ("I'm divorced and I'm engaged.", ["I'm divorced", "I'm engaged"]),
        ("I've moved: I live in Rennes now.", ["I've moved", "I live in Rennes now"]),
        ("I live in a flat and I live in Leeds.", ["I live in a flat", "I live in Leeds"]),
    ])
    func `what a message takes back is not learned`(text: String, statements: [String]) async throws {
        #expect(try await extractor().extract(message(text)).stored.map(\.statement) == statements)
    }

    @Test func `what Hearth said and the user copies is not learned`() async throws {
        let said = message("So you live in Oslo and I think my favourite food is herring in cream.", .assistant)
        let copy = message("my favourite food is herring in cream", number: 1)
        #expect(try await extractor().extract(copy, after: [said]).stored == [])
        #expect(try await extractor().extract(copy).stored.count == 1)
    }

    @Test func `a model that did not reach the precision only queues`() async throws {
        var calibration = eager
        calibration.storesFrom = nil
        let found = try await extractor(calibration).extract(message("I live in Oslo."))
        #expect(found.stored == [] && found.queued.count == 1)
    }

    @Test func `what is only believed or joked waits`() async throws {
        for text in [
            "I think I'm allergic to wool.", "I own nine castles lol.", "Je crois que je suis allergique à la laine.",
        ] {
            let found = try await extractor().extract(message(text))
            #expect(found.stored == [] && found.queued.count == 1, "\(text)")
        }
    }

    @Test func `evidence is compared whatever its form of Unicode and its white space`() {
        #expect(FactEvidence.stands("cafe\u{301}  au lait", in: "J'aime le CAFÉ au\nlait"))
        #expect(FactEvidence.stands("l'eau", in: "de l’eau"))
        #expect(!FactEvidence.stands("tea", in: "coffee") && !FactEvidence.stands(" ", in: "coffee"))
    }

    /// A user who says the same over and over, with an assistant that repeats it.
    @Test func `a thousand turns leave no duplicate and nothing that Hearth said`() async throws {
        let statements = [
            "I live in Tromsø", "I work as a piano tuner", "I'm allergic to walnuts", "my sister Petra builds kayaks",
            "I hate early meetings",
            "I swim every Tuesday", "J'habite à Tromsø", "je suis allergique aux noix", "ma cousine Odile joue du cor",
            "I never learned to ski",
        ]
        let store = ListedFacts()
        let learning = FactLearning(store: store)
        var earlier: [Utterance] = []
        var afterFirstRound = 0
        for turn in 0..<1000 {
            let statement = statements[turn % statements.count]
            let lead = ["", "well, ", "as I told you, ", "so "][turn / 7 % 4]
            let said = message(lead + statement + ".", number: 2 * turn)
            let reply = message(
                "You told me: \(statement). I own a lighthouse near the sea.", .assistant, number: 2 * turn + 1)
            for utterance in [said, reply] {
                try await learning.learn(try await extractor().extract(utterance, after: earlier.suffix(6)))
                earlier.append(utterance)
            }
            if turn + 1 == statements.count { afterFirstRound = store.facts(history: false).count }
        }
        let facts = store.facts(history: true)
        #expect(facts.count == afterFirstRound)
        #expect(facts.allSatisfy { !$0.statement.contains("lighthouse") })
        let statementsKept = facts.map { "\($0.subject): \($0.statement.lowercased())" }
        #expect(Set(statementsKept).count == statementsKept.count)
        #expect(
            facts.flatMap(\.evidence).allSatisfy { Int($0.utterance.dropFirst()).map { $0.isMultiple(of: 2) } == true })
    }
}
