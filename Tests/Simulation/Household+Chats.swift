// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthChat

extension Household {
    func chat(_ action: Action, _ step: Step, _ times: Int) throws {
        switch action {
        case .ask(let chat, let waits): try ask(in: chat, waits: waits, step)
        case .greetTutor: try greetTutor(step)
        case .askAbout(let topic): try ask(about: topic, step)
        case .importChat: try importChat(step)
        case .pinChat(let chat, let isPinned):
            guard let id = living(chat)?.id else { return }
            try uncertainly {
                $0.chats.chats[chat]?.isPinned = isPinned
            } _: {
                try await $0.conversations.pin([id], isPinned)
            }
        case .makeFolder: try makeFolder(step)
        case .moveChat(let chat, let folder):
            guard let id = living(chat)?.id, folder.map({ chats.living(folder: $0) != nil }) ?? true else { return }
            let place = folder.flatMap { chats.living(folder: $0)?.id }
            try uncertainly {
                $0.chats.chats[chat]?.folder = folder
            } _: {
                try await $0.conversations.move([id], to: place)
            }
        case .deleteFolder(let folder):
            guard let id = chats.living(folder: folder)?.id else { return }
            let (moment, generation) = (machineNow, generation)
            try uncertainly {
                $0.chats.folders[folder]?.deletedAt = moment
                $0.chats.folders[folder]?.deletedIn = generation
            } _: {
                try await $0.conversations.delete(folder: id)
            }
        case .restoreFolder(let folder): try restore(folder: folder)
        case .stop(let chat):
            guard let id = living(chat)?.id else { return }
            _ = try done("stopping") { await $0.conversations.stop(id) }
        case .deleteChat(let chat): try delete(chat, times)
        case .restoreChat(let chat): try restore(chat, times)
        case .clearChat(let chat):
            try clear(chat, step)
        default: break
        }
    }

    private func living(_ chat: Int) -> ChatOracle.Chat? {
        guard let chat = chats.chats[chat], chat.deletedAt == nil else { return nil }
        return chat
    }

    /// An empty chat takes the place of one that is deleted.
    private func clear(_ chat: Int, _ step: Step) throws {
        guard let known = living(chat) else { return }
        attempt = {}
        for empty in try done("clearing", { try await $0.conversations.clear(known.id) }) {
            chats.chats[step.number] = ChatOracle.Chat(
                step: step.number, id: empty.id, isPinned: known.isPinned, folder: known.folder)
            chats.chats[chat]?.deletedAt = machineNow
            chats.chats[chat]?.deletedIn = generation
            watch.deleted.formUnion(known.questions.map { Mark(step: $0) })
            attempt = nil
        }
    }

    private func ask(in chat: Int?, waits: Bool, _ step: Step) throws {
        if let chat, living(chat) == nil { return }
        let (id, text) = (chat.flatMap { living($0)?.id }, "Tell me about \(step.mark()).")
        // After a kill, `adoptChats` finds what there is of it.
        attempt = {}
        for result in try ask(times: 1, { try await $0.conversations.ask(text, in: id) }) {
            switch result {
            case .success(let answer):
                if let chat {
                    chats.chats[chat]?.questions.append(step.number)
                } else {
                    chats.chats[step.number] = ChatOracle.Chat(
                        step: step.number, id: answer.session, questions: [step.number])
                }
                attempt = nil
                if waits { _ = try ask { await $0.wait(for: answer.id) } }
            case .failure(let error):
                if let error = error as? ConversationError, [.answering, .busy].contains(error.code) { continue }
                if diskIsGood { throw OracleFinding("asking fails", "\(error)") }
            }
        }
    }

    private func greetTutor(_ step: Step) throws {
        attempt = {}
        let greeting = "Hello! Shall we practise a little today?"
        for answer in try done("greeting", { try await $0.conversations.ask(greeting, mode: "tutor") }) {
            chats.chats[step.number] = ChatOracle.Chat(step: step.number, id: answer.session)
            attempt = nil
            _ = try ask { await $0.wait(for: answer.id) }
        }
    }

    private func ask(about topic: Topic, _ step: Step) throws {
        attempt = {}
        let question = "What did I write about the \(topic)? \(step.mark())"
        for answer in try done("asking", { try await $0.conversations.ask(question, mode: "journal") }) {
            chats.chats[step.number] = ChatOracle.Chat(
                step: step.number, id: answer.session, questions: [step.number])
            attempt = nil
            _ = try ask { await $0.wait(for: answer.id) }
        }
    }

    private func makeFolder(_ step: Step) throws {
        attempt = {}
        for folder in try done("making a folder", { try await $0.conversations.makeFolder("About \(step.mark())") }) {
            chats.folders[step.number] = ChatOracle.Folder(id: folder.id)
            attempt = nil
        }
    }

    private func restore(folder: Int) throws {
        guard let known = chats.folders[folder], let deletedAt = known.deletedAt else { return }
        let isInTime = machineNow < deletedAt + ChatOracle.undoTime - 1_000_000_000 && known.deletedIn == generation
        attempt = {}
        chats.folders[folder]?.isComingBack = true
        let results = try ask { try await $0.conversations.undelete(folder: known.id) }
        chats.folders[folder]?.isComingBack = false
        if results.contains(where: { (try? $0.get()) != nil }) {
            chats.folders[folder]?.deletedAt = nil
        } else if isInTime, diskIsGood {
            throw OracleFinding("undo is refused", "of the folder of step \(folder)")
        }
    }

