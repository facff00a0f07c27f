// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthChat
import HearthMemory
import HearthModels

extension ChatPage {
    /// A conversation in which nothing has been said.
    init(
        _ start: NewChatOptions = NewChatOptions(), model: ModelState, pocket: PocketNotice? = nil,
        memory: ChatMemory = ChatMemory(), _ clock: WallClock, _ say: Phrases
    ) {
        self.pocket = pocket
        let isTemporary = start.isTemporary
        strip = MemoryStrip(nil, isOff: start.memoryIsOff, memory, say)
        startFolder = start.folder.map { FolderChip(id: $0.id, name: $0.name) }
        let isOff = (start.memoryIsOff ? "&memory=off" : "") + (start.folder.map { "&folder=\($0.id)" } ?? "")
        mode = memory.mode.map {
            ModeChip(id: $0.id, name: $0.text.name, address: "/chat/new?choose=1&mode=\($0.id)\(isOff)")
        }
        memoryIsOff = start.memoryIsOff
        showsMemory = memory.isThere
        chatModel = ModelView(model, say)
        startModel = start.model
        let here = start.address(mode: memory.mode?.id)
        modelAddress = here + (here.contains("?") ? "&" : "?") + "choose=model"
        modeSheet = start.modes.isEmpty ? nil : ModeSheetView(start.modes, chosen: memory.mode?.id, session: nil)
        title = say(isTemporary ? "chat.temporaryChat" : "chat.new")
        session = nil
        changes = 0
        isNew = true
        self.isTemporary = isTemporary
        continues = nil
        carried = nil
        frozen = nil
        isWritable = true
        isAnswering = false
        day = nil
        turns = []
        greeting = say.greeting(clock)
        let suggestions = Self.suggestions(model, at: here, say)
        self.suggestions = suggestions
        let remoteNotice = RemoteNotice(model, say)
        self.remoteNotice = remoteNotice
        draft = start.suggestion.flatMap { suggestions.indices.contains($0) ? suggestions[$0].words : nil } ?? ""
        unsent = nil
        placeholder = Self.placeholder(
            isTemporary: isTemporary, isAnswering: false, leaves: remoteNotice != nil,
            isUnremembered: strip != nil, say)
        context = nil
        sheet = nil
    }

    /// - Parameters:
    ///   - settings: given where what is known of the session is to be shown over it.
    ///   - model: the one that answers here.
    ///   - unfolded: the long message of which all is shown.
    ///   - canThink: whether it can think before it answers.
    init(
        _ session: Session, changes: Int, turns path: [Turn], after former: (session: Session, turns: [Turn])? = nil,
        draft: String, model: ModelState, settings: AppSettings?, pocket: PocketNotice? = nil,
        memory: ChatMemory = ChatMemory(), unfolded: Message.ID? = nil, canThink: Bool = false, machine: String = "",
        _ clock: WallClock, _ markdown: MarkdownHTML, _ say: Phrases
    ) {
        self.pocket = pocket
        let isAnswering = path.last?.message.state == .arriving
        let isWritable = session.frozenAt == nil
        title = session.name(say)
        self.session = session.id
        self.changes = changes
        continues = session.continues
        carried = former.map { CarriedView($0.session, $0.turns, isOpen: path.isEmpty, markdown, say) }
        isNew = path.isEmpty && former == nil
        isTemporary = session.isTemporary
        frozen = session.frozenAt.map { say("chat.frozenOn", ["day": say.day($0, clock)]) }
        self.isWritable = isWritable
        chatModel = ModelView(model, say)
        modelAddress = "/chat/\(session.id)/model"
        (startModel, startFolder) = (nil, nil)
        self.isAnswering = isAnswering
        day = path.first.map { first in
            let date = first.message.createdAt
            return "\(say.dayTitle(date, clock)), \(say.time(date, clock))"
        }
        let context = ContextMeter(path, say)
        turns = Self.views(
            path, model: model, isWritable: isWritable, isAnswering: isAnswering, readsFrom: context?.readsFrom,
            unfolded: unfolded, memory, machine: machine, clock, markdown, say)
        strip = isWritable ? MemoryStrip(session, isOff: session.memoryIsOff, memory, say) : nil
        mode = memory.mode.map { ModeChip(id: $0.id, name: $0.text.name, address: "/chat/\(session.id)/mode") }
        memoryIsOff = session.memoryIsOff
        showsMemory = memory.isThere && isWritable && !session.isTemporary && (session.memoryIsOff || memory.isOwnMode)
        greeting = say.greeting(clock)
        suggestions = Self.suggestions(model, at: "/chat/new", say)
        let remoteNotice = isWritable ? RemoteNotice(model, say) : nil
        self.remoteNotice = remoteNotice
        self.draft = draft
        unsent = isWritable || draft.isEmpty ? nil : LongText.shortened(draft)
        placeholder = Self.placeholder(
            isTemporary: session.isTemporary, isAnswering: isAnswering, leaves: remoteNotice != nil,
            isUnremembered: strip != nil, say)
        self.context = context
        sheet = settings.map {
            SessionSheet(session, path.map(\.message), $0, memory, canThink: canThink, clock, say)
        }
    }

