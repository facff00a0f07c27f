// SPDX-License-Identifier: Apache-2.0

import Ember
import Foundation
import HearthCLI
import HearthChat
import StepClock
import Testing

@Suite struct EmberModelsTests {
    private actor Settings: SettingsStore {
        var settings = AppSettings()
        func load() -> AppSettings { settings }
        func save(_ settings: AppSettings) { self.settings = settings }
    }

    private let settings = Settings()
    private let clock = StepClock()

    /// A home whose models folder has the small model under each of these names, and a `/proc` of its own.
    private func withModels<R>(
        _ names: [String] = ["someone/small"], model: URL = smallModel, _ body: (EmberModels, URL) async throws -> R
    ) async throws -> R {
        try await withTemporaryFolder { home in
            let folder = home.appending(path: "models/someone")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            for name in names {
                try FileManager.default.createSymbolicLink(
                    at: home.appending(path: "models/\(name)"), withDestinationURL: model)
            }
            let proc = home.appending(path: "proc")
            try writeMemory(available: 4_000_000, in: proc)
            let models = EmberModels(
                locator: ModelLocator(environment: ["HEARTH_HOME": home.path]), settings: settings,
                machine: MachineMemory(folder: proc), clock: clock)
            await models.begin()
            return try await body(models, home)
        }
    }

    private func request(_ texts: [String], maxTokens: Int = 12) -> CompletionRequest {
        let turns = texts.enumerated().map { index, text in
            CompletionRequest.Turn(role: index.isMultiple(of: 2) ? .user : .assistant, content: text)
        }
        var request = CompletionRequest(instructions: "you are a helpful assistant", turns: turns)
        (request.temperature, request.maxTokens) = (0, maxTokens)
        return request
    }

    private func answer(
        _ models: EmberModels, _ request: CompletionRequest
    ) async throws -> (text: String, summary: CompletionSummary?, omitted: Int) {
        var result = (text: "", summary: nil as CompletionSummary?, omitted: 0)
        for try await event in try await models.complete(request) {
            switch event {
            case .text(let text), .thought(let text): result.text += text
            case .finished(let summary): result.summary = summary
            case .omitted(let turns): result.omitted = turns
            case .textWasThought, .call, .token: continue
            }
        }
        return result
    }

    private func wait(_ models: EmberModels, for phase: ModelState.Phase) async throws {
        let states = await models.states()
        for await state in states where state.phase == phase { return }
    }

    @Test func `answers as the engine does, and reads a conversation once`() async throws {
        try await withModels { models, _ in
            #expect(await models.state == ModelState(name: "someone/small", phase: .idle))
            let first = try await answer(models, request(["Where is the sea?"]))
            let session = ChatSession(
                try await loadModelContainer(directory: smallModel), instructions: "you are a helpful assistant",
                parameters: GenerateParameters(maxTokens: 12, temperature: 0))
            #expect(first.text == (try await session.respond(to: "Where is the sea?")))
            let summary = try #require(first.summary)
            #expect(summary.tokens == 12)
            #expect(summary.reason == .length)
            #expect(summary.cachedPromptTokens == 0)
            #expect(summary.contextLength == 1024)

            let next = try await answer(models, request(["Where is the sea?", first.text, "And the sky?"]))
            #expect(try #require(next.summary).cachedPromptTokens >= summary.promptTokens - 1)
            let state = await models.state
            #expect(state.phase == .loaded)
            #expect(state.weightBytes > 0)
            #expect(state.cacheBytes > 0)
            #expect(state.peakBytes > state.weightBytes)
        }
    }

    @Test func `lists what is installed, with what it takes`() async throws {
        try await withModels(["someone/small", "someone/other"]) { models, home in
            try FileManager.default.createDirectory(
                at: home.appending(path: "models/someone/broken"), withIntermediateDirectories: true)
            try Data("{}".utf8).write(to: home.appending(path: "models/someone/broken/config.json"))
            let list = await models.models()
            #expect(list.map(\.name) == ["someone/other", "someone/small", "hearth/pocket"])
            #expect(list.map(\.isBuiltIn) == [false, false, true])
            let size = try FileManager.default.contentsOfDirectory(
                at: smallModel.resolvingSymlinksInPath(), includingPropertiesForKeys: [.fileSizeKey]
            ).reduce(0) { try $0 + ($1.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0) }
            #expect(list.prefix(2).map(\.bytes) == [size, size])
            #expect(list[0].memory > 100_000)
        }
    }

    @Test func `a chosen model is loaded and remembered`() async throws {
        try await withModels(["someone/small", "someone/other"]) { models, _ in
            try await models.choose("someone/small")
            try await wait(models, for: .loaded)
            #expect(await settings.load().model == "someone/small")
            #expect(await models.state.name == "someone/small")
            try await models.choose("someone/other")
            #expect(await models.state.name == "someone/other")
            try await wait(models, for: .loaded)
            let error = await #expect(throws: ConversationError.self) { try await models.choose("someone/else") }
            #expect(error?.code == .noModel)
            #expect(await settings.load().model == "someone/other")
        }
    }

