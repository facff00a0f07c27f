// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation
import HearthModels
import HearthTesting
import HearthWords
import Synchronization
import Testing

@testable import HearthRemote

/// DeepL and LibreTranslate, asked over a socket by what is shipped.
@Suite struct TranslationClientTests {
    private let pair = LanguagePair(from: "fr", to: "en")
    /// Sunday, 6 November 1994, 08:49:00, half a minute before the example of RFC 9110.
    private let now = Date(timeIntervalSince1970: 784_111_747)

    /// Long where nothing is waited for: a busy machine is silent for seconds.
    private var limits: ServiceLimits {
        var limits = ServiceLimits()
        (limits.connecting, limits.silence) = (.seconds(60), .seconds(60))
        return limits
    }

    private func deepL(_ server: LoopbackServer, limits: ServiceLimits? = nil) throws -> DeepL {
        let now = now
        return try DeepL(
            key: DeepLServer.key, base: server.address, limits: limits ?? self.limits, now: { now })
    }

    private func error(_ work: () async throws -> Void) async -> TranslationError? {
        await #expect(throws: TranslationError.self) { try await work() }
    }

    // MARK: DeepL

    @Test func `DeepL translates fifty texts in their order, with the key in a header`() async throws {
        let service = try DeepLServer()
        let texts = (1...50).map { TranslationText("mot \($0)", context: "never sent") }
        let results = try await deepL(service.server).translate(texts, pair)
        #expect(results == texts.map { .success("translation of \($0.text)") })
        let sent = try #require(service.server.requests.first)
        #expect(sent.line == "POST /v2/translate HTTP/1.1")
        #expect(sent.header("Authorization") == "DeepL-Auth-Key \(DeepLServer.key)")
        #expect(sent.json?["source_lang"] == "FR" && sent.json?["target_lang"] == "EN-GB")
        #expect(!String(decoding: sent.body, as: UTF8.self).contains("never"))
    }

    @Test func `a free key goes to the free address, any other to the usual one`() throws {
        #expect(try DeepL(key: "a:fx").address.text == "https://api-free.deepl.com")
        #expect(try DeepL(key: "a").address.text == "https://api.deepl.com")
    }

    @Test(arguments: ["", "a b", "a\r\nX: y", "clé"])
    func `a key that no header can carry is refused before anything is sent`(key: String) {
        #expect(throws: TranslationError(.keyRefused)) { try DeepL(key: key) }
    }

    @Test func `a key is tried out without a text`() async throws {
        let service = try DeepLServer()
        #expect(try await deepL(service.server).usage() == TranslationUsage(used: 87_700, allowed: 500_000))
        #expect(service.server.requests.map(\.line) == ["GET /v2/usage HTTP/1.1"])
        let other = try DeepL(key: "wrong", base: service.server.address, limits: limits)
        #expect(await error { _ = try await other.usage() }?.code == .keyRefused)
    }

    @Test(arguments: [
        (429, "", TranslationError(.slowDown)), (429, "Retry-After: 7\r\n", .init(.slowDown, retryAfter: .seconds(7))),
        (
            429, "Retry-After: Sun, 06 Nov 1994 08:49:37 GMT\r\n",
            .init(.slowDown, retryAfter: .seconds(30))
        ), (429, "Retry-After: soon\r\n", .init(.slowDown)),
        (429, "Retry-After: 99999999999999999999\r\n", .init(.slowDown, retryAfter: .seconds(86_400))),
        (456, "", .init(.quota)), (403, "", .init(.keyRefused)), (413, "", .init(.tooLong)),
        (500, "", .init(.failedThere)), (503, "Retry-After: 2\r\n", .init(.failedThere, retryAfter: .seconds(2))),
        (301, "Location: /elsewhere\r\n", .init(.sentElsewhere)), (404, "", .init(.sentElsewhere)),
        (400, "", .init(.refused)),
    ])
    func `each refusal of DeepL has its meaning`(status: Int, fields: String, expected: TranslationError) async throws {
        let server = try LoopbackServer(.whole(status, "", fields))
        let found = await error { _ = try await deepL(server).translate([TranslationText("mot")], pair) }
        #expect(found == expected)
        #expect(server.requests.count == 1, "a refusal is not asked again here")
    }

