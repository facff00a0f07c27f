// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import HearthWords
import Testing

@testable import HearthStore

/// Pictures and sounds that words name, also in further fields alone.
@Suite struct WordMediaTests {
    private static let days = UserDays(timeZone: .gmt)
    private static let now = Date(timeIntervalSince1970: 1_795_000_000)

    private func content(_ word: String, _ image: String? = nil, field: String = "") -> FlashcardContent {
        var content = FlashcardContent(word: word)
        content.image = image
        if !field.isEmpty { content.extra = [.init(name: "Notes", value: field)] }
        return content
    }

    private func file(_ name: String, _ text: String? = nil) -> MediaFile {
        MediaFile(name: name, data: Data((text ?? name).utf8))
    }

    private func names(_ store: Store) async throws -> [String] {
        try await store.read { try String.fetchAll($0, sql: "SELECT name FROM media ORDER BY name") }
    }

    @Test func `a file is erased with the last word that names it, wherever it is named`() async throws {
        let store = try Store()
        for name in ["a.jpg", "b.mp3", "c&d.jpg", "e.jpg"] { _ = try await store.add(file(name)) }
        let deck = try await store.makeDeck("A", at: Self.now)
        let words = try await store.add(
            [
                content("one", "a.jpg", field: "<b>\"[sound:b.mp3]\"</b><img src=\"c&amp;d.jpg\">"),
                content("two", field: "<img src=\"a.jpg\">"), content("three", "e.jpg", field: "[sound:b.mp3]"),
            ], to: deck.id, at: Self.now)
        try await store.eraseFlashcards([words[0].id])
        #expect(try await names(store) == ["a.jpg", "b.mp3", "e.jpg"])
        var three = words[2]
        (three.content.image, three.content.extra) = (nil, [])
        try await store.save(three, at: Self.now)
        #expect(try await names(store) == ["a.jpg"])
        _ = try await store.eraseDeck(deck.id)
        #expect(try await names(store).isEmpty)
    }

    @Test func `a picture that another word has in a further field stays when it is taken off a word`() async throws {
        let store = try Store()
        _ = try await store.add(file("a.jpg"))
        let deck = try await store.makeDeck("A", at: Self.now)
        var words = try await store.add(
            [content("one", "a.jpg"), content("two", field: "<img src=\"a.jpg\">")], to: deck.id, at: Self.now)
        words[0].content.image = nil
        try await store.save(words[0], at: Self.now)
        #expect(try await names(store) == ["a.jpg"])
    }

    @Test func `a file whose name is taken is named anew in further fields, and exported with them`() async throws {
        let store = try Store()
        _ = try await store.add(file("x.jpg", "mine"))
        var batch = WordImport()
        batch.decks = [ImportedDeck(path: ["A"])]
        batch.words = [ImportedWord(deck: 0, content: content("one", field: "<img src=\"x.jpg\"> [sound:y.mp3]"))]
        batch.media = [file("x.jpg", "theirs"), file("y.mp3")]
        _ = try await store.importWords(batch, days: Self.days, at: Self.now) { _ in }
        let word = try #require(try await store.flashcards(FlashcardQuery()).flashcards.first)
        #expect(word.content.extra.map(\.value) == ["<img src=\"x-2.jpg\"> [sound:y.mp3]"])
        let export = try await store.exportWords(deck: nil, withReviews: true, withMedia: true)
        #expect(export.media == [file("x-2.jpg", "theirs"), file("y.mp3")])
    }
}
