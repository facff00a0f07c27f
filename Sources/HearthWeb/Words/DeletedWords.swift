// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthWords

/// What was deleted in the last minutes, so that it can be brought back: words with their cards, schedules and logs.
///
/// It is held in memory only. Nothing that was deleted is written anywhere.
actor DeletedWords {
    private var kept: [(key: String, batch: WordImport, until: ContinuousClock.Instant)] = []
    /// Deletions that are held at once.
    private static let most = 8
    private static let minutes = 10
    /// Keys of what came back, the newest last: who asks for it again is told so.
    private var taken: [String] = []
    private static let mostTaken = 64

    /// - Returns: the key by which it comes back.
    func keep(_ batch: WordImport) -> String {
        drop()
        let key = UUID().uuidString
        kept.append((key, batch, .now + .seconds(60 * Self.minutes)))
        if kept.count > Self.most { kept.removeFirst() }
        return key
    }

    func has(_ key: String) -> Bool {
        drop()
        return kept.contains { $0.key == key }
    }

    /// Brings back what was deleted, once. Where that fails, it is held as before.
    /// - Returns: `false` where it was deleted too long ago, or is back already.
    func bringBack(_ key: String, _ work: @Sendable (WordImport) async throws -> Void) async throws -> Bool {
        drop()
        guard let index = kept.firstIndex(where: { $0.key == key }) else { return false }
        // Whoever asks twice gets it once.
        let one = kept.remove(at: index)
        taken = (taken + [key]).suffix(Self.mostTaken)
        do { try await work(one.batch) } catch {
            kept.append(one)
            taken.removeAll { $0 == key }
            throw error
        }
        return true
    }

    /// Whether it was brought back already.
    func wasTaken(_ key: String) -> Bool { taken.contains(key) }

    private func drop() { kept.removeAll { $0.until < .now } }
}

extension WordStore {
    /// Words of one deck with everything that belongs to them, as an import would bring them back.
    func copy(of words: [Int64], _ tree: DeckTree) async throws -> WordImport {
        var batch = WordImport()
        batch.duplicates = .add
        var files: Set<String> = []
        var places: [Int64: Int] = [:]
        func place(_ deck: Int64) -> Int {
            if let known = places[deck] { return known }
            batch.decks.append(ImportedDeck(path: tree.path(of: deck), settings: tree[deck]?.settings))
            places[deck] = batch.decks.count - 1
            return batch.decks.count - 1
        }
        for id in words {
            guard let word = try await flashcard(id) else { continue }
            for name in [word.content.image, word.content.audio].compactMap(\.self) where files.insert(name).inserted {
                if let file = try await media(name) { batch.media.append(file) }
            }
            var cards: [ImportedCard] = []
            for card in try await self.cards(of: id) {
                let reviews = try await self.reviews(of: card.id)
                cards.append(
                    ImportedCard(
                        direction: card.direction, deck: place(card.deck), state: card.state,
                        isSuspended: card.isSuspended, buriedOn: card.buriedOn, flag: card.flag, reviews: reviews))
            }
            batch.words.append(
                ImportedWord(
                    guid: word.guid, deck: place(word.deck), content: word.content, cards: cards,
                    createdAt: word.createdAt, modifiedAt: word.modifiedAt))
        }
        return batch
    }
}
