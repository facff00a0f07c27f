// SPDX-License-Identifier: Apache-2.0

public import FSRS
public import Foundation

/// The last time that parameters were fitted to the user's own answers.
public struct ParameterFit: Sendable, Hashable, Codable {
    public var date: Date
    /// How many answers there were.
    public var reviews: Int
    /// Fitted parameters.
    public var parameters: [Double]
    /// How well they and those in use before predict these answers: recency-weighted log loss, in nats per prediction.
    public var logLoss: Double
    public var formerLogLoss: Double
    /// Parameters in use before; `nil` for the published ones.
    public var former: [Double]?
    /// Whether what was found is in use: it is where it predicts no worse, until the user takes it back.
    public var isInUse: Bool

    public init(
        date: Date, reviews: Int, parameters: [Double], logLoss: Double, formerLogLoss: Double, former: [Double]?,
        isInUse: Bool
    ) {
        (self.date, self.reviews, self.parameters) = (date, reviews, parameters)
        (self.logLoss, self.formerLogLoss) = (logLoss, formerLogLoss)
        (self.former, self.isInUse) = (former, isInUse)
    }

    /// Whether it can have been made by somebody who learns: a file may say anything.
    var isPlausible: Bool {
        (0...4_102_444_800).contains(date.timeIntervalSince1970) && (0...1_000_000_000).contains(reviews)
    }
}

/// When and how parameters are fitted to the user's own answers.
public enum Refit {
    /// So many answers there have to be, and so many new ones.
    public static let fewestReviews = 400
    /// And so many times as many as the last time.
    public static let growth = 1.1

    /// Whether there is enough new to learn from.
    /// - Parameter reviews: how many answers there are.
    public static func isWorthwhile(_ settings: DeckSettings, reviews: Int) -> Bool {
        guard settings.refits else { return false }
        let last = settings.fit?.reviews ?? 0
        return reviews - last >= fewestReviews && Double(reviews) >= growth * Double(last)
    }

    /// Fits parameters to answers, and says whether they predict them better than those in use. The same answers give
    /// the same parameters.
    /// - Throws: `CancellationError` where the task is cancelled.
    public static func fit(_ history: StudyHistory, _ settings: DeckSettings, at now: Date) async throws -> ParameterFit
    {
        let set = TrainingSet(history.trainingReviews)
        let optimizer = Optimizer(version: settings.algorithm, relearningSteps: settings.relearningSteps.count)
        let found = try await optimizer.fit(set)
        let usable = found.parameters.clipped(relearningSteps: settings.relearningSteps.count)
        // By the same measure and in the same way, so that equal parameters are equally good.
        let loss = Evaluation(usable, on: set).logLoss
        let former = Evaluation(settings.effectiveParameters, on: set).logLoss
        return ParameterFit(
            date: now, reviews: set.reviews, parameters: usable.values, logLoss: loss, formerLogLoss: former,
            former: settings.parameters, isInUse: set.predictions >= Optimizer.fewestPredictions && loss <= former)
    }
}

extension DeckSettings {
    /// With the outcome of a fit.
    public func with(_ fit: ParameterFit) -> DeckSettings {
        var settings = self
        settings.fit = fit
        if fit.isInUse { settings.parameters = fit.parameters }
        return settings
    }

    /// With the parameters from before the last fit; they are not fitted again before there is enough that is new.
    public var withoutFit: DeckSettings {
        guard let fit, fit.isInUse else { return self }
        var settings = self
        settings.parameters = fit.former
        settings.fit?.isInUse = false
        return settings
    }
}

extension StudyHistory {
    public var trainingReviews: [TrainingReview] {
        reviews.map { TrainingReview(card: $0.card, time: $0.time, rating: $0.rating, elapsedDays: $0.elapsedDays) }
    }
}

extension DeckTree {
    /// The deck whose settings a deck has: itself, the nearest around it that has some, or the one at the top.
    public func preset(of id: Int64) -> Int64 {
        let around = ancestors(of: id)
        return around.first { self[$0]?.settings != nil } ?? around.last ?? id
    }

    /// The decks with the settings of this one, itself first.
    public func decks(withSettingsOf preset: Int64) -> [Int64] {
        subtree(of: preset).filter { self.preset(of: $0) == preset }
    }

    /// The decks that settings belong to.
    public var presets: [Int64] { decks.map(\.id).filter { preset(of: $0) == $0 } }
}
