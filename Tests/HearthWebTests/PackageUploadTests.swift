// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation
import HTTPTypes
import HearthAnki
import HearthTesting
import HearthWords
import HummingbirdTesting
import NIOCore
import Testing

@testable import HearthWeb

/// Packages of Anki, sent through the app as a browser sends them.
@Suite(.serialized) struct PackageUploadTests {
    private let words = MemoryWords()
    private let app: TestApp
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Fixtures/anki")

    init() async throws { app = try await TestApp(words: words) }

    private func upload(_ browser: Browser, _ name: String, _ bytes: Data) async throws -> TestResponse {
        var body = ByteBuffer(
            string:
                "--xyz\r\nContent-Disposition: form-data; name=\"token\"\r\n\r\n\(TestApp.key.formToken)\r\n--xyz\r\n"
                + "Content-Disposition: form-data; name=\"file\"; filename=\"\(name)\"\r\n\r\n")
        body.writeBytes(bytes)
        body.writeString("\r\n--xyz--\r\n")
        var headers = browser.headers
        headers[.contentType] = "multipart/form-data; boundary=xyz"
        headers[.origin] = "http://localhost"
        return try await browser.client.execute(uri: "/words/import", method: .post, headers: headers, body: body)
    }

    /// Waits until a page is no longer one of progress.
    private func settled(_ browser: Browser, _ address: String) async throws -> TestResponse {
        for _ in 0..<3_000 {
            let progress = try await browser.get("\(address)/progress").text
            guard progress.contains("\"isGoingOn\":true") else { break }
            try await Task.sleep(for: .milliseconds(10))
        }
        return try await browser.get(address)
    }

    @Test func `a package is looked at, imported, and taken along again`() async throws {
        try await app.test { browser in
            let package = try Data(contentsOf: Self.folder.appending(path: "anki_modern.apkg"))
            let sent = try await upload(browser, "français.apkg", package)
            #expect(sent.status == .seeOther, "\(sent.text)")
            let preview = try await settled(browser, sent.location)
            #expect(preview.status == .ok && preview.text.contains("class=\"card figures five\""))
            #expect(await words.decks().decks.isEmpty, "looking adds nothing")
            _ = try await browser.post(sent.location, ["do": "import", "duplicates": "keep"])
            let report = try await settled(browser, sent.location)
            #expect(report.text.contains("words added"), "\(report.text)")
            let reviews = await words.exportWords(deck: nil, withReviews: true, withMedia: true)
            #expect(!reviews.media.isEmpty && !reviews.words.isEmpty)
            let out = try await browser.post("/words/export", ["kind": "apkg"])
            #expect(out.status == .ok && out.headers[.contentDisposition]?.contains("hearth-words.apkg") == true)
            let back = try await upload(browser, "back.apkg", Data(out.body.readableBytesView))
            #expect(try await settled(browser, back.location).text.contains("figures five"))
        }
    }

    @Test func `an import that is cancelled before it begins adds nothing`() async throws {
        try await app.test { browser in
            let package = try Data(contentsOf: Self.folder.appending(path: "anki_legacy.apkg"))
            let sent = try await upload(browser, "a.apkg", package)
            _ = try await settled(browser, sent.location)
            _ = try await browser.post("\(sent.location)/cancel", [:])
            #expect(try await browser.get(sent.location).location == "/words/import")
            _ = try await browser.post(sent.location, ["do": "import"])
            #expect(await words.decks().decks.isEmpty)
        }
    }

    @Test func `hostile packages are refused in a sentence or shown without harm`() async throws {
        let folder = Self.folder.appending(path: "hostile")
        let verdicts = try #require(
            try JSON(parsing: Array(Data(contentsOf: folder.appending(path: "verdicts.json")))).object)
        #expect(verdicts.count >= 170)
        try await app.test { browser in
            for (name, verdict) in verdicts {
                let start = ContinuousClock.now
                let sent = try await upload(
                    browser, name, try Data(contentsOf: folder.appending(path: name)))
                let page = sent.status == .seeOther ? try await settled(browser, sent.location) : sent
                #expect(ContinuousClock.now - start < .seconds(30), "\(name)")
                let isRefused = page.status == .badRequest
                #expect(isRefused || page.status == .ok, "\(name): \(page.status)")
                if verdict["either"] == nil {
                    #expect(isRefused == (verdict["refused"] != nil), "\(name): \(page.status)")
                }
                guard isRefused else { continue }
                #expect(page.text.contains("role=\"alert\"") && !page.text.contains("wordfiles."), "\(name)")
            }
        }
        #expect(await words.decks().decks.isEmpty)
    }
}
