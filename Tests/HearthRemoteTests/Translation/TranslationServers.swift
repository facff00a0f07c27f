// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation
import HearthTesting
import Synchronization

/// A service that behaves as DeepL does, as far as its documentation and its official client tell.
final class DeepLServer: Sendable {
    static let key = "279a2e9d-83b3-c416-7e2d-f721593e42a0:fx"

    let server: LoopbackServer

    struct State: Sendable {
        /// Answers instead of a translation, for the first requests.
        var first: [LoopbackServer.Step] = []
        /// More requests than that at the same time are refused with 429.
        var atOnce = Int.max
        var pause = Duration.zero
        var running = 0
        var mostRunning = 0
        /// Texts that come back as something else.
        var answers: [String: String] = [:]
    }

    init(_ state: State = State()) throws {
        let shared = Shared(state)
        self.shared = shared
        server = try LoopbackServer { shared.answer($0) }
    }

    private let shared: Shared
    var mostRunning: Int { shared.state.withLock(\.mostRunning) }
    /// The texts of each request that was answered or not, in order.
    var asked: [[String]] {
        server.requests(of: "/v2/translate").map { request in
            (request.json?["text"]?.array ?? []).compactMap(\.string)
        }
    }

    private final class Shared: Sendable {
        let state: Mutex<State>
        init(_ state: State) { self.state = Mutex(state) }

        func answer(_ request: LoopbackServer.Request) -> [LoopbackServer.Step] {
            guard request.header("Authorization") == "DeepL-Auth-Key \(DeepLServer.key)" else {
                return [.whole(403, "")]
            }
            if request.path == "/v2/usage" {
                return [.whole(200, #"{"character_count":87700,"character_limit":500000}"#)]
            }
            guard request.path == "/v2/translate" else { return [.whole(404, #"{"message":"Not found"}"#)] }
            let special: LoopbackServer.Step? = state.withLock { $0.first.isEmpty ? nil : $0.first.removeFirst() }
            if let special { return [special] }
            let isRefused = state.withLock { state in
                state.running += 1
                state.mostRunning = max(state.mostRunning, state.running)
                return state.running > state.atOnce
            }
            defer { state.withLock { $0.running -= 1 } }
            let pause = state.withLock(\.pause)
            if pause > .zero { Thread.sleep(forTimeInterval: pause / .seconds(1)) }
            if isRefused { return [.whole(429, #"{"message":"Too many requests"}"#)] }
            guard request.body.count <= 128 << 10 else { return [.whole(413, "")] }
            let texts = (request.json?["text"]?.array ?? []).compactMap(\.string)
            guard (1...50).contains(texts.count) else { return [.whole(400, #"{"message":"Bad request"}"#)] }
            let answers = state.withLock(\.answers)
            let found = texts.map { text -> JSON in
                ["detected_source_language": "FR", "text": .string(answers[text] ?? "translation of \(text)")]
            }
            return [.whole(200, JSON.object(["translations": .array(found)]).text)]
        }
    }
}

/// A server that behaves as LibreTranslate 1.9.6 does.
final class LibreServer: Sendable {
    struct State: Sendable {
        /// The key that it wants; `nil` for none.
        var key: String?
        /// Requests that are answered with 429 before one is translated.
        var slowDowns = 0
        /// After so many refusals the client is shut out.
        var refusalLimit = Int.max
        var batchLimit = Int.max
        var isNonsense = false
        var refusals = 0
    }

    let server: LoopbackServer

    init(_ state: State = State()) throws {
        let shared = Shared(state)
        server = try LoopbackServer { shared.answer($0) }
    }

    private final class Shared: Sendable {
        let state: Mutex<State>
        init(_ state: State) { self.state = Mutex(state) }

        func answer(_ request: LoopbackServer.Request) -> [LoopbackServer.Step] {
            if request.path == "/languages" {
                return [
                    .whole(200, #"[{"code":"en","name":"English","targets":["fr"]},{"code":"fr","name":"French"}]"#)
                ]
            }
            guard request.path == "/translate", let body = request.json else { return [.whole(404, "{}")] }
            return [
                state.withLock { state in
                    if state.refusals >= state.refusalLimit {
                        return .whole(403, #"{"error":"Too many request limits violations"}"#)
                    }
                    if let key = state.key, body["api_key"]?.string != key {
                        return body["api_key"] == nil
                            ? .whole(400, #"{"error":"Please contact the server operator to get an API key"}"#)
                            : .whole(403, #"{"error":"Invalid API key"}"#)
                    }
                    if state.slowDowns > 0 {
                        state.slowDowns -= 1
                        state.refusals += 1
                        return .whole(429, #"{"error":"Slowdown: 30 per 1 minute"}"#)
                    }
                    if body["source"]?.string == "xx" { return .whole(400, #"{"error":"xx is not supported"}"#) }
                    let texts = (body["q"]?.array ?? []).compactMap(\.string)
                    if texts.count > state.batchLimit {
                        return .whole(400, #"{"error":"Invalid request: request (10) exceeds text limit (2)"}"#)
                    }
                    let found = texts.map { JSON.string(state.isNonsense ? "\u{1F913}" : "translation of \($0)") }
                    return .whole(200, JSON.object(["translatedText": .array(found)]).text)
                }
            ]
        }
    }
}
