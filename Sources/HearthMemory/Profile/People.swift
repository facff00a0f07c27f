// SPDX-License-Identifier: Apache-2.0

/// Tells whom facts are about, whatever name or word the user calls them by.
///
/// Ana, "Ana Silva" and "my sister" are one person where only one sister is known, and only one Ana.
public struct People {
    /// The key of each person, by the keys of what they are called.
    private var keys: [String: String] = [:]
    /// All names of theirs, as they are compared.
    private let names: Set<String>

    /// - Parameter facts: all that are known of anybody, also those that no longer hold.
    public init(_ facts: [Fact]) {
        var (names, called): (Set<String>, [String: Set<String>]) = ([], [:])
        for fact in facts {
            guard let slot = fact.slot, FactSlot.named(slot.name)?.namesPerson == true, !fact.isNegative,
                slot.value.first?.isUppercase == true
            else { continue }
            let name = FactPerson.key(slot.value)
            names.insert(name)
            for word in [slot.relation, slot.name].compactMap({ $0 }) {
                called[Self.word(word), default: []].insert(name)
            }
        }
        var longer: [String: [String]] = [:]
        for name in names {
            let parts = name.split(separator: " ")
            for count in parts.indices.dropFirst() {
                let beginning = parts[..<count].joined(separator: " ")
                if names.contains(beginning) { longer[beginning, default: []].append(name) }
            }
        }
        // One of several who have the same first name is not to be guessed.
        for (name, whole) in longer where whole.count == 1 { keys[name] = whole[0] }
        self.names = names
        for (word, people) in called where keys[word] == nil && !names.contains(word) {
            let whole = Set(people.map { keys[$0] ?? $0 })
            if whole.count == 1 { keys[word] = whole.first }
        }
    }

    /// - Returns: `nil` for a fact that is about nobody but the user.
    func key(of fact: Fact) -> String? { fact.person.map(key) }

    /// Whether a fact is about somebody or names them, also by another name of theirs.
    public func isAbout(_ name: String, _ fact: Fact) -> Bool { fact.isAbout(name) || key(of: fact) == key(name) }

    /// Names of somebody: as it was asked, and by all other names that are known.
    public func names(of name: String) -> [String] {
        let whole = key(name)
        return [name] + names.filter { key($0) == whole && $0 != FactPerson.key(name) }.sorted()
    }

    func key(_ name: String) -> String {
        let key = FactPerson.key(name)
        return keys[key] ?? keys[Self.word(name)] ?? key
    }

    private static func word(_ relation: String) -> String { FactPerson.key(bare(relation)) }

    /// A relation without the word that says to whom: "sister" of "my sister".
    static func bare(_ relation: String) -> String {
        let words = relation.split(whereSeparator: \.isWhitespace)
        let isOwned = words.count > 1 && owners.contains(words[0].lowercased())
        return words.dropFirst(isOwned ? 1 : 0).joined(separator: " ")
    }

    private static let owners: Set<String> = ["my", "our", "mon", "ma", "mes", "notre", "nos"]
}

/// One of the user's people, and what is known of them.
public struct KnownPerson: Sendable {
    /// `nil` where the user has told none.
    public let name: String?
    /// Other names that they go by.
    public let otherNames: [String]
    /// Their relation to the user, as the user says it: "sister"; `nil` where it was not said.
    public let relation: String?
    /// The fact that says who they are to the user.
    public let introduction: Fact?
    /// Other facts about them, in the order of the slots.
    public let facts: [Fact]

    /// - Parameter facts: all facts of one line of the portrait.
    public init(_ facts: [Fact]) {
        let named = facts.filter { $0.slot.flatMap { FactSlot.named($0.name) }?.namesPerson == true && !$0.isNegative }
        let values = named.compactMap(\.slot?.value)
        let names = values.filter { $0.first?.isUppercase == true }.sorted { $0.count > $1.count }
        let subjects = facts.map(\.subject).filter { $0 != "user" }
        let unnamed = facts.filter { $0.slot == nil }.compactMap(\.person).first
        name = names.first ?? subjects.first { $0.first?.isUppercase == true } ?? unnamed
        var seen = Set([name].compactMap { $0.map(FactPerson.key) })
        otherNames = names.filter { seen.insert(FactPerson.key($0)).inserted }
        let words = named.compactMap(\.slot?.relation) + values.filter { $0.first?.isLowercase == true }
        relation = words.last ?? subjects.last { $0.first?.isLowercase == true }
        introduction = named.last { $0.slot?.value == names.first } ?? named.last
        let introductions = Set(named.map(\.id))
        self.facts = facts.filter { !introductions.contains($0.id) }.enumerated().sorted { one, other in
            (Self.place(one.element), one.offset) < (Self.place(other.element), other.offset)
        }.map(\.element)
    }

    private static func place(_ fact: Fact) -> Int {
        fact.slot.flatMap { FactSlot.named($0.name) }?.place ?? .max
    }

    /// By what a fact about them names them.
    public var subject: String? { name ?? relation }

    /// The fact that says that they have died.
    public var death: Fact? { facts.last { $0.slot?.name == "person_death" && !$0.isNegative } }
}
