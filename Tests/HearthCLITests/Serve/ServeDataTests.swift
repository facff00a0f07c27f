// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthChat
import HearthModels
import HearthStore
import HearthTesting
import HearthWeb
import Testing

/// The program and its data: damaged, restored, exported and erased.
@Suite(.serialized) struct ServeDataTests {
    @Test func `a damaged database is no end: the page brings the backup back, and the app opens`() async throws {
        try await withTemporaryFolder { home in
            guard case .ready(let store) = Store.open(in: home) else { throw UnexpectedlyUnusable() }
            try await store.change { $0.appearance.hasBegun = true }
            try await store.save(Session(id: "s", createdAt: Date(), title: "Soup for twelve"))
            try await store.backUpDaily(at: Date())
            try store.close()
            try Data("rubbish".utf8).write(to: home.appending(path: "hearth.sqlite"))

            let app = try start(in: home)
            #expect(try await app.get("/").status == 401)
            _ = try await app.get("\(app.address.path)?\(app.address.query ?? "")")
            let page = try await app.get("/chat")
            #expect(page.status == 200)
            #expect(page.text.contains("The database is damaged"))
            #expect(try await app.get("/").text.contains("/recovery/restore"))
            // The form that the page has, sent as the page would.
            let token = try #require(page.text.firstMatch(of: #/name="token" value="([^"]+)"/#)?.1)
            let restored = try await app.post("/recovery/restore", [:], token: String(token))
            #expect(restored.status == 200)
            #expect(try await app.get("/history").text.contains("Soup for twelve"))
            let kept = try FileManager.default.subpathsOfDirectory(atPath: home.appending(path: "damaged").path)
            #expect(kept.contains { $0.hasSuffix("hearth.sqlite") })
            #expect(await app.end().status == 0)
        }
    }

    /// Two clicks on a backup, one of them in vain; then the conversation is cleared, beside a backup that a disk has
    /// damaged.
    @Test func `after a restore and a clear Hearth starts, and doctor names the backup that is not clean`() async throws
    {
        try await withTemporaryFolder { home in
            guard case .ready(let store) = Store.open(in: home) else { throw UnexpectedlyUnusable() }
            try await store.change { $0.appearance.hasBegun = true }
            try await say("xylophonist", after: nil, in: store)
            let backup = try #require(try await store.backUpDaily(at: Date()))
            try await say("violinist", after: "xylophonist", in: store)
            try store.close()

            let app = try start(in: home)
            _ = try await app.get("\(app.address.path)?\(app.address.query ?? "")")
            let page = try await app.get("/settings/privacy").text
            let token = String(try #require(page.firstMatch(of: #/name="token" value="([^"]+)"/#)?.1))
            let fields = [
                "backup": backup.file.lastPathComponent,
                "once": String(try #require(page.firstMatch(of: #/name="once" value="([^"]+)"/#)?.1)),
            ]
            async let first = app.post("/data/restore", fields, token: token)
            async let second = app.post("/data/restore", fields, token: token)
            for answer in try await [first, second] { #expect(answer.text.contains("Restored.")) }
            let backups = home.appending(path: "backups").path
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: backups).filter { $0.hasPrefix("replaced") }.count
                    == 1)
            try Data("rubbish".utf8).write(to: backup.file)
            #expect(try await app.post("/chat/s/clear", [:]).status == 200)
            #expect(try await !app.get("/chat/s").text.contains("xylophonist"))
            #expect(await app.end().status == 0)

            let again = try start(in: home)
            _ = try await again.get("\(again.address.path)?\(again.address.query ?? "")")
            // What was cleared cannot be brought back any more, and goes in the background.
            #expect(try await again.get("/chat/s").status == 404)
            try await eventually("nothing is left of what was cleared") {
                try FileManager.default.subpathsOfDirectory(atPath: home.path).allSatisfy { path in
                    // Folders have no contents of their own.
                    guard let bytes = try? Data(contentsOf: home.appending(path: path)) else { return true }
                    return ["xylophonist", "violinist"].allSatisfy { bytes.range(of: Data($0.utf8)) == nil }
                }
            }
            let doctor = try runHearth(["doctor"], environment: ["HEARTH_HOME": home.path])
            #expect(doctor.status == 0)
            #expect(doctor.output.contains("damaged/backups/\(backup.file.lastPathComponent)"))
            #expect(await again.end().status == 0)
        }
    }

    private func say(_ text: String, after parent: String?, in store: Store) async throws {
        var session = try await store.session("s") ?? Session(id: "s", createdAt: Date(), title: "Instruments")
        session.leaf = text
        let message = Message(id: text, session: "s", parent: parent, role: .user, content: text, createdAt: Date())
        try await store.save([message], in: session)
    }

    @Test func `everything is exported, and erased when that was confirmed`() async throws {
        try await withTemporaryFolder { home in
            guard case .ready(let store) = Store.open(in: home) else { throw UnexpectedlyUnusable() }
            var session = Session(id: "s", createdAt: Date(), title: "xylophonist")
            session.leaf = "m"
            let message = Message(
                id: "m", session: "s", parent: nil, role: .user, content: "glockenspielist", createdAt: Date())
            try await store.save([message], in: session)
            try store.close()
            try Data("typed\n".utf8).write(to: home.appending(path: "history"))

            let app = try start(in: home)
            _ = try await app.get("\(app.address.path)?\(app.address.query ?? "")")
            let export = try await app.post("/data/export", [:])
            #expect(export.status == 200 && export.text.hasPrefix("PK"))
            try await Task.sleep(for: .milliseconds(100))
            let left = home.appending(path: "exporting").path
            #expect((try? FileManager.default.contentsOfDirectory(atPath: left)) ?? [] == [])
            let machine = ProcessInfo.processInfo.hostName
            #expect(try await app.post("/data/erase", ["confirm": "no"]).status == 400)
            #expect(try await app.get("/history").text.contains("xylophonist"))
            #expect(try await app.post("/data/erase", ["confirm": machine]).status == 200)
            #expect(try await !app.get("/history").text.contains("xylophonist"))
            #expect(await app.end().status == 0)
            let paths = try FileManager.default.subpathsOfDirectory(atPath: home.path)
            #expect(paths.contains("hearth.sqlite"))
            for path in paths {
                let file = home.appending(path: path)
                var isFolder: ObjCBool = false
                _ = FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder)
                if isFolder.boolValue { continue }
                let bytes = try Data(contentsOf: file)
                #expect(bytes.range(of: Data("glockenspielist".utf8)) == nil, "\(path)")
                #expect(bytes.range(of: Data("xylophonist".utf8)) == nil, "\(path)")
            }
            #expect(!FileManager.default.fileExists(atPath: home.appending(path: "history").path))
        }
    }

