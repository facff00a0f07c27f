// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthChat
import HearthModels
import HearthTesting
import SeededRandom
import Testing

@testable import HearthWeb

/// Answers that are small as text and large as a page.
@Suite struct MarkdownBoundsTests {
    private static let markdown = MarkdownHTML.sample
    private static let note = "<p class=\"note\">Shown as plain text.</p>"

    /// A table of so many columns, with rows of one cell, which are filled up.
    private static func table(_ columns: Int, _ rows: Int) -> String {
        let (head, line) = (String(repeating: "a|", count: columns), String(repeating: "-|", count: columns))
        return "|\(head)\n|\(line)\n" + String(repeating: "a\n", count: rows)
    }

    // MARK: Each bound

    static let tooMuch: [(name: String, text: String)] = [
        ("a table that fills up", table(1_000, 2_000)),
        ("many tables that fill up", String(repeating: table(100, 30) + "\n", count: 20)),
        ("a table in a quote", table(1_000, 2_000).split(separator: "\n").map { "> \($0)\n" }.joined()),
        ("a head of very many cells", table(25_000, 1)),
        ("heads that do not fit", String(repeating: "|a|b|\n|-|\n", count: 5_000)),
        ("deep quotes", String(repeating: ">", count: 50_000)),
        (
            "deep quotes that go on",
            String(repeating: ">", count: 25_000) + "a\n" + String(repeating: "b\n", count: 12_500)
        ),
        ("deep lists", String(repeating: "- ", count: 20_000) + "a"),
        ("deep numbers", String(repeating: "1. ", count: 20_000) + "a"),
        ("deep quotes and lists", String(repeating: "> + ", count: 10_000)),
        ("a list deeper by each line", (0..<200).map { String(repeating: "  ", count: $0) + "- a\n" }.joined()),
        ("deep emphasis", String(repeating: "*a **b ", count: 100) + "c" + String(repeating: "** d*", count: 100)),
        ("many brackets in an address", "http://a.b/" + String(repeating: ")", count: 50_000)),
        ("images in images", String(repeating: "![[]()", count: 8_000)),
        (
            "one address, used often",
            "[a]: http://x.org/\(String(repeating: "y", count: 5_000))\n\n" + String(repeating: "[a] ", count: 5_000)
        ),
        (
            "one formula, used often",
            "[a]: http://x.org/$\(String(repeating: "y", count: 3_000))$\n\n" + String(repeating: "[a] ", count: 2_000)
        ),
        ("code that HTML hides", "<!-- `\n```\n-->\n\n" + String(repeating: "![[]()", count: 8_000)),
        ("code that a list hides", "- a\n\n  ```\n\n```\n```\n" + String(repeating: "![[]()", count: 8_000)),
        ("code that is none", "``` ` \n" + String(repeating: "![[]()", count: 8_000)),
        ("code that is over", "```\n   ````` \n" + String(repeating: "![[]()", count: 8_000)),
        ("more than a page", String(repeating: "Words and words.\n\n", count: 20_000)),
    ]

    @Test(arguments: tooMuch.map(\.name))
    func `what is too much for a page is kept as text, with a note`(name: String) throws {
        let text = try #require(Self.tooMuch.first { $0.name == name }).text
        let blocks = Self.markdown.blocks(text, in: "text")
        #expect(blocks.first == Self.note)
        let pieces = try blocks.dropFirst().map { block in
            try #require(block.wholeMatch(of: /<div class="plain">(?<text>[^<]*)<\/div>/)).text
        }
        #expect(pieces.joined() == text.escapedForHTML)
        #expect(pieces.dropLast().allSatisfy { $0.last?.isNewline == true || !$0.contains("\n") })
    }

