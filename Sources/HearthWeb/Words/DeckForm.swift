// SPDX-License-Identifier: Apache-2.0

import FSRS
import Foundation
import HearthWords

/// What of a deck's settings cannot be as it was filled in.
enum DeckFault: String, Sendable, CaseIterable {
    case name, taken, retention, newPerDay, reviewsPerDay, learningSteps, relearningSteps, maximumInterval, language
    case leechThreshold
}

/// A deck's settings as they stand in the form: text, as it was typed.
struct DeckForm: Sendable {
    var name: String
    var retention: String
    var newPerDay: String
    var reviewsPerDay: String
    var learningSteps: String
    var relearningSteps: String
    var maximumInterval: String
    var wordLanguage: String
    var translationLanguage: String
    var algorithm: String
    var asksBoth: Bool
    var typesAnswer: Bool
    var fuzz: Bool
    var buriesSiblings: Bool
    var balancesLoad: Bool
    var leechThreshold: String
    var leechAction: String
    var newOrder: String
    var refits: Bool

    init(_ deck: Deck, _ settings: DeckSettings, _ say: Phrases) {
        func steps(_ seconds: [Double]) -> String {
            seconds.map { say.interval($0).replacing("\u{A0}", with: " ") }.joined(separator: "; ")
        }
        name = deck.name
        retention = String(Int((settings.desiredRetention * 100).rounded()))
        newPerDay = String(settings.newPerDay)
        reviewsPerDay = String(settings.reviewsPerDay)
        learningSteps = steps(settings.learningSteps)
        relearningSteps = steps(settings.relearningSteps)
        maximumInterval = String(settings.maximumInterval)
        wordLanguage = settings.wordLanguage ?? ""
        translationLanguage = settings.translationLanguage ?? ""
        algorithm = settings.algorithm == .six ? "6" : "5"
        asksBoth = settings.directions.contains(.production)
        typesAnswer = settings.typesAnswer
        (fuzz, buriesSiblings) = (settings.fuzz, settings.buriesSiblings)
        (balancesLoad, refits) = (settings.balancesLoad, settings.refits)
        leechThreshold = String(settings.leechThreshold)
        (leechAction, newOrder) = (settings.leechAction.rawValue, settings.newOrder.rawValue)
    }

    init(_ form: Form) {
        func text(_ key: String) -> String { form[key]?.trimmed(to: 200) ?? "" }
        name = text("name")
        retention = text("retention")
        newPerDay = text("newPerDay")
        reviewsPerDay = text("reviewsPerDay")
        learningSteps = text("learningSteps")
        relearningSteps = text("relearningSteps")
        maximumInterval = text("maximumInterval")
        wordLanguage = text("wordLanguage")
        translationLanguage = text("translationLanguage")
        algorithm = text("algorithm")
        asksBoth = form["both"] != nil
        typesAnswer = form["typesAnswer"] != nil
        fuzz = form["fuzz"] != nil
        buriesSiblings = form["buriesSiblings"] != nil
        (balancesLoad, refits) = (form["balancesLoad"] != nil, form["refits"] != nil)
        (leechThreshold, leechAction, newOrder) = (text("leechThreshold"), text("leechAction"), text("newOrder"))
    }

    /// The deck as the form wants it, or what cannot be.
    func applied(to deck: Deck, _ before: DeckSettings) -> (deck: Deck, faults: Set<DeckFault>) {
        var (deck, settings, faults) = (deck, before, Set<DeckFault>())
        func number(_ text: String, _ range: ClosedRange<Int>, _ fault: DeckFault) -> Int {
            if let value = Int(text), range.contains(value) { return value }
            faults.insert(fault)
            return range.lowerBound
        }
        func steps(_ text: String, _ fault: DeckFault) -> [Double] {
            if let steps = Self.steps(text), steps.count <= 20 { return steps }
            faults.insert(fault)
            return []
        }
        if name.isEmpty || name.contains(Deck.separator) { faults.insert(.name) }
        deck.name = name
        settings.desiredRetention = Double(number(retention, 70...99, .retention)) / 100
        settings.newPerDay = number(newPerDay, 0...9_999, .newPerDay)
        settings.reviewsPerDay = number(reviewsPerDay, 0...9_999, .reviewsPerDay)
        settings.maximumInterval = number(maximumInterval, 1...36_500, .maximumInterval)
        settings.learningSteps = steps(learningSteps, .learningSteps)
        settings.relearningSteps = steps(relearningSteps, .relearningSteps)
        settings.wordLanguage = language(wordLanguage, &faults)
        settings.translationLanguage = language(translationLanguage, &faults)
        let version: Version = algorithm == "5" ? .five : .six
        // Parameters belong to their algorithm.
        if version != settings.algorithm { (settings.parameters, settings.fit) = (nil, nil) }
        settings.algorithm = version
        settings.directions =
            asksBoth ? [.recognition, .production] : before.directions.filter { $0 != .production }
        if settings.directions.isEmpty { settings.directions = [.recognition] }
        settings.typesAnswer = typesAnswer
        (settings.fuzz, settings.buriesSiblings) = (fuzz, buriesSiblings)
        (settings.balancesLoad, settings.refits) = (balancesLoad, refits)
        settings.leechThreshold = number(leechThreshold, 0...99, .leechThreshold)
        settings.leechAction = DeckSettings.LeechAction(rawValue: leechAction) ?? before.leechAction
        settings.newOrder = DeckSettings.NewOrder(rawValue: newOrder) ?? before.newOrder
        if (try? settings.check()) == nil, faults.isEmpty { faults.insert(.learningSteps) }
        deck.settings = settings
        return (deck, faults)
    }

    /// A language's tag, such as `fr` or `pt-BR`; `nil` for none.
    private func language(_ text: String, _ faults: inout Set<DeckFault>) -> String? {
        if text.isEmpty { return nil }
        if text.wholeMatch(of: /[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}/) == nil { faults.insert(.language) }
        return text
    }

    /// Steps as people write them: "1 min, 10 min" or "30 s; 1 h; 1 d". A number alone is in minutes.
    /// - Returns: seconds; `nil` where one cannot be read.
    static func steps(_ text: String) -> [Double]? {
        var steps: [Double] = []
        for part in text.split(whereSeparator: { ",;".contains($0) }) {
            let part = String(part).trimmed
            if part.isEmpty { continue }
            guard let match = part.wholeMatch(of: /(\d+(?:\.\d+)?)\s*([a-zA-Z]*)/), let value = Double(match.1),
                let unit = units[match.2.lowercased()], value > 0, value * unit <= 365 * 86_400
            else { return nil }
            steps.append(value * unit)
        }
        return steps
    }

    /// In seconds.
    private static let units: [String: Double] = [
        "s": 1, "sec": 1, "": 60, "m": 60, "min": 60, "mn": 60, "h": 3_600, "d": 86_400, "j": 86_400,
    ]
}
