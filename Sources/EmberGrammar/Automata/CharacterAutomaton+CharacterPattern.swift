// SPDX-License-Identifier: Apache-2.0

import EmberTokenizers

extension CharacterAutomaton {
    /// The texts that match a pattern: as a whole, or with a match anywhere in them.
    ///
    /// The tree becomes a non-deterministic automaton (Thompson 1968), and that a deterministic
    /// one by subset construction.
    init(_ pattern: CharacterPattern, anywhere: Bool) throws(AutomatonTooLarge) {
        var builder = NondeterministicAutomaton()
        let first = try builder.addState()
        let body = try builder.addState()
        builder.edges[first].append((.free, body))
        let end = try builder.add(pattern, from: body)
        builder.final = try builder.addState()
        builder.edges[end].append((.free, builder.final))
        if anywhere {
            let any = builder.set(.all)
            builder.edges[first].append((.set(any), first))
            builder.edges[builder.final].append((.set(any), builder.final))
        }
        self = try builder.determinised().minimised()
    }

    /// Exactly these texts.
    init(texts: [String]) throws(AutomatonTooLarge) {
        // A tree whose nodes are found by (parent, character); state 0 is the root, the last is where nothing matches.
        struct Edge: Hashable {
            let parent: Int32
            let character: UInt32
        }
        var children: [Edge: Int32] = [:]
        var accepting = [false]
        var used: Set<UInt32> = []
        for text in texts {
            var node: Int32 = 0
            for scalar in text.unicodeScalars {
                used.insert(scalar.value)
                let edge = Edge(parent: node, character: scalar.value)
                if let child = children[edge] {
                    node = child
                } else {
                    node = Int32(accepting.count)
                    children[edge] = node
                    accepting.append(false)
                    if accepting.count * (used.count + 1) > Limit.textTable { throw AutomatonTooLarge() }
                }
            }
            accepting[Int(node)] = true
        }
        // Column 0 is every other character.
        let characters = used.sorted()
        var starts: [UInt32] = [0]
        var columns: [Int32] = [0]
        var columnOf: [UInt32: Int32] = [:]
        for (index, character) in characters.enumerated() {
            columnOf[character] = Int32(index + 1)
            if starts.last == character {
                columns[columns.count - 1] = Int32(index + 1)
            } else {
                starts.append(character)
                columns.append(Int32(index + 1))
            }
            if character + 1 < ScalarSet.limit {
                starts.append(character + 1)
                columns.append(0)
            }
        }
        let width = characters.count + 1
        try CompilerBudget.spend(accepting.count * width / 4 + 8 * accepting.count)
        let sink = Int32(accepting.count)
        accepting.append(false)
        var next = [Int32](repeating: sink, count: accepting.count * width)
        for (edge, child) in children {
            guard let column = columnOf[edge.character] else { continue }
            next[Int(edge.parent) * width + Int(column)] = child
        }
        self.init(starts: starts, columns: columns, width: width, next: next, accepting: accepting)
    }

    /// Texts of at least `least` and at most `most` characters.
    init(length least: Int, _ most: Int?) throws(AutomatonTooLarge) {
        let last = most ?? least
        guard last + 2 <= Limit.characterStates else { throw AutomatonTooLarge() }
        // State n has read n characters; without a greatest length the last state stays, else one more is too long.
        let states = most == nil ? last + 1 : last + 2
        self.init(
            starts: [0], columns: [0], width: 1, next: (0..<states).map { Int32(min($0 + 1, states - 1)) },
            accepting: (0..<states).map { $0 >= least && $0 <= last })
    }
}

private struct NondeterministicAutomaton {
    enum Label {
        /// Passed without reading.
        case free
        /// Passed only where the text begins, or ends.
        case start, end
        case set(Int)
    }
    var edges: [[(Label, Int)]] = []
    var sets: [ScalarSet] = []
    var final = 0

    mutating func addState() throws(AutomatonTooLarge) -> Int {
        if edges.count >= Limit.patternStates { throw AutomatonTooLarge() }
        edges.append([])
        return edges.count - 1
    }

    mutating func set(_ set: ScalarSet) -> Int {
        sets.append(set)
        return sets.count - 1
    }

    /// Adds what `pattern` matches behind a state; returns the state behind the match.
    mutating func add(_ pattern: CharacterPattern, from state: Int) throws(AutomatonTooLarge) -> Int {
        switch pattern {
        case .set(let set):
            let end = try addState()
            edges[state].append((.set(self.set(set)), end))
            return end
        case .start, .end:
            let end = try addState()
            if case .start = pattern { edges[state].append((.start, end)) } else { edges[state].append((.end, end)) }
            return end
        case .sequence(let parts):
            var current = state
            for part in parts { current = try add(part, from: current) }
            return current
        case .choice(let branches):
            let end = try addState()
            for branch in branches {
                let last = try add(branch, from: state)
                edges[last].append((.free, end))
            }
            return end
        case .repeated(let inner, let least, let most):
            return try addRepetition(inner, least, most, from: state)
        }
    }