    static let bearable: [(name: String, text: String)] = [
        (
            "a large table",
            table(20, 0) + String(repeating: String(repeating: "| word ", count: 20) + "|\n", count: 900)
        ),
        (
            "a table with links",
            "| a | b |\n|---|--:|\n" + String(repeating: "| [x](https://x.org) **b** | `c` |\n", count: 500)
        ),
        ("a long list", (1...800).map { "- **Item \($0)**: some words and `code`\n" }.joined()),
        ("a long paragraph", String(repeating: "Some *words* and (others). ", count: 1_500)),
        (
            "long code",
            "```\n" + String(repeating: "    if (a[i] && b->c != d) { *e++ = f(g, \"h\"); }\n", count: 3_000) + "```"
        ),
        ("code that only seems to be over", "```\n    ```\n``` a\n~~~\n" + String(repeating: "![[]()", count: 8_000)),
        ("deep lists, as people write", (0..<12).map { String(repeating: "    ", count: $0) + "- a\n" }.joined()),
        ("deeply indented code", String(repeating: String(repeating: " ", count: 120) + "- x\n" + "* y\n", count: 30)),
        (
            "rules",
            String(
                repeating: String(repeating: "- ", count: 60) + "\n\n" + String(repeating: "*", count: 80) + "\n\n",
                count: 50)
        ),
        ("quotes in quotes", (1...12).map { String(repeating: "> ", count: $0) + "a\n" }.joined()),
        (
            "many sources",
            (1...200).map { "[\($0)]: https://x.org/page-\($0)\n" }.joined() + "\n"
                + (1...200).map { "See [\($0)].\n" }.joined()
        ),
        (
            "many footnotes",
            (1...200).map { "Word[^\($0)] and " }.joined() + "\n\n" + (1...200).map { "[^\($0)]: Note\n" }.joined()
        ),
        (
            "a long answer",
            String(
                repeating: "## Title\n\nSome **bold** words, [a link](https://x.org) and $x^2$.\n\n1. One\n2. Two\n\n",
                count: 1_500)
        ),
        ("short blocks of code", String(repeating: "~~~\n~~~\n", count: 2_000)),
    ]

    @Test(arguments: bearable.map(\.name))
    func `what people write is laid out`(name: String) throws {
        let text = try #require(Self.bearable.first { $0.name == name }).text
        #expect(Self.markdown.blocks(text, in: "text").first != Self.note)
    }

    // MARK: Any text

    /// Parts from which hostile texts are made; `n` is the number of a word that nothing else has.
    private static func part(_ random: inout SplitMix, _ n: Int) -> String {
        func times(_ text: String, _ most: Int) -> String {
            // Small and large numbers are as likely.
            String(repeating: text, count: Int(pow(Double(most), Double.random(in: 0...1, using: &random))))
        }
        let snippets = [
            ">", "> ", "- ", "+ ", "1. ", "2) ", "* ", "  - a\n", "\t- a\n", "[", "![", "]", "](", "[a](",
            "[a](http:x)", "[a]", "[^a]", "[^b]", "[^",
            "*", "*a ", "_a", "**", "**a *b ", "a***b** c* ", "~", "~~a ", "`", "``a", "<", "<a ", "<!--", "<![CDATA[",
            "<?", "<div>\n", "http://",
            "www.", "www.a_b.", "a@", "a@b.", "://", "(", ")", "\\", "\\(", "\\[", "$", "$a", "$$a", "$x$", "&",
            "&amp;", "&#xE000;", "&#255;",
            "&#x10FFFF;", "&#0;", "\u{E000}", "\u{FF}", "\0", "|", "|a", "a|b\n", "|-", ":-|", "---\n", "===\n", "# ",
            "```\n", "~~~\n", "    a\n",
            "\n", "\r", "\r\n", "\n\n", " ", "\t", "\u{301}", "🙂", "\u{202E}", "- [x] ", "[^a]: ", "[a]: http://x\n",
            "\"", "'", "a", "w", ":", "@",
        ]
        switch Int.random(in: 0..<12, using: &random) {
        case 0: return table(1 + Int.random(in: 0..<300, using: &random), Int.random(in: 0..<300, using: &random))
        case 1: return times(">", 3_000) + "w\(n)\n" + times("b\n", 1_000)
        case 2: return "[r\(n)]: http://x.org/" + times("y", 3_000) + "\n\n" + times("[r\(n)]", 1_000)
        case 3: return "[^\(n)]: " + times("w\(n) ", 50) + "\n\n" + times("[^\(n)]", 300)
        case 4: return times("*", 40) + "w\(n)" + times("*", 40) + times("_", 40)
        case 5: return times("\\(", 20) + times("a", 5_000) + times("\\)", 20) + "$\(n)$"
        default:
            let (one, other) = (
                snippets.randomElement(using: &random) ?? "", snippets.randomElement(using: &random) ?? ""
            )
            return times(one + (Bool.random(using: &random) ? other : ""), 3_000)
        }
    }

