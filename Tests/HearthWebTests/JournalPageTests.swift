// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HearthMemory
import HearthModels
import HearthStore
import HearthTesting
import HummingbirdTesting
import NIOCore
import Testing

@testable import HearthWeb

/// The journal in the browser, over the real store.
@Suite struct JournalPageTests {
    private let store: Store
    private let journal: Journal
    private let app: TestApp

    init() async throws {
        store = try Store()
        journal = Journal(store, recall: Recall(store))
        app = try await TestApp(ScriptedModel(saying: "What did Yann say at the market?"), journal: journal)
    }

    private func write(_ text: String, _ day: String = "2026-11-20", mood: Mood? = .good) async throws -> JournalEntry {
        let entry = JournalEntry(
            day: try #require(JournalDay(day)), minute: 1_272, text: text, mood: mood, createdAt: someEvening,
            language: "en")
        try await journal.save(entry, in: .gmt)
        return entry
    }

    private static func fixture(_ name: String) throws -> Data {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        return try Data(contentsOf: folder.appending(path: "Fixtures/journal/\(name)"))
    }

    @Test func `an entry is written, read, changed, deleted and brought back`() async throws {
        try await app.test { browser in
            let id = UUID().uuidString
            let form = [
                "entry": id, "day": "2026-11-21", "time": "21:12", "mood": "5",
                "text": "Half a violin\n\nShe *laughed*.",
            ]
            let saved = try await browser.upload(
                "/journal/write", form.merging(["do": "save", "tags": "music, home"]) { $1 })
            #expect(saved.location == "/journal/entries/\(id)?saved=1")
            let page = try await browser.get("/journal/entries/\(id)").text
            #expect(page.contains("<h1 class=\"large\" dir=\"auto\">Half a violin</h1>"))
            #expect(page.contains("She <em>laughed</em>.") && page.contains("aria-label=\"Bright\""))
            #expect(page.contains("Saturday 21 November, 21:12") && page.contains("/journal/search?tag=music"))
            #expect(try await browser.get("/journal").text.contains("Half a violin"))
            _ = try await browser.upload(
                "/journal/write", form.merging(["do": "save", "text": "Only this", "mood": ""]) { $1 })
            let entry = try #require(try await store.entry(id))
            #expect(entry.text == "Only this" && entry.mood == nil && entry.language == "en")
            let gone = try await browser.post("/journal/entries/\(id)/delete")
            #expect(gone.location == "/journal?deleted=\(id)")
            #expect(try await browser.get(gone.location).text.contains("action=\"/journal/entries/\(id)/undelete\""))
            #expect(try await browser.get("/journal/entries/\(id)").status == .notFound)
            #expect(try await browser.post("/journal/entries/\(id)/undelete").location == "/journal/entries/\(id)")
            #expect(try await browser.get("/journal/entries/\(id)").status == .ok)
            let file = try await browser.get("/journal/entries/\(id)/markdown")
            #expect(file.text.hasPrefix("---\ndate: 2026-11-21\ntime: \"21:12\"\n") && file.text.contains("Only this"))
        }
    }

