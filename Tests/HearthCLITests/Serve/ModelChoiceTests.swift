// SPDX-License-Identifier: Apache-2.0

import Ember
import Foundation
import HearthCLI
import HearthChat
import HearthEngine
import HearthModels
import HearthSecrets
import HearthTesting
import Testing

/// Choosing a model of this machine, and asking: one leaves the other as it is.
@Suite struct ModelChoiceTests {
    private let settings = InMemorySettings()

    /// A home whose models folder has the small model under each of these names.
    private func withModels<R>(
        _ names: [String] = ["someone/small"], _ body: (AllModels, URL) async throws -> R
    ) async throws -> R {
        try await withTemporaryFolder { home in
            for name in names { try link(smallModel, as: name, in: home) }
            let models = allModels(in: home)
            await models.begin()
            return try await body(models, home)
        }
    }

    /// The models as a start of the program has them. Nothing is known of the machine's memory, so there is enough of
    /// it.
    private func allModels(in home: URL) -> AllModels {
        let models = EmberModels(
            folder: ModelsFolder(environment: ["HEARTH_HOME": home.path]),
            settings: { [settings] in EngineSettings(await settings.load()) },
            machine: MemoryPressure(folder: home.appending(path: "proc")))
        let secrets = SecretStore(
            folder: home.appending(path: "secrets"), key: .file(home.appending(path: "secrets.key")))
        return AllModels(home: models, settings: settings, secrets: secrets)
    }

    private func link(_ model: URL, as name: String, in home: URL) throws {
        let place = home.appending(path: "models/\(name)")
        try FileManager.default.createDirectory(
            at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(at: place, withDestinationURL: model)
    }

    private func request(_ texts: [String], maxTokens: Int = 12) -> CompletionRequest {
        let turns = texts.map { CompletionRequest.Turn(role: .user, content: $0) }
        var request = CompletionRequest(instructions: "you are a helpful assistant", turns: turns)
        (request.temperature, request.maxTokens) = (0, maxTokens)
        return request
    }

    private func answer(
        _ models: AllModels, _ request: CompletionRequest
    ) async throws -> (text: String, summary: CompletionSummary?) {
        var result = (text: "", summary: nil as CompletionSummary?)
        for try await event in try await models.complete(request) {
            switch event {
            case .piece(.text(let text)), .piece(.thought(let text)): result.text += text
            case .finished(let summary): result.summary = summary
            case .piece(.textWasThought), .call, .token, .context, .reading: continue
            }
        }
        return result
    }

    private func wait(_ models: AllModels, for phase: ModelState.Phase) async throws {
        let states = await models.states()
        for await state in states where state.phase == phase { return }
    }

    @Test func `a chosen model is loaded and remembered`() async throws {
        try await withModels(["someone/small", "someone/other"]) { models, _ in
            #expect(await models.state == ModelState(name: "someone/other", phase: .idle))
            try await models.choose("someone/small")
            try await wait(models, for: .loaded)
            let state = await models.state
            #expect(state.weightBytes > 0 && state.peakBytes > state.weightBytes)
            #expect(await settings.load().models.model == "someone/small")
            #expect(await models.state.name == "someone/small")
            try await models.choose("someone/other")
            #expect(await models.state.name == "someone/other")
            try await wait(models, for: .loaded)
            let error = await #expect(throws: ModelError.self) { try await models.choose("someone/else") }
            #expect(error?.code == .noModel)
            #expect(await settings.load().models.model == "someone/other")
        }
    }

    @Test func `without a model the one that came with Hearth answers, until another is chosen`() async throws {
        try await withModels([]) { models, home in
            #expect(await models.state.name == "hearth/pocket")
            #expect(await models.state.isBuiltIn)
            // Instructions that nobody has written are not its own; with those it begins as it was taught to.
            var question = request(["Hello?"])
            question.instructions = AppSettings().answers.instructions
            let session = ChatSession(
                try await loadModelContainer(directory: LocalModel.builtIn.folder),
                parameters: GenerateParameters(maxTokens: 12, temperature: 0))
            #expect(try await answer(models, question).text == (try await session.respond(to: "Hello?")))
            try link(smallModel, as: "someone/small", in: home)
            await models.modelsChanged()
            #expect(await models.models().count == 2)
            #expect(await models.state.name == "hearth/pocket")
            try await models.choose("someone/small")
            #expect(try await answer(models, request(["Hello?"])).summary?.tokens == 12)
        }
    }

    @Test func `a model that cannot be loaded says why, without a path`() async throws {
        try await withModels { models, home in
            let broken = home.appending(path: "models/someone/broken")
            try FileManager.default.createDirectory(at: broken, withIntermediateDirectories: true)
            try Data(#"{"model_type": "llama", "hidden_size": 7}"#.utf8).write(
                to: broken.appending(path: "config.json"))
            try await models.choose("someone/broken")
            for await state in await models.states() {
                guard case .failed(let reason) = state.phase else { continue }
                #expect(reason.hasPrefix("someone/broken cannot be used: "))
                #expect(!reason.contains(home.path))
                break
            }
            let error = await #expect(throws: ModelError.self) {
                _ = try await models.complete(request(["Hello?"]))
            }
            #expect(error?.code == .modelFailed)
            // And another can be chosen.
            try await models.choose("someone/small")
            try await wait(models, for: .loaded)
        }
    }

