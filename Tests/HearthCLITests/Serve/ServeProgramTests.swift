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

/// The program as a whole, over HTTP.
@Suite(.serialized) struct ServeProgramTests {
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
                try await store.change { $0.answers.maxTokens = 32_768 }
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
                second.errors.hasPrefix("Error: Hearth is already running at http://127.0.0.1:\(port), with the data"))
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

    @Test func `a command that is not there is named`() throws {
        let result = try runHearth(["word", "stats"])
        #expect(result.status == 64 && result.output.isEmpty)
        #expect(result.errors == "Error: there is no command word; see hearth --help\n")
        #expect(try runHearth(["help"]).output.contains("SUBCOMMANDS"))
        #expect(try runHearth(["words", "stat"]).errors.contains("Usage: hearth words"))
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

            let open = try start(in: home, ["--lan", "--name", "kitchen.local"])
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
}
