// SPDX-License-Identifier: Apache-2.0

import GRDB
public import HearthMemory

extension Store {
    public func confirmedFacts(onlyIn sessions: [String]) async throws -> [Fact.ID] {
        try await read { try $0.confirmedFacts(onlyIn: sessions) }
    }

    public func factsToKeep(of sessions: [String]) async throws -> [Fact.ID] {
        try await read { try $0.confirmedFacts(onlyIn: $0.deleted(among: sessions)) }
    }

    public func keepFacts(of sessions: [String]) async throws -> [Fact.ID] {
        try await write { database in
            let sessions = try database.deleted(among: sessions)
            let facts = try database.confirmedFacts(onlyIn: sessions)
            try database.execute(
                sql: """
                    INSERT OR IGNORE INTO fact_evidence (fact, utterance, session, quote, saidAt)
                    SELECT fact, 'kept-' || utterance, ?, quote, saidAt FROM fact_evidence
                    WHERE fact IN (SELECT value FROM json_each(?)) AND session IN (SELECT value FROM json_each(?))
                    """,
                arguments: [FactEvidence.keptSession, try ForgottenRows.list(facts), try ForgottenRows.list(sessions)])
            return facts
        }
    }
}

extension Database {
    /// Those of some sessions that are deleted and can still be brought back.
    fileprivate func deleted(among sessions: [String]) throws -> [String] {
        try String.fetchAll(
            self,
            sql: "SELECT id FROM sessions WHERE deletedAt IS NOT NULL AND id IN (SELECT value FROM json_each(?))",
            arguments: [try ForgottenRows.list(sessions)])
    }

    /// Facts that the user has confirmed and that go with these sessions, as nothing else says them.
    fileprivate func confirmedFacts(onlyIn sessions: [String]) throws -> [Fact.ID] {
        let list = try ForgottenRows.list(sessions)
        return try String.fetchAll(
            self,
            sql: """
                SELECT id FROM facts WHERE confidence >= 1 AND waits = 0 AND asideAt IS NULL
                    AND EXISTS (
                        SELECT 1 FROM fact_evidence
                        WHERE fact = facts.id AND session IN (SELECT value FROM json_each(?1)))
                    AND NOT EXISTS (
                        SELECT 1 FROM fact_evidence
                        WHERE fact = facts.id AND session NOT IN (SELECT value FROM json_each(?1))
                            AND \(FactRecord.isShown))
                ORDER BY number
                """, arguments: [list])
    }

    /// A session is there again, and its messages say what was copied of them.
    func removeCopiedEvidence(of session: String) throws {
        try execute(
            sql: """
                DELETE FROM fact_evidence WHERE session = ?1 AND EXISTS (
                    SELECT 1 FROM fact_evidence AS said
                    WHERE said.fact = fact_evidence.fact AND said.session = ?2
                        AND fact_evidence.utterance = 'kept-' || said.utterance)
                """, arguments: [FactEvidence.keptSession, session])
    }
}
