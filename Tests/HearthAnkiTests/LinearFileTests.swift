// SPDX-License-Identifier: Apache-2.0

import HearthModels
import Testing

@testable import HearthAnki

/// Fields and tables that nobody writes: twice as much of one takes no more than three times the steps.
@Suite struct LinearFileTests {
    @Test(arguments: [
        "<", "<b", "<b>", "<b a", "<b a=\"", "<b a='b", "</b", "<!", "<!--", "<!-- -->", "<script>", "</script>",
        "<rp>",
        "<svg><svg>", "&", "&amp;", "&#x", "[sound:", "[sound:a]", "<img src=a>", "<td>", " ", "\n", "a",
    ])
    func `twice the HTML takes no more than three times the steps`(unit: String) async {
        let half = String(repeating: unit, count: 20_000 / unit.utf8.count)
        let one = await StepCounter.steps { _ = (PlainText(half + "<i>"), SanitisedHTML().html(half + "<i>")) }
        let two = await StepCounter.steps {
            _ = (PlainText(half + half + "<i>"), SanitisedHTML().html(half + half + "<i>"))
        }
        #expect(one > 0 && two <= 3 * one)
    }

    @Test(arguments: [
        "\"", "\"a", "\"a,", "\"a\n", "\"\n", "\"\"", "\"a\" ", "\"\n\" ", "\"\n\"a", ",", "\n", "a,b\n", "\",\"\n",
        "\"a\nb\",c\n",
    ])
    func `twice the table takes no more than three times the steps`(unit: String) async {
        func steps(_ text: String) async -> Int {
            await StepCounter.steps {
                var reader = DelimitedReader(Array(text.utf8), separator: 0x2C, quote: 0x22)
                while reader.next() != nil {}
            }
        }
        let half = String(repeating: unit, count: 20_000 / unit.utf8.count)
        let (one, two) = (await steps(half), await steps(half + half))
        #expect(two <= 3 * max(one, half.utf8.count))
    }
}
