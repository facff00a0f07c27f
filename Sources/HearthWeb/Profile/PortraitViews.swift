// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthMemory

extension PortraitPage {
    /// The user's name and home, above all else.
    struct Head: Sendable {
        let name: Link?
        let home: Link?

        struct Link: Sendable {
            let address: String
            let text: String
        }

        /// The facts that it tells, which are told nowhere else.
        let told: Set<Fact.ID>
    }

    struct SectionView: Sendable {
        let id: String
        let title: String
        let note: String?
        let lines: [LineView]
        let people: [CardView]
        let past: [PastView]
        let hasLines: Bool
        let hasPeople: Bool
        let hasPast: Bool
        let add: AddLink
    }

    struct AddLink: Sendable {
        let address: String
        /// The section or person that it adds to, for those who hear the page.
        let label: String
        let title: String
    }

    struct LineView: Sendable {
        let address: String
        let text: String
        /// Since when and until when, and how many sources.
        let note: String
        let edit: String
        let editLabel: String
        let isPinned: Bool
        let isHidden: Bool
        /// The fact, where the user is asked whether it is to stay.
        let undecided: String?
        let keepLabel: String
        let dropLabel: String
    }

    /// Something that held once.
    struct PastView: Sendable {
        let address: String
        let text: String
        let note: String
    }

    /// One of the user's people, and what is known of them.
    struct CardView: Sendable {
        let address: String
        let name: String
        /// Your sister · also Annie · died in 2019
        let note: String
        let items: [CardItem]
        let hasItems: Bool
        /// The fact that says who they are; `nil` where none does.
        let edit: String?
        let editLabel: String
        let add: String
        let addLabel: String
        let isPinned: Bool
        let isHidden: Bool
    }

    struct CardItem: Sendable {
        let label: String?
        let text: String
        let note: String
        let address: String
    }
}

extension PortraitPage.Head {
    /// - Parameter lines: what the user has hidden or put in other words is no heading.
    init(_ facts: [Fact], _ lines: [ProfileLine], _ language: MemoryLanguage) {
        let others = Set(lines.filter { $0.isHidden || $0.isEdited }.flatMap(\.facts))
        let told = facts.filter { !$0.isNegative && !$0.isHidden && !others.contains($0.id) }
        func newest(_ names: [String]) -> Fact? {
            names.lazy.compactMap { name in told.last { $0.slot?.name == name } }.first
        }
        let (name, home) = (newest(["name", "call_name"]), newest(["home"]))
        func link(_ fact: Fact, _ text: String) -> Link { Link(address: "/you/facts/\(fact.id.pathPart)", text: text) }
        self.name = name.map { link($0, $0.slot?.value ?? $0.statement) }
        self.home = home.map { link($0, $0.line(in: language)) }
        self.told = Set([name, home].compactMap { $0?.id })
    }
}

extension PortraitPage.AddLink {
    init(_ section: ProfileLine.Section, _ say: Phrases) {
        title = say("you.section_\(section.rawValue)")
        address = section == .said ? "/you/add" : "/you/slots?section=\(section.rawValue)"
        label = say("you.addTo", ["section": title])
    }
}

extension PortraitPage.LineView {
    init(_ line: ProfileLine, _ known: [Fact], _ clock: WallClock, _ say: Phrases) {
        address = "/you/lines/\(line.id.pathPart)"
        let only = known.count == 1 ? known.first : nil
        text = line.isEdited ? line.text : only?.line(in: say.memoryLanguage) ?? line.text
        let sources = known.reduce(0) { $0 + $1.evidence.count }
        var times = only.map { FactTimeWords.line(of: $0, clock, say) } ?? ""
        if times.isEmpty, only?.slot == nil, let since = known.map(\.validFrom).min() {
            times = say("you.since", ["day": say.day(since, clock)])
        }
        note = [say.count("you.sources", sources), times].filter { !$0.isEmpty }.joined(separator: " · ")
        (keepLabel, dropLabel) = (say("you.keepThis", ["line": text]), say("you.dropThis", ["line": text]))
        // What the user has put in other words is edited as a line.
        let fact = line.isEdited ? nil : only
        edit = (fact.map { "/you/facts/\($0.id.pathPart)" } ?? address) + "/edit"
        editLabel = say("you.editThis", ["line": text])
        (isPinned, isHidden) = (line.isPinned || known.contains(where: \.isPinned), line.isHidden)
        undecided = only.flatMap { $0.alsoSaid == .undecided ? "/you/facts/\($0.id.pathPart)" : nil }
    }
}

extension PortraitPage.PastView {
    init(_ fact: Fact, _ clock: WallClock, _ say: Phrases) {
        address = "/you/facts/\(fact.id.pathPart)"
        (text, note) = (fact.line(in: say.memoryLanguage), FactTimeWords.line(of: fact, clock, say))
    }
}

extension PortraitPage.CardView {
    init(_ line: ProfileLine, _ known: [Fact], _ clock: WallClock, _ say: Phrases) {
        address = "/you/lines/\(line.id.pathPart)"
        let person = KnownPerson(known)
        let slot = person.introduction?.slot.map { say("you.slot_\($0.name)") }
        let relation = person.relation.map { say("you.yourPerson", ["relation": $0]) } ?? slot
        name = person.name ?? relation ?? line.text
        let isOwnText = line.isEdited ? line.text : nil
        let others =
            person.otherNames.isEmpty
            ? nil : say("you.alsoCalled", ["names": person.otherNames.joined(separator: ", ")])
        let death = person.death.map { fact in
            let today = JournalDay(clock.now(), in: clock.zone)
            guard let time = fact.time else { return say("you.died") }
            let key = JournalDay(time) == nil ? "you.diedIn" : "you.diedOn"
            return say(key, ["time": FactTimeWords.words(of: time, today, say)])
        }
        let told = person.name == nil ? nil : relation
        note = [isOwnText, told, others, death].compactMap { $0 }.joined(separator: " · ")
        items = person.facts.filter { $0.id != person.death?.id }.map { PortraitPage.CardItem($0, clock, say) }
        hasItems = !items.isEmpty
        // Of a death, and of whoever is only spoken of, the fact itself is edited.
        edit = (person.introduction ?? person.death).map { "/you/facts/\($0.id.pathPart)/edit" }
        editLabel = say("you.editThis", ["line": name])
        add = "/you/slots?person=\((person.subject ?? name).pathPart)"
        addLabel = say("you.addTo", ["section": name])
        (isPinned, isHidden) = (line.isPinned || known.contains(where: \.isPinned), line.isHidden)
    }
}

extension PortraitPage.CardItem {
    init(_ fact: Fact, _ clock: WallClock, _ say: Phrases) {
        let slot = fact.slot.flatMap { FactSlot.named($0.name) }
        let isPlain = slot?.isOfPerson == true && !fact.isNegative
        label = isPlain ? slot.map { say("you.slot_\($0.name)") } : nil
        text = isPlain ? fact.slot?.value ?? fact.statement : fact.statement
        (note, address) = (FactTimeWords.line(of: fact, clock, say), "/you/facts/\(fact.id.pathPart)")
    }
}
