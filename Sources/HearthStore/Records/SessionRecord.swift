// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import HearthChat

/// A row of `sessions`, but for what only the store knows.
struct SessionRecord: Codable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "sessions"

    let id: String
    let createdAt: Timestamp
    let lastMessageAt: Timestamp
    let title: String
    let instructions: String?
    let thinks: Bool?
    let leaf: String?
    let frozenAt: Timestamp?
    let continues: String?
    let mode: String?
    let memoryIsOff: Bool?
    let model: String?
    let isPinned: Bool?
    let folder: String?
}

extension SessionRecord {
    init(_ session: Session) {
        id = session.id
        createdAt = Timestamp(session.createdAt)
        lastMessageAt = Timestamp(session.lastMessageAt)
        title = session.title.withoutNulls
        instructions = session.instructions?.withoutNulls
        thinks = session.thinks
        leaf = session.leaf
        frozenAt = session.frozenAt.map(Timestamp.init)
        continues = session.continues
        mode = session.mode?.withoutNulls
        memoryIsOff = session.memoryIsOff ? true : nil
        model = session.model?.withoutNulls
        isPinned = session.isPinned ? true : nil
        folder = session.folder
    }

    var session: Session {
        var session = Session(id: id, createdAt: createdAt.date, title: title)
        session.lastMessageAt = lastMessageAt.date
        session.instructions = instructions
        session.thinks = thinks
        session.leaf = leaf
        session.frozenAt = frozenAt?.date
        session.continues = continues
        session.mode = mode
        session.memoryIsOff = memoryIsOff ?? false
        session.model = model
        session.isPinned = isPinned ?? false
        session.folder = folder
        return session
    }
}

extension SessionRecord {
    /// Adds a session, or changes one, but for what has ways of its own to be changed: an answer that ends saves its
    /// session as it was when it was asked for.
    func save(in database: Database) throws {
        _ = try upsertAndFetch(database) { _ in [Column("isPinned").noOverwrite, Column("folder").noOverwrite] }
    }
}

extension String {
    /// The same text with U+FFFD for every U+0000, at which SQLite's texts end.
    var withoutNulls: String {
        utf8.contains(0) ? String(String.UnicodeScalarView(unicodeScalars.map { $0 == "\0" ? "\u{FFFD}" : $0 })) : self
    }
}