    private mutating func addRepetition(
        _ inner: CharacterPattern, _ least: Int, _ most: Int?, from state: Int
    ) throws(AutomatonTooLarge) -> Int {
        var current = state
        for _ in 0..<least {
            let before = edges.count
            current = try add(inner, from: current)
            // What adds no state, such as "(){1000000}", matches nothing but the empty text.
            if edges.count == before { break }
        }
        let end = try addState()
        guard let most else {
            let loop = try addState()
            edges[current].append((.free, loop))
            let last = try add(inner, from: loop)
            edges[last].append((.free, loop))
            edges[loop].append((.free, end))
            return end
        }
        edges[current].append((.free, end))
        for _ in least..<most {
            // A state of its own, so that an inner loop cannot be entered from the way out of the one before.
            let begin = try addState()
            edges[current].append((.free, begin))
            current = try add(inner, from: begin)
            edges[current].append((.free, end))
        }
        return end
    }

    // MARK: Subset construction

    func determinised() throws(AutomatonTooLarge) -> CharacterAutomaton {
        let (starts, columns, members) = try alphabet()
        let first = closure([0], atStart: true)
        var ids: [[Int32]: Int32] = [:]
        var queue = [first]
        var accepting = [accepts(first, atStart: true)]
        var next: [Int32] = []
        var position = 0
        while position < queue.count {
            let subset = queue[position]
            position += 1
            for sets in members {
                try CompilerBudget.spend(subset.count)
                var targets: [Int32] = []
                for state in subset {
                    for case (.set(let set), let target) in edges[Int(state)] where sets[set] {
                        targets.append(Int32(target))
                    }
                }
                let reached = closure(targets, atStart: false)
                try CompilerBudget.spend(4 * reached.count)
                if let known = ids[reached] {
                    next.append(known)
                } else {
                    if queue.count >= Limit.characterStates { throw AutomatonTooLarge() }
                    let id = Int32(queue.count)
                    ids[reached] = id
                    queue.append(reached)
                    accepting.append(accepts(reached, atStart: false))
                    next.append(id)
                }
            }
        }
        return CharacterAutomaton(
            starts: starts, columns: columns, width: members.count, next: next, accepting: accepting)
    }

    /// Ranges of characters, each with a column, and for each column which sets contain it.
    private func alphabet() throws(AutomatonTooLarge) -> (starts: [UInt32], columns: [Int32], members: [[Bool]]) {
        var ids: [[Bool]: Int32] = [:]
        var (starts, columns, members) = ([UInt32](), [Int32](), [[Bool]]())
        var distinct: [[UInt32]: Int] = [:]
        let same = sets.map { set in
            let id = distinct[set.bounds, default: distinct.count]
            distinct[set.bounds] = id
            return id
        }
        let unique = distinct.sorted { $0.value < $1.value }.map { ScalarSet(bounds: $0.key) }
        for start in Set(unique.flatMap(\.bounds) + [0]).sorted() where start < ScalarSet.limit {
            try CompilerBudget.spend(4 * unique.count)
            let inside = unique.map { $0.contains(start) }
            let id = ids[inside, default: Int32(ids.count)]
            if ids.updateValue(id, forKey: inside) == nil { members.append(same.map { inside[$0] }) }
            if columns.last != id {
                starts.append(start)
                columns.append(id)
            }
        }
        return (starts, columns, members)
    }

    private func closure(_ states: [Int32], atStart: Bool) -> [Int32] { reach(states, atStart, atEnd: false) }

    private func accepts(_ states: [Int32], atStart: Bool) -> Bool {
        reach(states, atStart, atEnd: true).contains(Int32(final))
    }

    /// The states that can be reached without reading.
    private func reach(_ states: [Int32], _ atStart: Bool, atEnd: Bool) -> [Int32] {
        var seen = Set(states)
        var stack = Array(seen)
        while let state = stack.popLast() {
            for (label, target) in edges[Int(state)] {
                let isOpen =
                    switch label {
                    case .free: true
                    case .start: atStart
                    case .end: atEnd
                    case .set: false
                    }
                if isOpen, seen.insert(Int32(target)).inserted { stack.append(Int32(target)) }
            }
        }
        return seen.sorted()
    }
}
