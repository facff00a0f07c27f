// SPDX-License-Identifier: Apache-2.0

/// A deterministic automaton over the bytes of a part of the document: a string, a number, a property's name.
///
/// From each of its states the end can be reached; what cannot lead to it has been removed.
struct ByteAutomaton: Sendable {
    /// For each byte, its column in `next`.
    let columns: [UInt8]
    let width: Int
    /// `(states, width)`, -1 where a byte is not allowed; state 0 is where the part begins.
    let next: [Int32]
    /// Label of a text that ends in this state, from 0; -1 for a state in which no text can end.
    let label: [Int32]
    /// Whether nothing can follow, so that the part is over at once.
    let isFinal: [Bool]

    var states: Int { label.count }

    @inline(__always)
    func step(_ state: Int32, _ byte: UInt8) -> Int32 {
        next[Int(state) * width + Int(columns[Int(byte)])]
    }
}

/// Gathers states and the bytes between them, then keeps those that matter.
struct ByteAutomatonBuilder {
    struct Edge: Hashable {
        var low: UInt8
        var high: UInt8
        var target: Int32
    }

    private(set) var edges: [[Edge]] = []
    private var labels: [Int32] = []
    private var shared: [[Edge]: Int32] = [:]

    var count: Int { edges.count }

    mutating func addState(label: Int32 = -1) throws(AutomatonTooLarge) -> Int32 {
        if edges.count >= Limit.byteStates { throw AutomatonTooLarge() }
        try CompilerBudget.spend(4)
        edges.append([])
        labels.append(label)
        return Int32(edges.count - 1)
    }

    mutating func add(_ new: [Edge], to state: Int32) { edges[Int(state)] += new }

    mutating func add(_ byte: UInt8, from state: Int32, to target: Int32) {
        edges[Int(state)].append(Edge(low: byte, high: byte, target: target))
    }

    /// A state in which nothing ends, shared by all who ask for the same ways on.
    mutating func state(_ edges: [Edge]) throws(AutomatonTooLarge) -> Int32 {
        if let known = shared[edges] { return known }
        let state = try addState()
        self.edges[Int(state)] = edges
        shared[edges] = state
        return state
    }

    /// Spells `text` from a state.
    mutating func add(text: String, from state: Int32, to target: Int32) throws(AutomatonTooLarge) {
        let bytes = Array(text.utf8)
        var current = state
        for byte in bytes.dropLast() {
            let next = try addState()
            add(byte, from: current, to: next)
            current = next
        }
        if let last = bytes.last { add(last, from: current, to: target) }
    }

    /// The automaton that begins in `start`, or `nil` when nothing can end.
    func finished(start: Int32) throws(AutomatonTooLarge) -> ByteAutomaton? {
        try CompilerBudget.spend(4 * edges.reduce(0) { $0 + 1 + $1.count })
        let alive = aliveStates()
        guard alive[Int(start)] else { return nil }
        var ids = [Int32](repeating: -1, count: edges.count)
        var order = [start]
        ids[Int(start)] = 0
        var position = 0
        while position < order.count {
            for edge in edges[Int(order[position])] where alive[Int(edge.target)] && ids[Int(edge.target)] < 0 {
                ids[Int(edge.target)] = Int32(order.count)
                order.append(edge.target)
            }
            position += 1
        }
        let (columns, width) = columnsOfBytes(order)
        try CompilerBudget.spend(order.count * width)
        var next = [Int32](repeating: -1, count: order.count * width)
        for (id, state) in order.enumerated() {
            for edge in edges[Int(state)] where alive[Int(edge.target)] {
                for column in columns[Int(edge.low)]...columns[Int(edge.high)] {
                    next[id * width + Int(column)] = ids[Int(edge.target)]
                }
            }
        }
        let labels = order.map { self.labels[Int($0)] }
        let isFinal = order.indices.map { id in
            labels[id] >= 0 && !next[id * width..<(id + 1) * width].contains { $0 >= 0 }
        }
        return ByteAutomaton(columns: columns, width: width, next: next, label: labels, isFinal: isFinal)
    }

    private func aliveStates() -> [Bool] {
        var sources = [[Int32]](repeating: [], count: edges.count)
        for (state, edges) in edges.enumerated() {
            for edge in edges { sources[Int(edge.target)].append(Int32(state)) }
        }
        var alive = labels.map { $0 >= 0 }
        var stack = labels.indices.filter { labels[$0] >= 0 }.map { Int32($0) }
        while let state = stack.popLast() {
            for source in sources[Int(state)] where !alive[Int(source)] {
                alive[Int(source)] = true
                stack.append(source)
            }
        }
        return alive
    }

    /// Bytes in ascending columns: two neighbours share one when no state tells them apart.
    private func columnsOfBytes(_ states: [Int32]) -> (columns: [UInt8], width: Int) {
        var begins = [Bool](repeating: false, count: 257)
        for state in states {
            for edge in edges[Int(state)] {
                begins[Int(edge.low)] = true
                begins[Int(edge.high) + 1] = true
            }
        }
        var columns = [UInt8](repeating: 0, count: 256)
        var column = 0
        for byte in 1..<256 {
            if begins[byte] { column += 1 }
            columns[byte] = UInt8(column)
        }
        return (columns, column + 1)
    }
}

extension ByteAutomaton {
    /// The number of bytes of the shortest text.
    func shortestLength() -> Int {
        var seen = [Bool](repeating: false, count: states)
        var level: [Int32] = [0]
        seen[0] = true
        var length = 0
        while !level.isEmpty {
            if level.contains(where: { label[Int($0)] >= 0 }) { return length }
            var following: [Int32] = []
            for state in level {
                for target in next[Int(state) * width..<(Int(state) + 1) * width] where target >= 0 {
                    if !seen[Int(target)] {
                        seen[Int(target)] = true
                        following.append(target)
                    }
                }
            }
            level = following
            length += 1
        }
        return unreachable
    }
}
