// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import EmberTokenizers
import Foundation
import SeededRandom
import Testing

/// Whatever a file says, the answer is a tokenizer or one error, soon.
@Suite struct BadInputTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let file: URL
        let expectation: String
        let wrong: String
        var testDescription: String { file.lastPathComponent }
    }

    private static let cases: [Case] = {
        guard let folder = Fixtures.shared?.appendingPathComponent("malformed"),
            let bytes = try? Fixtures.bytes(folder.appendingPathComponent("manifest.json")),
            let cases = (try? JSON(parsing: bytes))?["cases"]?.array
        else { return [] }  // the reference data is not here
        return cases.compactMap { json in
            guard let file = json["file"]?.string, file.hasPrefix("tokenizer/") else { return nil }
            return Case(
                file: folder.appendingPathComponent(file), expectation: json["expect"]?.string ?? "",
                wrong: json["wrong"]?.string ?? "")
        }
    }()

    // The time limit tells a hang; how long a file takes is measured elsewhere.
    @Test(
        .enabled(if: Fixtures.shared != nil, "the reference data is not here"), .timeLimit(.minutes(2)),
        arguments: cases)
    func `a malformed file is refused or works`(bad: Case) throws {
        do {
            let tokenizer = try Fixtures.tokenizer(bad.file)
            #expect(bad.expectation != "reject", "\(bad.wrong)")
            for text in ["zebra", String(repeating: "a", count: 40) + "!", "<|begin_of_text|> café", ""] {
                do {
                    let ids = try tokenizer.encode(text)
                    _ = tokenizer.decode(ids)
                } catch {
                    #expect(!error.description.isEmpty)
                }
            }
            #expect(tokenizer.vocabularySize > 0)
        } catch let error as TokenizerError {
            #expect(bad.expectation != "accept", "\(error)")
            #expect(error.file == bad.file.lastPathComponent && error.detail.utf8.count < 400)
        }
    }

    private func file(model: String = #"{"type":"WordLevel","vocab":{"<unk>":0}}"#, _ rest: String = "") -> [UInt8] {
        Array("{\(rest.isEmpty ? "" : rest + ",")\"model\":\(model)}".utf8)
    }

    @Test(
        arguments: [
            (#""normalizer":{"type":"Rot13"}"#, TokenizerError.Code.unsupported, "Rot13"),
            (
                #""pre_tokenizer":{"type":"Sequence","pretokenizers":[{"type":"Mecab"}]}"#, .unsupported,
                "pretokenizers[0]"
            ),
            (#""decoder":{"type":"Nothing"}"#, .unsupported, "ByteFallback"),
            (#""post_processor":{"type":"Wrap"}"#, .unsupported, "TemplateProcessing"),
            (#""version":"2.0""#, .unsupported, "version"),
            (#""pre_tokenizer":{"type":"FixedLength","length":0}"#, .malformed, "at least 1"),
            (#""normalizer":{"type":"Precompiled","precompiled_charsmap":"AAAA"}"#, .malformed, "character map"),
            (#""normalizer":{"type":"Replace","pattern":7,"content":""}"#, .malformed, "pattern"),
            (#""added_tokens":[{"id":-1,"content":"x"}]"#, .malformed, "added_tokens[0].id"),
            (#""added_tokens":7"#, .malformed, "array"),
        ] as [(String, TokenizerError.Code, String)])
    func `an error names the place and what is supported`(rest: String, code: TokenizerError.Code, says: String) {
        let error = #expect(throws: TokenizerError.self) { try Tokenizer(tokenizerJSON: file(rest)) }
        #expect(error?.code == code)
        #expect(error?.detail.contains(says) == true, "\(error?.detail ?? "")")
    }

    @Test(arguments: [
        #"{"type":"BPE","vocab":{"a":0},"merges":["a b"]}"#, #"{"type":"BPE","vocab":{"a":0},"merges":[["a"]]}"#,
        #"{"type":"BPE","vocab":{"a":0}}"#, #"{"type":"BPE","vocab":{"a":-1},"merges":[]}"#,
        #"{"type":"BPE","vocab":{"a":4294967295},"merges":[]}"#, #"{"type":"Unigram","vocab":{"a":0}}"#,
        #"{"type":"Unigram","vocab":[["a",0]],"unk_id":1}"#, #"{"type":"Unigram","vocab":[["a"]]}"#,
        #"{"type":"WordLevel","vocab":[["a",0]]}"#, #"{"type":"WordLevel"}"#, #"{"type":"Markov","vocab":{}}"#, "[]",
        "7",
    ])
    func `an impossible model is refused`(model: String) {
        #expect(throws: TokenizerError.self) { try Tokenizer(tokenizerJSON: file(model: model)) }
    }

    @Test func `unknown text without an unknown token is an error`() throws {
        for model in [
            #"{"type":"WordLevel","unk_token":"<none>","vocab":{"a":0}}"#, #"{"type":"WordPiece","vocab":{"a":0}}"#,
            #"{"type":"Unigram","vocab":[["a",-1]]}"#,
            #"{"type":"BPE","unk_token":"<none>","vocab":{"a":0},"merges":[]}"#,
        ] {
            let tokenizer = try Tokenizer(tokenizerJSON: file(model: model))
            #expect(try tokenizer.encode("a") == [0])
            let error = #expect(throws: TokenizerError.self) { try tokenizer.encode("zebra") }
            #expect(error?.code == .unknownText)
        }
    }

    @Test func `an id near the limit costs no memory`() throws {
        let tokenizer = try Tokenizer(
            tokenizerJSON: file(model: #"{"type":"WordLevel","unk_token":"a","vocab":{"a":4294967294,"b":0}}"#))
        #expect(try tokenizer.encode("a") == [4_294_967_294])
        #expect(tokenizer.vocabularySize == 4_294_967_295)
        #expect(tokenizer.decode([4_294_967_294, 5, -1, Int.max, Int.min]) == "a")
        #expect(tokenizer.idToToken(-1) == nil && tokenizer.idToToken(Int.max) == nil && tokenizer.bytes(of: 77) == [])
    }

    /// A character map that replaces "a" by the text that begins `start` bytes into "é".
    private func characterMap(start: UInt32) -> String {
        var units = [UInt32](repeating: 0, count: 512)
        units[0] = 256 << 10
        // The unit of "a", behind which an entry ends, and one place beside it the entry's text.
        units[256 ^ 0x61] = 1 << 10 | 1 << 8 | 0x61
        units[256 ^ 0x60] = 1 << 31 | start
        let words = [UInt32(units.count * 4)] + units
        let blob = words.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }
        return Data(blob + [0xC3, 0xA9, 0]).base64EncodedString()
    }

    @Test(arguments: [
        #"{"type":"Unigram","unk_id":0,"vocab":[["?",0],["b",-1],["é",-2]]}"#,
        #"{"type":"BPE","unk_token":"?","vocab":{"?":0,"b":1,"é":2},"merges":[]}"#,
        #"{"type":"WordPiece","unk_token":"?","continuing_subword_prefix":"","vocab":{"?":0,"b":1,"é":2}}"#,
    ])
    func `a character map that points into a character is refused`(model: String) throws {
        func tokenizer(start: UInt32) throws -> Tokenizer {
            let map = characterMap(start: start)
            return try Tokenizer(
                tokenizerJSON: file(
                    model: model, #""normalizer":{"type":"Precompiled","precompiled_charsmap":"\#(map)"}"#))
        }
        #expect(try tokenizer(start: 0).encode("ba") == [1, 2])
        #expect(try tokenizer(start: 2).encode("ba") == [1])
        #expect(try tokenizer(start: 3).encode("ba") == [1])
        for start in [1, 4, 0x7FFF_FFFF] as [UInt32] {
            let error = #expect(throws: TokenizerError.self) { try tokenizer(start: start) }
            #expect(error?.code == .malformed && error?.detail.contains("character map") == true)
        }
    }

    @Test func `an empty added token never matches`() throws {
        let rest = #""added_tokens":[{"id":1,"content":""},{"id":2,"content":"<unk>"}]"#
        let tokenizer = try Tokenizer(tokenizerJSON: file(rest))
        #expect(try tokenizer.encode("some text") == [0])
        #expect(tokenizer.addedTokens.count == 1)
    }

    /// Cuts and changes a working file at many places; a seed of one's own makes a failure repeatable.
    @Test func `damaged files do not trap`() throws {
        let source = try Fixtures.bytes(Fixtures.own.appendingPathComponent("made/wordpiece-cleanup/tokenizer.json"))
        var random = SplitMix(seed: 20_261_121)
        for _ in 0..<300 {
            var bytes = source
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0x20...0x7E, using: &random)
            }
            if Bool.random(using: &random) { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random)) }
            do throws(TokenizerError) {
                let tokenizer = try Tokenizer(tokenizerJSON: bytes)
                _ = tokenizer.decode(try tokenizer.encode("Hello, world! 中文 é [SEP]"))
            } catch {
                #expect(!error.detail.isEmpty)
            }
        }
    }
}
