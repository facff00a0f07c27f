// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A word and what there is to know about it. Each direction in which it is asked is a `StudyCard`.
public struct Flashcard: Sendable, Hashable, Codable, Identifiable {
    /// Given by the store, never twice.
    public let id: Int64
    /// What makes it the same word in other programs and in a second import; Anki's note guid.
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

/// What a user writes on a card. All texts are plain; images and sounds are names of `MediaFile`s.
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
    /// Where these come from, such as Anki's note type.
    public var kind: String?

    public init(word: String) { self.word = word }

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
        guard fits(word), fits(definition), fits(translation), fits(phonetic), fits(example),
            synonyms.allSatisfy(fits), tags.allSatisfy(fits), extra.allSatisfy({ fits($0.value) })
        else {
            throw WordsError(
                .invalid, "a text of the card \"\(word.prefix(40))\" is longer than \(Self.longestText) bytes")
        }
    }

    /// In bytes of UTF-8.
    public static let longestText = 262_144

    /// What a leech is tagged with, as in Anki.
    public static let leechTag = "leech"
}

/// Which way a word is asked. The number is that of Anki's template; others than the two belong to imported notes.
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
