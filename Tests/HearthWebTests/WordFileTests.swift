// SPDX-License-Identifier: Apache-2.0

import FSRS
import Foundation
import HTTPTypes
import HearthTesting
import HearthWords
import HummingbirdTesting
import NIOCore
import Testing

@testable import HearthWeb

/// Files of words, in and out of the browser.
@Suite struct WordFileTests {
    private let words = MemoryWords()
    private let app: TestApp

    init() async throws { app = try await TestApp(words: words) }

    private func upload(
        _ browser: Browser, _ name: String, _ text: String, token: String = TestApp.key.formToken,
        tokenFirst: Bool = true
    ) async throws -> TestResponse {
        let field = "--xyz\r\nContent-Disposition: form-data; name=\"token\"\r\n\r\n\(token)\r\n"
        let file =
            "--xyz\r\nContent-Disposition: form-data; name=\"file\"; filename=\"\(name)\"\r\nContent-Type: text/csv\r\n\r\n\(text)\r\n"
        var headers = browser.headers
        headers[.contentType] = "multipart/form-data; boundary=xyz"
        headers[.origin] = "http://localhost"
        return try await browser.client.execute(
            uri: "/words/import", method: .post, headers: headers,
            body: ByteBuffer(string: (tokenFirst ? field + file : file + field) + "--xyz--\r\n"))
    }

    @Test func `a table is sent, looked at, mapped and imported once`() async throws {
        try await app.test { browser in
            let text =
                "mot;anglais;page\r\n\"éclaircie\";sunny spell;112\r\n\"le \"\"seuil\"\"\";threshold;3\r\n;nothing;4\r\n"
            let sent = try await upload(browser, "vocabulaire.csv", text)
            #expect(sent.status == .seeOther, "\(sent.text)")
            let preview = try await browser.get(sent.location).text
            #expect(preview.contains("3 rows") && preview.contains("2 words in this file"))
            #expect(preview.contains("1 row has no word") && preview.contains("value=\"vocabulaire\""))
            let form = [
                "column-0": "word", "column-1": "translation", "column-2": "ignored", "heads": "1", "newDeck": "Mine",
            ]
            let again = try await browser.post(sent.location, form.merging(["do": "preview"]) { $1 })
            let before = await words.decks().decks
            #expect(again.status == .ok && before.isEmpty)
            let none = try await browser.post(sent.location, ["column-0": "ignored", "do": "import"])
            #expect(none.status == .badRequest && none.text.contains("which column has the words"))
            for _ in 0..<2 {
                let done = try await browser.post(sent.location, form.merging(["do": "import"]) { $1 })
                #expect(done.location == sent.location)
            }
            #expect(try await browser.get(sent.location).text.contains("2 words added"))
            let found = await words.flashcards(FlashcardQuery()).flashcards
            #expect(found.map(\.content.word) == ["éclaircie", "le \"seuil\""])
            #expect(await words.decks().decks.map(\.name) == ["Mine"])
        }
    }

    private func upload(_ browser: Browser, _ name: String, bytes: Data) async throws -> TestResponse {
        let token = "--xyz\r\nContent-Disposition: form-data; name=\"token\"\r\n\r\n\(TestApp.key.formToken)\r\n"
        let head = "--xyz\r\nContent-Disposition: form-data; name=\"file\"; filename=\"\(name)\"\r\n\r\n"
        var headers = browser.headers
        headers[.contentType] = "multipart/form-data; boundary=xyz"
        headers[.origin] = "http://localhost"
        let body = Data((token + head).utf8) + bytes + Data("\r\n--xyz--\r\n".utf8)
        return try await browser.client.execute(
            uri: "/words/import", method: .post, headers: headers, body: ByteBuffer(bytes: body))
    }

