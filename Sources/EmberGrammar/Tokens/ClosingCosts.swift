// SPDX-License-Identifier: Apache-2.0

/// What it takes to finish a text: the shortest way on from each state, and in how many tokens it can be written.
///
/// A way is made of pieces (the rest of a string, `,"name":`, `}`), and each piece is cut greedily into the longest tokens. Cut
/// so, what remains of a piece behind its first token takes exactly one token less; so an answer that can be finished with
/// n tokens can still be finished with n − 1 after the next.
struct ClosingCosts {
    private let parts: GrammarParts
    private let trie: TokenTrie
    private var distances: [Key: [Int32]] = [:]
    private var tails: [Tail: Int] = [:]
    private var nodes: [Int]

    private struct Key: Hashable {
        let automaton: Int32
        let label: Int32
    }
    private struct Tail: Hashable {
        let key: Key
        let state: Int32
        let comma: Bool
        let quote: Bool
    }

    /// A character that any string may have.
    private static let filler = UInt8(ascii: "a")
    /// More characters than this count as one token each.
    private static let mostCounted = 1_000

    init(_ parts: GrammarParts, _ trie: TokenTrie) {
        self.parts = parts
        self.trie = trie
        nodes = [Int](repeating: -1, count: parts.nodes.count)
    }

    // MARK: Automata

    /// The number of bytes from each state of an automaton to the nearest end with a label (any for -1).
    private mutating func distances(_ key: Key) -> [Int32] {
        if let known = distances[key] { return known }
        let automaton = parts.automata[Int(key.automaton)]
        var sources = [[Int32]](repeating: [], count: automaton.states)
        for state in 0..<automaton.states {
            var last: Int32 = -1
            for target in automaton.next[state * automaton.width..<(state + 1) * automaton.width]
            where target >= 0 && target != last {
                sources[Int(target)].append(Int32(state))
                last = target
            }
        }
        var result = [Int32](repeating: .max, count: automaton.states)
        var queue: [Int32] = []
        for (state, label) in automaton.label.enumerated() where key.label < 0 ? label >= 0 : label == key.label {
            result[state] = 0
            queue.append(Int32(state))
        }
        var position = 0
        while position < queue.count {
            let state = queue[position]
            position += 1
            for source in sources[Int(state)] where result[Int(source)] == .max {
                result[Int(source)] = result[Int(state)] + 1
                queue.append(source)
            }
        }
        distances[key] = result
        return result
    }

    /// The shortest text from a state to an end.
    private mutating func shortestText(_ key: Key, from state: Int32) -> [UInt8] {
        let distances = distances(key)
        let automaton = parts.automata[Int(key.automaton)]
        var state = state
        var text: [UInt8] = []
        while distances[Int(state)] > 0 {
            guard
                let byte = Self.preference.first(where: { byte in
                    let target = automaton.step(state, byte)
                    return target >= 0 && distances[Int(target)] == distances[Int(state)] - 1
                })
            else { break }
            text.append(byte)
            state = automaton.step(state, byte)
        }
        return text
    }

    /// Letters and digits first, so that a text that had to be cut short looks like one.
    private static let preference: [UInt8] = {
        let first = Array("abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ\" ".utf8)
        return first + (UInt8.min...UInt8.max).filter { !first.contains($0) }
    }()

    /// Tokens from a state of an automaton to its nearest end.
    mutating func tail(_ automaton: Int32, _ state: Int32) -> Int {
        tail(Key(automaton: automaton, label: -1), state)
    }

    /// Tokens from a state in a member's name to the colon behind it.
    mutating func name(_ shape: ObjectShape, _ label: Int, from state: Int32) -> Int {
        tail(Key(automaton: shape.names, label: Int32(label)), state, isName: true)
    }

    /// Tokens for a member's name with its quotes, the colon and perhaps the comma before it.
    private mutating func name(_ shape: ObjectShape, _ label: Int, comma: Bool) -> Int {
        tail(Key(automaton: shape.names, label: Int32(label)), 0, comma: comma, quote: true, isName: true)
    }

    private mutating func tail(
        _ key: Key, _ state: Int32, comma: Bool = false, quote: Bool = false, isName: Bool = false
    ) -> Int {
        let tail = Tail(key: key, state: state, comma: comma, quote: quote)
        if let known = tails[tail] { return known }
        let text =
            (comma ? [UInt8(ascii: ",")] : []) + (quote ? [UInt8(ascii: "\"")] : []) + shortestText(key, from: state)
            + (isName ? [UInt8(ascii: ":")] : [])
        let count = trie.count(text)
        tails[tail] = count
        return count
    }

    /// Tokens for the rest of a string of which `count` characters have been written.
    mutating func string(_ shape: Int32, _ state: Int32, count: Int, quote: Bool = false) -> Int {
        let string = parts.strings[Int(shape)]
        let key = Key(automaton: string.automaton, label: -1)
        let missing = max(0, string.least - count)
        if missing == 0 { return tail(key, state, quote: quote) }
        if missing > Self.mostCounted { return missing + 8 }
        // First to the end of the character that has been begun, then on with fillers.
        var text = shortestText(key, from: state)
        text.removeLast()
        text += [UInt8](repeating: Self.filler, count: missing) + [UInt8(ascii: "\"")]
        return trie.count((quote ? [UInt8(ascii: "\"")] : []) + text)
    }

    // MARK: Nodes

    /// Tokens of the shortest text of a node.
    mutating func node(_ id: Int32) -> Int {
        if nodes[Int(id)] >= 0 { return nodes[Int(id)] }
        let node = parts.nodes[Int(id)]
        guard node.isPossible else { return unreachable }
        let cost =
            switch node.shortest {
            case .plain: tail(node.plain, 0)
            case .string(let shape): string(shape, 0, count: 0, quote: true)
            case .array(let shape): bounded(1 + array(parts.arrays[Int(shape)], 0, 0))
            case .object(let shape): bounded(1 + object(parts.objects[Int(shape)], LabelSet(0), count: 0))
            }
        nodes[Int(id)] = cost
        return cost
    }

    /// Tokens that close an array behind `index` elements.
    mutating func array(_ shape: ArrayShape, _ index: Int, _ found: Int) -> Int {
        shape.closing(index, found, comma: 1) { node($0) }
    }

    /// Tokens that close an object in which `seen` have been written.
    /// - Parameter behindComma: whether a comma has been written already, so that another member has to follow.
    mutating func object(_ shape: ObjectShape, _ seen: LabelSet, count: Int, behindComma: Bool = false) -> Int {
        var needed = shape.needed(seen, count: count)
        if needed.isEmpty, behindComma, let any = shape.available(seen, count: count).elements.first { needed = [any] }
        var sum = 1
        for (position, label) in needed.enumerated() {
            let comma = position == 0 ? count > 0 && !behindComma : true
            sum = bounded(sum + name(shape, label, comma: comma) + node(shape.labels[label].node))
        }
        return sum
    }

    /// Which member is meant by a name that has been begun, on the shortest way to the end.
    func label(_ shape: ObjectShape, _ seen: LabelSet, count: Int, state: Int32) -> Int? {
        let within = shape.reachable[Int(state)].intersection(shape.available(seen, count: count))
        return shape.needed(seen, count: count).first { within.contains($0) } ?? within.elements.first
    }
}
