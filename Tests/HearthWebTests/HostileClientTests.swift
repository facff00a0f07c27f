// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthChat
import HearthTesting
import HummingbirdTesting
import Testing

@testable import HearthWeb

/// Requests of somebody who means harm, over a real connection, from another site or from this network.
@Suite(.timeLimit(.minutes(2))) struct HostileClientTests {
    private static let cookie = "Cookie: hearth=\(TestApp.key.cookie)\r\n"
    private static let form = "Content-Type: application/x-www-form-urlencoded\r\n"
    private static let ours = "Host: localhost\r\nOrigin: http://localhost\r\nSec-Fetch-Site: same-origin\r\n"

    /// Sends a request whole, and gives the status of the answer; `nil` where the connection was closed without one.
    private func status(of head: String, body: Data = Data(), in app: TestApp) async throws -> Int? {
        try await app.server.application().test(.live) { client in
            let connection = try await RawConnection(port: client.port!)
            try await connection.send("\(head)Content-Length: \(body.count)\r\n\r\n")
            // A server that has made up its mind does not read to the end.
            try? await connection.send(body)
            try await eventually("there is an answer") {
                connection.isClosed || connection.received.contains("\r\n\r\n")
            }
            let status = connection.received.firstMatch(of: /^HTTP\/1\.1 (\d+)/).flatMap { Int($0.1) }
            try? await connection.close()
            return status
        }
    }

    private func ask(_ head: String, token: String = TestApp.key.formToken, in app: TestApp) async throws -> Int? {
        let body = "token=\(token)&message=Hello"
        return try await status(of: "POST /chat/ask HTTP/1.1\r\n\(head)\(Self.form)", body: Data(body.utf8), in: app)
    }

    @Test func `a page of ours may ask`() async throws {
        #expect(try await ask(Self.ours + Self.cookie, in: try await TestApp()) == 303)
    }

    @Test(arguments: [
        // A name that leads to this machine all of a sudden.
        "Host: evil.example\r\nOrigin: http://evil.example\r\nSec-Fetch-Site: same-origin\r\n",
        "Host: evil.example:4242\r\nOrigin: http://evil.example:4242\r\n",
        "Host: localhost.evil.example\r\nOrigin: http://localhost\r\n",
        "Host: 127.0.0.1.evil.example\r\nOrigin: http://localhost\r\n",
        "Host: localhost@evil.example\r\nOrigin: http://localhost\r\n",
        "Host: 127.0.0.1:4300@evil.example\r\nOrigin: http://127.0.0.1:4300@evil.example\r\n",
        "Host: 127.0.0.1:4300,evil.example\r\nOrigin: http://127.0.0.1:4300,evil.example\r\n",
        "Host: 127.0.0.1:4300.evil.example\r\nOrigin: http://127.0.0.1:4300.evil.example\r\n",
        // A page of somebody else's.
        "Host: localhost\r\nOrigin: http://evil.example\r\nSec-Fetch-Site: cross-site\r\n",
        "Host: localhost\r\nOrigin: http://localhost:8080\r\nSec-Fetch-Site: same-site\r\n",
        "Host: localhost\r\nOrigin: null\r\nSec-Fetch-Site: cross-site\r\n", "Host: localhost\r\n",
    ])
    func `nobody else's page may ask, though the browser sends the cookie`(head: String) async throws {
        let app = try await TestApp()
        let status = try await ask(head + Self.cookie, in: app)
        #expect(status == 403 || status == 421 || status == 400)
        #expect(try await app.conversations.sessions(limit: 1).isEmpty)
    }

    @Test(arguments: [
        "", "Cookie: hearth=\r\n", "Cookie: hearth=\(String(repeating: "A", count: 43))\r\n",
        "Cookie: hearth=\(TestApp.key.startToken)\r\n", "Cookie: HEARTH=\(TestApp.key.cookie)\r\n",
        "Authorization: Bearer \(TestApp.key.programs.text)\r\n",
    ])
    func `nobody comes in without the cookie`(secret: String) async throws {
        #expect(try await ask(Self.ours + secret, in: try await TestApp()) == 401)
        #expect(try await status(of: "GET /history HTTP/1.1\r\n\(Self.ours)\(secret)", in: try await TestApp()) == 401)
    }

    @Test(arguments: ["", "wrong", TestApp.key.cookie, TestApp.key.startToken])
    func `no form is taken without our token`(token: String) async throws {
        #expect(try await ask(Self.ours + Self.cookie, token: token, in: try await TestApp()) == 403)
    }

    @Test(arguments: [
        "/assets/../../../../etc/passwd", "/assets/x/%2e%2e/%2e%2e/etc/passwd", "/assets/..%2f..%2fetc%2fpasswd",
        "/assets/%5c..%5c..%5cetc", "/chat/..%2f..%2fetc", "/assets/%00", "/v1/models/..%2f..%2fetc%2fpasswd",
    ])
    func `no path leads out`(path: String) async throws {
        // With the secret that opens the place, so that it is the path that is refused.
        let secret = isAPI(path) ? "Authorization: Bearer \(TestApp.key.programs.text)\r\n" : Self.cookie
        let status = try await status(of: "GET \(path) HTTP/1.1\r\n\(Self.ours)\(secret)", in: try await TestApp())
        #expect(status == 404 || status == 400)
    }

    /// Below the address that assets really have; below any other, none is looked for.
    @Test(arguments: ["../", "..%2f", "%2e%2e/", "%2e%2e%2f", "%2E%2E%2F", "..%5c", "/", "%2f"])
    func `no path leads out of the assets`(up: String) async throws {
        let app = try await TestApp()
        let base = app.server.site.pages.assets.base
        let (head, out) = (Self.ours + Self.cookie, String(repeating: up, count: 24))
        #expect(try await status(of: "GET \(base)/base.css HTTP/1.1\r\n\(head)", in: app) == 200)
        for path in ["\(base)/\(out)etc/passwd", "\(base)/fonts/\(up)../Templates/Chat/turn.mustache"] {
            let status = try await status(of: "GET \(path) HTTP/1.1\r\n\(head)", in: app)
            #expect(status == 404 || status == 400, "\(path)")
        }
    }

    /// Sixteen megabytes of nothing in a few kilobytes.
    @Test(arguments: ["/chat/ask", "/v1/chat/completions"])
    func `nothing that is packed is unpacked`(path: String) async throws {
        let packed = try #require(gzip([UInt8](repeating: 0, count: 16 << 20), level: 9))
        #expect(packed.count < 32_000)
        let head =
            "POST \(path) HTTP/1.1\r\n\(Self.ours)\(Self.cookie)\(Self.form)Authorization: Bearer \(TestApp.key.programs.text)\r\n"
            + "Content-Encoding: gzip\r\n"
        let status = try #require(try await status(of: head, body: Data(packed), in: try await TestApp()))
        #expect((400...415).contains(status))
    }

    @Test(arguments: [
        String(repeating: "[", count: 1 << 20), String(repeating: "{\"a\":", count: 1 << 17),
        "{\"messages\":" + String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000) + "}",
        "{\"messages\":[{\"role\":\"user\",\"content\":\"a\"}],\"max_tokens\":1e999}",
    ])
    func `JSON that is deep or huge is refused, and the server stays`(text: String) async throws {
        let app = try await TestApp()
        let head =
            "POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(TestApp.key.programs.text)\r\n"
            + "Content-Type: application/json\r\n"
        let status = try #require(try await status(of: head, body: Data(text.utf8), in: app))
        #expect((400...413).contains(status))
    }

    @Test func `more than a form may hold is refused before it is read`() async throws {
        let head = "POST /chat/ask HTTP/1.1\r\n\(Self.ours)\(Self.cookie)\(Self.form)"
        let status = try await status(of: head, body: Data(repeating: 97, count: 13 << 20), in: try await TestApp())
        // Closed without an answer is as good.
        #expect(status == 413 || status == 400 || status == nil)
    }
}
