// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthChat
import Testing

@testable import HearthStore

/// Search in one session.
@Suite struct ChatSearchTests {
    private let store: Store

    init() async throws {
        store = try Store()
        let texts = [
            "Où est l’ÉTÉ, well-known?", "The summer is here. Look at the lake.", "夏の果物は何ですか", "Look here, at last",
            "summers \u{E000}of old\u{E001}", "ёлка 🎄",
        ]
        let messages = texts.enumerated().map { place, text in
            message("m\(place)", in: "s", place.isMultiple(of: 2) ? .user : .assistant, text)
        }
        try await store.save(messages, in: Session(id: "s", createdAt: date()))
        try await converse(store, "t", question: "The summer elsewhere")
    }

    private func found(_ query: String, limit: Int = 9) async throws -> [String] {
        try await store.search(query, in: "s", limit: limit).compactMap(\.message)
    }

    @Test(
        arguments: [
            ("summer", ["m1", "m4"]), ("SUMM", ["m1", "m4"]), ("ummer", []), ("ete", ["m0"]), ("OU été", ["m0"]),
            ("well-known", ["m0"]), ("look at", ["m1", "m3"]), ("\"look at\"", ["m1"]), ("果物", ["m2"]),
            ("елка", ["m5"]),
            ("🎄", ["m5"]), ("summer zebra", []), ("", []), (" \" ", []),
        ] as [(String, [String])])
    func `it folds case and accents, and finds in scripts without spaces`(query: String, ids: [String]) async throws {
        #expect(try await found(query) == ids)
    }

    @Test func `words are marked, and marks of the text are not`() async throws {
        let findings = try await store.search("summer lake", in: "s", limit: 9)
        #expect(findings.map(\.excerpt) == ["The \u{E000}summer\u{E001} is here. Look at the \u{E000}lake\u{E001}."])
        #expect(findings.first?.session.id == "s")
        #expect(try await store.search("old", in: "s", limit: 9).first?.excerpt == "summers of \u{E000}old\u{E001}")
    }

    @Test func `no more come than are asked for, and none of what is deleted`() async throws {
        #expect(try await found("summer", limit: 1) == ["m1"])
        #expect(try await found("summer", limit: 0) == [])
        try await store.delete("s", at: date())
        #expect(try await found("summer") == [])
        try await store.undelete("s")
        #expect(try await found("summer").count == 2)
        #expect(try await store.search("summer", in: "nowhere", limit: 9) == [])
    }
}
