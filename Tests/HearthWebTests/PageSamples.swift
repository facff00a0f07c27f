// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import HearthChat
import HearthMemory
import HearthModels
import HearthTesting

@testable import HearthWeb

/// Each page as full as it can be, so that every section of its template is entered.
struct PageSamples {
    private let site: Pages
    private let say: Phrases
    private let library = ScriptedLibrary.sample

    init(_ site: Pages) { (self.site, say) = (site, site.phrases(.english)) }

    var all: [any Page] {
        entry + chat + history + models + elsewhere + downloads + settings + data + others
            + WordPageSamples(site, say).all + CompanionSamples(site, say).all + JournalPageSamples(site, say).all
            + ProfilePageSamples(site, say).all + ChatImportPageSamples(site: site, say: say).all
            + TranslationPageSamples(site: site, say: say).all
    }

    private var entry: [any Page] {
        [
            SplashPage(), WelcomePage(say),
            FirstModelPage(
                offers: library.offers(), builtIn: .pocket, room: library.room(), startsAtOnce: true, say),
            OfflinePage(say, machine: "kitchen"), OfflinePage(say, machine: "kitchen", isHere: true),
            SignInPage(WebError(.unauthorized, .access), typed: "wrong", say),
            SignInPage(WebError(.forbidden, .origin), say),
        ]
    }

    private var session: Session {
        var session = Session(id: "s", createdAt: someEvening, title: "A bed")
        session.continues = "f"
        return session
    }

    private var turns: [Turn] {
        var question = Message(id: "q", session: "s", parent: nil, role: .user, content: "Why?", createdAt: someEvening)
        question.remoteHost = "ai.example"
        question.content = String(repeating: "A long question. ", count: 600)
        var answer = Message(
            id: "a", session: "s", parent: "q", role: .assistant, content: "So.", createdAt: someEvening)
        (answer.usesMemory, answer.deed, answer.care) = (true, CompanionSamples.deed.saved, "en")
        question.isUnremembered = true
        (answer.state, answer.fault, answer.thoughts, answer.thinkingSeconds) = (.failed, "It broke.", "Hm.", 6)
        (answer.remoteHost, answer.tokensPerSecond) = ("ai.example", 14)
        (answer.contextTokens, answer.contextLength, answer.instructionTokens) = (7_000, 8_192, 410)
        var arriving = answer
        (arriving.state, arriving.readsFrom) = (.arriving, "a")
        var stopped = answer
        (stopped.state, stopped.remoteHost, stopped.care) = (.stopped, "127.0.0.1:11434", nil)
        stopped.model = "someone/small"
        stopped.deed = MemoryAction(.told, count: 2).saved
        var turns = [
            Turn(message: question, siblings: ["p", "q", "r"], index: 1),
            Turn(message: answer, siblings: ["a", "b", "c"], index: 1),
            Turn(message: stopped, siblings: ["a"], index: 0), Turn(message: arriving, siblings: ["a"], index: 0),
        ]
        let asking = Message(
            id: "d", session: "s", parent: nil, role: .user, content: "Could you forget about Ana?",
            createdAt: someEvening)
        var offering = Message(
            id: "e", session: "s", parent: "d", role: .assistant, content: "Shall I?", createdAt: someEvening)
        offering.deed = MemoryAction(.choicesOffered).saved
        turns += [asking, offering].map { Turn(message: $0, siblings: [$0.id], index: 0) }
        turns[2].unsaved = PendingSave(CancellationError())
        turns[2].isOfSeveralModels = true
        return turns
    }

    private var away: ModelState {
        var model = ModelState.ready
        model.remoteHost = "ai.example"
        return model
    }

