// SPDX-License-Identifier: Apache-2.0

/// One way of being an object. Its members are told apart by label: first those with a name, then kinds of other names.
struct ObjectShape: Sendable {
    /// Automaton for the rest of a name behind its opening quote, with the label that the name has; -1 when there can
    /// be no member.
    var names: Int32
    var labels: [Label]
    var required: LabelSet
    /// Labels of names that are not listed: they may occur again and again.
    var free: LabelSet
    /// Of each of these sets, one label has to occur.
    var witnesses: [LabelSet]
    var least: Int
    var most: Int
    /// Labels whose values are possible at all.
    var possible = LabelSet(0)
    /// For each state of `names`, which possible labels can be reached from there.
    var reachable: [LabelSet] = []

    struct Label: Sendable {
        /// About how many bytes its name has with its quotes; `unreachable` for one that cannot be written.
        var length: Int
        var node: Int32
    }

    /// Whether the object may end when these members have been written.
    func isClosable(_ seen: LabelSet, count: Int) -> Bool {
        count >= least && required.isSubset(of: seen) && witnesses.allSatisfy { !$0.isDisjoint(with: seen) }
    }

    /// Labels that the next member may have.
    func available(_ seen: LabelSet, count: Int) -> LabelSet {
        if names < 0 { return LabelSet(labels.count) }
        let missing = required.subtracting(seen)
        if count + 1 + missing.count > most { return missing }
        return possible.subtracting(seen.subtracting(free))
    }

    /// Counts beyond this need not be told apart.
    func capped(count: Int) -> Int { most < unreachable ? count : min(count, max(least, 1)) }

    /// The labels that are still missing, in the order in which the shortest way to the end writes them.
    func needed(_ seen: LabelSet, count: Int) -> [Int] {
        var seen = seen
        var count = count
        var result: [Int] = []
        func take(_ label: Int) {
            result.append(label)
            seen.insert(label)
            count += 1
        }
        for label in required.subtracting(seen).elements { take(label) }
        for witness in witnesses where witness.isDisjoint(with: seen) {
            if let label = witness.intersection(available(seen, count: count)).elements.first { take(label) }
        }
        while count < least, let label = available(seen, count: count).elements.first { take(label) }
        return result
    }

    func shortestLength(_ nodes: [Node]) -> Int {
        var shape = self
        shape.possible = possibleLabels(nodes)
        guard shape.required.isSubset(of: shape.possible), required.count <= most, least <= most else {
            return unreachable
        }
        if names < 0, least > 0 || !required.isEmpty { return unreachable }
        let needed = shape.needed(LabelSet(labels.count), count: 0)
        var all = LabelSet(labels.count)
        for label in needed { all.insert(label) }
        guard shape.isClosable(all, count: needed.count) else { return unreachable }
        return needed.reduce(2) { bounded($0 + labels[$1].length + 2 + nodes[Int(labels[$1].node)].least) }
    }

    private func possibleLabels(_ nodes: [Node]) -> LabelSet {
        var possible = LabelSet(labels.count)
        for (label, member) in labels.enumerated() where member.length < unreachable {
            if nodes[Int(member.node)].isPossible { possible.insert(label) }
        }
        return possible
    }

    /// Settles what depends on which values are possible.
    mutating func settle(_ nodes: [Node], _ automata: [ByteAutomaton]) {
        possible = possibleLabels(nodes)
        guard names >= 0 else { return }
        let automaton = automata[Int(names)]
        let words = labels.count / 64 + 1
        CompilerBudget.charge(automaton.next.count + 4 * words * automaton.states)
        guard !CompilerBudget.isExhausted else { return }
        reachable = [LabelSet](repeating: LabelSet(labels.count), count: automaton.states)
        var sources = [[Int32]](repeating: [], count: automaton.states)
        for state in 0..<automaton.states {
            for target in automaton.next[state * automaton.width..<(state + 1) * automaton.width] where target >= 0 {
                sources[Int(target)].append(Int32(state))
            }
        }
        var stack: [Int32] = []
        for (state, label) in automaton.label.enumerated() where label >= 0 && possible.contains(Int(label)) {
            reachable[state].insert(Int(label))
            stack.append(Int32(state))
        }
        while let state = stack.popLast(), !CompilerBudget.isExhausted {
            CompilerBudget.charge(2 * words * sources[Int(state)].count)
            for source in sources[Int(state)] where !reachable[Int(state)].isSubset(of: reachable[Int(source)]) {
                reachable[Int(source)].formUnion(reachable[Int(state)])
                stack.append(source)
            }
        }
    }
}

/// A set of labels, a bit for each.
struct LabelSet: Hashable, Sendable {
    private var words: [UInt64]

    init(_ labels: Int) { words = [UInt64](repeating: 0, count: max(1, (labels + 63) / 64)) }

    private init(words: [UInt64]) { self.words = words }

    mutating func insert(_ label: Int) {
        while words.count <= label / 64 { words.append(0) }
        words[label / 64] |= 1 << UInt64(label % 64)
    }

    /// The same set with room for this many labels, as all have it that are compared.
    func padded(to labels: Int) -> LabelSet {
        var set = LabelSet(labels)
        set.formUnion(self)
        return set
    }

    func contains(_ label: Int) -> Bool { label / 64 < words.count && words[label / 64] >> UInt64(label % 64) & 1 != 0 }

    private func word(_ index: Int) -> UInt64 { index < words.count ? words[index] : 0 }

    func subtracting(_ other: LabelSet) -> LabelSet {
        LabelSet(words: words.enumerated().map { $1 & ~other.word($0) })
    }

    func intersection(_ other: LabelSet) -> LabelSet {
        LabelSet(words: words.enumerated().map { $1 & other.word($0) })
    }

    mutating func formUnion(_ other: LabelSet) {
        while words.count < other.words.count { words.append(0) }
        for index in other.words.indices { words[index] |= other.words[index] }
    }

    func isSubset(of other: LabelSet) -> Bool {
        for index in words.indices where words[index] & ~other.word(index) != 0 { return false }
        return true
    }

    func isDisjoint(with other: LabelSet) -> Bool {
        for index in words.indices where words[index] & other.word(index) != 0 { return false }
        return true
    }

    var isEmpty: Bool { words.allSatisfy { $0 == 0 } }
    var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

    /// The labels in ascending order.
    var elements: [Int] {
        var result: [Int] = []
        for (index, word) in words.enumerated() {
            var rest = word
            while rest != 0 {
                result.append(index * 64 + rest.trailingZeroBitCount)
                rest &= rest - 1
            }
        }
        return result
    }
}
