// SPDX-License-Identifier: Apache-2.0

import HearthMemory

/// A fact or a line, to be written.
struct FactFormPage: Page {
    static let template = "you-edit"

    let title: String
    let back: String
    let backLabel: String
    let action: String
    let statement: String
    let hint: String
    let fault: String?
    /// Whether it can be said that something has changed.
    let mayChange: Bool
    /// Kinds to choose from; empty where the kind stays.
    let kinds: [ChoiceView]
    let isNew: Bool
    let person: String
    let save: String

    enum Subject {
        case new(Form)
        case fact(Fact)
        case waiting(Fact)
        case line(ProfileLine)
    }

    init(_ subject: Subject, isRefused: Bool = false, _ say: Phrases) {
        backLabel = say("you.back")
        fault = isRefused ? say("you.statementFault") : nil
        var (kinds, person, mayChange): ([ChoiceView], String, Bool) = ([], "", false)
        switch subject {
        case .new(let form):
            (title, hint, save) = (say("you.add"), say("you.addHint"), say("you.addNow"))
            (back, action, statement) = ("/you/facts", "/you/add", form["statement"] ?? "")
            let chosen = form["kind"] ?? Fact.Kind.preferences.rawValue
            kinds = Fact.Kind.allCases.map {
                ChoiceView(value: $0.rawValue, label: say("you.kind_\($0.rawValue)"), isChosen: $0.rawValue == chosen)
            }
            person = form["person"] ?? ""
        case .fact(let fact):
            let here = "/you/facts/\(fact.id.pathPart)"
            (title, hint, save) = (say("you.correct"), say("you.correctHint"), say("frame.save"))
            (back, action, statement) = (here, "\(here)/edit", fact.statement)
            mayChange = fact.isCurrent
        case .waiting(let fact):
            (title, hint, save) = (say("you.correct"), say("you.correctHint"), say("you.saveYes"))
            (back, action, statement) = ("/you/confirm", "/you/confirm/\(fact.id.pathPart)", fact.statement)
        case .line(let line):
            let here = "/you/lines/\(line.id.pathPart)"
            (title, hint, save) = (say("you.editLine"), say("you.editLineHint"), say("frame.save"))
            (back, action, statement) = (here, "\(here)/edit", line.text)
        }
        isNew = !kinds.isEmpty
        (self.kinds, self.person, self.mayChange) = (kinds, person, mayChange)
    }
}
