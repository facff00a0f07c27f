// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthChat
import HearthSecrets
import HearthStore
import HearthWeb
import Logging

/// Everything that needs the store to be open: the conversations, the models and the pages.
struct Household: Sendable {
    let store: Store
    let conversations: Conversations
    let server: WebServer

    init(
        _ store: Store, configuration: WebConfiguration, access: Access, environment: [String: String], logger: Logger,
        log: @escaping @Sendable (String) -> Void
    ) async throws {
        self.store = store
        let folder = DataFolder(environment: environment)
        let locator = ModelLocator(environment: environment)
        let home = EmberModels(locator: locator, settings: store, log: log)
        await home.begin()
        let secrets = SecretStore(folder: folder.secrets, key: .ofThisUser(environment))
        let models = AllModels(home: home, settings: store, secrets: secrets)
        await models.begin()
        let library = try HubLibrary(locator, environment: environment, log: log) { await home.begin() }
        conversations = Conversations(store: store, models: models, settings: store)
        try await conversations.begin()
        let keeping = StoreKeeping(folder: folder, store: store, conversations: conversations, secrets: secrets) {
            await models.begin()
        }
        server = try await WebServer(
            configuration, access: access, conversations: conversations, models: models, settings: store,
            embedder: EmberEmbedders(locator: locator, log: log), library: library, remote: models, keeping: keeping,
            logger: logger)
    }

    /// Makes a backup every day that Hearth runs, soon after the start or after midnight.
    func backUp(_ log: (String) -> Void) async {
        repeat {
            do { try await store.backUpDaily(at: Date()) } catch { log("the daily backup failed: \(error)") }
        } while (try? await Task.sleep(for: .seconds(1800))) != nil
    }

    /// Keeps answers as far as they are.
    func end() async { await conversations.end() }
}
