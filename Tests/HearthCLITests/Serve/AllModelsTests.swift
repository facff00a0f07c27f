// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthCLI
import HearthChat
import HearthEngine
import HearthModels
import HearthRemote
import HearthSecrets
import HearthTesting
import Synchronization
import Testing

/// Requests reach the right model: one at home, or one elsewhere.
@Suite struct AllModelsTests {
    /// A model at home that notes what it is asked.
    private final class Home: HomeModels {
        let asked = Mutex<[CompletionRequest]>([])
        let unloads = Atomic(0)
        var memory: ModelMemory { ModelMemory() }
        var memoryChanges: AsyncStream<ModelMemory> { AsyncStream { $0.yield(memory) } }
        var preferred: String? { nil }
        var first: String { "someone/small" }
        func models() -> [ModelSummary] { [ModelSummary(name: "someone/small", bytes: 1, memory: 1)] }
        func has(_ name: String) -> Bool { name == "someone/small" }
        func load(_ name: String) {}
        func unload() { unloads.add(1, ordering: .relaxed) }
        func promptTokens(of request: CompletionRequest) -> Int { request.turns.count }
        func complete(_ request: CompletionRequest) -> AsyncThrowingStream<CompletionEvent, any Error> {
            asked.withLock { $0.append(request) }
            return AsyncThrowingStream { $0.finish() }
        }
    }

    private let home = Home()
    private let settings = InMemorySettings()
    /// An address at which nothing listens, so that anything sent there fails at once.
    private let nowhere = "http://127.0.0.1:1/v1"

    private func withModels<R>(_ body: (AllModels, SecretStore, URL) async throws -> R) async throws -> R {
        try await withTemporaryFolder { folder in
            let secrets = SecretStore(
                folder: folder.appending(path: "secrets"), key: .file(folder.appending(path: "config/secrets.key")))
            let models = AllModels(home: home, settings: settings, secrets: secrets)
            await models.begin()
            return try await body(models, secrets, folder)
        }
    }

    private func ask(_ models: AllModels, _ model: String?) async throws {
        var request = CompletionRequest(turns: [.init(role: .user, content: "Hello?")])
        request.model = model
        for try await _ in try await models.complete(request) {}
    }

    private func code(_ body: () async throws -> Void) async -> ModelError.Code? {
        do { try await body() } catch { return (error as? ModelError)?.code }
        return nil
    }

    @Test func `nothing goes to a model elsewhere before the user has agreed`() async throws {
        try await withModels { models, _, _ in
            let model = try await models.add("m", at: nowhere, key: nil, unencrypted: false)
            #expect(await code { try await models.choose(model.name) } == .notAgreed)
            #expect(await code { try await ask(models, model.name) } == .notAgreed)
            #expect(await models.state.remoteHost == nil)
            try await models.agree(to: model.name, at: Date())
            try await models.choose(model.name)
            #expect(await models.state.remoteHost == "127.0.0.1:1")
            #expect(await models.state.name == model.name)
            #expect(home.unloads.load(ordering: .relaxed) > 0)
            #expect(await code { try await ask(models, nil) } == .unreachable)
            #expect(home.asked.withLock(\.count) == 0)
        }
    }

    /// Nothing has this name (RFC 6761), so that what would be sent fails at once.
    @Test(arguments: [RequestPurpose.journal, .words])
    func `each purpose has a consent of its own`(purpose: RequestPurpose) async throws {
        try await withModels { models, _, _ in
            var request = CompletionRequest(turns: [.init(role: .user, content: "Hello?")])
            request.purpose = purpose
            let far = try await models.add("m", at: "https://ai.invalid/v1", key: nil, unencrypted: false)
            let near = try await models.add("m", at: nowhere, key: nil, unencrypted: false)
            for model in [far, near] { try await models.agree(to: model.name, at: Date()) }
            func ask(_ model: RemoteModel) async throws {
                request.model = model.name
                for try await _ in try await models.complete(request) {}
            }
            #expect(await code { try await ask(far) } == .notAgreed)
            #expect(await !models.mayAsk(far.name, for: purpose))
            // Another program of this machine is not elsewhere.
            #expect(await code { try await ask(near) } == .unreachable)
            #expect(await models.mayAsk(near.name, for: purpose))
            let other = RequestPurpose.allCases.first { ![purpose, .conversation].contains($0) }
            await settings.change { $0.models.remotePurposes[far.address] = Set([other].compactMap { $0 }) }
            #expect(await code { try await ask(far) } == .notAgreed)
            await settings.change { $0.models.remotePurposes["https://other.invalid/v1"] = [purpose] }
            #expect(await code { try await ask(far) } == .notAgreed)
            await settings.change { $0.models.remotePurposes[far.address] = [purpose] }
            #expect(await code { try await ask(far) } == .unreachable)
            #expect(await models.mayAsk(far.name, for: purpose))
            // Who comes later is asked again.
            try await models.removeRemote(far.name)
            #expect(await settings.load().models.remotePurposes[far.address] == nil)
        }
    }

    @Test func `what is meant for home stays there, whatever is chosen`() async throws {
        try await withModels { models, _, _ in
            let model = try await models.add("m", at: nowhere, key: nil, unencrypted: false)
            try await models.agree(to: model.name, at: Date())
            try await models.choose(model.name)
            try await ask(models, "someone/small")
            #expect(home.asked.withLock(\.count) == 1)
            try await models.choose("someone/small")
            #expect(await models.state.remoteHost == nil)
            try await ask(models, nil)
            #expect(home.asked.withLock(\.count) == 2)
            // And what is meant for elsewhere does not come home unasked, not even when the model is forgotten.
            #expect(await code { try await ask(models, model.name) } == .unreachable)
            try await models.removeRemote(model.name)
            #expect(await code { try await ask(models, model.name) } == .noModel)
            #expect(home.asked.withLock(\.count) == 2)
        }
    }

