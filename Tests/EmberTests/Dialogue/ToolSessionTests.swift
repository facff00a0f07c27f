// SPDX-License-Identifier: Apache-2.0

import Ember
import EmberJSON
import EmberTokenizers
import Foundation
import Synchronization
import Testing

/// Conversations in which a model has functions called. The small models have nothing to say; here, one
/// is asked a question to which it happens to answer with a token that stands in no prompt, and this
/// token is made to spell a call.
@Suite struct ToolSessionTests {
    private static let clock = ToolSpecification(
        name: "clock", description: "What time it is.", parameters: ["type": "object", "properties": [:]])
    private static let spelled = #"<tool_call>{"name": "clock", "arguments": {"zone": "UTC"}}</tool_call>"#
    /// A template that ends with what was said last, so that the model says many different things.
    private static let bare = "{{ '<tool_call>' if tools }}{% for m in messages %}{{ m.content }}{% endfor %}"
    /// One that says the same whatever has been said, but for the functions and the question.
    private static let constant = "{{ '<tool_call>' if tools else 'bye' }}{{ messages[0].content }}"

    private static var parameters: GenerateParameters {
        var parameters = GenerateParameters(maxTokens: 1, temperature: 0)
        parameters.ignoreEndOfSequence = true
        return parameters
    }

    /// Runs `body` with a model and a question to which its first token is spelled in the given way.
    private func withModel<R>(
        template: String = bare, saying text: String = spelled, isSpecial: Bool = false,
        offering tools: [ToolSpecification] = [clock], _ body: (ModelContainer, _ question: String) async throws -> R
    ) async throws -> R {
        let name = "qwen3-q4g32-f16"
        var files: [String: String?] = ["chat_template.jinja": template]
        let found = try await Fixtures.withModel(name, replacing: files) { folder in
            try await loadModelContainer(directory: folder).perform { try await unusual($0, offering: tools) }
        }
        let (question, token) = try #require(found)
        let original = Fixtures.shipped.appending(path: "models/\(name)/tokenizer.json")
        var tokenizer = try #require(Fixtures.json(original).object)
        let added = tokenizer["added_tokens"]?.array ?? []
        tokenizer["added_tokens"] = .array(
            added.map { json in
                guard var changed = json.object, json["id"] == .integer(token) else { return json }
                changed["content"] = .string(text)
                changed["special"] = .bool(isSpecial)
                return .object(changed)
            })
        files["tokenizer.json"] = JSON.object(tokenizer).text
        return try await Fixtures.withModel(name, replacing: files) { folder in
            try await body(loadModelContainer(directory: folder), question)
        }
    }

    /// A question that is answered with a token that no prompt here contains, and this token.
    private func unusual(
        _ context: ModelContext, offering tools: [ToolSpecification]
    ) async throws -> (question: String, token: Int)? {
        let tokens = ["<|endoftext|>", "<think>", "</think>"].compactMap(context.tokenizer.tokenToID)
        for number in 0..<5000 {
            let question = "What time is it? \(number)"
            let input = try context.prepare(.chat([.user(question)], tools: tools))
            let first = try await context.tokens(after: input.tokens, Self.parameters)[0]
            if tokens.contains(first) { return (question, first) }
        }
        return nil
    }

    @Test func `a call is made, its result told, and the answer follows`() async throws {
        try await withModel { model, question in
            let calls = Mutex<[ToolCall]>([])
            let session = ChatSession(model, parameters: Self.parameters, tools: [Self.clock]) { call in
                calls.withLock { $0.append(call) }
                return "noon"
            }
            var told: [ToolCall] = []
            var infos: [GenerationInfo] = []
            for try await event in session.streamDetails(to: question) {
                if case .toolCall(let call) = event { told.append(call) }
                if case .info(let info) = event { infos.append(info) }
            }
            let call = ToolCall(id: "call00001", name: "clock", arguments: JSONObject(["zone": "UTC"]))
            #expect(told == [call] && calls.withLock { $0 } == [call])
            let messages = await session.messages
            #expect(
                messages.prefix(3) == [
                    .user(question), .assistant("", toolCalls: [call]), .tool("noon", for: call),
                ])
            #expect(messages.count == 4 && messages[3].role == .assistant && messages[3].toolCalls.isEmpty)
            // One account of both answers.
            #expect(infos.count == 1 && infos[0].tokens == 2)
        }
    }

    @Test func `a model that never stops calling is made to answer`() async throws {
        try await withModel(template: Self.constant) { model, question in
            let count = Mutex(0)
            let session = ChatSession(model, parameters: Self.parameters, tools: [Self.clock]) { _ in
                count.withLock { $0 += 1 }
                return "noon"
            }
            _ = try await session.respond(to: question)
            #expect(count.withLock { $0 } == ChatSession.mostToolRounds)
            let messages = await session.messages
            #expect(messages.count == 2 + 2 * ChatSession.mostToolRounds)
            #expect(messages.last?.role == .assistant && messages.last?.toolCalls.isEmpty == true)
            #expect(Set(messages.compactMap(\.toolCallID)).count == ChatSession.mostToolRounds)
        }
    }

    @Test func `a turn whose function fails leaves no trace`() async throws {
        struct Broken: Error {}
        try await withModel { model, question in
            let session = ChatSession(model, parameters: Self.parameters, tools: [Self.clock]) { _ in throw Broken() }
            await #expect(throws: Broken.self) { try await session.respond(to: question) }
            #expect(await session.messages.isEmpty)
        }
    }

    @Test func `without somebody to make it, a call ends the turn`() async throws {
        try await withModel { model, question in
            let session = ChatSession(model, parameters: Self.parameters, tools: [Self.clock])
            let answer = try await session.respond(to: question)
            #expect(answer == "")
            let messages = await session.messages
            #expect(messages.map(\.role) == [.user, .assistant])
            #expect(messages.last?.toolCalls.map(\.name) == ["clock"])
        }
    }

    @Test func `what looks like a call is text when nothing was offered`() async throws {
        try await withModel(offering: []) { model, question in
            let session = ChatSession(model, parameters: Self.parameters)
            let answer = try await session.respond(to: question)
            #expect(answer == Self.spelled)
        }
    }

    @Test func `markers are seen though they are special tokens`() async throws {
        let template = "{{ '[THINK]' if false }}{% for m in messages %}{{ m.content }}{% endfor %}"
        try await withModel(template: template, saying: "[THINK]", isSpecial: true, offering: []) { model, question in
            var parameters = Self.parameters
            parameters.maxTokens = 12
            let session = ChatSession(model, parameters: parameters)
            let answer = try await session.respond(to: question)
            #expect(answer == "")
            #expect(await session.messages.last?.reasoning?.isEmpty == false)
            // Where nothing is read into an answer, special tokens are left out as ever.
            try await model.perform { context in
                let input = ModelInput(tokens: try context.prepare(UserInput(prompt: question)).tokens)
                for try await event in try generate(input: input, parameters: Self.parameters, context: context) {
                    if case .chunk(let text) = event { Issue.record("\(text) is a special token") }
                }
            }
        }
    }
}
