// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Finds the facts that concern a message by what it is about, and not only by its words: what somebody is allergic to
/// when they ask what to cook, their mother's death when they ask whether to call her.
struct FactTopics {
    private let kinds: Set<String>
    private let words: Set<String>
    private let asksForAll: Bool

    /// The kinds of words at which the facts of some slots are told. `Data/en/kinds.txt` lists the words of each kind.
    private static let slots: [String: [String]] = [
        "allergy": health + ["FOOD", "DIET"], "medication": health, "diet": health + ["FOOD", "DIET"],
        "condition": health, "pregnancy": health + ["ALC", "SMOKE", "PREG"], "disability": health + ["DISAB"],
        "alcohol": ["ALC"], "smoking": ["SMOKE"], "sleep": ["SLEEP"],
        "work": ["WORK", "JOB", "COLLEAGUE"], "employer": ["WORK", "EMPLOYER", "COLLEAGUE"],
        "retired": ["WORK", "RETIRED"],
        "unemployed": ["WORK", "JOBLESS"], "studies": ["STUDY", "SUBJECT"],
        "home": ["LIVE", "HOUSING"], "housing": ["LIVE", "HOUSING"], "vehicle": ["VEHICLE"],
        "pet": ["PET"], "partner": ["PARTNER"], "ex_partner": ["EX"], "child": ["CHILD"], "parent": ["PARENT"],
        "sibling": ["SIBLING"], "grandparent": ["GRAND"], "grandchild": ["GRANDCHILD"], "relative": ["RELATIVE"],
        "flatmate": ["FLATMATE"], "colleague": ["COLLEAGUE"], "instrument": ["INSTR"], "sport": ["SPORT"],
        "language": ["LANG", "SPEAK"], "fear": ["FEAR"], "belief": ["BELIEF"], "birthday": ["AGEW"], "age": ["AGEW"],
    ]
    private static let health = ["MED", "COND", "ILL", "ALLERGEN", "ALLERGY", "PREG"]
    /// Told in a short portrait, in this order.
    private static let portrait = [
        "name", "call_name", "age", "home", "origin", "work", "employer", "studies", "retired", "partner", "child",
        "pet",
        "language", "hobby", "instrument", "sport", "likes", "goal",
    ]
    /// Facts that are told by what a message is about, at most.
    private static let most = 8

    init(_ message: String) {
        let text = SlotText(String(message.prefix(2_000)), SlotReader.shared.language)
        // In plain letters « thé » is "the", which says nothing in English.
        let small = (MemoryLanguage(of: message) ?? .english).functionWords
        let kinds = text.units.flatMap { unit in
            zip(unit.words, unit.kinds).filter { word, _ in
                word.letters.count > 1 && !small.contains(String(decoding: word.letters, as: UTF8.self))
            }.flatMap { $0.1 }
        }
        self.kinds = Set(kinds.map { String(decoding: $0, as: UTF8.self) })
        words = Set(FoldedWords.all(in: message).map(\.withoutAccents))
        let bare = FoldedWords.all(in: message).map(\.withoutAccents).joined(separator: " ")
        asksForAll = Self.portraits.contains { (" " + bare + " ").contains(" \($0) ") }
    }

    private static let portraits = [
        "bio of me", "bio about me", "my bio", "about me", "describe me", "introduce me", "introduce myself",
        "who i am",
        "who am i", "ma bio", "biographie", "bio pour moi", "decris moi", "presente moi", "me presenter", "qui je suis",
        "qui suis je", "sur moi",
    ]

    /// The facts that are told, the newest first. What is over, hidden or only waits is not among them.
    func facts(among all: [Fact]) -> [Fact] {
        let current = all.filter { $0.isCurrent && !$0.isHidden }
        let people = Set(current.filter(isOfNamed).compactMap { $0.person.map(FactPerson.key) })
        let found = current.filter { fact in
            guard let slot = fact.slot else { return false }
            if Self.slots[slot.name]?.contains(where: kinds.contains) == true, !isOther(fact) { return true }
            if let person = fact.person { return people.contains(FactPerson.key(person)) || isNamed(person) }
            return false
        }
        let portrait = asksForAll ? Self.portrait.flatMap { name in current.filter { $0.slot?.name == name } } : []
        var seen: Set<Fact.ID> = []
        return (portrait + found.sorted { $0.validFrom > $1.validFrom }).filter { seen.insert($0.id).inserted }
            .prefix(asksForAll ? 2 * Self.most : Self.most).map { $0 }
    }

    /// A fact about one of the user's people is told where they are meant, and not at any word of its slot.
    private func isOther(_ fact: Fact) -> Bool { fact.subject != "user" }

    /// Whether somebody is called what the message calls them: "my mother" of a fact whose relation is that.
    private func isOfNamed(_ fact: Fact) -> Bool {
        [fact.slot?.relation, fact.subject == "user" ? nil : fact.subject].compactMap { $0 }.contains(where: isNamed)
    }

    private func isNamed(_ name: String) -> Bool {
        let parts = FoldedWords.all(in: name).map(\.withoutAccents)
        return !parts.isEmpty && parts.allSatisfy(words.contains)
    }
}