    /// Many conversations, each with one message.
    private func fill(_ home: URL, with sessions: Int) async throws {
        guard case .ready(let store) = Store.open(in: home) else { throw UnexpectedlyUnusable() }
        try await store.add(
            (0..<sessions).map { number in
                var session = Session(id: "s\(number)", createdAt: Date(), title: "xylophonist \(number)")
                session.leaf = "m\(number)"
                let message = Message(
                    id: "m\(number)", session: "s\(number)", parent: nil, role: .user, content: "glockenspielist",
                    createdAt: Date())
                return (session, [message])
            })
        try store.close()
    }

    /// The files of the export are still being removed when everything is erased.
    @Test func `everything can be erased as soon as the export has arrived`() async throws {
        try await withTemporaryFolder { home in
            try await fill(home, with: 4000)
            let app = try start(in: home)
            _ = try await app.get("\(app.address.path)?\(app.address.query ?? "")")
            let page = try await app.get("/settings/privacy").text
            let token = try #require(page.firstMatch(of: #/name="token" value="([^"]+)"/#)?.1)
            #expect(try await app.post("/data/export", [:], token: String(token)).text.hasPrefix("PK"))
            let erased = try await app.post(
                "/data/erase", ["confirm": ProcessInfo.processInfo.hostName], token: String(token))
            #expect(erased.status == 200)
            #expect(try await !app.get("/history").text.contains("xylophonist"))
            #expect(try await !app.get("/settings/privacy").text.contains("could not be removed"))
            #expect(await app.end().status == 0)
            let left = try FileManager.default.contentsOfDirectory(atPath: home.path)
            #expect(left.allSatisfy { !$0.hasPrefix("eras") && $0 != "backups" && $0 != "not-erased" }, "\(left)")
        }
    }

    @Test func `what was deleted does not come back with a backup, and is in none`() async throws {
        try await withTemporaryFolder { home in
            try await fill(home, with: 2)
            let app = try start(in: home)
            _ = try await app.get("\(app.address.path)?\(app.address.query ?? "")")
            let backups = home.appending(path: "backups")
            var names: [String] = []
            while !names.contains(where: { $0.hasPrefix("hearth-") && $0.hasSuffix(".sqlite") }) {
                try await Task.sleep(for: .milliseconds(20))
                names = (try? FileManager.default.contentsOfDirectory(atPath: backups.path)) ?? []
            }
            let name = try #require(names.first { $0.hasPrefix("hearth-") })
            #expect(try await app.post("/chat/s1/delete", [:]).status == 200)
            #expect(try await app.post("/data/restore", ["backup": name]).status == 200)
            let history = try await app.get("/history").text
            #expect(history.contains("xylophonist 0") && !history.contains("xylophonist 1"))
            #expect(try await app.post("/chat/s1/undelete", [:]).status == 410)
            #expect(await app.end().status == 0)
            for path in try FileManager.default.subpathsOfDirectory(atPath: home.path) {
                // Folders have no contents of their own.
                guard let bytes = try? Data(contentsOf: home.appending(path: path)) else { continue }
                #expect(bytes.range(of: Data("xylophonist 1".utf8)) == nil, "\(path)")
            }
        }
    }
}

struct UnexpectedlyUnusable: Error {}
