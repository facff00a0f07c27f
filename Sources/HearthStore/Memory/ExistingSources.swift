// SPDX-License-Identifier: Apache-2.0

import GRDB
import HearthMemory

/// The sources of passages, facts and notes of learning: messages, entries and facts that are there.
///
/// Reading a text takes a while, and it may be erased meanwhile. Callers that write what came of it ask here first, in
/// the transaction that writes.
extension Database {
    /// Whether something is there and not deleted.
    /// - Parameter text: what was read of it, which an entry or a fact may say no longer; `nil` for anything.
    func isThere(_ kind: Passage.Kind, _ source: String, saying text: String? = nil) throws -> Bool {
        let statement = try cachedStatement(sql: Self.presence(of: kind))
        // Messages stay as they were sent.
        let said = kind == .message ? [] : [text?.withoutNulls]
        return try Bool.fetchOne(
            statement, arguments: StatementArguments([source.withoutNulls]) + StatementArguments(said)) ?? false
    }

    /// Whether a message or an entry is there and not deleted.
    func isThere(_ source: String) throws -> Bool {
        try isThere(.message, source) || isThere(.entry, source)
    }

    /// SQL that asks whether a source is there and says a text.
    ///
    /// The reader removes `<think>` parts from an entry, so pieces of its result may stand nowhere in the entry: one
    /// with such a part passes for any text.
    private static func presence(of kind: Passage.Kind) -> String {
        switch kind {
        case .message:
            """
            SELECT EXISTS (
                SELECT 1 FROM messages JOIN sessions ON sessions.id = messages.session
                WHERE messages.id = ?1 AND deletedAt IS NULL)
            """
        case .entry:
            """
            SELECT EXISTS (
                SELECT 1 FROM journal_entries
                WHERE id = ?1 AND deletedAt IS NULL
                    AND (?2 IS NULL OR instr(text, ?2) > 0 OR instr(text, '<think>') > 0))
            """
        case .fact:
            """
            SELECT EXISTS (
                SELECT 1 FROM facts WHERE id = ?1 AND asideAt IS NULL AND (?2 IS NULL OR instr(statement, ?2) > 0)
                    AND EXISTS (
                        SELECT 1 FROM fact_evidence
                        WHERE fact = facts.id AND \(FactRecord.isShown)))
            """
        }
    }
}
