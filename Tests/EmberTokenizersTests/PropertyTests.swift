// SPDX-License-Identifier: Apache-2.0

import EmberTokenizers
import Foundation
import SeededRandom
import Testing

/// Properties that hold for any text.
@Suite struct PropertyTests {
    private static let seed: UInt64 = 20_261_121

    /// Texts of random scalars from many blocks, with what tokenizers are tempted to treat specially.
    private func texts(_ count: Int) -> [String] {
        var random = SplitMix(seed: Self.seed)
        let blocks: [ClosedRange<UInt32>] = [
            0x20...0x7E, 0x20...0x7E, 0x09...0x0D, 0xA0...0x17F, 0x300...0x36F, 0x370...0x5FF, 0x900...0x97F,
            0x1100...0x11FF, 0x2000...0x206F, 0x3040...0x30FF, 0x4E00...0x4EFF, 0xAC00...0xAD00, 0xFE00...0xFE0F,
            0xFFF0...0xFFFD, 0x1F600...0x1F64F, 0xE0020...0xE007F, 0x10FFF0...0x10FFFF,
        ]
        return (0..<count).map { _ in
            var text = ""
            for _ in 0..<Int.random(in: 0...60, using: &random) {
                let block = blocks.randomElement(using: &random) ?? 0x20...0x7E
                for _ in 0..<Int.random(in: 1...4, using: &random) {
                    if let scalar = Unicode.Scalar(UInt32.random(in: block, using: &random)) {
                        text.unicodeScalars.append(scalar)
                    }
                }
            }
            return text
        }
    }

    @Test(arguments: ["template-twice", "bpe-ignore-merges", "regex-o200k", "regex-kimi"])
    func `a byte-level tokenizer gives any text back`(name: String) throws {
        let tokenizer = try Fixtures.tokenizer(Fixtures.own.appendingPathComponent("made/\(name)/tokenizer.json"))
        for text in texts(300) {
            let decoded = tokenizer.decode(try tokenizer.encode(text, addSpecialTokens: false))
            let expected =
                name == "bpe-ignore-merges" && !text.utf8.starts(with: " ".utf8) && !text.isEmpty ? " " + text : text
            #expect(same(decoded, expected), "\(text.debugDescription), seed \(Self.seed)")
        }
    }

    @Test(arguments: Golden.own)
    func `a stream adds up to the whole`(golden: Golden) throws {
        let tokenizer = try Fixtures.tokenizer(golden.tokenizerFile)
        for text in texts(40) {
            let ids = try tokenizer.encode(text)
            var stream = tokenizer.streamDecoder()
            let streamed = ids.map { stream.append($0) }.joined() + stream.finish()
            #expect(same(streamed, tokenizer.decode(ids)), "\(text.debugDescription), seed \(Self.seed)")
        }
    }

