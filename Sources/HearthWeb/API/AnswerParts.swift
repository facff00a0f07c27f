// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import HTTPTypes
import HearthModels

/// A part of an answer, as every dialect has it.
enum AnswerPart: Sendable {
    case thought(String)
    case text(String)
    case call(FunctionCall)
    /// How likely a token was whose text follows.
    case token(TokenLikelihood)
    case finished(CompletionSummary)
}

extension WebError {
    /// An answer that stopped before its end.
    static let brokenAnswer = WebError(.serviceUnavailable, .model)
}

/// Tokens whose text has not come yet.
struct PendingTokens: Sendable {
    private var tokens: [TokenLikelihood] = []

    mutating func append(_ token: TokenLikelihood) { tokens.append(token) }

    /// Takes the tokens that a text has come of: the last ones that have as many bytes. Those before them were marks
    /// around a thought or a call, which have no text.
    mutating func take(for text: String) -> [TokenLikelihood] {
        guard !text.isEmpty else { return [] }
        defer { tokens = [] }
        var missing = text.utf8.count
        let first = tokens.indices.last { index in
            missing -= tokens[index].chosen.bytes.count
            return missing <= 0
        }
        return Array(tokens[(first ?? 0)...])
    }
}

/// An answer as it comes from a model.
struct AnswerParts: Sendable {
    let events: AsyncThrowingStream<CompletionEvent, any Error>
    /// Whether of the calls only the first counts.
    let callsOnce: Bool

    /// Waits for the whole answer.
    func whole() async throws -> WholeAnswer {
        var (answer, pending) = (WholeAnswer(), PendingTokens())
        for try await event in events {
            switch event {
            case .piece(let piece):
                answer.text.append(piece)
                switch piece {
                case .text(let text): answer.textTokens += pending.take(for: text)
                case .thought: pending = PendingTokens()
                case .textWasThought: answer.textTokens = []
                }
            case .call(let call):
                pending = PendingTokens()
                if answer.calls.isEmpty || !callsOnce { answer.calls.append(call) }
            case .token(let token):
                answer.tokens.append(token)
                pending.append(token)
            case .context, .reading: continue
            case .finished(let summary):
                answer.summary = summary
                return answer
            }
        }
        throw WebError.brokenAnswer
    }

    /// Writes the answer part by part.
    @concurrent func write(with writer: some AnswerWriter, to output: inout StreamWriter) async throws {
        var (writer, hasBegun, calls) = (writer, false, 0)
        for try await event in events {
            if case .reading = event { continue }
            if !hasBegun {
                let use = if case .context(let use) = event { use.tokens } else { 0 }
                try await output.write(writer.beginning(promptTokens: use))
                hasBegun = true
            }
            switch event {
            case .piece(.text(let text)): try await output.write(writer.values(of: .text(text)))
            case .piece(.thought(let text)): try await output.write(writer.values(of: .thought(text)))
            // What was sent cannot be taken back; what follows is the answer.
            case .piece(.textWasThought), .context, .reading: continue
            case .token(let token): try await output.write(writer.values(of: .token(token)))
            case .call(let call):
                calls += 1
                guard calls == 1 || !callsOnce else { continue }
                try await output.write(writer.values(of: .call(call)))
            case .finished(let summary):
                try await output.write(writer.values(of: .finished(summary)))
                return
            }
        }
        throw WebError.brokenAnswer
    }
}

/// Writes one answer in the dialect of the program that asked.
protocol AnswerWriter: Sendable {
    /// The values of a stream before the first part.
    /// - Parameter promptTokens: 0 where that is not known.
    mutating func beginning(promptTokens: Int) -> [JSON]
    /// The values of a stream for one part, in order.
    mutating func values(of part: AnswerPart) -> [JSON]
    func whole(_ answer: WholeAnswer) -> JSON
}

/// An answer that has ended.
struct WholeAnswer: Sendable {
    var text = AnswerText()
    var calls: [FunctionCall] = []
    /// Those of all that was written, and those of the text alone.
    var tokens: [TokenLikelihood] = []
    var textTokens: [TokenLikelihood] = []
    var summary = CompletionSummary(
        reason: .stop, promptTokens: 0, cachedPromptTokens: 0, tokens: 0, tokensPerSecond: 0, contextLength: nil)

    /// Its thoughts, its text and its calls; what is empty is left out.
    var blocks: [AnswerBlocks.Block] {
        var blocks = AnswerBlocks()
        if !text.thoughts.isEmpty { _ = blocks.take(.thought(text.thoughts)) }
        if !text.text.isEmpty { _ = blocks.take(.text(text.text)) }
        for call in calls { _ = blocks.take(.call(call)) }
        return blocks.all
    }
}

/// An answer in blocks, as Anthropic's messages and OpenAI's responses have it: a run of thoughts or of text, or a
/// call.
struct AnswerBlocks: Sendable {
    struct Block: Sendable {
        enum Kind: Sendable, Equatable {
            case thought, text
            case call(FunctionCall)
        }

        let index: Int
        let kind: Kind
        /// Thought or text as far as it has come; a call's arguments.
        var content = ""
    }

    enum Change: Sendable {
        case opened(Block)
        case grew(Block, by: String)
        case closed(Block)
    }

    private(set) var all: [Block] = []
    private var isOpen = false

    var hasCalls: Bool {
        all.contains { if case .call = $0.kind { true } else { false } }
    }

    mutating func take(_ part: AnswerPart) -> [Change] {
        switch part {
        case .thought(let text): grow(.thought, by: text)
        case .text(let text): grow(.text, by: text)
        case .call(let call): close() + grow(.call(call), by: call.arguments) + close()
        case .token: []
        case .finished: close()
        }
    }

    private mutating func grow(_ kind: Block.Kind, by text: String) -> [Change] {
        var changes: [Change] = []
        if !isOpen || all.last?.kind != kind {
            changes = close()
            let block = Block(index: all.count, kind: kind)
            all.append(block)
            isOpen = true
            changes.append(.opened(block))
        }
        all[all.count - 1].content += text
        return changes + [.grew(all[all.count - 1], by: text)]
    }

    private mutating func close() -> [Change] {
        guard isOpen, let last = all.last else { return [] }
        isOpen = false
        return [.closed(last)]
    }
}

extension CompletionSummary.Reason {
    /// As OpenAI and Ollama call it.
    var finishReason: String {
        switch self {
        case .stop: "stop"
        case .length, .context: "length"
        }
    }
}
