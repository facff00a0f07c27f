// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import HearthWeb

/// Answers as HTML.
@Suite struct MarkdownTests {
    private let markdown = MarkdownHTML.sample

    @Test(arguments: [
        ("plain", "<p>plain</p>"),
        ("*a* **b** ~~c~~ `d<`", "<p><em>a</em> <strong>b</strong> <del>c</del> <code>d&lt;</code></p>"),
        ("# One\n## Two", "<h3>One</h3><h4>Two</h4>"),
        ("- a\n- b", "<ul><li>a</li><li>b</li></ul>"),
        ("3. a\n4. b", "<ol start=\"3\"><li>a</li><li>b</li></ol>"),
        ("- a\n\n- b", "<ul><li><p>a</p></li><li><p>b</p></li></ul>"),
        ("> q", "<blockquote><p>q</p></blockquote>"),
        ("a  \nb\nc", "<p>a<br>b\nc</p>"),
        ("---", "<hr>"),
        ("- [x] done", "<ul><li class=\"task\"><span aria-hidden=\"true\">☑</span> done</li></ul>"),
        ("AT&T <3 \"q\" 'r'", "<p>AT&amp;T &lt;3 &quot;q&quot; &#39;r&#39;</p>"),
        ("<b>x</b>", "<p>&lt;b&gt;x&lt;/b&gt;</p>"),
        ("<div>\nx\n</div>", "<p>&lt;div&gt;\nx\n&lt;/div&gt;\n</p>"),
    ])
    func `text becomes what it means`(text: String, html: String) {
        #expect(plain(markdown.html(text)) == html)
    }

