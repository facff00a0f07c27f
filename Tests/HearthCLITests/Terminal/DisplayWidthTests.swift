// SPDX-License-Identifier: Apache-2.0

import HearthCLI
import Testing

@Suite struct DisplayWidthTests {
    @Test(arguments: [
        ("", 0), ("a", 1), ("é", 1), ("e\u{301}", 1), ("世界", 4), ("한글", 4), ("ひらがな", 8), ("ｱ", 1), ("Ａ", 2), ("👍", 2),
        ("👍🏽", 2),
        ("👩‍👩‍👧", 2), ("🇩🇪", 2), ("❤️", 2), ("❤", 1), ("\u{301}", 0), ("\u{200D}", 0), ("नि", 1), ("…", 1), ("␛", 1), ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", 2),
        ("\u{1100}\u{1161}\u{11A8}", 2),
    ])
    func `a character takes the columns that terminals give it`(text: String, columns: Int) {
        #expect(text.columns == columns)
    }
}
