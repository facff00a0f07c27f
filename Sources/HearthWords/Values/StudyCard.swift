// SPDX-License-Identifier: Apache-2.0

public import FSRS
public import Foundation

/// A word asked in one direction: what is scheduled.
public struct StudyCard: Sendable, Hashable, Codable, Identifiable {
    /// Given by the store, never twice.
    public let id: Int64
    /// The word; other cards of it are its siblings.
    public let flashcard: Int64
    public var direction: Direction
    /// Most often its word's.
    public var deck: Int64
    public var state: FSRSState
    public var isSuspended = false
    /// It is hidden up to the end of this day of the user.
    public var buriedOn: Int?
    /// Anki's coloured flag, 0 for none.
    public var flag = 0
    /// Its place among the new cards of its deck: a lower one comes first, and those of one place as the deck has it.
    public var position: Int64 = 0

    /// Whether it waits for the day after.
    public func isHidden(on day: Int) -> Bool { buriedOn.map { $0 >= day } ?? false }

    public init(id: Int64, flashcard: Int64, direction: Direction, deck: Int64, state: FSRSState = FSRSState()) {
        (self.id, self.flashcard, self.direction, self.deck, self.state) = (id, flashcard, direction, deck, state)
    }
}

/// The scheduler's state of a card, kept with it so that nothing has to be replayed.
public struct FSRSState: Sendable, Hashable, Codable {
    /// Phase, step, stability, difficulty and the interval last given.
    public var card = CardState.new
    public var due = Due.new
    public var lastReviewDate: Date?
    /// The user's day of that review, by the clock and time zone of then.
    public var lastReviewDay: Int?
    /// The user's day on which it was first answered.
    public var firstReviewDay: Int?
    /// How many answers it has had, cram not counted.
    public var repetitions = 0
    public var lapses = 0

    public init() {}

    public var stability: Double? { card.memory?.stability }
    public var difficulty: Double? { card.memory?.difficulty }
    public var phase: Phase { card.phase }

    /// When a card comes back.
    public enum Due: Sendable, Hashable, Codable {
        /// When its turn among new cards comes.
        case new
        /// In a step of less than a day: to the second.
        case at(Date)
        /// On a day of the user, whatever the time and wherever they are then.
        case on(day: Int)
    }

    /// The moment from which it is due; `nil` for a new card.
    public func dueDate(_ days: UserDays) -> Date? {
        switch due {
        case .new: nil
        case .at(let date): date
        case .on(let day): days.start(of: day)
        }
    }

    /// The user's day on which it is due; `nil` for a new card.
    public func dueDay(_ days: UserDays) -> Int? {
        switch due {
        case .new: nil
        case .at(let date): days.day(of: date)
        case .on(let day): day
        }
    }

    /// Whole days of the user since the last review, never negative; 0 for a new card.
    public func elapsedDays(on day: Int) -> Int { max(0, day - (lastReviewDay ?? day)) }

    /// The probability of recall; `nil` for a new card and on the day of its last review, when it says nothing.
    public func retrievability(on day: Int, _ model: MemoryModel) -> Double? {
        guard let stability, elapsedDays(on: day) >= 1 else { return nil }
        return model.retrievability(stability: stability, afterDays: Double(elapsedDays(on: day)))
    }
}
