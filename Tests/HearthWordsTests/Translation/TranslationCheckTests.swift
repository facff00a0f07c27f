// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HearthWords

/// Answers that cannot be a translation.
@Suite struct TranslationCheckTests {
    private func checked(
        _ answer: String, of text: String, from: String = "fr", to: String = "en", refusesRepetition: Bool = true
    ) throws -> String {
        try TranslationCheck.checked(
            answer, of: text, LanguagePair(from: from, to: to), refusesRepetition: refusesRepetition)
    }

    @Test func `a translation is tidied`() throws {
        #expect(try checked(" a\tgust \n of\u{0} wind ", of: "une bourrasque") == "a gust of wind")
        #expect(try checked("ветер", of: "wind", from: "en", to: "ru") == "ветер")
        #expect(try checked("3,5", of: "3.5") == "3,5")
    }

    @Test(arguments: ["", " ", "\u{1F913}", "…", "--", String(repeating: "long ", count: 500), "a\u{FFFD}"])
    func `nonsense is refused`(answer: String) {
        #expect(throws: TranslationError(.nonsense)) { try checked(answer, of: "le vent") }
    }

    @Test func `the word itself is refused where a model repeats it, and believed where a service knows`() throws {
        #expect(throws: TranslationError(.repeated)) { try checked("Pallier.", of: "pallier") }
        #expect(throws: TranslationError(.repeated)) { try checked("depaysement", of: "dépaysement") }
        #expect(try checked("table", of: "table", refusesRepetition: false) == "table")
    }

    @Test(arguments: [("el", "wind"), ("ja", "wind"), ("ru", "wind"), ("ar", "wind"), ("ko", "wind"), ("he", "wind")])
    func `what has no letter of the language is another language`(target: String, answer: String) {
        #expect(throws: TranslationError(.wrongLanguage)) { try checked(answer, of: "le vent", to: target) }
    }

    @Test func `a language without a known script is believed`() throws {
        #expect(try checked("wind", of: "le vent", to: "xx") == "wind")
    }
}
