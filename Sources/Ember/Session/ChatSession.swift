// SPDX-License-Identifier: Apache-2.0

import EmberJSON

/// A conversation with a model: it remembers what was said, and each turn pays only for its new words.
///
/// ```swift
/// let session = ChatSession(model, instructions: "You answer in one sentence.")
/// print(try await session.respond(to: "Why is the sky blue?"))
/// for try await piece in session.streamResponse(to: "And at sunset?") { print(piece, terminator: "") }
/// ```
public actor ChatSession {
    private let container: ModelContainer
    /// How answers are generated; may be changed between turns.
    public var parameters: GenerateParameters
    /// The system message, if there is one.
    public var instructions: String?
    /// What has been said, without the instructions, oldest first.
    public private(set) var messages: [ChatMessage]
    /// How many of the oldest messages no longer fit the model's context and are not told to it.
    public private(set) var omitted = 0
    private var isAnswering = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    public init(
        _ container: ModelContainer, instructions: String? = nil, history: [ChatMessage] = [],
        parameters: GenerateParameters = GenerateParameters()
    ) {
        self.container = container
        self.instructions = instructions
        self.parameters = parameters
        messages = history
    }

    public func setInstructions(_ text: String?) { instructions = text }
    public func setParameters(_ parameters: GenerateParameters) { self.parameters = parameters }

    /// Forgets what has been said; the instructions stay.
    public func clear() {
        messages = []
        omitted = 0
    }

    /// The whole answer to `prompt`.
    public func respond(to prompt: String) async throws -> String {
        var answer = ""
        for try await piece in streamResponse(to: prompt) { answer += piece }
        return answer
    }

    /// The answer to `prompt`, piece by piece.
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

    /// The answer to `prompt` with what it took. When the reader stops, what has been said so far stays in the conversation.
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
        let context = container.context
        let (input, omitted) = try fit(prompt, context)
        if omitted > 0 { tell(.omitted(messages: omitted)) }
        var answer = ""
        var failure: (any Error)?
        do {
            for try await event in try generate(input: input, parameters: parameters, context: context) {
                if case .chunk(let text) = event { answer += text }
                tell(event)
            }
        } catch {
            failure = error
        }
        // A turn that failed or was stopped before its first word leaves no trace; later it keeps what there is.
        if let failure, answer.isEmpty { throw failure }
        if Task.isCancelled, answer.isEmpty { return }
        messages += [.user(prompt), .assistant(answer)]
        if let failure { throw failure }
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

    /// The prompt for the next turn, and how many of the oldest messages had to be left out of it.
    ///
    /// The instructions and the newest turns stay. So many turns go at once that the conversation has room to go on: were it one
    /// at a time, each turn would have to be read from its beginning again.
    private func fit(_ prompt: String, _ context: ModelContext) throws -> (ModelInput, omitted: Int) {
        let system = instructions.map { [ChatMessage.system($0)] } ?? []
        let wanted = parameters.maxTokens ?? SamplingPlan.defaultMaxTokens
        let room = context.contextLength - min(wanted, context.contextLength / 4)
        var limit = room
        while true {
            let input = try context.prepare(.chat(system + messages[omitted...] + [.user(prompt)]))
            // The limit itself is the engine's: a prompt that nothing is left to be taken from is refused there.
            if input.tokens.count <= limit || omitted == messages.count { return (input, omitted) }
            omitted = messages[(omitted + 1)...].firstIndex { $0.role == .user } ?? messages.count
            limit = room - room / 4
        }
    }
}
