// SPDX-License-Identifier: Apache-2.0

/// Which column of a table is what of a word.
public struct ColumnMapping: Sendable, Equatable {
    public enum Part: String, Sendable, CaseIterable {
        case word, translation, definition, phonetic, example, synonyms, tags, none
    }

    /// By column.
    public var parts: [Part]
    /// Whether the first row names the columns.
    public var hasHeads: Bool

    public init(_ parts: [Part], hasHeads: Bool) { (self.parts, self.hasHeads) = (parts, hasHeads) }

    /// By the names in the first row, in English or French; where there are none, the first columns are word and
    /// translation.
    public init(guessing rows: [[String]]) {
        let columns = rows.prefix(100).map(\.count).max() ?? 0
        let heads = rows.first ?? []
        var taken: Set<Part> = []
        parts = (0..<columns).map { column in
            let name = column < heads.count ? heads[column].lowercased().filter { $0.isLetter } : ""
            guard let part = Self.names[name], taken.insert(part).inserted else { return Part.none }
            return part
        }
        hasHeads = taken.contains(.word) || taken.count > 1
        if hasHeads, !taken.contains(.word), let free = parts.firstIndex(of: .none) { parts[free] = .word }
        guard !hasHeads else { return }
        for (column, part) in [Part.word, .translation, .example].enumerated() where column < columns {
            parts[column] = part
        }
    }

    private static let names: [String: Part] = [
        "word": .word, "front": .word, "term": .word, "expression": .word, "mot": .word,
        "recto": .word,
        "vocabulary": .word, "question": .word, "translation": .translation, "back": .translation,
        "meaning": .translation,
        "traduction": .translation, "verso": .translation, "answer": .translation, "english": .translation,
        "anglais": .translation, "definition": .definition, "définition": .definition, "phonetic": .phonetic,
        "ipa": .phonetic, "pronunciation": .phonetic, "phonétique": .phonetic, "prononciation": .phonetic,
        "example": .example, "sentence": .example, "phrase": .example, "exemple": .example, "synonyms": .synonyms,
        "synonymes": .synonyms,
        "tags": .tags, "tag": .tags, "étiquettes": .tags,
    ]

    /// What becomes of the rows.
    /// - Returns: the words for one deck, and how many rows have no word, or one that is too long.
    public func words(of rows: [[String]], in path: [String]) -> (batch: WordImport, leftOut: Int) {
        var batch = WordImport()
        batch.decks = [ImportedDeck(path: path)]
        var leftOut = 0
        for row in rows.dropFirst(hasHeads ? 1 : 0) {
            guard let content = content(of: row) else {
                leftOut += 1
                continue
            }
            batch.words.append(ImportedWord(deck: 0, content: content))
        }
        return (batch, leftOut)
    }

    private func content(of row: [String]) -> FlashcardContent? {
        var content = FlashcardContent(word: "")
        for (part, text) in zip(parts, row) {
            let text = text.trimmingSpaces
            switch part {
            case .word: content.word = text
            case .translation: content.translation = text
            case .definition: content.definition = text
            case .phonetic: content.phonetic = text
            case .example: content.example = text
            case .synonyms: content.synonyms = text.split(separator: ";").map { String($0).trimmingSpaces }
            case .tags:
                for tag in text.split(whereSeparator: { $0 == "," || $0 == ";" || $0.isWhitespace }).map(String.init)
                where !content.tags.contains(tag) {
                    content.tags.append(tag)
                }
            case .none: break
            }
        }
        return (try? content.check()) == nil ? nil : content
    }
}

extension String {
    fileprivate var trimmingSpaces: String {
        let from = drop(while: \.isWhitespace)
        return String(from[..<(from.lastIndex { !$0.isWhitespace }.map { from.index(after: $0) } ?? from.startIndex)])
    }
}
