// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import HearthMemory

/// Rows of the database that belong to something that is to be forgotten.
struct ForgottenRows {
    /// Facts that go as a whole.
    let facts: [Fact]
    /// Facts by their names, also those that only backups have: a restored database may lack them.
    private let named: Set<Fact.ID>
    private let waiting: Set<Fact.ID>
    /// Messages and entries that make no passages again.
    private let sources: Set<Source>
    /// Time range or session to forget, with all that was learned in it.
    private let span: LearnedSpan?
    /// Messages and entries of which no quotation is left.
    private let unquoted: [String]
    /// When the last of all that is known was said, which may be later than now.
    private let last: Double
    private let isEverything: Bool

    fileprivate struct Source: Hashable {
        let kind: String
        let id: String
        let thread: String
    }

    init(_ forgotten: Forgotten, in database: Database) throws {
        let records = try FactRecord.fetchAll(database, sql: FactRecord.shown(in: database))
        var (chosen, named): ([FactRecord], Set<Fact.ID>) = ([], [])
        var (sources, span, unquoted): (Set<Source>, LearnedSpan?, [String]) = ([], nil, [])
        switch forgotten {
        case .facts(let ids):
            named = Set(ids)
            chosen = records.filter { named.contains($0.id) }
        case .sources(let ids):
            (unquoted, sources) = (ids, try Self.sources(ids, in: database))
            chosen = records.filter { $0.evidence.allSatisfy { ids.contains($0.utterance) } }
        case .person(let name):
            let people = People(try records.map { try $0.fact })
            chosen = try records.filter { people.isAbout(name, try $0.fact) }
            sources = try Self.passages(naming: people.names(of: name), in: database)
        case .time(let range):
            span = LearnedSpan(
                since: range.lowerBound.timeIntervalSinceReferenceDate,
                until: range.upperBound.timeIntervalSinceReferenceDate)
        case .session(let id): span = LearnedSpan(since: -.infinity, until: .infinity, session: id)
        case .everything: span = LearnedSpan(since: -.infinity, until: .infinity)
        }
        if let span { chosen = records.filter { $0.evidence.allSatisfy(span.contains) } }
        facts = try chosen.map { try $0.fact }
        self.named = named.union(chosen.map(\.id))
        waiting = Set(chosen.filter(\.waits).map(\.id))
        if span == nil { sources.formUnion(chosen.flatMap(\.evidence).flatMap(Self.sources)) }
        (self.sources, self.span, self.unquoted) = (sources, span, unquoted)
        last =
            try Double.fetchOne(
                database,
                sql: "SELECT max(saidAt) FROM (SELECT saidAt FROM fact_evidence UNION ALL SELECT saidAt FROM passages)")
            ?? 0
        isEverything = forgotten == .everything
    }

    private static func sources(_ quotation: FactRecord.Quotation) -> [Source] {
        [Passage.Kind.message, .entry].map {
            Source(kind: $0.rawValue, id: quotation.utterance, thread: quotation.session)
        }
    }

    private static func sources(_ ids: [String], in database: Database) throws -> Set<Source> {
        let threads = try Row.fetchAll(
            database,
            sql: """
                SELECT id, session AS thread FROM messages WHERE id IN (SELECT value FROM json_each(?1))
                UNION SELECT source, thread FROM learned WHERE source IN (SELECT value FROM json_each(?1))
                """, arguments: [try list(ids)])
        return Set(
            threads.flatMap { row in
                [Passage.Kind.message, .entry].map {
                    Source(kind: $0.rawValue, id: row["id"], thread: row["thread"])
                }
            })
    }

    /// Every passage is looked at: a name may be written in any case, with or without accents.
    private static func passages(naming names: [String], in database: Database) throws -> Set<Source> {
        var found: Set<Source> = []
        let rows = try Row.fetchCursor(
            database, sql: "SELECT kind, source, thread, text FROM passages WHERE kind <> 'fact'")
        while let row = try rows.next() {
            let text: String = row["text"]
            guard names.contains(where: { FactPerson.names($0, in: text) }) else { continue }
            found.insert(Source(kind: row["kind"], id: row["source"], thread: row["thread"]))
        }
        return found
    }

