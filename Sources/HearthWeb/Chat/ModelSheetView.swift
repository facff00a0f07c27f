// SPDX-License-Identifier: Apache-2.0

import HearthChat
import HearthModels

/// The models that can answer in a conversation, or write another answer beside one.
struct ModelSheetView: Sendable {
    let title: String
    let note: String
    /// The address that takes the choice; `nil` in a new conversation, where choices are links.
    let action: String?
    /// The page that the sheet was opened from.
    let back: String
    let here: [Row]
    let elsewhere: [Row]
    let hasElsewhere: Bool
    /// How much of the machine's memory is taken; empty where that is not known.
    let memory: String

    struct Row: Sendable {
        let name: String
        let pieces: [String]
        let facts: [String]
        let ember: String
        let tag: String?
        let isLoaded: Bool
        let leaves: Bool
        let isChosen: Bool
        /// The address that the choice links to; `nil` if it is posted.
        let address: String?
    }

    /// The conversation or answer that a model is chosen for.
    enum Purpose: Sendable {
        case new(ChatPage.NewChatOptions, mode: String?)
        case chat(String)
        /// Another answer beside one.
        case answer(String, in: String)
    }

    /// The models to choose from, and what the sheet says about them.
    struct Choice: Sendable {
        var models: [ModelSummary]
        /// States of the models, by name.
        var states: [String: ModelState]
        /// Those elsewhere that the user has not agreed to.
        var unagreed: Set<String>
        /// The model of new conversations, and that of this one or of the answer.
        var usual: String?
        var own: String?
        var room: MachineRoom?
    }

    init(_ purpose: Purpose, _ choice: Choice, _ say: Phrases) {
        let usual = choice.usual.map(shortName) ?? say("model.none")
        memory =
            choice.room.map {
                say("models.memoryUse", ["used": say.bytes($0.memoryInUse), "of": say.bytes($0.memory)])
            } ?? ""
        switch purpose {
        case .new(let start, let mode):
            (title, action) = (say("modelMenu.title"), nil)
            note = say("modelMenu.noteNew")
            back = start.address(mode: mode)
        case .chat(let session):
            (title, action) = (say("modelMenu.title"), "/chat/\(session)/model")
            note = say("modelMenu.note", ["model": usual])
            back = "/chat/\(session)"
        case .answer(let answer, let session):
            (title, action) = (say("modelMenu.another"), "/messages/\(answer)/repeat")
            note = say("modelMenu.anotherNote")
            back = "/chat/\(session)#m-\(answer)"
        }
        let rows = choice.models.map { model -> (isHere: Bool, row: Row) in
            var address: String?
            if case .new(var start, let mode) = purpose {
                start.model = model.name
                address = start.address(mode: mode)
            }
            if choice.unagreed.contains(model.name) {
                address = "/models/elsewhere/consent?name=\(model.name.escapedForAddress)"
            }
            let isHere = model.remoteHost.map(RemoteModel.isHere) ?? true
            return (isHere, Row(model, choice.states[model.name], isChosen: model.name == choice.own, address, say))
        }
        here = rows.filter(\.isHere).map(\.row)
        elsewhere = rows.filter { !$0.isHere }.map(\.row)
        hasElsewhere = !elsewhere.isEmpty
    }
}

extension ModelSheetView.Row {
    init(_ model: ModelSummary, _ state: ModelState?, isChosen: Bool, _ address: String?, _ say: Phrases) {
        let view = ModelView(state ?? ModelState(model, phase: .idle), say)
        name = model.name
        pieces = breakable(shortName(model.name))
        leaves = model.remoteHost.map { !RemoteModel.isHere($0) } ?? false
        let disk = say("modelMenu.disk", ["size": say.bytes(model.bytes)])
        let memory = say("modelMenu.memory", ["size": say.bytes(model.memory)])
        facts = model.remoteHost.map { [$0] } ?? [model.isBuiltIn ? say("modelMenu.builtIn") : disk, memory]
        ember = view.ember
        isLoaded = view.isLoaded && model.remoteHost == nil
        tag =
            if leaves {
                say("chat.messageLeaves")
            } else if case .loading? = state?.phase {
                view.words
            } else if case .failed? = state?.phase {
                view.words
            } else {
                isLoaded ? say("modelMenu.loaded") : nil
            }
        self.isChosen = isChosen
        self.address = address
    }
}

extension ChatPage.NewChatOptions {
    /// The new conversation that begins so.
    func address(mode: String?) -> String {
        var parts = isTemporary ? ["temporary=1"] : []
        if let mode { parts.append("mode=\(mode.escapedForAddress)") }
        if let folder { parts.append("folder=\(folder.id)") }
        if memoryIsOff { parts.append("memory=off") }
        if let model { parts.append("model=\(model.escapedForAddress)") }
        return parts.isEmpty ? "/chat/new" : "/chat/new?\(parts.joined(separator: "&"))"
    }
}
