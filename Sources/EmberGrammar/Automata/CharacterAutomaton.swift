// SPDX-License-Identifier: Apache-2.0

import EmberTokenizers

/// A complete deterministic automaton over Unicode characters; its languages are closed under and, or and not.
struct CharacterAutomaton: Sendable {
    /// First characters of the ranges that no state tells apart; the first is 0.
    let starts: [UInt32]
    /// For each such range, its column in `next`.
    let columns: [Int32]
    let width: Int
    /// `(states, width)`; state 0 is where a text begins.
    let next: [Int32]
    let accepting: [Bool]

    var states: Int { accepting.count }

    static let all = CharacterAutomaton(starts: [0], columns: [0], width: 1, next: [0], accepting: [true])

    /// The ranges of characters that lead from a state, with where they lead.
    func ranges(from state: Int) -> [(low: UInt32, high: UInt32, target: Int)] {
        var result: [(low: UInt32, high: UInt32, target: Int)] = []
        for (index, start) in starts.enumerated() {
            let end = index + 1 < starts.count ? starts[index + 1] - 1 : ScalarSet.limit - 1
            let target = Int(next[state * width + Int(columns[index])])
            if let last = result.last, last.target == target {
                result[result.count - 1].high = end
            } else {
                result.append((start, end, target))
            }
        }
        return result
    }

    func target(_ state: Int, _ character: UInt32) -> Int {
        var (low, high) = (0, starts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= character { low = middle } else { high = middle }
        }
        return Int(next[state * width + Int(columns[low])])
    }

    func accepts(_ text: String) -> Bool {
        accepting[text.unicodeScalars.reduce(0) { target($0, $1.value) }]
    }

    /// All texts, where there are at most `most` and none has more characters than that; else `nil`.
    func texts(atMost most: Int) -> [String]? {
        let alive = aliveStates { accepting[$0] }
        var result: [String] = []
        func visit(_ state: Int, _ text: String.UnicodeScalarView) -> Bool {
            if accepting[state] { result.append(String(text)) }
            for (low, high, target) in ranges(from: state) where alive[target] {
                guard result.count + Int(high - low) < most, text.count < most else { return false }
                for character in (low...high).compactMap(Unicode.Scalar.init) {
                    guard visit(target, text + CollectionOfOne(character)) else { return false }
                }
            }
            return result.count <= most
        }
        return visit(0, "".unicodeScalars) ? result : nil
    }

    // MARK: Algebra

    var complement: CharacterAutomaton {
        CharacterAutomaton(
            starts: starts, columns: columns, width: width, next: next, accepting: accepting.map { !$0 })
    }

    func intersection(_ other: CharacterAutomaton) throws(AutomatonTooLarge) -> CharacterAutomaton {
        try CharacterAutomaton.product([self, other]) { $0[0] && $0[1] }.minimised()
    }

    func union(_ other: CharacterAutomaton) throws(AutomatonTooLarge) -> CharacterAutomaton {
        try CharacterAutomaton.product([self, other]) { $0[0] || $0[1] }.minimised()
    }

    /// Whether no text is accepted.
    var isEmpty: Bool { !accepting.contains(true) }

    static func product(
        _ parts: [CharacterAutomaton], accepting: ([Bool]) -> Bool
    ) throws(AutomatonTooLarge) -> CharacterAutomaton {
        try labelledProduct(parts) { states in
            accepting(zip(parts, states).map { $0.accepting[Int($1)] }) ? 1 : 0
        }.automaton
    }

    /// Runs automata side by side; `label` names what a combination of states accepts, 0 for nothing.
    static func labelledProduct(
        _ parts: [CharacterAutomaton], label: ([Int32]) -> Int
    ) throws(AutomatonTooLarge) -> (automaton: CharacterAutomaton, labels: [Int]) {
        let alphabet = try Alphabet(merging: parts)
        var ids: [[Int32]: Int32] = [[Int32](repeating: 0, count: parts.count): 0]
        var queue: [[Int32]] = [[Int32](repeating: 0, count: parts.count)]
        var next: [Int32] = []
        var position = 0
        while position < queue.count {
            let states = queue[position]
            position += 1
            try CompilerBudget.spend(alphabet.representatives.count * parts.count)
            for column in alphabet.representatives {
                let target = zip(parts, states).enumerated().map { index, pair in
                    pair.0.next[Int(pair.1) * pair.0.width + Int(column[index])]
                }
                if let known = ids[target] {
                    next.append(known)
                } else {
                    let id = Int32(queue.count)
                    if queue.count >= Limit.characterStates { throw AutomatonTooLarge() }
                    ids[target] = id
                    queue.append(target)
                    next.append(id)
                }
            }
        }
        let labels = queue.map(label)
        let automaton = CharacterAutomaton(
            starts: alphabet.starts, columns: alphabet.columns, width: alphabet.representatives.count, next: next,
            accepting: labels.map { $0 != 0 })
        return (automaton, labels)
    }

    /// The same language with the fewest states.
    ///
    /// Source: Moore 1956, "Gedanken-experiments on sequential machines": blocks are split until
    /// none tells its members apart.
    func minimised() throws(AutomatonTooLarge) -> CharacterAutomaton {
        var block = accepting.map { $0 ? Int32(1) : 0 }
        var count = Set(block).count
        var before = 0
        // One column at a time, so that a block and another one make a key that costs nothing.
        while count != before {
            before = count
            for column in 0..<width {
                try CompilerBudget.spend(2 * states)
                var ids: [UInt64: Int32] = [:]
                var refined = block
                for state in 0..<states {
                    let target = block[Int(next[state * width + column])]
                    let key = UInt64(block[state]) << 32 | UInt64(target)
                    refined[state] = ids[key, default: Int32(ids.count)]
                    ids[key] = refined[state]
                }
                block = refined
                count = ids.count
            }
        }
        // State 0 was numbered first, so it is 0 again.
        var result = [Int32](repeating: 0, count: count * width)
        var accepts = [Bool](repeating: false, count: count)
        for state in 0..<states {
            let id = Int(block[state])
            accepts[id] = accepting[state]
            for column in 0..<width { result[id * width + column] = block[Int(next[state * width + column])] }
        }
        return CharacterAutomaton(
            starts: starts, columns: columns, width: width, next: result, accepting: accepts)
    }
}

/// Thrown where an automaton would grow beyond `Limit`; the caller knows which keyword is to blame.
struct AutomatonTooLarge: Error {}

/// The ranges of characters that several automata tell apart, together.
private struct Alphabet {
    var starts: [UInt32] = []
    var columns: [Int32] = []
    /// For each joint column, the column in each automaton.
    var representatives: [[Int32]] = []

    init(merging parts: [CharacterAutomaton]) throws(AutomatonTooLarge) {
        var ids: [[Int32]: Int32] = [:]
        var positions = [Int](repeating: 0, count: parts.count)
        for start in Set(parts.flatMap(\.starts)).sorted() {
            try CompilerBudget.spend(parts.count)
            for (index, part) in parts.enumerated() {
                while positions[index] + 1 < part.starts.count, part.starts[positions[index] + 1] <= start {
                    positions[index] += 1
                }
            }
            let column = parts.indices.map { parts[$0].columns[positions[$0]] }
            let id = ids[column, default: Int32(ids.count)]
            if ids.updateValue(id, forKey: column) == nil { representatives.append(column) }
            if columns.last != id {
                starts.append(start)
                columns.append(id)
            }
        }
    }
}
