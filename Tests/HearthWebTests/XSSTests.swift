// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HearthAnki
import HearthChat
import HearthMemory
import HearthModels
import HearthStore
import HearthTesting
import HearthWords
import HummingbirdTesting
import Mustache
import Testing

@testable import HearthWeb

/// Text that tries to become script, through everything that shows text.
@Suite struct XSSTests {
    static let say = Result { try Phrases(.english, folder: WebServer.resources.appending(path: "Languages")) }

    /// Written for this test, after the families of payloads that OWASP's cheat sheet on cross-site scripting names.
    static let payloads: [String] = {
        let scripts = [
            "<script>alert(1)</script>", "<SCRIPT SRC=//x.example/a.js></SCRIPT>",
            "<scr<script>ipt>alert(1)</scr</script>ipt>",
            "<script\u{0}>alert(1)</script>", "<script/x>alert(1)</script>", "</script><script>alert(1)</script>",
            "<script>alert(1)//", "<script type=module>import '//x.example'</script>",
            "&lt;script&gt;alert(1)&lt;/script&gt;",
        ]
        let events = [
            "onerror", "onload", "onmouseover", "onfocus", "ontoggle", "onanimationstart", "onpointerenter", "oninput",
        ]
        .flatMap { name in
            [
                "<img src=x \(name)=alert(1)>", "<svg \(name)=alert(1)>", "<details open \(name)=alert(1)>",
                "\" \(name)=\"alert(1)", "' \(name)='alert(1)", "<a href=x \(name)=alert(1)>y</a>",
            ]
        }
        let schemes = [
            "javascript:alert(1)", "JaVaScRiPt:alert(1)", "java\tscript:alert(1)", "java\nscript:alert(1)",
            " javascript:alert(1)",
            "\u{1}javascript:alert(1)", "javascript&colon;alert(1)", "&#106;avascript:alert(1)", "vbscript:msgbox(1)",
            "data:text/html,<script>alert(1)</script>", "data:image/svg+xml;base64,PHN2Zz4=", "file:///etc/passwd",
            "blob:http://localhost/x", "feed:javascript:alert(1)", "view-source:javascript:alert(1)", "//evil.example",
            "/chat/x/delete", "\\\\evil.example", "intent://x#Intent;end", "tel:+1",
        ]
        let links = schemes.flatMap { ["[x](\($0))", "[x](<\($0)>)", "![x](\($0))", "<\($0)>", "[x]: \($0)\n\n[x]"] }
        let others = [
            "<iframe src=javascript:alert(1)>", "<object data=x>", "<embed src=x>", "<base href=//evil.example>",
            "<meta http-equiv=refresh content='0;url=//evil.example'>", "<link rel=stylesheet href=//evil.example>",
            "<style>@import '//evil.example'</style>", "<form action=//evil.example><button>x</button></form>",
            "<math><mtext><script>alert(1)</script>", "<svg><use href='data:x'/></svg>",
            "<template><script>alert(1)</script>",
            "{{{formToken}}}", "{{formToken}}", "{{=<% %>=}}<%formToken%>",
            "```html\" onload=alert(1)\n<script>alert(1)</script>\n```",
            "$<script>alert(1)</script>$", "\\(<img src=x onerror=alert(1)>\\)",
            "| <script>alert(1)</script> |\n|---|\n| <b onclick=x> |",
            "`<script>alert(1)</script>`", "# <script>alert(1)</script>", "<!--<script>alert(1)</script>-->",
            "<![CDATA[<script>]]>",
            "\u{202E}<script>", "<\u{0}script>", "%3Cscript%3Ealert(1)%3C/script%3E", "\"><script>alert(1)</script>",
            "</textarea><script>alert(1)</script>",
            "</title><script>alert(1)</script>", "\u{E000}<script>\u{E001}",
            "[^<b>]\n\n[^<b>]: x", "[^1]\n\n[^1]: <script>alert(1)</script>", "[^1]: javascript:alert(1)\n\n[^1]",
            "[^\" onload=x]\n\n[^\" onload=x]: y", "<b [^1]>\n\n[^1]: <img src=x onerror=alert(1)>",
        ]
        // A mark and the accent behind it are one character to Swift, and two to a browser.
        let accented = [
            "\"\u{301} onfocus=\"alert(1)", "'\u{301} onfocus='alert(1)", "<\u{301}script>alert(1)</script>",
        ]
        return scripts + events + links + others + accented
    }()

