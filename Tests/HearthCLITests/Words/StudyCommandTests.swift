// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation
import Testing

@Suite struct StudyCommandTests {
    private let home: WordsHome

    init() throws {
        home = try WordsHome()
        let file = try home.write("French.csv", "word,translation\nchat,cat\nchien,dog\nchaud,warm\n")
        #expect(try home.run("words", "import", file).status == 0)
    }

    private func answers() throws -> [Int] {
        let days = try home.json("words", "stats", "--json")["days"]?.array ?? []
        return days.first?["ratings"]?.array?.compactMap(\.integer) ?? [0, 0, 0, 0]
    }

    @Test func `cards are asked, rated and taken back, line by line`() throws {
        // Show and Easy; show and Again; take that back, show and Hard; leave.
        let result = try home.run("study", "French", stdin: "\n4\n \n1\nu\n\n2\nq\n")
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.contains("chat") && result.output.contains("cat"))
        #expect(result.output.contains("1 Again 1 min   2 Hard 6 min   3 Good* 10 min   4 Easy"))
        #expect(result.output.contains("The last answer was taken back."))
        #expect(result.output.contains("2 answers to 2 cards"), "\(result.output)")
        #expect(try answers() == [0, 1, 0, 1])
    }

    @Test func `the end of the input ends the session, and every answer is saved`() throws {
        let result = try home.run("study", stdin: "\n\n")
        #expect(result.status == 0 && result.output.contains("Good 1"))
        #expect(try answers() == [0, 0, 1, 0])
    }

    @Test func `cramming asks everything once and changes no dates`() throws {
        let result = try home.run("study", "French", "--mode", "cram", stdin: "\n3\n\n3\n\n1\n")
        #expect(result.status == 0 && result.output.contains("3 answers to 3 cards"), "\(result.output)")
        let found = try home.json("words", "stats", "--json")
        #expect(found["cards"]?["new"] == .integer(3) && found["days"]?.array?.first?["cram"] == .integer(3))
    }

    @Test func `undo takes back answers of this session alone, cramming too`() throws {
        #expect(try home.run("study", "French", "--limit", "1", stdin: "\n4\n").status == 0)
        let result = try home.run("study", "French", "--mode", "cram", stdin: "u\n\n1\nu\nu\nq\n")
        #expect(result.output.contains("There is no answer of this session to take back."), "\(result.output)")
        #expect(result.output.contains("The last answer was taken back."))
        #expect(try answers() == [0, 0, 0, 1])
        #expect(try home.json("words", "stats", "--json")["days"]?.array?.first?["cram"] == .integer(0))
    }

    @Test func `as many cards are asked as a session announces`() throws {
        let file = WordsHome.fixtures.appending(path: "anki/anki_modern.apkg").path
        #expect(try home.run("words", "import", file).status == 0)
        let result = try home.run("study", stdin: String(repeating: "\n4\n", count: 200))
        let announced = result.output.matches(of: /([0-9]+) to do/).reduce(0) { $0 + (Int($1.1) ?? 0) }
        let asked = result.output.firstMatch(of: /([0-9]+) answers? to/).flatMap { Int($0.1) }
        #expect(announced > 30 && announced == asked, "\(result.output.prefix(300)) \(result.output.suffix(300))")
    }

    @Test func `a meaning of several lines is shown line by line, and below it the fields of other programs`() throws {
        let words = try home.write(
            "lines.json",
            #"""
            {"format":"hearth-words/1","decks":[{"path":["Lines"]}],
             "words":[{"deck":0,"content":{"word":"seuil","translation":"threshold\n\ndoorstep",
             "extra":[{"name":"Gender","value":"<b>m.</b>\n<script>x</script>"},{"name":"Sound","value":""}]}}]}
            """#)
        #expect(try home.run("words", "import", words).status == 0)
        let result = try home.run("study", "Lines", stdin: "\n3\n")
        #expect(result.output.contains("  threshold\n  doorstep\n  Gender: m.\n"), "\(result.output)")
    }

    @Test func `typed answers are compared, and the fitting button is suggested`() throws {
        let settings = try home.write(
            "typed.json",
            #"""
            {"format":"hearth-words/1","decks":[{"path":["Typed"],"settings":{"typesAnswer":true}}],
             "words":[{"deck":0,"content":{"word":"café","translation":"coffee shop","definition":"","phonetic":"","example":"",
             "synonyms":["bistro"],"tags":[],"extra":[]}}]}
            """#)
        let imported = try home.run("words", "import", settings)
        #expect(imported.status == 0, "\(imported.errors)")
        let result = try home.run("study", "Typed", "--limit", "1", stdin: "Coffee, SHOP\n\n")
        #expect(result.output.contains("case, accents and punctuation do not count"), "\(result.output)")
        #expect(try answers() == [0, 0, 1, 0])
        #expect(try home.run("study", "Nowhere").status != 0)
    }

    @Test func `at a terminal, keys are taken as they come`() throws {
        let terminal = try PseudoTerminal(["study", "French"], environment: home.environment)
        try terminal.wait(for: "space shows the answer")
        terminal.type(" ")
        try terminal.wait(for: "4 Easy")
        terminal.type("3")
        try terminal.wait(for: "space shows the answer")
        terminal.type("q")
        try terminal.wait(for: "1 answer to 1 card")
        #expect(try answers() == [0, 0, 1, 0])
    }
}
