// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Where passages are kept, with their stems and vectors. `HearthStore` supplies it.
///
/// Passages are only ever added and removed; one whose text has changed is removed and added.
public protocol PassageIndex: Sendable {
    /// Adds passages, each once: those of a source that has some already replace them.
    func add(_ drafts: [PassageDraft]) async throws
    /// Removes the passages of these sources. Their bytes go with the next clean-up of the store.
    func remove(_ kind: Passage.Kind, sources: [String]) async throws
    /// What a search needs: the passages that have each stem, and what has changed since the last one, as of one
    /// moment.
    func lookUp(_ stems: [String], since: PassageMark, models: [String]) async throws -> PassageLookup
    /// The passages with these numbers that are still there and whose conversation is not deleted, in the order of the
    /// numbers.
    func passages(_ numbers: [Int]) async throws -> [Passage]
    /// Passages that have no vector of any of these models, newest first.
    func unembedded(by models: [String], limit: Int) async throws -> [Passage]
    /// Stores vectors. Passages that have gone meanwhile are left out.
    func add(_ vectors: [PassageVector], of model: String) async throws
}

/// How much of an index somebody knows.
public struct PassageMark: Sendable, Equatable {
    /// The newest number that a passage ever had.
    public var passage = 0
    /// The newest number that a vector ever had.
    public var vector = 0
    /// How often passages have been removed.
    public var removals = 0

    public init(passage: Int = 0, vector: Int = 0, removals: Int = 0) {
        (self.passage, self.vector, self.removals) = (passage, vector, removals)
    }

    /// Whether it is of another index than an earlier mark: in one index no number ever falls.
    func isBehind(_ earlier: PassageMark) -> Bool {
        passage < earlier.passage || vector < earlier.vector || removals < earlier.removals
    }
}

public struct PassageLookup: Sendable {
    /// For each stem that was asked for, the numbers of the passages that have it, ascending.
    public var holders: [[Int]]
    /// Passages that came after the mark, ascending by number.
    public var added: [PassageOutline]
    /// For each model that was asked for, its vectors that came after the mark.
    public var vectors: [[PassageVector]]
    /// Threads that are deleted and can still be brought back; nothing of them is found.
    public var hiddenThreads: Set<String>
    /// The numbers of all passages, ascending, where some have been removed since the mark; else `nil`.
    public var remaining: [Int]?
    public var mark: PassageMark

    public init(
        holders: [[Int]], added: [PassageOutline], vectors: [[PassageVector]], hiddenThreads: Set<String>,
        remaining: [Int]?, mark: PassageMark
    ) {
        self.holders = holders
        self.added = added
        self.vectors = vectors
        self.hiddenThreads = hiddenThreads
        self.remaining = remaining
        self.mark = mark
    }
}

/// What a search needs to know of each passage beside its stems.
public struct PassageOutline: Sendable, Equatable {
    public let number: Int
    public let thread: String
    public let speaker: String
    public let date: Date
    public let stemCount: Int
    public let traits: PassageTraits

    public init(
        number: Int, thread: String, speaker: String, date: Date, stemCount: Int, traits: PassageTraits
    ) {
        self.number = number
        self.thread = thread
        self.speaker = speaker
        self.date = date
        self.stemCount = stemCount
        self.traits = traits
    }
}

/// The vector of a passage, rounded: number `i` is `numbers[i] * scale`.
public struct PassageVector: Sendable, Equatable {
    /// Of the passage.
    public let passage: Int
    public let scale: Float
    public let numbers: [Int8]

    public init(passage: Int, scale: Float, numbers: [Int8]) {
        (self.passage, self.scale, self.numbers) = (passage, scale, numbers)
    }

    /// Rounds a vector to 8 bits by its largest number.
    public init(passage: Int, _ vector: [Float]) {
        let largest = vector.reduce(0) { max($0, abs($1)) }
        let factor = largest > 0 && largest.isFinite ? 127 / largest : 0
        self.init(
            passage: passage, scale: factor > 0 ? 1 / factor : 0,
            numbers: vector.map { factor > 0 ? Int8(($0 * factor).rounded()) : 0 })
    }
}
