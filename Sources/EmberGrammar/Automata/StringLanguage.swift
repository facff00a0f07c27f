// SPDX-License-Identifier: Apache-2.0

/// A set of strings: by their length alone, where that will do, else an automaton.
///
/// Lengths are kept as numbers so that "at most 10 000 characters" costs a counter, not 10 000 states.
enum StringLanguage: Sendable {
    /// Ranges of lengths in characters, ascending, apart; the last may be open (`nil`).
    case lengths([LengthRange])
    case automaton(CharacterAutomaton)

    struct LengthRange: Sendable, Hashable {
        var least: Int
        var most: Int?
    }

    static let all = StringLanguage.lengths([LengthRange(least: 0, most: nil)])
    static let none = StringLanguage.lengths([])

    var isEmpty: Bool {
        switch self {
        case .lengths(let ranges): ranges.isEmpty
        case .automaton(let automaton): automaton.isEmpty
        }
    }

    func accepts(_ text: String) -> Bool {
        switch self {
        case .automaton(let automaton): return automaton.accepts(text)
        case .lengths(let ranges):
            let length = text.unicodeScalars.count
            return ranges.contains { $0.least <= length && length <= $0.most ?? .max }
        }
    }

    func complement() -> StringLanguage {
        switch self {
        case .automaton(let automaton): return .automaton(automaton.complement)
        case .lengths(let ranges):
            var result: [LengthRange] = []
            var next: Int? = 0
            for range in ranges {
                if let start = next, start < range.least {
                    result.append(LengthRange(least: start, most: range.least - 1))
                }
                next = range.most.map { $0 + 1 }
            }
            if let start = next { result.append(LengthRange(least: start, most: nil)) }
            return .lengths(result)
        }
    }

    func intersection(_ other: StringLanguage) throws(AutomatonTooLarge) -> StringLanguage {
        if case .lengths(let a) = self, case .lengths(let b) = other {
            var result: [LengthRange] = []
            for x in a {
                for y in b {
                    let least = max(x.least, y.least)
                    let most = [x.most, y.most].compactMap(\.self).min()
                    if least <= most ?? .max { result.append(LengthRange(least: least, most: most)) }
                }
            }
            return .lengths(result.sorted { $0.least < $1.least })
        }
        if isEmpty || other.isEmpty { return .none }
        if isAll { return other }
        if other.isAll { return self }
        return .automaton(try asAutomaton().intersection(other.asAutomaton()))
    }

    func union(_ other: StringLanguage) throws(AutomatonTooLarge) -> StringLanguage {
        if isEmpty { return other }
        if other.isEmpty { return self }
        return try complement().intersection(other.complement()).complement()
    }

    private var isAll: Bool {
        if case .lengths(let ranges) = self { ranges == [LengthRange(least: 0, most: nil)] } else { false }
    }

    func asAutomaton() throws(AutomatonTooLarge) -> CharacterAutomaton {
        switch self {
        case .automaton(let automaton): return automaton
        case .lengths(let ranges):
            var result = CharacterAutomaton.all.complement
            for range in ranges { result = try result.union(CharacterAutomaton(length: range.least, range.most)) }
            return result
        }
    }
}