    @Test func `a request for a model at home leaves the choice elsewhere`() async throws {
        try await withModels { models, _, _ in
            let model = try await models.add("m", at: nowhere, key: nil, unencrypted: false)
            try await models.agree(to: model.name, at: Date())
            try await models.choose(model.name)
            try await ask(models, "someone/small")
            #expect(home.asked.withLock { $0.map(\.model) } == ["someone/small"])
            #expect(await models.state.name == model.name)
            #expect(await settings.load().models.model == model.name)
        }
    }

    @Test func `once other settings are brought back, the model that they name answers`() async throws {
        try await withModels { models, _, _ in
            let model = try await models.add("m", at: nowhere, key: nil, unencrypted: false)
            try await models.agree(to: model.name, at: Date())
            try await models.choose(model.name)
            let before = await settings.settings
            try await models.choose("someone/small")
            let unloads = home.unloads.load(ordering: .relaxed)

            await settings.change { $0 = before }
            await models.begin()
            #expect(home.unloads.load(ordering: .relaxed) > unloads, "nobody asks the one at home now")
            #expect(await models.state.name == model.name)
            #expect(await code { try await ask(models, nil) } == .unreachable)
            #expect(home.asked.withLock(\.count) == 0)

            await settings.change { $0.models.model = "someone/small" }
            await models.begin()
            #expect(await models.state.name == "someone/small")
            #expect(await models.state.remoteHost == nil)
            try await ask(models, nil)
            #expect(home.asked.withLock(\.count) == 1)
        }
    }

    @Test func `choices and requests at the same time end with one choice`() async throws {
        try await withModels { models, _, _ in
            let model = try await models.add("m", at: nowhere, key: nil, unencrypted: false)
            try await models.agree(to: model.name, at: Date())
            for _ in 0..<50 {
                async let one: Void = models.choose(model.name)
                async let two: Void = models.choose("someone/small")
                async let three: Void = models.begin()
                _ = try await (one, two, three)
                #expect(await models.state.name == settings.settings.models.model)
            }
        }
    }

    @Test func `the choice is remembered, and told to who follows it`() async throws {
        try await withModels { models, secrets, _ in
            let model = try await models.add("m", at: nowhere, key: nil, unencrypted: false)
            try await models.agree(to: model.name, at: Date())
            let states = await models.states()
            try await models.choose(model.name)
            for await state in states where state.remoteHost == "127.0.0.1:1" { break }
            #expect(await models.models().map(\.remoteHost) == [nil, "127.0.0.1:1"])

            let again = AllModels(home: home, settings: settings, secrets: secrets)
            await again.begin()
            #expect(await again.state.name == model.name)
            try await again.removeRemote(model.name)
            #expect(await again.state.name == "someone/small")
            #expect(await settings.load().models.model == nil)
        }
    }

    @Test func `keys are kept sealed, and go with the last model of their endpoint`() async throws {
        try await withModels { models, secrets, folder in
            let one = try await models.add("one", at: nowhere, key: " sk-secret ", unencrypted: false)
            let two = try await models.add("two", at: nowhere, key: nil, unencrypted: false)
            #expect(try secrets.names() == ["endpoint \(nowhere)"])
            #expect(try secrets.secret("endpoint \(nowhere)") == "sk-secret")
            let said = await settings.load().json
            #expect(!said.contains("sk-secret"))
            let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
            var searched = 0
            for case let file as URL in try #require(files) where !file.hasDirectoryPath {
                #expect(try Data(contentsOf: file).range(of: Data("sk-secret".utf8)) == nil)
                searched += 1
            }
            #expect(searched > 0)
            try await models.removeRemote(one.name)
            #expect(try secrets.names().count == 1)
            try await models.removeRemote(two.name)
            #expect(try secrets.names() == [])
        }
    }

    @Test func `an address that others can listen to is taken only when that is confirmed`() async throws {
        try await withModels { models, _, _ in
            #expect(
                await code { _ = try await models.add("m", at: "http://ai.example", key: nil, unencrypted: false) }
                    == .unencrypted)
            #expect(
                await code { _ = try await models.look(at: "http://ai.example", key: nil, unencrypted: false) }
                    == .unencrypted)
            let confirmed = try await models.add("m", at: "http://ai.example", key: nil, unencrypted: true)
            #expect(confirmed.host == "ai.example")
            for model in ["", " ", "a\nb", String(repeating: "m", count: 301)] {
                #expect(
                    await code { _ = try await models.add(model, at: nowhere, key: nil, unencrypted: false) }
                        == .badAddress)
            }
            #expect(await settings.load().models.remoteModels.count == 1)
        }
    }

    @Test func `where keys cannot be read, that is said and nothing is sent`() async throws {
        try await withModels { models, secrets, _ in
            let model = try await models.add("m", at: nowhere, key: "sk-secret", unencrypted: false)
            try await models.agree(to: model.name, at: Date())
            try Data("rubbish".utf8).write(to: secrets.file)
            #expect(await code { try await ask(models, model.name) } == .secrets)
            #expect(await code { try await models.check(model.name) } == .secrets)
        }
    }
}
