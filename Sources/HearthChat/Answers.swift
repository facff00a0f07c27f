// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthModels
import Synchronization

/// The answers that are being written and some that just were, for readers who come or come back.
final class Answers: Sendable {
    private let all = Mutex<[RunningAnswer]>([])

    /// How many answers are kept after their end: enough for readers who lost their connection for a moment.
    private static let mostEnded = 32

    subscript(id: Message.ID) -> RunningAnswer? {
        all.withLock { all in all.last { $0.id == id } }
    }

    func add(_ answer: RunningAnswer) {
        all.withLock { all in
            all.append(answer)
            // What could not be saved is nowhere else.
            let ended = all.filter { $0.isOver && $0.unsaved == nil }
            guard ended.count > Self.mostEnded else { return }
            all.removeAll { $0 === ended[0] }
        }
    }

    func removeAll() { all.withLock { $0 = [] } }

    func remove(_ answers: some Sequence<Message.ID>) {
        let gone = Set(answers)
        all.withLock { all in all.removeAll { gone.contains($0.id) } }
    }
}

/// An answer while it is written: what has happened to it so far, and who is told what happens next.
final class RunningAnswer: Sendable {
    let id: Message.ID
    private let state: Mutex<State>

    fileprivate struct State {
        var message: Message
        var events: [AnswerEvent] = []
        var readers: [Int: AsyncStream<AnswerEvent>.Continuation] = [:]
        var readersSoFar = 0
        var isOver = false
        /// Whether there is more than has been handed out to be saved.
        var hasMore = false
        /// Why what was handed out last could not be saved.
        var unsaved: PendingSave?
        /// The messages with which the turns begin that the model is asked with.
        var turns: [Message.ID] = []
        var thinksSince: Date?
    }

    /// - Parameter message: the answer, empty or as far as it had come; readers are told that first.
    init(_ message: Message) {
        id = message.id
        var begun = State(message: message)
        if let thoughts = message.thoughts { begun.tell(.piece(.thought(thoughts))) }
        if !message.content.isEmpty { begun.tell(.piece(.text(message.content))) }
        state = Mutex(begun)
    }

    /// The answer as far as it has come.
    var message: Message { state.withLock(\.message) }
    /// Whether nothing is added to it any more.
    var isOver: Bool { state.withLock(\.isOver) }
    /// Why it is in memory alone; `nil` while it is saved as it grows.
    var unsaved: PendingSave? { state.withLock(\.unsaved) }

    /// Notes what the model is asked.
    /// - Parameter turns: the messages with which the turns begin, oldest first.
    func ask(with turns: [Message.ID]) { state.withLock { $0.turns = turns } }

    /// Adds a piece, unless the answer is over.
    func append(_ event: CompletionEvent, at now: Date) {
        state.withLock { state in
            guard !state.isOver else { return }
            switch event {
            case .piece(let piece): state.append(piece, at: now)
            case .context(let use): state.take(use)
            case .reading(let fraction):
                // Nothing to be saved.
                return state.tell(.reading(fraction))
            // Conversations offer no functions and ask for no likelihoods.
            case .call, .token, .finished: return
            }
            state.hasMore = true
        }
    }

    /// Notes something beside the text of an answer, unless it is over.
    func amend(_ change: (inout Message) -> Void) {
        state.withLock { state in
            guard !state.isOver else { return }
            change(&state.message)
            state.hasMore = true
        }
    }

    /// Notes what has become of what the app did, also where the answer is over.
    func setDeed(_ deed: String?) {
        state.withLock { state in
            state.message.deed = deed
            state.hasMore = true
        }
    }

    /// Closes the answer; `change` says how it ended. Readers are told once it is saved: see `publish`.
    /// - Returns: whether it was open until now.
    func end(_ result: Message.State, at now: Date, _ change: (inout Message) -> Void = { _ in }) -> Bool {
        state.withLock { state in
            guard !state.isOver else { return false }
            (state.isOver, state.hasMore) = (true, true)
            state.endThought(at: now)
            state.message.state = result
            // Some models write an empty thought to say that they do without.
            if state.message.thoughts?.allSatisfy(\.isWhitespace) == true { state.message.thoughts = nil }
            if state.message.thoughts == nil { state.message.thinkingSeconds = nil }
            change(&state.message)
            return true
        }
    }

    /// Tells readers of the end.
    func publish() {
        let readers = state.withLock { state in
            state.tell(.finished(state.message))
            defer { state.readers = [:] }
            return state.readers.values
        }
        // Not under the lock, which a reader's leaving takes.
        for reader in readers { reader.finish() }
    }

    /// The answer as it is now, to be saved, when there is more than was handed out last.
    func more() -> Message? {
        state.withLock { state in
            guard state.hasMore else { return nil }
            state.hasMore = false
            return state.message
        }
    }

    /// Notes what came of saving what was handed out. Readers are told where that is something new.
    func note(_ failure: PendingSave?) {
        state.withLock { state in
            if failure != nil { state.hasMore = true }
            guard (failure == nil) != (state.unsaved == nil) else { return }
            state.unsaved = failure
            // The end is the last that readers hear.
            if case .finished = state.events.last?.change { return }
            state.tell(.unsaved(failure))
        }
    }

    /// Events after number `last`: those that have happened, then those to come.
    func events(after last: Int) -> AsyncStream<AnswerEvent> {
        let (stream, reader) = AsyncStream.makeStream(of: AnswerEvent.self)
        let number: Int? = state.withLock { state in
            for event in state.events.dropFirst(max(0, last)) { reader.yield(event) }
            if case .finished = state.events.last?.change { return nil }
            state.readersSoFar += 1
            state.readers[state.readersSoFar] = reader
            return state.readersSoFar
        }
        guard let number else {
            reader.finish()
            return stream
        }
        reader.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.readers.removeValue(forKey: number) }
        }
        return stream
    }
}

extension RunningAnswer.State {
    fileprivate mutating func tell(_ change: AnswerEvent.Change) {
        let event = AnswerEvent(id: events.count + 1, change: change)
        events.append(event)
        for reader in readers.values { reader.yield(event) }
    }

    fileprivate mutating func append(_ piece: AnswerPiece, at now: Date) {
        switch piece {
        case .text(let new):
            endThought(at: now)
            message.content += new
        case .thought(let new):
            thinksSince = thinksSince ?? now
            message.thoughts = message.thoughts ?? ""
            message.thoughts?.append(new)
        case .textWasThought:
            message.thoughts = (message.thoughts ?? "") + message.content
            message.content = ""
        }
        tell(.piece(piece))
    }

    fileprivate mutating func take(_ use: ContextUse) {
        let isCut = use.omittedTurns > 0 && turns.indices.contains(use.omittedTurns)
        message.readsFrom = isCut ? turns[use.omittedTurns] : nil
        (message.contextTokens, message.contextLength) = (use.tokens, use.length)
        message.instructionTokens = use.instructionTokens
        tell(.context(use, readsFrom: message.readsFrom))
    }

    fileprivate mutating func endThought(at now: Date) {
        guard let since = thinksSince else { return }
        thinksSince = nil
        message.thinkingSeconds = (message.thinkingSeconds ?? 0) + now.timeIntervalSince(since)
    }
}
