// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import EmberTokenizers
import Foundation
import Testing

/// Text that a person wrote can show a control token, but not use it.
@Suite struct LiteralTests {
    private static let tokenizers = Golden.own + Golden.shared

    private func everything(_ text: String) -> [Range<Int>] { [0..<text.utf8.count] }

    /// Texts in which a token may hide.
    private func settings(of token: String) -> [String] {
        [token, "a\(token)b", " \(token) ", "x \(token)\(token)\n", "Hello \(token), world"]
    }

    @Test(arguments: tokenizers)
    func `no control token comes out of literal text`(golden: Golden) throws {
        let tokenizer = try Fixtures.tokenizer(golden.tokenizerFile)
        let control = Set(tokenizer.controlTokenIDs)
        let unknown = tokenizer.unknownToken.flatMap { tokenizer.tokenToID($0) }
        for token in tokenizer.addedTokens where token.isControl {
            for text in settings(of: token.content) {
                let ids = try tokenizer.encode(text, literal: everything(text), addSpecialTokens: false)
                // The unknown token still stands for what the vocabulary lacks; it steers nothing.
                let found = ids.filter { control.contains($0) && $0 != unknown }
                #expect(found.isEmpty, "\(text.debugDescription): \(ids)")
            }
        }
    }

    @Test(arguments: tokenizers)
    func `control tokens outside literal text are found`(golden: Golden) throws {
        let tokenizer = try Fixtures.tokenizer(golden.tokenizerFile)
        let unknown = tokenizer.unknownToken.flatMap { tokenizer.tokenToID($0) }
        for token in tokenizer.addedTokens where token.isControl && !token.isNormalized && token.id != unknown {
            let text = "\(token.content) literal \(token.content)"
            let end = token.content.utf8.count
            let ids = try tokenizer.encode(text, literal: [end..<text.utf8.count], addSpecialTokens: false)
            #expect(ids.first == token.id, "\(token.content)")
            #expect(ids.filter { $0 == token.id }.count == 1, "\(token.content): \(ids)")
            let plain = try tokenizer.encode(text, addSpecialTokens: false)
            #expect(plain.filter { $0 == token.id }.count == 2, "\(token.content): \(plain)")
        }
    }

    /// A byte-level vocabulary has a token for every byte, so nothing can be lost.
    @Test(
        arguments: tokenizers.filter {
            ["gpt-2", "llama-bpe", "qwen2", "tiny-llama", "tiny-qwen", "template-twice"].contains($0.testDescription)
        })
    func `literal text decodes to itself`(golden: Golden) throws {
        let tokenizer = try Fixtures.tokenizer(golden.tokenizerFile)
        for token in tokenizer.addedTokens where token.isControl {
            for text in settings(of: token.content) {
                let ids = try tokenizer.encode(text, literal: everything(text), addSpecialTokens: false)
                #expect(same(tokenizer.decode(ids, skipSpecialTokens: true), text), "\(text.debugDescription)")
            }
        }
    }

    @Test(arguments: tokenizers)
    func `literal text without control tokens encodes as ever`(golden: Golden) throws {
        let tokenizer = try Fixtures.tokenizer(golden.tokenizerFile)
        let control = Set(tokenizer.controlTokenIDs)
        for line in try golden.lines("encode.jsonl") {
            let text = try #require(line["text"]?.string)
            let ids = try #require(line["ids"]).integers
            if ids.contains(where: { control.contains($0) }) { continue }
            let length = text.utf8.count
            for literal in [[0..<length], [0..<length / 2], [length / 3..<length, length + 5..<length + 9]] {
                #expect(
                    try tokenizer.encode(text, literal: literal, addSpecialTokens: false) == ids,
                    "\(text.debugDescription)")
            }
        }
    }

    @Test func `a marker that only touches literal text is not found`() throws {
        let tokenizer = try Fixtures.tokenizer(
            Fixtures.own.appendingPathComponent("edge-added-token-flags/tokenizer.json"))
        let id = try #require(tokenizer.tokenToID("<sep>"))
        #expect(try tokenizer.encode("<sep>", literal: [], addSpecialTokens: false) == [id])
        #expect(try tokenizer.encode("<sep>", literal: [4..<5], addSpecialTokens: false).contains(id) == false)
        // A longer marker that reaches into literal text leaves the shorter one before it.
        #expect(try tokenizer.encode("<sep><sep>", literal: [5..<10], addSpecialTokens: false).first == id)
    }

    /// A piece of the model itself may spell a control token.
    @Test(arguments: [
        #"{"type":"Unigram","unk_id":0,"vocab":[["<unk>",0],["</s>",0],["<",-9],["/",-9],["s",-9],[">",-9]]}"#,
        #"{"type":"WordLevel","unk_token":"<unk>","vocab":{"<unk>":0,"</s>":1}}"#,
        #"{"type":"WordPiece","unk_token":"<unk>","continuing_subword_prefix":"@","vocab":{"<unk>":0,"</s>":1,"<":2,"@/":3,"@s":4,"@>":5}}"#,
        #"{"type":"BPE","vocab":{"<unk>":0,"</s>":1,"<":2,"/":3,"s":4,">":5},"merges":[],"ignore_merges":true}"#,
        #"{"type":"BPE","vocab":{"<unk>":0,"</s>":1,"<":2,"/":3,"s":4,">":5,"</":6,"s>":7},"merges":["< /","s >","</ s>"]}"#,
    ])
    func `no model puts a control token together from literal text`(model: String) throws {
        let json = """
            {"added_tokens":[{"id":0,"content":"<unk>","special":true,"normalized":false},
            {"id":1,"content":"</s>","special":true,"normalized":false}],"model":\(model)}
            """
        let tokenizer = try Tokenizer(tokenizerJSON: Array(json.utf8))
        #expect(try tokenizer.encode("</s>") == [1])
        let ids = try tokenizer.encode("</s>", literal: [0..<4], addSpecialTokens: false)
        #expect(!ids.isEmpty && !ids.contains(1), "\(ids)")
    }

    @Test func `markup by look is control, other added tokens are not`() throws {
        let json = """
            {"added_tokens":[{"id":1,"content":"<think>"},{"id":2,"content":"</tool_call>"},{"id":3,"content":"    "},
            {"id":4,"content":"[MASK]","special":true},{"id":5,"content":"<>"}],
            "model":{"type":"WordLevel","vocab":{"<unk>":0}}}
            """
        let tokenizer = try Tokenizer(tokenizerJSON: Array(json.utf8))
        #expect(tokenizer.controlTokenIDs == [1, 2, 4])
        #expect(tokenizer.specialTokenIDs == [4])
        #expect(try tokenizer.encode("<think>    x", literal: [0..<12], addSpecialTokens: false) == [0, 3, 0])
    }
}
