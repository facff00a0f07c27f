// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthChat
import HearthEngine
import HearthMemory
import HearthModels
import HearthSecrets
import HearthStore
import HearthWeb
import HearthWords
import Logging

/// Everything that needs the store to be open: the conversations, the models and the pages.
struct AppServices: Sendable {
    let store: Store
    let conversations: Conversations
    let memory: MemoryParts
    let server: WebServer

    init(
        _ store: Store, configuration: WebConfiguration, access: Access, environment: [String: String], logger: Logger,
        log: @escaping @Sendable (String) -> Void
    ) async throws {
        self.store = store
        let folder = DataFolder(environment: environment)
        await Self.finishErasing(store, folder, log)
        let modelsFolder = ModelsFolder(environment: environment)
        let home = EmberModels(
            folder: modelsFolder, settings: { EngineSettings(try await store.load()) }, log: log)
        let secrets = SecretStore(folder: folder.secrets, key: .ofThisUser(environment))
        let models = AllModels(home: home, settings: store, secrets: secrets)
        await models.begin()
        let library = try HubLibrary(modelsFolder, account: HubAccount(environment: environment), log: log) {
            await models.modelsChanged()
        }
        let backgroundJobs = BackgroundJobs()
        backgroundJobs.pause(try await store.load().backgroundJobs.pausesErrands)
        // Answers may have come while Hearth was not running, from the terminal or a backup.
        Refitting(store).scheduleRefit(backgroundJobs)
        let deletions = DeletionQueue()
        let embedders = EmberEmbedders(folder: modelsFolder, log: log)
        let talkWords = TalkWords(store, settings: store)
        memory = try await MemoryParts(
            store, embedders, models, backgroundJobs, modes: ModesFolder(folder.modes), words: talkWords,
            deletions: deletions)
        conversations = Conversations(
            store: store, models: models, settings: store, backgroundJobs: backgroundJobs, companion: memory.companion,
            deletions: deletions)
        try await conversations.begin()
        try await memory.begin()
        Self.name(store.uncleanCopies, log)
        let services = Translators(models: models, settings: store, secrets: secrets, environment: environment)
        let translations = Translations(store: store, services: services, backgroundJobs: backgroundJobs)
        let wordHelp = WordHelp(models, services: services, store: store, backgroundJobs: backgroundJobs)
        let modes = memory.modes
        let webState = WebState()
        let participants: [any DataReplacementParticipant] = [
            webState, deletions, conversations, memory.learning, memory.curation, translations, wordHelp,
        ]
        let backupService = DatabaseBackupService(
            folder: folder, store: store, participants: participants, secrets: secrets
        ) {
            await models.begin()
            talkWords.forget()
            // Where everything was erased, the modes that come with Hearth are there again.
            try? modes.prepare()
        }
        server = try await WebServer(
            configuration, access: access, conversations: conversations, models: models, settings: store,
            backgroundJobs: backgroundJobs, embedder: AllEmbedders(home: embedders, models: models), library: library,
            remote: models,
            backupService: backupService, words: store, journal: memory.journal, memory: memory.access(store),
            curation: memory.curation, translations: translations, translators: services, wordHelp: wordHelp,
            deletions: deletions, chatImporter: ChatImporter(store: store), webState: webState, logger: logger)
    }

    /// Erases what was to be erased when the program ended. Where that fails, what there is stays, and Hearth starts
    /// all the same.
    private static func finishErasing(_ store: Store, _ folder: DataFolder, _ log: (String) -> Void) async {
        do {
            let left = try await store.finishErasing(with: folder.erasedWithAll)
            if left > 0 { log("\(left) files of what was erased cannot be removed yet; hearth doctor says which") }
        } catch { log("everything was to be erased, which failed: nothing was erased: \(error)") }
    }

    /// Makes a backup every day that Hearth runs, soon after the start or after midnight.
    func backUp(_ log: (String) -> Void) async {
        // An older Hearth may have left what was erased while it was read. What fails is tried again at the next start.
        if let count = try? await store.removeOrphans(), count > 0 {
            log("\(count) pieces of what is not there any more were still remembered, and are erased now")
        }
        var named = store.uncleanCopies
        repeat {
            do { try await store.backUpDaily(at: Date()) } catch { log("the daily backup failed: \(error)") }
            // What could not be removed at first may be removed now. The start has told of it.
            _ = try? await store.removeErasedFiles()
            let unclean = store.uncleanCopies
            Self.name(unclean.filter { !named.contains($0) }, log)
            named = unclean
            // A backup that waits for words that were just deleted waits no longer than they can come back.
            let waits = (try? store.canRestoreWords(at: Date())) == true
            guard (try? await Task.sleep(for: waits ? WordDeletion.undoTime : .seconds(1800))) != nil else { return }
        } while true
    }

    /// Says which files may still have what was erased.
    private static func name(_ copies: [UncleanCopy], _ log: (String) -> Void) {
        for copy in copies {
            log("\(copy.error.detail); what was erased may still be in \(copy.file.path), which is tried again later")
        }
    }

    /// Keeps answers as far as they are.
    /// - Returns: how many could not be saved to their end.
    func end() async -> Int { await conversations.end() }
}

/// Conversations that a model has read, in memory. They go with the model, which the next question loads again.
struct ModelCaches: MemoryCache {
    let models: any ModelHost

    func letGo() async { await models.unload() }
}