    /// Lists suggestions that fit the model; the built-in one listens and says what it is.
    /// - Parameter page: the new conversation in whose box they are put.
    private static func suggestions(_ model: ModelState, at page: String, _ say: Phrases) -> [Suggestion] {
        let all =
            model.isBuiltIn
            ? [("chat.suggestHello", "chat"), ("chat.suggestNight", "moon"), ("chat.suggestSelf", "help")]
            : [("chat.suggestWrite", "pencil"), ("chat.suggestExplain", "help"), ("chat.suggestPlan", "list")]
        let start = page + (page.contains("?") ? "&" : "?")
        return all.enumerated().map { place, one in
            Suggestion(words: say(one.0), icon: one.1, address: "\(start)suggestion=\(place)")
        }
    }

    private static func views(
        _ path: [Turn], model: ModelState, isWritable: Bool, isAnswering: Bool, readsFrom: Message.ID?,
        unfolded: Message.ID?, _ memory: ChatMemory, machine: String, _ clock: WallClock, _ markdown: MarkdownHTML,
        _ say: Phrases
    ) -> [TurnView] {
        var questions: Set<Message.ID> = []
        var question: Message?
        let leaves = model.remoteHost.map { !RemoteModel.isHere($0) } ?? false
        return zip(path, path.dropFirst().map(\.message.remoteHost) + [nil]).map { turn, host in
            let mayGoOn = turn.id == path.last?.id && model.remoteHost == nil
            var view = TurnView(
                turn, sentTo: host, isWritable: isWritable && !isAnswering, mayGoOn: mayGoOn,
                isReadFirst: turn.id == readsFrom && turn.id != path.first?.id, isUnfolded: turn.id == unfolded,
                say: say, markdown: markdown)
            if turn.message.role == .user {
                questions.insert(turn.id)
                question = turn.message
            }
            view.show(
                memory, of: turn.message, to: question, questions, machine: machine, leaves: leaves, clock, say)
            return view
        }.markingSilences(path, isThere: memory.isThere)
    }

    private static func placeholder(
        isTemporary: Bool, isAnswering: Bool, leaves: Bool, isUnremembered: Bool, _ say: Phrases
    ) -> String {
        if leaves { return say("chat.messageLeaves") }
        if isAnswering { return say("chat.messageNext") }
        if isUnremembered { return say("memory.messageNotRemembered") }
        return say(isTemporary ? "chat.messageNotKept" : "chat.message")
    }
}

extension ChatPage.CarriedView {
    /// Messages that are shown of it: what one has to have seen to go on.
    private static let most = 8

    init(_ session: Session, _ turns: [Turn], isOpen: Bool, _ markdown: MarkdownHTML, _ say: Phrases) {
        label = say("chat.carriesOn", ["title": session.name(say)])
        address = "/chat/\(session.id)"
        let hidden = max(0, turns.count - Self.most)
        earlier = hidden == 0 ? nil : say.count("chat.carriesEarlier", hidden)
        said = turns.suffix(Self.most).map(\.message).map { message in
            let isMine = message.role == .user
            return ChatPage.SaidView(
                isMine: isMine, words: isMine ? LongText.shortened(message.content) : "",
                answer: isMine ? "" : markdown.html(message.content, in: "carried-\(message.id)"))
        }
        self.isOpen = isOpen
    }
}

extension ChatPage.RemoteNotice {
    init?(_ model: ModelState, _ say: Phrases) {
        guard let host = model.remoteHost, !RemoteModel.isHere(host) else { return nil }
        self.host = host
        explanation = say("chat.leavesNote", ["host": host, "model": model.name.map(shortName) ?? ""])
    }
}

extension ChatPage.SessionSheet {
    init(
        _ session: Session, _ messages: [Message], _ settings: AppSettings, _ shown: ChatMemory, canThink: Bool,
        _ clock: WallClock, _ say: Phrases
    ) {
        let day = say.dayInSentence(session.createdAt, clock)
        let begun = say("session.begun", ["day": day, "time": say.time(session.createdAt, clock)])
        summary = "\(say.count("session.messages", messages.count)), \(begun)"
        pace = messages.last { $0.tokensPerSecond != nil }.flatMap(say.pace).map { say("session.pace", ["pace": $0]) }
        instructions = session.instructions ?? ""
        thinks = session.thinks ?? settings.answers.thinks
        isFrozen = session.frozenAt != nil
        isPinned = session.isPinned
        self.canThink = canThink && !isFrozen
        let isKept = shown.isThere && !session.isTemporary && !isFrozen
        mode = isKept ? shown.mode?.text.name : nil
        let isOn = !session.memoryIsOff && !shown.isPaused
        memory = isKept ? say(shown.isPaused ? "memory.paused" : isOn ? "memory.on" : "memory.off") : nil
    }
}
