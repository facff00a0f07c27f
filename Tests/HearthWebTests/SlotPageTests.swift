// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HearthChat
import HearthMemory
import HearthStore
import HearthTesting
import HummingbirdTesting
import Testing

@testable import HearthWeb

/// The portrait, written by hand and by slot.
@Suite struct SlotPageTests {
    private let curation = FactCuration.sample

    private func app() async throws -> TestApp { try await TestApp(curation: curation) }

    private func current() async throws -> [Fact] { try await curation.store.facts(history: false) }

    private func key(_ response: TestResponse) throws -> String {
        let parts = response.location.split(separator: "&")
        return String(try #require(parts.first { $0.hasPrefix("undo=") }).dropFirst(5))
    }

    @Test func `every section is added to, in both languages`() async throws {
        let app = try await app()
        for language in [AppearanceSettings.Language.english, .french] {
            await app.settings.change { $0.appearance.language = language }
            try await app.test { browser in
                let page = try await browser.get("/you").text
                for section in ProfileLine.Section.allCases where section != .said {
                    let address = "/you/slots?section=\(section.rawValue)"
                    #expect(page.contains("href=\"\(address)\""))
                    let slots = try await browser.get(address).text
                    for slot in FactSlot.all(in: section) where !slot.isOfPerson {
                        #expect(slots.contains("href=\"/you/slots/\(slot.name)\""))
                    }
                }
                for (name, slot) in FactSlot.all {
                    let form = try await browser.get("/you/slots/\(name)").text
                    #expect(!form.contains("you.slot_"), "\(name)")
                    for field in FactEntry.Field.allCases {
                        #expect(form.contains("name=\"\(field.rawValue)\"") == slot.fields.contains(field), "\(name)")
                    }
                }
                #expect(try await browser.get("/you/slots").status == .badRequest)
                #expect(try await browser.get("/you/slots?section=said").status == .badRequest)
                #expect(try await browser.get("/you/slots/zebra").status == .notFound)
                #expect(try await browser.post("/you/slots/zebra", ["value": "x"]).status == .notFound)
            }
        }
    }

    @Test func `a fact is written, shown on top, and taken back`() async throws {
        let app = try await app()
        try await app.test { browser in
            _ = try await browser.post("/you/slots/name", ["value": "Ana"])
            let added = try await browser.post("/you/slots/home", ["value": "Gdynia", "since": "May 2019"])
            #expect(added.location.hasPrefix("/you?saved=added&undo="))
            let page = try await browser.get(added.location).text
            #expect(page.contains("dir=\"auto\">Ana</a></h2>") && page.contains("dir=\"auto\">Lives in: Gdynia</a>"))
            #expect(page.components(separatedBy: "Gdynia").count == 2, "nothing stands twice")
            let id = try #require(try await current().last?.id)
            let sheet = try await browser.get("/you/facts/\(id)").text
            #expect(sheet.contains("You wrote this yourself on 21 November") && sheet.contains("since May 2019"))
            await app.settings.change { $0.appearance.language = .french }
            #expect(try await browser.get("/you").text.contains("Habite à\u{202F}: Gdynia"))
            _ = try await browser.post("/you/undo", ["key": try key(added)])
            #expect(try await current().map(\.statement) == ["Name: Ana"])
        }
    }

    @Test func `a heading that is hidden, or put in other words, is none`() async throws {
        let app = try await app()
        try await app.test { browser in
            _ = try await browser.post("/you/slots/name", ["value": "Ana"])
            _ = try await browser.post("/you/slots/home", ["value": "Gdynia"])
            let lines = try await Profile(store: curation.store).lines()
            _ = try await curation.change(line: lines[0].id) { $0.isHidden = true }
            _ = try await curation.change(line: lines[1].id) { ($0.text, $0.isEdited) = ("By the sea", true) }
            let page = try await browser.get("/you").text
            #expect(!page.contains("Ana") && page.contains("By the sea") && !page.contains("Gdynia"))
            #expect(try await browser.get("/you?hidden=1").text.contains("Name: Ana"))
        }
    }

    @Test func `what is wrong with a field is said there`() async throws {
        let app = try await app()
        try await app.test { browser in
            for (slot, form, field, words) in [
                ("home", ["value": " "], "value", "Fill in this field."),
                ("home", ["value": String(repeating: "x", count: 201)], "value", "at most 200"),
                ("home", ["value": "x", "since": "soon"], "since", "cannot be read"),
                ("home", ["value": "x", "since": "2020", "until": "2019"], "until", "before the beginning"),
                ("person_home", ["value": "x"], "person", "Fill in this field."),
            ] {
                let response = try await browser.post("/you/slots/\(slot)", form)
                #expect(response.status == .badRequest)
                #expect(response.text.contains("id=\"\(field)-fault\" role=\"alert\">"))
                #expect(response.text.contains(words), "\(form)")
            }
            #expect(try await current().isEmpty)
        }
    }

    @Test func `a fact is corrected, put into another slot, and ended`() async throws {
        let app = try await app()
        try await app.test { browser in
            _ = try await browser.post("/you/slots/employer", ["value": "Tesco", "since": "2015"])
            let id = try #require(try await current().first?.id)
            let form = try await browser.get("/you/facts/\(id)/edit").text
            #expect(form.contains("value=\"Tesco\"") && form.contains("value=\"2015\""))
            #expect(form.contains("<option value=\"employer\" selected>"))
            let moved = try await browser.post("/you/facts/\(id)/edit", ["value": "baker", "slot": "work"])
            #expect(try await current().map(\.statement) == ["Work: baker"])
            _ = try await browser.post("/you/undo", ["key": try key(moved)])
            // A slot with other fields is not taken.
            _ = try await browser.post("/you/facts/\(id)/edit", ["value": "Asda", "slot": "plan", "since": "2015"])
            #expect(try await current().map(\.statement) == ["Works at: Asda"])
            let refused = try await browser.post("/you/facts/\(id)/edit", ["value": "", "since": "2015"])
            #expect(refused.status == .badRequest && refused.text.contains("id=\"value-fault\""))
            #expect(!refused.text.contains("value=\"1\" checked"))
            let again = try await browser.post("/you/facts/\(id)/edit", ["value": "", "changed": "1"])
            #expect(again.text.contains("name=\"changed\" value=\"1\" checked>"), "the tick stays")
            _ = try await browser.post(
                "/you/facts/\(id)/edit", ["value": "Asda", "since": "2015", "until": "2019"])
            #expect(try await current().isEmpty)
            let page = try await browser.get("/you").text
            #expect(page.contains("Works at: Asda") && page.contains("2015 – 2019"), "it is history")
            _ = try await browser.post("/you/slots/pet", ["value": "Rex"])
            let pet = try #require(try await current().first?.id)
            let ended = try await browser.post("/you/facts/\(pet)/end")
            #expect(try await current().isEmpty)
            #expect(try await browser.get(ended.location).text.contains("It is part of your history now"))
            _ = try await browser.post("/you/undo", ["key": try key(ended)])
            #expect(try await current().map(\.statement) == ["Pet: Rex"])
        }
    }

    @Test func `a fact that waits is corrected by its fields`() async throws {
        let app = try await app()
        var waits = Fact.sample("w", "Lives in: Bergen", quote: "I live in Bergen", kind: .places)
        waits.slot = SlotValue(name: "home", value: "Bergen")
        var changes = FactChanges()
        changes.queued = [waits]
        try await curation.store.keep(changes)
        try await app.test { browser in
            #expect(try await browser.get("/you/confirm/w/edit").text.contains("value=\"Bergen\""))
            #expect(try await browser.post("/you/confirm/w", ["value": ""]).status == .badRequest)
            let yes = try await browser.post("/you/confirm/w", ["value": "Oslo"])
            #expect(try await current().map(\.statement) == ["Lives in: Oslo"])
            _ = try await browser.post("/you/undo", ["key": try key(yes)])
            #expect(try await curation.store.queuedFacts().map(\.statement) == ["Lives in: Bergen"])
        }
    }

    // MARK: People

    @Test func `each person is one card, with what is known of them`() async throws {
        let app = try await app()
        try await app.test { browser in
            _ = try await browser.post("/you/slots/sibling", ["value": "Ana", "relation": "sister"])
            _ = try await browser.post("/you/slots/person_home", ["value": "Leeds", "person": "Ana"])
            _ = try await browser.post("/you/slots/person_work", ["value": "nurse", "person": "my sister"])
            _ = try await browser.post("/you/slots/parent", ["value": "", "relation": "mother"])
            _ = try await browser.post("/you/slots/person_death", ["person": "mother", "since": "2019"])
            let page = try await browser.get("/you").text
            #expect(page.components(separatedBy: "class=\"card person\"").count == 3)
            #expect(page.contains("dir=\"auto\">Ana</span>") && page.contains("Your sister"))
            #expect(page.contains("<span class=\"label\">Home</span> <span dir=\"auto\">Leeds</span>"))
            #expect(page.contains("<span class=\"label\">Work</span> <span dir=\"auto\">nurse</span>"))
            #expect(page.contains("dir=\"auto\">Your mother</span>") && page.contains("died in 2019"))
            let found = try await browser.get("/you/facts?person=Ana").text
            #expect(found.contains("nurse") && found.contains("Leeds") && !found.contains("mother"))
            #expect(page.contains("href=\"/you/slots?person=Ana\""))
            let slots = try await browser.get("/you/slots?person=Ana").text
            #expect(slots.contains("href=\"/you/slots/person_health?person=Ana\""))
            #expect(!slots.contains("/you/slots/sibling"))
            #expect(try await browser.get("/you/slots/person_health?person=Ana").text.contains("value=\"Ana\""))
            await app.settings.change { $0.appearance.language = .french }
            #expect(try await browser.get("/you").text.contains("Votre sister"))
            _ = try await browser.post("/you/forget", ["person": "Ana"])
            #expect(try await !browser.get("/you").text.contains("Leeds"))
        }
    }

    @Test func `what may be over is asked about`() async throws {
        var job = Fact.sample("j", "Works at: Tesco", quote: "I work at Tesco until October", kind: .work)
        (job.slot, job.time) = (SlotValue(name: "employer", value: "Tesco"), "2025-01/2026-10")
        var changes = FactChanges()
        changes.facts = [job]
        try await curation.store.keep(changes)
        try await Profile(store: curation.store).rebuild()
        let app = try await app()
        try await app.test { browser in
            let (page, sheet) = (try await browser.get("/you").text, try await browser.get("/you/facts/j").text)
            #expect(page.contains("since January 2025 · until October 2026?"))
            #expect(sheet.contains("until October 2026?") && sheet.contains("action=\"/you/facts/j/end\""))
        }
    }

    // MARK: Sentences of older versions

    @Test func `a sentence that fits nothing is kept or dropped`() async throws {
        var changes = FactChanges()
        changes.facts = ["a", "b"].map { Fact.sample($0, "the light was strange \($0)", kind: .events) }
        for index in changes.facts.indices { changes.facts[index].alsoSaid = .undecided }
        try await curation.store.keep(changes)
        try await Profile(store: curation.store).rebuild()
        let app = try await app()
        try await app.test { browser in
            let page = try await browser.get("/you").text
            #expect(page.contains("Also said") && page.contains("Decide for each whether it stays."))
            let kept = try await browser.post("/you/facts/a/keep", ["back": "/you"])
            #expect(kept.location.hasPrefix("/you?saved=kept&undo="))
            let dropped = try await browser.post("/you/facts/b/wrong", ["back": "/you"])
            #expect(dropped.location.hasPrefix("/you?saved=refused&undo="))
            let now = try await browser.get("/you").text
            #expect(now.contains("strange a") && !now.contains("strange b") && !now.contains("Decide for each"))
            #expect(try await current().map(\.alsoSaid) == [.kept])
        }
    }

    // MARK: About you

    @Test func `six questions fill the portrait, and each may stay open`() async throws {
        let app = try await app()
        try await app.test { browser in
            #expect(try await browser.get("/chat/new").text.contains("href=\"/you/about\""))
            let answers = [
                "name": "Ana Silva", "call_name": "", "home": "Gdynia", "slot1": "partner", "person1": "Deniz",
                "slot2": "home", "person2": "Jan", "allergy": "walnuts, latex,, ", "diet": "vegan",
                "note": "I get up\nat five",
            ]
            let saved = try await browser.post("/you/about", answers)
            #expect(saved.location.hasPrefix("/you?saved=added"))
            #expect(
                try await current().map(\.statement) == [
                    "Name: Ana Silva", "Lives in: Gdynia", "Diet: vegan", "Partner: Deniz", "Knows: Jan",
                    "Allergic to: walnuts", "Allergic to: latex", "I get up at five",
                ])
            #expect(try await !browser.get("/chat/new").text.contains("href=\"/you/about\""))
            // What is known already is not said again.
            #expect(try await browser.get("/you/about").text.contains("value=\"Ana Silva\""))
            #expect(try await browser.post("/you/about", ["name": "Ana Silva"]).location == "/you")
            _ = try await browser.post("/you/undo", ["key": try key(saved)])
            #expect(try await current().isEmpty)
        }
    }

