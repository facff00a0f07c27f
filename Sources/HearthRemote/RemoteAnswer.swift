// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation
import HearthModels

/// An answer of an endpoint, from its pieces. Source: OpenAI API reference, Chat, "The chat completion chunk object";
/// thoughts as vLLM, SGLang, llama.cpp and Ollama write them.
struct RemoteAnswer {
    /// Whether nothing follows, or nothing is taken any more.
    private(set) var isDone = false
    private let maxTokens: Int
    private let maxBytes: Int
    private var bytes = 0
    private var reason: CompletionSummary.Reason?
    private var thoughts = ThoughtTags()
    private var usage: JSON?
    private var pieces = 0
    private var calls = RemoteCalls()
    private var first: ContinuousClock.Instant?
    private var last: ContinuousClock.Instant?

    /// Bytes that no answer has for each of its tokens, though single tokens may have more.
    private static let bytesPerToken = 32

    /// - Parameters:
    ///   - maxTokens: what the endpoint was asked for at most. One that goes on is not listened to: it sends at most a
    ///     piece for each token.
    ///   - maxBytes: of everything that is taken.
    init(maxTokens: Int?, maxBytes: Int) {
        self.maxTokens = maxTokens ?? .max
        self.maxBytes = min(maxBytes, max(4096, min(maxTokens ?? .max, maxBytes) * Self.bytesPerToken))
    }

    /// - Parameter data: the data of one event.
    mutating func take(_ data: [UInt8], from address: RemoteAddress) throws(ModelError) -> [CompletionEvent] {
        if data.elementsEqual("[DONE]".utf8) {
            isDone = true
            return []
        }
        guard let chunk = try? JSON(parsing: data), let object = chunk.object else {
            throw RemoteFailure.unreadable(address)
        }
        if let error = object["error"], !error.isNull {
            throw RemoteFailure.failedThere(said: RemoteFailure.message(in: chunk), address)
        }
        if let usage = object["usage"], usage.object != nil { self.usage = usage }
        guard let choice = object["choices"]?.array?.first else {
            // The piece with the usage has none; anything else without one is no piece of an answer.
            guard object["choices"] != nil || object["usage"] != nil else { throw RemoteFailure.unreadable(address) }
            return []
        }
        if let ending = choice["finish_reason"]?.string { reason = ending == "length" ? .length : .stop }
        let likelihoods = choice["logprobs"]?["content"]?.array ?? []
        return events(of: choice["delta"] ?? .null, likelihoods.compactMap(TokenLikelihood.init))
    }

    private mutating func events(of delta: JSON, _ likelihoods: [TokenLikelihood]) -> [CompletionEvent] {
        let thought = delta["reasoning_content"]?.string ?? delta["reasoning"]?.string ?? ""
        let text = delta["content"]?.string ?? ""
        let called = calls.take(delta["tool_calls"])
        guard !thought.isEmpty || !text.isEmpty || called > 0 || !likelihoods.isEmpty else { return [] }
        let size = thought.utf8.count + text.utf8.count + called + likelihoods.count * Self.bytesPerToken
        // Servers may send a call in more pieces than it has tokens.
        let isCall = thought.isEmpty && text.isEmpty && called > 0
        guard pieces < maxTokens || isCall, bytes + size <= maxBytes else {
            (reason, isDone) = (.length, true)
            return []
        }
        pieces += isCall ? 0 : 1
        bytes += size
        last = .now
        first = first ?? last
        return likelihoods.map(CompletionEvent.token) + (thought.isEmpty ? [] : [.thought(thought)])
            + thoughts.take(text)
    }

    /// Whether the answer came to its own end.
    var isWhole: Bool { (reason ?? .stop) == .stop }

    /// To be called when the stream has ended.
    mutating func end(from address: RemoteAddress) throws(ModelError) -> [CompletionEvent] {
        guard isDone || reason != nil else {
            throw RemoteFailure.brokeOff(address)
        }
        // Calls that were cut off are none: their arguments are no JSON.
        return thoughts.end() + (isWhole ? calls.all.map(CompletionEvent.call) : []) + [.finished(summary)]
    }

    private var summary: CompletionSummary {
        func count(_ value: JSON?) -> Int? { value?.number(in: 0...100_000_000) }
        let tokens = count(usage?["completion_tokens"]) ?? pieces
        let seconds = first.flatMap { first in last.map { (first.duration(to: $0)).inSeconds } } ?? 0
        return CompletionSummary(
            reason: reason ?? .stop, promptTokens: count(usage?["prompt_tokens"]) ?? 0,
            cachedPromptTokens: count(usage?["prompt_tokens_details"]?["cached_tokens"]) ?? 0, tokens: tokens,
            // The first token took the prompt's time; the others took their own.
            tokensPerSecond: seconds > 0 && tokens > 1 ? Double(tokens - 1) / seconds : 0, contextLength: nil)
    }
}

/// Tells a thought between `<think>` and `</think>` at an answer's beginning from the answer, where an endpoint does
/// not.
struct ThoughtTags {
    private enum Place { case beginning, thought, between, answer }
    private var place = Place.beginning
    /// Text held back, because it may be a part of a tag.
    private var held = ""

    mutating func take(_ text: String) -> [CompletionEvent] {
        guard place != .answer else { return text.isEmpty ? [] : [.text(text)] }
        held += text
        if place == .between { return passLines() }
        var events: [CompletionEvent] = []
        if place == .beginning {
            let start = held.drop(while: \.isWhitespace)
            if "<think>".hasPrefix(start), start.count < 7 { return [] }
            guard start.hasPrefix("<think>") else { return pass() }
            held = String(start.dropFirst(7))
            place = .thought
        }
        if let end = held.range(of: "</think>") {
            events = [.thought(String(held[..<end.lowerBound]))]
            held = String(held[end.upperBound...])
            place = .between
            return events + passLines()
        }
        let kept = (1..<8).last { held.hasSuffix("</think>".prefix($0)) } ?? 0
        if held.count > kept { events = [.thought(String(held.dropLast(kept)))] }
        held = String(held.suffix(kept))
        return events
    }

    mutating func end() -> [CompletionEvent] {
        guard place == .thought, !held.isEmpty else { return pass() }
        defer { held = "" }
        return [.thought(held)]
    }

    /// Leaves out the empty lines between a thought and what follows it.
    private mutating func passLines() -> [CompletionEvent] {
        held = String(held.drop(while: \.isNewline))
        return held.isEmpty ? [] : pass()
    }

    /// From here on, all is the answer.
    private mutating func pass() -> [CompletionEvent] {
        defer { (held, place) = ("", .answer) }
        return held.isEmpty ? [] : [.text(held)]
    }
}
