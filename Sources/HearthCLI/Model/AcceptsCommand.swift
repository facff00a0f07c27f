// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Ember
import EmberGrammar
import EmberJSON
import EmberTokenizers

/// `hearth model accepts`: would guided generation have allowed a text?
struct AcceptsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accepts",
        abstract: "JSON lines {\"schema\":{…},\"text\":\"…\"} in, {\"accepted\":true} out.",
        discussion: """
            "regex" may stand instead of "schema". A text that is not allowed is answered with {"accepted":false,"at":17}, the \
            offset of its first refused byte, and a schema that cannot be enforced with {"unsupported":"/properties/x/not: …"}.
            With --time, an answer also tells what it took to build the vocabulary's tree, which is done once ("tree_seconds"), to \
            compile the schema ("compile_seconds") and to find the tokens that may come next, before each token of the text \
            ("mask_seconds"), and again for a second text of the same grammar ("warm_mask_seconds").
            """
    )

    @OptionGroup var model: FolderArgument
    @Flag(help: "Also measure.") var time = false

    func run() async throws {
        let tokenizer = try ModelFiles(model.url).tokenizer()
        let clock = ContinuousClock()
        let begun = clock.now
        let trie = TokenTrie(tokenizer.textOfTokens())
        let building = clock.now - begun
        var compiled: (source: JSON, grammar: Result<TokenGrammar, GrammarError>)?
        try await JSONLines.answerEach { line in
            guard let text = line["text"]?.string else { throw LineError(detail: "needs \"text\"") }
            guard let source = line["schema"] ?? line["regex"] else {
                throw LineError(detail: "needs \"schema\" or \"regex\"")
            }
            // Lines that ask about the same schema follow one another.
            var compiling = Duration.zero
            if compiled?.source != source {
                compiling = clock.measure {
                    compiled = (source, Self.compile(source, isSchema: line["schema"] != nil, trie))
                }
            }
            switch compiled?.grammar {
            case .success(let grammar):
                var answer: JSONObject = ["accepted": true]
                if let place = grammar.firstRefusedByte(in: Array(text.utf8)) {
                    answer = ["accepted": false, "at": .integer(place)]
                }
                if time {
                    answer["tree_seconds"] = .number(building / .seconds(1))
                    answer["compile_seconds"] = .number(compiling / .seconds(1))
                    for key in ["mask_seconds", "warm_mask_seconds"] {
                        answer[key] = .array(try Self.maskTimes(grammar, tokenizer, text, clock))
                    }
                }
                return .object(answer)
            case .failure(let error) where error.code == .unsatisfiable: return ["accepted": false, "at": 0]
            case .failure(let error): return ["unsupported": .string("\(error)")]
            case nil: throw LineError(detail: "needs \"schema\" or \"regex\"")
            }
        }
    }

    /// How long the mask before each token of a text takes, in seconds.
    private static func maskTimes(
        _ grammar: TokenGrammar, _ tokenizer: Tokenizer, _ text: String, _ clock: ContinuousClock
    ) throws -> [JSON] {
        var matcher = Matcher(grammar, bytes: tokenizer.bytes(of:))
        var times: [JSON] = []
        for token in try tokenizer.encode(text, addSpecialTokens: false) {
            let time = clock.measure { _ = matcher.mask(budget: .max) }
            times.append(.number(time / .seconds(1)))
            guard matcher.advance(token) else { break }
        }
        return times
    }

    private static func compile(_ source: JSON, isSchema: Bool, _ trie: TokenTrie) -> Result<TokenGrammar, GrammarError>
    {
        Result { () throws(GrammarError) in
            try CompilerBudget.run { () throws(GrammarError) in
                let grammar: Grammar
                if isSchema {
                    grammar = try Grammar(schema: source)
                } else if let regex = source.string {
                    grammar = try Grammar(regex: regex)
                } else {
                    throw GrammarError(.invalid, "", "an expression is a string, found \(source.kind)")
                }
                return try TokenGrammar(grammar, trie, endTokens: [])
            }
        }
    }
}
