// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthMemory

/// The slots of a section to choose from, before one is filled in.
struct SlotListPage: Page {
    static let template = "you-slots"

    let title: String
    let back = "/you"
    let backLabel: String
    let slots: [Choice]

    struct Choice: Sendable {
        let address: String
        let label: String
    }

    /// - Parameter person: whom of the user's people it is to be about; `nil` for the user.
    init(_ section: ProfileLine.Section, about person: String?, _ say: Phrases) {
        title = person ?? say("you.section_\(section.rawValue)")
        backLabel = say("you.backToYou")
        let about = person.map { "?person=\($0.pathPart)" } ?? ""
        slots = FactSlot.all(in: section).filter { $0.isOfPerson == (person != nil) }.map {
            Choice(address: "/you/slots/\($0.name)\(about)", label: say("you.slot_\($0.name)"))
        }
    }
}

/// A fact in a slot, to be written by hand: new, known or waiting.
struct SlotFormPage: Page {
    static let template = "you-slot"

    let title: String
    let back: String
    let backLabel: String
    let action: String
    let save: String
    let fields: [FactFieldView]
    /// Other slots that the same fields fit, where a fact stands in the wrong one; empty for a new fact.
    let groups: [SlotGroup]
    let hasGroups: Bool
    /// Whether it can be said that something has changed.
    let mayChange: Bool
    let hasChanged: Bool

    struct SlotGroup: Sendable {
        let title: String
        let slots: [ChoiceView]
    }

    enum Subject {
        case new
        case fact(Fact)
        case waiting(Fact)
    }

    init(
        _ subject: Subject, _ slot: FactSlot, _ draft: FactEntry.Draft, fault: FactEntry.Fault? = nil,
        hasChanged: Bool = false, _ say: Phrases
    ) {
        backLabel = say("you.back")
        let label = say("you.slot_\(slot.name)")
        var (mayChange, isNew) = (false, false)
        switch subject {
        case .new:
            isNew = true
            let person = slot.isOfPerson && !draft.person.isEmpty ? draft.person : nil
            title = person.map { say("you.slotOf", ["person": $0, "slot": label]) } ?? label
            let about = person.map { "&person=\($0.pathPart)" } ?? ""
            (back, action) = ("/you/slots?section=\(slot.section.rawValue)\(about)", "/you/slots/\(slot.name)")
            save = say("you.addNow")
        case .fact(let fact):
            let here = "/you/facts/\(fact.id.pathPart)"
            (title, back, action, save) = (say("you.correct"), here, "\(here)/edit", say("frame.save"))
            mayChange = fact.isCurrent
        case .waiting(let fact):
            (title, back, save) = (say("you.correct"), "/you/confirm", say("you.saveYes"))
            action = "/you/confirm/\(fact.id.pathPart)"
        }
        fields = slot.fields.map { FactFieldView($0, of: slot, draft, fault?.field == $0 ? fault : nil, say) }
        groups = isNew ? [] : Self.groups(like: slot, say)
        (hasGroups, self.mayChange, self.hasChanged) = (!groups.isEmpty, mayChange, hasChanged)
    }

    private static func groups(like slot: FactSlot, _ say: Phrases) -> [SlotGroup] {
        ProfileLine.Section.allCases.compactMap { section in
            let slots = FactSlot.all(in: section).filter { $0.fields == slot.fields }
            guard !slots.isEmpty else { return nil }
            return SlotGroup(
                title: say("you.section_\(section.rawValue)"),
                slots: slots.map {
                    ChoiceView(value: $0.name, label: say("you.slot_\($0.name)"), isChosen: $0.name == slot.name)
                })
        }
    }
}

/// A line of text to be typed, with what is wrong with it.
struct FactFieldView: Sendable {
    let name: String
    let label: String
    let hint: String?
    let text: String
    let longest: Int
    let fault: String?
    let isRequired: Bool
    /// The elements that say more of it, for those who hear the page.
    let described: String

    init(
        _ name: String, _ label: String, hint: String?, _ text: String, longest: Int,
        fault: FactEntry.Fault.Reason?, isRequired: Bool = false, _ say: Phrases
    ) {
        (self.name, self.label, self.hint, self.text, self.longest) = (name, label, hint, text, longest)
        let most = fault == .many ? AboutAnswers.mostAllergies : longest
        self.fault = fault.map { say("you.fault_\($0.rawValue)", ["n": say.number(most)]) }
        self.isRequired = isRequired
        described = [fault == nil ? nil : "\(name)-fault", hint == nil ? nil : "\(name)-hint"].compactMap { $0 }
            .joined(separator: " ")
    }
}

extension FactFieldView {
    init(
        _ field: FactEntry.Field, of slot: FactSlot, _ draft: FactEntry.Draft, _ fault: FactEntry.Fault?,
        _ say: Phrases
    ) {
        let isMoment = field == .since && slot.dates == .moment
        let key = isMoment ? "moment" : field == .value && slot.namesPerson ? "name" : field.rawValue
        let hint: String? =
            switch field {
            case .value, .person, .until: nil
            case .relation: say("you.hint_relation")
            case .since: say("you.hint_date")
            }
        self.init(
            field.rawValue, say("you.field_\(key)"), hint: hint, draft[field], longest: FactEntry.longest(field),
            fault: fault?.reason, isRequired: field == .person || field == .value && !slot.namesPerson, say)
    }
}

extension FactSlot {
    /// The fields of its form, in their order.
    var fields: [FactEntry.Field] {
        let who: [FactEntry.Field] = isOfPerson ? [.person] : []
        let what: [FactEntry.Field] = name == "person_death" ? [] : [.value]
        let times: [FactEntry.Field] =
            switch dates {
            case .none: []
            case .moment: [.since]
            case .span: [.since, .until]
            }
        return who + what + (namesPerson ? [.relation] : []) + times
    }
}

extension FactEntry.Draft {
    subscript(_ field: FactEntry.Field) -> String {
        switch field {
        case .value: value
        case .person: person
        case .relation: relation
        case .since: since
        case .until: until
        }
    }

    init(_ form: Form) {
        self.init()
        value = form["value"] ?? ""
        person = form["person"] ?? ""
        relation = form["relation"] ?? ""
        since = form["since"] ?? ""
        until = form["until"] ?? ""
    }

    /// A fact as a form shows it.
    init(_ fact: Fact, _ clock: WallClock) {
        self.init()
        let (value, known) = (fact.slot?.value ?? "", fact.slot.flatMap { FactSlot.named($0.name) })
        // Somebody without a name is called by what they are to the user.
        let isRelation = known?.namesPerson == true && fact.slot?.relation == nil && value.first?.isLowercase == true
        self.value = isRelation ? "" : value
        relation = isRelation ? value : fact.slot?.relation ?? ""
        person = fact.subject == "user" ? "" : fact.subject
        let times = fact.times(in: clock.zone)
        (since, until) = (times.since ?? "", times.until ?? "")
    }
}
