// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthChat
import HearthModels

/// One message as it stands in a conversation.
struct TurnView: Sendable {
    let id: String
    /// The session that it is in.
    let session: String
    let isMine: Bool
    /// The user's message as text, or the first lines of a long one; empty for an answer and for an unfolded message.
    let words: String
    /// All of a long message that is unfolded, in pieces.
    let paragraphs: [String]
    /// Folds or unfolds a long message; `nil` where it is not long.
    let fold: FoldView?
    /// An answer as HTML.
    let answer: String
    let thought: ThoughtView?
    let isArriving: Bool
    /// Whether an answer is there to copy or to have again.
    let isDone: Bool
    /// Whether words of it can be made cards.
    let canMark: Bool
    /// Why an answer ended early: You stopped this answer. It is kept as it stands.
    let ending: String?
    /// Whether that was the user's limit, which can be changed.
    let isAtLimit: Bool
    let fault: FaultView?
    /// Why it is in memory alone, where it is.
    let unsaved: String?
    /// Whether the place where that is said is there, be it empty.
    let showsSaving: Bool
    /// Names the other machine that the message was sent to or the answer came from.
    let away: String?
    /// The other program of this machine that has answered.
    let here: String?
    /// The model that wrote it, where answers of this conversation come from several.
    let model: String?
    let branches: BranchView?
    let canEdit: Bool
    /// The page that edits a long message; `nil` if it is edited in its place.
    let editAddress: String?
    let canRepeat: Bool
    /// Whether an answer that ended early can be gone on with.
    let canGoOn: Bool
    /// Whether the model reads the conversation from here on, and nothing before.
    let isReadFirst: Bool
    /// The memories that stood in its prompt, what the memory did at the user's word, and people to call.
    var used: UsedView?
    var kept: KeptView?
    var care: CareView?
    /// Due words that its question used.
    var reviews: [TalkReviewView] = []
    /// A line before the message: the memory is off, or on again, from here.
    var silence: String?
    /// Whether there is something to be done with the memory of a message.
    var hasMenu = false

    struct FoldView: Sendable {
        let label: String
        let address: String
        let isOpen: Bool
    }

    struct ThoughtView: Sendable {
        let label: String
        let html: String
        let isOpen: Bool
    }

    struct FaultView: Sendable {
        let headline: String
        let detail: String
    }

    /// The messages beside this one.
    struct BranchView: Sendable {
        let place: String
        let previous: String?
        let next: String?
    }

    /// - Parameters:
    ///   - sentTo: the host that a question was sent to, where its answer came from one.
    ///   - isWritable: whether the session takes messages now.
    ///   - mayGoOn: whether nothing follows, and the model could go on with an answer.
    ///   - isReadFirst: whether the model has no room for what was said before.
    ///   - isUnfolded: whether all of a long message is shown.
    init(
        _ turn: Turn, sentTo: String?, isWritable: Bool, mayGoOn: Bool, isReadFirst: Bool = false,
        isUnfolded: Bool = false, say: Phrases, markdown: MarkdownHTML
    ) {
        let message = turn.message
        (id, session) = (message.id, message.session)
        isMine = message.role == .user
        isArriving = message.state == .arriving
        fold = isMine ? FoldView(message, isOpen: isUnfolded, say) : nil
        let isWhole = fold?.isOpen == true
        words = isMine && !isWhole ? LongText.beginning(of: message.content) : ""
        paragraphs = isWhole ? LongText.paragraphs(of: message.content) : []
        answer = isMine ? "" : markdown.html(message.content, in: "answer-\(id)")
        thought = Self.thought(of: message, say, markdown)
        isDone = !isMine && !isArriving && !message.content.isEmpty
        ending =
            switch message.state {
            case .stopped: say(message.hasNothing ? "turn.stoppedEmpty" : "turn.stopped")
            case .interrupted: say("turn.interrupted")
            case .cutOff: say.cutOff(message)
            case .arriving, .complete, .failed: nil
            }
        isAtLimit = message.state == .cutOff && !message.fillsContext
        fault =
            message.state == .failed
            ? FaultView(headline: say("turn.brokeOff"), detail: say.fault(of: message) ?? say("turn.brokeOffDetail"))
            : nil
        unsaved = turn.unsaved.map(say.reason)
        showsSaving = isArriving || unsaved != nil
        let host = isMine ? sentTo : message.remoteHost
        let isHere = host.map(RemoteModel.isHere) ?? false
        let (sent, answered) = (say("turn.sentTo", ["host": host ?? ""]), say("turn.answeredBy", ["host": host ?? ""]))
        away = host == nil || isHere ? nil : isMine ? sent : answered
        here = isHere && !isMine ? say("turn.answeredHere", ["host": host ?? ""]) : nil
        model = isMine || !turn.isOfSeveralModels ? nil : message.model.map(shortName)
        branches = turn.siblings.count > 1 ? BranchView(turn, say) : nil
        canEdit = isMine && isWritable
        editAddress = canEdit && fold != nil ? "/chat/\(session)/message/\(id)/edit" : nil
        // What the app says to somebody who may harm themselves is no model's, and no text to learn words from.
        let isCare = message.isOfApp
        canRepeat = !isMine && isWritable && !isArriving && !isCare
        canMark = isDone && !isCare
        canGoOn = mayGoOn && isWritable && message.canGoOn
        self.isReadFirst = isReadFirst
    }

