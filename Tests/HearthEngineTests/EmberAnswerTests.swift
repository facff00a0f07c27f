// SPDX-License-Identifier: Apache-2.0

import Ember
import EmberJSON
import EmberTokenizers
import Foundation
import HearthEngine
import HearthModels
import Testing

/// Answers of a model in memory.
@Suite struct EmberAnswerTests {
    @Test func `answers as the engine does, and reads a conversation once`() async throws {
        try await TestModels.with { test in
            #expect(await test.models.first == "someone/small")
            #expect(test.models.memory == ModelMemory())
            let first = try await test.answer(request(["Where is the sea?"]))
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

            let next = try await test.answer(request(["Where is the sea?", first.text, "And the sky?"]))
            #expect(try #require(next.summary).cachedPromptTokens >= summary.promptTokens - 1)
            let memory = test.models.memory
            #expect(memory.phase == .loaded)
            #expect(memory.weightBytes > 0)
            #expect(memory.cacheBytes > 0)
            #expect(memory.peakBytes > memory.weightBytes)
        }
    }

    @Test func `it is told how much of a long prompt has been read, before the first word`() async throws {
        try await TestModels.with { test in
            let long = String(repeating: "All of this is to be read before anything is said. ", count: 20)
            let events = try await test.events(request([long]))
            let fractions = events.compactMap { if case .reading(let fraction) = $0 { fraction } else { nil } }
            #expect(fractions.count > 1 && fractions.first == 0 && fractions == fractions.sorted())
            #expect(fractions.allSatisfy { (0...1).contains($0) } && Set(fractions).count == fractions.count)
            let last = try #require(events.lastIndex { if case .reading = $0 { true } else { false } })
            let first = try #require(events.firstIndex { if case .piece = $0 { true } else { false } })
            #expect(last < first)
            // What was read before is not read again, and a few words are there at once.
            let answer = events.reduce(into: "") { if case .piece(.text(let text)) = $1 { $0 += text } }
            let next = try await test.events(request([long, answer, "And?"]))
            #expect(!next.contains { if case .reading = $0 { true } else { false } })
        }
    }

