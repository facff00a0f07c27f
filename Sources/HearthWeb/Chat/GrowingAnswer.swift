// SPDX-License-Identifier: Apache-2.0

import HearthChat
import HearthModels

/// An answer as far as it has come, and how much of that a browser has.
struct GrowingAnswer: Sendable {
    /// A change of an answer: the browser replaces its blocks from `from` on with `html`.
    struct Update: Encodable, Sendable, Equatable {
        var from: Int
        var html: String
        /// The same for the thoughts before the answer.
        var thought: Blocks?
        var label: String?
        /// Why it is not saved, as a sentence; empty as soon as it is.
        var unsaved: String?
    }

    /// From block `from` on, a text is `html`.
    struct Blocks: Encodable, Sendable, Equatable {
        var from: Int
        var html: String

        /// Takes the blocks from the first one that differs from `sent`.
        init(_ blocks: [String], after sent: [String]) {
            from = zip(blocks, sent).prefix { $0 == $1 }.count
            html = blocks[from...].joined()
        }
    }

    /// How full the model's context is, before there are words for it.
    private struct ContextUpdate: Equatable {
        let use: ContextUse
        let readsFrom: Message.ID?

        init(_ use: ContextUse, _ readsFrom: Message.ID?) { (self.use, self.readsFrom) = (use, readsFrom) }
    }

    /// How much of the prompt the model has read, in words and in hundredths.
    struct Reading: Encodable, Sendable, Equatable {
        let percent: Int
        let words: String
    }

    private let id: Message.ID
    private var answer = AnswerText()
    var text: String { answer.text }
    var thought: String { answer.thoughts }
    private(set) var isFinished = false
    private var unsaved: PendingSave?
    private var context: ContextUpdate?
    private var sentContext: ContextUpdate?
    /// `nil` from the first piece on.
    private var reading: Double?
    private var sentReading: Int?
    private var last = 0
    private var sentID: Int
    private var sentBlocks: [String] = []
    private var sentThoughts: [String] = []
    private var sentLabel: String?
    private var sentUnsaved: PendingSave?
    private var sentFinish = false

    /// - Parameter seen: the event that a browser has seen, with all before it.
    init(of id: Message.ID, seen: Int) {
        self.id = id
        sentID = seen
    }

    mutating func take(_ event: AnswerEvent) {
        switch event.change {
        case .context, .reading:
            // Each has an event of its own, which needs no number: the newest says it all.
            break
        case .piece, .unsaved, .finished: last = event.id
        }
        switch event.change {
        case .piece(let piece):
            answer.append(piece)
            reading = nil
        case .reading(let fraction): reading = fraction
        case .unsaved(let reason): unsaved = reason
        case .context(let use, let readsFrom): context = ContextUpdate(use, readsFrom)
        case .finished(let message):
            answer = AnswerText(thoughts: message.thoughts ?? answer.thoughts, text: message.content)
            isFinished = true
        }
    }

    /// Returns the next change since the last call; `nil` if there is none. Unchanged blocks are not sent again.
    mutating func event(_ markdown: MarkdownHTML, _ say: Phrases) -> ServerEvent? {
        if isFinished {
            defer { sentFinish = true }
            return sentFinish ? nil : ServerEvent(name: "finished", id: last, data: [String: String](), isLast: true)
        }
        if let context, context != sentContext {
            sentContext = context
            let meter = ContextMeter(context.use, readsFrom: context.readsFrom, say)
            return ServerEvent(name: "context", data: meter)
        }
        if let reading, let told = progress(reading, say) { return told }
        guard last > sentID else { return nil }
        let blocks = markdown.blocks(text, in: "answer-\(id)")
        let new = Blocks(blocks, after: sentBlocks)
        var update = Update(from: new.from, html: new.html)
        let thoughts = markdown.blocks(thought, in: "thought-\(id)")
        if thoughts != sentThoughts { update.thought = Blocks(thoughts, after: sentThoughts) }
        let label = thought.isEmpty ? nil : say(text.isEmpty ? "turn.thinking" : "turn.thought")
        if label != sentLabel { update.label = label }
        if unsaved != sentUnsaved { update.unsaved = unsaved.map(say.reason) ?? "" }
        (sentID, sentBlocks, sentThoughts, sentLabel, sentUnsaved) = (last, blocks, thoughts, label, unsaved)
        return ServerEvent(name: "grew", id: last, data: update)
    }

    /// How far the prompt has been read, where that is another percent.
    private mutating func progress(_ fraction: Double, _ say: Phrases) -> ServerEvent? {
        let percent = Int(max(0, min(1, fraction)) * 100)
        guard percent != sentReading else { return nil }
        sentReading = percent
        let words = say("turn.reading", ["percent": say.percent(Double(percent) / 100)])
        return ServerEvent(name: "reading", data: Reading(percent: percent, words: words))
    }
}
