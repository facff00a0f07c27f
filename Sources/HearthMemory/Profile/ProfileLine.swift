// SPDX-License-Identifier: Apache-2.0

/// One line of the user's portrait, and the facts that it rests on.
public struct ProfileLine: Sendable, Equatable, Identifiable {
    /// A part of the portrait, in the order in which they are shown.
    public enum Section: String, Sendable, CaseIterable, Codable {
        case identity, people, pets, places, work, health, values, goals, habits, interests, preferences, possessions
        case milestones
        /// Facts that fit no slot.
        case said
    }

    /// That of the fact by which the line began.
    public let id: String
    public var section: Section
    /// In the user's own words: the statement of one of its facts, or what the user made of it.
    public var text: String
    /// At least one, oldest first. A line goes with its last fact.
    public var facts: [Fact.ID]
    /// Whether the user has written the text. It is told anew when one of its facts is gone or corrected.
    public var isEdited: Bool
    public var isPinned: Bool
    public var isHidden: Bool

    public init(
        id: String, section: Section, text: String, facts: [Fact.ID], isEdited: Bool = false, isPinned: Bool = false,
        isHidden: Bool = false
    ) {
        self.id = id
        self.section = section
        self.text = text
        self.facts = facts
        self.isEdited = isEdited
        self.isPinned = isPinned
        self.isHidden = isHidden
    }
}

/// Where the lines of the portrait are kept. Each method is one whole transaction.
public protocol ProfileStore: Sendable {
    /// In the order in which they came.
    func profileLines() async throws -> [ProfileLine]
    /// Keeps what has changed. A line of which no fact is kept is left out.
    func keep(_ changes: ProfileChanges) async throws
}

/// What one step changes in the portrait, to be kept all together or not at all.
public struct ProfileChanges: Sendable, Equatable {
    /// New or changed lines.
    public var lines: [ProfileLine] = []
    /// Lines that go.
    public var removed: [ProfileLine.ID] = []

    public init() {}
    public var isEmpty: Bool { lines.isEmpty && removed.isEmpty }
}
