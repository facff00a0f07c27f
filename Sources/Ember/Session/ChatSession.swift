// SPDX-License-Identifier: Apache-2.0

import EmberJSON
public import Foundation

/// A conversation with a model: it remembers what was said, and each turn pays only for its new words.
///
/// ```swift
/// let session = ChatSession(model, instructions: "You answer in one sentence.")
/// print(try await session.respond(to: "Why is the sky blue?"))
/// for try await piece in session.streamResponse(to: "And at sunset?") { print(piece, terminator: "") }
/// ```
///
/// Functions that are offered as `tools` are called by `toolDispatch` when the model asks for them; it is told the
/// results and goes on until it answers:
/// ```swift
/// let session = ChatSession(model, tools: [clock]) { call in "It is \(Date.now)." }
/// ```
public actor ChatSession {
    private let container: ModelContainer
    /// How answers are generated; may be changed between turns.
    public var parameters: GenerateParameters
    /// The system message, if there is one.
    public var instructions: String?
    /// The functions that the model may ask to be called.
    public var tools: [ToolSpecification]
    /// Calls a function and gives its result, for the model to read. Without it a turn ends with the calls.
    private let toolDispatch: (@Sendable (ToolCall) async throws -> String)?
    /// How often in one turn the model is told results and asked again. The last time it is offered no
    /// functions, so that it has to answer.
    public static let mostToolRounds = 8
    /// Messages so far without the instructions, oldest first.
    public private(set) var messages: [ChatMessage]
    /// How many of the oldest messages no longer fit the model's context and are not told to it.
    public private(set) var omitted = 0
    /// How many calls there have been.
    private var calls = 0
    private var isAnswering = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    public init(
        _ container: ModelContainer, instructions: String? = nil, history: [ChatMessage] = [],
        parameters: GenerateParameters = GenerateParameters(), tools: [ToolSpecification] = [],
        toolDispatch: (@Sendable (ToolCall) async throws -> String)? = nil
    ) {
        self.container = container
        self.tools = tools
        self.toolDispatch = toolDispatch
        self.instructions = instructions
        self.parameters = parameters
        messages = history
    }

    public func setInstructions(_ text: String?) { instructions = text }
    public func setParameters(_ parameters: GenerateParameters) { self.parameters = parameters }
    public func setTools(_ tools: [ToolSpecification]) { self.tools = tools }

    /// Forgets what has been said; the instructions stay.
    public func clear() {
        messages = []
        omitted = 0
    }

    /// The whole answer to `prompt`, without the thoughts that led to it.
    public func respond(to prompt: String) async throws -> String {
        var text = GeneratedText()
        for try await event in streamDetails(to: prompt) { text.append(event) }
        return text.answer
    }

    /// The answer to `prompt`, piece by piece, without the thoughts that led to it.
    public nonisolated func streamResponse(to prompt: String) -> AsyncThrowingStream<String, any Error> {
        let details = streamDetails(to: prompt)
        return AsyncThrowingStream { continuation in
            let task = Task {
                do {
                    for try await event in details {
                        if case .chunk(let text) = event { continuation.yield(text) }
                    }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    /// The answer to `prompt` with what it took. When the reader stops, what has been said so far
    /// stays in the conversation.
    public nonisolated func streamDetails(to prompt: String) -> AsyncThrowingStream<Generation, any Error> {
        AsyncThrowingStream { continuation in
            let task = Task {
                do {
                    try await self.turn(prompt, self.parameters) { continuation.yield($0) }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    func turn(_ prompt: String, _ parameters: GenerateParameters, _ tell: (Generation) -> Void) async throws {
        await waitForTurn()
        defer { endTurn() }
        var said = [ChatMessage.user(prompt)]
        var isWhole = false
        defer { keep(said, isWhole: isWhole) }
        var total: GenerationInfo?
        for round in 0...Self.mostToolRounds {
            var text = GeneratedText()
            do {
                defer { said.append(.assistant(text)) }
                // What a grammar wants is the answer itself, not a call on the way to it.
                let offered = round < Self.mostToolRounds && parameters.grammar == nil ? tools : []
                for try await event in try ask(said, parameters, offering: offered, tell) {
                    if case .info(let info) = event { total = total?.followed(by: info) ?? info }
                    let event = withID(event)
                    text.append(event)
                    if case .info = event { continue }
                    tell(event)
                }
            }
            guard let toolDispatch, !text.calls.isEmpty, !Task.isCancelled else { break }
            for call in text.calls { said.append(.tool(try await toolDispatch(call), for: call)) }
        }
        isWhole = !Task.isCancelled
        if let total { tell(.info(total)) }
    }

    /// Has the model read what every conversation with these instructions and tools begins with, and keeps that in a
    /// file; see `ModelContainer.pin`.
    /// - Returns: `nil` where conversations have no beginning in common.
    @discardableResult
    public func pinBeginning(
        in file: URL, progress: @escaping @Sendable (Double) -> Void = { _ in }
    ) async throws -> PinnedPrompt? {
        // What stays the same whatever is asked.
        let questions = try ["a", "?"].map { (question: String) -> [Int] in
            let messages = (instructions.map { [ChatMessage.system($0)] } ?? []) + [.user(question)]
            return try container.context.prepare(
                .chat(messages, tools: tools, variables: parameters.templateVariables)
            ).tokens
        }
        let common = zip(questions[0], questions[1]).prefix { $0 == $1 }.map(\.0)
        guard !common.isEmpty else { return nil }
        return try await container.pin(ModelInput(tokens: common), in: file, progress: progress)
    }

    /// Begins the answer to a conversation that ends with `said`.
    private func ask(
        _ said: [ChatMessage], _ parameters: GenerateParameters, offering tools: [ToolSpecification],
        _ tell: (Generation) -> Void
    ) throws -> AsyncThrowingStream<Generation, any Error> {
        let before = omitted
        let input = try fit(said, parameters, tools)
        if omitted > 0, said.count == 1 || omitted > before { tell(.omitted(messages: omitted)) }
        return try generate(input: input, parameters: parameters, context: container.context)
    }

    /// Adds a turn to the conversation. One that failed or was stopped ends with what the model said last, without the
    /// calls that nobody answered; if it said nothing, the turn leaves no trace.
    private func keep(_ said: [ChatMessage], isWhole: Bool) {
        var said = said
        if !isWhole {
            let last = said.lastIndex { $0.role == .assistant && !($0.content.isEmpty && $0.reasoning == nil) }
            guard let last else { return }
            said.removeLast(said.count - last - 1)
            said[last].toolCalls = []
        }
        messages += said
    }

    /// Gives a call an identifier where it has none that every template takes.
    private func withID(_ event: Generation) -> Generation {
        guard case .toolCall(var call) = event else { return event }
        calls += 1
        if !ToolCall.isUsable(id: call.id) { call.id = "call" + String(100_000 + calls % 100_000).dropFirst() }
        return .toolCall(call)
    }

    /// Turns follow one another, so that each finds what the one before has left, also when that was stopped.
    private func waitForTurn() async {
        if isAnswering {
            await withCheckedContinuation { waiting.append($0) }
        }
        isAnswering = true
    }

    private func endTurn() {
        if waiting.isEmpty { isAnswering = false } else { waiting.removeFirst().resume() }
    }

    /// The prompt for a turn of which so much has been said. What no longer fits is left out,
    /// oldest first; see `omitted`.
    ///
    /// The instructions and the newest turns stay. So many turns go at once that the conversation has room to go on:
    /// were it one at a time, each turn would have to be read from its beginning again.
    private func fit(
        _ said: [ChatMessage], _ parameters: GenerateParameters, _ tools: [ToolSpecification]
    ) throws -> ModelInput {
        let context = container.context
        let system = instructions.map { [ChatMessage.system($0)] } ?? []
        let wanted = parameters.maxTokens ?? SamplingPlan.defaultMaxTokens
        let room = context.contextLength - min(wanted, context.contextLength / 4)
        var limit = room
        while true {
            let input = try context.prepare(
                .chat(system + messages[omitted...] + said, tools: tools, variables: parameters.templateVariables))
            // The limit itself is the engine's: a prompt that nothing is left to be taken from is refused there.
            if input.tokens.count <= limit || omitted == messages.count { return input }
            omitted = messages[(omitted + 1)...].firstIndex { $0.role == .user } ?? messages.count
            limit = room - room / 4
        }
    }
}

extension ChatMessage {
    fileprivate static func assistant(_ text: GeneratedText) -> ChatMessage {
        .assistant(text.answer, reasoning: text.thinking.isEmpty ? nil : text.thinking, toolCalls: text.calls)
    }
}