    @Test func `without a model the one that came with Hearth answers, until another comes`() async throws {
        try await withModels([]) { models, home in
            #expect(await models.state.name == "hearth/pocket")
            #expect(await models.state.isBuiltIn)
            // Instructions that nobody has written are not its own; with those it begins as it was taught to.
            var question = request(["Hello?"])
            question.instructions = AppSettings().instructions
            let session = ChatSession(
                try await loadModelContainer(directory: ModelLocator.Found.builtIn.folder),
                parameters: GenerateParameters(maxTokens: 12, temperature: 0))
            #expect(try await answer(models, question).text == (try await session.respond(to: "Hello?")))
            question.turns.append(.init(role: .assistant, content: "Hello!"))
            question.turns.append(.init(role: .user, content: "Write a title."))
            question.purpose = .title
            #expect(try await answer(models, question).text.isEmpty == false)
            try FileManager.default.createSymbolicLink(
                at: home.appending(path: "models/someone/small"), withDestinationURL: smallModel)
            #expect(await models.models().count == 2)
            #expect(await models.state == ModelState(name: "someone/small", phase: .idle))
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
            let error = await #expect(throws: ConversationError.self) {
                _ = try await models.complete(request(["Hello?"]))
            }
            #expect(error?.code == .modelFailed)
            // And another can be chosen.
            try await models.choose("someone/small")
            try await wait(models, for: .loaded)
        }
    }

    @Test func `a model that the machine has no room for is not loaded`() async throws {
        try await withModels { models, home in
            try writeMemory(available: 10, in: home.appending(path: "proc"))
            let error = await #expect(throws: ConversationError.self) {
                _ = try await models.complete(request(["Hello?"]))
            }
            #expect(error?.code == .memory)
            try writeMemory(available: 4_000_000, in: home.appending(path: "proc"))
            #expect(try await answer(models, request(["Hello?"])).summary != nil)
        }
    }

    @Test func `an idle model is let go, and comes back with the next question`() async throws {
        try await withModels { models, _ in
            let before = try await answer(models, request(["Hello?"])).text
            // Ten minutes are 120 looks; each waits for the clock.
            for look in 1...120 {
                while clock.sleepers == 0 { await Task.yield() }
                #expect(await models.state.phase == .loaded, "after \(look - 1) looks")
                clock.advance(by: .seconds(5))
            }
            try await wait(models, for: .idle)
            #expect(await models.state.weightBytes == 0)
            #expect(try await answer(models, request(["Hello?"])).text == before)
            #expect(await models.state.phase == .loaded)
        }
    }

    @Test func `a model is let go when memory is short`() async throws {
        try await withModels { models, home in
            _ = try await answer(models, request(["Hello?"]))
            try writeMemory(available: 300_000, in: home.appending(path: "proc"))
            while clock.sleepers == 0 { await Task.yield() }
            clock.advance(by: .seconds(5))
            try await wait(models, for: .idle)
        }
    }

    @Test func `a model that may stay stays`() async throws {
        var kept = AppSettings()
        kept.idleMinutes = 0
        await settings.save(kept)
        try await withModels { models, _ in
            _ = try await answer(models, request(["Hello?"]))
            for _ in 0..<200 {
                while clock.sleepers == 0 { await Task.yield() }
                clock.advance(by: .seconds(5))
            }
            while clock.sleepers == 0 { await Task.yield() }
            #expect(await models.state.phase == .loaded)
        }
    }

    @Test func `what does not fit is left out by steps, and the newest question stays`() async throws {
        let cuts = try await withModels { models, _ in
            var texts = ["The first question."]
            var cuts: [Int] = []
            for turn in 1...60 {
                let result = try await answer(models, request(texts, maxTokens: 4))
                let prompt = try #require(result.summary).promptTokens
                #expect(prompt <= 1020)
                // No more is left out than it takes, and room for the next turns.
                #expect(result.omitted == 0 || prompt > 1020 / 2)
                cuts.append(result.omitted)
                texts += ["Yes \(turn).", "No \(turn)?"]
            }
            return cuts
        }
        let steps = Set(cuts)
        #expect(cuts == cuts.sorted())
        #expect(cuts.first == 0)
        #expect(steps.count > 2)
        // The beginning stays the same for several turns, so that it need not be read again.
        #expect(cuts.count >= steps.count * 3)
        #expect(steps.allSatisfy { $0.isMultiple(of: 2) })
    }

    @Test func `a question longer than the model's context is refused`() async throws {
        try await withModels { models, _ in
            let long = String(repeating: "word ", count: 2000)
            let error = await #expect(throws: ConversationError.self) {
                _ = try await answer(models, request([long]))
            }
            #expect(error?.code == .tooLong)
        }
    }
}
