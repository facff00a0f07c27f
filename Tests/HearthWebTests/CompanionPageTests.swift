// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HearthChat
import HearthMemory
import HearthModels
import HearthTesting
import HummingbirdTesting
import Testing

@testable import HearthWeb

/// The memory, modes and care on pages, and the changes that pages make to them.
@Suite struct CompanionPageTests {
    /// An app with a conversation of one question and answer, which was told a memory.
    static func withChat(
        _ text: String = "Mara plays the violin", deed: MemoryAction? = nil, care: String? = nil,
        facts: ListedFacts = ListedFacts(), settings: InMemorySettings = .init(),
        _ body: @Sendable (TestApp, Browser) async throws -> Void
    ) async throws {
        let store = MemoryStore()
        var session = Session(id: "s", createdAt: someEvening, title: "Music")
        session.leaf = "a"
        let question = Message(
            id: "q", session: "s", parent: nil, role: .user, content: text, createdAt: someEvening)
        var answer = Message(
            id: "a", session: "s", parent: "q", role: .assistant, content: "So.", createdAt: someEvening)
        (answer.usesMemory, answer.deed, answer.care) = (true, deed?.saved, care)
        await store.save([question, answer], in: session)
        await store.save(
            [
                RecalledMemory(
                    question: "q", isAtBeginning: true, kind: .message, source: "m1", thread: "t1", date: someEvening,
                    language: "en", text: text)
            ], in: "s")
        let access = try MemoryAccess.sample(facts: facts)
        let app = try await TestApp(settings: settings, memory: access, store: store)
        try await app.test { try await body(app, $0) }
    }

