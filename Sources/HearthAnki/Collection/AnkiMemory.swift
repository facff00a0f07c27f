// SPDX-License-Identifier: Apache-2.0

import EmberJSON

/// FSRS's values that Anki keeps with a card.
public struct AnkiMemory: Sendable, Equatable {
    /// In days, above 0.
    public var stability: Double
    /// 1…10.
    public var difficulty: Double
    /// 0…1; `nil` for that of the deck.
    public var desiredRetention: Double?
    /// The exponent of the forgetting curve, above 0; `nil` before FSRS-6.
    public var decay: Double?
    /// In seconds since 1970.
    public var lastReview: Int?

    public init(
        stability: Double, difficulty: Double, desiredRetention: Double? = nil, decay: Double? = nil,
        lastReview: Int? = nil
    ) {
        (self.stability, self.difficulty) = (stability, difficulty)
        (self.desiredRetention, self.decay, self.lastReview) = (desiredRetention, decay, lastReview)
    }
}

extension AnkiCard {
    /// FSRS's values in `data`; `nil` when there are none, or they are outside of FSRS's ranges.
    public var memory: AnkiMemory? {
        // Data that is no JSON is data without a memory: other programs kept other things there.
        guard data.utf8.count > 2, data.utf8.count < 4096, let json = try? JSON(parsing: data) else { return nil }
        guard let stability = json["s"]?.double, let difficulty = json["d"]?.double, stability > 0, stability < 1e6,
            (1...10).contains(difficulty)
        else { return nil }
        func share(_ key: String) -> Double? { json[key]?.double.flatMap { (0...1).contains($0) ? $0 : nil } }
        return AnkiMemory(
            stability: stability, difficulty: difficulty, desiredRetention: share("dr"), decay: share("decay"),
            lastReview: json["lrt"]?.integer)
    }
}
