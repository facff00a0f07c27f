// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import FSRS
import Foundation
import HTTPTypes
import HearthStore
import HearthTesting
import HearthWords
import HummingbirdTesting
import Testing

@testable import HearthWeb

/// Many words: their order, their tags, and searches of them.
extension KeptWordTests {
    /// Returns the first question.
    private func first(_ browser: Browser) async throws -> String? {
        try await browser.get("\(address)/next?session=A").json["cards"]?.array?.first?["question"]?.string
    }

    @Test func `chosen new words are asked first until that is undone`() async throws {
        let cards = try await add("le seuil", "la pluie", "le vent")
        let chosen = ["word-\(cards[2].flashcard)": "1", "list": "\(address)?state=new"]
        try await app.test { browser in
            let page = try await browser.post("\(address)/change", chosen).text
            for act in ["first", "shuffled", "added"] { #expect(page.contains("name=\"act\" value=\"\(act)\"")) }
            for act in ["first", "shuffled"] {
                let changed = try await browser.post("\(address)/change", chosen.merging(["act": act]) { $1 })
                #expect(changed.location.hasPrefix("\(address)?state=new&changed="))
                #expect(try await browser.get(changed.location).text.contains("1 word changed"))
                #expect(try await first(browser) == "le vent")
                let key = try #require(changed.location.split(separator: "=").last.map(String.init))
                let undo = ["key": key, "list": address]
                #expect(try await browser.post("/words/changes/undo", undo).status == .seeOther)
                #expect(try await first(browser) == "le seuil")
            }
        }
    }

    @Test func `tags are a tree in the list, and are renamed and removed in all decks`() async throws {
        _ = try await add("le chat") { $0.tags = ["animals::cats"] }
        _ = try await add("le loup") { $0.tags = ["animals"] }
        let other = try await store.makeDeck("Other", at: someEvening)
        var owl = FlashcardContent(word: "la chouette")
        owl.tags = ["animals::<birds>"]
        _ = try await store.add([owl], to: other.id, at: someEvening)
        try await app.test { browser in
            #expect(!(try await browser.get(address).text.contains("tag-tree")))
            let tree = try await browser.get("\(address)?tags=1").text
            #expect(tree.contains("<span class=\"vh\"></span>animals</span><span class=\"aside\">2 words"), "\(tree)")
            #expect(tree.contains("<span class=\"vh\">animals › </span>cats") && !tree.contains("birds"))
            let found = try await browser.get("\(address)?tag=animals&tags=1").text
            #expect(found.contains("2 words found") && found.contains("href=\"\(address)/tag?tag=animals\""))
            let page = try await browser.get("\(address)/tag?tag=animals").text
            #expect(page.contains("3 words in all decks") && page.contains("value=\"animals\""))
            for wrong in ["", "two words", "a,b"] {
                let refused = try await browser.post(
                    "\(address)/tag", ["tag": "animals", "act": "rename", "to": wrong])
                #expect(refused.status == .badRequest && refused.text.contains("to-fault"))
            }
            let renamed = try await browser.post(
                "\(address)/tag", ["tag": "animals", "act": "rename", "to": "fauna::all"])
            #expect(renamed.location.hasPrefix("\(address)?tags=1&changed="))
            #expect(try await browser.get(renamed.location).text.contains("3 words changed"))
            #expect(
                try await store.tags(of: nil).tags.map(\.name) == [
                    "fauna", "fauna::all", "fauna::all::<birds>", "fauna::all::cats",
                ])
            #expect(try await browser.get("\(address)/tag?tag=animals").status == .notFound)
            let key = try #require(renamed.location.split(separator: "=").last.map(String.init))
            _ = try await browser.post("/words/changes/undo", ["key": key, "list": "\(address)?tags=1"])
            #expect(try await store.tags(of: nil)["animals"]?.words == 3)
            let hostile = try await browser.get("/words/decks/\(other.id)?tags=1").text
            #expect(hostile.contains("&lt;birds&gt;") && !hostile.contains("<birds>"))
            _ = try await browser.post("\(address)/tag", ["tag": "animals", "act": "remove"])
            #expect(try await store.tags(of: nil).tags.isEmpty)
        }
    }

    @Test func `a search is saved, found in every deck, removed, and comes back`() async throws {
        _ = try await add("le seuil", "la pluie")
        let other = try await store.makeDeck("Other", at: someEvening)
        let list = "\(address)?q=seuil&state=new&order=word"
        try await app.test { browser in
            #expect(!(try await browser.get(address).text.contains("/searches\"")))
            #expect(try await browser.get(list).text.contains("value=\"seuil, New\""))
            let saved = try await browser.post("\(address)/searches", ["name": " <At> home ", "list": list])
            #expect(saved.location == list)
            let page = try await browser.get(list).text
            #expect(page.contains("Remove the search “&lt;At&gt; home”") && !page.contains("<At>"))
            let elsewhere = try await browser.get("/words/decks/\(other.id)").text
            #expect(elsewhere.contains("href=\"/words/decks/\(other.id)?q=seuil&amp;state=new&amp;order=word\""))
            // The same name is another search from then on.
            _ = try await browser.post("\(address)/searches", ["name": "<At> home", "list": "\(address)?state=review"])
            #expect(await app.settings.settings.savedSearches.wordSearches.map(\.state) == ["review"])
            let gone = try await browser.post(
                "\(address)/searches/remove", ["name": "<At> home", "list": "\(address)?state=review"])
            #expect(gone.location.hasPrefix("\(address)?state=review&removed="))
            #expect(try await browser.get(gone.location).text.contains("Search removed"))
            #expect(await app.settings.settings.savedSearches.wordSearches.isEmpty)
            let key = try #require(gone.location.split(separator: "=").last.map(String.init))
            let back = ["key": key, "list": address]
            #expect(try await browser.post("/words/searches/restore", back).location == address)
            #expect(await app.settings.settings.savedSearches.wordSearches.map(\.name) == ["<At> home"])
            #expect(try await browser.post("/words/searches/restore", back).status == .notFound)
            for number in 2...30 {
                _ = try await browser.post("\(address)/searches", ["name": "\(number)", "list": list])
            }
            let full = try await browser.post("\(address)/searches", ["name": "31", "list": list])
            #expect(full.status == .conflict && full.text.contains("Remove one first"))
            let nameless = try await browser.post("\(address)/searches", ["name": "", "list": "https://example.org/"])
            #expect(nameless.location == address || nameless.status == .conflict)
        }
    }

