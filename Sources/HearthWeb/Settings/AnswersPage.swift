// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import HearthChat
import HearthModels

/// How answers are made.
struct AnswersPage: Page {
    static let template = "answers"

    let title: String
    let back = "/settings"
    let backLabel: String
    let instructions: FieldView
    let presets: [ChoiceView]
    let temperature: FieldView
    let topP: FieldView
    let maxTokens: FieldView
    let seed: FieldView
    let thinks: Bool
    let namesSessions: Bool
    let runsErrands: Bool
    let idle: [ChoiceView]
    let isSaved: Bool
    /// Whether something that was sent cannot be; each such field says so itself.
    let isRefused: Bool

    /// A field as it was filled in, and what is wrong with that.
    struct FieldView: Sendable {
        let value: String
        let fault: String?
    }

    /// - Parameter faults: the fields that cannot be as they were filled in.
    init(_ filled: AnswersForm, isSaved: Bool = false, faults: Set<AnswerFault> = [], _ say: Phrases) {
        title = say("answers.title")
        backLabel = say("settings.backTo")
        func field(_ value: String, _ fault: AnswerFault) -> FieldView {
            FieldView(value: value, fault: faults.contains(fault) ? say("answers.\(fault.rawValue)Fault") : nil)
        }
        instructions = field(filled.instructions, .instructions)
        temperature = field(say.decimal(filled.temperature), .temperature)
        topP = field(say.decimal(filled.topP), .topP)
        maxTokens = field(say.grouped(filled.maxTokens), .maxTokens)
        seed = field(filled.seed, .seed)
        presets = AnswerPreset.allCases.map {
            ChoiceView(
                value: $0.rawValue, label: say("answers.\($0.rawValue)"), isChosen: $0 == filled.preset,
                temperature: say.decimal($0.temperature.description), topP: say.decimal($0.topP?.description ?? ""))
        }
        thinks = filled.thinks
        namesSessions = filled.namesSessions
        runsErrands = filled.runsErrands
        idle = Set([2, 10, 30, 120, 0, filled.idleMinutes]).sorted { ($0 == 0 ? .max : $0) < ($1 == 0 ? .max : $1) }
            .map {
                ChoiceView(
                    value: String($0),
                    label: $0 == 0 ? say("answers.neverSleeps") : say("answers.minutes", ["n": say.number($0)]),
                    isChosen: $0 == filled.idleMinutes)
            }
        self.isSaved = isSaved
        isRefused = !faults.isEmpty
    }
}

/// A choice of how much answers vary.
enum AnswerPreset: String, CaseIterable, Sendable {
    case precise, balanced, creative

    var temperature: Float {
        switch self {
        case .precise: 0.2
        case .balanced: AnswerSettings().temperature
        case .creative: 1.1
        }
    }

    var topP: Float? {
        switch self {
        case .precise: 0.9
        case .balanced: AnswerSettings().topP
        case .creative: 0.95
        }
    }
}

/// A field of the settings for answers whose value is refused.
enum AnswerFault: String, Error, CaseIterable { case temperature, topP, maxTokens, seed, instructions }

/// The settings of answers as they stand in the form: text, as it was typed.
struct AnswersForm: Sendable {
    var instructions: String
    var preset: AnswerPreset?
    var temperature: String
    var topP: String
    var maxTokens: String
    var seed: String
    var thinks: Bool
    var namesSessions: Bool
    var runsErrands: Bool
    var idleMinutes: Int

    init(_ settings: AppSettings) {
        let answers = settings.answers
        instructions = answers.hasOwnInstructions ? answers.instructions : ""
        temperature = answers.temperature.description
        topP = answers.topP?.description ?? ""
        maxTokens = answers.maxTokens.description
        seed = answers.seed?.description ?? ""
        thinks = answers.thinks
        namesSessions = answers.namesSessions
        runsErrands = !settings.backgroundJobs.pausesErrands
        idleMinutes = settings.models.idleMinutes
        preset = AnswerPreset.allCases.first { $0.temperature == answers.temperature && $0.topP == answers.topP }
    }

    /// Reads the form that was sent. A newly chosen preset sets its numbers, unless other numbers were typed beside it.
    init(_ form: Form, before settings: AppSettings) {
        let before = AnswersForm(settings)
        instructions = form["instructions"] ?? ""
        temperature = form["temperature"]?.trimmed ?? ""
        topP = form["topP"]?.trimmed ?? ""
        maxTokens = form["maxTokens"]?.trimmed ?? ""
        seed = form["seed"]?.trimmed ?? ""
        // A switch that is off is not sent.
        thinks = form["thinks"] != nil
        namesSessions = form["namesSessions"] != nil
        runsErrands = form["runsErrands"] != nil
        idleMinutes = form.number("idleMinutes", in: 0...1_440) ?? settings.models.idleMinutes
        preset = form["preset"].flatMap(AnswerPreset.init(rawValue:))
        guard let preset, preset != before.preset, temperature.decimal == before.temperature,
            topP.decimal == before.topP
        else { return }
        temperature = preset.temperature.description
        topP = preset.topP?.description ?? ""
    }

    /// Puts all of it into the settings, or says what of it cannot be and changes nothing.
    func apply(to settings: inout AppSettings) -> Set<AnswerFault> {
        var (new, faults) = (settings.answers, Set<AnswerFault>())
        // A field that was empty stands for those that come with Hearth, and keeps doing so.
        let own = instructions.trimmed
        if !own.isEmpty || new.hasOwnInstructions { new.instructions = own }
        if instructions.utf8.count > 20_000 { faults.insert(.instructions) }
        if let value = temperature.decimal.number(in: Float(0)...2) {
            new.temperature = value
        } else {
            faults.insert(.temperature)
        }
        new.topP = topP.decimal.number(in: Float.leastNormalMagnitude...1)
        if !topP.isEmpty, new.topP == nil { faults.insert(.topP) }
        // French sets a space between thousands.
        if let value = maxTokens.filter({ !$0.isWhitespace }).number(in: 1...32_768) {
            new.maxTokens = value
        } else {
            faults.insert(.maxTokens)
        }
        new.seed = seed.number(in: 0...UInt64.max)
        if !seed.isEmpty, new.seed == nil { faults.insert(.seed) }
        (new.thinks, new.namesSessions) = (thinks, namesSessions)
        guard faults.isEmpty else { return faults }
        settings.answers = new
        settings.models.idleMinutes = idleMinutes
        settings.backgroundJobs.pausesErrands = !runsErrands
        return []
    }
}

extension AnswerSettings {
    /// Whether the user has put others in the place of those that come with Hearth.
    fileprivate var hasOwnInstructions: Bool { instructions != AnswerSettings().instructions }
}

extension Phrases {
    /// A number of a form as the language writes it: 0.7 or 0,7. What is no number stays as it was typed.
    fileprivate func decimal(_ text: String) -> String {
        language == .french && Float(text) != nil ? text.replacing(".", with: ",") : text
    }

    /// The same of a whole number: 2048 or 2 048.
    fileprivate func grouped(_ text: String) -> String {
        language == .french ? Int(text).map(number) ?? text : text
    }
}

extension String {
    /// As a number is written in either of our languages: 0.7 or 0,7.
    fileprivate var decimal: String { replacing(",", with: ".") }
}