    @Test func `the memories of an answer are folded under it, each a link to where it was said`() async throws {
        try await Self.withChat { _, browser in
            let page = try await browser.get("/chat/s").text
            #expect(page.contains("<details class=\"used\">"))
            #expect(page.contains("1 memory used"))
            #expect(page.contains("href=\"/chat/t1?open=m1#m-m1\""))
            #expect(page.contains("“Mara plays the violin”"))
            #expect(page.contains("You, 21 November"))
            let french = try await browser.get("/chat/s", [.acceptLanguage: "fr"]).text
            #expect(
                french.contains("1 mémoire") || french.contains("1 information utilisée") || french.contains("1 memory")
            )
        }
    }

    @Test func `memories, facts and modes cannot become script`() async throws {
        let payloads = XSSTests.payloads
        let all = payloads.joined(separator: "\n\n")
        let facts = ListedFacts([.sample(all), .sample(all, id: "old")])
        try await Self.withChat(all, deed: MemoryAction(.corrected, fact: "fact", former: "old"), facts: facts) {
            app, browser in
            let modes = try #require(app.server.site.memory).modes
            for payload in payloads {
                let name = payload.split(whereSeparator: \.isNewline).joined(separator: " ").prefix(60)
                guard !name.isEmpty else { continue }
                _ = try modes.add(ModeText(name: String(name), about: payload, uses: [], text: payload), .english)
            }
            let id = try modes.add(
                ModeText(name: "</h1><script>", about: "\"><img src=x onerror=alert(1)>", uses: [], text: all), .english
            )
            let scripts = try await browser.get("/chat/new").text.components(separatedBy: "<script").count
            let addresses = [
                "/chat/s", "/chat/s/message/q", "/chat/s/memory", "/chat/s/mode", "/chat/new?choose=1",
                "/settings/modes",
                "/settings/modes/\(id)",
            ]
            for address in addresses {
                let page = try await browser.get(address)
                #expect(page.status == .ok, "\(address)")
                let text = page.text.lowercased()
                #expect(text.components(separatedBy: "<script").count <= scripts, "\(address)")
                for words in ["<img", "<iframe", "<object", "<base", "<meta http", "href=\"javascript:", "<svg on"] {
                    #expect(!text.contains(words), "\(address): \(words)")
                }
                // What stands in quotation marks is a value; these cannot be left.
                let bare = text.replacing(#/"[^"]*"/#, with: "")
                #expect(bare.matches(of: #/<[a-z]+[^>]*\son[a-z]+\s*=/#).isEmpty, "\(address)")
            }
        }
    }

    @Test func `what the memory did stands under the answer, and is taken back once`() async throws {
        let facts = ListedFacts([.sample("Mara plays"), .sample("Mara sings", id: "old")])
        try await Self.withChat(deed: MemoryAction(.corrected, fact: "fact", former: "old"), facts: facts) {
            app, browser in
            let page = try await browser.get("/chat/s").text
            #expect(page.contains("<b>Corrected:</b> “Mara plays”"))
            #expect(page.contains("<s class=\"was\">Mara sings</s>"))
            let undone = try await browser.post("/messages/a/undo", ["session": "s"])
            #expect(undone.location == "/chat/s#m-a")
            let next = try await browser.get("/chat/s").text
            #expect(next.contains("<b>Undone.</b>") && !next.contains("/messages/a/undo"))
        }
    }

    @Test func `what was forgotten cannot be brought back after its time`() async throws {
        var deed = MemoryAction(.forgotten, count: 2)
        deed.undoUntil = someEvening.timeIntervalSinceReferenceDate - 1
        try await Self.withChat(deed: deed) { _, browser in
            let page = try await browser.get("/chat/s").text
            #expect(page.contains("<b>2 facts forgotten.</b>") && !page.contains("/messages/a/undo"))
        }
    }

    @Test func `a message's menu shows what was learned from it, and forgets that`() async throws {
        let facts = ListedFacts([.sample("Mara plays")])
        try await Self.withChat(facts: facts) { _, browser in
            let sheet = try await browser.get("/chat/s/message/q").text
            #expect(sheet.contains("Learned from this message") && sheet.contains("Mara plays"))
            #expect(sheet.contains("Remember this: Mara plays the violin"))
            #expect(sheet.contains("aria-label=\"Options for this message\""))
            #expect(sheet.components(separatedBy: "action=\"/chat/ask\" data-once").count == 3)
            #expect(sheet.contains("value=\"That’s wrong: Mara plays\""))
            let forgotten = try await browser.post("/messages/q/forget", ["session": "s"])
            #expect(forgotten.location == "/chat/s#m-q")
            #expect(try await browser.get("/chat/s").text.contains("1 fact forgotten."))
            #expect(try await browser.get("/chat/s/message/q").text.contains("Learned from") == false)
            #expect(try await browser.get("/chat/s/message/a").status == .notFound)
            #expect(try await browser.post("/messages/q/forget", ["session": "other"]).status == .notFound)
        }
    }

    @Test func `what the app says of the memory leads to where it stands`() async throws {
        let automatic = InMemorySettings { $0.appearance.language = .automatic }
        try await Self.withChat(deed: MemoryAction(.told, count: 3), settings: automatic) { _, browser in
            let page = try await browser.get("/chat/s").text
            #expect(page.contains("Hearth knows 3 facts about you.") && page.contains("href=\"/you/facts\""))
            let french = try await browser.get("/chat/s", [.acceptLanguage: "fr"]).text
            #expect(french.contains("Hearth a retenu 3 informations sur vous.") && !french.contains(" faits"))
            #expect(french.contains("Elles sont dans Vous"))
        }
        try await Self.withChat(deed: MemoryAction(.told, count: 1), settings: automatic) { _, browser in
            let page = try await browser.get("/chat/s").text
            #expect(page.contains("knows 1 fact about you.") && page.contains("It is in You, with the words"))
            let french = try await browser.get("/chat/s", [.acceptLanguage: "fr"]).text
            #expect(french.contains("Elle est dans Vous, avec les mots dont") && !french.contains("Les voir"))
        }
        try await Self.withChat(deed: MemoryAction(.told, count: 0)) { _, browser in
            let page = try await browser.get("/chat/s").text
            #expect(page.contains("Hearth knows nothing about you yet.") && !page.contains("href=\"/you/facts\""))
        }
        try await Self.withChat(deed: MemoryAction(.forgettingAsked, count: 3)) { _, browser in
            let page = try await browser.get("/chat/s").text
            #expect(page.contains("Nothing has been forgotten yet.") && page.contains("href=\"/you/forget\""))
            #expect(!page.contains("/messages/a/undo"))
        }
        try await Self.withChat(deed: MemoryAction(.notCorrected)) { _, browser in
            let page = try await browser.get("/chat/s").text
            #expect(page.contains("Nothing in the memory was corrected."))
        }
    }

    @Test func `numbers can be tapped whatever the browser tells of the country`() async throws {
        try await Self.withChat(care: "fr") { _, browser in
            let page = try await browser.get("/chat/s", [.acceptLanguage: "fr"]).text
            #expect(page.contains("href=\"tel:3114\"") && page.contains("href=\"tel:143\""))
            let france = try await browser.get("/chat/s", [.acceptLanguage: "fr-FR"]).text
            #expect(france.contains("Appeler le 3114") && france.contains("href=\"tel:080032123\""))
        }
    }

    @Test func `what waits for a yes is said to wait, and where nothing was learned nothing is forgotten`() async throws
    {
        try await Self.withChat(facts: ListedFacts(waiting: [.sample("Mara plays")])) { _, browser in
            let sheet = try await browser.get("/chat/s/message/q").text
            #expect(sheet.contains("Waiting for confirmation") && sheet.contains("href=\"/you/confirm\""))
            #expect(!sheet.contains("Learned from this message") && !sheet.contains("That is wrong"))
            #expect(sheet.contains("Forget what was learned here"))
            #expect(try await browser.get("/chat/s/memory").text.contains("learned in this chat") == false)
        }
        try await Self.withChat { _, browser in
            let sheet = try await browser.get("/chat/s/message/q").text
            #expect(!sheet.contains("Forget what was learned here") && !sheet.contains("Learned from"))
            #expect(sheet.contains("href=\"/chat/s/message/q/edit\"") && sheet.contains("Edit and send again"))
        }
    }

    @Test func `what was remembered and is forgotten since has nothing to undo`() async throws {
        for deed in [MemoryAction(.remembered, fact: "gone"), MemoryAction(.corrected, fact: "gone", former: "old")] {
            try await Self.withChat(deed: deed) { _, browser in
                let page = try await browser.get("/chat/s").text
                #expect(page.contains("It has been forgotten since.") && !page.contains("/messages/a/undo"))
            }
        }
        try await Self.withChat(deed: MemoryAction(.forgotten, count: 1)) { _, browser in
            let page = try await browser.get("/chat/s").text
            #expect(page.contains("Your messages stay in this chat and can still be found."))
        }
    }

    @Test func `the chip of a new chat says whether the memory is on`() async throws {
        try await Self.withChat { _, browser in
            let on = try await browser.get("/chat/new").text
            #expect(on.contains("Memory on</a>") && !on.contains("Memory off</a>"))
            let off = try await browser.get("/chat/new?memory=off").text
            #expect(off.contains("Memory off</a>") && !off.contains("Memory on</a>"))
        }
    }

    @Test func `memory is turned off in a chat, paused everywhere, and both are said`() async throws {
        try await Self.withChat { app, browser in
            #expect(try await browser.get("/chat/s").text.contains("id=\"strip\"") == false)
            let sheet = try await browser.get("/chat/s/memory").text
            #expect(sheet.contains("Off in this chat") && sheet.contains("Pause everywhere"))
            _ = try await browser.post("/chat/s/memory", ["memory": "off", "sheet": "1"])
            let off = try await browser.get("/chat/s").text
            #expect(
                off.contains("Memory is off in this chat") && off.contains("placeholder=\"Message, not remembered\""))
            #expect(try await app.conversations.session("s")?.memoryIsOff == true)
            _ = try await browser.post("/chat/s/memory", ["memory": "on"])
            #expect(try await app.conversations.session("s")?.memoryIsOff == false)
            _ = try await browser.post("/chat/s/memory", ["memory": "on", "sheet": "1", "pauses": "1"])
            #expect(await app.settings.load().memory.pausesMemory)
            #expect(try await browser.get("/chat/s").text.contains("Memory is paused"))
            #expect(try await browser.get("/chat/new").text.contains("Memory is paused"))
            let resumed = try await browser.post("/settings/companion/pause", ["session": "s"])
            #expect(resumed.location == "/chat/s")
            #expect(await app.settings.load().memory.pausesMemory == false)
            #expect(
                try await browser.post("/chat/s/memory", ["memory": "temporary"]).location == "/chat/new?temporary=1")
        }
    }

    @Test func `a new chat begins in a mode, with or without memory`() async throws {
        try await Self.withChat { app, browser in
            let sheet = try await browser.get("/chat/new?choose=1").text
            #expect(sheet.contains("href=\"/chat/new?mode=coach\""))
            let page = try await browser.get("/chat/new?mode=coach&memory=off").text
            #expect(page.contains("name=\"mode\" value=\"coach\"") && page.contains("name=\"memory\" value=\"off\""))
            let asked = try await browser.post(
                "/chat/ask", ["message": "Hello", "mode": "coach", "memory": "off"])
            let id = try #require(asked.location.split(separator: "/").last?.split(separator: "#").first)
            let session = try #require(try await app.conversations.session(String(id)))
            #expect(session.mode == "coach" && session.memoryIsOff)
            #expect(try await browser.get("/chat/\(id)").text.contains(">Coach<"))
            _ = try await browser.post("/chat/\(id)/mode", ["mode": "friend"])
            #expect(try await app.conversations.session(String(id))?.mode == "friend")
            #expect(try await browser.post("/chat/\(id)/mode", ["mode": "../x"]).status == .notFound)
        }
    }

    // MARK: Care

    @Test(arguments: [
        ("fr-FR,fr;q=0.9", ["3114", "112"], "Aide : France"),
        ("en-GB", ["116 123", "999"], "Help in the United Kingdom"),
        ("en-US,en", ["988", "911"], "Help in the United States"), ("de-CH", ["143", "144"], "Help in Switzerland"),
    ])
    func `people to call are those of the reader's country, at most two`(
        language: String, numbers: [String], label: String
    ) async throws {
        // The conversation's language is that of the page here.
        let care = language.hasPrefix("fr") ? "fr" : "en"
        try await Self.withChat(care: care, settings: .init { $0.appearance.language = .automatic }) { _, browser in
            let page = try await browser.get("/chat/s", [.acceptLanguage: language]).text
            let dialled = page.matches(of: #/href="tel:([^"]+)"/#).map { String($0.1) }
            // Those of other countries come after them.
            #expect(Array(dialled.prefix(2)) == numbers.map { $0.filter { !$0.isWhitespace } })
            #expect(page.replacing("\u{202F}", with: " ").contains(label))
            #expect(page.contains("kitchen"))
        }
    }

    @Test func `the setting goes before the browser's country, and what leaves is not said to stay`() async throws {
        let settings = InMemorySettings { $0.memory.careCountry = "DE" }
        try await Self.withChat(care: "en", settings: settings) { app, browser in
            let page = try await browser.get("/chat/s", [.acceptLanguage: "fr-FR"]).text
            #expect(page.contains("tel:08001110111") && page.contains("What you write stays on “kitchen”."))
        }
    }

    @Test(arguments: [
        ("fr", "en-GB", ["Aide", "Appeler", "Urgences"], ["Help in", ">Call<", "Emergency"]),
        ("en", "fr-FR", ["Help in", ">Call<", "Emergency"], ["Aide", ">Appeler<"]),
    ])
    func `help is in the conversation's language, whatever the app's is`(
        care: String, app: String, here: [String], absent: [String]
    ) async throws {
        try await Self.withChat(care: care, settings: .init { $0.appearance.language = .automatic }) { _, browser in
            let page = try await browser.get("/chat/s", [.acceptLanguage: app]).text
            let box = try #require(
                page.firstMatch(of: /<section aria-label="[^"]*" lang="(..)">.*?<\/section>/.dotMatchesNewlines()))
            #expect(box.output.1 == care)
            for words in here { #expect(box.output.0.contains(words), "\(words)") }
            for words in absent { #expect(!box.output.0.contains(words), "\(words)") }
            #expect(page.contains("<div class=\"answer\" lang=\"\(care)\">"))
        }
    }

    @Test func `in doubt a line stands with the numbers under the answer, which a model may give again`() async throws {
        for (care, words) in [
            ("fr-soft", "ces personnes vous écoutent"), ("fr-soft-tu", "ces personnes t’écoutent"),
            ("en-violence-soft", "listen and believe you"),
        ] {
            try await Self.withChat(care: care) { _, browser in
                let page = try await browser.get("/chat/s", [.acceptLanguage: "fr-FR"]).text
                #expect(page.contains(words))
                #expect(page.contains("href=\"tel:\(care.contains("violence") ? "3919" : "3114")\""))
            }
        }
    }

    @Test func `a card says tu or vous throughout`() async throws {
        for (care, isFamiliar) in [("fr", false), ("fr-tu", true)] {
            try await Self.withChat(care: care) { _, browser in
                let page = try await browser.get("/chat/s", [.acceptLanguage: "fr-FR"]).text
                #expect(page.contains("Urgences, si tu es en danger maintenant") == isFamiliar)
                #expect(page.contains("Urgences, si vous êtes en danger maintenant") != isFamiliar)
                #expect(page.contains("Ce que tu écris reste sur") == isFamiliar)
            }
        }
    }

    @Test func `an answer of care offers neither a word card nor another answer`() async throws {
        for (care, isOffered) in [("en", false), (nil, true)] {
            try await Self.withChat(care: care) { _, browser in
                let page = try await browser.get("/chat/s").text
                #expect(page.contains("class=\"mark\"") == isOffered)
                #expect(page.contains("action=\"/messages/a/repeat\"") == isOffered)
                #expect(!page.contains("/messages/a/continue"))
                #expect(page.contains("data-copy=\"a\""))
            }
        }
    }

    // MARK: Modes and settings

    @Test func `a mode is read, changed, compared, restored, added, copied and deleted`() async throws {
        try await Self.withChat { app, browser in
            let modes = try #require(app.server.site.memory).modes
            let list = try await browser.get("/settings/modes").text
            #expect(list.contains("10 text files") && list.contains("Friend") && !list.contains(">Edited<"))
            let fields = ["name": "Friend", "about": "Short", "text": "You listen.\r\nBe brief.", "uses-memory": "1"]
            let saved = try await browser.post("/settings/modes/friend?lang=en", fields)
            #expect(saved.location == "/settings/modes/friend?lang=en&saved=1")
            #expect(modes.mode("friend", in: .english)?.text.text == "You listen.\nBe brief.")
            let page = try await browser.get("/settings/modes/friend").text
            #expect(page.contains("<li class=\"added\" dir=\"auto\"><span class=\"vh\">Added: </span>Be brief.</li>"))
            #expect(page.contains("class=\"removed\"") && page.contains("Restore the original?"))
            #expect(try await browser.get("/settings/modes").text.contains(">Edited<"))
            _ = try await browser.post("/settings/modes/friend/restore?lang=en")
            #expect(modes.mode("friend", in: .english)?.isEdited == false)

            let added = try await browser.post("/settings/modes/new?lang=fr", ["name": "Conteur", "text": "Raconte."])
            #expect(added.location == "/settings/modes/conteur?lang=fr&saved=1")
            let copied = try await browser.post("/settings/modes/conteur/copy?lang=fr")
            #expect(copied.location == "/settings/modes/conteur-copy?lang=fr")
            _ = try await browser.post("/settings/modes", ["mode": "conteur"])
            #expect(await app.settings.load().memory.usualMode == "conteur")
            _ = try await browser.post("/settings/modes/conteur/delete")
            #expect(await app.settings.load().memory.usualMode == "friend")
            #expect(try await browser.get("/settings/modes/conteur").status == .notFound)
            #expect(try await browser.post("/settings/modes/friend/delete").status == .badRequest)
            #expect(try await browser.post("/settings/modes/new", ["name": " "]).status == .badRequest)
        }
    }

    @Test func `a mode is tried with its text as it stands, which is not saved`() async throws {
        let model = ScriptedModel(saying: "Welcome <b>home</b>.")
        let app = try await TestApp(model)
        try await app.test { browser in
            let page = try await browser.post("/settings/modes/friend/try?lang=en", ["name": "F", "text": "Be a cat."])
            #expect(page.text.contains("Be a cat.") && page.text.contains("Welcome"))
            #expect(!page.text.contains("<b>home</b>"))
            #expect(model.requests.last?.instructions == "Be a cat.")
            #expect(try #require(app.server.site.memory).modes.mode("friend", in: .english)?.isEdited == false)
        }
    }

    @Test func `settings say in numbers how far the memory can be trusted`() async throws {
        let access = try MemoryAccess.sample()
        let app = try await TestApp(memory: access)
        try await app.test { browser in
            let page = try await browser.get("/settings/companion").text
            let measured = FactExtractor.quality
            #expect(page.contains("\(Int((measured.precision * 100).rounded()))"))
            #expect(page.contains("Measured on"))
            _ = try await browser.post("/settings/companion", ["pauses": "1", "country": "CA"])
            let settings = await app.settings.load().memory
            #expect(settings.pausesMemory && !settings.recallsInAnswers && settings.careCountry == "CA")
            #expect(!settings.remoteMayRecall)
        }
    }
}
