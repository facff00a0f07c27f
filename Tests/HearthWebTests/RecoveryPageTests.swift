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

    init(_ kind: RecoveryProblem.Kind, backup: KeptBackup? = .sample) {
        problem = RecoveryProblem(kind: kind, detail: "hearth.sqlite: page 7 <fails>", backup: backup)
    }
    func mend() { isOpen = true }
    func open() throws { if !isOpen { throw ConversationError(.notSaved, "Not yet.") } }
    func restore() {
        done.append("restored")
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
                #expect(page.text.contains("The database would not open"))
                #expect(page.text.contains("Restore the backup from today"))
                #expect(page.text.contains("84\u{A0}MB"))
                #expect(page.text.contains("page 7 &lt;fails&gt;"))
            }
            let french = try await browser.get("/", [.acceptLanguage: "fr"]).text
            #expect(french.contains("La base n’a pas pu s’ouvrir"))
            #expect(french.contains("Restaurer la sauvegarde\u{A0}: aujourd’hui"))
        }
    }

    @Test(arguments: ["restore", "afresh"])
    func `a way out opens the app at the same address`(way: String) async throws {
        let desk = ScriptedDesk(.damaged)
        try await withServer(desk) { (browser: Browser) async throws in
            #expect(try await browser.post("/recovery/\(way)").location == "/")
            #expect(try await browser.get("/chat/new").status == .ok)
            // The ways out are closed behind it.
            #expect(try await browser.post("/recovery/afresh").status == .notFound)
        }
        #expect(await desk.done == [way == "restore" ? "restored" : "afresh"])
    }

    @Test func `trying again opens what has been mended meanwhile`() async throws {
        let desk = ScriptedDesk(.denied, backup: nil)
        try await withServer(desk) { (browser: Browser) async throws in
            let refused = try await browser.post("/recovery/again")
            #expect(refused.status == .serviceUnavailable)
            #expect(refused.text.contains("Nothing was lost by trying."))
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
            #expect(try await browser.get("/chat").text.contains("The database is gone"))
            #expect(try await browser.get("/news").status == .noContent)
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
                #expect(try await browser.get(address).text.contains("The database would not open"))
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
