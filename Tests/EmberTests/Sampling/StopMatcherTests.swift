// SPDX-License-Identifier: Apache-2.0

import Ember
import Testing

@Suite struct StopMatcherTests {
    /// All ways to cut a text into at most three pieces.
    private func cuts(_ text: String) -> [[String]] {
        let characters = Array(text)
        return (0...characters.count).flatMap { a in
            (a...characters.count).map { b in
                [String(characters[..<a]), String(characters[a..<b]), String(characters[b...])]
            }
        }
    }

    private func run(_ stops: [String], _ pieces: [String]) -> (text: String, stopped: Bool) {
        var matcher = StopMatcher(stops)
        var text = ""
        for piece in pieces {
            let (shown, stopped) = matcher.append(piece)
            text += shown
            if stopped { return (text, true) }
        }
        return (text + matcher.finish(), false)
    }

    @Test func `a stop text is found wherever the tokens cut it`() {
        for pieces in cuts("one two\nUser: three") {
            #expect(run(["\nUser:"], pieces) == ("one two", true))
        }
    }

    @Test func `what only begins like a stop text is shown in the end`() {
        for pieces in cuts("wait for the en") { #expect(run(["end"], pieces) == ("wait for the en", false)) }
        for pieces in cuts("aaab") { #expect(run(["aab"], pieces) == ("a", true)) }
    }

    @Test func `of several stop texts the earliest wins`() {
        for pieces in cuts("x é STOP y </s> z") { #expect(run(["</s>", "STOP", "é!"], pieces) == ("x é ", true)) }
    }

    @Test func `nothing of a stop text is ever shown before it is certain`() {
        var matcher = StopMatcher(["###"])
        #expect(matcher.append("a#") == ("a", false))
        #expect(matcher.append("#") == ("", false))
        #expect(matcher.append("b") == ("##b", false))
    }
}
