// SPDX-License-Identifier: Apache-2.0

import FSRS
public import Foundation
import GRDB
public import HearthWords

extension Store {
    public func change(
        _ change: WordChange, ofSome words: [Int64], _ moment: StudyMoment
    ) async throws -> ChangedWords {
        try await writeWords { database in
            var changed = ChangedWords()
            let tree = try DeckTree.fetch(from: database)
            var first = try database.firstPosition()
            for id in words {
                guard let word = try Flashcard.fetch(id, in: database), try !database.isHidden(word) else { continue }
                switch change {
                case .due(let day):
                    changed.cards += try word.makeDue(on: day, moment, tree, in: database)
                case .newFirst:
                    first -= 1
                    changed.cards += try word.place(at: first, in: database)
                case .newAsAdded:
                    changed.cards += try word.place(at: 0, in: database)
                case .tag, .untag, .retag, .replace:
                    guard let new = change.applied(to: word.content) else { continue }
                    changed.words.append(try word.change(to: new, at: moment.now, in: database))
                }
            }
            return changed
        }
    }

    public func revertSome(_ changed: ChangedWords, at now: Date) async throws -> Int {
        try await writeWords { database in
            var back: Set<Int64> = []
            for one in changed.words {
                guard let now = try Flashcard.fetch(one.after.id, in: database), try !database.isHidden(now),
                    now.content == one.after.content
                else { continue }
                var word = now
                (word.content, word.modifiedAt) = (one.before.content, one.before.modifiedAt)
                try word.update(in: database)
                try word.matchCards(since: now.content, in: database)
                back.insert(word.id)
            }
            for one in changed.cards {
                guard try StudyCard.fetch(one.after.id, in: database) == one.after else { continue }
                try one.before.update(in: database)
                back.insert(one.before.flashcard)
            }
            return back.count
        }
    }
}

extension WordChange {
    /// - Returns: `nil` where there is nothing to change.
    fileprivate func applied(to content: FlashcardContent) -> FlashcardContent? {
        var new = content
        switch self {
        case .due, .newFirst, .newAsAdded: return nil
        case .replace(let replacement): return replacement.applied(to: content)
        case .tag(let tag): if !new.tags.contains(tag) { new.tags.append(tag) }
        case .untag(let tag): new.tags.removeAll { $0 == tag }
        case .retag(let tag, let name): new.tags = content.tags(renaming: tag, to: name)
        }
        return new == content ? nil : new
    }
}

extension Database {
    /// The lowest position of a new card.
    fileprivate func firstPosition() throws -> Int64 {
        let first = try Int64.fetchOne(cachedStatement(sql: "SELECT min(position) FROM cards WHERE phase = 0"))
        // A file from elsewhere may have any number.
        return max(min(first ?? 0, 0), -1 << 48)
    }
}

extension Flashcard {
    fileprivate func change(
        to content: FlashcardContent, at now: Date, in database: Database
    ) throws -> ChangedWords.Word {
        var word = self
        (word.content, word.modifiedAt) = (content, now)
        word.content.forgetFormats(changedSince: self.content)
        try word.update(in: database)
        try word.matchCards(since: self.content, in: database)
        return .init(before: self, after: word)
    }

    /// Gives the word's new cards a position.
    fileprivate func place(at position: Int64, in database: Database) throws -> [ChangedWords.Card] {
        let rows = try Row.fetchAll(
            database.cachedStatement(
                sql: """
                    SELECT \(StudyCard.columns) FROM cards WHERE flashcard = ? AND phase = 0 AND position <> ? ORDER BY id
                    """), arguments: [id, position])
        return try rows.map { row in
            let before = StudyCard(row: row)
            var after = before
            after.position = position
            try after.update(in: database)
            return .init(before: before, after: after)
        }
    }

    fileprivate func makeDue(
        on day: Int, _ moment: StudyMoment, _ tree: DeckTree, in database: Database
    ) throws -> [ChangedWords.Card] {
        let rows = try Row.fetchAll(
            database.cachedStatement(
                sql: "SELECT \(StudyCard.columns) FROM cards WHERE flashcard = ? AND isSuspended = 0"),
            arguments: [id])
        return try rows.compactMap { row in
            let before = StudyCard(row: row)
            // A card that nobody knows yet begins as one that was known the first time.
            let memory = MemoryModel(tree.settings(of: before.deck).effectiveParameters).first(.good)
            let after = before.due(on: day, moment, memory: memory)
            guard after != before else { return nil }
            try after.update(in: database)
            return .init(before: before, after: try StudyCard.fetch(after.id, in: database) ?? after)
        }
    }
}
