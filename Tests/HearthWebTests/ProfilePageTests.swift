// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HearthChat
import HearthMemory
import HearthTesting
import HummingbirdTesting
import Testing

@testable import HearthWeb

/// Pages about what Hearth knows of its user, over the real store.
@Suite struct ProfilePageTests {
    private let curation = FactCuration.sample

    private func known(_ facts: [Fact], queued: [Fact] = []) async throws -> TestApp {
        var changes = FactChanges()
        (changes.facts, changes.queued) = (facts, queued)
        try await curation.store.keep(changes)
        try await Profile(store: curation.store).rebuild()
        return try await TestApp(curation: curation)
    }

    private func statements(history: Bool = false) async throws -> [String] {
        try await curation.store.facts(history: history).map(\.statement)
    }

    /// The key in the address that an act leads to.
    private func key(_ response: TestResponse) throws -> String {
        let parts = response.location.split(separator: "&")
        return String(try #require(parts.first { $0.hasPrefix("undo=") }).dropFirst(5))
    }

    @Test func `the four places have You, and settings are found elsewhere`() async throws {
        let app = try await known([])
        try await app.test { browser in
            let page = try await browser.get("/you").text
            #expect(page.contains("<a href=\"/you\" aria-current=\"page\">"))
            #expect(!page.contains("<a href=\"/settings\">") && !page.contains("<a href=\"/everything\">"))
            #expect(page.contains("class=\"side-link\" href=\"/settings\""))
            #expect(try await browser.get("/history").text.contains("narrow-only\" href=\"/settings\""))
            #expect(page.contains("Nothing known yet"))
        }
    }

    @Test func `a month or a year since which something holds is told in words, and once`() async throws {
        var meat = Fact.sample("a", "je ne mange plus de viande", kind: .preferences)
        meat.time = "2026-01/.."
        var home = Fact.sample("b", "j’habite à Nantes", kind: .places)
        home.time = "2023/.."
        var job = Fact.sample("c", "je remplace une collègue", kind: .work)
        job.time = "../2027-03"
        let app = try await known([meat, home, job])
        await app.settings.change { $0.appearance.language = .french }
        try await app.test { browser in
            let page = try await browser.get("/you/facts").text
            #expect(page.contains("Goûts · depuis janvier 2026<") && page.contains("Lieux · depuis 2023<"))
            #expect(page.contains("jusqu’en mars 2027<"))
            #expect(!page.contains("2026-01") && !page.contains(".."))
        }
    }

    @Test func `the day of a fact is told in words`() async throws {
        var exam = Fact.sample("a", "I have an exam", kind: .plans)
        exam.time = "2026-11-27"
        var trip = Fact.sample("b", "I hike in the Jura", kind: .plans)
        trip.time = "2026-11-30/2027-01-01"
        let app = try await known([exam, trip])
        try await app.test { browser in
            let page = try await browser.get("/you/facts").text
            #expect(page.contains("time: 27 November") && page.contains("time: 30 November – 1 January 2027"))
            await app.settings.change { $0.appearance.language = .french }
            let french = try await browser.get("/you/facts").text
            #expect(french.contains("30 novembre – 1er janvier 2027"))
        }
    }

    @Test func `a line leads to its sentences, and they to their message`() async throws {
        let store = MemoryStore()
        var session = Session(id: "s", createdAt: someEvening)
        session.leaf = "f-m"
        let text = "It was late. I sing alto in a choir, on Tuesdays! Good night."
        await store.save(
            [Message(id: "f-m", session: "s", parent: nil, role: .user, content: text, createdAt: someEvening)],
            in: session)
        var changes = FactChanges()
        changes.facts = [.sample("f", "I sing alto in a choir")]
        try await curation.store.keep(changes)
        let app = try await TestApp(curation: curation, store: store)
        try await app.test { browser in
            #expect(try await browser.get("/you").text.contains("href=\"/you/lines/f\""))
            for path in ["/you/lines/f", "/you/facts/f"] {
                let page = try await browser.get(path).text
                #expect(page.contains("<mark>I sing alto in a choir</mark>, on Tuesdays!<"))
                #expect(page.contains("href=\"/chat/s?open=f-m#m-f-m\"") && page.contains("You, 21 November, 18:42"))
                #expect(!page.contains("Good night") && !page.contains("late."))
            }
        }
    }

    @Test func `facts are found by kind, words and person`() async throws {
        let app = try await known([
            .sample("a", "I sing alto"), .sample("b", "I live in Oslo", kind: .places),
            .sample("c", "My aunt Élodie is a judge", subject: "Élodie", kind: .people),
        ])
        try await app.test { browser in
            for (query, found) in [
                ("", ["a", "b", "c"]), ("?kind=places", ["b"]), ("?q=SING+ALTO", ["a"]), ("?person=elodie", ["c"]),
                ("?q=zebra", []),
            ] {
                let page = try await browser.get("/you/facts\(query)").text
                for id in ["a", "b", "c"] {
                    #expect(page.contains("href=\"/you/facts/\(id)\"") == found.contains(id), "\(query)")
                }
            }
        }
    }

    @Test func `yes keeps a fact, no deletes it, and both can be undone`() async throws {
        let app = try await known(
            [.sample("old", "I live in Oslo", kind: .places, at: someEvening - 9)],
            queued: [.sample("a", "I live in Bergen", kind: .places), .sample("b", "I own a canoe")])
        try await app.test { browser in
            #expect(
                try await browser.get("/you/confirm").text.contains(
                    "<span class=\"was\" dir=\"auto\">I live in Oslo</span>"))
            let yes = try await browser.post("/you/confirm/a", ["answer": "yes"])
            #expect(yes.status == .seeOther && yes.location.hasPrefix("/you/confirm?saved=confirmed&undo="))
            #expect(try await statements() == ["I live in Bergen"])
            #expect(try await browser.get(yes.location).text.contains("Fact saved"))
            _ = try await browser.post("/you/undo", ["key": try key(yes), "back": "/you/confirm"])
            #expect(try await statements() == ["I live in Oslo"])
            #expect(try await curation.store.queuedFacts().map(\.id) == ["a", "b"])

            let no = try await browser.post("/you/confirm/b", ["answer": "no"])
            #expect(try await curation.store.queuedFacts().map(\.id) == ["a"])
            #expect(try await curation.store.refusedFacts(among: [.sample("c", "a canoe I own")]) == ["c"])
            _ = try await browser.post("/you/undo", ["key": try key(no)])
            #expect(try await curation.store.queuedFacts().map(\.id) == ["a", "b"])
            #expect(try await curation.store.refusedFacts(among: [.sample("c", "a canoe I own")]) == [])
            #expect(try await browser.post("/you/undo", ["key": try key(no)]).status == .gone)

            _ = try await browser.post("/you/confirm/b", ["statement": "I own two canoes"])
            let own = try #require(try await curation.store.facts(history: false).first { $0.id == "b" })
            #expect(own.statement == "I own two canoes" && own.evidence.map(\.isOwn) == [false, true])
            #expect(try await browser.post("/you/confirm/b", ["answer": "yes"]).status == .notFound)
        }
    }

