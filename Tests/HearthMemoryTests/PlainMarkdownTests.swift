// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthMemory
import Testing

/// Markdown as lists show it. Escapes by CommonMark, section 2.4.
@Suite struct PlainMarkdownTests {
    @Test(arguments: [
        (#"A 30\-minutes walk"#, "A 30-minutes walk"), (#"1\. not a list"#, "1. not a list"),
        (#"\*not bold\* and **bold**"#, "*not bold* and bold"), (#"a \\ b"#, #"a \ b"#), (#"C:\new"#, #"C:\new"#),
        (#"\[no link\](x) and [a link](https://x.y/a\_b)"#, "[no link](x) and a link"), (#"\"#, #"\"#),
        ("# Title\n\ntext", "Title text"), (##"\# no title"##, "# no title"), (#"it\!"#, "it!"),
    ])
    func `a list shows the text alone`(markdown: String, shown: String) {
        #expect(markdown.plainOfMarkdown == shown)
    }

    @Test func `a text keeps its other signs where only escapes go`() {
        #expect(#"**30\-minutes**"#.withoutMarkdownEscapes == "**30-minutes**")
    }

    @Test func `the title of an entry has no escapes`() throws {
        let day = JournalDay(number: 20_000)
        let entry = JournalEntry(
            day: day, text: "# A 30\\-minutes walk\n\nText.", createdAt: .init(timeIntervalSince1970: 0))
        #expect(entry.titled.title == "A 30-minutes walk")
        let plain = JournalEntry(day: day, text: "Run\\-club\n\nText.", createdAt: .init(timeIntervalSince1970: 0))
        #expect(plain.titled.title == "Run-club")
    }
}