    @Test func `a draft is kept, shown again, and gone when it is saved or discarded`() async throws {
        try await app.test { browser in
            let id = UUID().uuidString
            let form = ["entry": id, "day": "2026-11-21", "time": "", "mood": "4", "text": "The market with Yann"]
            #expect(try await browser.post("/journal/draft", form).status == .noContent)
            #expect(try await browser.get("/journal").text.contains("The market with Yann"))
            let shown = try await browser.get("/journal/write?entry=\(id)").text
            #expect(shown.contains("The market with Yann</textarea>") && shown.contains("value=\"4\" checked"))
            _ = try await browser.post("/journal/draft/discard", ["entry": id])
            #expect(try await store.draft(id) == nil)
            _ = try await browser.post("/journal/draft", form)
            _ = try await browser.upload("/journal/write", form.merging(["do": "save"]) { $1 })
            #expect(try await store.draft(id) == nil)
            #expect(try await store.entry(id)?.mood == .good)
            #expect(
                try await browser.post("/journal/draft", form.merging(["entry": "../x"]) { $1 }).status == .badRequest)
        }
    }

    @Test func `photos are added without what they tell, shown with their type, and removed`() async throws {
        let (jpeg, html) = (try Self.fixture("place.jpeg"), Data("<html><script>alert(1)</script>".utf8))
        try await app.test { browser in
            let id = UUID().uuidString
            let form = [
                "entry": id, "day": "2026-11-20", "time": "09:30", "tags": "sea, C&A + b", "text": "Sea",
                "do": "photos",
            ]
            let added = try await browser.upload("/journal/write", form, [("a.html", jpeg), ("../../b.php", jpeg)])
            #expect(added.location.hasPrefix("/journal/write?entry=\(id)&day=2026-11-20&time="))
            let again = try await browser.get(added.location).text
            for value in ["2026-11-20", "09:30", "sea, C&amp;A + b"] { #expect(again.contains("value=\"\(value)\"")) }
            let photo = try #require(try await store.photos(of: id).first)
            let shown = try await browser.get("/journal/photos/\(photo.id)")
            #expect(shown.headers[.contentType] == "image/jpeg" && shown.headers[.xContentTypeOptions] == "nosniff")
            #expect(!shown.text.contains("SECRET-PLACE"))
            #expect(try await browser.get(added.location).text.contains("src=\"/journal/photos/\(photo.id)\""))
            let refused = try await browser.upload("/journal/write", form, [("c.jpg", html)])
            #expect(
                refused.status == .badRequest && refused.text.contains("not a photo") && refused.text.contains("Sea"))
            // The field that may be at fault is not hidden.
            #expect(refused.text.contains("<details class=\"more\" open>"))
            _ = try await browser.upload("/journal/write", form.merging(["do": "", "remove": photo.id]) { $1 })
            #expect(try await store.photos(of: id).count == 1)
            #expect(try await browser.get("/journal/photos/\(photo.id)").status == .notFound)
        }
    }

    @Test func `what cannot be saved says why and keeps what was typed`() async throws {
        try await app.test { browser in
            let id = UUID().uuidString
            for (field, value, fault) in [
                ("day", "2026-02-30", "Choose the day"), ("time", "25:99", "21:12"), ("text", "", "Write something"),
            ] {
                var form = ["entry": id, "day": "2026-11-21", "time": "", "text": "typed", "do": "save"]
                form[field] = value
                let page = try await browser.upload("/journal/write", form)
                #expect(page.status == .badRequest && page.text.contains(fault), "\(field)")
                #expect(field == "text" || page.text.contains("typed</textarea>"))
            }
            #expect(try await store.overview().entries == 0)
        }
    }

    @Test func `calendar, search, earlier years and moods show what there is`() async throws {
        let entry = try await write("Half a violin\n\nLise carried the case to the kitchen.", mood: .bright)
        _ = try await write("First frost\n\nLise was late at the kitchen.", "2025-11-21", mood: .low)
        _ = try await write("Lise sang in the kitchen.", "2026-11-18", mood: .good)
        try await app.test { browser in
            let month = try await browser.get("/journal/calendar").text
            #expect(
                month.contains("<h1 class=\"large\">November</h1>")
                    && month.contains("aria-label=\"20 November: Bright\""))
            #expect(
                month.contains("aria-current=\"date\"") == false
                    && month.contains("href=\"/journal/calendar?month=2026-10\""))
            let day = try await browser.get("/journal/calendar?day=2026-11-20").text
            #expect(
                day.contains("Friday 20 November") && day.contains("/journal/entries/\(entry.id)")
                    && !day.contains("Lise sang"))
            #expect(try await browser.get("/journal/calendar?month=x&day=y").status == .ok)
            let found = try await browser.get("/journal/search?q=half+viol").text
            #expect(found.contains("<mark>violin</mark>") || found.contains("Half a violin"))
            #expect(found.contains("1 entry found") && found.contains("/journal/ask?q=half%20viol"))
            #expect(try await browser.get("/journal/search?q=zebra").text.contains("Nothing found"))
            let years = try await browser.get("/journal/on-this-day").text
            #expect(years.contains("A year ago") && years.contains("First frost") && !years.contains("Half a violin"))
            let moods = try await browser.get("/journal/moods").text
            #expect(
                moods.contains("class=\"dots warm\" d=\"M")
                    && moods.contains("<caption class=\"vh\">Moods by week</caption>"))
            #expect(moods.contains(">Lise</a>") && moods.contains(">Kitchen</a>"))
        }
    }

    @Test func `the week shows what was done`() async throws {
        _ = try await write("Monday.", "2026-11-16", mood: .even)
        _ = try await write("Friday.", "2026-11-20", mood: nil)
        try await app.test { browser in
            let page = try await browser.get("/journal").text
            #expect(page.contains("You wrote on 2 days this week"))
            #expect(page.components(separatedBy: "<span class=\"none\">").count == 6)
            #expect(!page.lowercased().contains("streak") && !page.contains("missed"))
        }
    }

    // MARK: Asking and looking back

    @Test func `a question is answered from entries, or says that there is nothing`() async throws {
        let entry = try await write("The school concert\n\nLise pointed at the violin.", "2026-06-20")
        try await app.test { browser in
            let page = try await done(
                try await browser.post("/journal/ask", ["q": "Which violin did Lise point at?"]), browser)
            #expect(page.contains("Lise pointed at the violin.") && page.contains("href=\"#s1\""))
            #expect(page.contains("href=\"/journal/entries/\(entry.id)\" id=\"s1\""))
            let none = try await done(
                try await browser.post("/journal/ask", ["q": "What did I think of Lisbon?"]), browser)
            #expect(none.contains("Your journal does not answer that") && none.contains("Hearth searched 1 entry"))
            #expect(try await browser.get("/journal/ask/none").status == .gone)
        }
    }

    @Test func `a look back is drafted, edited and kept, and nothing is saved before`() async throws {
        _ = try await write("Still no heating in the flat. We ate soup.", "2026-11-16")
        let other = try await write("Lise carried the violin home.", "2026-11-20")
        let range = JournalDay.first...JournalDay.last
        try await app.test { browser in
            #expect(try await browser.get("/journal/week").text.contains("Write about this week"))
            let begun = try await browser.post("/journal/reflect", ["period": "week", "day": "2026-11-21"])
            let draft = try await done(begun, browser)
            #expect(draft.contains("Keep in journal") && draft.contains("Lise carried the violin"))
            #expect(try await store.reflections(range).isEmpty)
            let edit = try await browser.get(begun.location + "?edit=1").text
            let text = try #require(edit.firstMatch(of: #/(?s)name="text"[^>]*>(.*?)</textarea>/#)?.1)
            let mine = text.replacing("&#39;", with: "'").split(separator: "\n").last.map(String.init) ?? ""
            let kept = try await browser.post(begun.location, ["do": "keep", "text": "A cold week.\n\(mine)"])
            #expect(kept.location.hasPrefix("/journal/week?day=2026-11-16"))
            let lines = try #require(try await store.reflections(range).first?.lines)
            #expect(lines.map(\.text).first == "A cold week." && lines.map(\.entry) == [nil, other.id])
            #expect(try await browser.get("/journal/week").text.contains("A cold "))
            let again = try await browser.post("/journal/reflect", ["period": "week", "day": "2026-11-21"])
            _ = try await done(again, browser)
            _ = try await browser.post(again.location, ["do": "discard"])
            #expect(try await store.reflections(range).first?.lines == lines)
            let id = try #require(try await store.reflections(range).first?.id)
            _ = try await browser.post("/journal/reflections/\(id)/forget")
            #expect(try await store.reflections(range).isEmpty)
        }
    }

    /// The page of some work, once it is over.
    private func done(_ begun: TestResponse, _ browser: Browser) async throws -> String {
        #expect(begun.status == .seeOther)
        for _ in 0..<500 {
            let page = try await browser.get(begun.location)
            if !page.text.contains("data-working") { return page.text }
            try await Task.sleep(for: .milliseconds(20))
        }
        throw CancellationError()
    }

    // MARK: Talking it over

    @Test func `a talk becomes an entry of the user's own words`() async throws {
        try await app.test { browser in
            var page = try await browser.get("/journal/talk?mood=4").text
            #expect(try await store.newestDraft(isTalk: true) == nil)
            let id = String(try #require(page.firstMatch(of: #/name="entry" value="([^"]+)"/#)?.1))
            for turn in 0..<GuidedTalk.length {
                let question = String(try #require(page.firstMatch(of: #/name="question" value="([^"]+)"/#)?.1))
                let answer = [
                    "entry": id, "question": question.replacing("&#39;", with: "'"), "mood": "4",
                    "answer": "Answer \(turn).",
                ]
                _ = try await browser.post("/journal/talk", turn == 1 ? answer.merging(["do": "skip"]) { $1 } : answer)
                // Sent twice, it is answered once.
                _ = try await browser.post("/journal/talk", answer)
                page = try await browser.get("/journal/talk").text
            }
            #expect(!page.contains("name=\"question\"") && page.contains("Answer 0.\n\nAnswer 2."))
            let kept = try await browser.post(
                "/journal/talk/keep", ["entry": id, "mood": "4", "text": "Answer 0.\n\nMine."])
            #expect(kept.location == "/journal/entries/\(id)?saved=1")
            let entry = try #require(try await store.entry(id))
            #expect(entry.text == "Answer 0.\n\nMine." && entry.mood == .good)
            #expect(try await store.newestDraft(isTalk: true) == nil)
            // Another tab, which has the talk open still, writes over nothing.
            let late = ["entry": id, "question": "How was it?", "answer": "Something else."]
            #expect(try await browser.post("/journal/talk", late).status == .notFound)
            #expect(try await store.draft(id) == nil)
        }
    }

    // MARK: Files

    @Test func `a file is looked at, and imported whole when that is wanted`() async throws {
        let (file, broken) = (try Self.fixture("dayone.zip"), try Self.fixture("dayone.zip").prefix(700))
        try await app.test { browser in
            let begun = try await browser.upload("/journal/import", [:], [("<b>Nora.zip", file)], field: "file")
            let preview = try await done(begun, browser)
            #expect(preview.contains("Import 3 entries") && preview.contains("&lt;b&gt;Nora.zip"))
            #expect(preview.contains("Videos") && preview.contains("First tooth"))
            #expect(try await store.overview().entries == 0)
            let imported = try await done(try await browser.post(begun.location), browser)
            #expect(imported.contains("3 entries were added") && imported.contains("1 photo was added"))
            #expect(try await store.overview().entries == 3)
            #expect(try await store.unrecalledEntries(limit: 9).isEmpty)
            let again = try await done(
                try await browser.upload("/journal/import", [:], [("a.zip", file)], field: "file"), browser)
            #expect(again.contains("Nothing new in this file") && again.contains("Already in your journal"))
            let refused = try await done(
                try await browser.upload("/journal/import", [:], [("a.zip", broken)], field: "file"), browser)
            #expect(refused.contains("This file cannot be imported"))
            #expect(try await browser.upload("/journal/import", [:], []).status == .badRequest)
        }
    }

    @Test func `the export is an archive that can be imported again`() async throws {
        let entry = try await write("Half a violin", mood: .bright)
        _ = try await store.add(PhotoFile(Self.fixture("place.webp")), to: entry.id)
        try await app.test { browser in
            #expect(try await browser.get("/journal/export").text.contains("1 entry, from 20 November"))
            let file = try await browser.post("/journal/export")
            #expect(file.headers[.contentType] == "application/zip")
            try await store.eraseJournal()
            let begun = try await browser.upload(
                "/journal/import", [:], [("mine.zip", Data(file.body.readableBytesView))], field: "file")
            _ = try await done(begun, browser)
            _ = try await done(try await browser.post(begun.location), browser)
            let back = try #require(try await store.entries(JournalQuery()).first)
            #expect(back.text == entry.text && back.mood == .bright && back.minute == entry.minute)
            #expect(back.photos.map(\.kind) == [.webp])
        }
    }

    @Test func `a day or the whole journal is erased, after the page has said what is lost`() async throws {
        let market = try await write("The market")
        _ = try await store.add(PhotoFile(Self.fixture("place.webp")), to: market.id)
        _ = try await write("The quay")
        let other = try await write("The ward", "2026-11-19")
        try await app.test { browser in
            #expect(try await browser.get("/journal/export").text.contains("href=\"/journal/erase\""))
            let calendar = try await browser.get("/journal/calendar?day=2026-11-20").text
            #expect(calendar.contains("href=\"/journal/erase?what=2026-11-20\""))
            #expect(try await !browser.get("/journal/calendar").text.contains("/journal/erase"))
            let asked = try await browser.get("/journal/erase?what=2026-11-20").text
            #expect(asked.contains("Erase 20 November?") && asked.contains("2 entries and 1 photo will be gone"))
            #expect(try await store.overview().entries == 3, "asking erases nothing")
            #expect(try await browser.get("/journal/erase?what=2026-11-18").text.contains("no entry of that day"))
            for day in ["2026-11-18", "2026-11-20"] {
                try await store.save(
                    JournalDraft(
                        entry: day, day: try #require(JournalDay(day)), text: "Half a thought", changedAt: .now))
            }
            let begun = try await browser.get("/journal/erase?what=2026-11-18").text
            #expect(begun.contains("1 draft or deleted entry will be gone") && !begun.contains("0 entries"))
            let more = try await browser.get("/journal/erase?what=2026-11-20").text
            #expect(more.contains("2 entries, 1 photo and 1 draft or deleted entry will be gone"))
            for wrong in ["2026-02-31", "x", ""] {
                #expect(try await browser.post("/journal/erase", ["what": wrong]).status == .badRequest)
            }
            let gone = try await browser.post("/journal/erase", ["what": "2026-11-20"])
            #expect(gone.location == "/journal/erase?done=1")
            #expect(try await browser.get(gone.location).text.contains("It has been erased."))
            #expect(try await store.entries(JournalQuery()).map(\.id) == [other.id])
            let (erased, kept) = (try await store.draft("2026-11-20"), try await store.draft("2026-11-18"))
            #expect(erased == nil && kept != nil)
            #expect(try await browser.get("/journal/erase?what=all").text.contains("1 entry will be gone"))
            _ = try await browser.post("/journal/erase", ["what": "all"])
            #expect(try await store.overview().entries == 0)
        }
    }

    @Test func `without a journal the area says so`() async throws {
        let app = try await TestApp()
        try await app.test { browser in
            for path in ["/journal", "/journal/calendar", "/journal/talk", "/journal/import"] {
                let page = try await browser.get(path)
                #expect(page.status == .notFound && page.text.contains("This Hearth keeps no journal."))
            }
        }
    }
}

extension Browser {
    /// Sends a form with files, as browsers do.
    func upload(
        _ address: String, _ fields: [String: String], _ files: [(name: String, data: Data)] = [],
        field: String = "photos"
    ) async throws -> TestResponse {
        let boundary = "----test-boundary"
        var body = Data()
        for (name, value) in [("token", TestApp.key.formToken)] + fields.map({ ($0.key, $0.value) }) {
            body += Data("--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n".utf8)
        }
        for file in files {
            let head =
                "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(field)\"; filename=\"\(file.name)\"\r\n\r\n"
            body += Data(head.utf8) + file.data + Data("\r\n".utf8)
        }
        body += Data("--\(boundary)--\r\n".utf8)
        var headers = headers
        headers[.contentType] = "multipart/form-data; boundary=\(boundary)"
        headers[.origin] = "http://localhost"
        return try await client.execute(uri: address, method: .post, headers: headers, body: ByteBuffer(bytes: body))
    }
}
