// SPDX-License-Identifier: Apache-2.0

public import Foundation
import GRDB
public import HearthWords
import Synchronization

extension Store {
    public func decks() async throws -> DeckTree { try await readWords { try DeckTree.fetch(from: $0) } }

    public func makeDeck(_ path: String, at now: Date) async throws -> Deck {
        let names = path.components(separatedBy: Deck.separator)
        return try await writeWords { database in
            let id = try Self.makeDeck(names, at: now, in: database)
            guard let deck = try DeckTree.fetch(from: database)[id] else {
                throw WordsError(.missing, "there is no deck \(id)")
            }
            return deck
        }
    }

    public func save(_ deck: Deck) async throws {
        try Self.check(deck.name)
        try deck.settings?.check()
        try await writeWords { database in
            let tree = try DeckTree.fetch(from: database)
            guard tree[deck.id] != nil else { throw WordsError(.missing, "there is no deck \(deck.id)") }
            if let parent = deck.parent {
                guard tree[parent] != nil else { throw WordsError(.missing, "there is no deck \(parent)") }
                guard !tree.subtree(of: deck.id).contains(parent) else {
                    throw WordsError(.invalid, "the deck \"\(deck.name)\" cannot lie in itself")
                }
                guard parent == tree[deck.id]?.parent || tree.hasRoom(for: deck.id, in: parent) else {
                    throw WordsError(.invalid, "a deck can lie in 19 others at most")
                }
            }
            if tree.decks.contains(where: { $0.id != deck.id && $0.parent == deck.parent && $0.name == deck.name }) {
                throw WordsError(.exists, "there is a deck \"\(deck.name)\" already")
            }
            try database.execute(
                sql: "UPDATE decks SET parent = ?, name = ?, settings = ? WHERE id = ?",
                arguments: [deck.parent, deck.name, try deck.settings?.json, deck.id])
            try Self.workOutMemory(of: deck.id, after: tree.settings(of: deck.id), in: database)
        }
    }

    /// Makes the deck of a path, and those around it, where they are not there.
    static func makeDeck(
        _ names: [String], settings: DeckSettings? = nil, at now: Date, in database: Database
    ) throws -> Int64 {
        guard (1...Deck.mostNames).contains(names.count) else {
            throw WordsError(.invalid, "a deck can lie in 19 others at most; this path has \(names.count) names")
        }
        try settings?.check()
        var parent: Int64?
        for (place, name) in names.enumerated() {
            try check(name)
            let known = try Int64.fetchOne(
                database.cachedStatement(
                    sql: "SELECT id FROM decks WHERE ifnull(parent, 0) = ? AND name = ? AND deletedAt IS NULL"),
                arguments: [parent ?? 0, name])
            if let known {
                parent = known
                continue
            }
            let own = place == names.count - 1 ? settings : nil
            try database.cachedStatement(
                sql: "INSERT INTO decks (parent, name, settings, createdAt) VALUES (?, ?, ?, ?)"
            )
            .execute(arguments: [parent, name, try own?.json, now.timeIntervalSinceReferenceDate])
            parent = database.lastInsertedRowID
        }
        return parent ?? 0
    }

    private static func check(_ name: String) throws(WordsError) {
        guard name.contains(where: { !$0.isWhitespace }) else { throw WordsError(.invalid, "a deck needs a name") }
        guard !name.contains(Deck.separator), !name.utf8.contains(0), name.utf8.count <= 1_000 else {
            throw WordsError(.invalid, "\"\(name.prefix(60))\" cannot be a deck's name")
        }
    }
}

extension DeckTree {
    /// - Parameter deleted: whether decks that can still be restored are among them.
    static func fetch(from database: Database, deleted: Bool = false) throws -> DeckTree {
        let shown = deleted ? "" : "WHERE id NOT IN (SELECT id FROM hidden_decks)"
        let statement = try database.cachedStatement(
            sql: "SELECT id, parent, name, settings, createdAt FROM decks \(shown)")
        return DeckTree(
            try Row.fetchAll(statement).map { row in
                Deck(
                    id: row[0], parent: row[1], name: row[2],
                    settings: try (row[3] as String?).map { try DeckSettings.read($0) },
                    createdAt: Date(timeIntervalSinceReferenceDate: row[4]))
            })
    }
}

extension DeckSettings {
    var json: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        }
    }

    /// Settings are read for each answer, and their text hardly ever changes.
    private static let known = Mutex<[String: DeckSettings]>([:])

    static func read(_ json: String) throws -> DeckSettings {
        if let settings = known.withLock({ $0[json] }) { return settings }
        let settings: DeckSettings
        do { settings = try JSONDecoder().decode(DeckSettings.self, from: Data(json.utf8)) } catch {
            throw StoreError(.damaged, "the settings of a deck cannot be read: \(error)")
        }
        known.withLock { known in
            if known.count > 500 { known.removeAll() }
            known[json] = settings
        }
        return settings
    }
}
