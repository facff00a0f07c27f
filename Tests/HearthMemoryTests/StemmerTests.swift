// SPDX-License-Identifier: Apache-2.0

import Foundation
import Snowball
import Testing

@testable import HearthMemory

/// Against a part of the vocabularies that the Snowball project publishes with its algorithms: every 20th English and
/// every 10th French word (snowballstem/snowball-data, commit ba91f32, BSD licence). All 64,304 words agreed when the
/// stemmers were written.
@Suite struct StemmerTests {
    @Test(arguments: [MemoryLanguage.english, .french])
    func `agrees with the published vocabulary`(language: MemoryLanguage) throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Fixtures/stems/\(language.rawValue).tsv")
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        #expect(lines.count > 2_000)
        for line in lines {
            let pair = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            try #require(pair.count == 2)
            let stem = language == .english ? EnglishStemmer.stem(pair[0]) : FrenchStemmer.stem(pair[0])
            #expect(stem == pair[1], "\(pair[0])")
        }
    }

    @Test func `forms of irregular words have one stem`() {
        #expect(Set(["write", "wrote", "written", "writes", "writing"].map(MemoryLanguage.english.stem)).count == 1)
        #expect(Set(["child", "children", "kids"].map(MemoryLanguage.english.stem)).count == 1)
        #expect(Set(["recevoir", "reçu", "reçoit"].map(MemoryLanguage.french.stem)).count == 1)
        #expect(Set(["mère", "maman", "mères"].map(MemoryLanguage.french.stem)).count == 1)
    }

    @Test func `what is typed without accents has the same stem`() {
        for (with, without) in [("élève", "eleve"), ("théâtre", "theatre"), ("forêt", "foret"), ("garçon", "garcon")] {
            #expect(MemoryLanguage.french.stem(with) == MemoryLanguage.french.stem(without))
        }
    }

    @Test(arguments: [
        ("What did the doctor say about my knee?", MemoryLanguage.english as MemoryLanguage?),
        ("Qu'est-ce que le médecin a dit de mon genou ?", .french), ("Zürich", nil), ("", nil), ("12 345", nil),
    ])
    func `function words tell the language`(text: String, language: MemoryLanguage?) {
        #expect(MemoryLanguage(of: text) == language)
    }

    @Test func `words are runs of letters and digits, however they are composed`() {
        #expect(FoldedWords.all(in: "Don't—l'ÉTÉ_42 e\u{301}te\u{301}!") == ["don", "t", "l", "été", "42", "été"])
        #expect(FoldedWords.all(in: "\0\u{1F600}\n\t") == [])
        #expect(FoldedWords.all(in: "a\0b") == ["a", "b"])
    }

    @Test func `names are taken out of a question with what belongs to them`() {
        #expect(FoldedWords.without(["Anna", "Jean Dupont"], in: "What is Anna's plan, jean?") == "What is plan, ?")
        #expect(FoldedWords.without([], in: "Annabel stays") == "Annabel stays")
        #expect(FoldedWords.without(["Anna"], in: "Annabel stays") == "Annabel stays")
        #expect(FoldedWords.without(["Anna"], in: "Anna") == "")
    }

    @Test func `a long text and a long word are cut short`() {
        #expect(FoldedWords.all(in: String(repeating: "x", count: 1_000_000)).map(\.count) == [40])
        #expect(FoldedWords.all(in: String(repeating: "ab ", count: 400_000)).count < 22_000)
    }
}