    private static func hostile(_ seed: Int) -> String {
        var random = SplitMix(seed: seed)
        return (0..<Int.random(in: 1...8, using: &random)).map { number in
            part(&random, number) + (["", "", " ", "\n", "\n\n"].randomElement(using: &random) ?? "")
        }.joined()
    }

    @Test(arguments: 0..<400)
    func `no text nests deeper or grows larger than a page bears`(seed: Int) {
        let text = Self.hostile(seed)
        let blocks = Self.markdown.blocks(text, in: "text")
        let size = blocks.reduce(0) { $0 + $1.utf8.count }
        let isPlain = blocks.first == Self.note
        #expect(size <= (isPlain ? 6 * text.utf8.count + 20_000 : min(2_000_000, 20_000 + 48 * text.utf8.count)))
        for block in blocks {
            let outline = HTMLOutline(block)
            #expect(outline.roots == 1 && outline.isBalanced)
            #expect(outline.depth <= MarkdownWriter.deepest + 8)
        }
        let cells = HTMLOutline(blocks.joined()).counts
        #expect(cells["td", default: 0] + cells["th", default: 0] <= MarkdownCost.mostCells)
    }

    @Test func `hostile texts are of both kinds`() {
        let plain = (0..<400).count { Self.markdown.blocks(Self.hostile($0), in: "text").first == Self.note }
        #expect(plain >= 50 && plain <= 350, "\(plain)")
    }

    /// A text as it arrives: at no moment does a browser get more than the page would show then.
    @Test(arguments: 0..<20)
    func `an answer that grows has the same bounds`(seed: Int) async throws {
        let say = try await TestApp().server.site.pages.phrases(.english)
        let text = Self.hostile(seed)
        var growing = GrowingAnswer(of: "a", seen: 0)
        var taken = ""
        var shown: [String] = []
        for (index, piece) in Array(text.unicodeScalars).chunked(into: max(1, text.unicodeScalars.count / 20))
            .enumerated()
        {
            let piece = String(String.UnicodeScalarView(piece))
            taken += piece
            growing.take(AnswerEvent(id: index + 1, change: .piece(.text(piece))))
            let update = try #require(growing.event(Self.markdown, say)?.data as? GrowingAnswer.Update)
            #expect(update.html.utf8.count <= 20_000 + 48 * taken.utf8.count)
            #expect(HTMLOutline(update.html).depth <= MarkdownWriter.deepest + 8)
            let all = Self.markdown.blocks(taken, in: "answer-a")
            #expect(Array(all.prefix(update.from)) == Array(shown.prefix(update.from)))
            #expect(update.html == all[update.from...].joined())
            shown = all
        }
        #expect(taken == text)
    }

    // MARK: Pages

    @Test(arguments: [(AppearanceSettings.Language.english, "Shown as plain text"), (.french, "Affiché en texte brut")])
    func `a page with a table of two million cells is small`(language: AppearanceSettings.Language, words: String)
        async throws
    {
        let text = Self.table(1_000, 2_000)
        let app = try await TestApp(
            ScriptedModel(saying: text), settings: InMemorySettings { $0.appearance.language = language })
        let id = try await app.answered("Draw a table").session
        try await app.test { browser in
            let page = try await browser.get("/chat/\(id)").text
            #expect(page.utf8.count < 60_000)
            #expect(page.contains(#/<p[^>]* class="note">/#) && page.contains(words))
            let shown = page.replacing("</div><div class=\"plain\">", with: "")
            #expect(shown.contains(text.escapedForHTML))
            #expect(!page.contains("<table>"))
        }
    }
}
