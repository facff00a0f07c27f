// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import FSRS
import Foundation
import HTTPTypes
import HearthAnki
import HearthTesting
import HearthWords
import HummingbirdTesting
import Testing

@testable import HearthWeb

/// Studying in the browser, with and without a script.
@Suite struct StudyPageTests {
    private let words = MemoryWords()
    private let app: TestApp
    private let deck: Deck
    private let session = "0A1B-2c"

    init() async throws {
        app = try await TestApp(words: words)
        deck = try await words.makeDeck("French", at: someEvening)
        let contents = ["le seuil", "flâner", "la pluie"].map { word in
            var content = FlashcardContent(word: word)
            (content.translation, content.synonyms) = ("the \(word)", ["threshold"])
            content.example = "Voici \(word)."
            return content
        }
        _ = try await words.add(contents, to: deck.id, at: someEvening)
    }

    private var address: String { "/words/decks/\(deck.id)" }
    private var query: String { "session=\(session)" }

    /// A field of a form on a page.
    private func field(_ name: String, in page: String) throws -> String {
        let match = try Regex("name=\"\(name)\" value=\"([^\"]*)\"", as: (Substring, Substring).self)
        return String(try #require(page.firstMatch(of: match)).1)
    }

    @Test func `pages alone lead through a session`() async throws {
        try await app.test { browser in
            let front = try await browser.get("\(address)/study?\(query)").text
            #expect(front.contains("le seuil") && front.contains("data-back hidden"))
            let card = try field("card", in: front)
            let back = try await browser.get("\(address)/study?\(query)&card=\(card)&show=1").text
            #expect(!back.contains("data-back hidden") && back.contains("<b>le seuil</b>"))
            for interval in ["1\u{A0}min", "10\u{A0}min"] { #expect(back.contains(interval)) }
            let form = [
                "card": card, "rating": "3", "session": session, "mode": "scheduled", "key": try field("key", in: back),
                "since": "\(Int(someEvening.timeIntervalSince1970 * 1_000) - 7_000)",
            ]
            let next = try await browser.post("\(address)/answer", form)
            #expect(next.location == "\(address)/study?mode=scheduled&session=\(session)")
            #expect(try await browser.get(next.location).text.contains("flâner"))
            // The same page sent twice counts once.
            _ = try await browser.post("\(address)/answer", form)
            let log = await words.reviews(of: Int64(card)!)
            #expect(log.count == 1 && log[0].rating == .good && log[0].milliseconds == 7_000)

            _ = try await browser.post("\(address)/undo", ["session": session])
            #expect(await words.reviews(of: Int64(card)!).isEmpty)
            #expect(try await browser.get("\(address)/study?\(query)").text.contains("le seuil"))
        }
    }

    @Test func `a wrong answer that was typed is kept with the word, by page and by script`() async throws {
        try await app.test { browser in
            let card = try field("card", in: try await browser.get("\(address)/study?\(query)").text)
            let page = try await browser.get("\(address)/study?\(query)&card=\(card)&typed=the%20rain").text
            #expect(try field("typed", in: page) == "the rain")
            let form = ["card": card, "rating": "1", "session": session, "mode": "scheduled", "typed": "the rain"]
            _ = try await browser.post("\(address)/answer", form)
            let sent = #"[{"card":"\#(card)","rating":1,"at":0,"milliseconds":1,"key":"k","typed":"the <b>"}]"#
            _ = try await browser.post("\(address)/answers", ["session": session, "answers": sent])
            let word = await words.flashcards(FlashcardQuery()).flashcards.first { $0.content.word == "le seuil" }
            #expect(word?.content.mistakes == ["the <b>", "the rain"])
        }
    }

    @Test func `a card that was learned shows what the user wrote, if they like that`() async throws {
        var french = deck
        var settings = DeckSettings()
        (settings.wordLanguage, settings.translationLanguage) = ("fr", "en")
        french.settings = settings
        try await words.save(french)
        let word = try #require(await words.flashcards(FlashcardQuery()).flashcards.first)
        let card = try #require(await words.cards(of: word.id).first)
        for day in [-40.0, -39, -38] {
            let date = someEvening.addingTimeInterval(day * 86_400)
            try await words.answer(
                [StudyAnswer(card: card.id, rating: .good, date: date)], days: UserDays(timeZone: .gmt))
        }
        let text = "Nous avons parlé <b>longtemps</b> sur le seuil de sa maison."
        await words.write([OwnText(excerpt: text, source: .entry("e"), date: someEvening)])
        try await app.test { browser in
            let shown = try await browser.get("\(address)/study?\(query)&card=\(card.id)&show=1").text
            #expect(shown.contains("&lt;b&gt;longtemps&lt;/b&gt; sur <b>le seuil</b>"))
            #expect(shown.contains("You wrote this on 21 November"))
            let feed = try await browser.get("\(address)/next?\(query)").text
            #expect(feed.contains("You wrote this on 21 November"))
            _ = try await browser.post("/settings/words", ["dayStart": "04:00", "keys": "1", "swipe": "1"])
            let plain = try await browser.get("\(address)/study?\(query)&card=\(card.id)&show=1").text
            #expect(plain.contains("Voici <b>le seuil</b>") && !plain.contains("You wrote this"))
        }
    }

    @Test func `a typed answer is compared, and the fitting button stands out`() async throws {
        try await app.test { browser in
            let card = try field("card", in: try await browser.get("\(address)/study?\(query)").text)
            for (typed, words, suggested) in [
                ("THE LE SEUIL", "case, accents", "good suggested"), ("threshold", "Right", "good suggested"),
                ("the le seuik", "Almost", "good suggested"), ("nothing", "Not this time", "again suggested"),
            ] {
                let sent = typed.replacing(" ", with: "%20")
                let page = try await browser.get("\(address)/study?\(query)&card=\(card)&typed=\(sent)").text
                #expect(page.contains(words) && page.contains("class=\"rate \(suggested)\""), "\(typed)")
                let check = try await browser.get("\(address)/check?\(query)&card=\(card)&typed=\(sent)")
                let answer = try check.json
                #expect(answer["words"]?.string?.contains(words) == true)
            }
            let dark = "I%20want%20to%20kill%20myself"
            let helped = try await browser.get("\(address)/check?\(query)&card=\(card)&typed=\(dark)").json
            #expect(helped["care"]?.string?.contains("these people listen") == true)
            let shown = try await browser.get("\(address)/study?\(query)&card=\(card)&typed=\(dark)").text
            #expect(shown.contains("data-care>If it is heavier than it sounds"))
            let usual = try await browser.get("\(address)/check?\(query)&card=\(card)&typed=nothing").json
            #expect(usual["care"]?.string == nil)
            let close = try await browser.get("\(address)/study?\(query)&card=\(card)&typed=the%20le%20seuik").text
            #expect(close.contains("<ins>l</ins>") && close.contains("<del>k</del>"))
        }
    }

    @Test func `a script gets cards ahead, and its answers count once and in order`() async throws {
        try await app.test { browser in
            let feed = try await browser.get("\(address)/next?\(query)").json
            let cards = try #require(feed["cards"]?.array)
            #expect(cards.map { $0["question"]?.string } == ["le seuil", "flâner", "la pluie"])
            #expect(cards[0]["intervals"]?.array?.count == 4)
            let at = Int(someEvening.timeIntervalSince1970 * 1_000)
            let ids = cards.compactMap { $0["card"]?.string }
            let answers =
                "["
                + ids.enumerated().map { index, card in
                    #"{"card":"\#(card)","rating":\#(index + 1),"at":\#(at - 60_000 + index),"milliseconds":4000,"key":"k\#(index)"}"#
                }.joined(separator: ",") + "]"
            for _ in 0..<2 {
                let sent = try await browser.post("\(address)/answers", ["session": session, "answers": answers])
                // Each of them comes back in this session, so none is done.
                #expect(sent.status == .ok && sent.text.contains("\"done\":0") && sent.text.contains("\"left\":3"))
            }
            for (index, id) in ids.enumerated() {
                let log = await words.reviews(of: Int64(id)!)
                #expect(log.map(\.rating?.rawValue) == [index + 1])
                #expect(abs(log[0].date.timeIntervalSince(someEvening) + 60) < 1)
            }
            let undone = try await browser.post("\(address)/undo", ["session": session, "script": "1"])
            #expect(undone.text.contains("\"done\":0") && undone.text.contains("\"left\":3"))
            #expect(await words.reviews(of: Int64(ids[2])!).isEmpty)
            let summary = try await browser.get("\(address)/summary?\(query)").text
            #expect(summary.contains("50%") && summary.contains("le seuil") && summary.contains("missed 1 time"))
            let undo = ["session": session, "script": "1"]
            for _ in 0..<2 {
                #expect(try await browser.post("\(address)/undo", undo).json["said"]?.string == nil)
            }
            let nothing = try await browser.post("\(address)/undo", undo).json
            #expect(nothing["said"]?.string == "There is nothing more to undo.")
        }
    }

    @Test func `an answer for a card that is gone does not hold up the others`() async throws {
        try await app.test { browser in
            let feed = try await browser.get("\(address)/next?\(query)").json
            let card = try #require(feed["cards"]?.array?.first?["card"]?.string)
            let at = someEvening.timeIntervalSince1970 * 1_000
            let answers =
                #"[{"card":"999","rating":3,"at":\#(at),"milliseconds":1,"key":"a"},"#
                + #"{"card":"\#(card)","rating":3,"at":\#(at),"milliseconds":1,"key":"b"}]"#
            #expect(
                try await browser.post("\(address)/answers", ["session": session, "answers": answers]).status == .ok)
            #expect(await words.reviews(of: Int64(card)!).count == 1)
            for bad in ["", "[", "[{}]", #"[{"card":"1","rating":9,"at":0,"milliseconds":0,"key":"k"}]"#] {
                let answer = try await browser.post("\(address)/answers", ["session": session, "answers": bad])
                #expect(answer.status == .badRequest, "\(bad)")
            }
        }
    }

    @Test func `answers of moved words are kept though the deck in which they were asked is gone`() async throws {
        let other = try await words.makeDeck("Other", at: someEvening)
        try await app.test { browser in
            let feed = try await browser.get("\(address)/next?\(query)").json
            let card = try #require(feed["cards"]?.array?.first?["card"]?.string)
            for var word in await words.flashcards(FlashcardQuery()).flashcards {
                word.deck = other.id
                try await words.save(word, at: someEvening)
            }
            try await words.eraseDeck(deck.id)
            let sent = #"[{"card":"\#(card)","rating":3,"at":0,"milliseconds":1,"key":"k"}]"#
            let answer = try await browser.post("\(address)/answers", ["session": session, "answers": sent])
            #expect(answer.status == .notFound)
            #expect(await words.reviews(of: Int64(card)!).map(\.rating) == [.good])
        }
    }

    @Test func `cramming counts all that is left, not only the cards that are ready`() async throws {
        let contents = (1...50).map { FlashcardContent(word: "mot \($0)") }
        _ = try await words.add(contents, to: deck.id, at: someEvening)
        try await app.test { browser in
            let feed = try await browser.get("\(address)/next?mode=cram&\(query)").json
            #expect(feed["left"]?.integer == 53 && feed["cards"]?.array?.count == 40)
            let card = try #require(feed["cards"]?.array?.first?["card"]?.string)
            let sent = #"[{"card":"\#(card)","rating":3,"at":0,"milliseconds":1,"key":"k"}]"#
            let next = try await browser.post(
                "\(address)/answers", ["session": session, "mode": "cram", "answers": sent]
            ).json
            #expect(next["done"]?.integer == 1 && next["left"]?.integer == 52)
        }
    }

    @Test func `cramming asks everything once and changes no date`() async throws {
        try await app.test { browser in
            for _ in 0..<3 {
                let page = try await browser.get("\(address)/study?mode=cram&\(query)&show=1")
                #expect(page.status == .ok)
                let card = try field("card", in: page.text)
                _ = try await browser.post(
                    "\(address)/answer", ["card": card, "rating": "1", "session": session, "mode": "cram"])
                #expect(await words.reviews(of: Int64(card)!).map(\.kind) == [.cram])
            }
            let end = try await browser.get("\(address)/study?mode=cram&\(query)")
            #expect(end.location == "\(address)/summary?session=\(session)")
            #expect(await words.flashcards(FlashcardQuery()).cards.allSatisfy { $0.state.phase == .new })
        }
    }

    @Test func `nothing is written by looking`() async throws {
        let before = await words.exportWords(deck: nil, withReviews: true, withMedia: true)
        try await app.test { browser in
            for path in ["study", "next", "summary", "study?show=1", "settings"] {
                let answer = try await browser.get("\(address)/\(path)")
                #expect(answer.status == .ok)
            }
        }
        let after = await words.exportWords(deck: nil, withReviews: true, withMedia: true)
        let (one, other) = (try WordFile.json(before), try WordFile.json(after))
        #expect(one == other)
    }
}
