// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import HearthAnki

/// Fields of notes as text and as HTML that can stand in a page. Expected values are what browsers show, by the HTML
/// standard.
@Suite struct HTMLTests {
    @Test(arguments: [
        ("apple", "apple"), ("", ""), ("  a  b \n c ", "a b c"), ("a&nbsp;b", "a b"), ("a &amp; b", "a & b"),
        ("An <b>apple</b> a day.", "An apple a day."), ("one<br>two", "one\ntwo"),
        ("<div>one</div><div>two</div>", "one\ntwo"), ("<p>a</p>\n\n<p>b</p>", "a\nb"), ("a < b &lt; c", "a < b < c"),
        ("<tag>", "<tag>"), ("1 <2> 3", "1 <2> 3"), ("<script>alert(1)</script>x", "x"),
        ("<style>b{}</style>x<!-- c -->y", "xy"), ("<ruby>漢字<rp>(</rp><rt>かんじ</rt><rp>)</rp></ruby>", "漢字(かんじ)"),
        ("&#x6F22;&#23383;", "漢字"), ("&#0;&#xD800;&#x110000;", "\u{FFFD}\u{FFFD}\u{FFFD}"),
        ("&unknown; &amp", "&unknown; &"), ("caf&eacute &copy 2020 &notit; &lt3", "café © 2020 ¬it; <3"),
        ("&#146;&#x96;&#8211;&NotEqualTilde;&alpha;", "’––≂̸α"),
        ("10<sup>2</sup> H<sub>2</sub>O x<sup>n+1</sup>", "10² H₂O xⁿ⁺¹"),
        ("1<sup>er</sup> e<sup>iω</sup> a<sub>Q</sub>", "1ᵉʳ e^(iω) a_Q"),
        ("<pre>  a\n    b\n</pre>c", "  a\n    b\nc"),
        ("a<pre>\nb<br>c</pre>", "a\nb\nc"), ("x<sup>2", "x²"),
        ("<svg><script>x</script></svg>y", "y"), ("<scr<script>ipt>", "<scr"), ("<b", "<b"), ("<a href='", "<a href='"),
        ("<!--", ""), ("<", "<"), ("</", "</"), ("x<!-- a --><!-- b -->y", "xy"), ("a\u{0}b\u{7}c", "abc"),
        ("[sound:a.mp3] hello", "hello"), ("<td>a</td><td>b</td>", "a b"), ("été", "été"), ("りんご", "りんご"),
    ])
    func `plain text of`(html: String, text: String) {
        #expect(PlainText(html).text == text)
    }

    @Test func `media are found, and unsafe names are not`() {
        let text = PlainText(
            #"<img src="apple.png"><IMG SRC='with%20space &amp; amp.png'><img src=a.png onerror=x><img src="../x.png">"#
                + #"<img src="data:image/png;base64,AA"><img src="https://x.y/z.png">[sound:a.mp3][sound:../b.mp3]"#)
        #expect(text.images == ["apple.png", "with space & amp.png", "a.png"])
        #expect(text.sounds == ["a.mp3"])
        #expect(text.text == "")
    }

    @Test(arguments: [
        ("a <b>b</b>", "a <b>b</b>"), ("<b>a", "<b>a</b>"), ("<b><i>a</b>c</i>", "<b><i>a</i></b>c"), ("</b>a", "a"),
        ("<b onclick=alert(1) style='x' class=y id=z>a</b>", "<b>a</b>"), ("<script>alert(1)</script>a", "a"),
        ("<SCRIPT src=//x.y/z></SCRIPT>a", "a"), ("<iframe src=x></iframe>a", "a"), ("<object data=x>a</object>b", "b"),
        ("<svg/onload=alert(1)>a</svg>b", "b"), ("<math><mi>a</mi></math>b", "b"), ("<style>*{}</style>a", "a"),
        ("<a href=\"javascript:alert(1)\">a</a>", "<a>a</a>"), ("<a href=\" javascript:alert(1)\">a</a>", "<a>a</a>"),
        ("<a href=\"java&#10;script:alert(1)\">a</a>", "<a>a</a>"), ("<a href=\"data:text/html,x\">a</a>", "<a>a</a>"),
        (
            "<a href=\"https://x.y/?a=1&amp;b\">a</a>",
            "<a href=\"https://x.y/?a=1&amp;b\" rel=\"noopener noreferrer\">a</a>"
        ),
        ("<a href='https://x.y/\" onclick=\"z'>a</a>", "<a>a</a>"),
        ("<img src=apple.png onerror=alert(1) alt='a\"b'>", "<img src=\"/media/apple.png\" alt=\"a&quot;b\">"),
        ("<img src=x.png>", ""), ("<img src=../apple.png>", ""), ("<img src=data:image/svg+xml,x>", ""),
        ("<font color=red>a</font>", "a"), ("<form action=x><input name=y>a</form>", "a"), ("<tag>a", "&lt;tag&gt;a"),
        ("<td colspan=2 rowspan=9999>a</td>", "<td colspan=\"2\">a</td>"),
        ("<span dir=RTL lang=ar>a</span>", "<span dir=\"rtl\" lang=\"ar\">a</span>"),
        ("<span lang='a\" x='>a</span>", "<span>a</span>"), ("a < b", "a &lt; b"), ("&lt;script&gt;", "&lt;script&gt;"),
        ("<meta http-equiv=refresh content=0><base href=x><link rel=stylesheet href=x>a", "a"),
        ("<noscript><p title=\"</noscript><img src=x onerror=alert(1)>\"></noscript>", "&quot;&gt;"),
        ("<textarea></textarea><b>a</b>", "<b>a</b>"), ("<b>a<!-- <script> --></b>", "<b>a</b>"),
    ])
    func `HTML that can stand in a page of`(source: String, html: String) {
        let sanitised = SanitisedHTML { $0 == "apple.png" ? "/media/apple.png" : nil }
        #expect(sanitised.html(source) == html)
        // What is sanitised once is not changed by a second time, but for addresses of media.
        if !html.contains("<img") && !html.contains("rel=") { #expect(sanitised.html(html) == html) }
    }

    /// Each would take minutes if something in it were looked for again and again.
    @Test(arguments: [
        "<", "<a ", "<a href=\"", "<!--", "</", "&", "&#", "<b>", "<div>", "[sound:", "<script>", "<svg>", "<rp>",
        "<!---->",
    ])
    func `thousands of repetitions take no time`(piece: String) {
        let html = String(repeating: piece, count: 20_000)
        let start = ContinuousClock().now
        _ = PlainText(html)
        _ = SanitisedHTML().html(html)
        #expect(ContinuousClock().now - start < .seconds(20))
    }
}
