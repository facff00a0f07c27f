// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HearthChat
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing

@testable import HearthWeb

/// A desk whose ways out work when a test says so.
private actor ScriptedDesk: Recovering {
    private(set) var done: [String] = []
    private(set) var problem: RecoveryProblem
    private(set) var isOpen = false

    init(_ kind: RecoveryProblem.Kind, backup: BackupFile? = .sample) {
        problem = RecoveryProblem(kind: kind, detail: "hearth.sqlite: page 7 <fails>", backup: backup)
    }
    func lose(_ messages: Int?, until date: Date?) {
        (problem.lostMessages, problem.writtenUntil) = (messages, date)
    }
    func mend() { isOpen = true }
    func open() throws { if !isOpen { throw ConversationError(.notSaved, "Not yet.") } }
    func restore() async throws {
        done.append("restored")
        // Long enough for the second click.
        try await Task.sleep(for: .milliseconds(200))
        isOpen = true
    }
    func startAfresh() {
        done.append("afresh")
        isOpen = true
    }
    func export() throws -> ExportFolder {
        done.append("exported")
        return try exportFolder(["settings.json": Data("{}".utf8)])
    }
}

/// The page that is there instead of the app while the store cannot be opened.
@Suite struct RecoveryPageTests {
    private func withServer(
        _ desk: ScriptedDesk, _ body: @Sendable (Browser) async throws -> Void
    ) async throws {
        var configuration = WebConfiguration()
        configuration.machine = "kitchen"
        let server = try await RecoveryServer(
            configuration, access: TestApp.key, desk: desk, now: { someEvening },
            zone: TimeZone(identifier: "Europe/Paris")!,
            open: {
                try await desk.open()
                return try await TestApp().server
            })
        try await server.application().test(.router) { try await body(Browser(client: $0)) }
    }

    @Test func `it says what is wrong, what is kept, and what can be done`() async throws {
        try await withServer(ScriptedDesk(.damaged)) { (browser: Browser) async throws in
            for address in ["/", "/chat", "/settings/models", "/chat/some-session"] {
                let page = try await browser.get(address)
                #expect(page.status == .ok)
                #expect(page.text.contains("The database is damaged"))
                #expect(page.text.contains("Restore the backup from today"))
                #expect(page.text.contains("84\u{A0}MB"))
                #expect(page.text.contains("page 7 &lt;fails&gt;"))
            }
            let french = try await browser.get("/", [.acceptLanguage: "fr"]).text
            #expect(french.contains("La base de données est endommagée"))
            #expect(french.contains("Restaurer la sauvegarde\u{202F}: aujourd’hui"))
        }
    }

    @Test(arguments: ["restore", "afresh"])
    func `a way out opens the app at the same address`(way: String) async throws {
        let desk = ScriptedDesk(.damaged)
        try await withServer(desk) { (browser: Browser) async throws in
            #expect(try await browser.post("/recovery/\(way)").location == "/")
            #expect(try await browser.get("/chat/new").status == .ok)
            // The ways out are closed behind it: whoever takes one again is in the app.
            #expect(try await browser.post("/recovery/afresh").location == "/")
            #expect(try await browser.get("/recovery/afresh").status == .notFound)
        }
        #expect(await desk.done == [way == "restore" ? "restored" : "afresh"])
    }

