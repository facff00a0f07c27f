// SPDX-License-Identifier: Apache-2.0

import FSRS

/// Work that a desired retention costs a learner: minutes and reviews a day, once a deck has been studied for a year.
///
/// The learner is simulated with the deck's parameters and steps. The buttons are pressed as often as is common among
/// learners; an answer takes the user's own time if that is known.
public struct WorkCurve: Sendable, Hashable {
    public struct Point: Sendable, Hashable {
        /// 0…1.
        public var retention: Double
        public var minutesPerDay: Double
        public var reviewsPerDay: Double
    }

    /// By retention.
    public let points: [Point]
    /// How long an answer takes that learner.
    private let secondsPerAnswer: Double

    /// In hundredths.
    public static let retentions = [70, 74, 78, 82, 85, 88, 90, 92, 94, 95, 96, 97]

    /// Days that are lived, and of these the last ones, of which the mean is taken.
    private static let (days, lastDays) = (365, 120)
    /// Work grows with the number of new cards, so a small one is lived and multiplied.
    private static let newPerDay = 3

    /// Blocks the thread for some hundredths of a second.
    /// - Parameter settings: its new cards a day do not matter here.
    public init(_ settings: DeckSettings) {
        let plan = Simulator.Plan(
            cards: Self.days * Self.newPerDay, days: Self.days, newPerDay: Self.newPerDay, reviewsPerDay: .max)
        let simulator = Simulator(settings.scheduler, plan: plan)
        let curve = simulator.curve(Self.retentions.map { Double($0) / 100 })
        let all = curve.flatMap { $0.result.days }
        secondsPerAnswer = all.reduce(0) { $0 + $1.seconds } / Double(max(1, all.reduce(0) { $0 + $1.answers }))
        points = curve.map { retention, result in
            let days = result.days.suffix(Self.lastDays)
            let share = 1 / Double(max(days.count, 1) * Self.newPerDay)
            return Point(
                retention: retention, minutesPerDay: days.reduce(0) { $0 + $1.seconds } / 60 * share,
                reviewsPerDay: Double(days.reduce(0) { $0 + $1.reviews }) * share)
        }
    }

    private init(_ points: [Point], _ secondsPerAnswer: Double) {
        (self.points, self.secondsPerAnswer) = (points, secondsPerAnswer)
    }

    /// For so many new cards a day, and for somebody who takes as long for an answer as on these days, where there are
    /// enough of them.
    public func scaled(newPerDay: Int, pace days: [WordStatistics.Day]) -> WorkCurve {
        let (cards, pace) = (Double(max(newPerDay, 1)), pace(days))
        let points = points.map {
            Point(
                retention: $0.retention, minutesPerDay: $0.minutesPerDay * cards * pace,
                reviewsPerDay: $0.reviewsPerDay * cards)
        }
        return WorkCurve(points, secondsPerAnswer * pace)
    }

    /// How many times as long as is common somebody takes for an answer.
    private func pace(_ days: [WordStatistics.Day]) -> Double {
        let (answers, milliseconds) = days.reduce((0, 0)) { ($0.0 + $1.answers, $0.1 + $1.milliseconds) }
        guard answers >= 100, milliseconds > 0, secondsPerAnswer > 0 else { return 1 }
        return min(max(Double(milliseconds) / Double(answers) / 1_000 / secondsPerAnswer, 0.1), 4)
    }

    /// At a retention, on the line between its neighbours.
    public func point(at retention: Double) -> Point? {
        guard let first = points.first, let last = points.last else { return nil }
        guard let above = points.firstIndex(where: { $0.retention >= retention }) else { return last }
        guard above > 0 else { return first }
        let (low, high) = (points[above - 1], points[above])
        let part = (retention - low.retention) / (high.retention - low.retention)
        return Point(
            retention: retention, minutesPerDay: low.minutesPerDay + part * (high.minutesPerDay - low.minutesPerDay),
            reviewsPerDay: low.reviewsPerDay + part * (high.reviewsPerDay - low.reviewsPerDay))
    }
}
