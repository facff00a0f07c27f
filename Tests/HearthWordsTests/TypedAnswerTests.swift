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
        // Composed or not, it is the same letter.
        ("e\u{301}te\u{301}", "\u{e9}t\u{e9}", .exact),
    ])
    func `forgives what is no mistake`(typed: String, expected: String, verdict: TypedAnswer.Verdict) {
        #expect(TypedAnswer.verdict(typed, expected: expected) == verdict)
    }

    @Test func `synonyms are right`() {
        #expect(TypedAnswer.verdict("Auto", expected: "car", synonyms: ["auto", "automobile"]) == .right)
        #expect(TypedAnswer.verdict("bus", expected: "car", synonyms: ["auto", "automobile"]) == .wrong)
    }

    @Test func `a very long answer is no trouble`() {
        #expect(TypedAnswer.verdict(String(repeating: "a(b", count: 20_000), expected: "car") == .wrong)
    }
}
