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

    private func run(_ stops: [String], _ pieces: [String]) -> (text: String, stop: String?) {
        var matcher = StopMatcher(stops)
        var text = ""
        for piece in pieces {
            let (shown, stop) = matcher.append(piece)
            text += shown
            if let stop { return (text, stop) }
        }
        return (text + matcher.finish(), nil)
    }

    @Test func `a stop text is found wherever the tokens cut it`() {
        for pieces in cuts("one two\nUser: three") {
            #expect(run(["\nUser:"], pieces) == ("one two", "\nUser:"))
        }
    }

    @Test func `what only begins like a stop text is shown in the end`() {
        for pieces in cuts("wait for the en") { #expect(run(["end"], pieces) == ("wait for the en", nil)) }
        for pieces in cuts("aaab") { #expect(run(["aab"], pieces) == ("a", "aab")) }
    }

    @Test func `of several stop texts the earliest wins`() {
        for pieces in cuts("x é STOP y </s> z") { #expect(run(["</s>", "STOP", "é!"], pieces) == ("x é ", "STOP")) }
    }

    @Test func `of those at the same place the first that was asked for is told`() {
        for pieces in cuts("x STOPPED y") {
            #expect(run(["STOPPED", "STOP"], pieces).text == "x ")
            #expect(run(["STOP", "STOPPED"], pieces) == ("x ", "STOP"))
        }
    }

    @Test func `nothing of a stop text is ever shown before it is certain`() {
        var matcher = StopMatcher(["###"])
        #expect(matcher.append("a#") == ("a", nil))
        #expect(matcher.append("#") == ("", nil))
        #expect(matcher.append("b") == ("##b", nil))
    }
}