    private static func thought(of message: Message, _ say: Phrases, _ markdown: MarkdownHTML) -> ThoughtView? {
        guard let thoughts = message.thoughts, !thoughts.trimmed.isEmpty else { return nil }
        let isThinking = message.state == .arriving && message.content.isEmpty
        let label =
            isThinking
            ? say("turn.thinking")
            : message.thinkingSeconds.map { say("turn.thoughtFor", ["time": say.seconds($0)]) } ?? say("turn.thought")
        return ThoughtView(label: label, html: markdown.html(thoughts, in: "thought-\(message.id)"), isOpen: isThinking)
    }
}

extension TurnView.FoldView {
    init?(_ message: Message, isOpen: Bool, _ say: Phrases) {
        guard LongText.isLong(message.content) else { return nil }
        self.isOpen = isOpen
        label = isOpen ? say("turn.showLess") : say("turn.showAll", ["n": say.number(message.content.count)])
        address = "/chat/\(message.session)\(isOpen ? "" : "?open=\(message.id)")#m-\(message.id)"
    }
}

extension TurnView.BranchView {
    init(_ turn: Turn, _ say: Phrases) {
        place = say("turn.branch", ["n": say.number(turn.index + 1), "of": say.number(turn.siblings.count)])
        previous = turn.index > 0 ? turn.siblings[turn.index - 1] : nil
        next = turn.index + 1 < turn.siblings.count ? turn.siblings[turn.index + 1] : nil
    }
}

extension Phrases {
    /// The limit that cut an answer off: the model's context, or the user's.
    fileprivate func cutOff(_ message: Message) -> String {
        if message.fillsContext { return self("turn.cutOffFull") }
        return message.tokens.map { self("turn.cutOffAt", ["n": number($0)]) } ?? self("turn.cutOff")
    }

    /// How fast a model wrote; `nil` where nobody has measured that.
    func pace(of message: Message) -> String? {
        // A word is about four thirds of a token in the languages that we speak.
        message.tokensPerSecond.map { self("turn.paceNow", ["n": number(max(1, $0 * 0.75))]) }
    }

    /// Why an answer is not saved, and what comes of it.
    func reason(_ unsaved: PendingSave) -> String {
        unsaved.room.map { self("turn.unsavedFull", values($0)) } ?? self("turn.unsavedDisk")
    }
}

extension TurnView {
    /// Adds what is shown of the memory.
    mutating func show(
        _ memory: ChatMemory, of message: Message, to question: Message?, _ questions: Set<Message.ID>, machine: String,
        leaves: Bool, _ clock: WallClock, _ say: Phrases
    ) {
        if isMine {
            hasMenu = memory.isThere
        } else {
            used = UsedView(message, questions: questions, memory, clock, say)
            kept = KeptView(message, to: question, memory, say)
            care = CareView(message, memory, machine: machine, leaves: leaves, say)
        }
        if memory.isThere { silence = say(message.isUnremembered ? "memory.offFromHere" : "memory.onFromHere") }
    }
}

extension [TurnView] {
    /// Keeps the line only where the memory was turned off, or on again.
    func markingSilences(_ path: [Turn], isThere: Bool) -> [TurnView] {
        var wasOff = false
        return zip(self, path).map { view, turn in
            var view = view
            if turn.message.isUnremembered == wasOff || !view.isMine { view.silence = nil }
            if view.isMine { wasOff = turn.message.isUnremembered }
            return view
        }
    }
}

extension Message {
    /// Whether nothing more had room after an answer.
    fileprivate var fillsContext: Bool {
        guard let contextTokens, let contextLength, contextLength > 0 else { return false }
        return contextTokens >= contextLength
    }

    /// Whether nothing of an answer had been written.
    fileprivate var hasNothing: Bool { content.trimmed.isEmpty && (thoughts ?? "").trimmed.isEmpty }
}
