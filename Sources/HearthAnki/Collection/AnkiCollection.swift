// SPDX-License-Identifier: Apache-2.0

public import Foundation
import HearthWords

/// Contents of an Anki package, as Anki has them: nothing is interpreted, and only ids refer to each other.
///
/// Source of the columns: the tables of Anki's collection, schema 11 (JSON) and 18 (Protocol Buffers). Update sequence
/// numbers, which only mean something to a sync server, are left out.
public struct AnkiCollection: Sendable, Equatable {
    /// When the collection began, in seconds since 1970. Days are counted from there.
    public var created = 0
    /// The hour at which a day begins; `nil` where the package does not say.
    public var rolloverHour: Int?
    /// How far west of Greenwich the user's clock was when the collection began, in minutes; `nil` where the package
    /// does not say.
    public var minutesWest: Int?
    /// Whether cards are scheduled by FSRS; `nil` where the package does not say.
    public var usesFSRS: Bool?
    public var decks: [AnkiDeck] = []
    public var deckOptions: [AnkiDeckOptions] = []
    /// Those that notes use.
    public var notetypes: [AnkiNotetype] = []
    public var notes: [AnkiNote] = []
    public var cards: [AnkiCard] = []
    /// By time.
    public var reviews: [AnkiReview] = []

    public init() {}

    /// The day on which it began, as a number of `UserDays`: Anki counts dates from there, as clocks showed them then,
    /// wherever the package is read.
    func firstDay(_ days: UserDays) -> Int {
        guard let minutesWest else { return days.day(of: Date(timeIntervalSince1970: Double(created))) }
        return Int((Double(created - minutesWest * 60) / 86_400).rounded(.down))
    }
}

public struct AnkiDeck: Sendable, Equatable {
    public var id: Int
    /// Names from the top down, with `::` between them.
    public var name: String
    /// A deck that borrows cards of others by a search.
    public var isFiltered = false
    public var options: Int?
    public var description = ""
    /// Desired retention of this deck alone, 0…1.
    public var desiredRetention: Double?

    public init(id: Int, name: String) { (self.id, self.name) = (id, name) }
}

/// How decks are studied: of Anki's many settings those that Hearth has too.
public struct AnkiDeckOptions: Sendable, Equatable {
    public var id: Int
    public var name: String
    /// In minutes.
    public var learningSteps: [Double] = [1, 10]
    /// In minutes.
    public var relearningSteps: [Double] = [10]
    public var newPerDay = 20
    public var reviewsPerDay = 200
    /// In days.
    public var maximumInterval = 36_500
    public var leechThreshold = 8
    /// 0 suspends leeches, 1 only tags them.
    public var leechAction = 0
    /// Whether the other cards of a note wait for another day, new ones and learned ones.
    public var buriesNew = false
    public var buriesReviews = false
    /// 0…1.
    public var desiredRetention = 0.9
    /// FSRS-6 (21), else FSRS-5 (19), else FSRS-4.5 (17); empty for the published ones.
    public var parameters: [Double] = []

    public init(id: Int, name: String) { (self.id, self.name) = (id, name) }
}

/// Fields of notes, and templates that make cards of them.
public struct AnkiNotetype: Sendable, Equatable {
    public struct Template: Sendable, Equatable {
        public var name: String
        public var question: String
        public var answer: String

        public init(name: String, question: String, answer: String) {
            (self.name, self.question, self.answer) = (name, question, answer)
        }
    }

    public var id: Int
    public var name: String
    /// Texts with gaps; each gap is a card.
    public var isCloze = false
    public var fields: [String] = []
    public var templates: [Template] = []
    public var css = ""

    public init(id: Int, name: String) { (self.id, self.name) = (id, name) }
}

public struct AnkiNote: Sendable, Equatable {
    public var id: Int
    public var guid: String
    public var notetype: Int
    /// In seconds since 1970.
    public var modified: Int
    /// One for each field of its notetype, as HTML.
    public var fields: [String]
    public var tags: [String]

    public init(id: Int, guid: String, notetype: Int, modified: Int, fields: [String], tags: [String]) {
        (self.id, self.guid, self.notetype, self.modified) = (id, guid, notetype, modified)
        (self.fields, self.tags) = (fields, tags)
    }
}

/// A card and its schedule, in Anki's columns.
public struct AnkiCard: Sendable, Equatable {
    public var id: Int
    public var note: Int
    public var deck: Int
    /// The number of its template, or of its gap.
    public var ordinal: Int32 = 0
    /// In seconds since 1970.
    public var modified = 0
    /// 0 new, 1 learning, 2 review, 3 relearning.
    public var type: Int8 = 0
    /// As the type, and 3 learning with days, 4 preview; -1 suspended, -2 buried by the scheduler, -3 buried by the
    /// user.
    public var queue: Int8 = 0
    /// Type 0: the position; type 1: seconds since 1970, or a day; types 2 and 3: a day since the collection began, or
    /// seconds.
    public var due = 0
    /// Days above 0, seconds below.
    public var interval: Int32 = 0
    /// Ease in thousandths; with FSRS, difficulty.
    public var factor: Int32 = 0
    public var repetitions: Int32 = 0
    public var lapses: Int32 = 0
    /// Learning steps that are left; thousands are those of today.
    public var left: Int32 = 0
    /// Due date and deck from before a filtered deck borrowed it.
    public var originalDue = 0
    public var originalDeck = 0
    /// 0…7.
    public var flags: Int32 = 0
    /// JSON, as it was written; see `memory`.
    public var data = ""

    public init(id: Int, note: Int, deck: Int) { (self.id, self.note, self.deck) = (id, note, deck) }
}

public struct AnkiReview: Sendable, Equatable {
    /// Milliseconds since 1970.
    public var id: Int
    public var card: Int
    /// Days above 0, seconds below.
    public var interval: Int32
    public var lastInterval: Int32
    /// Ease in thousandths; with FSRS, difficulty. 0 in learning, and with type 3 for cramming.
    public var factor: Int32
    public var milliseconds: Int32
    /// 1…4 as on the buttons; 0 for a change by hand.
    public var ease: Int8
    /// 0 learning, 1 review, 2 relearning, 3 filtered, 4 manual, 5 rescheduled.
    public var type: Int8

    public init(
        id: Int, card: Int, ease: Int8, interval: Int32, lastInterval: Int32, factor: Int32, milliseconds: Int32,
        type: Int8
    ) {
        (self.id, self.card, self.ease, self.interval, self.lastInterval) = (id, card, ease, interval, lastInterval)
        (self.factor, self.milliseconds, self.type) = (factor, milliseconds, type)
    }

    /// Whether the card was made new ("Forget"): what comes after it is another life, also where the card went on
    /// counting. Anki sets no ease with it; with other changes by hand it does.
    var isReset: Bool { type == 4 && factor == 0 }
}

/// A picture or sound of a package, in a file of its own.
public struct AnkiMedia: Sendable, Equatable {
    /// As notes name it, in Unicode's NFC; never a path. See `mediaName`.
    public var name: String
    /// Lies in the folder that the import was given, under a name that Hearth chose.
    public var file: URL
    public var size: Int
    /// In hexadecimal digits.
    public var sha1: String

    public init(name: String, file: URL, size: Int, sha1: String) {
        (self.name, self.file, self.size, self.sha1) = (name, file, size, sha1)
    }
}
