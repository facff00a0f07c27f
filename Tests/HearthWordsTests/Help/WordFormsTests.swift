// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HearthWords

/// Words that a learner knows, and their forms.
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

    /// Nonsense that SmolLM2 of 135 million parameters wrote for these words.
    @Test(arguments: [
        ("fr", "chat", "a{description} o{language}} c{context} a{classe}"), ("fr", "maison", "grand-chien-plaque"),
        ("fr", "ville", "villain (Idiomatic) n"), ("fr", "route", "Défaut 50/50"), ("fr", "fenêtre", "french: fleur"),
        ("fr", "eau", "Au-loang, 25 } (Au-loang) is a culinary dish from Madagascar"),
        ("fr", "vieux", "Wine from the bar to the mind"), ("fr", "petit", "Pierre le Jean"),
        ("en", "city", "It is the capital of France and is also known as the point. Here's a short definition for you"),
        ("en", "water", "a liquid that makes up over 70% of the surface"), ("en", "small", "The word"),
        ("en", "sleep", "to stay awake and enjoy life Ã to experience emotions and thoughts,"),
        ("en", "day", "a person a person a person of the day"), ("en", "road", "a very very long way"),
        ("en", "tree", "a plant, plant, plant, plant, plant, plant"), ("en", "sea", "le grand bleu de la plage"),
    ])
    func `nonsense is no definition`(language: String, word: String, text: String) {
        let (forms, other) = (WordForms(language), WordForms(language == "fr" ? "en" : "fr"))
        #expect(HelpCheck.definition(text, of: word, forms, not: other) == nil)
    }

    @Test(arguments: [
        ("fr", "chat", "petit animal domestique qui miaule et chasse les souris"),
        ("fr", "maison", "bâtiment où l'on habite, avec un toit et des murs"),
        ("fr", "eau", "liquide sans couleur ni goût, que l'on boit"),
        ("en", "bread", "food made of flour, water and yeast"),
        ("en", "to stroll", "to walk slowly (without a goal), for pleasure"), ("en", "Paris", "the capital of France"),
        ("de", "Hund", "ein Tier, das bellt und bei den Menschen wohnt"), ("pl", "kot", "małe zwierzę domowe"),
    ])
    func `a definition is one`(language: String, word: String, text: String) {
        #expect(HelpCheck.definition(text, of: word, WordForms(language), not: WordForms("es")) == text)
    }

    @Test func `nonsense is no mnemonic, and no sentence`() {
        var content = FlashcardContent(word: "book")
        let english = WordForms("en")
        let texts = [
            "book (immunite)", "}, French, 2, 1, triple comma {book: 'fiction'}, French", "cannot-fuse-cutter+book",
        ]
        for text in texts { #expect(HelpCheck.mnemonic(text, of: content, english, english) == nil, "\(text)") }
        content.word = "le seuil"
        let echo = "One sentence that names the word and its meaning, with something"
        #expect(Nonsense(english).repeats("Now: one sentence that names the word and its meaning.", in: echo))
        #expect(!Nonsense(english).repeats("one sentence that names the word", in: "The word names it."))
        for text in [
            "Le chat dort, le chat dort sur le seuil.", "Phrase : le chat dort sur le seuil",
            "seuil, chat, souris, maison, petit",
        ] {
            #expect(
                HelpCheck.sentence(text, with: ["le seuil"], known, not: english) == .failure(.unsuitable), "\(text)")
        }
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
