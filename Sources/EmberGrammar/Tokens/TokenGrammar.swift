// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A grammar joined with a vocabulary: it knows which tokens may come next.
///
/// Safe to share; answers that follow the same grammar share what has been found out about it.
package final class TokenGrammar: Sendable {
    package let grammar: Grammar
    let trie: TokenTrie
    /// The part of the grammar that the vocabulary can write.
    let parts: GrammarParts
    private let endTokens: [Int]
    /// Whether objects may have members that the schema does not list, or arrays unlike elements that it does not list.
    let hasFreeParts: Bool
    private let work: Mutex<Work>
    /// Tokens of the shortest text.
    package let shortest: Int

    /// States and masks that are kept; a mask takes a bit for each token of the vocabulary.
    private static let mostStates = 30_000
    private static let mostMaskWords = 1 << 23

    /// - Parameter endTokens: those that end an answer, allowed where the text may end.
    /// - Throws: `GrammarError` `.unsupported` for a vocabulary that cannot write any of its texts.
    package init(_ grammar: Grammar, _ trie: TokenTrie, endTokens: [Int]) throws(GrammarError) {
        parts = trie.isComplete ? grammar.parts : try grammar.parts.writable(with: trie)
        self.grammar = grammar
        self.trie = trie
        self.endTokens = endTokens.filter { $0 >= 0 && $0 < trie.tokens }
        hasFreeParts = parts.objects.contains { !$0.free.isEmpty } || parts.arrays.contains { $0.hasUniqueItems }
        let states = StateTable(parts, trie)
        shortest = states.closing(0)
        work = Mutex(Work(states: states))
        try CompilerBudget.spend(0, at: "")
    }

    struct Work {
        var epoch = 0
        var states: StateTable
        var masks: [Int32: TokenMask] = [:]
        var slices: [Slice: StringSlice] = [:]
        /// Tokens that stay within a string that has room for only so many characters.
        var shortSlices: [Slice: [UInt64]] = [:]

        struct Slice: Hashable {
            let automaton: Int32
            let state: Int32
            var room = 0
        }
    }

    /// Gives `body` the tables, with the matcher's state in them.
    ///
    /// When they have grown too large they are begun anew, and whoever still holds a state of the old
    /// ones reads its text again.
    func with<R>(_ position: inout Position, _ body: (inout Work, inout Int32) -> R) -> R {
        work.withLock { work in
            if work.states.count > Self.mostStates {
                work.states = StateTable(parts, trie)
                work.masks = [:]
                work.epoch += 1
            } else if work.masks.count * (trie.tokens / 64 + 1) > Self.mostMaskWords {
                work.masks = [:]
            }
            if position.epoch != work.epoch {
                position.epoch = work.epoch
                position.state = position.text.reduce(0) { $0 < 0 ? $0 : work.states.step($0, $1) }
            }
            return body(&work, &position.state)
        }
    }

    /// How far a text has come.
    struct Position {
        var epoch = 0
        var state: Int32 = 0
        var text: [UInt8] = []
    }

    // MARK: Masks

    /// The tokens that may come next, when `budget` tokens may still be written.
    func mask(_ work: inout Work, _ state: Int32, budget: Int) -> TokenMask {
        let known = work.masks[state] ?? makeMask(&work, state)
        work.masks[state] = known
        if known.worstClosing < budget { return known }
        return makeMask(&work, state, closingWithin: budget - 1)
    }

    private func makeMask(_ work: inout Work, _ state: Int32) -> TokenMask {
        guard let open = work.states.openString(state) else {
            return makeMask(&work, state, closingWithin: unreachable)
        }
        let key = Work.Slice(automaton: open.automaton, state: open.state)
        let slice =
            work.slices[key]
            ?? StringSlice(parts.automata[Int(open.automaton)], open.state, trie) {
                work.states.tail(open.automaton, $0) < unreachable
            }
        work.slices[key] = slice
        var walk = Walk(words: slice.inside)
        if open.isCounted, open.room < trie.longest {
            let short = Work.Slice(automaton: open.automaton, state: open.state, room: open.room)
            walk.words = work.shortSlices[short] ?? slice.inside(atMost: open.room)
            work.shortSlices[short] = walk.words
        }
        let here = work.states.tail(open.automaton, open.state)
        let worst = slice.states.map { work.states.tail(open.automaton, $0) }.max() ?? 0
        walk.worst = work.states.closing(state) + max(0, worst - here) + (open.isCounted ? open.missing : 0)
        // All ways out lead to the same state, but for strings that may not end yet.
        var after = StateTable.dead
        for exit in slice.exits where exit.characters >= open.missing && exit.characters <= open.room {
            if after == StateTable.dead {
                after = stateBehind(&work, state, exit.node)
                if after < 0 { continue }
            }
            walk.allow(trie.nodes[Int(exit.node)].token, work.states.closing(after), trie)
            walk.visit(&work.states, trie, exit.node + 1, trie.nodes[Int(exit.node)].end, after)
        }
        return finished(&work, state, walk)
    }

    /// The state that the bytes of a node lead to.
    private func stateBehind(_ work: inout Work, _ state: Int32, _ node: Int32) -> Int32 {
        var bytes: [UInt8] = []
        var wanted = trie.nodes[Int(node)].depth
        var index = Int(node)
        while wanted > 0 {
            if trie.nodes[index].depth == wanted {
                bytes.append(trie.nodes[index].byte)
                wanted -= 1
            }
            index -= 1
        }
        return bytes.reversed().reduce(state) { $0 < 0 ? $0 : work.states.step($0, $1) }
    }

    private func makeMask(_ work: inout Work, _ state: Int32, closingWithin limit: Int) -> TokenMask {
        var walk = Walk(words: [UInt64](repeating: 0, count: (trie.tokens + 63) / 64))
        walk.limit = limit
        walk.visit(&work.states, trie, 0, Int32(trie.nodes.count), state)
        return finished(&work, state, walk)
    }

    private func finished(_ work: inout Work, _ state: Int32, _ walk: Walk) -> TokenMask {
        var walk = walk
        if work.states.isComplete(state) {
            for token in endTokens { walk.words[token / 64] |= 1 << UInt64(token % 64) }
        }
        return TokenMask(words: walk.words, worstClosing: walk.worst)
    }

    /// A walk through the vocabulary's tree that notes the tokens it may take.
    private struct Walk {
        var words: [UInt64]
        var worst = 0
        var limit = unreachable

        init(words: [UInt64]) { self.words = words }

        mutating func allow(_ token: Int32, _ closing: Int, _ trie: TokenTrie) {
            var token = token
            guard token >= 0, closing <= limit, closing < unreachable else { return }
            worst = max(worst, closing)
            while token >= 0 {
                words[Int(token) / 64] |= 1 << UInt64(token % 64)
                token = trie.twin[Int(token)]
            }
        }

        /// Visits nodes from `first` to before `last`, of which the first lies right below one that led to `state`.
        mutating func visit(
            _ states: inout StateTable, _ trie: TokenTrie, _ first: Int32, _ last: Int32, _ state: Int32
        ) {
            guard first < last else { return }
            let top = Int(trie.nodes[Int(first)].depth) - 1
            var path = [Int32](repeating: state, count: trie.longest + 1)
            var index = Int(first)
            while index < Int(last) {
                let node = trie.nodes[index]
                let next = states.step(path[Int(node.depth) - 1 - top], node.byte)
                if next < 0 {
                    index = Int(node.end)
                    continue
                }
                path[Int(node.depth) - top] = next
                if node.token >= 0 { allow(node.token, states.closing(next), trie) }
                index += 1
            }
        }
    }
}
