// SPDX-License-Identifier: Apache-2.0

/// Stage of a card's learning. The numbers are those of py-fsrs, and 0 for a card that was never reviewed.
public enum Phase: Int, Sendable, Hashable, Codable, CaseIterable {
    case new = 0
    /// In the steps after its first review.
    case learning = 1
    /// Learned; it comes back after days.
    case review = 2
    /// In the steps after a lapse.
    case relearning = 3
}

/// All that the scheduler has to know of a card.
public struct CardState: Sendable, Hashable, Codable {
    public var phase: Phase
    /// The step, from 0, in which it is while it is learned or relearned.
    public var step: Int
    /// `nil` before the first review.
    public var memory: MemoryState?
    /// The interval in whole days that was last given; 0 in steps. `Scheduler.Style.anki` compares with it.
    public var intervalDays: Int

    public init(phase: Phase = .new, step: Int = 0, memory: MemoryState? = nil, intervalDays: Int = 0) {
        (self.phase, self.step, self.memory, self.intervalDays) = (phase, step, memory, intervalDays)
    }

    /// A card that was never reviewed.
    public static let new = CardState()
}

/// State and due time of a card after an answer.
public struct Outcome: Sendable, Hashable {
    public var state: CardState
    /// When the card is due again: a step in seconds, or whole days.
    public var interval: Interval

    /// Time until a card is due again.
    public enum Interval: Sendable, Hashable {
        /// A step.
        case seconds(Double)
        /// Calendar days.
        case days(Int)

        /// A day has 86,400 seconds here, whatever the clocks do.
        public var seconds: Double {
            switch self {
            case .seconds(let seconds): seconds
            case .days(let days): Double(days) * 86_400
            }
        }
    }
}
