// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HearthWords

/// Which words a learner knows, and which forms are forms of them.
@Suite struct WordFormsTests {
    @Test(arguments: [
        ("fr", "le cheval", "Elle montait un cheval."), ("fr", "hésiter", "Elle hésita longtemps."),
        ("fr", "être", "Ils sont là."), ("fr", "l’école", "Il va à l'école."),
        ("fr", "avoir le cafard", "J’ai souvent le cafard."),
        ("en", "to run into", "I ran into him."), ("en", "doorstep", "on the doorsteps"),
        ("en", "to go", "She went home."),
        ("de", "das Haus", "Die Hauses sind alt."), ("es", "hablar", "hablamos mucho"), ("xx", "wort", "ein Wort."),
    ])
    func `a word is found in other forms`(language: String, word: String, text: String) {
        #expect(WordForms(language).has(word, in: text))
    }

    @Test(arguments: [
        ("fr", "le seuil", "Elle est seule."), ("fr", "pallier", "sur le palier"),
        ("en", "to run into", "into the run"),
        ("en", "", "anything"), ("en", "…", "anything"),
    ])
    func `another word is not`(language: String, word: String, text: String) {
        #expect(!WordForms(language).has(word, in: text))
    }

    private var known: KnownWords {
        var known = KnownWords("fr")
        for word in ["le chat", "manger", "la souris", "petit", "dormir"] { known.add(word) }
        return known
    }

    @Test func `a text of known words has nothing unknown, in any form`() {
        #expect(known.unknown(in: "Le petit chat a mangé 3 souris.", besides: []).isEmpty)
        #expect(known.unknown(in: "Le chat franchit le seuil.", besides: ["le seuil"]) == ["franchit"])
        #expect(known.unknown(in: "Le chien dort, le chien mange.", besides: []) == ["chien"])
    }

    @Test func `a sentence is taken only with its word, and only of known words`() {
        func checked(_ text: String) -> Result<String, HelpFailure> {
            HelpCheck.sentence(text, with: ["le seuil"], known)
        }
        #expect(checked(" Le chat dort \n sur le seuil. ") == .success("Le chat dort sur le seuil."))
        #expect(checked("Le chat dort.") == .failure(.unsuitable))
        #expect(checked("Le seuil.") == .failure(.unsuitable))
        #expect(checked("Le facteur dort sur le seuil.") == .failure(.unknownWords(["facteur"])))
        #expect(checked("Le chat dort sur le seuil \u{FFFD}.") == .failure(.unsuitable))
        #expect(checked(String(repeating: "Le chat dort sur le seuil. ", count: 50)) == .failure(.unsuitable))
    }

    @Test func `a definition does not use its word, a mnemonic has to`() {
        let forms = WordForms("en")
        #expect(HelpCheck.definition("a strong current of air", of: "gust", forms) == "a strong current of air")
        #expect(HelpCheck.definition("when it gusts, there are gusts", of: "a gust", forms) == nil)
        #expect(HelpCheck.definition("air", of: "gust", forms) == nil)
        var content = FlashcardContent(word: "le seuil")
        content.translation = "threshold; doorstep"
        let french = WordForms("fr")
        #expect(HelpCheck.mnemonic("A seal sits on the doorstep: le seuil.", of: content, french, forms) != nil)
        #expect(HelpCheck.mnemonic("A seal sits on the doorstep.", of: content, french, forms) == nil)
        #expect(HelpCheck.mnemonic("A seal sits on the seuil.", of: content, french, forms) == nil)
    }
}