    private var chat: [any Page] {
        let turns = turns
        let former = Session(id: "f", createdAt: someEvening, title: "Before")
        func chat(_ turns: [Turn], _ edit: (inout Session) -> Void = { _ in }) -> ChatPage {
            var session = session
            edit(&session)
            return ChatPage(
                session, changes: 1, turns: turns, after: (former, Array(repeating: turns[0], count: 9) + [turns[1]]),
                draft: "dear", model: away, settings: AppSettings(), memory: CompanionSamples.memory,
                canThink: true, machine: "kitchen", site.clock, site.markdown(say), say)
        }
        var sheets = chat(Array(turns.dropLast())) { $0.memoryIsOff = true }
        sheets.sheet?.nameNote = "No."
        sheets.sheet?.keepsFacts = "Keep 2 facts"
        sheets.memorySheet = MemorySheetView(self.session, CompanionSamples.memory, say)
        sheets.messageSheet = MessageSheetView(
            turns[0].message, CompanionSamples.memory, mayLearn: true, mayEdit: true, site.clock, say)
        sheets.editSheet = ChatPage.EditSheet(turns[0].message, say)
        sheets.modeSheet = ModeSheetView(
            [CompanionSamples.memory.mode].compactMap { $0 }, chosen: "friend", session: "s")
        sheets.modelSheet = ModelSheetView(.answer("a", in: "s"), choice(), say)
        sheets.cleared = "before"
        var choosing = ChatPage(.init(model: "x/y"), model: away, site.clock, say)
        choosing.modelSheet = ModelSheetView(.new(.init(), mode: "friend"), choice(), say)
        var alone = chat(turns)
        alone.modelSheet = ModelSheetView(
            .chat("s"), ModelSheetView.Choice(models: [], states: [:], unagreed: []), say)
        var offering = ChatPage(model: away, site.clock, say)
        offering.offersAbout = true
        let start = ChatPage.NewChatOptions(
            memoryIsOff: true, modes: [CompanionSamples.memory.mode].compactMap { $0 })
        return [
            chat(turns), chat(Array(turns.dropLast())), chat(turns) { $0.frozenAt = someEvening },
            chat(Array(turns.dropLast())) { $0.isTemporary = true },
            sheets, choosing, alone, offering,
            ChatPage(start, model: away, memory: CompanionSamples.memory, site.clock, say),
            newChat(library.downloads()),
            newChat([]), ChatPage(.init(isTemporary: true), model: away, site.clock, say),
            ChatPage(
                .init(folder: SessionFolder(id: "f", name: "Ward", createdAt: someEvening)), model: .ready, site.clock,
                say),
        ]
    }

    private func choice() -> ModelSheetView.Choice {
        var builtIn = ModelSummary(name: "hearth/pocket", bytes: 1, memory: 2)
        builtIn.isBuiltIn = true
        let models = [
            ModelSummary(name: "x/y", bytes: 700_000_000, memory: 1_100_000_000), builtIn,
            ModelSummary(name: "https://ai.example/v1/z", bytes: 0, memory: 0, remoteHost: "ai.example"),
        ]
        let states = [
            "x/y": ModelState(name: "x/y", phase: .loaded),
            "hearth/pocket": ModelState(name: "hearth/pocket", phase: .loading(0.62)),
        ]
        return ModelSheetView.Choice(
            models: models, states: states, unagreed: ["https://ai.example/v1/z"], usual: "x/y", own: "x/y",
            room: library.room())
    }

    private func newChat(_ downloads: [ModelDownload]) -> ChatPage {
        var pocket = ModelState.ready
        pocket.isBuiltIn = true
        let notice = PocketNotice(
            suggested: library.suggested(), room: library.room(), downloads: downloads, say)
        return ChatPage(model: pocket, pocket: notice, site.clock, say)
    }

    private var history: [any Page] {
        let finding = Finding(session: session, message: "a", excerpt: "a \u{E000}bed\u{E001}")
        let message = Message(
            id: "a", session: "s", parent: nil, role: .user, content: "a bed", createdAt: someEvening)
        let seen = FoundMessage(message: message, excerpt: finding.excerpt, isShown: true)
        let unseen = FoundMessage(message: message, excerpt: finding.excerpt, isShown: false)
        let folder = SessionFolder(id: "f", name: "Ward", createdAt: someEvening)
        return [
            HistoryPage(
                .days(Array(repeating: session, count: 61), words: ["s": "So."]),
                at: .init(address: "/history?before=1.0", isOlder: true, deleted: ["s"], confirmedFacts: 2), site.clock,
                say),
            HistoryPage(
                .days([session], pinned: [session], words: ["s": "So."]),
                at: .init(chooses: true, choosesAll: true, deleted: ["s", "t"]), site.clock, say),
            HistoryPage(.days([session], pinned: [session], words: [:]), site.clock, say),
            HistoryPage(
                .found(
                    [Finding(session: session, message: nil, excerpt: finding.excerpt), finding, finding], shown: 2),
                query: "bed", site.clock, say),
            HistoryPage(
                .found(Array(repeating: finding, count: 1_201), shown: 1_200), query: "bed", site.clock, say),
            HistoryPage(.days([], words: [:]), site.clock, say),
            HistoryPage(
                .days([session], pinned: [session], words: [:]),
                at: .init(folders: Array(repeating: folder, count: 9), deletedFolder: "f"), site.clock, say),
            HistoryPage(
                .days([session], words: [:]),
                at: .init(address: "/history/folders/f", folder: folder, moved: .init(count: 2, folder: folder)),
                site.clock, say),
            HistoryPage(
                .days([], words: [:]), at: .init(folder: folder, moved: .init(count: 1, folder: nil)), site.clock, say),
            ChatSearchPage(session, "", [], shown: 60, site.clock, say),
            ChatSearchPage(session, "bed", [], shown: 60, site.clock, say),
            ChatSearchPage(session, "bed", [seen, unseen], shown: 60, site.clock, say),
            ChatSearchPage(session, "bed", Array(repeating: seen, count: 61), shown: 60, site.clock, say),
            ChatSearchPage(session, "bed", Array(repeating: seen, count: 1_201), shown: 1_200, site.clock, say),
            FolderNamePage(nil, isRefused: true, say), FolderNamePage(folder, say),
            MoveChatsPage(["s", "t"], from: ["f", nil], to: [folder], back: "/history", isRefused: true, say),
            MoveChatsPage(["s"], from: ["f"], to: [folder], back: "/chat/s", isRefused: false, say),
        ]
    }

