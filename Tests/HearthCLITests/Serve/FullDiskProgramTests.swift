// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthChat
import HearthModels
import HearthStore
import HearthTesting
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The program on a real disk that is full.
extension ServeProgramTests {
    /// Runs `body` with a small disk as home, on which there is a model that goes on and on.
    private func withSmallHome(_ body: (SmallDisk) async throws -> Void) async throws {
        try await withEndlessModel { model in
            try await SmallDisk.with(bytes: 32 << 20) { disk in
                let folder = disk.folder.appending(path: "models/someone")
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                try FileManager.default.createSymbolicLink(
                    at: folder.appending(path: "endless"), withDestinationURL: model)
                try await body(disk)
            }
        }
    }

    /// Starts the program and is let in.
    private func enter(_ disk: SmallDisk) async throws -> RunningApp {
        let app = try start(in: disk.folder)
        _ = try await app.get("\(app.address.path)?\(app.address.query ?? "")")
        return app
    }

    /// Asks in a new conversation, waits until words have come, and returns its address.
    private func ask(_ app: RunningApp, on disk: SmallDisk) async throws -> String {
        // The model is tiny, and would stop early where nobody has said otherwise.
        guard case .ready(let store) = Store.open(in: disk.folder) else { throw UnexpectedlyUnusable() }
        try await store.change { $0.answers.maxTokens = 32_768 }
        try store.close()
        let asked = try await app.post("/chat/ask", ["message": "Tell me everything."])
        #expect(asked.status == 200)
        let path = "/chat/" + String(try #require(asked.text.firstMatch(of: #/data-session="([^"]+)"/#)?.1))
        try await eventually("words have come") { try await app.get("\(path)/export").text.utf8.count > 400 }
        return path
    }

    private func saysUnsaved(_ page: String) -> Bool {
        page.contains("data-unsaved>") && page.contains("10\u{A0}MB are needed")
    }

    private func answer(in disk: SmallDisk) async throws -> Message? {
        guard case .ready(let store) = Store.open(in: disk.folder) else { return nil }
        defer { try? store.close() }
        guard let session = try await store.sessions(before: nil, limit: 1).first else { return nil }
        return try await store.messages(of: session.id).last
    }

    @Test(.enabled(if: canMount, "needs root, to make a small disk"))
    func `on a full disk an answer stays in memory, says so, and is saved when there is room`() async throws {
        try await withSmallHome { disk in
            let app = try await enter(disk)
            let path = try await ask(app, on: disk)
            #expect(try await !app.get(path).text.contains("data-unsaved>"))
            try disk.fill()
            try await eventually("the page says that it is not saved") { try await saysUnsaved(app.get(path).text) }
            let before = try await app.get("\(path)/export").text.utf8.count
            try await eventually("it goes on") { try await app.get("\(path)/export").text.utf8.count > before + 500 }
            _ = try await app.post("\(path)/stop", [:])
            #expect(try await saysUnsaved(app.get(path).text))
            let refused = try await app.post("/chat/ask", ["message": "And now?"])
            #expect(refused.status == 507 && refused.text.contains("10\u{A0}MB are needed"))
            let whole = try await app.get("\(path)/export").text

            try disk.makeRoom()
            try await eventually("the page says no more") { try await !app.get(path).text.contains("data-unsaved>") }
            kill(app.process.processIdentifier, SIGKILL)
            app.process.waitUntilExit()
            let kept = try #require(try await answer(in: disk))
            #expect(kept.state == .stopped)
            // The export says a little around it, and writes the same.
            #expect(kept.content.utf8.count > before && kept.content.utf8.count + 500 > whole.utf8.count)
        }
    }

    @Test(.enabled(if: canMount, "needs root, to make a small disk"))
    func `as much room as the page asks for is enough for a question and a long answer`() async throws {
        try await withSmallHome { disk in
            let app = try await enter(disk)
            try disk.fill()
            #expect(try await app.post("/chat/ask", ["message": "Hello?"]).status == 507)
            try disk.makeRoom(bytes: 10_000_000)
            let path = try await ask(app, on: disk)
            try await eventually("it is long") {
                #expect(try await !app.get(path).text.contains("data-unsaved>"))
                return try await app.get("\(path)/export").text.utf8.count > 4_000
            }
            _ = try await app.post("\(path)/stop", [:])
            #expect(await app.end().status == 0)
            #expect(try await answer(in: disk)?.state == .stopped)
        }
    }

    @Test(.enabled(if: canMount, "needs root, to make a small disk"), arguments: [false, true])
    func `a start on a full disk leads to the recovery page, and from there to the app`(isFirst: Bool) async throws {
        try await withSmallHome { disk in
            if !isFirst {
                let app = try await enter(disk)
                _ = try await ask(app, on: disk)
                kill(app.process.processIdentifier, SIGKILL)
                app.process.waitUntilExit()
            }
            try disk.fill()
            let app = try await enter(disk)
            let page = try await app.get("/chat")
            #expect(page.status == 200)
            #expect(page.text.contains("The disk is full") && page.text.contains("Hearth needs 10\u{A0}MB"))
            let token = String(try #require(page.text.firstMatch(of: #/name="token" value="([^"]+)"/#)?.1))
            // Opening the database may have given back what its log took.
            try disk.fill()
            let refused = try await app.post("/recovery/again", [:], token: token)
            #expect(refused.status == 503 && refused.text.contains("The disk is full"))

            try disk.makeRoom()
            #expect(try await app.post("/recovery/again", [:], token: token).status == 200)
            let history = try await app.get("/history").text
            #expect(history.contains(isFirst ? "No conversations yet" : "Tell me everything."))
            #expect(await app.end().status == 0)
            // Who was let in is let in still: the key was kept when there was room.
            let again = try start(in: disk.folder)
            #expect(again.address.query == app.address.query)
            _ = await again.end()
            if !isFirst { #expect(try await answer(in: disk)?.state == .interrupted) }
        }
    }
}
