// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import HearthEngine
import HearthStore
import HearthWeb
import HearthWords

/// The words of this user, as commands need them.
struct WordHome {
    let store: Store
    let days: UserDays
    /// The most in a day, over all decks.
    let most: TotalLimits

    /// Opens the store.
    /// - Parameter makes: whether an empty one is made where there is none.
    static func open(makes: Bool = false) async throws -> WordHome {
        let folder = DataFolder.ofThisUser
        let store = makes ? try folder.storeOrNew() : try folder.existingStore()
        let settings = try await store.load().words
        return WordHome(
            store: store, days: UserDays(timeZone: .current, startMinutes: settings.dayStartMinutes),
            most: settings.mostADay)
    }

    func moment() -> StudyMoment { StudyMoment(now: .now, days: days, most: most) }

    /// The deck of a path, such as "French::Verbs", or the only one of this name; `nil` where none is named.
    /// - Throws: `ValidationError`, which names the decks that there are.
    func deck(_ path: String?, in tree: DeckTree) throws -> Deck? {
        guard let path else { return nil }
        if let deck = tree.deck(at: path) { return deck }
        let alike = tree.decks.filter { $0.name.lowercased() == path.lowercased() }
        if alike.count == 1 { return alike[0] }
        let names = tree.decks.prefix(20).map { tree.path(of: $0.id).joined(separator: Deck.separator) }
        let known = names.isEmpty ? "there are no decks yet" : "there are: \(names.joined(separator: ", "))"
        throw ValidationError("there is no deck \"\(path)\"; \(known)")
    }
}