    private var models: [any Page] {
        var failed = ModelState(name: "x/y", phase: .failed("Too large."))
        failed.weightBytes = 1
        var elsewhere = ModelState(name: RemoteModel.sample.name, phase: .loaded)
        elsewhere.remoteHost = "ai.example"
        return [
            ModelsPage(
                installed: ScriptedModel(saying: "").models(), embedding: library.embeddingModels(), state: failed,
                room: library.room(), offers: library.offers(),
                downloads: library.downloads(), access: HubAccess(host: "hub.example", token: .kept),
                hub: .init(typed: "x", fault: "No."), folder: .init(typed: "/x", fault: "No."), say),
            ModelsPage(
                installed: [], state: .ready, room: nil, offers: [], downloads: [],
                access: HubAccess(host: "hub.example", token: .given), say),
            ModelsPage(
                installed: [], state: .ready, room: nil, offers: [], downloads: [],
                remote: [.sample, RemoteModel(address: "http://localhost:11434/v1", model: "m")],
                check: CheckView("reached", .sample, say), say),
            ModelsPage(
                installed: [], state: elsewhere, room: nil, offers: [], downloads: [], remote: [.sample],
                check: CheckView("keyRefused", .sample, say), say),
        ]
    }

    private var elsewhere: [any Page] {
        [
            RemoteModelPage(.init(), say),
            RemoteModelPage(.init(address: "ai.example", isConfirmed: true, models: ["a", "b"]), say),
            RemoteModelPage(.init(address: "ai.example", fault: ModelError(.unencrypted, "No.")), say),
            ConsentPage(.sample, say), ConsentPage(RemoteModel(address: "http://kitchen:1/v1", model: "m"), say),
        ]
    }

    private var downloads: [any Page] {
        library.downloads().prefix(3).map { DownloadPage($0, canChat: true, say) }
    }

    private var settings: [any Page] {
        [
            SettingsPage(
                RequestLocale(settings: AppSettings(), text: say), model: ModelView(away, say), site.configuration),
            AnswersPage(AnswersForm(AppSettings()), isSaved: true, faults: Set(AnswerFault.allCases), say),
            AppearancePage(AppearanceSettings(), say),
            ProgramsPage(base: "http://x", key: "k", isRenewed: true, say),
        ]
    }

    private var data: [any Page] {
        [
            PrivacyPage(site.configuration, site.clock, say),
            PrivacyPage(
                site.configuration, backups: [.sample],
                work: DataJobs.Progress(step: .sending, fraction: 0.5), erasedFiles: 2, done: .restored,
                isUnconfirmed: true, site.clock, say),
            PrivacyPage(site.configuration, backups: [], site.clock, say),
            RecoveryPage(
                RecoveryProblem(kind: .damaged, detail: "Page 7.", backup: .sample), fault: "No.", site.clock, say),
        ]
    }

    private var others: [any Page] {
        [
            EverythingPage(model: ModelView(.ready, say), say), HelpPage(say),
            ErrorPage(WebError(.notFound, .gone), say), ErrorPage(WebError(FullDisk.Full()), say),
            ErrorPage(WebError(.forbidden, .host), say),
        ]
    }
}
