// SPDX-License-Identifier: Apache-2.0

import HearthWords
import Testing

@Suite struct TypedAnswerTests {
    @Test(arguments: [
        ("l'été", "l'été", TypedAnswer.Verdict.exact), ("L'ETE", "l'été", .right), ("l’ete", "l'été", .right),
        ("l ete", "l'été", .right), ("weekend", "week-end", .right), ("week end", "week-end", .right),
        ("oeuvre", "œuvre", .right), ("strasse", "Straße", .right), ("bonjour !", "Bonjour", .right),
        ("big", "big; large", .right), ("large", "big; large", .right), ("go", "(to) go", .right),
        ("to go", "(to) go", .right),
        ("car", "car / automobile", .right), ("ｶﾀ", "カタ", .right), ("الكتاب", "الكِتَاب", .right),
        ("automobil", "automobile", .close), ("autemobile", "automobile", .close), ("cat", "car", .wrong),
        ("train", "automobile", .wrong), ("", "x", .empty), ("   ", "x", .empty), ("!!!", "automobile", .wrong),
        ("el ano", "el año", .right), ("ano", "el año", .right), ("año", "el año", .right), ("go", "to go", .right),
        ("the dog", "dog", .right), ("le chien", "chien", .right), ("eau", "l’eau", .right),
        ("Hund", "der Hund", .right),
        ("die Hund", "der Hund", .wrong), ("la gato", "el gato", .wrong), ("the", "the", .exact), ("to", "the", .wrong),
        ("1er", "1ᵉʳ", .right), ("H2O", "H₂O", .right), ("10^2", "10²", .right), ("102", "10²", .wrong),
        // Composed or not, it is the same letter.
        ("e\u{301}te\u{301}", "\u{e9}t\u{e9}", .exact),
    ])
    func `forgives what is no mistake`(typed: String, expected: String, verdict: TypedAnswer.Verdict) {
        #expect(TypedAnswer.verdict(typed, expected: expected) == verdict)
    }

    @Test func `where accents count, ñ is another letter than n`() {
        #expect(TypedAnswer.verdict("el ano", expected: "el año", accentsCount: true) == .close)
        #expect(TypedAnswer.verdict("ano", expected: "año", accentsCount: true) == .wrong)
        #expect(TypedAnswer.verdict("EL AÑO", expected: "el año", accentsCount: true) == .right)
        #expect(TypedAnswer.verdict("an\u{303}o", expected: "el año", accentsCount: true) == .right)
    }

    @Test func `synonyms are right`() {
        #expect(TypedAnswer.verdict("Auto", expected: "car", synonyms: ["auto", "automobile"]) == .right)
        #expect(TypedAnswer.verdict("bus", expected: "car", synonyms: ["auto", "automobile"]) == .wrong)
    }

    @Test func `a very long answer is no trouble`() {
        #expect(TypedAnswer.verdict(String(repeating: "a(b", count: 20_000), expected: "car") == .wrong)
    }

    @Test(arguments: [
        ("C", "C++", false), ("c++", "C++", true), ("C#", "C", false), ("4", "3/4", false), ("3/4", "3/4", true),
        ("5", "1,5", false), ("1,5", "1,5", true), ("50%", "50 %", true), ("50", "50 %", false),
        ("car", "car/auto", true),
        ("auto", "car / auto", true), ("big", "big, large", true), ("3", "3/4; three", false),
        ("three", "3/4; three", true),
        ("€5", "5", false),
    ])
    func `signs that make another answer count, and a number is not taken apart`(
        typed: String, expected: String, isRight: Bool
    ) {
        let verdict = TypedAnswer.verdict(typed, expected: expected)
        #expect((verdict == .exact || verdict == .right) == isRight, "\(typed), \(expected): \(verdict)")
    }
}
