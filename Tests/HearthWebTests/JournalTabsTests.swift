// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HearthMemory
import HearthModels
import HearthStore
import HearthTesting
import HearthWords
import HummingbirdTesting
import Testing

@testable import HearthWeb

/// One entry that is open twice, or leads back to where it was opened.
@Suite struct JournalTabsTests {
    private let store: Store
    private let words = MemoryWords()
    private let journal: Journal
    private let app: TestApp

    init() async throws {
        store = try Store()
        journal = Journal(store, recall: Recall(store))
        app = try await TestApp(words: words, journal: journal)
    }

    private func entry(_ text: String) async throws -> JournalEntry {
        let entry = JournalEntry(
            day: try #require(JournalDay("2026-11-20")), minute: 600, text: text, mood: .good, createdAt: someEvening,
            language: "en")
        try await journal.save(entry, in: .gmt)
        return entry
    }

    /// Reads the fields that a page's form would send.
    private func form(_ page: String, _ text: String) throws -> [String: String] {
        var fields = ["do": "save", "text": text, "mood": "4"]
        for input in page.matches(of: /<input[^>]* name="(entry|version|draft|day|time|tags|back)"[^>]*value="([^"]*)"/)
        {
            fields[String(input.output.1)] = String(input.output.2)
        }
        if let other = page.firstMatch(of: /<textarea name="other"[^>]*>([^<]*)<\/textarea>/) {
            fields["other"] = String(other.output.1)
        }
        try #require(fields["version"] != nil && fields["entry"] != nil)
        return fields
    }

    private func opened(_ id: String, _ browser: Browser) async throws -> String {
        try await browser.get("/journal/write?entry=\(id)").text
    }

    @Test(arguments: ["save", "both", "theirs"])
    func `the second of two tabs shows both texts and lets the user choose`(wish: String) async throws {
        let id = try await entry("Half a violin").id
        try await app.test { browser in
            let (one, two) = (try await opened(id, browser), try await opened(id, browser))
            #expect(try await browser.upload("/journal/write", form(one, "The first text")).status == .seeOther)
            let refused = try await browser.upload("/journal/write", form(two, "The second text"))
            #expect(refused.status == .conflict && refused.text.contains("The second text</textarea>"))
            #expect(refused.text.contains("<p class=\"other-text\" dir=\"auto\">The first text</p>"))
            #expect(refused.text.contains("Save my text instead"))
            #expect(try await store.entry(id)?.text == "The first text", "nothing is overwritten unseen")

            let chosen = try await browser.upload(
                "/journal/write", form(refused.text, "The second text").merging(["do": wish]) { $1 })
            let text = [
                "save": "The second text", "theirs": "The first text", "both": "The first text\n\nThe second text",
            ]
            if wish != "save" {
                #expect(chosen.status == .ok && chosen.text.contains("\(text[wish] ?? "")</textarea>"))
                #expect(!chosen.text.contains("other-text") && !chosen.text.contains("role=\"alert\""))
                _ = try await browser.upload("/journal/write", form(chosen.text, text[wish] ?? ""))
            }
            #expect(try await store.entry(id)?.text == text[wish])
        }
    }

    @Test func `the same form sent twice, and one that changes nothing, is no conflict`() async throws {
        let id = try await entry("Half a violin").id
        try await app.test { browser in
            let fields = try form(try await opened(id, browser), "A whole violin")
            for _ in 0..<2 { #expect(try await browser.upload("/journal/write", fields).status == .seeOther) }
        }
    }

    @Test func `two tabs on one new entry do not overwrite each other`() async throws {
        try await app.test { browser in
            let id = UUID().uuidString
            let (one, two) = (try await opened(id, browser), try await opened(id, browser))
            #expect(try await browser.upload("/journal/write", form(one, "From the phone")).status == .seeOther)
            let refused = try await browser.upload("/journal/write", form(two, "From the desk"))
            #expect(refused.status == .conflict && refused.text.contains("From the phone</p>"))
        }
    }

    @Test func `a draft is not overwritten by another tab, nor lost when that tab saves`() async throws {
        let id = try await entry("Half a violin").id
        try await app.test { browser in
            let (one, two) = (try await opened(id, browser), try await opened(id, browser))
            let kept = try await browser.post("/journal/draft", form(one, "A draft of the phone"))
            #expect(kept.status == .noContent)
            let version = try #require(kept.headers[.eTag]).trimmingCharacters(in: ["\""])
            #expect(try await browser.post("/journal/draft", form(two, "A draft of the desk")).status == .conflict)
            #expect(try await store.draft(id)?.text == "A draft of the phone")
            // The page that knows its own draft goes on with it, though nothing of it is left.
            let own = try form(one, "Begun anew").merging(["draft": version]) { $1 }
            #expect(try await browser.post("/journal/draft", own).status == .noContent)
            let refused = try await browser.upload("/journal/write", form(two, "The desk's text"))
            #expect(refused.status == .conflict && refused.text.contains("Begun anew</p>"))
            // What has all of the other's text in it loses nothing.
            let more = try form(two, "Begun anew, and continued")
            #expect(try await browser.upload("/journal/write", more).status == .seeOther)
        }
    }

    @Test func `a draft made from an entry that was saved elsewhere since is not kept`() async throws {
        let id = try await entry("Half a violin").id
        try await app.test { browser in
            let (one, two) = (try await opened(id, browser), try await opened(id, browser))
            _ = try await browser.upload("/journal/write", form(one, "Saved elsewhere"))
            #expect(try await browser.post("/journal/draft", form(two, "Typed before")).status == .conflict)
            #expect(try await store.draft(id) == nil)
        }
    }

    @Test func `removing a photo keeps what was typed, and takes only photos of the entry`() async throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let jpeg = try PhotoFile(Data(contentsOf: folder.appending(path: "Fixtures/journal/place.jpeg")))
        let (id, other) = (try await entry("Half a violin").id, try await entry("Another").id)
        let (photo, foreign) = (try await store.add(jpeg, to: id), try await store.add(jpeg, to: other))
        try await app.test { browser in
            let page = try await opened(id, browser)
            #expect(page.contains("name=\"remove\" value=\"\(photo.id)\""))
            // Whoever presses Enter in a field saves, and removes nothing.
            let first = try #require(
                page.firstMatch(of: /<form class="stack wide spaced".*?(<button[^>]*>)/.dotMatchesNewlines()))
            #expect(first.output.1.contains("value=\"enter\""))
            var fields = try form(page, "Typed and not saved")
            fields["do"] = nil
            fields["tags"] = "sea"
            let gone = try await browser.upload("/journal/write", fields.merging(["remove": photo.id]) { $1 })
            let shown = try await browser.get(gone.location).text
            #expect(shown.contains("Typed and not saved</textarea>") && shown.contains("value=\"sea\""))
            #expect(!shown.contains(photo.id))
            #expect(try await store.entry(id)?.text == "Half a violin")
            _ = try await browser.upload("/journal/write", fields.merging(["remove": foreign.id]) { $1 })
            #expect(try await store.photos(of: other).count == 1)
        }
    }

    // MARK: Back

    @Test(arguments: [
        ("/journal/calendar?day=2026-11-20", "/journal/calendar?day=2026-11-20#entries", "Back to the calendar"),
        ("/journal/calendar?month=2026-11", "/journal/calendar?month=2026-11", "Back to the calendar"),
        ("/journal/search?q=half%20violin", "/journal/search?q=half%20violin", "Back to what was found"),
    ])
    func `an entry leads back to where it was opened, also after it was changed`(
        list: String, back: String, label: String
    ) async throws {
        let id = try await entry("Half a violin").id
        try await app.test { browser in
            let address = try #require(
                try await browser.get(list).text.firstMatch(of: /href="(\/journal\/entries\/[^"]*)"/)?.output.1)
            let page = try await browser.get(String(address)).text
            #expect(page.contains("href=\"\(back)\" aria-label=\"\(label)\""))
            let edit = try #require(page.firstMatch(of: /href="(\/journal\/write[^"]*)"/)?.output.1)
            let writing = try await browser.get(String(edit).replacing("&amp;", with: "&")).text
            let saved = try await browser.upload("/journal/write", form(writing, "A whole violin"))
            #expect(saved.location.hasPrefix("/journal/entries/\(id)?saved=1&back="))
            #expect(try await browser.get(saved.location).text.contains("href=\"\(back)\""))
        }
    }

    @Test(arguments: [
        "https://other.example", "//other.example", "/journal/searchx", "javascript:alert(1)", "/settings", "",
    ])
    func `it leads nowhere else`(place: String) async throws {
        let id = try await entry("Half a violin").id
        try await app.test { browser in
            let page = try await browser.get("/journal/entries/\(id)?back=\(place.escapedForAddress)").text
            #expect(page.contains("href=\"/journal\" aria-label=\"Back to the journal\""))
        }
    }

    // MARK: Words

    @Test func `a word marked in an entry that is being changed is taken from its text, and the draft stays`()
        async throws
    {
        let id = try await entry("A bourrasque took my hat. Then nothing.").id
        _ = try await words.makeDeck("French", at: someEvening)
        try await app.test { browser in
            let page = try await opened(id, browser)
            let typed = try form(page, "A bourrasque took my umbrella.")
            #expect(try await browser.post("/journal/draft", typed).status == .noContent)
            let card = try await browser.get("/words/add?word=bourrasque&entry=\(id)").text
            #expect(card.contains(">A bourrasque took my hat.</textarea>"))
            let deck = try #require(card.firstMatch(of: /<option value="(\d+)"/)?.output.1)
            let added = try await browser.post(
                "/words/add",
                ["word": "bourrasque", "deck": String(deck), "back": "/journal/entries/\(id)", "definition": "a gust"])
            #expect(added.location == "/journal/entries/\(id)")
            #expect(await words.flashcards(FlashcardQuery()).total == 1)
            #expect(try await opened(id, browser).contains("A bourrasque took my umbrella.</textarea>"))
            #expect(try await store.entry(id)?.text == "A bourrasque took my hat. Then nothing.")
        }
    }
}