    @Test(arguments: Golden.own)
    func `a stream gives out only whole characters`(golden: Golden) throws {
        let tokenizer = try Fixtures.tokenizer(golden.tokenizerFile)
        for text in texts(20) where !text.unicodeScalars.contains("\u{FFFD}") {
            let ids = try tokenizer.encode(text)
            if tokenizer.decode(ids).unicodeScalars.contains("\u{FFFD}") { continue }
            var stream = tokenizer.streamDecoder()
            for id in ids { #expect(!stream.append(id).unicodeScalars.contains("\u{FFFD}")) }
        }
    }

    @Test(arguments: Golden.own)
    func `a stream that skips what was said goes on as if it had said it`(golden: Golden) throws {
        let tokenizer = try Fixtures.tokenizer(golden.tokenizerFile)
        for text in texts(20) {
            let ids = try tokenizer.encode(text)
            var whole = tokenizer.streamDecoder()
            for end in ids.indices {
                var rest = tokenizer.streamDecoder()
                rest.skip(ids[..<end])
                if whole.append(ids[end]) != rest.append(ids[end]) {
                    Issue.record("\(text.debugDescription), \(end), seed \(Self.seed)")
                }
            }
        }
    }

    @Test func `a finished stream begins anew`() throws {
        let tokenizer = try Fixtures.tokenizer(
            Fixtures.own.appendingPathComponent("made/unigram-byte-fallback/tokenizer.json"))
        let ids = try tokenizer.encode("hello 日")
        var stream = tokenizer.streamDecoder()
        for _ in 0..<2 {
            let text = ids.map { stream.append($0) }.joined() + stream.finish()
            #expect(same(text, tokenizer.decode(ids)))
        }
    }

    @Test(arguments: Golden.own)
    func `the bytes of tokens add up to the text`(golden: Golden) throws {
        let tokenizer = try Fixtures.tokenizer(golden.tokenizerFile)
        guard ["template-twice", "edge-metaspace-first", "unigram"].contains(golden.testDescription) else { return }
        for text in ["Hello, world", "low lowest é 日本"] {
            let ids = try tokenizer.encode(text, addSpecialTokens: false)
            let bytes = ids.flatMap { tokenizer.bytes(of: $0) }
            let decoded = tokenizer.decode(ids, skipSpecialTokens: true)
            #expect(String(decoding: bytes, as: UTF8.self).hasSuffix(decoded))
        }
    }

    /// Every call takes its own scratch memory; many at once must not disturb each other.
    @Test func `calls at the same time give the same ids`() async throws {
        let tokenizer = try Fixtures.tokenizer(Fixtures.own.appendingPathComponent("made/regex-cl100k/tokenizer.json"))
        let texts = texts(60)
        let expected = try texts.map { try tokenizer.encode($0) }
        try await withThrowingTaskGroup(of: [[Int]].self) { group in
            for _ in 0..<8 { group.addTask { try texts.map { try tokenizer.encode($0) } } }
            for try await ids in group { #expect(ids == expected) }
        }
    }

    /// Words far beyond any cache or table size, among them a run that a pattern of pairs would make quadratic.
    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            "made/regex-cl100k", "made/unigram-byte-fallback", "edge-metaspace-first", "made/wordpiece-cleanup",
            "made/bpe-suffix",
        ])
    func `long texts take time in proportion`(name: String) throws {
        let tokenizer = try Fixtures.tokenizer(Fixtures.own.appendingPathComponent("\(name)/tokenizer.json"))
        for unit in ["a", " ", "é", "lo", "\n ", "😀"] {
            let ids = try tokenizer.encode(String(repeating: unit, count: 200_000))
            #expect(!ids.isEmpty || unit == " " || unit == "\n ")
        }
    }

    @Test func `the older layout of files gives the same ids`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tokenizer-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }  // a left-over folder harms nobody
        let vocabulary = #"{"l":0,"o":1,"w":2,"Ġ":3,"lo":4,"low":5,"Ġlow":6}"#
        let config = """
            {"tokenizer_class":"Qwen2Tokenizer","bos_token":null,"eos_token":{"content":"<|end|>"},"add_bos_token":false,
            "added_tokens_decoder":{"7":{"content":"<|end|>","special":true,"normalized":false}},"add_eos_token":true}
            """
        for (name, text) in [
            ("vocab.json", vocabulary), ("merges.txt", "#version: 0.2\nl o\nlo w\nĠ low\n"),
            ("tokenizer_config.json", config),
        ] {
            try Data(text.utf8).write(to: folder.appendingPathComponent(name))
        }
        let tokenizer = try Tokenizer(directory: folder)
        #expect(try tokenizer.encode("low low<|end|>") == [5, 6, 7, 7])
        #expect(tokenizer.eosToken == "<|end|>" && tokenizer.bosToken == nil && tokenizer.vocabularySize == 8)
        #expect(tokenizer.decode([5, 6, 7], skipSpecialTokens: true) == "low low")
        #expect(
            tokenizer.tokenToID("Ġlow") == 6 && tokenizer.idToToken(6) == "Ġlow"
                && tokenizer.bytes(of: 6) == Array(" low".utf8))
        #expect(throws: TokenizerError.self) { try Tokenizer(directory: folder.appendingPathComponent("nowhere")) }
    }
}