    @Test func `texts are read at once without touching one another`() async {
        await withTaskGroup(of: Int.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    (0..<2_000).count { _ in plain(markdown.html("~~c~~ www.example.org")) != Self.marked }
                }
            }
            for await wrong in group { #expect(wrong == 0) }
        }
    }

    /// HTML without the direction of its blocks.
    private func plain(_ html: String) -> String { html.replacing(" dir=\"auto\"", with: "") }

    /// Arabic begins at the right, also in a conversation in English; what a block holds goes by the block.
    @Test(arguments: [
        ("مرحبا", "<p dir=\"auto\">مرحبا</p>"), ("# א", "<h3 dir=\"auto\">א</h3>"),
        ("- א\n- b", "<ul dir=\"auto\"><li>א</li><li>b</li></ul>"),
        ("3. א", "<ol dir=\"auto\" start=\"3\"><li>א</li></ol>"),
        ("> א", "<blockquote dir=\"auto\"><p>א</p></blockquote>"), ("---", "<hr dir=\"auto\">"),
    ])
    func `every block takes its direction from its text`(text: String, html: String) {
        #expect(markdown.html(text) == html)
        #expect(markdown.html("| א |\n|---|\n| b |").hasPrefix("<div dir=\"auto\" class=\"tablewrap\""))
    }

    private static let marked = """
        <p><del>c</del> <a href="http://www.example.org" target="_blank" rel="noopener noreferrer nofollow">www.example.org</a></p>
        """

    @Test func `tables keep their alignment`() {
        let html = markdown.html("| a | n |\n|---|--:|\n| x | 1 |")
        #expect(html.contains("<thead><tr><th scope=\"col\">a</th><th scope=\"col\" class=\"r\">n</th></tr></thead>"))
        #expect(html.contains("<tbody><tr><td>x</td><td class=\"r\">1</td></tr></tbody></table></div>"))
    }

    @Test func `code is shown as it is, with a button`() {
        let html = markdown.html("```swift <x>\nlet a = \"<b>\" // $x$ \\(y\\)\n```")
        #expect(html.contains("<span>swift</span><button"))
        #expect(html.contains("<code>let a = &quot;&lt;b&gt;&quot; // $x$ \\(y\\)\n</code></pre>"))
        #expect(html.contains("data-copy-code aria-label=\"Copy code\""))
    }

    @Test(arguments: [
        ("[a](https://x.org/?a=1&b=2)", "href=\"https://x.org/?a=1&amp;b=2\""),
        ("<mailto:nora@x.org>", "href=\"mailto:nora@x.org\""),
        ("see https://x.org now", "href=\"https://x.org\""),
        ("www.x.org", "href=\"http://www.x.org\""),
    ])
    func `links lead out in a window of their own`(text: String, address: String) {
        let html = markdown.html(text)
        #expect(html.contains(address))
        #expect(html.contains("target=\"_blank\" rel=\"noopener noreferrer nofollow\""))
    }

    @Test func `images become links, and are never loaded`() {
        let html = markdown.html("![A cat](https://x.org/cat.png) ![](http://x.org/i.gif)")
        #expect(!html.contains("<img"))
        #expect(html.contains("<a href=\"https://x.org/cat.png\""))
        #expect(html.contains(">A cat <bdi class=\"link-host\">x.org</bdi></a>"))
        #expect(html.contains(">Image <bdi class=\"link-host\">x.org</bdi></a>"))
    }

    /// The words of a link may say anything, also the address of somebody else.
    @Test(arguments: [
        ("[your bank](https://evil.example/a)", "evil.example"),
        ("[https://bank.example](https://evil.example)", "evil.example"),
        ("[bank.example/evil.example](https://evil.example)", "evil.example"),
        ("[a](https://EVIL.example:8443/?bank.example)", "evil.example"),
        ("[**https://evil.example**](https://evil.example)", "evil.example"), ("[a](https://é.example)", "é.example"),
        ("[a](http://192.168.1.20:8080)", "192.168.1.20"), ("[a](http://[2001:db8::1]/)", "[2001:db8::1]"),
        ("https://x.org/a", nil), ("www.x.org", nil), ("[x.org](https://x.org/a)", nil),
        ("[x.org/a?b&c](https://x.org/a?b&c)", nil), ("[Nora](mailto:nora@x.org)", nil),
    ])
    func `a link says where it leads`(text: String, host: String?) {
        let html = markdown.html(text)
        #expect(html.contains("<a href"))
        #expect(html.contains("link-host") == (host != nil))
        if let host { #expect(html.contains("<bdi class=\"link-host\">\(host)</bdi></a>"), "\(html)") }
    }

    /// As browsers read them, each of these is an address of the app.
    @Test(arguments: [
        "/settings/data", "//localhost/a", "settings", "?deleted=1", "#m-1", "http:settings", "http:/settings",
        "https:settings", "http:\\\\localhost\\a", "http:///localhost/a", "http://localhost/a",
        "HTTP://LOCALHOST:4242/a",
        "http://localhost./a", "http://a.localhost/a", "http://127.0.0.1:4242/a", "http://127.1/a",
        "http://2130706433/a", "http://0x7f.1/a", "http://0177.0.0.1/a", "http://127.0.0.1./a", "http://127.9.9.9/a",
        "http://0.0.0.0/a", "http://0/a", "http://[::1]/a", "http://[::ffff:127.0.0.1]/a", "http://[0:0::1]/a",
        "http://x.org@localhost/a", "http://x.org:80@localhost/a", "http://local%68ost/a", "http://ｌocalhost/a",
        "http://local\u{AD}host/a", "http://127。0。0。1/a", "http://①②⑦.0.0.1/a", "http://kitchen.local/a",
        "https://Kitchen.Local:4242/a", "http://[FD00:0::1]/a", "http://x.org\\@localhost/a", "http:// localhost/a",
    ])
    func `the app's own address is text`(address: String) {
        let links = OutsideLinks(own: ["localhost", "127.0.0.1", "kitchen.local", "[fd00::1]"])
        #expect(links.link(address) == nil)
        for text in ["[a](<\(address)>)", "<\(address)>", address, "![a](<\(address)>)"] {
            #expect(!markdown.html(text).contains("<a "), "\(text)")
        }
    }

    @Test(arguments: [
        ("$x^2$", "x²", false), ("\\(a*b*c\\)", "a*b*c", false), ("\\[\n\\sum_i x_i\n\\]", "∑ᵢ xᵢ", true),
        ("$$a_1 < b_2$$", "a₁ &lt; b₂", true), ("$V = l \\cdot w$", "V = l · w", false),
        ("$\\frac{a+b}{2}$", "(a+b)⁄2", false), ("$\\sqrt{2}\\,\\pi r^{10}$", "√2\u{2009}π r¹⁰", false),
        ("$\\left(\\text{so}\\right)$", "(so)", false), ("$e^{-n}$", "e⁻ⁿ", false),
    ])
    func `formulas are shown in the characters that they are written in`(text: String, body: String, isBlock: Bool) {
        let html = markdown.html("So \(text) is it.")
        #expect(html.contains(">\(body)</span>"))
        #expect(html.contains("class=\"math block\"") == isBlock)
        #expect(!html.contains("<em>"))
    }

    @Test(arguments: [
        "x^{q}", "\\matrix{a}", "\\frac{a}", "\\frac", "{a", "a}", "^", "\\", "\\sqrt[3]{x}", "a & b",
        String(repeating: "{", count: 2_000) + String(repeating: "}", count: 2_000),
    ])
    func `a formula that is not understood is shown as it was given`(body: String) {
        #expect(FormulaText.of(body) == nil)
        let html = markdown.html("\\[\(body)\\]")
        if body.count < 100 { #expect(html.contains(">\(body.escapedForHTML)</span>")) }
    }

    @Test(arguments: [
        "It costs $5 and $6.", "a $ b $ c", "`$x$`", "\\$x\\$", "$a\nb$", "\\(never closed", "$$", "$",
        "$5/$10", "$HOME/bin:$PATH", "Between $5 and $10, of which $3 are mine.", "($5)", "US$5–US$7",
    ])
    func `prices and code are no formulas`(text: String) {
        #expect(!markdown.html(text).contains("math"))
    }

    @Test func `a browser may draw a formula by its source`() {
        let html = markdown.html("So $\\frac{1}{2} < \"x\" $ no, \\(\\frac{1}{2} < \"x\"\\) yes.")
        #expect(html.contains(" data-tex=\"\\frac{1}{2} &lt; &quot;x&quot;\">"), "\(html)")
        #expect(html.components(separatedBy: "data-tex").count == 2)
    }

    @Test(arguments: [
        (String(repeating: "x", count: 2_000), true), (String(repeating: "x", count: 2_001), false),
        (String(repeating: "{", count: 24) + String(repeating: "}", count: 24), true),
        (String(repeating: "{", count: 25) + String(repeating: "}", count: 25), false),
        (String(repeating: "{}", count: 500), true), (String(repeating: "\\{", count: 500), true),
        (String(repeating: "\\left(", count: 25) + "x", false), (String(repeating: "\\begin{a}", count: 25), false),
        (String(repeating: "\\left( \\right)", count: 50), true), ("\\def\\a{b}", false), ("\\definition", true),
        ("\\newcommand{\\a}{b}", false), ("\\href{x}{y}", false), ("\\htmlClass{a}{b}", false), ("\\let\\a\\b", false),
        ("\\\\let", true), ("\\leftarrow\\begingroup", true), ("}}}}{", true),
    ])
    func `long, deep and defining formulas stay text`(body: String, isDrawable: Bool) {
        #expect(MarkdownFormula(source: body, body: body, isBlock: true).isDrawable == isDrawable)
    }

    /// In each text the mark of the formula `$x$` is tried to be written a second time, in the way of today and in ways
    /// that were.
    @Test(arguments: [
        "\u{E000}0\u{E001}", "&#xE000;0&#xE001;", "&#57344;0&#57345;", "&#xE000;\u{E001}0\u{E001}", "&#xFF;0&#xFE;",
        "&#255;0&#254;",
        "\u{FF}0\u{FE}", "\u{E000}\u{FF}0\u{FE}\u{E000}", "&#xE000;&#xFF;0&#xFE;&#xE000;", "&yuml;0&thorn;", "%FF0%FE",
        "\\xFF0\\xFE",
    ])
    func `no text and no entity can stand for a formula`(forged: String) {
        for text in [
            "$x$ and \(forged)", "\(forged) and $x$",
            "**\(forged)** `\(forged)` [\(forged)](https://x.org/\(forged)) $x$",
        ] {
            let html = markdown.html(text)
            #expect(html.components(separatedBy: "<span class=\"math\"").count == 2, "\(html)")
        }
        #expect(!markdown.html(forged).contains("math"))
    }

    @Test func `private characters are shown as they are`() {
        #expect(plain(markdown.html("\u{E000}0\u{E001} &#xE000;7")) == "<p>\u{E000}0\u{E001} \u{E000}7</p>")
    }

    @Test(arguments: [
        ("**$x$** a", "<strong><span"), ("a_$x$_", "a_<span"), ("*$x$*", "<em><span"), ("`a` $x$", "</code> <span"),
        ("| $a|b$ |\n|---|", "<span class=\"math\" role=\"math\" data-tex=\"a|b\">a|b</span></th>"),
        (
            "[$x$](https://x.org)",
            "><span class=\"math\" role=\"math\" data-tex=\"x\">x</span> <bdi class=\"link-host\">x.org</bdi></a>"
        ),
        ("[a](https://x.org/$x$)", "href=\"https://x.org/$x$\""), ("```$x$\n```", "<span>$x$</span>"),
        ("https://x.org/$x$ b", "href=\"https://x.org/$x$\""), ("$x$@x.org", "</span>@x.org"),
    ])
    func `a formula stands where a word could`(text: String, part: String) {
        #expect(markdown.html(text).contains(part), "\(markdown.html(text))")
    }

    @Test func `a growing text changes only at its end`() {
        let text = "# One\n\nA *first* paragraph.\n\n- a\n- b\n\n```\ncode\n```\n\nlast **words**"
        var before: [String] = []
        for length in text.indices {
            let blocks = markdown.blocks(String(text[...length]), in: "text")
            let same = zip(before, blocks).prefix { $0 == $1 }.count
            #expect(same >= before.count - 2)
            before = blocks
        }
        #expect(before.count == 5)
    }
}
