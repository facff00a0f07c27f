// SPDX-License-Identifier: Apache-2.0

import HearthCLI
import Testing

@Suite struct AnswerViewTests {
    private static let plain = TerminalStyle(isOn: false)

    /// What is on a terminal after chunks that come a second apart.
    private func shown(
        _ chunks: [String], thinking: AnswerView.Thinking = .folded, startsInside: Bool = false,
        upTo count: Int? = nil
    ) -> [String] {
        var view = AnswerView(
            AnswerView.Look(style: Self.plain, isLive: true, thinking: thinking), startsInsideThought: startsInside)
        var screen = Screen(columns: 80)
        screen.write(view.begin())
        for (second, chunk) in chunks.enumerated() {
            if second == count { return screen.text }
            screen.write(view.append(chunk, at: .seconds(second)).replacing("\n", with: "\r\n"))
        }
        screen.write(view.end(at: .seconds(chunks.count)).replacing("\n", with: "\r\n"))
        return screen.text
    }

    /// What goes to a file.
    private func written(_ chunks: [String], thinking: AnswerView.Thinking) -> String {
        var view = AnswerView(
            AnswerView.Look(style: Self.plain, isLive: false, thinking: thinking), startsInsideThought: false)
        var output = view.begin()
        for chunk in chunks { output += view.append(chunk, at: .zero) }
        return output + view.end(at: .zero)
    }

    private static let thinker = ["<think>", "\nhm", ", well", "</think>", "\n\nhel", "lo"]

    @Test func `an answer ends with one line feed`() {
        #expect(shown(["hel", "lo"]) == ["hello", ""])
        #expect(shown(["hello\n"]) == ["hello", ""])
        #expect(shown([]) == [""])
    }

    @Test func `a thought is one line that tells the time`() {
        #expect(shown(Self.thinker, upTo: 0) == ["reading…"])
        #expect(shown(Self.thinker, upTo: 2) == ["thinking… 0 s"])
        #expect(shown(Self.thinker, upTo: 3) == ["thinking… 1 s"])
        #expect(shown(Self.thinker) == ["thought for 3 s", "", "hello", ""])
        #expect(shown(["hm", "</think>", "hello"], startsInside: true) == ["thought for 2 s", "", "hello", ""])
    }

    @Test func `a thought that never ends is folded too`() {
        #expect(shown(["<think>", "hm"]) == ["thought for 1 s", "", ""])
    }

    @Test func `an empty thought leaves nothing`() {
        #expect(shown(["<think>", "\n\n", "</think>", "\n\n", "hello"]) == ["hello", ""])
    }

    @Test func `a thought may be shown`() {
        #expect(shown(Self.thinker, thinking: .shown) == ["hm, well", "thought for 3 s", "", "hello", ""])
    }

    @Test func `an answer that was a thought is marked as one`() {
        let marked = shown(["hm\n", "</think>\n\n", "hello"])
        #expect(marked == ["hm", "(so far, this was thinking; the answer follows)", "", "hello", ""])
    }

    @Test func `a file gets the answer alone, and no escape sequence`() {
        #expect(written(Self.thinker, thinking: .leftOut) == "hello\n")
        #expect(written(["\u{1B}[2Jhello"], thinking: .leftOut) == "␛[2Jhello\n")
        #expect(written(Self.thinker, thinking: .shown) == "hm, well\nthought for 0 s\n\nhello\n")
    }

    @Test func `that messages are left out is said once, above the answer`() {
        var view = AnswerView(
            AnswerView.Look(style: Self.plain, isLive: true, thinking: .folded), startsInsideThought: false)
        var screen = Screen(columns: 100)
        for output in [view.begin(), view.omit(4), view.append("hello", at: .zero), view.end(at: .zero)] {
            screen.write(output.replacing("\n", with: "\r\n"))
        }
        #expect(screen.text.count == 3)
        #expect(screen.text[0].contains("its 4 oldest messages are left out"))
        #expect(screen.text[1] == "hello")
    }

    @Test func `thoughts are made harmless too`() {
        #expect(written(["<think>\u{1B}[2J</think>hello"], thinking: .shown).contains("␛[2J"))
    }
}