    /// Elements that Markdown and our own turns consist of, and their attributes.
    private static let known = Set(
        "p h3 h4 h5 h6 ul ol li blockquote pre code em strong del a br hr table thead tbody tr th td div span button svg use sup section"
            .split(separator: " ").map(String.init))
    private static let attributes = Set(
        """
        id class dir href target rel start scope tabindex role aria-label aria-hidden type data-copy-code data-tex
        """.split(whereSeparator: \.isWhitespace).map(String.init))

    @Test(arguments: payloads)
    func `what was found is marked, and nothing else`(payload: String) throws {
        let session = Session(id: "s", createdAt: someEvening)
        let excerpt = "\u{E000}\(payload.replacing("\u{E000}", with: "").replacing("\u{E001}", with: ""))\u{E001}"
        let finding = Finding(session: session, message: nil, excerpt: excerpt)
        let clock = WallClock(now: { someEvening }, zone: .gmt)
        let row = HistoryPage.FoundView.all([finding], clock, try Self.say.get())[0]
        let html = row.marked
        #expect(html.hasPrefix("<mark>") && html.hasSuffix("</mark>"))
        #expect(html.dropFirst(6).dropLast(7).firstMatch(of: /[<>"']/) == nil)
    }

    @Test func `there are many of them`() {
        #expect(Set(Self.payloads).count >= 150)
    }