    @Test func `words that are found are studied, due or not, as often as they are to be`() async throws {
        try await settings { $0.newPerDay = 0 }
        let cards = try await add("le seuil", "la pluie", "le vent", "la lune") { $0.tags = ["house"] }
        _ = try await add("le chat")
        try await store.set(.suspend, on: [cards[3].id], at: someEvening)
        try await store.answer([StudyAnswer(card: cards[0].id, rating: .easy, date: someEvening)], days: days)
        let list = "\(address)?tag=house&order=word"
        try await app.test { browser in
            #expect(!(try await browser.get(address).text.contains("/these")))
            #expect(try await browser.get(list).text.contains("href=\"\(address)/these?tag=house&amp;order=word\""))
            #expect(try await browser.get("\(address)/these?tag=house&order=word").text.contains("4 words found"))
            for wrong in ["0", "501", "x"] {
                let refused = try await browser.post("\(address)/these", ["list": list, "most": wrong])
                #expect(refused.status == .badRequest && refused.text.contains("most-fault"))
            }
            let none = try await browser.post(
                "\(address)/these", ["list": "\(address)?state=suspended", "most": "9"])
            #expect(none.status == .badRequest && none.text.contains("None of these words can be asked"))

            let begun = try await browser.post("\(address)/these", ["list": list, "most": "100", "mode": "scheduled"])
            let session = try #require(begun.location.split(separator: "=").last.map(String.init))
            let query = "mode=scheduled&session=\(session)"
            func asked() async throws -> [String?] {
                try await browser.get("\(address)/next?\(query)").json["cards"]?.array?.map { $0["question"]?.string }
                    ?? []
            }
            #expect(try await asked() == ["la pluie", "le seuil", "le vent"])
            #expect(try await browser.get(begun.location).text.contains("1 of 3"))
            // One is known, one is not and waits for its step, and one is left.
            let fields = ["session": session, "mode": "scheduled"]
            _ = try await browser.post(
                "\(address)/answers", fields.merging(["answers": sent(cards[1], .easy, "k-1")]) { $1 })
            _ = try await browser.post(
                "\(address)/answers", fields.merging(["answers": sent(cards[0], .again, "k-2")]) { $1 })
            #expect(try await asked() == ["le vent"])
            #expect(try await store.reviews(of: cards[0].id).last?.kind == .review)
            _ = try await browser.post("\(address)/undo", fields)
            #expect(try await asked() == ["le seuil", "le vent"])
            for (place, key) in [(0, "k-3"), (2, "k-4")] {
                let answers = ["answers": sent(cards[place], .easy, key)]
                _ = try await browser.post("\(address)/answers", fields.merging(answers) { $1 })
            }
            #expect(try await asked().isEmpty)
            #expect(try await browser.get(begun.location).location == "\(address)/summary?session=\(session)")
            #expect(try await browser.get("\(address)/summary?session=\(session)").status == .ok)
        }
    }

    @Test func `a choice is crammed without a change, up to so many, and is not mistaken when it is lost`() async throws
    {
        let cards = try await add("le seuil", "la pluie", "le vent")
        let list = "\(address)?q=le"
        try await app.test { browser in
            let begun = try await browser.post(
                "\(address)/these", ["list": list, "most": "1", "mode": "cram", "order": "random"])
            let session = try #require(begun.location.split(separator: "=").last.map(String.init))
            let feed = try await browser.get("\(address)/next?mode=cram&session=\(session)").json
            let asked = try #require(feed["cards"]?.array)
            let card = try #require(cards.first { "\($0.id)" == asked.first?["card"]?.string })
            #expect(asked.count == 1 && feed["left"]?.integer == 1 && card.id != cards[1].id)
            let answers = ["session": session, "mode": "cram", "answers": sent(card, .again, "k")]
            let next = try await browser.post("\(address)/answers", answers).json
            #expect(next["cards"]?.array?.isEmpty == true && next["end"]?.string?.contains("summary") == true)
            #expect(try await store.cards(of: card.flashcard) == [card])
            #expect(try await store.reviews(of: card.id).map(\.kind) == [.cram])
            // A server that was started anew has no choice, and asks nothing else instead.
            let lost = try await browser.get("\(address)/study?mode=cram&session=chosen-lost")
            #expect(lost.status == .gone && lost.text.contains("Choose them again"))
            let empty = try await browser.get("\(address)/next?mode=cram&session=chosen-lost").json
            #expect(empty["cards"]?.array?.isEmpty == true)
        }
    }
}
