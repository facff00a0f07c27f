// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import NIOEmbedded
import Testing

@testable import HearthWeb

/// Clients that have access, and requests that are refused before any page sees them.
@Suite struct AccessTests {
    private let site = HTTPField.Name("Sec-Fetch-Site")!
    private let mode = HTTPField.Name("Sec-Fetch-Mode")!

    @Test(arguments: [
        "/", "/chat", "/chat/new", "/history", "/settings", "/help", "/offline", "/manifest.webmanifest", "/welcome",
        "/service-worker.js", "/assets/x/base.css", "/answers/1/events", "/nowhere",
    ])
    func `a browser without the cookie gets nothing`(path: String) async throws {
        try await TestApp().test { browser in
            for cookie in [
                "", "hearth=", "hearth=wrong", "hearth=\(TestApp.key.startToken)", "other=\(TestApp.key.cookie)",
            ] {
                let response = try await browser.get(path, [.cookie: cookie])
                #expect(response.status == .unauthorized, "\(cookie)")
                #expect(!response.text.contains("/assets/"))
            }
        }
    }

    @Test func `the printed address lets a browser in, once and for all`() async throws {
        let app = try await TestApp()
        #expect(app.server.startAddress(port: 4242) == "http://127.0.0.1:4242/enter?token=\(app.access.startToken)")
        try await app.test { browser in
            let response = try await browser.get("/enter?token=\(TestApp.key.startToken)", [.cookie: ""])
            #expect(response.status == .seeOther)
            #expect(response.location == "/")
            let cookie = try #require(response.headers[.setCookie])
            for part in ["hearth=\(TestApp.key.cookie)", "HttpOnly", "SameSite=Strict", "Path=/"] {
                #expect(cookie.contains(part))
            }
        }
    }

    @Test(arguments: ["", "?token=", "?token=wrong", "?token=%00", "?tokens=x"])
    func `a wrong token lets nobody in`(query: String) async throws {
        try await TestApp().test { browser in
            let response = try await browser.get("/enter\(query)", [.cookie: ""])
            #expect(response.status == .unauthorized)
            #expect(response.headers[.setCookie] == nil)
        }
    }

    @Test func `secrets differ, and do not tell one another`() {
        let all = [TestApp.key.startToken, TestApp.key.cookie, TestApp.key.formToken, TestApp.key.programs.text]
        #expect(Set(all).count == 4)
        #expect(all.allSatisfy { $0.count >= 43 })
    }

    // MARK: Names

    @Test(arguments: [
        "localhost", "localhost:4242", "127.0.0.1", "127.0.0.1:80", "[::1]:4242", "LOCALHOST", "kitchen.local",
    ])
    func `our own names are answered`(host: String) async throws {
        #expect(try await respond(to: host).status == .ok)
    }

    /// DNS rebinding: a site's own name that points here.
    @Test(arguments: [
        "evil.example", "evil.example:4242", "localhost.evil.example", "127.0.0.1.evil.example", "127.0.0.2", "[::2]",
        "",
        "localhost@evil.example", "0.0.0.0", "127.0.0.1:4300@evil.example", "127.0.0.1:4300,evil.example",
        "127.0.0.1:4300.evil.example", "localhost:", "localhost:123456", "localhost:80:80", "[::1]:80@evil",
        "[::1]evil",
        "localhost:4242/..", "evil.example, localhost",
    ])
    func `other names are refused, with the cookie too`(host: String) async throws {
        let response = try await respond(to: host)
        #expect(response.status == .misdirectedRequest)
    }

    private func respond(to host: String) async throws -> Response {
        let app = try await TestApp { $0.names = ["kitchen.local"] }
        let request = Request(
            head: HTTPRequest(
                method: .get, scheme: "http", authority: host, path: "/help",
                headerFields: [.cookie: "hearth=\(TestApp.key.cookie)"]), body: RequestBody(buffer: ByteBuffer()))
        return try await app.respond(to: request)
    }

    // MARK: Origins

    @Test(arguments: [
        "http://evil.example", "http://localhost:1", "https://localhost.evil.example", "http://localhost/",
    ])
    func `a write from another origin is refused`(origin: String) async throws {
        try await TestApp().test { browser in
            let response = try await browser.post("/chat/ask", ["message": "hello"], [.origin: origin])
            #expect(response.status == .forbidden)
        }
    }

    @Test func `a write that another site asked for is refused`() async throws {
        try await TestApp().test { browser in
            for value in ["cross-site", "same-site", "none"] {
                let response = try await browser.post("/chat/ask", ["message": "hello"], [site: value])
                #expect(response.status == .forbidden, "\(value)")
            }
        }
    }

    /// As forms are sent by pages that may tell nobody where they were.
    @Test func `a hidden origin is as good as who is said to ask`() async throws {
        try await TestApp().test { browser in
            let ours = try await browser.post("/chat/ask", ["message": "hello"], [.origin: "null"])
            #expect(ours.status == .seeOther)
            for value in ["cross-site", "same-site", "none", ""] {
                let response = try await browser.post(
                    "/chat/ask", ["message": "hello"], [.origin: "null", site: value])
                #expect(response.status == .forbidden, "\(value)")
            }
        }
    }

