// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthChat
import HearthMemory
import HearthWords
import SeededRandom
import Testing

@testable import HearthStore

@Suite struct SearchTests {
    let store: Store

    init() throws { store = try Store() }

    private func found(_ query: String, limit: Int = 20) async throws -> [String] {
        try await store.search(query, limit: limit).map { $0.message ?? $0.session.id }
    }

    @Test func `finds all words, the last as a beginning, whatever their accents and case`() async throws {
        try await converse(store, "a", question: "Où est la CAFETIÈRE ?", answer: "Dans la cuisine.")
        try await converse(store, "b", question: "A coffee, please", answer: "There is none.")
        #expect(try await found("cafetiere") == ["a-question"])
        #expect(try await found("ou cafet") == ["a-question"])
        #expect(try await found("cafet ou") == [])
        #expect(try await found("cuisine la") == ["a-answer"])
        #expect(try await found("cuisine coffee") == [])
        #expect(try await found("n") == [])
        #expect(try await found("") == [])
    }

    @Test func `puts titles first, then words side by side, then the newest`() async throws {
        try await converse(store, "old", question: "red apples and green pears")
        try await converse(store, "side", question: "green apples")
        try await converse(store, "new", question: "apples are green, or red")
        try await converse(store, "begun", question: "green applesauce")
        try await converse(store, "title", question: "fruit", title: "Green apples")
        #expect(
            try await found("green apples") == [
                "title", "side-question", "new-question", "old-question", "begun-question",
            ])
        #expect(try await found("green apples", limit: 2) == ["title", "side-question"])
        #expect(try await found("\"apples are\"") == ["new-question"])
        #expect(try await found("green apples ").contains("begun-question") == false)
    }

    @Test func `an excerpt shows the place`() async throws {
        let long = String(repeating: "word ", count: 200)
        try await converse(store, "s", question: "\u{E000} x \u{E001} \(long)the Needle, here\(long)")
        let finding = try #require(try await store.search("needle", limit: 1).first)
        #expect(finding.excerpt.contains("the \u{E000}Needle\u{E001}, here"))
        #expect(finding.excerpt.count < 200)
        let marks = try #require(try await store.search("x", limit: 1).first).excerpt
        #expect(marks.unicodeScalars.filter { $0 == "\u{E000}" }.count == 1)
        #expect(marks.unicodeScalars.filter { $0 == "\u{E001}" }.count == 1)
    }

    @Test func `an accent behind what was found does not hide the mark`() async throws {
        try await converse(store, "s", question: "see \u{301}needle\u{1F3FD} \u{301}")
        let excerpt = try #require(try await store.search("needle", limit: 1).first).excerpt
        #expect(excerpt.unicodeScalars.contains("\u{E000}") && excerpt.unicodeScalars.contains("\u{E001}"))
        #expect(!excerpt.contains("-"))
    }

    @Test func `an answer is found when it has arrived, and as it is then`() async throws {
        let session = try await converse(store, "s")
        var answer = message("a", in: "s", .assistant, "glim", parent: "s-question", state: .arriving)
        try await store.save([answer], in: session)
        #expect(try await found("glim") == [])
        answer.content = "glimmer of hope"
        try await store.update(answer)
        #expect(try await found("hope") == [])
        answer.state = .complete
        try await store.update(answer)
        #expect(try await found("hope") == ["a"])
        answer.content = "a gleam"
        try await store.update(answer)
        #expect(try await found("hope") == [])
        #expect(try await found("gleam") == ["a"])
        try await store.write { database in try SearchIndex.check(in: database) }
    }

    @Test func `a new title is found, the former is not`() async throws {
        var session = try await converse(store, "s", title: "Gardening")
        session.title = "Cooking"
        try await store.save(session)
        #expect(try await found("gardening") == [])
        #expect(try await found("cooking") == ["s"])
    }

    @Test func `what is deleted is not found until it is back`() async throws {
        try await converse(store, "s", question: "needle", title: "needle")
        try await store.delete("s", at: date())
        #expect(try await found("needle") == [])
        #expect(try await store.session("s") == nil)
        #expect(try await store.messages(of: "s") == [])
        #expect(try await store.message("s-question") == nil)
        #expect(try await store.sessions(before: nil, limit: 9) == [])
        try await store.undelete("s")
        #expect(try await found("needle") == ["s", "s-question"])
        #expect(try await store.messages(of: "s").count == 2)
    }

    /// The sentences of the fixture `journal/reports/q01_search.zip`, and what people look for in them.
    @Test(arguments: [
        ("日本語", "私は日本語を勉強します。東京に住んでいます。"), ("勉強", "私は日本語を勉強します。東京に住んでいます。"),
        ("日本語 東京", "私は日本語を勉強します。東京に住んでいます。"), ("北京", "我昨天去了北京大学图书馆"),
        ("图书馆", "我昨天去了北京大学图书馆"), ("공부", "한국어를 공부합니다. 서울에서"), ("서울", "한국어를 공부합니다. 서울에서"),
        ("ช่องว่าง", "ภาษาไทย ไม่มีช่องว่าง"), ("елка", "Москва слезам не верит. ёлка"),
        ("ёлка", "Москва слезам не верит. елка"), ("😀", "😀 feeling great 👩‍👩‍👧‍👦"), ("👩‍👩‍👧‍👦", "😀 feeling great 👩‍👩‍👧‍👦"),
        ("😀 great", "😀 feeling great 👩‍👩‍👧‍👦"),
    ])
    func `words in sentences without spaces, emoji and ё are found everywhere`(query: String, text: String) async throws
    {
        try await converse(store, "other", question: "nothing of it")
        try await converse(store, "s", question: text)
        try await converse(store, "t", question: "hello", title: text)
        try await store.save(JournalEntry(day: JournalDay(number: 17_591), text: text, createdAt: date()))
        #expect(try await found(query) == ["t", "s-question"])
        #expect(try await found(query, limit: 1) == ["t"])
        #expect(try await store.searchEntries(query, limit: 5).map(\.entry.text) == [text])
        for excerpt in try await store.search(query, limit: 5).map(\.excerpt) {
            #expect(
                excerpt.contains("\u{E000}")
                    && excerpt.replacing("\u{E000}", with: "").replacing("\u{E001}", with: "") == text)
        }
        try await store.delete("s", at: date())
        #expect(try await found(query) == ["t"])
    }

    @Test func `a letter of Cyrillic is sought at the beginning of words`() async throws {
        try await converse(store, "s", question: "сделал")
        #expect(try await found("ел") == [])
        #expect(try await found("сдел") == ["s-question"])
    }

    @Test func `an excerpt of a long text without spaces shows the place`() async throws {
        let long = String(repeating: "我昨天去了大学", count: 50_000)
        try await converse(store, "s", question: long + "图书馆" + long)
        let excerpt = try #require(try await store.search("图书馆", limit: 1).first).excerpt
        #expect(excerpt.contains("大学\u{E000}图书馆\u{E001}我昨") && excerpt.count < 300)
    }

    static let odd = [
        "\"", "\"\"", "\"a", "a\"", "a\"b", "'", "a'b", "*", "a*", "a* b", "^a", "a AND", "AND", "NOT a", "a OR b",
        "NEAR(a b)",
        "title:a", "{a b}: c", "-a", "+", "a+b", "(", ")", "a)", "\\", "%", "_", ";", "--", "/*", "a\0b", "\0", "🙂",
        "🙂 a",
        "a🙂", "\u{FEFF}", "\u{301}", "e\u{301}", "\u{202E}a", "\u{E000}", "\u{10FFFF}", " ", "\n\t", "!?", "à la", "日本",
        "ا",
        String(repeating: "a ", count: 5000), String(repeating: "x", count: 100_000),
        String(repeating: "\"", count: 999),
        "content : a", "rank", "a, b", "…", "?1", ":a", "$a", "@a", "NULL", "a NEAR/5 b",
    ]

    @Test(arguments: odd) func `any text is a query`(query: String) async throws {
        try await converse(store, "s", question: "a b", title: "a")
        _ = try await store.search(query, limit: 5)
    }

    @Test func `random texts are queries`() async throws {
        try await converse(store, "s", question: "a b", title: "a")
        let seed = UInt64.random(in: 0 ... .max)
        var random = SplitMix(seed: seed)
        for _ in 0..<3_000 {
            let text = Self.random(&random)
            await #expect(throws: Never.self, "seed \(seed), \(text.debugDescription)") {
                _ = try await store.search(text, limit: 3)
                _ = try await store.searchEntries(text, limit: 3)
                _ = try await store.ownTexts(with: text, limit: 3)
                var query = FlashcardQuery()
                (query.text, query.tag) = (text, text)
                _ = try await store.flashcards(query)
                _ = try await Recall(store).search(MemoryQuestion(text, now: date()), limit: 3)
            }
        }
    }

    /// By scalars, so that marks stand behind quotes and spaces, where they make one character of two.
    private static func random(_ random: inout SplitMix) -> String {
        let letters = Array(
            "ab \"*^():{}-+'\\.,~\u{301}\u{0}🙂éANDORT|&<>=!\n\u{308}\u{20DD}\u{200D}\u{FE0F}日ا\u{202E}".unicodeScalars)
        let scalars = (0..<Int.random(in: 0...12, using: &random)).map { _ in
            // One in eight is any scalar there is.
            Int.random(in: 0..<8, using: &random) > 0
                ? letters.randomElement(using: &random)
                : Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &random))
        }
        return String(String.UnicodeScalarView(scalars.compactMap { $0 }))
    }

    @Test(arguments: ["a \"\u{301}b", "x\"\u{301} autofocus y=\"z", "a \u{301}b\"\u{308}c\" d", "\u{301}\"\u{301}"])
    func `a mark behind a quote is no error, and hides no word`(query: String) async throws {
        try await converse(store, "s", question: "a b c d x autofocus y z")
        try await store.save(journalEntry("a b c d x autofocus y z"))
        let isWord = query.unicodeScalars.contains { $0.properties.isAlphabetic }
        #expect(try await store.search(query, limit: 5).isEmpty != isWord)
        #expect(try await store.searchEntries(query, limit: 5).isEmpty != isWord)
    }

    @Test func `operators are words`() async throws {
        try await converse(store, "s", question: "cats or dogs, not birds")
        #expect(try await found("cats OR dogs") == ["s-question"])
        #expect(try await found("cats OR fish") == [])
        #expect(try await found("cats NOT birds") == ["s-question"])
    }
}
