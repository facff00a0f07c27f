// SPDX-License-Identifier: Apache-2.0

/// Cost of finishing a text: the shortest way on from each state, and how many tokens it takes to write it.
///
/// A way is made of pieces (the rest of a string, `,"name":`, `}`), and each piece is cut greedily into the longest
/// tokens. Cut so, the remainder of a piece behind its first token takes exactly one token less; so an answer that can
/// be finished with n tokens can still be finished with n − 1 after the next.
struct ClosingCosts {
    private let parts: GrammarParts
    private let trie: TokenTrie
    private var distances: [Key: [Int32: Int32]] = [:]
    private var tails: [Tail: Int] = [:]
    private var nodes: [Int]
    /// For each automaton that was asked about.
    private var ways: [Int32: [[Way]]] = [:]
    private var ends: [Int32: [Int32: [Int32]]] = [:]

    private struct Way {
        let source: Int32
        let length: Int32
    }
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
    private let filler: UInt8
    /// More characters than this count as one token each.
    private static let mostCounted = 1_000

    init(_ parts: GrammarParts, _ trie: TokenTrie) {
        self.parts = parts
        self.trie = trie
        nodes = [Int](repeating: -1, count: parts.nodes.count)
        filler = Self.preference.first { trie.writes($0) } ?? UInt8(ascii: "a")
    }

    // MARK: Automata

    /// The number of bytes from states of an automaton to the nearest end with a label (any for -1), for those states
    /// from which there is one. A listed name has few, however many others are listed beside it.
    private mutating func distances(_ key: Key) -> [Int32: Int32] {
        if let known = distances[key] { return known }
        let ways = ways(key.automaton)
        var result: [Int32: Int32] = [:]
        // States by their distance; a token that has to be taken whole makes a way of several bytes.
        var levels: [[Int32]] = [ends(key)]
        for state in levels[0] { result[state] = 0 }
        var level = 0
        while level < levels.count {
            for state in levels[level] where Int(result[state] ?? 0) == level {
                CompilerBudget.charge(20 + 20 * ways[Int(state)].count)
                for way in ways[Int(state)] where Int(result[way.source] ?? .max) > level + Int(way.length) {
                    result[way.source] = Int32(level) + way.length
                    while levels.count <= level + Int(way.length) { levels.append([]) }
                    levels[level + Int(way.length)].append(way.source)
                }
            }
            level += 1
        }
        distances[key] = result
        return result
    }

    private func distance(from state: Int32, _ distances: [Int32: Int32]) -> Int32 { distances[state] ?? .max }

    /// The states in which a text with a label ends.
    private mutating func ends(_ key: Key) -> [Int32] {
        let known = ends[key.automaton] ?? endsByLabel(key.automaton)
        ends[key.automaton] = known
        return known[key.label] ?? []
    }

    private func endsByLabel(_ automaton: Int32) -> [Int32: [Int32]] {
        var ends: [Int32: [Int32]] = [:]
        for (state, label) in parts.automata[Int(automaton)].label.enumerated() where label >= 0 {
            ends[label, default: []].append(Int32(state))
            ends[-1, default: []].append(Int32(state))
        }
        return ends
    }

    /// For each state, those from which a byte or a token that has to be taken whole leads to it.
    private mutating func ways(_ id: Int32) -> [[Way]] {
        if let known = ways[id] { return known }
        let automaton = parts.automata[Int(id)]
        var ways = [[Way]](repeating: [], count: automaton.states)
        let columns = Set((UInt8.min...UInt8.max).filter(trie.writes).map { Int(automaton.columns[Int($0)]) }).sorted()
        CompilerBudget.charge(automaton.states * columns.count)
        for state in 0..<automaton.states {
            var last: Int32 = -1
            for column in columns {
                let target = automaton.next[state * automaton.width + column]
                if target >= 0, target != last { ways[Int(target)].append(Way(source: Int32(state), length: 1)) }
                last = target
            }
            trie.bound?.walk(automaton, from: Int32(state)) {
                ways[Int($0)].append(Way(source: Int32(state), length: Int32($1.count)))
            }
        }
        self.ways[id] = ways
        return ways
    }

