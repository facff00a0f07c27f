// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A piece of text that can be recalled, as it is stored.
public struct Passage: Sendable, Equatable, Identifiable {
    /// Origin of a passage, by which it is removed again.
    public enum Kind: String, Sendable, CaseIterable { case message, entry, fact }

    /// The order of writing; never given out twice.
    public let number: Int
    public let kind: Kind
    /// The identifier of the message, entry or fact.
    public let source: String
    /// Index of the piece in its source, from 0: long texts are cut.
    public let part: Int
    /// The conversation or journal; passages of one thread that follow each other closely are read together.
    public let thread: String
    /// `user`, `assistant`, or a name.
    public let speaker: String
    public let date: Date
    public let text: String

    public var id: Int { number }

    public init(
        number: Int, kind: Kind, source: String, part: Int, thread: String, speaker: String, date: Date, text: String
    ) {
        self.number = number
        self.kind = kind
        self.source = source
        self.part = part
        self.thread = thread
        self.speaker = speaker
        self.date = date
        self.text = text
    }
}

/// A passage that is about to be stored, with what it will be found by.
public struct PassageDraft: Sendable, Equatable {
    public let kind: Passage.Kind
    public let source: String
    public let part: Int
    public let thread: String
    public let speaker: String
    public let date: Date
    public let text: String
    /// Each stem once, in the order of the text.
    public let stems: [String]
    public let traits: PassageTraits

    /// - Parameter language: `nil` finds it out; what cannot be told is read as `otherwise`.
    public init(
        kind: Passage.Kind, source: String, part: Int = 0, thread: String, speaker: String, date: Date, text: String,
        language: MemoryLanguage? = nil, otherwise: MemoryLanguage = .english
    ) {
        self.kind = kind
        self.source = source
        self.part = part
        self.thread = thread
        self.speaker = speaker
        self.date = date
        self.text = text
        let words = FoldedWords.all(in: text)
        let language = language ?? MemoryLanguage(of: words) ?? otherwise
        stems = language.stems(of: words)
        traits = PassageTraits(text, words: words, language)
    }
}

/// Traits of a passage, whatever is asked.
public struct PassageTraits: Sendable, Equatable {
    /// Ends with a question mark: a question seldom is what somebody wants to recall.
    public let isQuestion: Bool
    /// Says when something was or will be, such as `yesterday`.
    public let namesTime: Bool
    public let wordCount: Int

    public init(isQuestion: Bool, namesTime: Bool, wordCount: Int) {
        self.isQuestion = isQuestion
        self.namesTime = namesTime
        self.wordCount = wordCount
    }

    init(_ text: String, words: [String], _ language: MemoryLanguage) {
        isQuestion = text.last { !$0.isWhitespace } == "?"
        namesTime = words.contains { TimeVocabulary.of(language).timeWords.contains($0.withoutAccents) }
        wordCount = words.count
    }
}
