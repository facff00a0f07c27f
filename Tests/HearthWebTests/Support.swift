// SPDX-License-Identifier: Apache-2.0

import Crypto
import EmberJSON
import Foundation
import HTTPTypes
import HearthChat
import HearthMemory
import HearthModels
import HearthStore
import HearthTesting
import HearthWords
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import Synchronization
import Testing

@testable import HearthWeb

extension ModelState {
    static var ready: ModelState {
        var state = ModelState(name: "mlx-community/Qwen3-1.7B-4bit", phase: .loaded)
        state.weightBytes = 1_000_000_000
        state.cacheBytes = 400_000_000
        return state
    }
}

extension ScriptedModel {
    convenience init(_ script: @escaping Script) { self.init(state: .ready, script) }

    /// Answers at once: the same text each time.
    convenience init(saying text: String) { self.init(state: .ready, saying: text) }
}

/// Saturday, 21 November 2026, 18:42 in Paris.
let someEvening = Date(timeIntervalSince1970: 1_795_282_920)

/// The app over a model that says what it is told, and a store in memory.
struct TestApp: Sendable {
    /// Gives browsers and programs access, unless a test has the key of programs replaced.
    static let key = newAccess()

    let access = newAccess()
    let server: WebServer
    let conversations: Conversations
    let settings: InMemorySettings

    init(
        _ model: ScriptedModel = ScriptedModel(saying: "Gladly."),
        settings: InMemorySettings = InMemorySettings(),
        library: (any ModelLibrary)? = nil, embedder: (any Embedding)? = nil, remote: (any RemoteModels)? = nil,
        backupService: (any BackupService)? = nil, words: (any WordStore)? = MemoryWords(),
        journal: Journal? = nil, memory: MemoryAccess? = nil,
        curation: FactCuration? = .sample, companion: (any Companion)? = nil,
        store: any ConversationStore = MemoryStore(),
        clock: any Clock<Duration> = ContinuousClock(), translators: (any TranslationServices)? = nil,
        edit: (inout WebConfiguration) -> Void = { _ in }
    ) async throws {
        var configuration = WebConfiguration()
        configuration.port = 0
        configuration.machine = "kitchen"
        edit(&configuration)
        let time = Mutex(someEvening)
        // A second passes whenever somebody asks for the time, so that nothing happens at once.
        let now: @Sendable () -> Date = {
            time.withLock { date in
                date += 1
                return date
            }
        }
        self.settings = settings
        let backgroundJobs = BackgroundJobs()
        let translations = translators.flatMap { services in
            words.map {
                Translations(store: $0, services: services, backgroundJobs: backgroundJobs, now: { someEvening })
            }
        }
        let wordHelp = translators.flatMap { services in
            words.map {
                WordHelp(
                    model, services: services, store: $0, backgroundJobs: backgroundJobs,
                    dictionaries: Dictionaries(folder: URL(filePath: "/nowhere")))
            }
        }
        conversations = Conversations(
            store: store, models: model, settings: settings, companion: companion, clock: clock, now: now)
        server = try await WebServer(
            configuration, access: access, conversations: conversations, models: model, settings: settings,
            backgroundJobs: backgroundJobs, embedder: embedder, library: library, remote: remote,
            backupService: backupService,
            words: words,
            journal: journal, memory: try memory ?? .sample(), curation: curation, translations: translations,
            translators: translators, wordHelp: wordHelp,
            chatImporter: (store as? any ChatImportStore).map { ChatImporter(store: $0, now: { someEvening }) },
            now: { someEvening }, zone: TimeZone(identifier: "Europe/Paris")!)
    }

    private static func newAccess() -> Access {
        Access(
            key: SymmetricKey(data: Data(repeating: 7, count: 32)),
            programs: ProgramKey(SymmetricKey(data: Data(repeating: 9, count: 32))) { _ in })
    }

    /// Runs a test without a socket.
    func test<Value: Sendable>(_ body: @Sendable (Browser) async throws -> Value) async throws -> Value {
        try await server.application().test(.router) { try await body(Browser(client: $0)) }
    }

    /// Asks something and waits for the answer.
    func answered(_ text: String, in session: Session.ID? = nil) async throws -> Message {
        let answer = try await conversations.ask(text, in: session)
        for await event in conversations.events(of: answer.id) {
            if case .finished(let message) = event.change { return message }
        }
        return answer
    }
}

/// A program that has the key, and asks one thing of an app.
struct Program: Sendable {
    let app: TestApp
    var headers: HTTPFields = [
        .authorization: "Bearer \(TestApp.key.programs.text)", .contentType: "application/json",
    ]

    init(_ app: TestApp) { self.app = app }

    func get(_ path: String) async throws -> TestResponse {
        try await app.server.application().test(.router) {
            try await $0.execute(uri: path, method: .get, headers: headers)
        }
    }

    func post(_ path: String, _ body: String) async throws -> TestResponse {
        try await app.server.application().test(.router) {
            try await $0.execute(uri: path, method: .post, headers: headers, body: ByteBuffer(string: body))
        }
    }

    func chat(_ body: String) async throws -> TestResponse { try await post("/v1/chat/completions", body) }

    /// A chat about nothing, with further fields.
    func chat(with fields: String) async throws -> TestResponse {
        try await chat(#"{"messages": [{"role": "user", "content": "Hi"}], \#(fields)}"#)
    }
}

/// A browser that was let in: it sends the cookie, says where it comes from, and fills in the token of forms.
struct Browser: Sendable {
    let client: any TestClientProtocol
    var headers: HTTPFields = [
        .cookie: "\(Access.cookieName)=\(TestApp.key.cookie)", .acceptLanguage: "en",
        HTTPField.Name("Sec-Fetch-Site")!: "same-origin",
    ]

    func get(_ address: String, _ extra: HTTPFields = [:]) async throws -> TestResponse {
        try await client.execute(uri: address, method: .get, headers: merged(extra))
    }

    func post(_ address: String, _ fields: [String: String] = [:], _ extra: HTTPFields = [:]) async throws
        -> TestResponse
    {
        var fields = fields
        fields["token"] = fields["token"] ?? TestApp.key.formToken
        let body = fields.map { "\(escaped($0))=\(escaped($1))" }.joined(separator: "&")
        var headers = merged(extra)
        headers[.contentType] = headers[.contentType] ?? "application/x-www-form-urlencoded"
        headers[.origin] = headers[.origin] ?? "http://localhost"
        return try await client.execute(uri: address, method: .post, headers: headers, body: ByteBuffer(string: body))
    }

    private func merged(_ extra: HTTPFields) -> HTTPFields {
        var all = headers
        for field in extra { all[field.name] = field.value.isEmpty ? nil : field.value }
        return all
    }

    private func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics)!
    }
}

extension Form {
    /// As it comes in the body of a request.
    init(_ body: String) throws {
        var reader = FormReader(limit: .max)
        try reader.take(body.utf8)
        self = try reader.end()
    }
}

extension TestResponse {
    var text: String { String(buffer: body) }
    var location: String { headers[.location] ?? "" }

    var json: JSON { get throws { try JSON(parsing: Array(buffer: body)) } }

    /// The first choice of an answer.
    var choice: JSON { get throws { try #require(try json["choices"]?.array?.first) } }

    /// The values of a stream's events, without the end, which has to be there.
    var chunks: [JSON] {
        get throws {
            let lines = text.components(separatedBy: "\n\n").filter { !$0.isEmpty }
            #expect(lines.last == "data: [DONE]")
            return try lines.dropLast().map { try JSON(parsing: String($0.dropFirst(6))) }
        }
    }
}
