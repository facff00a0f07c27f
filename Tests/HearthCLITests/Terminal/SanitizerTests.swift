// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import HearthCLI
import SeededRandom
import Testing

@Suite struct SanitizerTests {
    @Test(arguments: [
        "plain text\n\twith a tab", "e\u{301} combines", "👩‍👩‍👧 🏳️‍🌈 👍🏽 🇩🇪 1️⃣ ❤️‍🔥", "مرحبا بالعالم", "שלום עולם", "नमस्ते", "世界",
        "می\u{200C}خواهم", "क्\u{200D}ष", "葛\u{E0100}", "non-breaking\u{A0}space", "",
    ])
    func `ordinary text passes untouched`(text: String) {
        #expect(Array(Sanitizer.text(text).unicodeScalars) == Array(text.unicodeScalars))
    }

    @Test(arguments: [
        ("\u{1B}[31mred", "␛[31mred"),
        ("\u{1B}]52;c;aGk=\u{07}", "␛]52;c;aGk=␇"),
        ("\u{9B}31mred", "\\u{9B}31mred"),
        ("\u{90}q\u{9C}", "\\u{90}q\\u{9C}"),
        ("over\rwritten", "over␍written"),
        ("a\r\nb", "a␍\nb"),
        ("rub\u{8}\u{7F}out", "rub␈␡out"),
        ("\0", "␀"),
        ("abc\u{202E}txt.exe", "abc\\u{202E}txt.exe"),
        ("\u{2066}a\u{2069}\u{200E}\u{200F}\u{61C}", "\\u{2066}a\\u{2069}\\u{200E}\\u{200F}\\u{61C}"),
        ("Ki\u{200B}mi\u{FEFF}\u{2060}", "Ki\\u{200B}mi\\u{FEFF}\\u{2060}"),
        ("soft\u{AD}hyphen\u{2028}", "soft\\u{AD}hyphen\\u{2028}"),
        ("ok\u{E0001}\u{E0041}\u{E007F}", "ok\\u{E0001}\\u{E0041}\\u{E007F}"),
        ("a\u{200D}b\u{200C}c", "a\\u{200D}b\\u{200C}c"),
        ("👩\u{200D}x \u{200D}👩", "👩\\u{200D}x \\u{200D}👩"),
        ("👩\u{200D}", "👩\\u{200D}"),
        ("❤\u{FE0F}\u{FE0F}a\u{FE00}", "❤\u{FE0F}\\u{FE0F}a\\u{FE00}"),
        ("\u{E0100}葛\u{E0100}\u{E0101}", "\\u{E0100}葛\u{E0100}\\u{E0101}"),
        ("\u{3164}\u{115F}\u{FFF9}", "\\u{3164}\\u{115F}\\u{FFF9}"),
    ])
    func `what a terminal would obey or hide becomes visible`(text: String, shown: String) {
        #expect(Array(Sanitizer.text(text).unicodeScalars) == Array(shown.unicodeScalars))
    }

    @Test func `a line stays one line`() {
        #expect(Sanitizer.line("model\n\tname\u{2028}") == "model␊␉name\\u{2028}")
    }

    @Test func `literals may draw and what is put into them may not`() {
        let name = "a\u{1B}[2J\u{202E}"
        #expect(("\u{1B}[1m\(name)\u{1B}[0m\n" as ScreenText).text == "\u{1B}[1ma␛[2J\\u{202E}\u{1B}[0m\n")
        #expect(("\(line: "a\nb")" + "\("c\nd")" as ScreenText).text == "a␊bc\nd")
        #expect(["\u{1B}[1m", "\(name)"].joined(separator: "\r").text == "\u{1B}[1m\ra␛[2J\\u{202E}")
    }

    /// Scalars that matter are as frequent as those that do not.
    private static func scalar(using random: inout SplitMix) -> Unicode.Scalar {
        let ranges: [ClosedRange<UInt32>] = [
            0...0x1F, 0x20...0x7F, 0x80...0x9F, 0xA0...0x2FF, 0x300...0x36F, 0x2000...0x206F, 0x1F000...0x1FAFF,
            0xE0000...0xE01FF, 0xFE00...0xFE0F, 0x900...0x97F, 0x20...0x10FFFF,
        ]
        let range = ranges.randomElement(using: &random)!
        return Unicode.Scalar(UInt32.random(in: range, using: &random)) ?? "\u{FFFD}"
    }

    @Test(arguments: UInt64(0)..<200)
    func `nothing that a terminal obeys comes out, however the text is cut`(seed: UInt64) {
        var random = SplitMix(seed: seed)
        let scalars = (0..<300).map { _ in Self.scalar(using: &random) }
        var pieces = Sanitizer.Pieces()
        let shown = random.cut(scalars).map { pieces.append(string($0)) }.joined() + pieces.end()
        for scalar in shown.unicodeScalars {
            let value = scalar.value
            #expect(value >= 0x20 || value == 0x0A || value == 0x09)
            #expect(!(0x7F..<0xA0).contains(value))
            #expect(!(0x202A...0x202E).contains(value) && !(0x2066...0x2069).contains(value))
            #expect(!(0xE0000...0xE00FF).contains(value) && value != 0x200B && value != 0x200E && value != 0xFEFF)
        }
        #expect(shown.utf8.allSatisfy { $0 != 0x1B })
        #expect(Array(shown.unicodeScalars) == Array(Sanitizer.text(string(scalars)).unicodeScalars))
    }

    @Test(arguments: UInt64(0)..<100)
    func `escaped JSON is plain and means the same`(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        let text = string((0..<100).map { _ in Self.scalar(using: &random) })
        let json: JSON = ["text": .string(text), "list": [1, 2.5, .null, true]]
        let escaped = Sanitizer.json(json.indentedText)
        #expect(try JSON(parsing: escaped) == json)
        #expect(!escaped.unicodeScalars.contains { $0.properties.isDefaultIgnorableCodePoint })
        #expect(!escaped.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || (0x7F..<0xA0).contains($0.value) })
    }
}
