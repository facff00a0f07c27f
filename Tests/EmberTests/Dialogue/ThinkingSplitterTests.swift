// SPDX-License-Identifier: Apache-2.0

import Ember
import Testing

@Suite struct ThinkingSplitterTests {
    /// Neighbouring pieces of one kind are joined: how they are cut says nothing.
    private func split(_ chunks: [String], startsInside: Bool = false) -> [ThinkingSplitter.Piece] {
        var splitter = ThinkingSplitter(startsInside: startsInside)
        let pieces = chunks.flatMap { splitter.append($0) } + splitter.finish()
        return pieces.reduce(into: []) { joined, piece in
            switch (joined.last, piece) {
            case (.thought(let old)?, .thought(let new)): joined[joined.count - 1] = .thought(old + new)
            case (.answer(let old)?, .answer(let new)): joined[joined.count - 1] = .answer(old + new)
            default: joined.append(piece)
            }
        }
    }

    struct Example: Sendable {
        let text: String
        var startsInside = false
        let pieces: [ThinkingSplitter.Piece]
    }

    static let examples = [
        Example(text: "<think>\nhm\n</think>\n\nhello", pieces: [.thought("hm\n"), .answer("hello")]),
        Example(text: "\n <think>hm</think>hello\n", pieces: [.thought("hm"), .answer("hello\n")]),
        Example(text: "<think>\n\n</think>\n\nhello", pieces: [.answer("hello")]),
        Example(text: "just hello", pieces: [.answer("just hello")]),
        Example(text: "  hello", pieces: [.answer("  hello")]),
        Example(text: "<thin", pieces: [.answer("<thin")]),
        Example(text: "<thin ice", pieces: [.answer("<thin ice")]),
        Example(text: "say <think> and </think> to me", pieces: [.answer("say <think> and </think> to me")]),
        Example(text: "<think>a < b </thin c", pieces: [.thought("a < b </thin c")]),
        Example(text: "<think>never ends</thi", pieces: [.thought("never ends</thi")]),
        Example(text: "<think>a</think>b\n</think>c", pieces: [.thought("a"), .answer("b\n</think>c")]),
        Example(text: "<think>世界 e\u{301}</think>👩‍👩‍👧", pieces: [.thought("世界 e\u{301}"), .answer("👩‍👩‍👧")]),
        Example(text: "hm\n</think>\n\nhello", startsInside: true, pieces: [.thought("hm\n"), .answer("hello")]),
        Example(text: "\n\nhm</think>hello", startsInside: true, pieces: [.thought("hm"), .answer("hello")]),
        Example(text: "<think>hm</think>hello", startsInside: true, pieces: [.thought("hm"), .answer("hello")]),
        Example(text: "hm", startsInside: true, pieces: [.thought("hm")]),
        Example(text: "hm\n</think>\n\nhello", pieces: [.answer("hm\n"), .answerWasThought, .answer("hello")]),
        Example(text: "</think>hello", pieces: [.answerWasThought, .answer("hello")]),
        Example(text: "", pieces: []),
        Example(text: "\n", pieces: [.answer("\n")]),
    ]

    @Test(arguments: examples)
    func `thoughts and answers are told apart`(example: Example) {
        #expect(split([example.text], startsInside: example.startsInside) == example.pieces)
    }

    @Test(arguments: examples)
    func `where the text is cut makes no difference`(example: Example) {
        let scalars = Array(example.text.unicodeScalars)
        let parts = { (range: Range<Int>) in string(scalars[range]) }
        #expect(split(scalars.map { string([$0]) }, startsInside: example.startsInside) == example.pieces)
        for first in scalars.indices {
            for second in first..<scalars.count {
                let chunks = [parts(0..<first), parts(first..<second), parts(second..<scalars.count)]
                #expect(
                    split(chunks, startsInside: example.startsInside) == example.pieces, "cut at \(first) and \(second)"
                )
            }
        }
    }

    @Test func `an answer is handed out at once, all but what may be a marker`() {
        var splitter = ThinkingSplitter()
        #expect(splitter.append("hello") == [.answer("hello")])
        #expect(splitter.append(" you</th") == [.answer(" you")])
        #expect(splitter.append("em") == [.answer("</them")])
    }

    @Test(arguments: [("[THINK]", "[/THINK]"), ("<seed:think>", "</seed:think>")])
    func `other families have other markers`(opening: String, closing: String) {
        for startsInside in [false, true] {
            var splitter = ThinkingSplitter(
                ThinkingMarkers(opening: opening, closing: closing), startsInside: startsInside)
            let text = (startsInside ? "" : opening) + "hm <think>\(closing)\nhello"
            let pieces = text.map { splitter.append(String($0)) }.joined() + splitter.finish()
            var (thought, answer) = ("", "")
            for piece in pieces {
                switch piece {
                case .thought(let text): thought += text
                case .answer(let text): answer += text
                case .answerWasThought: Issue.record("the thought was announced")
                }
            }
            #expect(thought == "hm <think>" && answer == "hello")
        }
    }
}
