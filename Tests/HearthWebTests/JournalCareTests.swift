// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HearthMemory
import HearthModels
import HearthStore
import HearthTesting
import HummingbirdTesting
import Testing

@testable import HearthWeb

/// The journal's words to somebody who may harm themselves, about files that it cannot read, and about few entries.
@Suite struct JournalCareTests {
    private let journal: Journal
    private let app: TestApp

    init() async throws {
        let store = try Store()
        journal = Journal(store, recall: Recall(store))
        app = try await TestApp(
            ScriptedModel(saying: "Hm."), settings: InMemorySettings { $0.appearance.language = .automatic },
            journal: journal)
    }

    @Test(arguments: [ModelError.Code.memory, .tooLong, .unreachable])
    func `what keeps a model from answering is said in the reader's language`(code: ModelError.Code) throws {
        let say = try Phrases(.french, folder: WebServer.resources.appending(path: "Languages"))
        let error = ModelError(code, "There is an English sentence.")
        let page = JournalJobPage(
            .init(kind: .asking, state: .failed(WebError(error)), back: "/journal"), at: "/journal/ask/k", say)
        #expect(!page.words.isEmpty && !page.words.contains("English"))
        #expect(page.words.contains("é") || page.words.contains("è"))
    }

    private func write(_ text: String) async throws -> String {
        let day = try #require(JournalDay("2026-11-20"))
        let entry = JournalEntry(day: day, minute: 1_272, text: text, createdAt: someEvening, language: "fr")
        try await journal.save(entry, in: .gmt)
        return "/journal/entries/\(entry.id)"
    }

    private func done(_ begun: TestResponse, _ browser: Browser, _ language: String) async throws -> String {
        for _ in 0..<500 {
            let page = try await browser.get(begun.location, [.acceptLanguage: language])
            if !page.text.contains("data-working") { return page.text }
            try await Task.sleep(for: .milliseconds(20))
        }
        throw CancellationError()
    }

    @Test func `an entry of somebody who may harm themselves shows whom to call`() async throws {
        let (dark, light) = (try await write("Je veux mourir."), try await write("Je veux dormir."))
        try await app.test { browser in
            let page = try await browser.get(dark, [.acceptLanguage: "fr-FR"]).text
            #expect(page.contains("href=\"tel:3114\"") && page.contains("Hearth ne contacte personne."))
            #expect(try await !browser.get(light, [.acceptLanguage: "fr-FR"]).text.contains("tel:"))
        }
    }

    @Test func `a draft and a guided talk show whom to call too`() async throws {
        try await app.test { browser in
            for text in ["Je veux mourir.", "I want to kill myself."] {
                let id = UUID().uuidString
                _ = try await browser.post("/journal/draft", ["entry": id, "text": text, "day": "2026-11-20"])
                let page = try await browser.get("/journal/write?entry=\(id)", [.acceptLanguage: "fr-FR"]).text
                #expect(page.contains("href=\"tel:3114\""))
            }
            let talk = try await browser.get("/journal/talk", [.acceptLanguage: "fr-FR"]).text
            #expect(!talk.contains("tel:"))
            let question = try #require(talk.firstMatch(of: #/name="question" value="([^"]*)"/#)).output.1
            let entry = try #require(talk.firstMatch(of: #/name="entry" value="([^"]*)"/#)).output.1
            let fields = [
                "entry": String(entry), "question": String(question).replacing("&#39;", with: "'"),
                "answer": "Je ne veux plus vivre, je veux mourir.",
            ]
            _ = try await browser.post("/journal/talk", fields)
            let page = try await browser.get("/journal/talk", [.acceptLanguage: "fr-FR"]).text
            #expect(page.contains("href=\"tel:3114\""))
        }
    }

    @Test(arguments: [
        ("fr-FR", ["3114", "3919", "17"], "Numéros à appeler"),
        ("en-GB", ["116 123", "0808 2000 247", "999"], "Numbers to call"),
    ])
    func `Help has the numbers for who has written nothing`(
        language: String, numbers: [String], title: String
    ) async throws {
        try await app.test { browser in
            let help = try await browser.get("/help", [.acceptLanguage: language]).text
            #expect(help.contains("href=\"/help/numbers\""))
            let page = try await browser.get("/help/numbers", [.acceptLanguage: language]).text
            #expect(page.contains(title))
            for number in numbers {
                #expect(page.contains("href=\"tel:\(number.filter { !$0.isWhitespace })\""), "\(number)")
            }
        }
    }

    @Test func `a file that cannot be read is refused in the reader's language, by no name of ours`() async throws {
        try await app.test { browser in
            for (name, content) in [("Mauvais.json", "{nope"), ("mauvais.zip", "PK no archive")] {
                let french = try await done(
                    try await browser.upload("/journal/import", [:], [(name, Data(content.utf8))], field: "file"),
                    browser, "fr")
                #expect(french.contains("Ce fichier ne peut pas être importé"))
                #expect(french.contains("Le fichier est endommagé") || french.contains("Hearth ne lit pas ce type"))
                #expect(!french.lowercased().contains("hearth-upload"))
            }
        }
    }

    @Test func `an entry without a title is not called by the page's, and one is one`() async throws {
        _ = try await write("Soupe aux poireaux avec Julien.")
        try await app.test { browser in
            let page = try await done(
                try await browser.post("/journal/ask", ["q": "Avec qui la soupe ?"]), browser, "fr")
            #expect(page.contains("d’après 1 entrée sur 1") && page.contains("Soupe aux poireaux"))
            #expect(!page.contains("<span class=\"serif\" dir=\"auto\">"))
        }
    }
}
