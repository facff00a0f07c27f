// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A word and what there is to know about it. Each direction in which it is asked is a `StudyCard`.
public struct Flashcard: Sendable, Hashable, Codable, Identifiable {
    /// Given by the store, never twice.
    public let id: Int64
    /// Identifier of the same word in other programs and in a second import; Anki's note guid.
    public var guid: String
    public var deck: Int64
    public var content: FlashcardContent
    public var createdAt: Date
    public var modifiedAt: Date

    public init(id: Int64, guid: String, deck: Int64, content: FlashcardContent, createdAt: Date, modifiedAt: Date) {
        (self.id, self.guid, self.deck, self.content) = (id, guid, deck, content)
        (self.createdAt, self.modifiedAt) = (createdAt, modifiedAt)
    }
}

/// Texts and media that a user puts on a card. All texts are plain; images and sounds are names of `MediaFile`s.
public struct FlashcardContent: Sendable, Hashable, Codable {
    /// Not empty.
    public var word: String
    public var definition = ""
    public var translation = ""
    public var phonetic = ""
    public var example = ""
    public var image: String?
    public var audio: String?
    /// Other answers that are right.
    public var synonyms: [String] = []
    /// Without spaces; none twice.
    public var tags: [String] = []
    /// Fields of other programs that have no place above, in their order.
    public var extra: [ExtraField] = []
    /// Kind of word that these come from, such as Anki's note type.
    public var kind: String?
    /// Other sentences with the word, which study shows in turn with the example.
    public var sentences: [String] = []
    /// Wrong answers that the learner typed, the newest first; at most `mostMistakes`.
    public var mistakes: [String] = []
    /// The text with gaps that the word was made of, as Anki writes them; see `take`. `nil` for a word.
    public var cloze: String?
    /// HTML of texts that say less than it does, such as what is bold or has readings above it: by the name of the
    /// text, as `WordRole` has it. It goes with the text to programs that show HTML, as long as nobody changes the
    /// text.
    public var formatted: [String: String] = [:]
    /// Directions whose cards ask with the picture or the sound alone: the word is the answer.
    public var fronts: [Int: MediaFront] = [:]

    public init(word: String) { self.word = word }

    /// Files of earlier versions, and those that people write by hand, may leave out everything but the word.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(word: try values.decode(String.self, forKey: .word))
        func text(_ key: CodingKeys) throws -> String { try values.decodeIfPresent(String.self, forKey: key) ?? "" }
        func list(_ key: CodingKeys) throws -> [String] { try values.decodeIfPresent([String].self, forKey: key) ?? [] }
        (definition, translation) = (try text(.definition), try text(.translation))
        (phonetic, example) = (try text(.phonetic), try text(.example))
        image = try values.decodeIfPresent(String.self, forKey: .image)
        audio = try values.decodeIfPresent(String.self, forKey: .audio)
        (synonyms, tags) = (try list(.synonyms), try list(.tags))
        extra = try values.decodeIfPresent([ExtraField].self, forKey: .extra) ?? []
        kind = try values.decodeIfPresent(String.self, forKey: .kind)
        cloze = try values.decodeIfPresent(String.self, forKey: .cloze)
        formatted = try values.decodeIfPresent([String: String].self, forKey: .formatted) ?? [:]
        fronts = try values.decodeIfPresent([Int: MediaFront].self, forKey: .fronts) ?? [:]
        (sentences, mistakes) = (try list(.sentences), Array(try list(.mistakes).prefix(Self.mostMistakes)))
    }

    public struct ExtraField: Sendable, Hashable, Codable {
        public var name: String
        /// As it was, HTML included; sanitised before it is shown.
        public var value: String

        public init(name: String, value: String) { (self.name, self.value) = (name, value) }
    }

    /// - Throws: `WordsError` `.invalid` where the word is empty or a text longer than `longestText`.
    public func check() throws(WordsError) {
        let isSeen = word.utf8.contains { $0 > 0x20 && $0 < 0x7F } || word.contains { !$0.isWhitespace }
        guard isSeen else { throw WordsError(.invalid, "a card needs a word") }
        func fits(_ text: String) -> Bool { text.utf8.count <= Self.longestText }
        guard fits(word), fits(cloze ?? ""), fits(definition), fits(translation), fits(phonetic), fits(example),
            synonyms.allSatisfy(fits), sentences.allSatisfy(fits), mistakes.allSatisfy(fits),
            tags.allSatisfy(fits), extra.allSatisfy({ fits($0.value) }), formatted.values.allSatisfy(fits)
        else {
            throw WordsError(
                .invalid, "a text of the card \"\(word.prefix(40))\" is longer than \(Self.longestText) bytes")
        }
    }

    /// In bytes of UTF-8.
    public static let longestText = 262_144

    /// How many wrong answers a word keeps, and how long each may be, in characters.
    public static let mostMistakes = 8
    static let longestMistake = 120

    /// Notes a wrong answer that was typed.
    /// - Returns: whether there was one to note.
    public mutating func note(mistake typed: String) -> Bool {
        let text = HelpCheck.tidied(typed)
        guard !text.isEmpty, text.count <= Self.longestMistake, mistakes.first != text else { return false }
        mistakes = Array(([text] + mistakes.filter { $0 != text }).prefix(Self.mostMistakes))
        return true
    }

    /// Keeps what the learner has gathered on a card whose content is replaced: sentences and wrong answers that the
    /// new content does not have.
    public mutating func keep(from old: FlashcardContent) {
        sentences += old.sentences.filter { !sentences.contains($0) }
        mistakes = Array((mistakes + old.mistakes.filter { !mistakes.contains($0) }).prefix(Self.mostMistakes))
    }

    /// Tag of a leech, as in Anki.
    public static let leechTag = "leech"
}

/// A front of a card that has no text.
public enum MediaFront: String, Sendable, Hashable, Codable {
    case picture, sound, both

    /// - Returns: `nil` where there is neither.
    public init?(picture: Bool, sound: Bool) {
        switch (picture, sound) {
        case (true, true): self = .both
        case (true, false): self = .picture
        case (false, true): self = .sound
        case (false, false): return nil
        }
    }

    public var hasPicture: Bool { self != .sound }
    public var hasSound: Bool { self != .picture }
}

/// Direction in which a word is asked. Values other than the two belong to imported notes, and ask the word. In a text
/// with gaps it is the number of the gap, less one.
public struct Direction: RawRepresentable, Sendable, Hashable, Codable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The word is shown, its meaning is asked.
    public static let recognition = Direction(rawValue: 0)
    /// The meaning is shown, the word is asked.
    public static let production = Direction(rawValue: 1)
}

/// A picture or a sound of cards.
public struct MediaFile: Sendable, Hashable {
    /// A file name without folders, in Unicode's NFC, as cards name it.
    public var name: String
    public var data: Data

    public init(name: String, data: Data) { (self.name, self.data) = (name, data) }

    /// In bytes.
    public static let longestData = 64 << 20
}