    @Test(arguments: payloads)
    func `an answer has only elements that we write`(payload: String) throws {
        let html = MarkdownHTML.sample.html(payload)
        for element in try elements(html) {
            #expect(Self.known.contains(element.name), "\(html)")
            for (name, value) in element.attributes {
                #expect(Self.attributes.contains(name), "\(html)")
                if name == "href" {
                    #expect(
                        value.hasPrefix("http:") || value.hasPrefix("https:") || value.hasPrefix("mailto:")
                            || value == "/icons.svg#copy" || value.hasPrefix("#text-"))
                }
            }
        }
    }

    /// Elements of the app's own pages, beside those of answers.
    static let frame = known.union(
        """
        html head meta title link script body a main header aside nav h1 h2 article details summary form input label textarea \
        section noscript fieldset legend circle dl dt dd b mark rect wbr template
        """.split(whereSeparator: \.isWhitespace).map(String.init))

    /// Through a question, an answer, a thought, a title, a draft, instructions and a search.
    @Test(arguments: payloads)
    func `a page has only elements of ours, and addresses of ours`(payload: String) async throws {
        let model = ScriptedModel { _ in .of([.thought(payload), .text(payload), .finished(.sample)]) }
        let app = try await TestApp(model)
        let id = try await app.answered(payload + ".").session
        try await app.conversations.rename(id, to: payload + ".")
        try await app.conversations.instruct(id, payload)
        try await app.conversations.saveDraft(payload, of: id)
        let query = payload.addingPercentEncoding(withAllowedCharacters: .alphanumerics)!
        try await app.test { browser in
            for path in [
                "/chat/\(id)", "/chat/\(id)/details", "/history", "/history?q=\(query)", "/history?deleted=\(query)",
                "/welcome?language=\(query)", "/help?q=\(query)", "/chat/\(id)?q=\(query)", "/chat/\(id)/folder",
                "/history?select=1",
            ] {
                let response = try await browser.get(path)
                #expect(response.status == .ok)
                let elements = try elements(response.text)
                // Every page has at least its frame.
                #expect(elements.count > 30 && elements.last { $0.name == "script" } != nil)
                for element in elements { check(element, path) }
            }
        }
    }

    /// Elements of the pages about words, beside those: pictures of cards, fields to choose from, plots.
    static let words = frame.union(
        "img progress select option output footer figure figcaption path i ins kbd caption".split(separator: " ").map(
            String.init))

    /// Through every field of a word, the name of its deck, a typed answer, a search and the names of columns.
    @Test(arguments: payloads)
    func `pages about words have only elements of ours, too`(payload: String) async throws {
        let store = MemoryWords()
        let app = try await TestApp(words: store)
        let text = payload + "."
        var content = FlashcardContent(word: text)
        (content.definition, content.translation, content.phonetic, content.example) = (text, text, text, text)
        (content.image, content.audio, content.synonyms, content.tags) = (text, text, [text], [text])
        let deck = try await store.makeDeck(text.replacing("::", with: ""), at: someEvening)
        let word = try await store.add([content], to: deck.id, at: someEvening)[0]
        let query = payload.addingPercentEncoding(withAllowedCharacters: .alphanumerics)!
        let here = "/words/decks/\(deck.id)"
        try await app.test { browser in
            for path in [
                "/words", here, "\(here)?q=\(query)&tag=\(query)&deleted=\(query)", "\(here)?select=1",
                "\(here)/settings",
                "\(here)/study?session=\(query)&mode=\(query)", "\(here)/study?show=1&typed=\(query)",
                "\(here)/summary?session=\(query)", "/words/cards/\(word.id)", "/words/add?deck=\(deck.id)",
                "/words/statistics?deck=\(query)", "/words/export", "/words/first?deck=\(deck.id)&kind=\(query)",
            ] {
                let response = try await browser.get(path)
                #expect(response.status == .ok, "\(path)")
                for element in try elements(response.text) { check(element, path, Self.words) }
            }
        }
        let (pages, say) = (app.server.site.pages, try Self.say.get())
        let tree = await store.decks()
        let frame = pages.bareFrame(RequestLocale(settings: AppSettings(), text: say))
        for found in try hostileFiles(text) {
            let form = ImportForm(found, name: text)
            let preview = PreviewPage(form, of: ImportJob(text), "k", tree, isRefused: true, say)
            let html = try pages.templates.render(
                FramedPage(page: preview, frame: frame), withTemplate: PreviewPage.template)
            for element in try elements(html) { check(element, "preview", Self.words) }
        }
    }

    /// A table and a package whose every text is hostile.
    private func hostileFiles(_ text: String) throws -> [WordsInFile] {
        let file = FileManager.default.temporaryDirectory.appending(path: "hostile-\(UUID().uuidString).csv")
        defer { try? FileManager.default.removeItem(at: file) }
        // A table with a zero byte in it is refused before anything of it is shown.
        let shown = text.replacing("\u{0}", with: "")
        let quoted = "\"\(shown.replacing("\"", with: "\"\""))\""
        try Data(Array(repeating: "\(quoted),\(quoted)\n", count: 2).joined().utf8).write(to: file)
        var (batch, report) = (WordImport(), ImportReport())
        batch.decks = [ImportedDeck(path: [text])]
        batch.words = [ImportedWord(deck: 0, content: FlashcardContent(word: text))]
        report.skip(.unsafeName, "media", text)
        return [.table(try DelimitedTable(file)), .words(WordsRead(batch, report))]
    }

    /// Elements of the journal's pages, beside those: photos, moods, a calendar.
    private static let journal = words.union(["time", "img", "figure", "table", "caption"])

    /// Through the text, tags and photos of an entry, drafts, a talk, a search, a question, a look back and files.
    @Test(arguments: payloads)
    func `pages of the journal have only elements of ours, too`(payload: String) async throws {
        let store = try Store()
        let journal = Journal(store, recall: Recall(store))
        let app = try await TestApp(journal: journal)
        let text = payload.replacing("\u{0}", with: "") + "."
        let day = try #require(JournalDay("2026-11-20"))
        let entry = JournalEntry(
            day: day, text: text + "\n\nThe garden and Lise. " + text, mood: .good, tags: [String(text.prefix(90))],
            createdAt: someEvening, language: "en")
        try await journal.save(entry, in: .gmt)
        try await journal.save(
            JournalEntry(day: day.adding(-365), text: text + "\nthe garden", createdAt: someEvening), in: .gmt)
        try await store.save(JournalDraft(entry: UUID().uuidString, day: day, text: text, changedAt: someEvening))
        var talk = GuidedTalk(language: "en", exchanges: [])
        for _ in 0..<2 {
            talk.ask(text)
            if talk.exchanges.count == 1 { talk.answer(text) }
        }
        try await store.save(
            JournalDraft(entry: UUID().uuidString, day: day, text: text, talk: talk, changedAt: someEvening))
        try await store.save(
            Reflection(
                period: .week, firstDay: day.weekStart, lines: [.init(text, entry: entry.id)], question: text,
                createdAt: someEvening))
        let query = payload.addingPercentEncoding(withAllowedCharacters: .alphanumerics)!
        try await app.test { browser in
            for path in [
                "/journal?deleted=\(query)", "/journal/entries/\(entry.id)", "/journal/write?entry=\(entry.id)",
                "/journal/write?day=\(query)&mood=\(query)", "/journal/calendar?day=2026-11-20",
                "/journal/search?q=\(query)", "/journal/search?tag=\(query)", "/journal/on-this-day?day=2026-11-20",
                "/journal/moods", "/journal/ask?q=\(query)", "/journal/week?day=2026-11-20", "/journal/month",
                "/journal/talk?about=\(query)&mood=\(query)", "/journal/import", "/journal/export",
                "/journal/erase?what=2026-11-20",
            ] {
                let response = try await browser.get(path)
                #expect(response.status == .ok, "\(path)")
                for element in try elements(response.text) { check(element, path, Self.journal) }
            }
        }
        try checkFiles(app.server.site.pages, text)
    }

    private func checkFiles(_ pages: Pages, _ text: String) throws {
        let say = try Self.say.get()
        var batch = JournalImport(name: text, kind: .markdown)
        batch.entries = [.init(day: JournalDay(number: 20_000), text: text)]
        let day = JournalDay(number: 20_700)
        let source = JournalSource(entry: JournalEntry(day: day, text: text, createdAt: someEvening), quote: text)
        var answer = JournalAnswer(question: text)
        (answer.sentences, answer.sources) = ([.init(text, source: 0, isQuote: true)], [source])
        let failed = JournalJobs.Job(
            kind: .reading, state: .failed(WebError(.badRequest, .input, text)), back: "/journal")
        let shown: [any Page] = [
            JournalPreviewPage(batch, key: "k", canLearn: true, today: day, say),
            JournalImportedPage(.init(batch), say),
            AskPage(text, answer, JournalOverview(), [], today: day, JournalContext(pages: pages, kept: nil), say),
            JournalJobPage(failed, at: "/journal/import/k", say),
        ]
        let frame = pages.bareFrame(RequestLocale(settings: AppSettings(), text: say))
        for page in shown {
            let html = try pages.templates.render(
                FramedPage(page: page, frame: frame), withTemplate: type(of: page).template)
            for element in try elements(html) { check(element, type(of: page).template, Self.journal) }
        }
    }

    /// Through what facts say, whom they are about, the words that say it, lines, searches and names.
    @Test(arguments: payloads)
    func `pages about the user have only elements of ours, too`(payload: String) async throws {
        let text = payload + "."
        let curation = FactCuration.sample
        var waits = Fact.sample("w", text, subject: text, quote: text)
        waits.evidence.append(FactEvidence(utterance: text, session: text, quote: text, date: someEvening))
        var changes = FactChanges()
        (changes.facts, changes.queued) = ([Fact.sample("f", text, subject: text, quote: text)], [waits])
        changes.facts[0].time = text
        var slot = Fact.sample("s", text, subject: text, quote: text)
        (slot.slot, slot.time) = (SlotValue(name: "person_home", value: text), "\(text)/\(text)")
        var person = Fact.sample("p", text, quote: text, kind: .people)
        person.slot = SlotValue(name: "sibling", value: text, relation: text)
        var name = Fact.sample("n", text, quote: text)
        name.slot = SlotValue(name: "name", value: text)
        var past = Fact.sample("o", text, quote: text, kind: .work)
        (past.slot, past.validUntil, past.time) = (SlotValue(name: "employer", value: text), someEvening, text)
        var said = Fact.sample("a", text, quote: text)
        said.alsoSaid = .undecided
        changes.facts += [slot, person, name, past, said]
        try await curation.store.keep(changes)
        try await Profile(store: curation.store).rebuild()
        _ = try await curation.change(line: "f") { ($0.text, $0.isEdited) = (text, true) }
        let app = try await TestApp(curation: curation)
        let query = payload.addingPercentEncoding(withAllowedCharacters: .alphanumerics)!
        try await app.test { browser in
            for path in [
                "/you", "/you?saved=\(query)&undo=\(query)", "/you/lines/f", "/you/lines/f/edit", "/you/facts",
                "/you/facts?q=\(query)&kind=\(query)&show=\(query)", "/you/facts?person=\(query)", "/you/facts/f",
                "/you/facts/f/edit", "/you/add", "/you/confirm", "/you/confirm/w/edit", "/you/forget",
                "/you/forget?fact=f", "/you/forget?line=f", "/you/forget?person=\(query)", "/you/forget?chat=\(query)",
                "/you/forgotten?facts=\(query)", "/you/facts/s", "/you/facts/s/edit", "/you/facts/p/edit",
                "/you/facts/o", "/you/facts/o/edit", "/you/facts/n/edit", "/you/slots?section=people",
                "/you/slots?person=\(query)", "/you/slots/person_home?person=\(query)", "/you/about",
            ] {
                let response = try await browser.get(path)
                #expect(response.status == .ok, "\(path)")
                for element in try elements(response.text) { check(element, path, Self.you) }
            }
        }
    }

    private static let you = frame.union(["select", "option", "optgroup", "kbd", "i"])

    func check(_ element: Element, _ path: String, _ known: Set<String> = Self.frame) {
        #expect(known.contains(element.name), "\(path)")
        for (name, value) in element.attributes {
            #expect(
                !name.hasPrefix("on") && name != "style" && name != "srcdoc", "\(path): \(name)")
            #expect(
                name != "formaction"
                    || ["/words/", "/journal/", "/history/", "/settings/translation/"].contains(where: value.hasPrefix),
                "\(path): \(value)")
            let isOurs = value.hasPrefix("/") && !value.hasPrefix("//")
            switch (element.name, name) {
            case ("script", "src"), ("link", "href"), ("form", "action"), ("use", "href"):
                #expect(isOurs, "\(path): \(value)")
            case ("img", "src"):
                #expect(value.hasPrefix("/words/media/") || value.hasPrefix("/journal/photos/"), "\(path): \(value)")
            case (_, "src"): Issue.record("\(element.name) loads \(value)")
            default: break
            }
        }
        if element.name == "script" { #expect(element.attributes.contains { $0.0 == "src" }, "\(path)") }
    }

    struct Element {
        let name: String
        let attributes: [(String, String)]
    }

    /// Reads the tags of HTML as a browser would, as far as ours is written: every attribute stands in double quotes or
    /// alone. It goes by code points, as browsers do: to Swift a mark with an accent behind it is another character.
    func elements(_ html: String) throws -> [Element] {
        var found: [Element] = []
        var rest = Substring(html).unicodeScalars
        while let start = rest.firstIndex(of: "<") {
            rest = rest[rest.index(after: start)...]
            if rest.first == "/" || rest.first == "!" { continue }
            let name = rest.prefix { $0.properties.isAlphabetic || ("0"..."9").contains($0) }
            guard !name.isEmpty else { continue }
            rest = rest[name.endIndex...]
            found.append(Element(name: String(name).lowercased(), attributes: attributes(&rest)))
        }
        return found
    }

    /// Reads up to the end of a tag.
    private func attributes(_ rest: inout Substring.UnicodeScalarView) -> [(String, String)] {
        var attributes: [(String, String)] = []
        while let next = rest.first, next != ">" {
            let key = rest.prefix { !$0.properties.isWhitespace && !["=", ">", "/"].contains($0) }
            guard !key.isEmpty else {
                rest = rest.dropFirst()
                continue
            }
            rest = rest[key.endIndex...]
            var value = Substring.UnicodeScalarView()
            if rest.first == "=" {
                rest = rest.dropFirst()
                let isQuoted = rest.first == "\""
                if isQuoted { rest = rest.dropFirst() }
                value = rest.prefix { isQuoted ? $0 != "\"" : !$0.properties.isWhitespace && $0 != ">" }
                rest = rest[value.endIndex...]
                if isQuoted { rest = rest.dropFirst() }
            }
            attributes.append((String(key).lowercased(), String(value)))
        }
        return attributes
    }
}
