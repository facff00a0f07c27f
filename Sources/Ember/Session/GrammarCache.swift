// SPDX-License-Identifier: Apache-2.0

import EmberGrammar
import EmberTokenizers
import Synchronization

/// Keeps grammars joined with a model's vocabulary, so that an answer finds what the ones before it have found out.
final class GrammarCache: Sendable {
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

    /// Looks up the bytes that a token writes.
    var bytes: @Sendable (Int) -> [UInt8] { { [tokenizer] in tokenizer.bytes(of: $0) } }

    /// - Throws: `EmberError` `.unsupported` for a tokenizer that cannot write every text.
    func joined(_ grammar: Grammar, endTokens: Set<Int>) throws(EmberError) -> TokenGrammar {
        if let known = known(grammar) { return known }
        let trie = content.withLock { content in
            let trie = content.trie ?? TokenTrie(tokenizer.textOfTokens())
            content.trie = trie
            return trie
        }
        // Outside the lock: it may take a second, for which nobody who looks for another grammar waits.
        let joined: TokenGrammar
        do throws(GrammarError) {
            joined = try TokenGrammar(grammar, trie, endTokens: endTokens.sorted())
        } catch {
            throw EmberError(.unsupported, "grammar", error.detail)
        }
        content.withLock { content in
            content.joined.insert(joined, at: 0)
            if content.joined.count > Self.most { content.joined.removeLast() }
        }
        return joined
    }

    private func known(_ grammar: Grammar) -> TokenGrammar? {
        content.withLock { content in
            guard let position = content.joined.firstIndex(where: { $0.grammar == grammar }) else { return nil }
            content.joined.insert(content.joined.remove(at: position), at: 0)
            return content.joined[0]
        }
    }
}
