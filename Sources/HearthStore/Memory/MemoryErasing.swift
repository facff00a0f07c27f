// SPDX-License-Identifier: Apache-2.0

import GRDB
public import HearthMemory

extension AreaErasing {
    /// Passages have no hidden state of their own: those of a deleted session are not found, and go with it.
    static let memory = AreaErasing(
        hidden: { _, _ in [] },
        showHidden: { _ in },
        erase: { erasures, database in
            for erasure in erasures {
                try database.erase("DELETE FROM passages WHERE \(erasure.passages.sql)", erasure.passages.arguments)
            }
        },
        isUnfinished: { erasure, database in
            try Bool.fetchOne(
                database, sql: "SELECT EXISTS (SELECT 1 FROM passages WHERE \(erasure.passages.sql))",
                arguments: erasure.passages.arguments) ?? false
        })
}

extension Erasure {
    /// Before the kind and identifier of a source in the place of a session's identifier, which never begins so.
    static let passageMark = "passages of "

    /// Passages of one source, which itself is another area's.
    init(passagesOf source: String, _ kind: Passage.Kind) {
        self.init(session: "\(Self.passageMark)\(kind.rawValue) \(source)", upTo: nil)
    }

    /// Which passages it removes: those of a session, of its messages up to one, or of one source.
    fileprivate var passages: (sql: String, arguments: StatementArguments) {
        if session.hasPrefix(Self.passageMark) {
            let parts = session.dropFirst(Self.passageMark.count).split(separator: " ", maxSplits: 1).map(String.init)
            return ("kind = ? AND source = ?", [parts.first, parts.count > 1 ? parts[1] : ""])
        }
        if let span = LearnedSpan(self) { return (span.condition("thread"), span.arguments) }
        guard let upTo else { return ("thread = ?", [session]) }
        return (
            """
            thread = ? AND kind = 'message'
                AND NOT EXISTS (SELECT 1 FROM messages WHERE messages.id = passages.source AND messages.number > ?)
            """, [session, upTo]
        )
    }
}

extension Store {
    /// Erases the passages of messages, entries or facts for good: they are in no file afterwards, nor in backups.
    ///
    /// What they were made of is not touched.
    public func erasePassages(of kind: Passage.Kind, sources: [String]) async throws {
        let erasures = sources.map { Erasure(passagesOf: $0, kind) }
        try await maintain { [self] in
            try database.write { database in
                try Erasure.remove(erasures, from: database)
                for erasure in erasures { try erasure.note(in: database) }
            }
            cleanUpOrTryAgain()
        }
    }
}
