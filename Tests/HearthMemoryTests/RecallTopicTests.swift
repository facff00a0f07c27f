// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import HearthMemory

/// What is asked in other words than it was told.
@Suite struct RecallTopicTests {
    private let start = Date(timeIntervalSince1970: 1_767_225_600)  // 2026-01-01
    private let recall = Recall(ListIndex())

    private func remember(_ texts: [(id: String, thread: String, text: String)], hours: Double = 24) async throws {
        try await recall.remember(
            texts.enumerated().map { number, entry in
                Utterance(
                    id: entry.id, session: entry.thread, speaker: .user, text: entry.text,
                    date: start + Double(number) * hours * 3_600)
            }, as: .entry)
    }

    private func first(_ question: String) async throws -> String? {
        let asked = MemoryQuestion(question, now: start + 300 * 86_400)
        return try await recall.search(asked, limit: 1).first.flatMap { $0.isRelated ? $0.passage.source : nil }
    }

    @Test func `a French question finds what was told by other words of its topic`() async throws {
        try await remember([
            ("jardin", "a", "Les tomates sont enfin mûres, et nous en avons donné aux voisins."),
            ("bras", "b", "Nadia est tombée de l'échelle, et elle a le poignet dans le plâtre."),
            ("poste", "c", "C'est signé : je commence en septembre comme libraire à Nantes."),
            ("train", "d", "Le train avait deux heures de retard, et nous avons joué aux cartes."),
        ])
        #expect(try await first("Quel accident a eu Nadia ?") == "bras")
        #expect(try await first("Quelle est sa nouvelle profession ?") == "poste")
        #expect(try await first("Qu'est-ce qui pousse dans le potager ?") == "jardin")
    }

    @Test(arguments: [
        ("Qu'a-t-elle peint ?", "La peinture du salon est sèche."),
        ("Quand avons-nous déménagé ?", "Le déménagement est pour samedi."),
        ("Qui traduit le livre ?", "La traductrice a rendu trois chapitres."),
        ("Pourquoi hésite-t-il ?", "Ses hésitations me fatiguent."),
        ("Qu'a-t-il interrompu ?", "Il interrompt le traitement."),
    ])
    func `words of one family are found by each other`(question: String, text: String) async throws {
        try await remember([
            ("autre", "a", "Le marché était plein, et il y avait des cerises."), ("famille", "b", text),
            ("encore", "c", "Pluie toute la journée, et nous sommes restés dans la cuisine."),
        ])
        #expect(try await first(question) == "famille")
    }

    @Test func `English has no topics of words`() {
        #expect(MemoryLanguage.english.related(to: "job").isEmpty && MemoryLanguage.english.family(of: "paint").isEmpty)
        #expect(MemoryLanguage.french.related(to: "meti").contains("libr" + "air"))
    }

    /// Three passages of a short conversation speak of the harbour; a long one names it three times among much else.
    @Test func `of two conversations that say the same, the shorter one comes first`() async throws {
        let said = ["The harbour was full of boats.", "We walked to the harbour.", "The harbour lights were on."]
        let other = (0..<40).map { "Here is kettle number\($0), with spoon piece\($0) and frame\($0)." }
        try await remember(
            said.enumerated().map { ("s\($0)", "short", $1) }
                + (said + other).enumerated().map { ("l\($0)", "long", $1 + " ") }, hours: 0.01)
        let asked = MemoryQuestion("What about the harbour boats and lights?", now: start + 300 * 86_400)
        #expect(try await recall.threads(asked, limit: 2).first == "short")
    }
}

@Suite struct VectorCentringTests {
    /// A hub lies where all others lie on average, and so is close to any question.
    @Test func `what is close to everything comes behind what is close to the question`() {
        var table = VectorTable()
        let directions = 80
        table.grow(to: directions + 1)
        for row in 0..<directions {
            let vector = (0..<directions).map { Float($0 == row ? 1 : 0) }
            table.set(PassageVector(passage: row + 1, vector), row: row)
        }
        let hub = [Float](repeating: 1 / Float(directions).squareRoot(), count: directions)
        table.set(PassageVector(passage: directions + 1, hub), row: directions)
        // A question that is somewhat closer to the hub than to the passage it asks for.
        let question = (0..<directions).map { Float($0 == 7 ? 0.32 : 0.105) }
        let plain = table.products(with: question)
        #expect(plain[directions] > plain[7])
        let centred = table.products(with: table.centred(question))
        #expect(abs(centred[7] - plain[7]) < abs(centred[directions] - plain[directions]))
        #expect(table.product(with: question, row: 7).map { abs($0 - 0.32) < 0.01 } == true)
    }

    @Test func `the mean follows what is replaced and removed`() {
        var table = VectorTable()
        table.grow(to: 3)
        for (row, vector) in [[Float(1), 0], [0, 1], [0.6, 0.8]].enumerated() {
            table.set(PassageVector(passage: row, vector), row: row)
        }
        table.set(PassageVector(passage: 1, [1, 0]), row: 1)
        table.keep([0, 1])
        let centred = table.centred([0, 1])
        #expect(abs(centred[0] + 0.6 * 2 / 52) < 1e-3 && abs(centred[1] - 1) < 1e-3)
        #expect(table.product(with: [0, 1], row: 0).map { abs($0) < 1e-3 } == true)
    }
}
