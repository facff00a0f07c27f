// SPDX-License-Identifier: Apache-2.0

import HearthCLI
import SeededRandom
import Testing

@Suite struct SanitizerTests {
    @Test(arguments: [
        "plain text\n\twith a tab", "e\u{301} combines", "👩‍👩‍👧 🏳️‍🌈 👍🏽 🇩🇪 1️⃣", "مرحبا بالعالم", "שלום עולם", "नमस्ते", "世界",
        "left-to-right mark \u{200E} and right-to-left mark \u{200F}", "non-breaking\u{A0}space", "",
    ])
    func `ordinary text passes untouched`(text: String) {
        #expect(Array(Sanitizer.text(text).unicodeScalars) == Array(text.unicodeScalars))
    }

    @Test(arguments: [
        ("\u{1B}[31mred", "␛[31mred"),
        ("\u{1B}]52;c;aGk=\u{07}", "␛]52;c;aGk=␇"),
        ("\u{9B}31mred", "\u{FFFD}31mred"),
        ("\u{90}q\u{9C}", "\u{FFFD}q\u{FFFD}"),
        ("over\rwritten", "over␍written"),
        ("a\r\nb", "a␍\nb"),
        ("rub\u{8}\u{7F}out", "rub␈␡out"),
        ("\0", "␀"),
        ("abc\u{202E}txt.exe", "abc\u{FFFD}txt.exe"),
        ("\u{2066}a\u{2069}", "\u{FFFD}a\u{FFFD}"),
    ])
    func `what a terminal would obey becomes visible`(text: String, shown: String) {
        #expect(Sanitizer.text(text) == shown)
    }

    @Test func `a line stays one line`() {
        #expect(Sanitizer.line("model\n\tname\u{2028}") == "model␊␉name\u{FFFD}")
    }

    /// Scalars that matter are as frequent as those that do not.
    private static func scalar(using random: inout SplitMix) -> Unicode.Scalar {
        let ranges: [ClosedRange<UInt32>] = [
            0...0x1F, 0x20...0x7F, 0x80...0x9F, 0xA0...0x2FF, 0x300...0x36F, 0x2020...0x206F, 0x1F000...0x1FAFF,
            0x20...0x10FFFF,
        ]
        let range = ranges.randomElement(using: &random)!
        return Unicode.Scalar(UInt32.random(in: range, using: &random)) ?? "\u{FFFD}"
    }

    @Test(arguments: UInt64(0)..<200)
    func `nothing that a terminal obeys comes out, however the text is cut`(seed: UInt64) {
        var random = SplitMix(seed: seed)
        let scalars = (0..<300).map { _ in Self.scalar(using: &random) }
        let shown = random.cut(scalars).map { Sanitizer.text(string($0)) }.joined()
        for scalar in shown.unicodeScalars {
            let value = scalar.value
            #expect(value >= 0x20 || value == 0x0A || value == 0x09)
            #expect(!(0x7F..<0xA0).contains(value))
            #expect(!(0x202A...0x202E).contains(value) && !(0x2066...0x2069).contains(value))
        }
        #expect(shown.unicodeScalars.count == scalars.count)
        #expect(shown.utf8.allSatisfy { $0 != 0x1B })
        #expect(shown == Sanitizer.text(string(scalars)))
    }
}
