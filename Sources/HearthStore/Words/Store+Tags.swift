// SPDX-License-Identifier: Apache-2.0

import GRDB
public import HearthWords

extension Store {
    public func tags(of deck: Int64?) async throws -> TagTree {
        try await readWords { database in
            let decks = try DeckTree.fetch(from: database).chosen(deck)
            let rows = try Row.fetchAll(
                database,
                sql: """
                    SELECT tags, count(*) FROM flashcards WHERE tags <> '' AND deck IN (SELECT value FROM json_each(?))
                    GROUP BY tags
                    """, arguments: [DeletedDecks.list(decks)])
            return TagTree(rows.map { (($0[0] as String).split(separator: " ").map(String.init), $0[1]) })
        }
    }
}
