// SPDX-License-Identifier: Apache-2.0

/// Deck, languages and words of a translation.
public struct TranslationJob: Sendable, Hashable {
    /// Decks in it are included.
    public var deck: Int64
    public var pair: LanguagePair
    public var translator: Translator
    public var scope: Scope

    public init(deck: Int64, pair: LanguagePair, translator: Translator, scope: Scope = .untranslated) {
        (self.deck, self.pair, self.translator, self.scope) = (deck, pair, translator, scope)
    }

    public enum Scope: Sendable, Hashable {
        /// Words without a translation.
        case untranslated
        /// All words; translations that are there are replaced.
        case all
        /// These words; translations that are there are kept.
        case words([Int64])
    }
}

/// How far a translation of many words has come.
public struct TranslationProgress: Sendable, Hashable {
    public var phase = Phase.waiting
    /// Words to translate, in all.
    public var total = 0
    public var translated = 0
    /// Words that somebody has changed or deleted meanwhile; they stay as they are.
    public var untouched = 0
    /// Words that are not translated, in the order in which that happened.
    public var failed: [Failure] = []
    /// The last words that were translated, the newest first.
    public var recent: [Word] = []
    /// Requests that may run at the same time now.
    public var atOnce = 1
    /// Seconds until it will be done, as far as can be told.
    public var secondsLeft: Double?

    public init() {}

    public enum Phase: Sendable, Hashable {
        /// It will begin, or go on, when the model is free.
        case waiting
        case running
        /// The service asked to wait; it goes on by itself.
        case slowed
        case paused
        case cancelled
        /// It cannot go on as it is; the words that are left are unchanged.
        case stopped(TranslationError)
        case finished
    }

    public struct Word: Sendable, Hashable {
        public var id: Int64
        public var word: String
        public var translation: String

        public init(id: Int64, word: String, translation: String) {
            (self.id, self.word, self.translation) = (id, word, translation)
        }
    }

    public struct Failure: Sendable, Hashable {
        public var id: Int64
        public var word: String
        public var error: TranslationError

        public init(id: Int64, word: String, error: TranslationError) {
            (self.id, self.word, self.error) = (id, word, error)
        }
    }

    public var done: Int { translated + untouched + failed.count }
    /// Words that nothing has been tried with.
    public var left: Int { max(0, total - done) }
    public var isActive: Bool { [.waiting, .running, .slowed].contains(phase) }

    /// How many of `recent` are kept.
    static let recentWords = 5
}
