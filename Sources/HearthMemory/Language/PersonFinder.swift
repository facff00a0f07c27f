// SPDX-License-Identifier: Apache-2.0

/// Finds whom of the user's people a unit of a message speaks of: "my sister", "Ana", "our flatmate Jun".
struct PersonFinder {
    let units: [SlotText.Unit]

    /// The kinds of words that say what somebody is to the user, by the slot of such people.
    private static let kinds: [String: [String]] = [
        "partner": ["PARTNER"], "ex_partner": ["EX", "PARTNER"], "child": ["CHILD"], "parent": ["PARENT"],
        "sibling": ["SIBLING"], "grandparent": ["GRAND"], "grandchild": ["GRANDCHILD", "CHILD"],
        "relative": ["RELATIVE"], "friend": ["FRIEND"], "flatmate": ["FLATMATE"], "colleague": ["COLLEAGUE"],
        "contact": ["CONTACT"],
    ]
    private static let all = Set(kinds.values.joined())
    private static let names = Array("NAME".utf8)
    /// Words between what somebody is and their name, at most.
    private static let near = 3

    /// Finds somebody's relation to the user, for a value that names them.
    /// - Parameter value: the places of the value's words in the unit.
    /// - Returns: the place of the word in the unit; `nil` where none stands there.
    func relation(of value: Range<Int>, in slot: String, unit place: Int) -> Int? {
        let wanted = Set(Self.kinds[slot] ?? [])
        let unit = units[place]
        let found = unit.words.indices.filter { index in
            unit.kinds[index].contains { wanted.contains(String(decoding: $0, as: UTF8.self)) }
        }
        return found.min { distance($0, value) < distance($1, value) }
    }

    /// Whom something is said of: a name, or else what they are to the user; in the unit, or in those before it.
    /// - Returns: the range in scalars of the message.
    func person(besides value: Range<Int>, unit place: Int) -> Range<Int>? {
        if let found = person(in: units[place], besides: value) { return found }
        // "She lives there now" is of whoever was named last, and of nobody where two were.
        let before = units[..<place].compactMap { person(in: $0, besides: 0..<0) }
        guard let last = before.last, Set(before.map(\.count)).count <= 1 || before.count == 1 else { return nil }
        return last
    }

    private func person(in unit: SlotText.Unit, besides value: Range<Int>) -> Range<Int>? {
        let relations = unit.words.indices.filter { index in
            !value.contains(index)
                && unit.kinds[index].contains { Self.all.contains(String(decoding: $0, as: UTF8.self)) }
        }
        guard let index = relations.first else {
            let names = unit.words.indices.dropFirst().filter { isName(unit, $0) && !value.contains($0) }
            return names.first.map { unit.words[$0].range }
        }
        let behind = unit.words.indices.dropFirst(index + 1).prefix(Self.near).first { isName(unit, $0) }
        let name = behind.flatMap { value.contains($0) ? nil : $0 }
        return unit.words[name ?? index].range
    }

    private func isName(_ unit: SlotText.Unit, _ index: Int) -> Bool {
        let kinds = unit.kinds[index]
        return unit.words[index].isCapital && unit.words[index].letters.count > 1
            && (kinds.isEmpty || kinds.contains(Self.names))
    }

    private func distance(_ index: Int, _ value: Range<Int>) -> Int {
        index < value.lowerBound ? value.lowerBound - index : max(0, index - value.upperBound + 1)
    }
}