    /// The shortest way from a state to an end, added to `text`; `false` where there is none.
    private mutating func addShortest(_ key: Key, from state: Int32, to text: inout Writing) -> Bool {
        let distances = distances(key)
        let automaton = parts.automata[Int(key.automaton)]
        guard distance(from: state, distances) < .max else { return false }
        var state = state
        while case let left = distance(from: state, distances), left > 0 {
            let next = Self.preference.first { byte in
                let target = automaton.step(state, byte)
                return target >= 0 && trie.writes(byte) && distance(from: target, distances) == left - 1
            }
            if let next {
                text.add(CollectionOfOne(next))
                state = automaton.step(state, next)
            } else {
                var found: (state: Int32, bytes: [UInt8])?
                trie.bound?.walk(automaton, from: state) { target, bytes in
                    if found == nil, Int(distance(from: target, distances)) == Int(left) - bytes.count {
                        found = (target, bytes)
                    }
                }
                guard let found else { return false }
                text.addToken()
                state = found.state
            }
        }
        return true
    }

    /// A text that is being cut: greedily, but around tokens that are taken whole.
    private struct Writing {
        let trie: TokenTrie
        private var tokens = 0
        private var open: [UInt8] = []

        init(_ trie: TokenTrie) { self.trie = trie }

        mutating func add(_ bytes: some Collection<UInt8>) { open += bytes }
        mutating func removeLast() { _ = open.popLast() }

        mutating func addToken() {
            tokens += trie.count(open) + 1
            open = []
        }

        var count: Int { tokens + trie.count(open) }
    }

    /// Letters and digits first, so that a text that had to be cut short looks like one.
    static let preference: [UInt8] = {
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
        var text = Writing(trie)
        if comma { text.add([UInt8(ascii: ",")]) }
        if quote { text.add([UInt8(ascii: "\"")]) }
        let ends = addShortest(key, from: state, to: &text)
        if isName { text.add([UInt8(ascii: ":")]) }
        let count = ends ? text.count : unreachable
        tails[tail] = count
        return count
    }

    /// Whether a name with this label can be written.
    mutating func canName(_ shape: ObjectShape, _ label: Int) -> Bool {
        distances(Key(automaton: shape.names, label: Int32(label)))[0] != nil
    }

    /// Bytes of the shortest text of an automaton.
    mutating func bytes(ofAutomaton automaton: Int32) -> Int {
        distances(Key(automaton: automaton, label: -1))[0].map { Int($0) } ?? unreachable
    }

    /// Tokens for the rest of a string of which `count` characters have been written.
    mutating func string(_ shape: Int32, _ state: Int32, count: Int, quote: Bool = false) -> Int {
        let string = parts.strings[Int(shape)]
        let key = Key(automaton: string.automaton, label: -1)
        let missing = max(0, string.least - count)
        if missing == 0 { return tail(key, state, quote: quote) }
        if missing > Self.mostCounted { return missing + 8 }
        // First to the end of the character that has been begun, then on with fillers.
        var text = Writing(trie)
        if quote { text.add([UInt8(ascii: "\"")]) }
        guard addShortest(key, from: state, to: &text) else { return unreachable }
        text.removeLast()
        text.add([UInt8](repeating: filler, count: missing) + [UInt8(ascii: "\"")])
        return text.count
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
        let spare = shape.hasUniqueItems ? TokenGrammar.spare : 0
        return shape.closing(index, found, comma: 1 + spare) { node($0) } + (index == 0 && shape.least > 0 ? spare : 0)
    }

    /// Tokens that close an array of unlike elements, of which some have been written.
    mutating func array(_ shape: ArrayShape, _ uniqueItems: ArrayShape.UniqueItems, _ index: Int, seen: LabelSet) -> Int
    {
        uniqueItems.closing(shape, index, seen, comma: 1) { node($0) }
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

    /// Member that a name begun so far leads to, on the shortest way to the end.
    mutating func label(_ shape: ObjectShape, _ seen: LabelSet, count: Int, state: Int32) -> Int? {
        let within = shape.reachable[Int(state)].intersection(shape.available(seen, count: count))
        let candidates = shape.needed(seen, count: count).filter { within.contains($0) } + within.elements
        return candidates.first { distances(Key(automaton: shape.names, label: Int32($0)))[state] != nil }
    }
}
