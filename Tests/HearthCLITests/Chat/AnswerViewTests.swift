// SPDX-License-Identifier: Apache-2.0

import Ember
import EmberJSON
import HearthCLI
import Testing

@Suite struct AnswerViewTests {
    private static let plain = TerminalStyle(isOn: false)

    /// Returns a terminal's text after pieces that come a second apart; a second with `nil` brings none.
    private func shown(
        _ pieces: [Generation?], thinking: AnswerView.Thinking = .folded, upTo count: Int? = nil
    ) -> [String] {
        var view = AnswerView(AnswerView.Look(style: Self.plain, isLive: true, thinking: thinking))
        var screen = Screen(columns: 80)
        screen.write(view.begin().text)
        for (second, piece) in pieces.enumerated() {
            if second == count { return screen.text }
            guard let piece else { continue }
            screen.write(view.append(piece, at: .seconds(second)).text.replacing("\n", with: "\r\n"))
        }
        screen.write(view.end(at: .seconds(pieces.count)).text.replacing("\n", with: "\r\n"))
        return screen.text
    }

    /// Returns the text that goes to a file.
    private func written(_ pieces: [Generation?], thinking: AnswerView.Thinking) -> String {
        var view = AnswerView(AnswerView.Look(style: Self.plain, isLive: false, thinking: thinking))
        var output = view.begin()
        for case let piece? in pieces { output += view.append(piece, at: .zero) }
        return (output + view.end(at: .zero)).text
    }

    private static let thinker: [Generation?] = [
        nil, .thought("hm"), .thought(", well"), nil, .chunk("hel"), .chunk("lo"),
    ]

    @Test func `an answer ends with one line feed`() {
        #expect(shown([.chunk("hel"), .chunk("lo")]) == ["hello", ""])
        #expect(shown([.chunk("hello\n")]) == ["hello", ""])
        #expect(shown([]) == [""])
    }

    @Test func `a thought is one line that tells the time`() {
        #expect(shown(Self.thinker, upTo: 0) == ["reading…"])
        #expect(shown(Self.thinker, upTo: 2) == ["thinking… 0 s"])
        #expect(shown(Self.thinker, upTo: 3) == ["thinking… 1 s"])
        #expect(shown(Self.thinker) == ["thought for 3 s", "", "hello", ""])
        #expect(shown([.thought("hm"), nil, .chunk("hello")]) == ["thought for 2 s", "", "hello", ""])
    }

    @Test func `a thought that never ends is folded too`() {
        #expect(shown([nil, .thought("hm")]) == ["thought for 1 s", "", ""])
    }

    @Test func `an empty thought leaves nothing`() {
        #expect(shown([.thought("\n\n"), nil, .chunk("hello")]) == ["hello", ""])
    }

    @Test func `a thought may be shown`() {
        #expect(shown(Self.thinker, thinking: .shown) == ["hm, well", "thought for 3 s", "", "hello", ""])
    }

    @Test func `an answer that was a thought is marked as one`() {
        let marked = shown([.chunk("hm\n"), .answerWasThought, .chunk("hello")])
        #expect(marked == ["hm", "(so far, this was thinking; the answer follows)", "", "hello", ""])
    }

    @Test func `a file gets the answer alone, and no escape sequence`() {
        #expect(written(Self.thinker, thinking: .leftOut) == "hello\n")
        #expect(written([.chunk("\u{1B}[2Jhello")], thinking: .leftOut) == "␛[2Jhello\n")
        #expect(written(Self.thinker, thinking: .shown) == "hm, well\nthought for 0 s\n\nhello\n")
    }

    @Test func `that messages are left out is said once, above the answer`() {
        let text = shown([.omitted(messages: 4), .chunk("hello")])
        #expect(text.joined().contains("its 4 oldest messages are left out"))
        #expect(text.suffix(2) == ["hello", ""])
    }

    @Test func `thoughts are made harmless too`() {
        #expect(written([.thought("\u{1B}[2J"), .chunk("hello")], thinking: .shown).contains("␛[2J"))
    }

    @Test func `a call is a line of its own, and harmless`() {
        let call = ToolCall(name: "get\u{1B}[2J_weather", arguments: JSONObject(["city": "Paris"]))
        let pieces: [Generation?] = [.chunk("Let me look."), .toolCall(call), .chunk("Sunny.")]
        #expect(written(pieces, thinking: .leftOut) == "Let me look.\ncalls get␛[2J_weather\nSunny.\n")
    }
}
