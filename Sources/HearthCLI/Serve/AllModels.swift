// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import HearthChat
package import HearthRemote
package import HearthSecrets

/// The models of this machine and those of endpoints elsewhere, of which one is chosen.
///
/// What is meant for a model at home goes to no other, and nothing leaves this machine for a model that the user has not agreed to.
package actor AllModels: ModelHost {
    private let home: any ModelHost
    private let settings: any SettingsStore
    private let secrets: SecretStore
    private let client: RemoteClient
    /// The chosen model, where it is elsewhere.
    private nonisolated let chosen = Watched<RemoteModel?>(nil)
    /// The key that was last tried out, until a model of its endpoint is added; so nothing is kept of a mere try.
    private var tried: (address: String, key: String)?

    package init(
        home: any ModelHost, settings: any SettingsStore, secrets: SecretStore, client: RemoteClient = RemoteClient()
    ) {
        self.home = home
        self.settings = settings
        self.secrets = secrets
        self.client = client
    }

    /// To be called once, and when the settings have become others: finds out which model answers.
    package func begin() async {
        // Settings that cannot be read leave the choice at home; who asks is told.
        let settings = try? await settings.load()
        let remote = settings?.remoteModels.first { $0.name == settings?.model && $0.agreedAt != nil }
        chosen.change { $0 = remote }
    }

    // MARK: Host

    package var state: ModelState {
        get async {
            guard let remote = chosen.value else { return await home.state }
            var state = ModelState(name: remote.name, phase: .loaded)
            state.remoteHost = remote.host
            return state
        }
    }

    package func states() async -> AsyncStream<ModelState> {
        let atHome = await home.states()
        let elsewhere = chosen.changes
        let (stream, reader) = AsyncStream.makeStream(of: ModelState.self, bufferingPolicy: .bufferingNewest(1))
        let tasks = [
            Task { for await _ in atHome { reader.yield(await state) } },
            Task { for await _ in elsewhere { reader.yield(await state) } },
        ]
        reader.onTermination = { _ in for task in tasks { task.cancel() } }
        return stream
    }

    package func models() async -> [ModelSummary] {
        // Settings that cannot be read name no models; whoever opens them is told.
        let remote = (try? await settings.load().remoteModels) ?? []
        return await home.models()
            + remote.map { ModelSummary(name: $0.name, bytes: 0, memory: 0, remoteHost: $0.host) }
    }

    package func choose(_ name: String) async throws {
        guard RemoteModel.isRemote(name) else {
            try await home.choose(name)
            chosen.change { $0 = nil }
            return
        }
        let remote = try await agreed(name)
        try await settings.change { $0.model = name }
        chosen.change { $0 = remote }
        // Nobody asks the one at home now.
        await home.unload()
    }

    package func unload() async { await home.unload() }

    package func complete(
        _ request: CompletionRequest
    ) async throws -> AsyncThrowingStream<CompletionEvent, any Error> {
        guard let name = request.model ?? chosen.value?.name, RemoteModel.isRemote(name) else {
            return try await home.complete(request)
        }
        let remote = try await agreed(name)
        // Whoever let a connection be unencrypted once has confirmed it for this address.
        let address = try RemoteAddress(remote.address, unencrypted: true)
        return try client.complete(request, model: remote.model, at: address, key: try key(for: address))
    }

    private func remote(_ name: String) async throws -> RemoteModel {
        guard let remote = try await settings.load().remoteModels.first(where: { $0.name == name }) else {
            throw ConversationError(.noModel, "There is no model \(name) any more. Choose another one under Models.")
        }
        return remote
    }

    private func agreed(_ name: String) async throws -> RemoteModel {
        let remote = try await remote(name)
        guard remote.agreedAt != nil else {
            throw ConversationError(
                .notAgreed,
                "\(remote.model) is at \(remote.host), and you have not agreed yet that conversations go there.")
        }
        return remote
    }
}

extension AllModels: RemoteModels {
    package func remoteModels() async throws -> [RemoteModel] { try await settings.load().remoteModels }

    package func look(
        at address: String, key: String?, unencrypted: Bool
    ) async throws -> (address: String, models: [String]) {
        let address = try RemoteAddress(address, unencrypted: unencrypted)
        let given = key.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }.flatMap { $0.isEmpty ? nil : $0 }
        let models = try await client.models(at: address, key: try given ?? self.key(for: address))
        tried = given.map { (address.text, $0) }
        return (address.text, models)
    }

    package func add(
        _ model: String, at address: String, key: String?, unencrypted: Bool
    ) async throws -> RemoteModel {
        let address = try RemoteAddress(address, unencrypted: unencrypted)
        let model = model.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !model.isEmpty, model.utf8.count <= 300, !model.contains(where: \.isNewline) else {
            throw ConversationError(.badAddress, "This is not the name of a model.")
        }
        let typed = key?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
        let key = typed.isEmpty ? tried.flatMap { $0.address == address.text ? $0.key : nil } : typed
        if let key {
            try keeping { () throws(SecretError) in try secrets.keep(key, as: Self.secretName(address.text)) }
        }
        tried = nil
        let new = RemoteModel(address: address.text, model: model)
        return try await settings.change { settings in
            if let known = settings.remoteModels.first(where: { $0.name == new.name }) { return known }
            settings.remoteModels.append(new)
            return new
        }
    }

    package func agree(to name: String, at now: Date) async throws {
        let isKnown = try await settings.change { settings in
            guard let index = settings.remoteModels.firstIndex(where: { $0.name == name }) else { return false }
            settings.remoteModels[index].agreedAt = now
            return true
        }
        guard isKnown else { throw ConversationError(.noModel, "There is no model \(name) any more.") }
    }

    package func removeRemote(_ name: String) async throws {
        let unused: String? = try await settings.change { settings in
            guard let gone = settings.remoteModels.first(where: { $0.name == name }) else { return nil }
            settings.remoteModels.removeAll { $0.name == name }
            if settings.model == name { settings.model = nil }
            return settings.remoteModels.contains { $0.address == gone.address } ? nil : gone.address
        }
        chosen.change { if $0?.name == name { $0 = nil } }
        guard let unused else { return }
        try keeping { () throws(SecretError) in try secrets.remove(Self.secretName(unused)) }
    }

    package func check(_ name: String) async throws {
        let remote = try await remote(name)
        let address = try RemoteAddress(remote.address, unencrypted: true)
        guard try await client.models(at: address, key: try key(for: address)).contains(remote.model) else {
            throw ConversationError(.unknownThere, "\(remote.host) is there, and does not list \(remote.model).")
        }
    }

    // MARK: Keys

    private static func secretName(_ address: String) -> String { "endpoint \(address)" }

    private func key(for address: RemoteAddress) throws -> String? {
        try keeping { () throws(SecretError) in try secrets.secret(Self.secretName(address.text)) }
    }

    /// What goes wrong with the keys, without where they lie.
    private func keeping<Value>(_ work: () throws(SecretError) -> Value) throws -> Value {
        do { return try work() } catch { throw ConversationError(error) }
    }
}

extension ConversationError {
    init(_ error: SecretError) {
        self.init(
            .secrets,
            "Hearth’s store of keys cannot be used (\(error.code.rawValue)). hearth doctor says how to mend it.")
    }
}