    /// A package asks for the fields of each note type, and what has no place stands on the card's page.
    @Test func `the fields of a package can be named`() async throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Fixtures/anki/anki_modern.apkg")
        let bytes = try Data(contentsOf: file)
        try await app.test { browser in
            let sent = try await upload(browser, "a.apkg", bytes: bytes)
            let preview = try await browser.get(sent.location).text
            #expect(preview.contains("Lexicon Vocab") && preview.contains("name=\"field-0-0\""), "\(preview)")
            let twice = ["field-0-0": "word", "field-0-1": "word", "do": "import"]
            let refused = try await browser.post(sent.location, twice)
            #expect(refused.status == .badRequest && refused.text.contains("Two fields of"))
            _ = try await browser.post(sent.location, ["do": "import"])
            let found = await words.flashcards(FlashcardQuery()).flashcards
            let gaps = try #require(found.first { $0.content.cloze != nil })
            let page = try await browser.get("/words/cards/\(gaps.id)").text
            #expect(page.contains("{{c1::Ottawa::city}}") && page.contains("Gap 2"))
            #expect(gaps.content.extra.isEmpty || page.contains("Other fields"))
        }
    }

    @Test func `a table in an unknown encoding warns, and can be read in another one`() async throws {
        let bytes = try #require("слово;word\nдом;house\n".data(using: .windowsCP1251))
        try await app.test { browser in
            let sent = try await upload(browser, "a.csv", bytes: bytes)
            let preview = try await browser.get(sent.location).text
            #expect(preview.contains("data-encoding") && preview.contains("слово"), "\(preview)")
            let form = [
                "encoding": "windows1252", "shown": "windows1251", "column-0": "word", "column-1": "translation",
            ]
            let other = try await browser.post(sent.location, form.merging(["do": "preview"]) { $1 }).text
            #expect(!other.contains("слово") && other.contains("ñëîâî"))
            // What has not been shown is not imported.
            let unseen = try await browser.post(sent.location, form.merging(["do": "import"]) { $1 })
            #expect(unseen.status == .badRequest && unseen.text.contains("guessed again"), "\(unseen.text)")
            #expect(await words.flashcards(FlashcardQuery()).total == 0)
            let right = [
                "encoding": "windows1251", "shown": "windows1251", "column-0": "translation", "column-1": "word",
            ]
            _ = try await browser.post(sent.location, right.merging(["do": "import", "newDeck": "R"]) { $1 })
            let found = await words.flashcards(FlashcardQuery()).flashcards.map(\.content)
            #expect(found.map(\.word).sorted() == ["house", "word"])
            #expect(Set(found.map(\.translation)) == ["слово", "дом"])
        }
    }

    @Test func `columns are guessed by the first row's names where it becomes the header, unless they were chosen`()
        async throws
    {
        try await app.test { browser in
            let sent = try await upload(browser, "a.csv", "Nr,Mot,Sens du mot,Page\n1,chien,dog,7\n2,chat,cat,8\n")
            #expect(try await browser.get(sent.location).text.contains("name=\"shownHeads\" value=\"\""))
            var form = ["shownHeads": "", "heads": "1", "do": "import", "newDeck": "D"]
            for (column, role) in ["word", "translation", "extra", "extra"].enumerated() {
                form["column-\(column)"] = role
            }
            let shown = try await browser.post(sent.location, form)
            #expect(shown.status == .badRequest && shown.text.contains("guessed again"), "\(shown.text)")
            #expect(shown.text.contains("name=\"shownHeads\" value=\"1\""))
            #expect(shown.text.contains("<td dir=\"auto\">chien"))
            (form["column-0"], form["column-1"], form["column-2"]) = ("ignored", "translation", "word")
            _ = try await browser.post(sent.location, form)
            let found = await words.flashcards(FlashcardQuery()).flashcards.map(\.content)
            #expect(found.map(\.word) == ["dog", "cat"] && found.map(\.translation) == ["chien", "chat"])
            #expect(found.first?.extra == [.init(name: "Page", value: "7")])
        }
    }

    @Test func `a word with two meanings is two words`() async throws {
        try await app.test { browser in
            let sent = try await upload(browser, "a.csv", "word,translation\nsame,one\nsame,two\n")
            _ = try await browser.post(sent.location, ["do": "import", "newDeck": "D", "heads": "1"])
            #expect(try await browser.get(sent.location).text.contains("2 words added"))
            let again = try await upload(browser, "b.csv", "word,translation\nsame,three\n")
            _ = try await browser.post(again.location, ["do": "import", "newDeck": "D", "heads": "1"])
            let report = try await browser.get(again.location).text
            #expect(report.contains("already here with another meaning") && report.contains("same – three"))
        }
    }

    @Test func `what is exported as JSON can be imported, with its schedule`() async throws {
        let deck = try await words.makeDeck("French::Verbs", at: someEvening)
        var content = FlashcardContent(word: "aller, \"partir\"")
        (content.translation, content.tags) = ("to go\nto leave", ["verb"])
        let (made, wanted) = (content, content)
        let word = try await words.add([made], to: deck.id, at: someEvening)[0]
        let card = try #require(await words.cards(of: word.id).first)
        let days = UserDays(timeZone: .gmt)
        try await words.answer([StudyAnswer(card: card.id, rating: .easy, date: someEvening, key: "k")], days: days)
        let states = await words.cards(of: word.id).map(\.state)
        try await app.test { browser in
            let json = try await browser.post("/words/export", ["kind": "json"])
            #expect(json.headers[.contentDisposition] == "attachment; filename=\"hearth-words.json\"")
            let csv = try await browser.post("/words/export", ["kind": "csv", "deck": "\(deck.id)"])
            #expect(csv.text.contains("\"aller, \"\"partir\"\"\"") && csv.text.contains("French::Verbs"))
            try await words.eraseDeck(deck.id)
            let sent = try await upload(browser, "words.json", json.text)
            #expect(sent.status == .seeOther, "\(sent.text)")
            #expect(try await browser.get(sent.location).text.contains("<b>1</b><span class=\"small\">reviews"))
            _ = try await browser.post(sent.location, ["do": "import"])
            let page = await words.flashcards(FlashcardQuery())
            #expect(page.flashcards.map(\.content) == [wanted])
            #expect(page.cards.map(\.state) == states)
        }
    }

    @Test func `files that cannot be read are refused in a sentence`() async throws {
        try await app.test { browser in
            for (name, text, words) in [
                ("a.csv", "", "has no rows in it"), ("a.csv", "one,two,three\0,four", "is not a text file"),
                ("a.xlsx", "PK", "cannot read files of this kind"), ("a.json", "[1]", "not an object"),
                ("a.json", "{", "is not JSON"), ("", "x", "Choose a file first"), ("a.apkg", "PK", "a.apkg"),
            ] {
                let sent = try await upload(browser, name, text)
                #expect(sent.status == .badRequest && sent.text.contains(words), "\(name) \(words): \(sent.status)")
            }
            #expect(try await browser.get("/words/import/none").status == .gone)
        }
    }

    @Test func `every fault of a file is said in French to whoever reads French`() async throws {
        let files = [
            ("a.csv", "", "il ne contient aucune ligne"), ("a.csv", "one,two,three\0,four", "pas un fichier texte"),
            ("a.xlsx", "PK", "Hearth lit .apkg"), ("a.json", "[1]", "l’entrée 1"), ("a.json", "{", "ligne 1"),
            ("a.json", "{}", "ni une liste de mots"), ("a.json", "{\"format\":\"other/9\"}", "other/9"),
            ("a.apkg", "PK", "a.apkg"),
        ]
        let app = try await TestApp(settings: InMemorySettings { $0.appearance.language = .french }, words: words)
        try await app.test { browser in
            for (name, text, words) in files {
                let page = try await upload(browser, name, text).text
                let notice = page.firstMatch(of: /role="alert".*?<\/div>/.dotMatchesNewlines())
                let alert = notice.map { String($0.0) } ?? ""
                #expect(alert.contains(words), "\(name): \(alert)")
                let english = /\b(is|are|has|cannot|not|than|the)\b/
                #expect(alert.firstMatch(of: english) == nil, "\(name): \(alert)")
            }
        }
    }

    @Test(arguments: [
        (AppearanceSettings.Language.english, "On line 2, a quotation mark"), (.french, "À la ligne 2, un guillemet"),
    ])
    func `the preview and the report say on which line a quotation mark is not closed`(
        language: AppearanceSettings.Language, words: String
    ) async throws {
        let store = self.words
        let app = try await TestApp(settings: InMemorySettings { $0.appearance.language = language }, words: store)
        try await app.test { browser in
            let sent = try await upload(browser, "q.csv", "word,translation\n\"chat,cat\nlune,\"moon\"\n")
            let preview = try await browser.get(sent.location).text
            #expect(preview.contains("data-unclosed") && preview.contains(words), "\(preview)")
            _ = try await browser.post(sent.location, ["do": "import", "newDeck": "Mine", "heads": "1"])
            #expect(try await browser.get(sent.location).text.contains(words))
            let found = await store.flashcards(FlashcardQuery()).flashcards
            #expect(found.map(\.content.word) == ["\"chat", "lune"])
        }
    }

    @Test func `a file without the token of our forms is refused, and none stays behind`() async throws {
        // Files of other tests may lie there too.
        let text = "word\n\(UUID().uuidString)"
        try await app.test { browser in
            let wrong = try await upload(browser, "a.csv", text, token: "wrong")
            let late = try await upload(browser, "a.csv", text, tokenFirst: false)
            let right = try await upload(browser, "a.csv", text)
            #expect([wrong, late, right].map(\.status) == [.forbidden, .forbidden, .seeOther])
        }
        let folder = FileManager.default.temporaryDirectory
        // What was right is gone once it has been read.
        try await eventually("no file with the text is left") {
            try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasPrefix("hearth-upload-") }
                .allSatisfy { name in
                    (try? String(contentsOf: folder.appending(path: name), encoding: .utf8))?.contains(text) != true
                }
        }
    }

    @Test(arguments: [1, 2, 3, 7, 50])
    func `a form with a file is read the same in pieces of any size`(length: Int) async throws {
        let text =
            "--b\r\nContent-Disposition: form-data; name=\"token\"\r\n\r\nt\r\n--b\r\nContent-Disposition: form-data; "
            + "name=\"file\"; filename=\"C:\\x\\words.csv\"\r\n\r\none\r\n--\r\n-b\r\n--a\r\n\r\n--b--\r\n"
        let bytes = Array(text.utf8)
        let pieces = stride(from: 0, to: bytes.count, by: length).map {
            ByteBuffer(bytes: bytes[$0..<min($0 + length, bytes.count)])
        }
        var reader = try UploadReader(type: "multipart/form-data; boundary=\"b\"", limit: 1_000) { $0 == "t" }
        for piece in pieces { try reader.take(piece.readableBytesView) }
        try reader.end()
        let file = try #require(reader.file)
        #expect(try String(contentsOf: file.url, encoding: .utf8) == "one\r\n--\r\n-b\r\n--a\r\n")
        #expect(file.name == "words.csv" && reader.form["token"] == "t")
    }

    @Test func `more files than are taken are refused, and their limit is said`() throws {
        let head =
            "--b\r\nContent-Disposition: form-data; name=\"token\"\r\n\r\nt\r\n--b\r\nContent-Disposition: form-data; "
        let file = "name=\"file\"; filename=\"a\"\r\n\r\nx\r\n--b\r\nContent-Disposition: form-data; "
        var reader = try UploadReader(type: "multipart/form-data; boundary=b", limit: 1_000) { $0 == "t" }
        try reader.take(Array((head + String(repeating: file, count: UploadReader.mostFiles)).utf8))
        #expect(reader.files.count == UploadReader.mostFiles)
        #expect { try reader.take(Array(file.utf8)) } throws: { ($0 as? WebError)?.code == .files }
        let languages = WebServer.resources.appending(path: "Languages")
        for language in Language.allCases {
            let say = try Phrases(language, folder: languages)
            #expect(say("error.files").contains("\(UploadReader.mostFiles)"))
        }
    }

    @Test func `a file that is too large is not kept`() throws {
        let head =
            "--b\r\nContent-Disposition: form-data; name=\"token\"\r\n\r\nt\r\n--b\r\nContent-Disposition: form-data; "
        var reader = try UploadReader(type: "multipart/form-data; boundary=b", limit: 10) { $0 == "t" }
        try reader.take(Array((head + "name=\"file\"; filename=\"a\"\r\n\r\n").utf8))
        #expect(throws: WebError.self) { try reader.take(Array(repeating: 65, count: 100)) }
    }
}
