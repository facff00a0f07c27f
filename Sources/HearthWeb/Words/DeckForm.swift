// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import FSRS
import Foundation
import HearthWords

/// A fault in a deck's settings as they were filled in: the field, or why its value is refused.
enum DeckFault: String, Sendable, CaseIterable {
    case name, taken, retention, newPerDay, reviewsPerDay, learningSteps, relearningSteps, maximumInterval, language
    case leechThreshold, parent, depth
}

/// A deck's settings as they stand in the form: text, as it was typed.
struct DeckForm: Sendable {
    var name: String
    /// The deck that it is to lie in: empty for none, `nil` where it stays where it is.
    var parent: String?
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
    var accentsCount: Bool
    var fuzz: Bool
    var buriesSiblings: Bool
    var balancesLoad: Bool
    var leechThreshold: String
    var leechAction: String
    var newOrder: String
    var refits: Bool

    init(_ deck: Deck, _ settings: DeckSettings, _ say: Phrases) {
        func steps(_ seconds: [Double]) -> String {
            seconds.map { Self.step($0, day: say("words.d")) }.joined(separator: "; ")
        }
        name = deck.name
        parent = deck.parent.map { String($0) } ?? ""
        retention = Self.percent(settings.desiredRetention)
        newPerDay = String(settings.newPerDay)
        reviewsPerDay = String(settings.reviewsPerDay)
        learningSteps = steps(settings.learningSteps)
        relearningSteps = steps(settings.relearningSteps)
        maximumInterval = String(settings.maximumInterval)
        wordLanguage = settings.wordLanguage ?? ""
        translationLanguage = settings.translationLanguage ?? ""
        algorithm = settings.algorithm == .six ? "6" : "5"
        asksBoth = settings.directions.contains(.production)
        (typesAnswer, accentsCount) = (settings.typesAnswer, settings.accentsCount)
        (fuzz, buriesSiblings) = (settings.fuzz, settings.buriesSiblings)
        (balancesLoad, refits) = (settings.balancesLoad, settings.refits)
        leechThreshold = String(settings.leechThreshold)
        (leechAction, newOrder) = (settings.leechAction.rawValue, settings.newOrder.rawValue)
    }

    init(_ form: Form) {
        func text(_ key: String) -> String { form[key]?.trimmed(to: 200) ?? "" }
        name = text("name")
        parent = form["parent"]
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
        accentsCount = form["accentsCount"] != nil
        fuzz = form["fuzz"] != nil
        buriesSiblings = form["buriesSiblings"] != nil
        (balancesLoad, refits) = (form["balancesLoad"] != nil, form["refits"] != nil)
        (leechThreshold, leechAction, newOrder) = (text("leechThreshold"), text("leechAction"), text("newOrder"))
    }

    /// The deck as the form wants it, or what cannot be.
    ///
    /// A deck that has no settings of its own gets none, unless the form says something else than the deck around it.
    func applied(to deck: Deck, _ tree: DeckTree) -> (deck: Deck, faults: Set<DeckFault>) {
        var (deck, faults) = (deck, Set<DeckFault>())
        let settings = settings(changing: tree.settings(of: deck.id), &faults)
        if name.isEmpty || name.contains(Deck.separator) { faults.insert(.name) }
        deck.name = name
        if let parent {
            deck.parent = parent.number(in: .ids)
            let own = tree.subtree(of: deck.id)
            let isPlace = parent.isEmpty || deck.parent.map { tree[$0] != nil && !own.contains($0) } ?? false
            if !isPlace {
                faults.insert(.parent)
            } else if let around = deck.parent, around != tree[deck.id]?.parent,
                !tree.hasRoom(for: deck.id, in: around)
            {
                faults.insert(.depth)
            }
        }
        let around = deck.parent.map { tree.settings(of: $0) } ?? DeckSettings()
        deck.settings = deck.settings == nil && settings == around ? nil : settings
        return (deck, faults)
    }

    /// Settings with what the form says otherwise: what nobody touched stays to the last digit.
    private func settings(changing before: DeckSettings, _ faults: inout Set<DeckFault>) -> DeckSettings {
        var settings = before
        func number(_ text: String, _ range: ClosedRange<Int>, _ fault: DeckFault) -> Int {
            if let value = text.number(in: range) { return value }
            faults.insert(fault)
            return range.lowerBound
        }
        func steps(_ text: String, _ fault: DeckFault) -> [Double] {
            if let steps = Self.steps(text), steps.count <= 20 { return steps }
            faults.insert(fault)
            return []
        }
        if retention != Self.percent(before.desiredRetention) {
            settings.desiredRetention = Double(number(retention, 70...99, .retention)) / 100
        }
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
        if asksBoth != before.directions.contains(.production) {
            settings.directions =
                asksBoth ? [.recognition, .production] : before.directions.filter { $0 != .production }
        }
        if settings.directions.isEmpty { settings.directions = [.recognition] }
        settings.typesAnswer = typesAnswer
        settings.accentsCount = accentsCount
        (settings.fuzz, settings.buriesSiblings) = (fuzz, buriesSiblings)
        (settings.balancesLoad, settings.refits) = (balancesLoad, refits)
        settings.leechThreshold = number(leechThreshold, 0...99, .leechThreshold)
        settings.leechAction = DeckSettings.LeechAction(rawValue: leechAction) ?? before.leechAction
        settings.newOrder = DeckSettings.NewOrder(rawValue: newOrder) ?? before.newOrder
        if (try? settings.check()) == nil, faults.isEmpty { faults.insert(.learningSteps) }
        return settings
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
            guard let match = part.wholeMatch(of: /(\d+(?:\.\d+)?)\s*([a-zA-Z]*)/),
                let value = match.1.number(in: 0...1e9),
                let unit = units[match.2.lowercased()], value > 0, value * unit <= 365 * 86_400
            else { return nil }
            steps.append(value * unit)
        }
        return steps
    }

    /// A step as it is, to the second: 90 s, 100 min, 36 h.
    /// - Parameter day: the sign for days.
    static func step(_ seconds: Double, day: String) -> String {
        for (size, name) in [(86_400.0, day), (3_600, "h"), (60, "min")]
        where seconds >= size && seconds.truncatingRemainder(dividingBy: size) == 0 {
            return "\(Int(seconds / size)) \(name)"
        }
        return seconds == seconds.rounded() ? "\(Int(seconds)) s" : "\(seconds) s"
    }

    private static func percent(_ part: Double) -> String { String(Int((part * 100).rounded())) }

    /// In seconds.
    private static let units: [String: Double] = [
        "s": 1, "sec": 1, "": 60, "m": 60, "min": 60, "mn": 60, "h": 3_600, "d": 86_400, "j": 86_400,
    ]
}
