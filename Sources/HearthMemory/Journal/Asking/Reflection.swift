// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A look back at a week or a month, as the user has kept it.
public struct Reflection: Sendable, Equatable, Identifiable {
    public enum Period: String, Sendable, CaseIterable { case week, month }

    /// A sentence, and the entry that it comes from; `nil` for what the user wrote themselves. It goes with its entry.
    public struct Line: Sendable, Equatable {
        public var text: String
        public var entry: JournalEntry.ID?

        public init(_ text: String, entry: JournalEntry.ID?) { (self.text, self.entry) = (text, entry) }
    }

    public let id: String
    public var period: Period
    public var firstDay: JournalDay
    public var lines: [Line]
    /// Hearth's question to the user.
    public var question: String?
    public var createdAt: Date

    public init(
        id: String = UUID().uuidString, period: Period, firstDay: JournalDay, lines: [Line], question: String? = nil,
        createdAt: Date
    ) {
        (self.id, self.period, self.firstDay, self.lines) = (id, period, firstDay, lines)
        (self.question, self.createdAt) = (question, createdAt)
    }

    public var lastDay: JournalDay { period.days(around: firstDay).upperBound }
}

extension Reflection.Period {
    /// The week from Monday on, or the month, in which a day lies.
    public func days(around day: JournalDay) -> ClosedRange<JournalDay> {
        switch self {
        case .week: day.weekStart...day.weekStart.adding(6)
        case .month: day.monthStart...day.nextMonth.adding(-1)
        }
    }
}
