// SPDX-License-Identifier: Apache-2.0

/// How well a card was remembered, as the learner says. The numbers are those of Anki and of all FSRS libraries.
public enum Rating: Int, Sendable, Hashable, Codable, CaseIterable {
    /// Not remembered: a lapse.
    case again = 1
    case hard = 2
    case good = 3
    case easy = 4

    /// Whether the card was remembered.
    public var isRecall: Bool { self != .again }

    /// The place of this rating in a list of four.
    var index: Int { rawValue - 1 }
}
