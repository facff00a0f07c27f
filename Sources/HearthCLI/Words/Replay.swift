// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import FSRS

/// One card's reviews, and what FSRS makes of them in strict mode.
struct Replay {
    private let scheduler: Scheduler
    private let reviews: [(rating: Rating, days: Int)]

    /// Reads a line of `hearth words replay`.
    /// - Throws: `LineError`, which names the member that cannot be used.
    init(_ line: JSON) throws(LineError) {
        var settings = Scheduler.Settings(style: .strict)
        if let retention = line["desired_retention"] {
            guard let value = retention.double, value > 0, value < 1 else {
                throw LineError(detail: "\"desired_retention\" has to be between 0 and 1")
            }
            settings.desiredRetention = value
        }
        if let steps = line["learning_steps_s"] { settings.learningSteps = try Self.steps(steps, "learning_steps_s") }
        if let steps = line["relearning_steps_s"] {
            settings.relearningSteps = try Self.steps(steps, "relearning_steps_s")
        }
        if let longest = line["maximum_interval"] {
            guard let days = longest.integer, days >= 1, days <= 1_000_000 else {
                throw LineError(detail: "\"maximum_interval\" has to be a number of days from 1 to 1000000")
            }
            settings.maximumInterval = days
        }
        scheduler = Scheduler(try Self.parameters(line), settings)
        guard let list = line["reviews"]?.array else { throw LineError(detail: "needs \"reviews\", a list") }
        var reviews: [(rating: Rating, days: Int)] = []
        for (number, review) in list.enumerated() { reviews.append(try Self.review(review, number)) }
        self.reviews = reviews
    }

    func answer() -> JSON {
        var card = CardState.new
        let steps = reviews.map { review -> JSON in
            let recall = card.memory.map {
                scheduler.model.retrievability(stability: $0.stability, afterDays: Double(review.days))
            }
            let outcome = scheduler.next(card, review.rating, afterDays: review.days)
            card = outcome.state
            let seconds = outcome.interval.seconds
            return [
                "state": .integer(card.phase.rawValue),
                "step": card.phase == .review ? .null : .integer(card.step),
                "stability": .number(card.memory?.stability ?? 0),
                "difficulty": .number(card.memory?.difficulty ?? 0),
                "interval_seconds": seconds == seconds.rounded() ? .integer(Int(seconds)) : .number(seconds),
                "retrievability_before": .number(recall ?? 0),
            ]
        }
        return ["steps": .array(steps)]
    }

    private static func parameters(_ line: JSON) throws(LineError) -> Parameters {
        let version: Version
        switch line["version"]?.integer {
        case nil where line["version"] == nil: version = .six
        case 5: version = .five
        case 6: version = .six
        default: throw LineError(detail: "\"version\" has to be 5 or 6")
        }
        guard let list = line["parameters"], !list.isNull else { return .standard(version) }
        let values = list.array?.compactMap(\.double)
        guard let values, values.count == list.array?.count, values.count == version.count else {
            throw LineError(
                detail: "\"parameters\" has to be a list of \(version.count) numbers for FSRS-\(version.rawValue)")
        }
        do { return try Parameters(values) } catch { throw LineError(detail: "\"parameters\": \(error)") }
    }

    private static func steps(_ json: JSON, _ name: String) throws(LineError) -> [Double] {
        let values = json.array?.compactMap(\.double).filter { $0 > 0 && $0 <= 1e9 }
        guard let values, values.count == json.array?.count else {
            throw LineError(detail: "\"\(name)\" has to be a list of seconds above 0")
        }
        return values
    }

    private static func review(_ json: JSON, _ number: Int) throws(LineError) -> (rating: Rating, days: Int) {
        guard let rating = json["rating"]?.integer.flatMap(Rating.init) else {
            throw LineError(detail: "\"reviews\"[\(number)]: \"rating\" has to be 1, 2, 3 or 4")
        }
        guard let seconds = json["elapsed_seconds"]?.double, seconds >= 0, seconds <= 1e12 else {
            throw LineError(detail: "\"reviews\"[\(number)]: \"elapsed_seconds\" has to be a number from 0 on")
        }
        // As py-fsrs counts days: whole times 24 hours.
        return (rating, Int(seconds / 86_400))
    }
}
