// SPDX-License-Identifier: Apache-2.0

import HearthChat
import HearthModels

/// An answer as far as it has come, and how much of that a browser has.
struct GrowingAnswer: Sendable {
    /// What a browser makes of the answer: from block `from` on, it is `html`.
    struct Update: Encodable, Sendable, Equatable {
        var from: Int
        var html: String
        /// The same of what is thought before it.
        var thought: Blocks?
        var label: String?
        /// Why it is not saved, as a sentence; empty as soon as it is.
        var unsaved: String?
    }

    /// From block `from` on, a text is `html`.
    struct Blocks: Encodable, Sendable, Equatable {
        var from: Int
        var html: String

        /// What is new of a text.
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

    private let id: Message.ID
    private var answer = AnswerText()
    var text: String { answer.text }
    var thought: String { answer.thoughts }
    private(set) var isFinished = false
    private var unsaved: Unsaved?
    private var context: ContextUpdate?
    private var sentContext: ContextUpdate?
    private var last = 0
    private var sentID: Int
    private var sentBlocks: [String] = []
    private var sentThoughts: [String] = []
    private var sentLabel: String?
    private var sentUnsaved: Unsaved?
    private var sentFinish = false

    /// - Parameter seen: the event that a browser has seen, with all before it.
    init(of id: Message.ID, seen: Int) {
        self.id = id
        sentID = seen
    }

    mutating func take(_ event: AnswerEvent) {
        // Of the context there is an event of its own, which needs no number: the newest says it all.
        if case .context = event.change {} else { last = event.id }
        switch event.change {
        case .piece(let piece): answer.append(piece)
        case .unsaved(let reason): unsaved = reason
        case .context(let use, let readsFrom): context = ContextUpdate(use, readsFrom)
        case .finished(let message):
            answer = AnswerText(thoughts: message.thoughts ?? answer.thoughts, text: message.content)
            isFinished = true
        }
    }

    /// What is new since the last time. Blocks that have not changed are not sent again.
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
}
