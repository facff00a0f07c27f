// SPDX-License-Identifier: Apache-2.0

public import FSRS

/// How a deck is studied. What is missing in JSON is as in `init()`.
public struct DeckSettings: Sendable, Hashable, Codable {
    /// The probability of recall at which cards come back, 0.7…0.99.
    public var desiredRetention = 0.9
    public var algorithm = Version.six
    /// Fitted to the user's own reviews; `nil` for the published ones.
    public var parameters: [Double]?
    /// Whether parameters are fitted again by themselves; see `Refit`.
    public var refits = true
    /// The last time that was done.
    public var fit: ParameterFit?
    /// In seconds.
    public var learningSteps: [Double] = [60, 600]
    /// In seconds.
    public var relearningSteps: [Double] = [600]
    /// In days.
    public var maximumInterval = 36_500
    /// How many cards are begun in a day.
    public var newPerDay = 20
    /// How many learned cards come back in a day at most.
    public var reviewsPerDay = 200
    public var newOrder = NewOrder.added
    /// Spreads due dates a little.
    public var fuzz = true
    /// Lets fuzz choose the days on which the least is due.
    public var balancesLoad = true
    /// Keeps the other card of a word for another day.
    public var buriesSiblings = true
    /// After so many lapses a card is a leech; 0 for never.
    public var leechThreshold = 8
    public var leechAction = LeechAction.suspend
    /// Directions of the cards that new words get.
    public var directions: [Direction] = [.recognition]
    /// Whether the answer is typed.
    public var typesAnswer = false
    /// Of what is typed, a letter with an accent is another letter: ñ is not n.
    public var accentsCount = false
    /// Languages of the words and of their translations, such as `fr`.
    public var wordLanguage: String?
    public var translationLanguage: String?

    public init() {}

    public enum NewOrder: String, Sendable, Codable, CaseIterable {
        /// As they were added.
        case added
        /// The same random order all day.
        case random
    }

    public enum LeechAction: String, Sendable, Codable, CaseIterable {
        /// Tag and suspend it.
        case suspend
        /// Only tag it.
        case tag
    }
}

extension DeckSettings {
    public init(from decoder: any Decoder) throws {
        let json = try decoder.container(keyedBy: CodingKeys.self)
        func read<Value: Decodable>(_ key: CodingKeys, into value: inout Value) throws {
            value = try json.decodeIfPresent(Value.self, forKey: key) ?? value
        }
        try read(.desiredRetention, into: &desiredRetention)
        try read(.algorithm, into: &algorithm)
        parameters = try json.decodeIfPresent([Double].self, forKey: .parameters)
        try read(.refits, into: &refits)
        fit = try json.decodeIfPresent(ParameterFit.self, forKey: .fit)
        try read(.learningSteps, into: &learningSteps)
        try read(.relearningSteps, into: &relearningSteps)
        try read(.maximumInterval, into: &maximumInterval)
        try read(.newPerDay, into: &newPerDay)
        try read(.reviewsPerDay, into: &reviewsPerDay)
        try read(.newOrder, into: &newOrder)
        try read(.fuzz, into: &fuzz)
        try read(.balancesLoad, into: &balancesLoad)
        try read(.buriesSiblings, into: &buriesSiblings)
        try read(.leechThreshold, into: &leechThreshold)
        try read(.leechAction, into: &leechAction)
        try read(.directions, into: &directions)
        try read(.typesAnswer, into: &typesAnswer)
        try read(.accentsCount, into: &accentsCount)
        wordLanguage = try json.decodeIfPresent(String.self, forKey: .wordLanguage)
        translationLanguage = try json.decodeIfPresent(String.self, forKey: .translationLanguage)
    }

    /// The user's parameters, moved into their ranges; the published ones where there are none that fit the algorithm.
    public var effectiveParameters: Parameters {
        // Parameters that FSRS refuses cannot be saved by this program, but a database may hold some.
        let own = parameters.flatMap {
            // The steps bound what a fit may find, not what somebody has.
            try? Parameters(clipping: $0, as: algorithm)
        }
        return own ?? .standard(algorithm)
    }

    public var scheduler: Scheduler {
        Scheduler(
            effectiveParameters,
            Scheduler.Settings(
                style: .anki, desiredRetention: desiredRetention, learningSteps: learningSteps,
                relearningSteps: relearningSteps, maximumInterval: maximumInterval))
    }

    /// - Throws: `WordsError` `.invalid`, which names the first setting that cannot be used.
    public func check() throws(WordsError) {
        let steps = learningSteps + relearningSteps
        let complaint: String? =
            if !(0.7...0.99).contains(desiredRetention) {
                "the desired retention is \(desiredRetention); it has to be between 0.7 and 0.99"
            } else if steps.contains(where: { !($0 > 0 && $0 <= 365 * 86_400) }) {
                "a learning step has to be between a second and a year"
            } else if learningSteps.count > 20 || relearningSteps.count > 20 {
                "there can be 20 learning steps at most"
            } else if !(1...36_500).contains(maximumInterval) {
                "the longest interval is \(maximumInterval) days; it has to be between 1 and 36500"
            } else if !(0...9_999).contains(newPerDay) || !(0...9_999).contains(reviewsPerDay) {
                "a daily limit has to be between 0 and 9999"
            } else if !(0...99).contains(leechThreshold) {
                "the number of lapses of a leech has to be between 0 and 99"
            } else if directions.count > 500 || directions.contains(where: { !(0..<500).contains($0.rawValue) }) {
                "a direction has to be between 0 and 499"
            } else if fit?.isPlausible == false {
                "the fit names a date or a number of answers that cannot be"
            } else {
                nil
            }
        if let complaint { throw WordsError(.invalid, complaint) }
        guard let parameters else { return }
        do { _ = try Parameters(clipping: parameters, as: algorithm) } catch {
            throw WordsError(.invalid, error.description)
        }
    }
}
