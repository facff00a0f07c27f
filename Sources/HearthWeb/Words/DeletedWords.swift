// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthModels
import HearthWords

/// What was deleted in the last minutes, so that it can be brought back: words with their cards, schedules and logs.
///
/// It is held in memory only. Nothing that was deleted is written anywhere.
actor DeletedWords: UsesStoredData {
    private let held: Held<WordImport>
    /// Keys of what came back, the newest last: who asks for it again is told so.
    private var taken: [String] = []
    private static let mostTaken = 64

    init(clock: any Clock<Duration> = ContinuousClock()) {
        held = Held(most: 8, lasting: .seconds(600), clock: clock)
    }

    /// - Returns: the key by which it comes back.
    func keep(_ batch: WordImport) async -> String { await held.keep(batch) }

    func has(_ key: String) async -> Bool { await held.has(key) }

    /// Brings back what was deleted, once. Where that fails, it is held as before.
    /// - Returns: `false` where it was deleted too long ago, or is back already.
    func bringBack(
        _ key: String, _ work: @escaping @Sendable (WordImport) async throws -> Void
    ) async throws -> Bool {
        // Whoever asks twice gets it once, and is told so at once.
        guard await held.has(key), !taken.contains(key) else { return false }
        taken = (taken + [key]).suffix(Self.mostTaken)
        do { return try await held.use(key, work) } catch {
            taken.removeAll { $0 == key }
            throw error
        }
    }

    /// Whether it was brought back already.
    func wasTaken(_ key: String) -> Bool { taken.contains(key) }

    func replaceEverything(
        forgettingTemporary: Bool, _ work: @Sendable () async throws -> Void
    ) async throws {
        try await held.replaceEverything(forgettingTemporary: forgettingTemporary, work)
        taken = []
    }
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
            for name in word.content.mediaNames where files.insert(name).inserted {
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
