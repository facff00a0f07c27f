// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HearthWords

/// A word that was marked in a text.
@Suite struct MarkedWordTests {
    private let text = """
        # Le seuil

        Elle hésita sur **le seuil**, la main sur la poignée. Puis elle entra !

        - M. Dupont dit : « Une *bourrasque* emporta son chapeau. » Il rit.
        - See [the doorstep](https://example.org) of the house.

        | a table | with seuilage |
        ```
        let code = "cellar"
        ```
        """

    @Test(arguments: [
        ("seuil", "seuil", "Le seuil"), (" poignée. ", "poignée", "Elle hésita sur le seuil, la main sur la poignée."),
        ("la main", "la main", "Elle hésita sur le seuil, la main sur la poignée."),
        ("« bourrasque", "bourrasque", "M. Dupont dit : « Une bourrasque emporta son chapeau. »"),
        ("doorstep", "doorstep", "See the doorstep of the house."), ("ENTRA", "ENTRA", "Puis elle entra !"),
        ("hésit", "hésit", ""), ("cellar", "cellar", ""), ("seuilage", "seuilage", ""), ("absent", "absent", ""),
    ])
    func `has its sentence`(marked: String, word: String, sentence: String) {
        let found = MarkedWord(marked, in: text)
        #expect(found?.word == word)
        #expect(found?.sentence == sentence)
    }

    @Test(arguments: ["", "  ", "…", "123", "\u{0}", String(repeating: "x", count: 121)])
    func `what is no word is nothing`(marked: String) {
        #expect(MarkedWord(marked, in: text) == nil)
    }

    @Test func `a very long text is read in time and its long lines are no sentences`() {
        let long = String(repeating: "word ", count: 100_000)
        #expect(MarkedWord("word", in: long)?.sentence == "")
    }
}
