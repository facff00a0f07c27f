// SPDX-License-Identifier: Apache-2.0

import EmberGrammar
import EmberTokenizers
import Synchronization

/// Keeps grammars joined with a model's vocabulary, so that an answer finds what the ones before it have found out.
final class GrammarShelf: Sendable {
    private let tokenizer: Tokenizer
    private let content = Mutex(Content())

    private struct Content {
        /// Built for the first grammar; a model that is never held to one does not pay for it.
        var trie: TokenTrie?
        /// The newest first.
        var joined: [TokenGrammar] = []
    }

    private static let most = 8

    init(_ tokenizer: Tokenizer) { self.tokenizer = tokenizer }

    /// What a token writes.
    var bytes: @Sendable (Int) -> [UInt8] { { [tokenizer] in tokenizer.bytes(of: $0) } }

    /// - Throws: `EmberError` `.unsupported` for a tokenizer that cannot write every text.
    func joined(_ grammar: Grammar, endTokens: Set<Int>) throws(EmberError) -> TokenGrammar {
        try content.withLock { (content) throws(EmberError) in
            if let position = content.joined.firstIndex(where: { $0.grammar == grammar }) {
                content.joined.insert(content.joined.remove(at: position), at: 0)
                return content.joined[0]
            }
            let trie = content.trie ?? TokenTrie(tokenizer.textOfTokens())
            content.trie = trie
            do throws(GrammarError) {
                content.joined.insert(try TokenGrammar(grammar, trie, endTokens: endTokens.sorted()), at: 0)
            } catch {
                throw EmberError(.unsupported, "grammar", error.detail)
            }
            if content.joined.count > Self.most { content.joined.removeLast() }
            return content.joined[0]
        }
    }
}
