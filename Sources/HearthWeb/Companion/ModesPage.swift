// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthMemory

/// All modes.
struct ModesPage: Page {
    static let template = "modes"

    let title: String
    let back = "/settings"
    let backLabel: String
    let builtIn: [ModeRow]
    let own: [ModeRow]
    let choices: [ChoiceView]
    /// How many files there are and where, as a sentence.
    let files: String
    let isSaved: Bool

    struct ModeRow: Sendable {
        let name: String
        let about: String
        let address: String
        let icon: String
        let isUsual: Bool
        let isEdited: Bool
    }

    init(_ modes: [Mode], usual: String, files: Int, machine: String, isSaved: Bool = false, _ say: Phrases) {
        title = say("modes.title")
        backLabel = say("settings.backTo")
        let rows = modes.map { mode in
            ModeRow(
                name: mode.text.name, about: mode.text.about, address: "/settings/modes/\(mode.id)",
                icon: Self.icons[mode.id] ?? "moon", isUsual: mode.id == usual, isEdited: mode.isEdited)
        }
        builtIn = zip(rows, modes).filter(\.1.isBuiltIn).map(\.0)
        own = zip(rows, modes).filter { !$0.1.isBuiltIn }.map(\.0)
        choices = modes.map { ChoiceView(value: $0.id, label: $0.text.name, isChosen: $0.id == usual) }
        self.files = say("modes.files", ["n": say.number(files), "machine": machine])
        self.isSaved = isSaved
    }

    private static let icons = [
        "friend": "person", "journal": "journal", "coach": "chart", "tutor": "words", "plain": "chat",
    ]
}

/// One mode, to be read and changed.
struct ModePage: Page {
    static let template = "mode"

    let title: String
    let back = "/settings/modes"
    let backLabel: String
    let sub: String
    let action: String
    let name: String
    let about: String
    let text: String
    let words: String
    let placeholder: String
    let uses: [UseView]
    /// `nil` for a mode that is not there yet.
    let id: String?
    let isBuiltIn: Bool
    let isEdited: Bool
    /// The text that came with Hearth, beside the one that there is, line by line.
    let lines: [DifferenceLine]
    let differences: String
    let languages: [LanguageView]
    let trialQuestion: String
    /// A model's answer in this mode; `nil` before the mode was tried.
    let trial: TrialView?
    let fault: String?
    let isSaved: Bool

    /// A model's answer, as HTML.
    struct TrialView: Sendable {
        let answer: String
    }

    struct UseView: Sendable {
        let value: String
        let name: String
        let note: String
        let icon: String
        let isOn: Bool
    }

    struct DifferenceLine: Sendable {
        let text: String
        /// Words that screen readers say before the line.
        let label: String
        let isAdded: Bool
        let isRemoved: Bool
    }

    struct LanguageView: Sendable {
        let name: String
        let code: String
        let address: String
        let isOpen: Bool
    }

    /// - Parameters:
    ///   - filled: what was typed, where it is not what is saved.
    ///   - trial: an answer as HTML.
    init(
        _ mode: Mode?, filled: ModeText? = nil, language: MemoryLanguage, trial: String? = nil, fault: String? = nil,
        isSaved: Bool = false, _ clock: WallClock, _ say: Phrases
    ) {
        let shown = filled ?? mode?.text ?? ModeText(name: "", about: "", uses: [.memory], text: "")
        title = mode?.text.name ?? say("modes.new")
        backLabel = say("modes.backTo")
        sub = Self.sub(mode, clock, say)
        id = mode?.id
        let query = "?lang=\(language.rawValue)"
        action = mode.map { "/settings/modes/\($0.id)\(query)" } ?? "/settings/modes/new\(query)"
        (name, about, text) = (shown.name, shown.about, shown.text)
        let count = shown.text.split(whereSeparator: \.isWhitespace).count
        words = say.count("modes.words", count)
        placeholder = mode?.id == ModesFolder.plain ? say("modes.plainPlaceholder") : ""
        uses = [(ModeText.Use.memory, "memory"), (.journal, "journal"), (.words, "words")].map { use, icon in
            UseView(
                value: use.rawValue, name: say("modes.\(use.rawValue)"), note: say("modes.\(use.rawValue)Note"),
                icon: icon, isOn: shown.uses.contains(use))
        }
        isBuiltIn = mode?.isBuiltIn ?? false
        isEdited = mode?.isEdited ?? false
        lines = mode.flatMap(\.original).map { Self.difference(from: $0.text, to: shown.text, say) } ?? []
        differences = say.count("modes.differ", lines.count { $0.isAdded || $0.isRemoved })
        languages = MemoryLanguage.allCases.map { code in
            LanguageView(
                name: say("language.\(code.rawValue)"), code: code.rawValue,
                address: mode.map { "/settings/modes/\($0.id)?lang=\(code.rawValue)" } ?? "",
                isOpen: code == language)
        }
        trialQuestion = say("modes.trialQuestion")
        self.trial = trial.map { TrialView(answer: $0) }
        self.fault = fault
        self.isSaved = isSaved
    }

    private static func sub(_ mode: Mode?, _ clock: WallClock, _ say: Phrases) -> String {
        guard let mode else { return say("modes.newNote") }
        guard mode.isBuiltIn else { return say("modes.own") }
        guard mode.isEdited, let date = mode.changedAt else { return say("modes.builtInNote") }
        return say("modes.changed", ["day": say.dayInSentence(date, clock)])
    }

    /// Lines of both texts: those that only one has are marked.
    static func difference(from old: String, to new: String, _ say: Phrases) -> [DifferenceLine] {
        let (old, new) = (old.components(separatedBy: "\n"), new.components(separatedBy: "\n"))
        let change = new.difference(from: old)
        let removed = Set(
            change.removals.map { removal -> Int in
                if case .remove(let offset, _, _) = removal { offset } else { -1 }
            })
        let added = Set(
            change.insertions.map { insertion -> Int in
                if case .insert(let offset, _, _) = insertion { offset } else { -1 }
            })
        var (lines, next): ([DifferenceLine], Int) = ([], 0)
        func add() {
            lines.append(DifferenceLine(text: new[next], label: say("modes.added"), isAdded: true, isRemoved: false))
            next += 1
        }
        for (index, line) in old.enumerated() {
            if removed.contains(index) {
                lines.append(DifferenceLine(text: line, label: say("modes.removed"), isAdded: false, isRemoved: true))
                continue
            }
            while added.contains(next) { add() }
            lines.append(DifferenceLine(text: line, label: "", isAdded: false, isRemoved: false))
            next += 1
        }
        while next < new.count { add() }
        return lines
    }
}