    private func importChat(_ step: Step) throws {
        let date = "2026-01-02T03:04:05Z"
        let message =
            #"{"uuid":"m\#(step.number)","sender":"human","text":"Said elsewhere: \#(step.mark())","created_at":"\#(date)"}"#
        let file = importFile.deletingPathExtension().appendingPathExtension("json")
        do {
            try Data(
                #"[{"uuid":"c\#(step.number)","name":"Elsewhere","created_at":"\#(date)","updated_at":"\#(date)","chat_messages":[\#(message)]}]"#
                    .utf8
            ).write(to: file)
        } catch { fatalError("\(error)") }
        attempt = {}
        guard try !done("importing a chat", { try await $0.importChats(file) }).isEmpty else { return }
        try adoptChats(step)
        guard chats.chats[step.number] != nil else {
            throw OracleFinding("import is lost", "the chat of step \(step.number)")
        }
        attempt = nil
    }

    private func delete(_ chat: Int, _ times: Int) throws {
        guard let known = living(chat) else { return }
        attempt = {}
        if fault == .keptFacts, known.questions.contains(where: { facts.living($0) != nil }) {
            facts.facts = facts.facts.mapValues { fact in
                fact.chat == chat
                    ? FactOracle.Fact(wishes: fact.wishes, chat: nil, own: fact.own + [fact.wishes.statement]) : fact
            }
        }
        let results = try ask(times: times) { try await $0.conversations.delete(known.id) }
        guard results.contains(where: { (try? $0.get()) != nil }) else {
            if diskIsGood { throw OracleFinding("deleting a chat fails", "\(results)") }
            return
        }
        chats.chats[chat]?.deletedAt = machineNow
        chats.chats[chat]?.deletedIn = generation
        watch.deleted.formUnion(known.questions.map { Mark(step: $0) })
    }

    private func restore(_ chat: Int, _ times: Int) throws {
        guard let known = chats.chats[chat], let deletedAt = known.deletedAt else { return }
        attempt = {}
        let isInTime = machineNow < deletedAt + ChatOracle.undoTime - 1_000_000_000
        chats.chats[chat]?.isComingBack = true
        let results = try ask(times: times) { try await $0.conversations.undelete(known.id) }
        chats.chats[chat]?.isComingBack = false
        guard results.contains(where: { (try? $0.get()) != nil }) else {
            if isInTime, diskIsGood { throw OracleFinding("undo is refused", "of the chat of step \(chat)") }
            return
        }
        chats.chats[chat]?.deletedAt = nil
        facts.release(chat: chat)
        watch.deleted.subtract(known.questions.map { Mark(step: $0) })
    }

    private func adoptFolders(_ action: Action, _ step: Step) throws {
        if case .restoreFolder(let folder) = action {
            guard let known = chats.folders[folder], known.isComingBack else { return }
            chats.folders[folder]?.isComingBack = false
            if try read({ try await $0.conversations.folder(known.id) }) != nil {
                chats.folders[folder]?.deletedAt = nil
            } else {
                chats.erase(folder: folder)
            }
        } else {
            let new = try read { try await $0.conversations.folders() }.first {
                Mark.all(in: $0.name).contains(step.mark())
            }
            if let new { chats.folders[step.number] = ChatOracle.Folder(id: new.id) }
        }
    }

    /// After a kill, what was asked for may have been done or not: finds out for the conversations.
    func adoptChats(_ step: Step) throws {
        let stored = try read { try await $0.chats() }
        let ids = Set(stored.map(\.session.id))
        var action = step.action
        while case .twice(let inner) = action { action = inner }
        switch action {
        case .askAbout, .importChat:
            guard
                let place = stored.first(where: { chat in
                    chat.messages.contains { Mark.all(in: $0.content).contains(step.mark()) }
                })
            else { return }
            chats.chats[step.number] = ChatOracle.Chat(
                step: step.number, id: place.session.id, questions: [step.number])
        case .ask(let chat, _), .remember(let chat):
            let place = stored.first { chat in chat.messages.contains { Mark.all(in: $0.content).contains(step.mark()) }
            }
            guard let place else { return }
            if let chat {
                if chats.chats[chat]?.questions.contains(step.number) == false {
                    chats.chats[chat]?.questions.append(step.number)
                }
            } else {
                chats.chats[step.number] = ChatOracle.Chat(
                    step: step.number, id: place.session.id, questions: [step.number])
            }
        case .makeFolder, .restoreFolder: try adoptFolders(action, step)
        case .greetTutor:
            let known = Set(chats.chats.values.map(\.id))
            guard let new = ids.subtracting(known).min() else { return }
            chats.chats[step.number] = ChatOracle.Chat(step: step.number, id: new)
        case .deleteChat(let chat), .restoreChat(let chat), .clearChat(let chat):
            if case .clearChat = action, let new = ids.subtracting(Set(chats.chats.values.map(\.id))).min() {
                chats.chats[step.number] = ChatOracle.Chat(
                    step: step.number, id: new, isPinned: chats.chats[chat]?.isPinned ?? false,
                    folder: chats.chats[chat]?.folder)
            }
            guard let known = chats.chats[chat] else { return }
            chats.chats[chat]?.isComingBack = false
            if ids.contains(known.id) {
                chats.chats[chat]?.deletedAt = nil
                facts.release(chat: chat)
                watch.deleted.subtract(known.questions.map { Mark(step: $0) })
            } else {
                // The start has erased it.
                chats.erased.formUnion(known.questions)
                chats.gone.insert(chat)
                chats.chats[chat] = nil
                watch.deleted.formUnion(known.questions.map { Mark(step: $0) })
                watch.deleted.subtract(facts.keptMarks)
            }
        default: break
        }
    }
}