    @Test func `the questions are skipped for good, and found in the settings`() async throws {
        let app = try await app()
        try await app.test { browser in
            let long = try await browser.post("/you/about", ["home": String(repeating: "x", count: 300)])
            #expect(long.status == .badRequest && long.text.contains("id=\"home-fault\""))
            let note = try await browser.post("/you/about", ["note": String(repeating: "x", count: 501)])
            #expect(note.status == .badRequest && note.text.contains("id=\"note-fault\""))
            let many = (1...21).map { "nut \($0)" }.joined(separator: ", ")
            #expect(try await browser.post("/you/about", ["allergy": many]).text.contains("Name at most 20."))
            let name = try await browser.post("/you/about", ["person1": String(repeating: "x", count: 81)])
            #expect(name.status == .badRequest && name.text.contains("id=\"person1-fault\""))
            #expect(try await browser.get("/chat/new").text.contains("id=\"about-offer\""))
            #expect(try await browser.post("/you/about/skip").location == "/chat/new")
            #expect(try await !browser.get("/chat/new").text.contains("id=\"about-offer\""))
            #expect(try await browser.get("/settings").text.contains("href=\"/you/about\""))
            #expect(try await !browser.get("/chat/new?temporary=1").text.contains("about-offer"))
        }
    }

    // MARK: Deleting a chat

