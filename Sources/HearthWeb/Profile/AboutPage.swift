// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthMemory

/// Six questions about the user, each of which may stay open.
struct AboutPage: Page {
    static let template = "you-about"

    let title: String
    let back = "/you"
    let backLabel: String
    let questions: [Question]
    let note: String
    let noteFault: String?

    struct Question: Sendable {
        let title: String
        let fields: [FactFieldView]
        let people: [PersonRow]
        let hasPeople: Bool
    }

    /// One of the user's people: what they are to the user, and their name.
    struct PersonRow: Sendable {
        let label: String
        let choice: String
        let slots: [ChoiceView]
        let field: FactFieldView
    }

    init(_ answers: AboutAnswers, fault: AboutAnswers.Fault? = nil, _ say: Phrases) {
        title = say("about.title")
        backLabel = say("you.backToYou")
        func field(_ name: String, _ label: String, hint: String? = nil) -> FactFieldView {
            FactFieldView(
                name, label, hint: hint.map { say($0) }, answers[name],
                longest: FactEntry.longest(name.hasPrefix("person") ? .person : .value),
                fault: fault?.field == name ? fault?.reason : nil, say)
        }
        func question(_ name: String, _ fields: [FactFieldView], _ people: [PersonRow] = []) -> Question {
            Question(title: say("about.\(name)"), fields: fields, people: people, hasPeople: !people.isEmpty)
        }
        let slots = FactSlot.all(in: .people).filter(\.namesPerson)
        let people = (1...AboutAnswers.people).map { number in
            let chosen = answers["slot\(number)"]
            return PersonRow(
                label: say("about.who", ["n": say.number(number)]), choice: "slot\(number)",
                slots: slots.map {
                    ChoiceView(value: $0.name, label: say("you.slot_\($0.name)"), isChosen: $0.name == chosen)
                },
                field: field("person\(number)", say("about.nameOf", ["n": say.number(number)])))
        }
        questions = [
            question("called", [field("name", say("you.slot_name"))]),
            question("calling", [field("call_name", say("you.slot_call_name"))]),
            question("living", [field("home", say("you.slot_home"))]),
            question("people", [], people),
            question(
                "eating",
                [
                    field("allergy", say("about.allergies"), hint: "about.commas"),
                    field("diet", say("you.slot_diet"), hint: "about.dietHint"),
                ]),
        ]
        note = answers["note"]
        noteFault = fault?.field == "note" ? say("you.fault_long", ["n": say.number(ProfileContext.longest)]) : nil
    }
}

/// The answers to the questions, by the names of their fields, as they were typed.
struct AboutAnswers: Sendable {
    /// Rows for the user's people.
    static let people = 3
    static let mostAllergies = 20
    private static let names =
        ["name", "call_name", "home", "allergy", "diet", "note"]
        + (1...people).flatMap { ["slot\($0)", "person\($0)"] }

    struct Fault: Error {
        let field: String
        let reason: FactEntry.Fault.Reason
    }

    private var texts: [String: String] = [:]

    subscript(_ name: String) -> String { texts[name] ?? "" }

    init(_ form: Form) { for name in Self.names { texts[name] = form[name] } }

    /// The answers to questions with one answer that are known already.
    init(_ facts: [Fact]) {
        for name in ["name", "call_name", "home"] {
            texts[name] = facts.last { $0.slot?.name == name && !$0.isNegative && !$0.isHidden }?.slot?.value
        }
    }

    /// A fact in the user's own words.
    func statement() throws(Fault) -> String? {
        let text = self["note"].split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard FactEntry.fits(text, ProfileContext.longest) else { throw Fault(field: "note", reason: .long) }
        return text.isEmpty ? nil : text
    }

    /// Answers that are not known already.
    /// - Throws: `Fault` for the first answer that cannot be taken.
    func entries(
        besides known: AboutAnswers, _ clock: WallClock, _ language: MemoryLanguage
    ) throws(Fault) -> [FactEntry] {
        var entries: [FactEntry] = []
        func add(_ slot: String, _ text: String, field: String) throws(Fault) {
            guard !text.trimmed.isEmpty, text.trimmed != known[field], let slot = FactSlot.named(slot) else { return }
            if slot.namesPerson, !FactEntry.fits(text.trimmed, FactEntry.longest(.person)) {
                throw Fault(field: field, reason: .long)
            }
            var draft = FactEntry.Draft()
            draft.value = text
            do {
                entries.append(try FactEntry(slot, draft, now: clock.now(), language, in: clock.zone))
            } catch { throw Fault(field: field, reason: error.reason) }
        }
        for name in ["name", "call_name", "home", "diet"] { try add(name, self[name], field: name) }
        for number in 1...Self.people {
            let chosen = FactSlot.named(self["slot\(number)"])
            let slot = chosen?.namesPerson == true ? chosen?.name : nil
            try add(slot ?? "contact", self["person\(number)"], field: "person\(number)")
        }
        let allergies = self["allergy"].split { $0 == "," || $0 == ";" || $0.isNewline }.map { String($0).trimmed }
            .filter { !$0.isEmpty }
        guard allergies.count <= Self.mostAllergies else { throw Fault(field: "allergy", reason: .many) }
        for one in allergies { try add("allergy", one, field: "allergy") }
        return entries
    }
}