    @Test func `what does not fit is left out by steps, and the newest question stays`() async throws {
        let cuts = try await TestModels.with { test in
            var texts = ["The first question."]
            var cuts: [Int] = []
            for turn in 1...60 {
                let result = try await test.answer(request(texts, maxTokens: 4))
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
        try await TestModels.with { test in
            let long = String(repeating: "word ", count: 2000)
            let error = await #expect(throws: ModelError.self) {
                _ = try await test.answer(request([long]))
            }
            #expect(error?.code == .tooLong)
        }
    }

    // MARK: What programs ask for

    private func text(_ events: [CompletionEvent]) -> String {
        events.reduce("") { if case .piece(.text(let text)) = $1 { $0 + text } else { $0 } }
    }

    @Test func `an answer is held to its schema`() async throws {
        try await TestModels.with(model: toolModel) { test in
            var request = request(["A colour?"], maxTokens: 40)
            request.form = .schema([
                "type": "object", "properties": ["c": ["enum": ["red", "blue"]]], "required": ["c"],
            ])
            let value = try JSON(parsing: text(try await test.events(request)))
            #expect(["red", "blue"].contains(value["c"]?.string))
        }
    }

    @Test(arguments: [Calling.required, .named("two")])
    func `an answer that has to be a call is one`(calling: Calling) async throws {
        try await TestModels.with(model: toolModel) { test in
            var request = request(["Call!"], maxTokens: 60)
            request.functions = ["one", "two"].map {
                OfferedFunction(
                    name: $0, description: "", parameters: ["type": "object", "additionalProperties": false])
            }
            request.calling = calling
            let events = try await test.events(request)
            #expect(text(events).isEmpty)
            let calls = events.compactMap { if case .call(let call) = $0 { call } else { nil } }
            let call = try #require(calls.first)
            #expect(calls.count == 1 && call.arguments == "{}" && call.id.count == 9)
            #expect(calling == .named("two") ? call.name == "two" : ["one", "two"].contains(call.name))
        }
    }

    @Test func `a function that cannot be called is named by its place among all`() async throws {
        try await TestModels.with(model: toolModel) { test in
            var request = request(["Call!"], maxTokens: 60)
            request.functions = ["one", "two"].map { OfferedFunction(name: $0, description: "", parameters: [:]) }
            request.functions.append(
                OfferedFunction(name: "three", description: "", parameters: ["properties": ["x": ["pattern": "("]]]))
            for calling in [Calling.required, .named("three")] {
                request.calling = calling
                let asked = request
                let error = await #expect(throws: ModelError.self) { _ = try await test.events(asked) }
                #expect(error?.detail.contains("/tools/2/function/parameters/properties/x/pattern: ") == true)
            }
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

    @Test func `results stay with their call and its question`() async throws {
        let container = try await loadModelContainer(directory: toolModel)
        let context = await container.perform { $0 }
        let long = String(repeating: "word ", count: context.contextLength / 2)
        let calls = ["abcdef123", "abcdef124"].map { FunctionCall(id: $0, name: "now", arguments: "{}") }
        var request = CompletionRequest(turns: [
            .init(role: .user, content: long), .init(role: .assistant, content: long),
            .init(role: .user, content: "Well?"), .init(role: .assistant, content: "", calls: calls),
            .init(role: .tool, content: long, callID: calls[0].id),
            .init(role: .tool, content: "noon", callID: calls[1].id),
        ])
        #expect(try ContextFit(request, GenerateParameters(request), in: context).omitted == 2)
        request.turns[4].content = long + long
        #expect(try ContextFit(request, GenerateParameters(request), in: context).omitted == 2)
        let asked = request
        try await TestModels.with(model: toolModel) { test in
            let error = await #expect(throws: ModelError.self) { _ = try await test.models.complete(asked) }
            #expect(error?.code == .tooLong)
        }
    }

    @Test func `the likeliest token is the one that is taken`() async throws {
        try await TestModels.with { test in
            var request = request(["Where is the sea?"])
            request.alternatives = 2
            let events = try await test.events(request)
            let tokens = events.compactMap { if case .token(let token) = $0 { token } else { nil } }
            #expect(tokens.count == 12)
            #expect(tokens.allSatisfy { $0.likeliest.count == 2 && $0.likeliest[0] == $0.chosen })
            #expect(tokens.allSatisfy { $0.likeliest[1].logarithm <= $0.chosen.logarithm && $0.chosen.logarithm <= 0 })
            // Together their bytes are the answer.
            #expect(String(decoding: tokens.flatMap(\.chosen.bytes), as: UTF8.self) == text(events))
        }
    }

    @Test func `a text is continued as it stands`() async throws {
        try await TestModels.with { test in
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
                #expect(text(try await test.events(request)) == expected)
            }
        }
    }

    @Test func `the stop text that ends an answer is told, and how long it took`() async throws {
        try await TestModels.with { test in
            let whole = try await test.answer(request(["Where is the sea?"]))
            #expect(try #require(whole.summary).stopText == nil && whole.summary?.thoughtTokens == 0)
            let times = try #require(whole.summary?.times)
            #expect(times.prompt > .zero && times.answer > .zero)
            let middle = whole.text.index(whole.text.startIndex, offsetBy: whole.text.count / 2)
            let stop = String(whole.text[middle...].prefix(2))
            var stopped = request(["Where is the sea?"])
            stopped.stop = ["never said", stop]
            let answer = try await test.answer(stopped)
            #expect(answer.summary?.reason == .stop && answer.summary?.stopText == stop)
            #expect(whole.text.hasPrefix(answer.text + stop))
        }
    }

    @Test func `tokens are counted without an answer`() async throws {
        try await TestModels.with { test in
            let asked = request(["Where is the sea?"])
            let answer = try await test.answer(asked)
            #expect(try await test.models.promptTokens(of: asked) == answer.summary?.promptTokens)
            // More than there is room for can be counted, too.
            let long = request([String(repeating: "word ", count: 900), "Yes.", "And?"])
            #expect(try await test.models.promptTokens(of: long) > 1024)
            var foreign = asked
            foreign.model = "no/such"
            let error = await #expect(throws: ModelError.self) { try await test.models.promptTokens(of: foreign) }
            #expect(error?.code == .noModel)
        }
    }

    @Test func `the likeliest tokens alone can be drawn, and repetitions held back`() async throws {
        try await TestModels.with { test in
            let coldest = try await test.answer(request(["Where is the sea?"]))
            var drawn = request(["Where is the sea?"])
            (drawn.temperature, drawn.topK) = (2, 1)
            #expect(try await test.answer(drawn).text == coldest.text)
            (drawn.topK, drawn.minP) = (nil, 1)
            #expect(try await test.answer(drawn).text == coldest.text)
            var varied = request(["Where is the sea?"])
            varied.repetitionPenalty = 50
            #expect(try await test.answer(varied).text != coldest.text)
        }
    }

    @Test func `what is wrong with a request is said before its answer begins`() async throws {
        try await TestModels.with { test in
            var schema = request(["Hello?"])
            schema.form = .schema(["type": "no such type"])
            var small = request(["Hello?"], maxTokens: 1)
            small.form = .schema(["const": "a text of more than one token"])
            var tools = request(["Hello?"])
            tools.functions = [OfferedFunction(name: "f", description: "", parameters: ["type": "nothing"])]
            tools.calling = .required
            let texts = [CompletionRequest.Text.tokens([]), .tokens([-1]), .tokens([1 << 40])]
            for request in [schema, small, tools] + texts.map({ CompletionRequest(continuing: $0) }) {
                let error = await #expect(throws: ModelError.self) { _ = try await test.models.complete(request) }
                #expect(error?.code == .unsupported, "\(String(describing: error))")
                #expect(error?.part == (request == small ? .maxTokens : nil))
            }
            var long = request([String(repeating: "word ", count: 900), "Yes.", "And?"])
            let shortened = try await test.answer(long)
            #expect(shortened.omitted == 2)
            long.mayOmit = false
            let error = await #expect(throws: ModelError.self) { _ = try await test.models.complete(long) }
            #expect(error?.code == .tooLong)
            // So is what may be shortened and is too long nevertheless, and a text.
            let question = request(["Hello?", "Yes.", String(repeating: "word ", count: 2000)])
            let text = CompletionRequest(continuing: .words(String(repeating: "word ", count: 2000)))
            for request in [question, text] {
                let error = await #expect(throws: ModelError.self) { _ = try await test.models.complete(request) }
                #expect(error?.code == .tooLong)
            }
            // The model is free again for who comes next.
            let after = try await test.answer(request(["Hello?"]))
            #expect(after.summary?.tokens == 12)
        }
    }
}
