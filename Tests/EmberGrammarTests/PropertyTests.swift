// SPDX-License-Identifier: Apache-2.0

import EmberGrammar
import EmberJSON
import SeededRandom
import Testing

/// Whatever tokens are chosen among those allowed, the text satisfies its schema;
/// `SchemaValidator` says whether it does.
@Suite struct PropertyTests {
    private static let vocabulary = Vocabulary.awkward

    /// Tokens chosen at random among those that are allowed, until the text is whole or the budget used up.
    private static func text(_ grammar: TokenGrammar, budget: Int, _ random: inout SplitMix) -> [UInt8] {
        var matcher = Matcher(grammar) { vocabulary.texts[$0] }
        var text: [UInt8] = []
        for left in stride(from: budget, to: 0, by: -1) {
            let mask = matcher.mask(budget: left)
            let choices = vocabulary.texts.indices.filter { mask.contains($0) }
            // A text that may end does so now and then, else most would be as long as the budget allows.
            guard let token = choices.randomElement(using: &random),
                !(matcher.isComplete && Int.random(in: 0..<4, using: &random) == 0)
            else { break }
            matcher.advance(token)
            text += vocabulary.texts[token]
        }
        return text
    }

    @Test func `the validator agrees with Python's jsonschema`() throws {
        var checked = 0
        for (schema, text, valid) in try referenceVerdicts() {
            let isValid = try SchemaValidator(root: schema).isValid(try JSON(parsing: text))
            #expect(isValid == valid, "\(schema.text) \(text)")
            checked += 1
        }
        #expect(checked > 2_000)
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `random texts of hundreds of schemas are valid`(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        var (written, repeated) = (0, 0)
        var last: JSON?
        for (schema, _, _) in try referenceVerdicts() where schema != last {
            last = schema
            // Refusals are tested elsewhere.
            guard let grammar = try? TokenGrammar(try Grammar(schema: schema), Self.vocabulary.trie, endTokens: [])
            else {
                continue
            }
            for spare in [0, 3, 30, 120] where grammar.shortest < 2_000 {
                let bytes = Self.text(grammar, budget: grammar.shortest + spare, &random)
                let text = String(decoding: bytes, as: UTF8.self)
                do {
                    let value = try JSON(parsing: text)
                    #expect(try SchemaValidator(root: schema).isValid(value), "seed \(seed): \(schema.text) \(text)")
                    written += 1
                } catch let error as JSONError where error.code == .duplicateKey {
                    repeated += 1
                }
            }
        }
        #expect(written > 1_200 && repeated * 200 < written, "\(written) written, \(repeated) repeat a name")
    }
}
