// SPDX-License-Identifier: Apache-2.0

import Ember
import EmberJSON
import EmberTokenizers
import Foundation
import HearthCLI
import HearthChat
import HearthModels
import HearthSecrets
import StepClock
import Testing

@Suite struct EmberModelsTests {
    private actor Settings: SettingsStore {
        var settings = AppSettings()
        func load() -> AppSettings { settings }
        func change<Value: Sendable>(_ edit: (inout AppSettings) -> Value) -> Value { edit(&settings) }
    }

    private let settings = Settings()
    private let clock = StepClock()

    /// A home whose models folder has the small model under each of these names, and a `/proc` of its own.
    private func withModels<R>(
        _ names: [String] = ["someone/small"], model: URL = smallModel, _ body: (AllModels, URL) async throws -> R
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
            let models = allModels(in: home)
            await models.begin()
            return try await body(models, home)
        }
    }

    /// The models as a start of the program has them.
    private func allModels(in home: URL) -> AllModels {
        let models = EmberModels(
            locator: ModelLocator(environment: ["HEARTH_HOME": home.path]), settings: settings,
            machine: MemoryPressure(folder: home.appending(path: "proc")), clock: clock)
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
        let turns = texts.enumerated().map { index, text in
            CompletionRequest.Turn(role: index.isMultiple(of: 2) ? .user : .assistant, content: text)
        }
        var request = CompletionRequest(instructions: "you are a helpful assistant", turns: turns)
        (request.temperature, request.maxTokens) = (0, maxTokens)
        return request
    }

    private func answer(
        _ models: AllModels, _ request: CompletionRequest
    ) async throws -> (text: String, summary: CompletionSummary?, omitted: Int) {
        var result = (text: "", summary: nil as CompletionSummary?, omitted: 0)
        for try await event in try await models.complete(request) {
            switch event {
            case .text(let text), .thought(let text): result.text += text
            case .finished(let summary): result.summary = summary
            case .context(let use): result.omitted = use.omittedTurns
            case .textWasThought, .call, .token: continue
            }
        }
        return result
    }

    private func wait(_ models: AllModels, for phase: ModelState.Phase) async throws {
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
            let tokenizer = try await loadModelContainer(directory: smallModel).perform(\.tokenizer)
            #expect(
                summary.instructionTokens
                    == (try tokenizer.encode("you are a helpful assistant", addSpecialTokens: false).count))

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
            let error = await #expect(throws: ModelError.self) { try await models.choose("someone/else") }
            #expect(error?.code == .noModel)
            #expect(await settings.load().model == "someone/other")
        }
    }

    @Test func `without a model the one that came with Hearth answers, until another is chosen`() async throws {
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
            try link(smallModel, as: "someone/small", in: home)
            await models.modelsChanged()
            #expect(await models.models().count == 2)
            #expect(await models.state.name == "hearth/pocket")
            try await models.choose("someone/small")
            #expect(try await answer(models, request(["Hello?"])).summary?.tokens == 12)
        }
    }

    // MARK: Choosing and asking

    @Test func `a model that is added does not take the place of the one that answers`() async throws {
        try await withModels(["someone/small"]) { models, home in
            try link(toolModel, as: "local/added", in: home)
            await models.modelsChanged()
            #expect(await models.state.name == "someone/small")
            // Nor after the next start, though its name stands before the other.
            let again = allModels(in: home)
            await again.begin()
            #expect(await again.state.name == "someone/small")
            #expect(await settings.load().model == nil)
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
            #expect(await settings.load().model == "someone/coming")

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
            #expect(await settings.load().model == "three/a")
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

    @Test func `a linked GGUF file is listed with its size`() async throws {
        try await withModels([]) { models, home in
            let file = shippedModel("x").deletingLastPathComponent().deletingLastPathComponent()
                .appending(path: "gguf/llama-gqa-tied-Q4_0.gguf")
            try link(file, as: "me/file/\(file.lastPathComponent)", in: home)
            let model = try #require(await models.models().first { $0.name == "me/file" })
            #expect(model.bytes == (try file.resourceValues(forKeys: [.fileSizeKey]).fileSize))
            #expect(model.isLinked)
        }
    }

    @Test func `the models that are tiny are known`() async throws {
        try await withModels { models, _ in
            #expect(await models.models().filter(\.isTiny).map(\.name) == ["someone/small", "hearth/pocket"])
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

    @Test func `a model that the machine has no room for is not loaded`() async throws {
        try await withModels { models, home in
            try writeMemory(available: 10, in: home.appending(path: "proc"))
            let error = await #expect(throws: ModelError.self) {
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
        await settings.change { $0.idleMinutes = 0 }
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
            let error = await #expect(throws: ModelError.self) {
                _ = try await answer(models, request([long]))
            }
            #expect(error?.code == .tooLong)
        }
    }

    // MARK: What programs ask for

    private func events(_ models: AllModels, _ request: CompletionRequest) async throws -> [CompletionEvent] {
        var events: [CompletionEvent] = []
        for try await event in try await models.complete(request) { events.append(event) }
        return events
    }

    private func text(_ events: [CompletionEvent]) -> String {
        events.reduce("") { if case .text(let text) = $1 { $0 + text } else { $0 } }
    }

    @Test func `an answer is held to its schema`() async throws {
        try await withModels(model: toolModel) { models, _ in
            var request = request(["A colour?"], maxTokens: 40)
            request.form = .schema([
                "type": "object", "properties": ["c": ["enum": ["red", "blue"]]], "required": ["c"],
            ])
            let value = try JSON(parsing: text(try await events(models, request)))
            #expect(["red", "blue"].contains(value["c"]?.string))
        }
    }

    @Test(arguments: [Calling.required, .named("two")])
    func `an answer that has to be a call is one`(calling: Calling) async throws {
        try await withModels(model: toolModel) { models, _ in
            var request = request(["Call!"], maxTokens: 60)
            request.functions = ["one", "two"].map {
                OfferedFunction(
                    name: $0, description: "", parameters: ["type": "object", "additionalProperties": false])
            }
            request.calling = calling
            let events = try await events(models, request)
            #expect(text(events).isEmpty)
            let calls = events.compactMap { if case .call(let call) = $0 { call } else { nil } }
            let call = try #require(calls.first)
            #expect(calls.count == 1 && call.arguments == "{}" && call.id.count == 9)
            #expect(calling == .named("two") ? call.name == "two" : ["one", "two"].contains(call.name))
        }
    }

    @Test func `calls and results are laid out as the template wants them`() throws {
        let turns: [CompletionRequest.Turn] = [
            .init(role: .user, content: "Weather?"),
            .init(
                role: .assistant, content: "",
                calls: [
                    FunctionCall(id: "call_abcdefgh", name: "weather", arguments: #"{"place": "Nuuk"}"#),
                    FunctionCall(id: "abcdef123", name: "now", arguments: "{}"),
                ]), .init(role: .tool, content: "-3°", callID: "call_abcdefgh"),
            .init(role: .tool, content: "noon", callID: "abcdef123"),
        ]
        let messages = try ChatMessage.conversation(turns)
        #expect(messages.map(\.role) == [.user, .assistant, .tool, .tool])
        // Identifiers that some templates refuse are replaced, in calls and results alike.
        #expect(messages[1].toolCalls.map(\.id) == ["call00000", "abcdef123"])
        #expect(messages[1].toolCalls[0].arguments["place"] == "Nuuk")
        #expect(messages[2].toolCallID == "call00000" && messages[2].name == "weather")
        #expect(messages[3].toolCallID == "abcdef123" && messages[3].name == "now")
        let broken = CompletionRequest.Turn(
            role: .assistant, content: "", calls: [FunctionCall(id: "a", name: "f", arguments: "no JSON")])
        let error = #expect(throws: ModelError.self) { try ChatMessage.conversation([broken]) }
        #expect(error?.code == .unsupported)
    }

    @Test func `the likeliest token is the one that is taken`() async throws {
        try await withModels { models, _ in
            var request = request(["Where is the sea?"])
            request.alternatives = 2
            let events = try await events(models, request)
            let tokens = events.compactMap { if case .token(let token) = $0 { token } else { nil } }
            #expect(tokens.count == 12)
            #expect(tokens.allSatisfy { $0.likeliest.count == 2 && $0.likeliest[0] == $0.chosen })
            #expect(tokens.allSatisfy { $0.likeliest[1].logarithm <= $0.chosen.logarithm && $0.chosen.logarithm <= 0 })
            // Together their bytes are the answer.
            #expect(String(decoding: tokens.flatMap(\.chosen.bytes), as: UTF8.self) == text(events))
        }
    }

    @Test func `a text is continued as it stands`() async throws {
        try await withModels { models, _ in
            let context = try await loadModelContainer(directory: smallModel).perform { $0 }
            let input = try context.prepare(.text("Once upon a"))
            var expected = ""
            let parameters = GenerateParameters(maxTokens: 12, temperature: 0)
            for try await event in try generate(input: input, parameters: parameters, context: context) {
                if case .chunk(let text) = event { expected += text }
            }
            for prompt in [CompletionRequest.Text.words("Once upon a"), .tokens(input.tokens)] {
                var request = CompletionRequest(continuing: prompt)
                (request.temperature, request.maxTokens) = (0, 12)
                #expect(text(try await events(models, request)) == expected)
            }
        }
    }

    @Test func `what is wrong with a request is said before its answer begins`() async throws {
        try await withModels { models, _ in
            var schema = request(["Hello?"])
            schema.form = .schema(["type": "no such type"])
            var small = request(["Hello?"], maxTokens: 1)
            small.form = .schema(["const": "a text of more than one token"])
            var tools = request(["Hello?"])
            tools.functions = [OfferedFunction(name: "f", description: "", parameters: ["type": "nothing"])]
            tools.calling = .required
            let texts = [CompletionRequest.Text.tokens([]), .tokens([-1]), .tokens([1 << 40])]
            for request in [schema, small, tools] + texts.map({ CompletionRequest(continuing: $0) }) {
                let error = await #expect(throws: ModelError.self) { _ = try await models.complete(request) }
                #expect(error?.code == .unsupported, "\(String(describing: error))")
            }
            var long = request([String(repeating: "word ", count: 900), "Yes.", "And?"])
            let shortened = try await answer(models, long)
            #expect(shortened.omitted == 2)
            long.mayOmit = false
            let error = await #expect(throws: ModelError.self) { _ = try await models.complete(long) }
            #expect(error?.code == .tooLong)
            // The model is free again for who comes next.
            let after = try await answer(models, request(["Hello?"]))
            #expect(after.summary?.tokens == 12)
        }
    }
}