    @Test(arguments: [
        "", "<html>Welcome</html>", "[]", "{}", #"{"translations":[]}"#,
        #"{"translations":[{"text":"a"},{"text":"b"}]}"#,
        #"{"translations":{"text":"a"}}"#, #"{"translations":[{"text":"a"}"#, String(repeating: "[", count: 100_000),
    ])
    func `an answer that is none is one error`(body: String) async throws {
        let server = try LoopbackServer(.whole(200, body))
        #expect(
            await error { _ = try await deepL(server).translate([TranslationText("mot")], pair) }?.code == .nonsense)
    }

    @Test func `an answer that ends early, never comes or never ends is one error`() async throws {
        var short = limits
        (short.silence, short.answer) = (.milliseconds(300), 100_000)
        let cases: [([LoopbackServer.Step], TranslationError.Code)] = [
            ([.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"transl")], .brokeOff),
            ([.send("HTTP/1.1 200 OK\r\n"), .reset], .brokeOff), ([], .brokeOff),
            ([.wait(.seconds(60))], .silent),
            ([.send("HTTP/1.1 200 OK\r\n\r\n{\"translations\":["), .wait(.seconds(60))], .silent),
            ([.send("HTTP/1.1 200 OK\r\n\r\n"), .forever("{\"a\":1},")], .nonsense),
            ([.send("SSH-2.0-OpenSSH\r\n")], .nonsense),
        ]
        for (steps, code) in cases {
            let server = try LoopbackServer { _ in steps }
            let client = try deepL(server, limits: short)
            let found = await error { _ = try await client.translate([TranslationText("mot")], pair) }
            #expect(found?.code == code, "\(steps)")
            try await eventually("the connection is closed") { server.seen.open == 0 }
        }
    }

    @Test func `neither texts nor the key follow a redirect`() async throws {
        let other = try LoopbackServer(.whole(200, "{}"))
        let server = try LoopbackServer(.whole(307, "", "Location: \(other.address)/v2/translate\r\n"))
        #expect(await error { _ = try await deepL(server).translate([.init("mot")], pair) }?.code == .sentElsewhere)
        #expect(other.seen.connections == 0)
    }

    @Test func `nobody at the address is one error`() async throws {
        let port = try LoopbackServer(.close).port
        try await eventually("the port is free") {
            let client = try DeepL(key: "k", base: "http://127.0.0.1:\(port)", limits: limits)
            return await error { _ = try await client.usage() }?.code == .unreachable
        }
    }

    // MARK: LibreTranslate

    @Test func `LibreTranslate translates many texts, with the key in the body`() async throws {
        var state = LibreServer.State()
        state.key = "secret"
        let service = try LibreServer(state)
        let client = try LibreTranslate(at: service.server.address + "/translate", key: "secret", limits: limits)
        let results = try await client.translate([.init("un"), .init("deux")], LanguagePair(from: "fr", to: "pt-BR"))
        #expect(results == [.success("translation of un"), .success("translation of deux")])
        #expect(service.server.requests.map(\.line) == ["GET /languages HTTP/1.1", "POST /translate HTTP/1.1"])
        let sent = try #require(service.server.requests.last)
        #expect(
            sent.json == [
                "q": ["un", "deux"], "source": "fr", "target": "pt-BR", "format": "text", "api_key": "secret",
            ])
    }

    @Test func `each refusal of LibreTranslate has its meaning`() async throws {
        func code(_ edit: (inout LibreServer.State) -> Void, key: String? = nil, from: String = "fr") async throws
            -> TranslationError.Code?
        {
            var state = LibreServer.State()
            edit(&state)
            let service = try LibreServer(state)
            let client = try LibreTranslate(at: service.server.address, key: key, limits: limits)
            let pair = LanguagePair(from: from, to: "en")
            return await error { _ = try await client.translate([.init("a"), .init("b"), .init("c")], pair) }?.code
        }
        #expect(try await code { $0.key = "k" } == .keyRefused)
        #expect(try await code({ $0.key = "k" }, key: "wrong") == .keyRefused)
        #expect(try await code { $0.slowDowns = 1 } == .slowDown)
        #expect(try await code { $0.refusalLimit = 0 } == .banned)
        #expect(try await code { $0.batchLimit = 2 } == .tooLong)
        #expect(try await code({ _ in }, from: "xx") == .noLanguage)
    }

    @Test func `a server is tried out with a word of ours`() async throws {
        var state = LibreServer.State()
        let good = try LibreServer(state)
        try await LibreTranslate(at: good.server.address, limits: limits).check()
        state.isNonsense = true
        let nonsense = try LibreServer(state)
        #expect(
            await error { try await LibreTranslate(at: nonsense.server.address, limits: limits).check() }?.code
                == .nonsense)
        #expect(nonsense.server.requests.last?.json?["q"] == ["hello"])
        (state.isNonsense, state.key) = (false, "k")
        let closed = try LibreServer(state)
        #expect(
            await error { try await LibreTranslate(at: closed.server.address, limits: limits).check() }?.code
                == .keyRefused)
    }

    @Test func `a sign in the place of a translation is a failure of its text`() async throws {
        var state = LibreServer.State()
        state.isNonsense = true
        let service = try LibreServer(state)
        let results = try await LibreTranslate(at: service.server.address, limits: limits).translate(
            [.init("mot")], pair)
        #expect(results == [.failure(TranslationError(.nonsense))])
    }

    @Test func `addresses follow the rules of models elsewhere`() throws {
        #expect(try LibreTranslate(at: "localhost:5000").address.text == "http://localhost:5000")
        #expect(try LibreTranslate(at: "libre.example/translate/").address.text == "https://libre.example")
        #expect(throws: ModelError.self) { try LibreTranslate(at: "http://libre.example") }
        #expect(try LibreTranslate(at: "http://libre.example", unencrypted: true).address.isEncrypted == false)
        #expect(throws: ModelError.self) { try LibreTranslate(at: "ftp://x") }
        #expect(throws: ModelError.self) { try LibreTranslate(at: "https://user:pass@x.example") }
    }

    /// The languages of servers: LibreTranslate 1.9 with Argos' models, an older one, and one that names them
    /// otherwise.
    @Test(arguments: [
        ("pt-BR", [("pb", "Portuguese (Brazil)"), ("pt", "Portuguese")], "pb"),
        ("pt-BR", [("pt-BR", "Portuguese (Brazil)"), ("pt", "Portuguese")], "pt-BR"),
        ("pt-BR", [("pt", "Portuguese")], "pt"), ("pt", [("pb", "Portuguese (Brazil)"), ("pt", "Portuguese")], "pt"),
        ("zh", [("zh-Hans", "Chinese"), ("zh-Hant", "Chinese (traditional)")], "zh-Hans"),
        ("zh-Hans", [("zh", "Chinese"), ("zt", "Chinese (traditional)")], "zh"),
        ("zh-Hant", [("zh", "Chinese"), ("zt", "Chinese (traditional)")], "zt"),
        ("zh-TW", [("zh", "Chinese"), ("zt", "Chinese (traditional)")], "zt"),
        ("zh-Hant", [("zh", "Chinese")], "zh-Hant"), ("nb", [("no", "Norwegian")], "no"),
        ("en-GB", [("en", "English")], "en"), ("fr", [("FR", "French")], "FR"), ("sw", [("en", "English")], "sw"),
        ("fr-CA", [], "fr"),
    ])
    func `a language is asked for as the server calls it`(code: String, known: [(String, String)], sent: String) {
        let languages = known.map { LibreLanguage(code: $0.0, name: $0.1) }
        #expect(LibreLanguage.code(of: code, among: languages) == sent)
    }

    @Test func `the codes are those of the server's own list`() async throws {
        let asked = Mutex<[String]>([])
        let server = try LoopbackServer { request in
            if request.path == "/languages" {
                asked.withLock { $0.append("languages") }
                return [
                    .whole(200, #"[{"code":"en","name":"English"},{"code":"pb","name":"Portuguese (Brazil)"}]"#)
                ]
            }
            asked.withLock { $0.append(request.json?["target"]?.string ?? "") }
            return [.whole(200, #"{"translatedText":["cachorro"]}"#)]
        }
        let client = try LibreTranslate(at: server.address, limits: limits)
        for _ in 0..<2 {
            _ = try await client.translate([TranslationText("dog")], LanguagePair(from: "en", to: "pt-BR"))
        }
        #expect(asked.withLock { $0 } == ["languages", "pb", "pb"])
    }
}
