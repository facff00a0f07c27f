// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
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
            """
    )

    @OptionGroup var model: FolderArgument

    func run() async throws {
        let trie = TokenTrie(try Tokenizer(directory: model.url).textOfTokens())
        var compiled: (source: JSON, grammar: Result<TokenGrammar, GrammarError>)?
        try await JSONLines.answerEach { line in
            guard let text = line["text"]?.string else { throw LineError(detail: "needs \"text\"") }
            guard let source = line["schema"] ?? line["regex"] else {
                throw LineError(detail: "needs \"schema\" or \"regex\"")
            }
            // Lines that ask about the same schema follow one another.
            if compiled?.source != source {
                compiled = (source, Self.compile(source, isSchema: line["schema"] != nil, trie))
            }
            switch compiled?.grammar {
            case .success(let grammar):
                guard let place = grammar.firstRefusedByte(in: Array(text.utf8)) else { return ["accepted": true] }
                return ["accepted": false, "at": .integer(place)]
            case .failure(let error) where error.code == .unsatisfiable: return ["accepted": false, "at": 0]
            case .failure(let error): return ["unsupported": .string("\(error)")]
            case nil: throw LineError(detail: "needs \"schema\" or \"regex\"")
            }
        }
    }

    private static func compile(_ source: JSON, isSchema: Bool, _ trie: TokenTrie) -> Result<TokenGrammar, GrammarError> {
        Result { () throws(GrammarError) in
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