    // MARK: Counting

    func counts(in database: Database) throws -> ForgottenCounts {
        var counts = ForgottenCounts()
        counts.waiting = waiting.count
        counts.facts = facts.count - waiting.count
        let ids = facts.map(\.id)
        if let span {
            counts.quotations = try Self.count(
                "fact_evidence WHERE \(span.condition("session"))", span.arguments, in: database)
            counts.passages = try Self.count(
                "passages WHERE \(span.condition("thread"))", span.arguments, in: database)
        } else {
            let others = try Self.count(
                """
                fact_evidence WHERE utterance IN (SELECT value FROM json_each(?))
                    AND fact NOT IN (SELECT value FROM json_each(?))
                """, [try Self.list(unquoted), try Self.list(ids)], in: database)
            counts.quotations = facts.reduce(others) { $0 + $1.evidence.count }
            let own = ids.map { Source(kind: Passage.Kind.fact.rawValue, id: $0, thread: "") }
            counts.passages = try sources.union(own).reduce(0) { try $0 + $1.passages(in: database) }
        }
        counts.lines = try Self.count(
            """
            profile_lines WHERE NOT EXISTS (
                SELECT 1 FROM profile_line_facts
                WHERE line = profile_lines.id AND fact NOT IN (SELECT value FROM json_each(?)))
            """, [try Self.list(ids)], in: database)
        return counts
    }

    /// As JSON: there may be more than a statement takes arguments.
    static func list(_ ids: [String]) throws -> String {
        String(decoding: try JSONEncoder().encode(ids), as: UTF8.self)
    }

    fileprivate static func count(_ rows: String, _ arguments: StatementArguments, in database: Database) throws -> Int
    {
        try Int.fetchOne(database, sql: "SELECT count(*) FROM \(rows)", arguments: arguments) ?? 0
    }

    // MARK: Forgetting

    /// Notes what is not to be learned again. What comes after `now` is.
    func exclude(in database: Database, at now: Date) throws {
        let now = now.timeIntervalSinceReferenceDate
        if isEverything { try database.execute(sql: "DELETE FROM memory_exclusions; DELETE FROM fact_refusals") }
        if let span {
            let end = min(span.until, now)
            if span.since < end { try database.exclude(session: span.session, since: span.since, until: end) }
        }
        let own = isEverything ? [] : facts.map { [$0.id, FactEvidence.ownSession] }
        for source in Set(sources.map { [$0.id, $0.thread] } + own) {
            try database.exclude(source[0], session: source[1], since: -.infinity, until: .infinity)
        }
        for source in Set(sources.map(\.id)) { try database.endLearning(of: source) }
    }

    /// Erasures to carry out here and in all backups. Later backups have later things, which stay.
    func erasures(in database: Database, at now: Date) throws -> [Erasure] {
        var erasures = named.sorted().map { Erasure.fact($0) }
        erasures += unquoted.map { .evidence(of: $0) }
        for source in sources where try source.isUsed(in: database) {
            if let kind = Passage.Kind(rawValue: source.kind) {
                erasures.append(.passages(of: source.id, kind))
            }
        }
        if let span {
            let end = min(span.until, max(now.timeIntervalSinceReferenceDate, last + 1))
            erasures.append(.learned(LearnedSpan(since: span.since, until: end, session: span.session)))
        }
        return erasures
    }
}

extension ForgottenRows.Source {
    /// How many passages were made of it.
    fileprivate func passages(in database: Database) throws -> Int {
        try ForgottenRows.count("passages WHERE kind = ? AND source = ?", [kind, id], in: database)
    }

    /// Whether it can be found, or stands in prompts.
    fileprivate func isUsed(in database: Database) throws -> Bool {
        try passages(in: database) > 0
            || ForgottenRows.count("recalled WHERE kind = ? AND source = ?", [kind, id], in: database) > 0
    }
}

extension LearnedSpan {
    fileprivate func contains(_ quotation: FactRecord.Quotation) -> Bool {
        quotation.saidAt >= since && quotation.saidAt < until && (session == nil || session == quotation.session)
    }
}
