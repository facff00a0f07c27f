// SPDX-License-Identifier: Apache-2.0

public import FSRS
public import Foundation

/// Something that is done to many words at once, and can be taken back.
public enum WordChange: Sendable, Hashable {
    /// Their cards are due on a day of the user; those that were new or in a step are learned. Suspended ones stay so.
    case due(day: Int)
    /// - Parameter tag: without spaces.
    case tag(String)
    case untag(String)
    /// A tag, and those in it, get another name; without one they are removed.
    case retag(String, to: String?)
    case replace(TextReplacement)
    /// Their new cards come before all other new ones: as they were added, or in a random order.
    case newFirst(shuffled: Bool)
    /// Their new cards come with those that nobody has put first.
    case newAsAdded
}

/// A text that is looked for in words, and the one that takes its place.
public struct TextReplacement: Sendable, Hashable {
    /// Not empty.
    public var sought: String
    public var replacement: String
    public var texts: Set<Text>
    /// Whether A is another letter than a.
    public var matchesCase: Bool

    public enum Text: String, Sendable, CaseIterable {
        case word, translation, definition, phonetic, example
    }

    public init(
        _ sought: String, by replacement: String, in texts: Set<Text> = Set(Text.allCases), matchesCase: Bool = true
    ) {
        (self.sought, self.replacement, self.texts, self.matchesCase) = (sought, replacement, texts, matchesCase)
    }

    /// - Returns: `nil` for a word that has none of it, and where nothing would be left of the word itself.
    public func applied(to content: FlashcardContent) -> FlashcardContent? {
        guard !sought.isEmpty else { return nil }
        var new = content
        for text in texts {
            switch text {
            case .word where content.cloze != nil: new.take(replaced(content.cloze ?? ""))
            case .word: new.word = replaced(content.word)
            case .translation: new.translation = replaced(new.translation)
            case .definition: new.definition = replaced(new.definition)
            case .phonetic: new.phonetic = replaced(new.phonetic)
            case .example:
                new.example = replaced(new.example)
                new.sentences = new.sentences.map(replaced)
            }
        }
        guard new != content, (try? new.check()) != nil else { return nil }
        return new
    }

    private func replaced(_ text: String) -> String {
        text.replacingOccurrences(of: sought, with: replacement, options: matchesCase ? [.literal] : [.caseInsensitive])
    }
}

/// Words and cards before and after a change, so that it can be taken back.
public struct ChangedWords: Sendable, Hashable {
    public struct Word: Sendable, Hashable {
        public var before: Flashcard
        public var after: Flashcard

        public init(before: Flashcard, after: Flashcard) { (self.before, self.after) = (before, after) }
    }

    public struct Card: Sendable, Hashable {
        public var before: StudyCard
        public var after: StudyCard

        public init(before: StudyCard, after: StudyCard) { (self.before, self.after) = (before, after) }
    }

    public var words: [Word] = []
    public var cards: [Card] = []

    public init() {}

    /// How many words were changed, themselves or their cards.
    public var count: Int { Set(words.map(\.before.id)).union(cards.map(\.before.flashcard)).count }

    public mutating func add(_ other: ChangedWords) {
        words += other.words
        cards += other.cards
    }
}

extension StudyCard {
    /// The card, due on a day.
    /// - Parameter memory: what is known of it where it was never learned.
    public func due(on day: Int, _ moment: StudyMoment, memory: MemoryState) -> StudyCard {
        var card = self
        if card.state.phase != .review {
            card.state.card = CardState(
                phase: .review, step: 0, memory: state.card.memory ?? memory, intervalDays: max(1, day - moment.today))
            card.state.firstReviewDay = state.firstReviewDay ?? moment.today
            card.state.lastReviewDay = state.lastReviewDay ?? moment.today
            card.state.lastReviewDate = state.lastReviewDate ?? moment.now
        }
        card.state.due = .on(day: day)
        card.buriedOn = nil
        return card
    }
}

/// How a list of words is changed at once.
extension WordStore {
    /// Words that are changed in one transaction, so that nobody waits long.
    private static var step: Int { 500 }

    /// Changes words, some hundreds at a time. Where it fails on the way, those that were changed are taken back.
    public func change(_ change: WordChange, of words: [Int64], _ moment: StudyMoment) async throws -> ChangedWords {
        var (words, changed) = (words, ChangedWords())
        // Each word that is put first comes before those that were put first until then.
        if case .newFirst(let shuffled) = change { words = shuffled ? words.shuffled() : words.reversed() }
        for start in stride(from: 0, to: words.count, by: Self.step) {
            let some = Array(words[start..<min(start + Self.step, words.count)])
            do { changed.add(try await self.change(change, ofSome: some, moment)) } catch {
                // The first error says why; where nothing can be written, this fails as well.
                _ = try? await revert(changed, at: moment.now)
                throw error
            }
        }
        return changed
    }

    /// Takes a change back, for those words and cards that nobody has changed since.
    /// - Returns: how many words are as they were.
    public func revert(_ changed: ChangedWords, at now: Date) async throws -> Int {
        var count = 0
        var rest = changed
        while !rest.words.isEmpty || !rest.cards.isEmpty {
            var some = ChangedWords()
            (some.words, some.cards) = (Array(rest.words.prefix(Self.step)), Array(rest.cards.prefix(Self.step)))
            rest.words.removeFirst(some.words.count)
            rest.cards.removeFirst(some.cards.count)
            count += try await revertSome(some, at: now)
        }
        return count
    }
}
