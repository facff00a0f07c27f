// SPDX-License-Identifier: Apache-2.0

import Ember
import EmberJSON
import EmberTokenizers
import Foundation
import Testing

/// Tokenizers that GGUF files describe, against what the libraries that trained them make of texts.
@Suite struct GGUFVocabularyTests {
    private static let folder = Fixtures.shipped.appending(path: "gguf")

    /// The time limit tells work that grows with the square of a token's length.
    @Test(.timeLimit(.minutes(2))) func `a token of megabytes is no work`() throws {
        var vocabulary = GGUFVocabulary(file: "model.gguf", model: "llama", tokens: ["?", "a", "aa"])
        vocabulary.tokens += [String(repeating: "a", count: 4 << 20), String(repeating: "aaaa", count: 128)]
        vocabulary.tokens += [String(repeating: "aaaa", count: 64)]
        vocabulary.scores = [0, -1, -2, -3, -5, -4]
        (vocabulary.unknown, vocabulary.addsBOS, vocabulary.addsSpacePrefix) = (0, false, false)
        let tokenizer = try Tokenizer(vocabulary)
        #expect(try tokenizer.encode("aaa") == [2, 1])
        #expect(tokenizer.decode([3]).utf8.count == 4 << 20)
    }

    @Test(arguments: ["sentencepiece", "wordpiece"])
    func `texts become the reference's ids and ids its texts`(name: String) throws {
        let tokenizer = try ModelFiles(Self.folder.appending(path: "\(name).gguf")).tokenizer()
        let lines = try String(contentsOf: Self.folder.appending(path: "\(name).jsonl"), encoding: .utf8)
            .split(separator: "\n")
        #expect(lines.count > 80)
        for line in lines {
            let json = try JSON(parsing: Array(line.utf8))
            let text = try #require(json["text"]?.string)
            let ids = try #require(json["ids"]?.integers)
            #expect(try tokenizer.encode(text, addSpecialTokens: false) == ids)
            #expect(try tokenizer.encode(text, addSpecialTokens: true) == json["ids_special"]?.integers)
            #expect(ExactString(tokenizer.decode(ids)) == json["decoded"]?.string.map(ExactString.init))
        }
    }
}