    @Test func `a model that is added does not take the place of the one that answers`() async throws {
        try await withModels(["someone/small"]) { models, home in
            try link(toolModel, as: "local/added", in: home)
            await models.modelsChanged()
            #expect(await models.state.name == "someone/small")
            // Nor after the next start, though its name stands before the other.
            let again = allModels(in: home)
            await again.begin()
            #expect(await again.state.name == "someone/small")
            #expect(await settings.load().models.model == nil)
            try await again.choose("local/added")
            let third = allModels(in: home)
            await third.begin()
            #expect(await third.state.name == "local/added")
        }
    }

    @Test func `a model that was chosen on its way is chosen when it arrives`()
        async throws
    {
        try await withModels(["someone/small"]) { models, home in
            try await models.chooseOnceHere("someone/coming")
            await models.modelsChanged()
            #expect(await models.state.name == "someone/small")
            try link(toolModel, as: "someone/coming", in: home)
            await models.modelsChanged()
            #expect(await models.state.name == "someone/coming")
            #expect(await settings.load().models.model == "someone/coming")

            try await models.chooseOnceHere("someone/late")
            try await models.choose("someone/small")
            try link(toolModel, as: "someone/late", in: home)
            await models.modelsChanged()
            #expect(await models.state.name == "someone/small")
        }
    }

    @Test func `a chosen model that is gone gives way, and is chosen again when it is back`() async throws {
        try await withModels(["someone/small", "someone/other"]) { models, home in
            try await models.choose("someone/small")
            let place = home.appending(path: "models/someone/small")
            try FileManager.default.removeItem(at: place)
            var named = request(["Hello?"])
            named.model = "someone/small"
            let error = await #expect(throws: ModelError.self) { _ = try await models.complete(named) }
            #expect(error?.code == .noModel)
            #expect(await models.state.name == "someone/other")
            try link(smallModel, as: "someone/small", in: home)
            await models.modelsChanged()
            #expect(await models.state.name == "someone/small")
        }
    }

    /// Three models that answer differently.
    private func withThree<R>(_ body: (AllModels) async throws -> R) async throws -> R {
        try await withModels([]) { models, home in
            for (name, folder) in Self.three { try link(shippedModel(folder), as: name, in: home) }
            try await models.choose("three/a")
            return try await body(models)
        }
    }

    private static let three = [
        "three/a": "llama-gqa-tied-q4g64", "three/b": "qwen2-q4g64", "three/c": "qwen3-q4g32-f16",
    ]

    @Test func `requests for several models at once are each answered by the one that they name`() async throws {
        try await withThree { models in
            let names = Self.three.keys.sorted()
            func ask(_ number: Int) async throws -> String {
                var question = request(["Question \(number / 3) about the sea"])
                question.model = names[number % 3]
                return try await answer(models, question).text
            }
            var expected: [String] = []
            for number in 0..<24 { expected.append(try await ask(number)) }
            #expect(Set(expected.prefix(3)).count == 3)
            let answers = try await withThrowingTaskGroup(of: (Int, String).self) { group in
                for number in 0..<24 { group.addTask { (number, try await ask(number)) } }
                return try await group.reduce(into: [Int: String]()) { $0[$1.0] = $1.1 }
            }
            #expect(answers.sorted { $0.key < $1.key }.map(\.value) == expected)
            // And the choice is what it was.
            #expect(await models.state.name == "three/a")
            #expect(await settings.load().models.model == "three/a")
        }
    }

    @Test func `who stops waiting for a model leaves the queue to the others`() async throws {
        try await withThree { models in
            func named(_ name: String, _ tokens: Int) -> CompletionRequest {
                var question = request(["Tell me"], maxTokens: tokens)
                question.model = name
                return question
            }
            // Nobody reads it, so it is written to its end.
            let first = try await models.complete(named("three/a", 400))
            let waiting = Task { _ = try await models.complete(named("three/b", 4)) }
            let last = Task { try await answer(models, named("three/c", 4)).summary?.tokens }
            while await models.state.phase != .loaded { await Task.yield() }
            waiting.cancel()
            await #expect(throws: CancellationError.self) { try await waiting.value }
            #expect(try await last.value == 4)
            var events = 0
            for try await _ in first { events += 1 }
            #expect(events > 4)
        }
    }

    @Test func `the chosen model is loading as long as somebody waits for it`() async throws {
        try await withThree { models in
            try await wait(models, for: .loaded)
            var question = request(["Hello?"])
            question.model = "three/b"
            _ = try await answer(models, question)
            #expect(await models.state.name == "three/a")
            #expect(await models.state.phase == .idle)
            await models.wake()
            #expect(await models.state.phase == .loading(0))
            try await wait(models, for: .loaded)
        }
    }
}
