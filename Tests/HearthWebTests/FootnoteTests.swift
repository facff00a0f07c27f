// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthChat
import HearthModels
import HearthTesting
import SeededRandom
import Testing

@testable import HearthWeb

/// Footnotes of answers.
@Suite struct FootnoteTests {
    private let markdown = MarkdownHTML.sample

    private static func reference(_ number: Int, _ time: Int = 1) -> String {
        """
        <sup id="text-ref-\(number)-\(time)"><a href="#text-note-\(number)" role="doc-noteref" \
        aria-label="Footnote \(number)">\(number)</a></sup>
        """
    }

    private static func back(_ number: Int, _ time: Int = 1) -> String {
        " <a href=\"#text-ref-\(number)-\(time)\" role=\"doc-backlink\" aria-label=\"Back from footnote \(number)\">↩</a>"
    }

    private static func section(_ items: String) -> String {
        "<section class=\"footnotes\" role=\"doc-endnotes\" aria-label=\"Footnotes\"><ol>\(items)</ol></section>"
    }

    @Test func `footnotes are numbered as they are met, and linked both ways`() {
        let text = "Bees[^b] and ants[^a], bees[^B].\n\n[^a]: Six *legs*.\n[^b]: Honey.\n\n    And wax."
        let notes = """
            <li id="text-note-1"><p>Honey.</p><p>And wax.\(Self.back(1))\(Self.back(1, 2))</p></li>\
            <li id="text-note-2"><p>Six <em>legs</em>.\(Self.back(2))</p></li>
            """
        #expect(
            markdown.plain(text) == """
                <p>Bees\(Self.reference(1)) and ants\(Self.reference(2)), bees\(Self.reference(1, 2)).</p>\
                \(Self.section(notes))
                """)
    }

    @Test func `a footnote that ends with a list has its way back below`() {
        let html = markdown.html("a[^1]\n\n[^1]: b\n\n    - c")
        #expect(html.hasSuffix("<ul><li>c</li></ul>\(Self.back(1))</li></ol></section>"))
    }

    @Test func `a footnote in a link is a number, as links hold no links`() {
        let html = markdown.html("[a[^1]](https://x.org)\n\n[^1]: b")
        #expect(html.contains("a<sup id=\"text-ref-1-1\">1</sup> <bdi class=\"link-host\">x.org</bdi></a>"))
    }

    @Test func `footnotes may refer to one another`() {
        let html = markdown.html("a[^1]\n\n[^1]: b[^2]\n\n[^2]: c[^1]")
        #expect(html.contains("<p>b\(Self.reference(2))\(Self.back(1))\(Self.back(1, 2))</p>"))
        #expect(html.contains("<p>c\(Self.reference(1, 2))\(Self.back(2))</p>"))
    }

    /// cmark-gfm drops a note to which nothing refers, a second one of the same name, and words in `[^…]` that spans
    /// lines.
    @Test(arguments: [
        ("[^1]: lost", "<p>[^1]: lost</p>"), ("a [^1]", "<p>a [^1]</p>"),
        ("[^1]: https://x.org\n\na", "<p>[^1]: <a href"),
        ("a[^1]\n\n[^1]: b\n\n[^1]: second", "<p>[^1]: second</p>"),
        ("a[^1] [^c\nd] e\n\n[^1]: b", "[^c\nd] e"),
        ("a[^1]\n\n[^1]: b\n\n[^2]: c", "<p>[^2]: c</p>"),
        ("`[^1]`\n\n[^1]: b", "<p>[^1]: b</p>"),
        ("[^1](https://x.org)\n\n[^1]: b", "<p>[^1]: b</p>"),
        ("[x](https://x.org/[^1])\n\n[^1]: b", "<p>[^1]: b</p>"),
        ("    [^1]\n\n[^1]: b", "<p>[^1]: b</p>"),
        ("a[^1] `b\n[^2]: c` d\n\n[^1]: e", "[^2]: c"),
        ("a[^1]\n\n> [^2]: c\n\n[^1]: e", "<blockquote><p>[^2]: c</p></blockquote>"),
        ("a[^ß] b[^SS]\n\n[^ß]: c\n\n[^ss]: d", "<p>[^ß]: c</p>"),
        ("```\na[^1]\n[^1]: x [^2]: y\n```\nb[^3]\n\n[^3]: c", "a[^1]\n[^1]: x [^2]: y"),
    ])
    func `no words are lost`(text: String, kept: String) {
        #expect(markdown.plain(text).contains(kept), "\(markdown.plain(text))")
    }

    /// Texts of footnotes, quotes, lists, code and links in any order, in which each word occurs once.
    @Test(arguments: 0..<400)
    func `no words are lost in any text`(seed: Int) throws {
        var random = SplitMix(seed: seed)
        var words = 0
        func word() -> String {
            words += 1
            return "word\(words)x"
        }
        let names = [
            "1", "2", "a", "A", "é", "long-name", "b c", "", "^", "www.x", "a_b", "*c*", "`d`", "<e>", "&amp;", "[f",
            "$g$",
        ]
        let text = (0..<Int.random(in: 2...14, using: &random)).map { _ in
            let name = names.randomElement(using: &random) ?? ""
            let start = [
                "", "", "", "> ", "- ", "1. ", "    ", "  ", "- > ", "# ", "*", "`", "```\n", "<div>", "[^a]: ",
            ]
            let end = ["\n", "\n\n", " ", "", "  \n", "\n    ", "`", "\n```\n", "*", "](https://x.org) "]
            let middle = [
                "\(word()) [^\(name)] \(word())", "[^\(name)]: \(word())", "\(word())[^\(name)]",
                "[\(word()) [^\(name)]", "[^\(name)](https://x.org)",
                "[^\(word())\n\(word())]", "\(word())", "[^\(name)]:\n\(word())", "[^1]: [^2]: \(word())",
                "![^\(name)]", "\\[^\(name)]: \(word())",
            ]
            return (start.randomElement(using: &random) ?? "") + (middle.randomElement(using: &random) ?? "")
                + (end.randomElement(using: &random) ?? "")
        }.joined()
        let html = markdown.html(text)
        let lost = text.matches(of: /word\d+x/).map { String($0.output) }.filter { !html.contains($0) }
        #expect(lost == [], "\(text.debugDescription) as \(html)")
        let ids = html.matches(of: /id="([^"]*)"/).map { String($0.1) }
        #expect(Set(ids).count == ids.count)
        for target in html.matches(of: /href="#([^"]*)"/).map({ String($0.1) }) {
            #expect(ids.contains(target), "\(html)")
        }
    }

    @Test func `messages of a page have footnotes of their own`() async throws {
        let text = "Bees[^1].\n\n[^1]: Honey."
        let model = ScriptedModel { _ in .of([.thought(text), .text(text), .finished(.sample)]) }
        let app = try await TestApp(model)
        let session = try await app.answered("Bees?").session
        _ = try await app.conversations.ask("Again?", in: session)
        try await eventually("both are answered") {
            try await app.conversations.path(of: session).filter {
                $0.message.state == .complete && $0.message.role == .assistant
            }.count == 2
        }
        try await app.test { browser in
            let page = try await browser.get("/chat/\(session)").text
            let ids = page.matches(of: /id="([^"]*)"/).map { String($0.1) }
            #expect(Set(ids).count == ids.count)
            let notes = page.matches(of: /href="#((?:answer|thought)-[^"]*)"/).map { String($0.1) }
            #expect(notes.count == 8 && notes.allSatisfy(ids.contains))
            #expect(page.contains("role=\"doc-endnotes\" aria-label=\"Footnotes\""))
        }
    }
}