    @Test func `a write that does not say where it comes from is refused`() async throws {
        try await TestApp().test { browser in
            let response = try await browser.client.execute(
                uri: "/chat/ask", method: .post,
                headers: [
                    .cookie: "hearth=\(TestApp.key.cookie)", .contentType: "application/x-www-form-urlencoded",
                ], body: ByteBuffer(string: "message=hello&token=\(TestApp.key.formToken)"))
            #expect(response.status == .forbidden)
        }
    }

    @Test func `other sites may link here and embed nothing`() async throws {
        try await TestApp().test { browser in
            let link = try await browser.get("/help", [site: "cross-site", mode: "navigate"])
            #expect(link.status == .ok)
            for way in ["no-cors", "cors", ""] {
                #expect(try await browser.get("/help", [site: "cross-site", mode: way]).status == .forbidden)
            }
        }
    }

    // MARK: Forms

    @Test func `every write needs the token of our own forms`() async throws {
        try await TestApp().test { browser in
            for token in ["", "wrong", TestApp.key.startToken, TestApp.key.cookie] {
                for path in ["/chat/ask", "/settings/appearance", "/models/unload", "/chat/x/delete", "/welcome"] {
                    let response = try await browser.post(path, ["token": token, "message": "hello"])
                    #expect(response.status == .forbidden, "\(path)")
                }
            }
        }
    }

    @Test(arguments: ["application/json", "text/plain", "multipart/form-data; boundary=x"])
    func `only forms are taken`(type: String) async throws {
        try await TestApp().test { browser in
            let response = try await browser.post("/chat/ask", ["message": "hello"], [.contentType: type])
            #expect(response.status == .unsupportedMediaType)
        }
    }

    @Test func `packed bodies are refused, so nothing unfolds`() async throws {
        try await TestApp().test { browser in
            let response = try await browser.post("/chat/ask", [:], [.contentEncoding: "gzip"])
            #expect(response.status == .unsupportedMediaType)
        }
    }

    @Test func `a form that is too long is refused`() async throws {
        try await TestApp { $0.formLimit = 1_000 }.test { browser in
            let response = try await browser.post("/chat/ask", ["message": String(repeating: "a", count: 1_001)])
            #expect(response.status == .contentTooLarge)
        }
    }

    @Test func `fields are read as browsers write them`() throws {
        let form = try Form("a=1+2&b=%C3%A9%2B&c&d=x%3Dy&a=3&e=%zz%4&f=1%0D%0A2&%67=h")
        #expect(form["a"] == "3")
        #expect(form["b"] == "é+")
        #expect(form["c"] == "")
        #expect(form["d"] == "x=y")
        #expect(form["e"] == "%zz%4")
        #expect(form["f"] == "1\n2")
        #expect(form["g"] == "h")
        #expect(form["h"] == nil)
    }

    // MARK: Headers

    @Test(arguments: ["/help", "/nowhere", "/chat/new"])
    func `every response tells the browser what it may do`(path: String) async throws {
        try await TestApp().test { browser in
            for headers: HTTPFields in [[:], [.cookie: ""]] {
                let response = try await browser.get(path, headers)
                let policy = try #require(response.headers[.contentSecurityPolicy])
                #expect(policy.contains("default-src 'self'"))
                #expect(policy.contains("frame-ancestors 'none'"))
                #expect(!policy.contains("unsafe"))
                #expect(response.headers[.xContentTypeOptions] == "nosniff")
                #expect(response.headers[HTTPField.Name("Referrer-Policy")!] == "same-origin")
                #expect(response.headers[.cacheControl] == "no-store")
            }
        }
    }

    @Test func `errors tell no path of this machine`() async throws {
        struct Broken: Error { let path = "/home/nora/.local/share/hearth/hearth.sqlite" }
        let error = WebError(Broken())
        #expect(error.status == .internalServerError)
        #expect(error.detail == nil)
        let folder = FileManager.default.currentDirectoryPath
        try await TestApp().test { browser in
            for path in [
                "/nowhere", "/chat/unknown", "/assets/../../etc/passwd", "/assets/x/%2e%2e%2fPackage.swift",
                "/history?before=nan",
            ] {
                let response = try await browser.get(path)
                #expect(!response.text.contains(folder) && !response.text.contains("Sources"))
                #expect(response.status == (path.hasPrefix("/history") ? .ok : .notFound), "\(path)")
            }
        }
    }
}

extension TestApp {
    /// Answers a request without a socket, as it stands.
    func respond(to request: Request) async throws -> Response {
        let router = server.site.router(.init(label: "test"))
        let responder = router.buildResponder()
        let source = ApplicationRequestContextSource(channel: EmbeddedChannel(), logger: .init(label: "test"))
        return try await responder.respond(to: request, context: WebContext(source: source))
    }
}
