// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HearthChat
import HearthMemory
import HearthModels
import Hummingbird

/// Sheets over a conversation about its memory and mode, and what they change.
struct MemorySheetRoutes: Sendable {
    let chat: ChatRoutes
    let conversations: Conversations
    let memory: MemoryAccess?
    let settings: any SettingsStore

    @Sendable func memorySheet(_ request: Request, _ context: WebContext) async throws -> Response {
        try await chat.chat(request, context, with: .memory)
    }

    @Sendable func modeSheet(_ request: Request, _ context: WebContext) async throws -> Response {
        try await chat.chat(request, context, with: .mode)
    }

    @Sendable func messageSheet(_ request: Request, _ context: WebContext) async throws -> Response {
        try await chat.chat(request, context, with: .message(context.parameters.require("message")))
    }

    /// On, off in this chat, or a new temporary one; and whether it is paused everywhere.
    @Sendable func turnMemory(_ request: Request, _ context: WebContext) async throws -> Response {
        let session = try await conversations.session(in: context)
        let choice = context.form["memory"] ?? ""
        if context.form["sheet"] != nil {
            let pauses = context.form["pauses"] != nil
            try await settings.change { $0.memory.pausesMemory = pauses }
            if !pauses { await memory?.catchUp() }
        }
        if choice == "temporary" { return .redirect(to: "/chat/new?temporary=1") }
        try await conversations.turnMemory(off: choice == "off", in: session.id)
        return .redirect(to: "/chat/\(session.id)")
    }

    @Sendable func setMode(_ request: Request, _ context: WebContext) async throws -> Response {
        let session = try await conversations.session(in: context)
        guard let mode = context.form["mode"], memory?.modes.mode(mode, in: .english) != nil else {
            throw WebError(.notFound, .gone)
        }
        try await conversations.setMode(of: session.id, to: mode)
        return .redirect(to: "/chat/\(session.id)")
    }

    /// Forgets what was learned from a message. The answer to it says so.
    @Sendable func forgetLearned(_ request: Request, _ context: WebContext) async throws -> Response {
        let (message, path) = try await turn(context)
        guard let memory else { throw WebError(.notFound, .gone) }
        let answer = path.drop { $0.id != message.id }.first { $0.role == .assistant }
        let deed = try await memory.forgetLearned([message.id], answer?.id ?? message.id)
        if let answer { try await conversations.note(deed.saved, with: answer.id) }
        return .redirect(to: "/chat/\(message.session)#m-\(message.id)")
    }

    @Sendable func undo(_ request: Request, _ context: WebContext) async throws -> Response {
        let (answer, _) = try await turn(context)
        guard let memory, var deed = answer.deed.flatMap(MemoryAction.init(saved:)) else {
            throw WebError(.notFound, .gone)
        }
        deed.isUndone = try await memory.undo(deed, answer.id)
        // Too late: it says so by having no button any more.
        if !deed.isUndone { deed.undoUntil = 0 }
        try await conversations.note(deed.saved, with: answer.id)
        return .redirect(to: "/chat/\(answer.session)#m-\(answer.id)")
    }

    /// Does what the user has chosen of what a message may have asked.
    @Sendable func choose(_ request: Request, _ context: WebContext) async throws -> Response {
        let (answer, path) = try await turn(context)
        let back = "/chat/\(answer.session)#m-\(answer.id)"
        let before = path.prefix { $0.id != answer.id }.filter { $0.role == .user }
        guard let memory, let question = before.last else { throw WebError(.notFound, .gone) }
        let isOff = try await conversations.session(answer.session)?.memoryIsOff ?? true
        let isPaused = try await settings.load().memory.pausesMemory
        // Chosen in another tab already, or the memory was turned off since. The offer is taken before anything is
        // done, so that it is done once.
        guard let deed = answer.deed, MemoryAction(saved: deed)?.kind == .choicesOffered, !isOff, !isPaused,
            let offered = MemoryChoices(question.content),
            try await conversations.note(nil, with: answer.id, inPlaceOf: deed)
        else { return .redirect(to: back) }
        let choice = context.form["do"].flatMap(MemoryChoices.Choice.init).flatMap {
            offered.choices.contains($0) ? $0 : nil
        }
        var action: MemoryAction?
        if let choice {
            // "Forget that" means what stands before it, and before all that only points, too.
            let former = before.dropLast().last { message in
                MemoryRequest(message.content)?.isPointing != true
                    && MemoryChoices(message.content)?.choices != [.forgetLast]
            }.map { Utterance($0) }
            action =
                try await memory.perform(offered.request(choice), Utterance(question), former, answer.id)
                ?? MemoryAction(.nothingFound)
        }
        if let action { try await conversations.note(action.saved, with: answer.id) }
        return .redirect(to: back)
    }

    /// The message that an address names, with those of its path.
    private func turn(_ context: WebContext) async throws -> (Message, [Message]) {
        let id = try context.parameters.require("message")
        guard let session = try await conversations.session(context.form["session"] ?? "") else {
            throw WebError(.notFound, .gone)
        }
        let path = try await conversations.path(of: session.id).map(\.message)
        guard let message = path.first(where: { $0.id == id }) else { throw WebError(.notFound, .gone) }
        return (message, path)
    }
}