    @Test func `deleting a chat says which confirmed facts go, and keeps them where that is wanted`() async throws {
        let store = try Store()
        let curation = FactCuration(store: store, clock: StepClock(), now: { someEvening })
        let app = try await TestApp(curation: curation, store: store, clock: StepClock())
        for id in ["s", "t"] {
            var session = Session(id: id, createdAt: someEvening)
            session.leaf = "\(id)-m"
            try await store.save(
                [
                    Message(
                        id: "\(id)-m", session: id, parent: nil, role: .user, content: "I row in \(id)",
                        createdAt: someEvening)
                ], in: session)
            var fact = Fact.sample(id, "I row in \(id)", in: id)
            fact.confidence = 1
            var changes = FactChanges()
            changes.facts = [fact]
            try await store.keep(changes)
        }
        try await app.test { browser in
            let details = try await browser.get("/chat/s/details").text
            #expect(details.contains("When deleting, keep 1 fact that you confirmed"))
            let deleted = try await browser.post("/chat/s/delete")
            let page = try await browser.get(deleted.location).text
            #expect(page.contains("1 confirmed fact goes with it.") && page.contains("formaction=\"/history/keep\""))
            let kept = try await browser.post("/history/keep", ["deleted": "s"])
            #expect(try await browser.get(kept.location).text.contains("1 confirmed fact is kept."))
            #expect(try await store.facts(history: false).map(\.id) == ["s", "t"])
            #expect(try await browser.post("/history/keep", ["deleted": "s"]).status == .gone)
            _ = try await browser.post("/chat/s/undelete")
            #expect(try await store.facts(history: false).map(\.evidence.count) == [1, 1])
            _ = try await browser.post("/chat/t/delete", ["keep": "1"])
            #expect(try await store.facts(history: false).map(\.id) == ["s", "t"])
            #expect(try await !browser.get("/history?deleted=t").text.contains("/history/keep"))
        }
    }
}
