// SPDX-License-Identifier: Apache-2.0

/// Effect of a vocabulary's tokens in the middle of a string, whatever stands around it.
///
/// Most tokens are words, and in a string they are all allowed: finding that out again for each string of a document
/// would be most of the work. Only the text behind a closing quote depends on the rest.
final class StringSlice: Sendable {
    /// Tokens that stay in the string.
    let inside: [UInt64]
    /// For each of those, how many characters it begins.
    private let characters: [UInt8]
    /// Nodes of the tree whose byte is the closing quote, and how many characters came before.
    let exits: [(node: Int32, characters: Int)]
    /// States in which a token may leave the string.
    let states: Set<Int32>

    /// - Parameter canEnd: whether the string can be finished from a state.
    init(_ automaton: ByteAutomaton, _ start: Int32, _ trie: TokenTrie, canEnd: (Int32) -> Bool) {
        var inside = [UInt64](repeating: 0, count: (trie.tokens + 63) / 64)
        var characters = [UInt8](repeating: 0, count: trie.tokens)
        var exits: [(Int32, Int)] = []
        var reached: [Int32: Bool] = [:]
        var path = [(state: start, count: 0)] + [(Int32, Int)](repeating: (0, 0), count: trie.longest)
        trie.nodes.withUnsafeBufferPointer { nodes in
            var index = 0
            while index < nodes.count {
                let node = nodes[index]
                let (state, count) = path[Int(node.depth) - 1]
                let next = automaton.step(state, node.byte)
                if next < 0 || automaton.label[Int(next)] >= 0 {
                    if next >= 0 { exits.append((Int32(index), count)) }
                    index = Int(node.end)
                    continue
                }
                let begun = state == 0 ? count + 1 : count
                path[Int(node.depth)] = (next, begun)
                var token = node.token
                if token >= 0, reached[next] == nil { reached[next] = canEnd(next) }
                while token >= 0, reached[next] == true {
                    inside[Int(token) / 64] |= 1 << UInt64(token % 64)
                    characters[Int(token)] = UInt8(begun)
                    token = trie.twin[Int(token)]
                }
                index += 1
            }
        }
        self.inside = inside
        self.characters = characters
        self.exits = exits
        states = Set(reached.filter(\.value).keys)
    }

    /// The tokens that stay in the string and begin at most `count` characters.
    func inside(atMost count: Int) -> [UInt64] {
        if count >= 255 { return inside }
        var words = inside
        for token in characters.indices where characters[token] > count {
            words[token / 64] &= ~(1 << UInt64(token % 64))
        }
        return words
    }
}
