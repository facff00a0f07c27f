// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthChat
import HearthStore
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The program as a whole, over HTTP.
@Suite(.serialized) struct ServeProgramTests {
    /// A started app, its start address, and a browser without a window.
    struct Running {
        let process: Process
        let address: URL
        let browser = URLSession(configuration: .ephemeral)

        func get(_ path: String) async throws -> (status: Int, text: String) {
            try await send(URLRequest(url: try #require(URL(string: path, relativeTo: address))))
        }

        func send(_ request: URLRequest) async throws -> (status: Int, text: String) {
            let (data, response) = try await browser.data(for: request)
            return ((response as? HTTPURLResponse)?.statusCode ?? 0, String(decoding: data, as: UTF8.self))
        }

        /// Sends a form as a page would.
        /// - Parameter token: the one of the page's form; `nil` has it read from a page.
        func post(
            _ path: String, _ fields: [String: String], token known: String? = nil
        ) async throws -> (status: Int, text: String) {
            let page = known == nil ? try await get("/settings/appearance").text : ""
            let found = page.firstMatch(of: #/name="token" value="([^"]+)"/#)?.1
            let token = try #require(known ?? found.map(String.init))
            var request = URLRequest(url: try #require(URL(string: path, relativeTo: address)))
            request.httpMethod = "POST"
            request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
            request.setValue(
                address.absoluteString.replacing(#/(https?://[^/]+).*/#) { String($0.1) }, forHTTPHeaderField: "Origin")
            var allowed = CharacterSet.alphanumerics
            allowed.insert(charactersIn: "-._~")
            let all = fields.merging(["token": String(token)]) { old, _ in old }
            request.httpBody = Data(
                all.map { "\($0)=\($1.addingPercentEncoding(withAllowedCharacters: allowed) ?? "")" }
                    .joined(separator: "&").utf8)
            return try await send(request)
        }

        /// Tells it to end; returns its status and how long that took.
        func end() async -> (status: Int32, time: Duration) {
            let begun = ContinuousClock.now
            process.terminate()
            while process.isRunning { try? await Task.sleep(for: .milliseconds(10)) }
            return (process.terminationStatus, .now - begun)
        }
    }

    func start(in home: URL, _ arguments: [String] = []) throws -> Running {
        let process = Process()
        process.executableURL = try hearthProgram()
        process.arguments = ["serve", "--port", "0"] + arguments
        process.environment = hearthEnvironment(["HEARTH_HOME": home.path])
        let output = Pipe()
        process.standardOutput = output
        process.standardInput = FileHandle.nullDevice
        try process.run()
        var said = ""
        while !said.contains("/enter?token=") || !said.hasSuffix("\n") {
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else { break }
            said += String(decoding: data, as: UTF8.self)
        }
        let address = try #require(said.firstMatch(of: #/http:\S+/#)?.0, "\(said)")
        return Running(process: process, address: try #require(URL(string: String(address))))
    }

    /// A home with a model that goes on and on.
    private func withHome<R>(_ body: (URL) async throws -> R) async throws -> R {
        try await withEndlessModel { model in
            try await withTemporaryFolder { home in
                let folder = home.appending(path: "models/someone")
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                try FileManager.default.createSymbolicLink(
                    at: folder.appending(path: "endless"), withDestinationURL: model)
                // It is tiny, and would stop early where nobody has said otherwise.
                guard case .ready(let store) = Store.open(in: home) else { throw UnexpectedlyUnusable() }
                try await store.change { $0.maxTokens = 32_768 }
                try store.close()
                return try await body(home)
            }
        }
    }

    private func stored(in home: URL) async throws -> [Message] {
        guard case .ready(let store) = Store.open(in: home) else { return [] }
        guard let session = try await store.sessions(before: nil, limit: 1).first else { return [] }
        return try await store.messages(of: session.id)
    }

    @Test func `it lets in who has the address, and nobody else`() async throws {
        try await withTemporaryFolder { home in
            let app = try start(in: home)
            #expect(try await app.get("/settings").status >= 400)
            #expect(try await app.get("/enter?token=wrong").status >= 400)
            #expect(try await app.get("\(app.address.path)?\(app.address.query ?? "")").status == 200)
            #expect(try await app.get("/settings").status == 200)
            #expect(await app.end().status == 0)
        }
    }

    @Test func `programs come in with the key of the settings, and it is not printed`() async throws {
        try await withHome { home in
            let app = try start(in: home)
            _ = try await app.get("\(app.address.path)?\(app.address.query ?? "")")
            func key() async throws -> String {
                let page = try await app.get("/settings/programs").text
                return String(try #require(page.firstMatch(of: #/value="(hearth-[^"]+)"/#)?.1))
            }
            func models(_ key: String) async throws -> (status: Int, text: String) {
                var request = URLRequest(url: try #require(URL(string: "/v1/models", relativeTo: app.address)))
                request.setValue("Bearer \(key)", forHTTPHeaderField: "Authorization")
                return try await app.send(request)
            }
            let old = try await key()
            #expect(!app.address.absoluteString.contains(old.dropFirst(7)))
            let found = try await models(old)
            #expect(found.status == 200 && found.text.contains("someone/endless"))
            _ = try await app.post("/settings/programs/renew", [:])
            let new = try await key()
            #expect(try await models(old).status == 401)
            #expect(try await models(new).status == 200)
            _ = await app.end()

            let again = try start(in: home)
            _ = try await again.get("\(again.address.path)?\(again.address.query ?? "")")
            #expect(try await again.get("/settings/programs").text.contains(new))
            _ = await again.end()
        }
    }

    @Test func `a second start on the same data says where the first is`() async throws {
        try await withTemporaryFolder { home in
            let app = try start(in: home)
            let second = try runHearth(["serve", "--port", "0"], environment: ["HEARTH_HOME": home.path])
            #expect(second.status == 1)
            let port = try #require(app.address.port)
            #expect(
                second.errors.hasPrefix("hearth: Hearth is already running at http://127.0.0.1:\(port), with the data"))
            _ = await app.end()
        }
    }

    @Test func `a port that is taken is named`() async throws {
        try await withTemporaryFolder { home in
            let app = try start(in: home.appending(path: "first"))
            let port = try #require(app.address.port)
            let second = try runHearth(
                ["serve", "--port", "\(port)"], environment: ["HEARTH_HOME": home.appending(path: "second").path])
            #expect(second.status == 1)
            #expect(second.errors.contains("port \(port) is in use"))
            _ = await app.end()
        }
    }

    @Test func `other devices are let in only where that is asked for`() throws {
        let result = try runHearth(["serve", "--host", "0.0.0.0", "--port", "0"])
        #expect(result.status == 64)
        #expect(result.errors.contains("--lan"))
    }

    /// 127.0.0.2 is this machine as well, and not the address that the app listens on by itself: what reaches it there
    /// would reach it from the network.
    @Test func `it listens to this machine alone, and to the network where it was asked to`() async throws {
        try await withTemporaryFolder { home in
            let alone = try start(in: home)
            let port = try #require(alone.address.port)
            #expect(RawSocket("127.0.0.1", port) != nil)
            #expect(RawSocket("127.0.0.2", port) == nil)
            #expect(await alone.end().status == 0)

            let open = try start(in: home, ["--host", "0.0.0.0", "--lan", "--name", "kitchen.local"])
            let address = try #require(open.address.port)
            func status(_ host: String, _ more: String = "") throws -> String {
                let socket = try #require(RawSocket("127.0.0.2", address))
                socket.send("GET /help HTTP/1.1\r\nHost: \(host):\(address)\r\n\(more)Connection: close\r\n\r\n")
                return String(socket.readAll().dropFirst(9).prefix(3))
            }
            // The network gets the door, not what is behind it, and by our names only.
            for name in ["localhost", "kitchen.local"] { #expect(try status(name) == "401") }
            for name in ["evil.example", "127.0.0.2"] { #expect(try status(name) == "421") }
            let entrance =
                "GET \(open.address.path)?\(open.address.query ?? "") HTTP/1.1\r\nHost: kitchen.local:\(address)\r\n\r\n"
            let socket = try #require(RawSocket("127.0.0.2", address))
            socket.send(entrance.replacing("\r\n\r\n", with: "\r\nConnection: close\r\n\r\n"))
            let cookie = try #require(socket.readAll().firstMatch(of: /hearth=[^;]+/)).0
            #expect(try status("kitchen.local", "Cookie: \(cookie)\r\n") == "200")
            #expect(await open.end().status == 0)
        }
    }

    /// Connections come in at every moment of the end.
    @Test(arguments: [0, 3, 10, 30, 100])
    func `told to end among hundreds of connections, it ends in time and lets go of its port`(wait: Int) async throws {
        try await withTemporaryFolder { home in
            let app = try start(in: home)
            let port = try #require(app.address.port)
            let opening = (0..<4).map { part in
                Task.detached {
                    (0..<75).compactMap { number -> RawSocket? in
                        guard let socket = RawSocket("127.0.0.1", port) else { return nil }
                        socket.send("GET /help HTTP/1.1\r\nHost: localhost\r\n\r\n")
                        // Half of them are gone at once.
                        return (number + part).isMultiple(of: 2) ? socket : nil
                    }
                }
            }
            try await Task.sleep(for: .milliseconds(wait))
            let (status, time) = await app.end()
            #expect(status == 0 && app.process.terminationReason == .exit)
            #expect(time < .seconds(5))
            #expect(RawSocket("127.0.0.1", port) == nil)
            for sockets in opening { _ = await sockets.value }
        }
    }

    @Test func `told to end, it keeps what has been written`() async throws {
        try await withHome { home in
            let app = try start(in: home)
            _ = try await app.get("\(app.address.path)?\(app.address.query ?? "")")
            let asked = try await app.post("/chat/ask", ["message": "Tell me everything."])
            #expect(asked.status == 200)
            try await eventually("words have come") {
                try await stored(in: home).last?.content.isEmpty == false
            }
            let (status, time) = await app.end()
            #expect(status == 0)
            #expect(time < .seconds(5))
            let messages = try await stored(in: home)
            #expect(messages.map(\.state) == [.complete, .interrupted])
            #expect(messages.first?.content == "Tell me everything.")
            #expect(messages.last?.model == "someone/endless")
        }
    }

    @Test func `killed, it marks the answer at the next start`() async throws {
        try await withHome { home in
            let app = try start(in: home)
            _ = try await app.get("\(app.address.path)?\(app.address.query ?? "")")
            _ = try await app.post("/chat/ask", ["message": "Tell me everything."])
            try await eventually("words have come") {
                try await stored(in: home).last?.content.isEmpty == false
            }
            kill(app.process.processIdentifier, SIGKILL)
            app.process.waitUntilExit()
            #expect(try await stored(in: home).last?.state == .arriving)
            let again = try start(in: home)
            #expect(try await stored(in: home).last?.state == .interrupted)
            _ = await again.end()
        }
    }

    func eventually(_ what: String, _ holds: () async throws -> Bool) async throws {
        let deadline = ContinuousClock.now + .seconds(120)
        while try await !holds() {
            try #require(ContinuousClock.now < deadline, "\(what)")
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    // MARK: Data that cannot be opened

    @Test func `a damaged database is no end: the page brings the backup back, and the app opens`() async throws {
        try await withTemporaryFolder { home in
            guard case .ready(let store) = Store.open(in: home) else { throw UnexpectedlyUnusable() }
            try await store.change { $0.hasBegun = true }
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
            try await store.change { $0.hasBegun = true }
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
            #expect(try await again.get("/chat/s").status == 200)
            for path in try FileManager.default.subpathsOfDirectory(atPath: home.path) {
                // Folders have no contents of their own.
                guard let bytes = try? Data(contentsOf: home.appending(path: path)) else { continue }
                for word in ["xylophonist", "violinist"] { #expect(bytes.range(of: Data(word.utf8)) == nil, "\(path)") }
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
