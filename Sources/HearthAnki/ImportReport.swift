// SPDX-License-Identifier: Apache-2.0

/// Rows and files that an import left out or changed, and why.
public struct ImportReport: Sendable, Equatable {
    public enum Reason: String, Sendable, CaseIterable {
        /// A value has another type than its column, or is outside of what Anki writes.
        case badRow
        /// An id that another row has.
        case repeatedID
        /// A note whose notetype is not in the package.
        case noNotetype
        /// A card whose note is not in the package or was left out.
        case noNote
        /// A review whose card is not in the package or was left out.
        case noCard
        /// A card whose deck is not in the package: it goes to the deck Default.
        case noDeck
        /// A note with more fields than its notetype: those after the last were left out.
        case extraFields
        /// A name that could lead out of a folder or that file systems do not allow.
        case unsafeName
        /// A second file of the same name.
        case repeatedName
        /// A file that the package lists and does not have.
        case missingFile
        /// A file whose bytes are not what the package says.
        case damagedFile
        /// A file or text that is larger than what is kept.
        case tooLarge
        /// A row without the text that a card needs.
        case empty
        /// A note that has no card.
        case noCards
        /// A word that an earlier row has.
        case duplicate
    }

    public struct Skipped: Sendable, Equatable {
        public var reason: Reason
        /// Kind of the thing, such as "note", "media" or "line".
        public var kind: String
        /// Its id, name or line.
        public var name: String

        public init(_ reason: Reason, _ kind: String, _ name: String) {
            (self.reason, self.kind, self.name) = (reason, kind, name)
        }
    }

    /// The first of them; `count` knows how many there are.
    public private(set) var skipped: [Skipped] = []
    public private(set) var count: [Reason: Int] = [:]

    /// How many are named.
    public static let mostNamed = 200

    /// The lines of a table on which a quotation mark was opened and never closed, the first of them: nothing is left
    /// out there, but the row may not say what was meant.
    public private(set) var unclosedQuotes: [Int] = []
    public private(set) var unclosedQuoteCount = 0

    /// Differences between a card in Hearth and in the program that it comes from; nothing is left out.
    public enum Change: String, Sendable, CaseIterable {
        /// The card asks a field that is neither the word nor its meaning, or asks it a second time: Hearth asks the
        /// word.
        case otherQuestion
        /// The card hides a part of a picture: Hearth shows all of it.
        case hiddenPicture
        /// The text has no gap.
        case noGap
        /// The gaps are in several fields: Hearth has one text.
        case joinedGaps
        /// The text is bold, coloured, in a table or the like: Hearth shows it plain, and keeps what it can for
        /// exports.
        case formatting
    }

    public struct Simplified: Sendable, Equatable {
        public var change: Change
        /// The word, or the note's id.
        public var name: String
    }

    /// The first of them; `changes` knows how many there are.
    public private(set) var simplified: [Simplified] = []
    public private(set) var changes: [Change: Int] = [:]

    public init() {}

    package mutating func simplify(_ change: Change, _ name: @autoclosure () -> String) {
        changes[change, default: 0] += 1
        if simplified.count < Self.mostNamed { simplified.append(Simplified(change: change, name: name())) }
    }

    package mutating func noteUnclosedQuotes(_ lines: [Int], of count: Int) {
        (unclosedQuotes, unclosedQuoteCount) = (lines, count)
    }

    /// Adds what another part of the work left out.
    mutating func add(_ other: ImportReport) {
        count.merge(other.count) { $0 + $1 }
        skipped += other.skipped.prefix(max(0, Self.mostNamed - skipped.count))
        changes.merge(other.changes) { $0 + $1 }
        simplified += other.simplified.prefix(max(0, Self.mostNamed - simplified.count))
    }

    public mutating func skip(_ reason: Reason, _ kind: String, _ name: @autoclosure () -> String) {
        count[reason, default: 0] += 1
        if skipped.count < Self.mostNamed { skipped.append(Skipped(reason, kind, String(name().prefix(120)))) }
    }
}
