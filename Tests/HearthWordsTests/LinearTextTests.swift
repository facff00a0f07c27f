// SPDX-License-Identifier: Apache-2.0

import HearthModels
import Testing

@testable import HearthWords

/// Texts of cards and messages that nobody writes: twice as much of one takes no more than three times the steps.
@Suite struct LinearTextTests {
    @Test(arguments: [
        "(", "[", "（", "([", "()", ")", "a(b", "[a](", "![", "![a](b)", "...", ".a", "a. ", "!?", "«", "{{c1::",
        "{{c1::a}}",
        "{{c1,2,3::", "}}", "::", "<img ", "<img src=", "<img src='", "<img src=\"a\">", "[sound:", "[sound:a]",
        "[sound:<",
        ";", "/", "\n", "a, b; ", "漢字", "e\u{301}",
    ])
    func `twice the text takes no more than three times the steps`(unit: String) async {
        let half = String(repeating: unit, count: 20_000 / unit.utf8.count)
        let (one, two) = (await steps(half), await steps(half + half))
        #expect(one >= half.utf8.count / 4)
        #expect(two <= 3 * one)
    }

    private func steps(_ text: String) async -> Int {
        await StepCounter.steps {
            _ = TypedAnswer.verdict("something else", expected: text)
            _ = MarkedWord("word", in: text)
            _ = WordForms("en").stems(of: text)
            _ = Cloze(text)
            _ = MediaReferences(text).names
        }
    }

    @Test(arguments: [
        ("(to) go", "  go"), ("a (b [c) d] e", "a   d] e"), ("((a) b", "  b"), ("(a", "(a"), ("a)", "a)"),
        ("（a) b", "  b"),
        ("([a]", " "), ("", ""),
    ])
    func `brackets and what stands in them become a space`(text: String, plain: String) {
        let all: Set<Character> = [")", "）", "]"]
        #expect(text.withoutBrackets(["(": all, "（": all, "[": all]) == plain)
    }

    @Test(arguments: [
        ("[a](b) c", "a c"), ("![a](b)", "a"), ("![a](b", "![a](b"), ("[a] (b)", "[a] (b)"), ("[a!](b)[c](d)", "a!c"),
        ("[a [b](c)", "a [b"), ("é [ü](ö)", "é ü"), ("[](x)", ""),
    ])
    func `links become their words`(text: String, plain: String) { #expect(text.withoutLinks == plain) }
}