    @Test func `a way out that was taken twice at once is gone once`() async throws {
        let desk = ScriptedDesk(.damaged)
        try await withServer(desk) { (browser: Browser) async throws in
            async let first = browser.post("/recovery/restore")
            async let second = browser.post("/recovery/restore")
            async let other = browser.post("/recovery/afresh")
            for answer in try await [first, second, other] { #expect(answer.location == "/") }
        }
        #expect(await desk.done.count == 1)
    }

    @Test func `it says when the backup was made, what is in it, and what would be lost`() async throws {
        let desk = ScriptedDesk(
            .damaged,
            backup: BackupFile(
                id: "hearth-2026-11-21.sqlite", madeAt: someEvening - 7200, bytes: 84_000_000, isReplaced: false,
                contents: .init(conversations: 12, messages: 1, lastMessageAt: someEvening - 86_400)))
        try await withServer(desk) { (browser: Browser) async throws in
            func page(_ language: String = "en") async throws -> String {
                try await browser.get("/", [.acceptLanguage: language]).text
            }
            var calendar = Calendar(identifier: .gregorian)
            calendar.timeZone = TimeZone(identifier: "Europe/Paris")!
            func hour(_ date: Date) -> String {
                let parts = calendar.dateComponents([.hour, .minute], from: date)
                return "\(parts.hour!):\(parts.minute! < 10 ? "0" : "")\(parts.minute!)"
            }
            #expect(try await page().contains("Today, \(hour(someEvening - 7200))"))
            #expect(try await page().contains("12 conversations, 1 message, 84\u{A0}MB"))
            #expect(try await page().contains("Last message: yesterday, \(hour(someEvening))."))
            #expect(try await page().contains("Messages written after this backup are not in it."))
            await desk.lose(nil, until: someEvening)
            #expect(try await page().contains("until today, \(hour(someEvening)), are not in it."))
            await desk.lose(56, until: someEvening)
            #expect(try await page().contains("56 newer messages are not in it."))
            #expect(try await page("fr").contains("Il y manque 56 messages plus récents."))
            await desk.lose(0, until: someEvening)
            #expect(try await page().contains("No newer messages"))
        }
    }

    @Test func `trying again opens what has been mended meanwhile`() async throws {
        let desk = ScriptedDesk(.denied, backup: nil)
        try await withServer(desk) { (browser: Browser) async throws in
            let refused = try await browser.post("/recovery/again")
            #expect(refused.status == .serviceUnavailable)
            #expect(refused.text.contains("That did not work. Nothing was lost."))
            await desk.mend()
            #expect(try await browser.post("/recovery/again").location == "/")
            #expect(try await browser.get("/chat/new").status == .ok)
        }
    }

    @Test func `what the backup holds can be taken along first`() async throws {
        let desk = ScriptedDesk(.missing)
        try await withServer(desk) { (browser: Browser) async throws in
            let file = try await browser.post("/recovery/export")
            #expect(file.headers[.contentType] == "application/zip")
            #expect(try await browser.get("/chat").text.contains("The database is missing"))
            #expect(try await browser.get("/news").status == .noContent)
        }
    }

    @Test func `who sends something keeps it, because nothing can be taken`() async throws {
        try await withServer(ScriptedDesk(.damaged)) { (browser: Browser) async throws in
            // A phone drops its answers where it hears that their deck is gone.
            #expect(try await browser.post("/words/decks/1/answers").status == .serviceUnavailable)
            #expect(try await browser.post("/journal/write").status == .serviceUnavailable)
        }
    }

    @Test(arguments: RecoveryProblem.Kind.allCases)
    func `every problem has words, and nothing is offered that would do harm`(kind: RecoveryProblem.Kind) async throws {
        try await withServer(ScriptedDesk(kind, backup: nil)) { (browser: Browser) async throws in
            for language in ["en", "fr"] {
                let page = try await browser.get("/", [.acceptLanguage: language]).text
                #expect(!page.contains("recovery.\(kind.rawValue)"))
                #expect(!page.contains("action=\"/recovery/restore\""))
                #expect(page.contains("/recovery/afresh") == [.damaged, .missing, .foreign].contains(kind))
            }
        }
    }

    @Test func `strangers, other sites and other names get in here no more than elsewhere`() async throws {
        let desk = ScriptedDesk(.damaged)
        try await withServer(desk) { (browser: Browser) async throws in
            #expect(try await browser.get("/", [.cookie: "hearth=wrong"]).status == .unauthorized)
            for way in ["restore", "afresh", "export", "again"] {
                let address = "/recovery/\(way)"
                #expect(try await browser.post(address, [:], [.cookie: "hearth=wrong"]).status == .unauthorized)
                #expect(try await browser.post(address, [:], [.origin: "https://evil.example"]).status == .forbidden)
                #expect(try await browser.post(address, ["token": "guess"]).status == .forbidden)
                #expect(try await browser.get(address).text.contains("The database is damaged"))
            }
            let program = try await browser.get("/v1/models", [.authorization: "Bearer \(TestApp.key.programs.text)"])
            #expect(program.status == .serviceUnavailable)
            #expect(program.text.contains("\"error\""))
            let page = try await browser.get("/")
            #expect(page.headers[.contentSecurityPolicy]?.hasPrefix("default-src 'self'") == true)
        }
        #expect(await desk.done == [])
    }
}
