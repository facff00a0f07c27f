// SPDX-License-Identifier: Apache-2.0

import HearthCLI
import SeededRandom
import Testing

@Suite struct KeyDecoderTests {
    /// Bytes and what they mean, in the spellings of several terminals.
    static let keys: [(String, [Key])] = [
        ("a", [.text("a")]), ("\t", [.text("\t")]), ("\r", [.enter]), ("\n", [.enter]),
        ("\u{1B}\r", [.newline]), ("\u{1B}\n", [.newline]), ("\u{1B}[13;2u", [.newline]),
        ("\u{1B}[27;2;13~", [.newline]),
        ("\u{1B}[13u", [.enter]), ("\u{1B}OM", [.enter]),
        ("\u{1B}[A", [.up]), ("\u{1B}OA", [.up]), ("\u{10}", [.up]), ("\u{1B}[B", [.down]), ("\u{0E}", [.down]),
        ("\u{1B}[C", [.right]), ("\u{1B}[1;2C", [.right]), ("\u{06}", [.right]), ("\u{1B}OD", [.left]),
        ("\u{02}", [.left]),
        ("\u{1B}[1;5C", [.wordRight]), ("\u{1B}[1;3D", [.wordLeft]), ("\u{1B}b", [.wordLeft]),
        ("\u{1B}f", [.wordRight]),
        ("\u{1B}[H", [.home]), ("\u{1B}[1~", [.home]), ("\u{1B}[7~", [.home]), ("\u{1B}OH", [.home]),
        ("\u{01}", [.home]),
        ("\u{1B}[F", [.end]), ("\u{1B}[4~", [.end]), ("\u{1B}[8~", [.end]), ("\u{05}", [.end]),
        ("\u{7F}", [.backspace]), ("\u{08}", [.backspace]), ("\u{1B}[3~", [.delete]),
        ("\u{1B}[3;5~", [.deleteWordRight]),
        ("\u{17}", [.deleteWordLeft]), ("\u{1B}\u{7F}", [.deleteWordLeft]), ("\u{1B}d", [.deleteWordRight]),
        ("\u{15}", [.deleteToStart]), ("\u{0B}", [.deleteToEnd]), ("\u{19}", [.yank]), ("\u{0C}", [.clearScreen]),
        ("\u{03}", [.interrupt]), ("\u{04}", [.endOfInput]), ("\u{1A}", [.suspend]),
        ("\u{1B}[5~", []), ("\u{1B}[15;5~", []), ("\u{1B}[?1;2c", []), ("\u{1B}z", []), ("\u{1B}\u{1B}[D", [.left]),
        ("\0", []),
        ("\u{1B}[200~two\r\nlines\rand\n\u{1B}[31m\u{7}more\t\u{1B}[201~", [.paste("two\nlines\nand\n[31mmore\t")]),
        ("\u{1B}[200~\u{1B}[201~", []),
        ("世👩‍👩‍👧é", [.text("世👩‍👩‍👧é")]),
    ]

    private static func decode(_ pieces: [[UInt8]]) -> [Key] {
        var decoder = KeyDecoder()
        return pieces.flatMap { decoder.decode($0) }
    }

    /// Typed text may come in several keys; what it says is the same.
    private static func joined(_ keys: [Key]) -> [Key] {
        keys.reduce(into: []) { joined, key in
            if case .text(let new) = key, case .text(let old)? = joined.last {
                joined[joined.count - 1] = .text(old + new)
            } else {
                joined.append(key)
            }
        }
    }

    @Test(arguments: keys)
    func `a key is known by its bytes`(bytes: String, expected: [Key]) {
        #expect(Self.decode([Array(bytes.utf8)]) == expected)
    }

    @Test(arguments: keys)
    func `a key that arrives byte by byte is the same key`(bytes: String, expected: [Key]) {
        #expect(Self.joined(Self.decode(bytes.utf8.map { [$0] })) == expected)
    }

    @Test(arguments: UInt64(0)..<100)
    func `many keys mean the same however they are cut`(seed: UInt64) {
        var random = SplitMix(seed: seed)
        let chosen = (0..<30).map { _ in Self.keys.randomElement(using: &random)! }
        let bytes = chosen.flatMap { Array($0.0.utf8) }
        #expect(Self.joined(Self.decode(random.cut(bytes))) == Self.joined(chosen.flatMap(\.1)))
    }

    @Test(arguments: UInt64(0)..<100)
    func `no control character becomes text, whatever arrives`(seed: UInt64) {
        var random = SplitMix(seed: seed)
        let bytes = (0..<500).map { _ in
            Bool.random(using: &random)
                ? UInt8.random(in: 0...255, using: &random) : [0x1B, 0x5B, 0x32, 0x7E].randomElement(using: &random)!
        }
        for key in Self.decode(random.cut(bytes)) {
            guard case .text(let text) = key else { continue }
            #expect(
                text.unicodeScalars.allSatisfy { $0 == "\t" || $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value) })
        }
    }

    @Test func `an ESC that stays alone means nothing and spoils nothing`() {
        var decoder = KeyDecoder()
        #expect(decoder.decode([0x1B]) == [])
        #expect(decoder.awaitsRest)
        decoder.timeOut()
        #expect(!decoder.awaitsRest)
        #expect(decoder.decode(Array("[A".utf8)) == [.text("[A")])
    }

    @Test func `bytes that are not UTF-8 become replacement characters`() {
        #expect(Self.decode([[0x61, 0xFF, 0x62]]) == [.text("a\u{FFFD}b")])
        #expect(Self.decode([[0xE4, 0xB8, 0x61]]) == [.text("\u{FFFD}a")])
    }
}