    @Test func `a fact written by hand has itself as evidence`() async throws {
        let app = try await known([])
        try await app.test { browser in
            #expect(try await browser.post("/you/add", ["statement": " \n "]).status == .badRequest)
            let added = try await browser.post("/you/add", ["statement": "I  sing\nalto", "kind": "preferences"])
            let fact = try #require(try await curation.store.facts(history: false).first)
            #expect(fact.statement == "I sing alto" && fact.evidence.count == 1 && fact.evidence[0].isOwn)
            #expect(added.location.hasPrefix("/you/facts/\(fact.id)?saved=added"))
            #expect(try await browser.get(added.location).text.contains("You wrote this yourself on 21 November"))
            _ = try await browser.post("/you/undo", ["key": try key(added)])
            #expect(try await statements(history: true) == [])
        }
    }

    @Test func `corrected, changed, pinned and hidden`() async throws {
        let app = try await known([.sample("a", "I sing alto")])
        try await app.test { browser in
            let corrected = try await browser.post("/you/facts/a/edit", ["statement": "I sing tenor"])
            #expect(try await statements() == ["I sing tenor"])
            #expect(try await curation.store.profileLines().map(\.text) == ["I sing tenor"])
            _ = try await browser.post("/you/undo", ["key": try key(corrected)])
            #expect(try await statements() == ["I sing alto"])

            _ = try await browser.post("/you/facts/a/edit", ["statement": "I sing bass", "changed": "1"])
            #expect(try await statements(history: true) == ["I sing alto", "I sing bass"])
            let new = try #require(try await curation.store.facts(history: false).first)
            let page = try await browser.get("/you/facts/\(new.id)").text
            #expect(page.contains("What it replaced") && page.contains("I sing alto"))

            _ = try await browser.post("/you/facts/\(new.id)/pin", ["on": "1"])
            _ = try await browser.post("/you/facts/\(new.id)/hide", ["on": "1"])
            let kept = try #require(try await curation.store.facts(history: false).first)
            #expect(kept.isPinned && kept.isHidden)
            #expect(try await curation.store.profileLines() == [])
            #expect(try await browser.get("/you/facts?show=hidden").text.contains("I sing bass"))
            #expect(try await browser.post("/you/facts/none/pin", ["on": "1"]).status == .notFound)
        }
    }

