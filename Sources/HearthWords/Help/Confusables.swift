// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A word that a learner may take for another.
public struct Confusable: Sendable, Hashable {
    public var flashcard: Flashcard
    public var reason: Reason

    public init(flashcard: Flashcard, reason: Reason) { (self.flashcard, self.reason) = (flashcard, reason) }

    public enum Reason: String, Sendable, CaseIterable {
        /// It is written nearly alike.
        case spelling
        /// It has a translation in common.
        case meaning
        case both
    }

    /// The words that may be taken for one, the most alike first.
    /// - Complexity: linear in `others`, with a small matrix for each that is about as long.
    public static func find(
        for word: Flashcard, among others: [Flashcard], in language: String? = nil, limit: Int = 5
    ) -> [Confusable] {
        let forms = WordForms(language)
        let (letters, meanings) = (letters(of: word, forms), meanings(of: word.content))
        let found = others.compactMap { other -> (confusable: Confusable, distance: Int)? in
            let same = self.letters(of: other, forms)
            guard other.id != word.id, same != letters else { return nil }
            let most = max(1, min(3, max(letters.count, same.count) / 4))
            let distance = distance(letters, same, upTo: most)
            let isAlike = distance <= most && min(letters.count, same.count) >= 3
            let hasSame = !meanings.isDisjoint(with: self.meanings(of: other.content))
            guard isAlike || hasSame else { return nil }
            let reason: Reason = isAlike && hasSame ? .both : isAlike ? .spelling : .meaning
            return (Confusable(flashcard: other, reason: reason), isAlike ? distance : most + 1)
        }
        return found.sorted { ($0.distance, $0.confusable.flashcard.id) < ($1.distance, $1.confusable.flashcard.id) }
            .prefix(limit).map(\.confusable)
    }

    private static func letters(of card: Flashcard, _ forms: WordForms) -> [Character] {
        Array(plain(Dictionaries.bare(card.content.word, forms.language) ?? card.content.word))
    }

    /// Small letters without accents.
    static func plain(_ text: String) -> String {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
            .filter { $0.isLetter || $0.isNumber }
    }

    /// Each of the translations of a card, plainly.
    static func meanings(of content: FlashcardContent) -> Set<String> {
        let parts = content.translation.split { ";/,、；／|".contains($0) }.map(String.init) + content.synonyms
        let all = parts.map { plain(Dictionaries.bare($0.trimmingCharacters(in: .whitespaces), "en") ?? $0) }
        return Set(all.filter { $0.count >= 2 })
    }

    /// How many letters have to be changed, put in, left out or swapped with the next.
    ///
    /// Source: the restricted Damerau–Levenshtein distance (Boytsov 2011, section 2.2).
    /// - Returns: something above `most` where it is more than that.
    static func distance(_ left: [Character], _ right: [Character], upTo most: Int) -> Int {
        guard abs(left.count - right.count) <= most, max(left.count, right.count) <= 100 else { return most + 1 }
        var before: [Int] = []
        var row = Array(0...right.count)
        for (i, a) in left.enumerated() {
            var next = [i + 1]
            for (j, b) in right.enumerated() {
                var least = min(row[j] + (a == b ? 0 : 1), row[j + 1] + 1, next[j] + 1)
                if i > 0, j > 0, a == right[j - 1], left[i - 1] == b { least = min(least, before[j - 1] + 1) }
                next.append(least)
            }
            (before, row) = (row, next)
            if (row.min() ?? 0) > most { return most + 1 }
        }
        return row[right.count]
    }
}

/// Wrong answers for a question with several to choose from, from the learner's own words.
public enum Distractors {
    /// - Parameters:
    ///   - direction: what is asked: the meaning of a word, or the word for a meaning.
    ///   - others: words of the same deck.
    ///   - lapses: how often words were forgotten, by their number.
    /// - Returns: so many cards whose answer is surely wrong; fewer where there are fewer. First those that the learner
    ///   has typed instead of the right one or the other way round, then those that are spelled alike, then those that
    ///   have something in common, of these the most forgotten first.
    public static func choose(
        _ count: Int, for word: Flashcard, asking direction: Direction, from others: [Flashcard],
        in language: String? = nil, lapses: [Int64: Int] = [:], using random: inout some RandomNumberGenerator
    ) -> [Flashcard] {
        let alike = Confusable.find(for: word, among: others, in: language, limit: 20).filter { $0.reason == .spelling }
        let tags = Set(word.content.tags)
        let rest = others.shuffled(using: &random).sorted { first, second in
            (closeness(first, word, tags), lapses[first.id] ?? 0)
                > (closeness(second, word, tags), lapses[second.id] ?? 0)
        }
        let meanings = Confusable.meanings(of: word.content)
        var shown: Set<String> = [Confusable.plain(answer(of: word, direction))]
        var chosen: [Flashcard] = []
        for other in mistaken(for: word, among: others, language) + alike.map(\.flashcard) + rest
        where chosen.count < count {
            let text = Confusable.plain(answer(of: other, direction))
            guard other.id != word.id, !text.isEmpty, meanings.isDisjoint(with: Confusable.meanings(of: other.content)),
                shown.insert(text).inserted
            else { continue }
            chosen.append(other)
        }
        return chosen
    }

    /// Words that the learner has typed where this one was asked, those of the newest mistakes first, and words for
    /// which they have typed this one.
    private static func mistaken(
        for word: Flashcard, among others: [Flashcard], _ language: String?
    ) -> [Flashcard] {
        func names(_ text: String) -> Set<String> {
            Set(
                [text, Dictionaries.bare(text, "en"), Dictionaries.bare(text, language ?? "")].compactMap(\.self).map(
                    Confusable.plain))
        }
        func names(of content: FlashcardContent) -> Set<String> {
            Confusable.meanings(of: content).union(names(content.word)).union(names(content.translation))
        }
        let own = names(of: word.content)
        let typed = word.content.mistakes.map { names($0) }
        let ranked = others.compactMap { other -> (word: Flashcard, rank: Int)? in
            guard other.id != word.id else { return nil }
            let theirs = names(of: other.content)
            if let rank = typed.firstIndex(where: { !$0.isDisjoint(with: theirs) }) { return (other, rank) }
            let isTaken = other.content.mistakes.contains { !names($0).isDisjoint(with: own) }
            return isTaken ? (other, typed.count) : nil
        }
        return ranked.sorted { ($0.rank, $0.word.id) < ($1.rank, $1.word.id) }.map(\.word)
    }

    /// Text of a word as a choice, in the given direction.
    public static func answer(of word: Flashcard, _ direction: Direction) -> String {
        if direction == .production { return word.content.word }
        return word.content.translation.isEmpty ? word.content.definition : word.content.translation
    }

    /// How much a word has in common with another: tags, whether it is a phrase, about the same length.
    private static func closeness(_ other: Flashcard, _ word: Flashcard, _ tags: Set<String>) -> Int {
        let isPhrase = word.content.word.contains(" ")
        return 3 * tags.intersection(other.content.tags).count + (other.content.word.contains(" ") == isPhrase ? 2 : 0)
            + (abs(other.content.word.count - word.content.word.count) <= 3 ? 1 : 0)
    }
}
