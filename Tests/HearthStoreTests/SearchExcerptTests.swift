// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import HearthChat
import HearthModels
import Testing

@testable import HearthStore

/// Excerpts of texts that are too long for FTS5's own.
@Suite struct SearchExcerptTests {
    private func excerpt(_ query: String, _ text: String) -> String {
        SearchExcerpt(SearchQuery(query)).excerpt(of: text)
    }

    private static let filler = String(repeating: "word ", count: 3_000)

    @Test func `a long message shows the place, as a short one does`() async throws {
        let store = try Store()
        try await converse(store, "s", question: "\(Self.filler)the Nèedle, here \(Self.filler)")
        let found = try #require(try await store.search("needle", limit: 1).first)
        #expect(found.excerpt.contains("word the \u{E000}Nèedle\u{E001}, here word"))
        #expect(found.excerpt.hasPrefix("…") && found.excerpt.hasSuffix("…") && found.excerpt.count < 300)
    }

    @Test(arguments: [
        (
            "apples green", "green \(filler)red apples and green pears",
            "\u{E000}apples\u{E001} and \u{E000}green\u{E001}"
        ),
        ("cafet", "\(filler)la CAFETIÈRE", "la \u{E000}CAFETIÈRE\u{E001}"),
        ("cafet ", "\(filler)la CAFETIÈRE", "word word"),
        ("\"well known\"", "\(filler)a well-known one", "\u{E000}well\u{E001}-\u{E000}known\u{E001}"),
        ("x", "\u{E000} x \u{E001} \(filler)", " \u{E000}x\u{E001}  word"),
    ])
    func `the place with most of the words is shown`(query: String, text: String, part: String) {
        let excerpt = excerpt(query, text)
        #expect(excerpt.contains(part), "\(excerpt)")
        #expect(excerpt.unicodeScalars.count < 600)
    }

    @Test func `a word without end is cut`() {
        let excerpt = excerpt("aaa", String(repeating: "a", count: 100_000))
        #expect(excerpt.hasPrefix("\u{E000}aaa") && excerpt.unicodeScalars.count < 600)
    }

    @Test(arguments: ["the ", "thé ", "a the ", "the", "\u{E000}", " ", "e\u{301}"])
    func `twice the text takes no more than twice the steps`(unit: String) async {
        let half = String(repeating: unit, count: 100_000 / unit.count)
        let one = await StepCounter.steps { _ = excerpt("the end", half) }
        let two = await StepCounter.steps { _ = excerpt("the end", half + half) }
        #expect(one > 0 && two <= 2 * one + 100)
    }

    /// FTS5 is asked for none: it would compare all places with one another.
    @Test func `what is frequent in a long message is found at its beginning`() async throws {
        let store = try Store()
        try await converse(store, "s", question: String(repeating: "the cat ", count: 100_000))
        let found = try #require(try await store.search("the", limit: 5).first)
        #expect(found.excerpt.hasPrefix("\u{E000}the\u{E001} cat \u{E000}the\u{E001}"))
        let excerpt = try await store.read { database in
            try String.fetchOne(
                database,
                sql: """
                    SELECT \(SearchExcerpt.columns("snippet(message_text, 0, '<', '>', '…', 24)", of: "messages.content"))
                    FROM message_text JOIN messages ON messages.number = message_text.rowid
                    WHERE message_text MATCH 'the'
                    """)
        }
        #expect(excerpt == nil)
    }

    @Test func `a read ends when its task is cancelled`() async throws {
        let store = try Store()
        let task = Task {
            try await store.read { database in
                // Counts without end.
                try Int.fetchOne(
                    database,
                    sql: "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n")
            }
        }
        try await Task.sleep(for: .milliseconds(50))
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
