// SPDX-License-Identifier: Apache-2.0

public import Foundation
import HearthModels

/// Something that is known about the user, with the words of theirs that say it.
public struct Fact: Sendable, Equatable, Identifiable {
    /// What a fact is about. Their names are those that the small model was taught.
    public enum Kind: String, Sendable, CaseIterable, Codable {
        case people, places, preferences, plans, events, feelings, health, work
    }

    public let id: String
    /// A line such as "Lives in: Gdynia", or the user's own words.
    public var statement: String
    /// `user`, or whom of the user's people it is about.
    public var subject: String
    public var kind: Kind
    public var isNegative: Bool
    /// When it happens or happened: an ISO date, an interval `a/b`, `../b` until b or `a/..` from a on; `nil` where it
    /// is not said.
    public var time: String?
    /// How likely it is meant as it stands, 0…1.
    public var confidence: Double
    /// Since when it is known to hold: the date of its first evidence.
    public var validFrom: Date
    /// Since when it no longer holds; `nil` for what is current.
    public var validUntil: Date?
    /// The fact that took its place.
    public var supersededBy: String?
    /// At least one for every fact that is kept, oldest first.
    public var evidence: [FactEvidence]
    /// Whether the user wants it to stand first.
    public var isPinned = false
    /// Whether the user wants to see it neither in the portrait nor in prompts. It is still known.
    public var isHidden = false
    /// The question that it answers, and its answer in the user's own words; `nil` for what fits none, and for what the
    /// user wrote freely.
    public var slot: SlotValue?
    /// How a fact stands that fits no slot; `nil` for one that has a slot, or was not read for one.
    public var alsoSaid: AlsoSaid?

    public init(
        id: String, statement: String, subject: String, kind: Kind, isNegative: Bool, time: String?, confidence: Double,
        validFrom: Date,
        validUntil: Date?, supersededBy: String?, evidence: [FactEvidence]
    ) {
        self.id = id
        self.statement = statement
        self.subject = subject
        self.kind = kind
        self.isNegative = isNegative
        self.time = time
        self.confidence = confidence
        self.validFrom = validFrom
        self.validUntil = validUntil
        self.supersededBy = supersededBy
        self.evidence = evidence
    }

    public var isCurrent: Bool { validUntil == nil }

    /// Whether the time that it tells is over, and nothing has said that it has ended: a job until March, in April.
    public func mayHaveEnded(by now: Date, in zone: TimeZone) -> Bool {
        guard isCurrent, kind != .events, slot?.name != "person_death", let time else { return false }
        let ends = time.split(separator: "/", omittingEmptySubsequences: false)
        // A day alone is when something takes place.
        guard ends.count == 2 || kind == .plans, let last = ends.last.flatMap({ JournalDay(lastOf: $0) }) else {
            return false
        }
        return last < JournalDay(now, in: zone)
    }
}

/// How a fact stands that was kept as a sentence and fits no slot.
public enum AlsoSaid: String, Sendable, CaseIterable, Codable {
    /// The user has not said whether it is to stay.
    case undecided
    case kept
}

/// The slot of a fact and the value in it.
public struct SlotValue: Sendable, Equatable, Codable {
    /// As `FactSlot` names it.
    public var name: String
    /// It stands literally in the fact's evidence.
    public var value: String
    /// The relation of one of the user's people, as they said it: "sister"; `nil` where it was not said.
    public var relation: String?

    public init(name: String, value: String, relation: String? = nil) {
        (self.name, self.value, self.relation) = (name, value, relation)
    }
}

/// Where the user said something: a quotation that stands literally in a message of theirs.
public struct FactEvidence: Sendable, Equatable {
    /// The message or journal entry, and the conversation or journal that it belongs to.
    public let utterance: String
    public let session: String
    public let quote: String
    public let date: Date

    /// The session of what the user writes about themselves on the page You, which no conversation has.
    public static let ownSession = "you"

    /// The session of what was said in a conversation that the user has deleted, keeping the fact.
    public static let keptSession = "kept"

    /// Whether it is what the user wrote on the page You.
    public var isOwn: Bool { session == Self.ownSession }

    public init(utterance: String, session: String, quote: String, date: Date) {
        self.utterance = utterance
        self.session = session
        self.quote = quote
        self.date = date
    }

    /// Whether a quotation stands in a text, whatever its case, its form of Unicode and its white space.
    public static func stands(_ quote: String, in text: String) -> Bool {
        QuotedText(text).contains(quote)
    }
}

/// A text in which quotations are looked for: prepared once, however many they are.
struct QuotedText {
    private let bytes: [UInt8]

    init(_ text: String) { bytes = Array(Self.normal(text).utf8) }

    /// Whether a quotation stands in it, as `FactEvidence.stands` has it.
    func contains(_ quote: String) -> Bool {
        let quote = Array(Self.normal(quote).utf8)
        return !quote.isEmpty && bytes.contains(quote)
    }

    private static func normal(_ text: String) -> String {
        StepCounter.add(text.utf8.count)
        let folded = text.precomposedStringWithCompatibilityMapping.lowercased()
        let plain = folded.map { character -> Character in
            switch character {
            case "’", "‘": "'"
            case "“", "”", "«", "»": "\""
            case "–", "—", "‑": "-"
            default: character
            }
        }
        return String(plain).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}

/// What came of looking at one message.
public struct FactExtraction: Sendable, Equatable {
    public init() {}

    /// Certain enough to be kept without asking.
    public var stored: [Fact] = []
    /// Waiting for the user to confirm them.
    public var queued: [Fact] = []
    /// Those of them that tell that something has ended, and not only that it once was.
    public var endings: Set<Fact.ID> = []
    /// How many values were refused or found too unlikely.
    public var dropped = 0
}
