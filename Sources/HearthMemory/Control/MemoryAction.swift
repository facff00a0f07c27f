// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An action of the memory at the user's word, as it is kept with the answer. It has no words of a fact, so that
/// nothing is left of one that is erased.
public struct MemoryAction: Sendable, Equatable, Codable {
    public enum Kind: String, Sendable, Codable {
        case remembered, corrected, forgotten, nothingFound
        /// The user asked what is known, and is told how much that is and where it stands.
        case told
        /// The user asked that all be forgotten, which has a page of its own: it asks first.
        case forgettingAsked
        /// A correction of the user's own words, to which nothing known belongs.
        case notCorrected
        /// The message may have been a request: the user chooses under the answer.
        case choicesOffered
    }

    public let kind: Kind
    /// The fact that was remembered.
    public var fact: String?
    /// The fact that it took the place of.
    public var former: String?
    /// The message that it was remembered from.
    public var source: String?
    /// How many facts were forgotten, or are known; none where nothing had been learned of a message yet.
    public var count: Int?
    /// The moment until which a deletion can be undone; seconds since 2001-01-01 UTC.
    public var undoUntil: Double?
    /// Whether the user has undone it.
    public var isUndone = false

    public init(_ kind: Kind, fact: String? = nil, former: String? = nil, count: Int? = nil) {
        (self.kind, self.fact, self.former, self.count) = (kind, fact, former, count)
    }

    /// As it was saved; `nil` for what another version has written.
    public init?(saved: String) {
        guard let action = try? JSONDecoder().decode(Self.self, from: Data(saved.utf8)) else { return nil }
        self = action
    }

    public var saved: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        // A struct of plain values, which JSON can express.
        guard let data = try? encoder.encode(self) else { preconditionFailure("an action cannot be written as JSON") }
        return String(decoding: data, as: UTF8.self)
    }
}
