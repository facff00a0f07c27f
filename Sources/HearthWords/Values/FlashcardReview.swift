// SPDX-License-Identifier: Apache-2.0

public import FSRS
public import Foundation

/// One answer, as it stays in the log.
public struct FlashcardReview: Sendable, Hashable, Codable, Identifiable {
    /// Given by the store, in the order of writing; 0 before.
    public var id: Int64
    public var card: Int64
    /// To the second.
    public var date: Date
    /// The user's day, by the clock and time zone of then.
    public var day: Int
    /// `nil` where it was not an answer but a change of the schedule by hand.
    public var rating: Rating?
    public var kind: Kind
    /// Days of the user since the review before; 0 for the first.
    public var elapsedDays: Int
    /// The interval given; unchanged by cramming.
    public var interval: Interval
    /// After it; `nil` where nobody knows, such as in logs of other programs.
    public var memory: MemoryState?
    /// From question to answer.
    public var milliseconds: Int
    /// Identifier of the answer, so that a phone may send it twice.
    public var key: String?

    public init(
        id: Int64 = 0, card: Int64, date: Date, day: Int, rating: Rating?, kind: Kind, elapsedDays: Int = 0,
        interval: Interval, memory: MemoryState? = nil, milliseconds: Int = 0, key: String? = nil
    ) {
        (self.id, self.card, self.date, self.day, self.rating, self.kind) = (id, card, date, day, rating, kind)
        (self.elapsedDays, self.interval, self.memory) = (elapsedDays, interval, memory)
        (self.milliseconds, self.key) = (milliseconds, key)
    }

    /// The numbers are those of Anki's review log.
    public enum Kind: Int, Sendable, Hashable, Codable, CaseIterable {
        case learning = 0
        case review = 1
        case relearning = 2
        /// Cramming: it never changes the state, and nothing learns from it.
        case cram = 3
        /// A change of the schedule by hand.
        case manual = 4
        /// Anki rescheduled the card.
        case rescheduled = 5
    }

    /// As in Anki's log: days above 0, seconds below.
    public struct Interval: Sendable, Hashable, Codable {
        public var value: Int

        public init(value: Int) { self.value = value }

        public init(_ interval: Outcome.Interval) {
            switch interval {
            case .days(let days): value = days
            case .seconds(let seconds): value = -Int(min(seconds, 1e9).rounded())
            }
        }

        public var isDays: Bool { value > 0 }
    }

    /// Whether FSRS learns from it.
    public var trains: Bool { rating != nil && kind.rawValue <= Kind.relearning.rawValue }
}
