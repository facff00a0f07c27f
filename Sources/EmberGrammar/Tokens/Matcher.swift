// SPDX-License-Identifier: Apache-2.0

/// Follows one text through a grammar, token by token.
package struct Matcher: Sendable {
    private let grammar: TokenGrammar
    private var position = TokenGrammar.Position()
    /// `nil` where all names and unlike elements are listed, so that the grammar itself knows them.
    private var written: UsedKeys?
    private let bytes: @Sendable (Int) -> [UInt8]

    /// - Parameter bytes: what a token writes.
    package init(_ grammar: TokenGrammar, bytes: @escaping @Sendable (Int) -> [UInt8]) {
        self.grammar = grammar
        written = grammar.hasFreeParts ? UsedKeys() : nil
        self.bytes = bytes
    }

    /// The tokens that may come next.
    /// - Parameter budget: how many tokens may still be written, with the next; where it gets short, only tokens are
    ///   left after which the text can still be finished.
    package mutating func mask(budget: Int) -> TokenMask {
        let grammar = grammar
        let (written, bytes) = (written, bytes)
        return grammar.with(&position) { work, state in
            guard let written else { return grammar.mask(&work, state, budget: budget) }
            return grammar.uniqueItemsMask(&work, state, written, budget: budget, bytes: bytes)
        }
    }

    /// Whether the text may end here.
    package var isComplete: Bool {
        mutating get { grammar.with(&position) { work, state in work.states.isComplete(state) } }
    }

    /// Whether the text has to end here.
    package var isFinished: Bool {
        mutating get {
            grammar.with(&position) { work, state in work.states.isOver(state) }
        }
    }

    /// Notes that a token has been written.
    /// - Returns: whether it was allowed; if not, nothing changes.
    @discardableResult
    package mutating func advance(_ token: Int) -> Bool {
        let text = bytes(token)
        return !text.isEmpty && advance(text)
    }

    private mutating func advance(_ text: [UInt8]) -> Bool {
        var after = written
        let moved = grammar.with(&position) { work, state in
            var next = state
            for byte in text {
                let before = next
                next = work.states.step(before, byte)
                guard next >= 0 else { return false }
                _ = after?.advance(byte) { work.states.isBeforeUniqueItem(before) }
            }
            guard work.states.closing(next) < unreachable else { return false }
            state = next
            return true
        }
        if moved {
            position.text += text
            written = after
        }
        return moved
    }

    /// How many of these tokens are allowed, one after the other.
    package mutating func allowed(_ tokens: some Sequence<Int32>) -> Int {
        var ahead = self
        return tokens.prefix { ahead.advance(Int($0)) }.count
    }

    /// The tokens that have to come next, whatever the model thinks: where only one text can
    /// follow, its longest tokens.
    ///
    /// The last of them is left to the model when a longer token might take its place.
    /// - Parameter most: tokens that are wanted; `budget`: those that may still be written.
    package mutating func forced(atMost most: Int, budget: Int) -> [Int32] {
        guard most > 0, written?.isAmongUniqueItems != true else { return [] }
        let grammar = grammar
        return grammar.with(&position) { work, start in
            let mask = grammar.mask(&work, start, budget: budget)
            guard mask.count <= Self.fewTokens else { return [] }
            var text: [UInt8] = []
            var state = start
            while text.count < Self.longestForced, let byte = work.states.onlyByte(state) {
                text.append(byte)
                state = work.states.step(state, byte)
            }
            let isOpen = text.count == Self.longestForced || !work.states.isOver(state)
            var result: [Int32] = []
            var rest = text[...]
            state = start
            while result.count < most, let (token, count, isCut) = grammar.trie.longestToken(rest), !(isCut && isOpen) {
                let next = rest.prefix(count).reduce(state) { work.states.step($0, $1) }
                let closing = work.states.closing(next)
                guard closing < unreachable, closing <= budget - result.count - 1 else { break }
                result.append(token)
                state = next
                rest = rest.dropFirst(count)
            }
            if result.isEmpty, mask.count == 1, !work.states.isComplete(start), let only = mask.first {
                return [Int32(only)]
            }
            return result
        }
    }

    /// Number of possible next tokens above which none is forced.
    private static let fewTokens = 64
    private static let longestForced = 512
}

extension TokenGrammar {
    /// Whether the grammar allows a text; if not, where its first byte is that cannot stand there: its
    /// length, when it ends too soon.
    package func firstRefusedByte(in text: [UInt8]) -> Int? {
        var position = Position()
        var written = hasFreeParts ? UsedKeys() : nil
        return with(&position) { work, state in
            var states = [state]
            for (index, byte) in text.enumerated() {
                let before = state
                state = work.states.step(before, byte)
                guard state >= 0,
                    written?.advance(byte, isUniqueItem: { work.states.isBeforeUniqueItem(before) }) != false
                else {
                    return index
                }
                states.append(state)
            }
            if !trie.isComplete, let place = firstUnwritable(text, states, &work) { return place }
            return work.states.isComplete(state) ? nil : text.count
        }
    }
}