    @Test func `a wrong fact gives way to what it had replaced`() async throws {
        var old = Fact.sample("old", "I live in Oslo", kind: .places)
        (old.validUntil, old.supersededBy) = (someEvening, "new")
        let app = try await known([old, .sample("new", "I live in Bergen", kind: .places)])
        try await app.test { browser in
            #expect(try await browser.get("/you/facts/new").text.contains("That is wrong, restore what it replaced"))
            let wrong = try await browser.post("/you/facts/new/wrong")
            #expect(try await statements() == ["I live in Oslo"])
            _ = try await browser.post("/you/undo", ["key": try key(wrong)])
            #expect(try await statements() == ["I live in Bergen"])
            _ = try await browser.post("/you/facts/old/reopen")
            #expect(try await statements() == ["I live in Oslo", "I live in Bergen"])
        }
    }

    @Test func `lines are written anew, pinned and hidden`() async throws {
        let app = try await known([.sample("a", "I sing alto")])
        try await app.test { browser in
            _ = try await browser.post("/you/lines/a/edit", ["statement": "Singing"])
            _ = try await browser.post("/you/lines/a/pin", ["on": "1"])
            let hidden = try await browser.post("/you/lines/a/hide", ["on": "1"])
            let line = try #require(try await curation.store.profileLines().first)
            #expect(line.text == "Singing" && line.isEdited && line.isPinned && line.isHidden)
            #expect(try await !browser.get("/you").text.contains("Singing"))
            #expect(try await browser.get("/you?hidden=1").text.contains("Singing"))
            _ = try await browser.post("/you/undo", ["key": try key(hidden)])
            #expect(try await browser.get("/you").text.contains("Singing"))
        }
    }

    @Test func `forgetting says what is lost, and that it is gone`() async throws {
        let app = try await known([
            .sample("a", "My aunt Élodie is a judge", subject: "Élodie", kind: .people), .sample("b", "I row"),
        ])
        try await app.test { browser in
            let asked = try await browser.get("/you/forget?person=elodie").text
            #expect(
                asked.contains("role=\"alertdialog\"")
                    && asked.contains("1 fact, 1 quotation and 1 line of your portrait"))
            #expect(try await statements().count == 2, "looking forgets nothing")
            let gone = try await browser.post("/you/forget", ["person": "elodie", "refuse": "1"])
            #expect(try await statements() == ["I row"])
            let page = try await browser.get(gone.location).text
            #expect(page.contains("Gone: 1 fact, 1 quotation and 1 line of your portrait"))
            #expect(try await browser.get("/you/forget?day=2026-11-21").text.contains("Forget 21 November for good?"))
            for day in ["x", "2026-13-01", "2026-11-21T00:00:00Z"] {
                #expect(try await browser.get("/you/forget?day=\(day)").status == .badRequest)
            }
            _ = try await browser.post("/you/forget", ["everything": "1"])
            #expect(try await statements(history: true) == [])
            #expect(try await browser.post("/you/forget", [:]).status == .badRequest)
        }
    }

    @Test func `what is to be forgotten is quoted as its language quotes`() async throws {
        let app = try await known([.sample("a", "I row")])
        try await app.test { browser in
            #expect(try await browser.get("/you/forget?fact=a").text.contains(">“I row”</p>"))
            await app.settings.change { $0.appearance.language = .french }
            let french = try await browser.get("/you/forget?fact=a").text
            #expect(french.contains(">«\u{202F}I row\u{202F}»</p>"))
        }
    }

    @Test func `nothing that was done before is undone after forgetting`() async throws {
        let app = try await known([], queued: [.sample("a", "I row")])
        try await app.test { browser in
            let yes = try await browser.post("/you/confirm/a", ["answer": "yes"])
            _ = try await browser.post("/you/forget", ["fact": "a"])
            #expect(try await browser.post("/you/undo", ["key": try key(yes)]).status == .gone)
            #expect(try await curation.store.queuedFacts() == [])
        }
    }
}
