// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Words as JSON: everything but media, so that what was taken along can be brought back.
///
/// Lists of objects with a `word` and a `translation`, as other programs write them, can be read as well.
public enum WordJSON {
    /// - Throws: `EncodingError`; there is nothing in words that JSON cannot express but numbers that are none.
    public static func data(_ batch: WordImport) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        let decks = batch.decks.map { SavedDeck(path: $0.path, settings: $0.settings) }
        return try encoder.encode(
            SavedWords(format: "hearth words 1", decks: decks, words: batch.words.map(SavedWord.init)))
    }

    /// - Parameter deck: the deck of words whose file names none.
    /// - Throws: `WordsError` `.invalid`, which says where the file is not as it should be.
    public static func words(in data: Data, deck: [String]) throws(WordsError) -> WordImport {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        do {
            let isList = data.first { !" \n\r\t".utf8.contains($0) } == UInt8(ascii: "[")
            let saved =
                isList
                ? SavedWords(format: nil, decks: nil, words: try decoder.decode([SavedWord].self, from: data))
                : try decoder.decode(SavedWords.self, from: data)
            return try batch(saved, deck)
        } catch let error as WordsError { throw error } catch let DecodingError.dataCorrupted(context) {
            throw WordsError(.invalid, "the file is not JSON\(place(context))")
        } catch let DecodingError.keyNotFound(key, context) {
            throw WordsError(.invalid, "\(key.stringValue) is missing\(place(context))")
        } catch let DecodingError.typeMismatch(_, context) {
            throw WordsError(.invalid, "a value is of another kind than it should be\(place(context))")
        } catch { throw WordsError(.invalid, "the file is not a list of words in JSON") }
    }

    private static func place(_ context: DecodingError.Context) -> String {
        let path = context.codingPath.map { $0.intValue.map { "\($0 + 1)" } ?? $0.stringValue }
        return path.isEmpty ? "" : ", at \(path.joined(separator: " "))"
    }

    private static func batch(_ saved: SavedWords, _ deck: [String]) throws -> WordImport {
        var batch = WordImport()
        batch.decks = (saved.decks ?? []).map { ImportedDeck(path: $0.path, settings: $0.settings) }
        let named = batch.decks.count
        for (index, word) in saved.words.enumerated() {
            let place = word.deck ?? named
            guard (0...named).contains(place) else {
                throw WordsError(.invalid, "word \(index + 1) names deck \(place), and the file has \(named)")
            }
            if place == named && batch.decks.count == named { batch.decks.append(ImportedDeck(path: deck)) }
            batch.words.append(word.imported(deck: place, decks: named))
        }
        return batch
    }
}

private struct SavedWords: Codable {
    var format: String?
    var decks: [SavedDeck]?
    var words: [SavedWord]
}

private struct SavedDeck: Codable {
    var path: [String]
    var settings: DeckSettings?
}

private struct SavedWord: Codable {
    var guid: String?
    var deck: Int?
    var word: String
    var definition, translation, phonetic, example, image, audio, kind: String?
    var synonyms, tags: [String]?
    var extra: [FlashcardContent.ExtraField]?
    var cards: [SavedCard]?
    var createdAt, modifiedAt: Date?

    init(_ word: ImportedWord) {
        let content = word.content
        func some(_ text: String) -> String? { text.isEmpty ? nil : text }
        (guid, deck, self.word) = (word.guid, word.deck, content.word)
        (definition, translation) = (some(content.definition), some(content.translation))
        (phonetic, example) = (some(content.phonetic), some(content.example))
        (image, audio, kind) = (content.image, content.audio, content.kind)
        synonyms = content.synonyms.isEmpty ? nil : content.synonyms
        tags = content.tags.isEmpty ? nil : content.tags
        extra = content.extra.isEmpty ? nil : content.extra
        cards = word.cards?.map(SavedCard.init)
        (createdAt, modifiedAt) = (word.createdAt, word.modifiedAt)
    }

    func imported(deck: Int, decks: Int) -> ImportedWord {
        var content = FlashcardContent(word: word)
        (content.definition, content.translation) = (definition ?? "", translation ?? "")
        (content.phonetic, content.example) = (phonetic ?? "", example ?? "")
        (content.image, content.audio, content.kind) = (image, audio, kind)
        (content.synonyms, content.tags, content.extra) = (synonyms ?? [], tags ?? [], extra ?? [])
        return ImportedWord(
            guid: guid, deck: deck, content: content,
            cards: cards?.map { $0.imported(decks: decks) }, createdAt: createdAt, modifiedAt: modifiedAt)
    }
}

private struct SavedCard: Codable {
    var direction: Int
    var deck: Int?
    var state: FSRSState
    var isSuspended: Bool?
    var buriedOn: Int?
    var flag: Int?
    var reviews: [FlashcardReview]?

    init(_ card: ImportedCard) {
        (direction, deck, state) = (card.direction.rawValue, card.deck, card.state)
        (isSuspended, buriedOn, flag) = (card.isSuspended, card.buriedOn, card.flag)
        reviews = card.reviews
    }

    /// A deck that the file does not have is the word's.
    func imported(decks: Int) -> ImportedCard {
        ImportedCard(
            direction: Direction(rawValue: direction), deck: deck.flatMap { (0..<decks).contains($0) ? $0 : nil },
            state: state, isSuspended: isSuspended ?? false, buriedOn: buriedOn, flag: flag ?? 0, reviews: reviews ?? []
        )
    }
}
