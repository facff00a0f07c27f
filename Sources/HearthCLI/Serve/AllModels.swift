// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import HearthEngine
package import HearthModels
package import HearthRemote
package import HearthSecrets

/// The models of this machine and those of endpoints elsewhere, of which one is chosen.
///
/// A request for a local model goes to no other, and nothing leaves this machine for a model that the user has not
/// agreed to.
package actor AllModels: ModelHost {
    private let home: any HomeModels
    private let settings: any SettingsStore
    private let secrets: SecretStore
    private let client: RemoteClient
    /// Remembers which of them is chosen.
    private let choice: ModelChoice
    /// The key that was last tried out, until a model of its endpoint is added; so nothing is kept of a mere try.
    private var tried: (address: String, key: String)?

    package init(
        home: any HomeModels, settings: any SettingsStore, secrets: SecretStore, client: RemoteClient = RemoteClient()
    ) {
        self.home = home
        self.settings = settings
        self.secrets = secrets
        self.client = client
        choice = ModelChoice(settings: settings, home: home)
    }

    /// To be called once, and when the settings have been replaced: finds out which model is chosen.
    package func begin() async {
        await choice.begin()
        if home.memory.name != choice.chosen.value?.name { await home.unload() }
    }

    /// To be called when models have come or gone.
    package func modelsChanged() async {
        await choice.modelsChanged()
        if let name = home.memory.name, await !home.has(name) { await home.unload() }
    }

    // MARK: Host

    package var state: ModelState {
        let memory = home.memory
        guard let chosen = choice.chosen.value else { return ModelState(name: nil, phase: .none) }
        let isHere = chosen.remoteHost == nil
        var state = ModelState(name: chosen.name, phase: isHere ? memory.phase(of: chosen.name) : .loaded)
        (state.remoteHost, state.isBuiltIn) = (chosen.remoteHost, chosen.isBuiltIn)
        (state.weightBytes, state.cacheBytes) = (memory.weightBytes, memory.cacheBytes)
        state.peakBytes = memory.peakBytes
        return state
    }

    package func state(of name: String) async -> ModelState? {
        let chosen = state
        if chosen.name == name { return chosen }
        guard let model = await models().first(where: { $0.name == name }) else { return nil }
        let memory = home.memory
        var state = ModelState(model, phase: model.remoteHost == nil ? memory.phase(of: name) : .loaded)
        // What is in memory is one model's.
        if memory.name == name { (state.weightBytes, state.cacheBytes) = (memory.weightBytes, memory.cacheBytes) }
        return state
    }

    package func states() -> AsyncStream<ModelState> {
        let (atHome, chosen) = (home.memoryChanges, choice.chosen.changes)
        let (stream, reader) = AsyncStream.makeStream(of: ModelState.self, bufferingPolicy: .bufferingNewest(1))
        let tasks = [
            Task { for await _ in atHome { reader.yield(state) } },
            Task { for await _ in chosen { reader.yield(state) } },
        ]
        reader.onTermination = { _ in for task in tasks { task.cancel() } }
        return stream
    }

    package func models() async -> [ModelSummary] {
        // Settings that cannot be read name no models; whoever opens them is told.
        let remote = (try? await settings.load().models.remoteModels) ?? []
        return await home.models()
            + remote.map { ModelSummary(name: $0.name, bytes: 0, memory: 0, remoteHost: $0.host) }
    }

    package func choose(_ name: String) async throws {
        try await choice.choose(RemoteModel.isRemote(name) ? .init(try await agreed(name)) : .init(home: name))
        await wake()
    }

    package func chooseOnceHere(_ name: String) async throws {
        if await home.has(name) { try await choose(name) } else { await choice.expect(name) }
    }

    package func wake() async {
        guard let chosen = choice.chosen.value else { return }
        // Nobody asks the one at home now, if another is chosen.
        if chosen.remoteHost == nil { await home.load(chosen.name) } else { await home.unload() }
    }

    package func unload() async { await home.unload() }

    package func complete(
        _ request: CompletionRequest
    ) async throws -> AsyncThrowingStream<CompletionEvent, any Error> {
        var request = request
        request.model = request.model ?? choice.chosen.value?.name
        guard let name = request.model, RemoteModel.isRemote(name) else { return try await answerAtHome(request) }
        let asked = request
        let remote = try await agreed(name, for: asked.purpose)
        // Whoever let a connection be unencrypted once has confirmed it for this address.
        let address = try RemoteAddress(remote.address, unencrypted: true)
        return try client.complete(asked, model: remote.model, at: address, key: try key(for: address)) {
            // It may have waited for its turn, and the user may have thought otherwise.
            _ = try await self.agreed(name, for: asked.purpose)
        }
    }

    /// - Throws: `ModelError` `.notAgreed`, `.noModel`, and what the endpoint's answer throws.
    func embed(_ texts: [String], with name: String) async throws -> Embeddings {
        let remote = try await agreed(name)
        let address = try RemoteAddress(remote.address, unencrypted: true)
        return try await client.embed(texts, model: remote.model, at: address, key: try key(for: address))
    }

    package func promptTokens(of request: CompletionRequest) async throws -> Int {
        var request = request
        request.model = request.model ?? choice.chosen.value?.name
        if let name = request.model, RemoteModel.isRemote(name) {
            throw ModelError(
                .unsupported, "A model elsewhere does not tell how many tokens a conversation has; ask its endpoint.")
        }
        return try await home.promptTokens(of: request)
    }

    private func answerAtHome(
        _ request: CompletionRequest
    ) async throws -> AsyncThrowingStream<CompletionEvent, any Error> {
        do {
            return try await home.complete(request)
        } catch let error as ModelError where error.code == .noModel {
            // Another program may have removed it.
            await choice.look()
            throw error
        }
    }

    private func remote(_ name: String) async throws -> RemoteModel {
        guard let remote = try await settings.load().models.remoteModels.first(where: { $0.name == name }) else {
            throw ModelError(.noModel, "The model \(name) is no longer here. Choose another one under Models.")
        }
        return remote
    }

    package func mayAsk(_ name: String, for purpose: RequestPurpose) async -> Bool {
        guard RemoteModel.isRemote(name) else { return true }
        return (try? await agreed(name, for: purpose)) != nil
    }

    /// The one place that decides whether something leaves this machine for a model.
    /// - Throws: `ModelError` `.notAgreed` without the consent that belongs to the purpose, `.noModel`.
    private func agreed(_ name: String, for purpose: RequestPurpose = .conversation) async throws -> RemoteModel {
        let remote = try await remote(name)
        guard remote.agreedAt != nil else {
            throw ModelError(
                .notAgreed,
                "\(remote.model) is at \(remote.host), and you have not agreed yet that conversations go there.")
        }
        let purposes = try await settings.load().models.remotePurposes[remote.address] ?? []
        guard purpose == .conversation || remote.isHere || purposes.contains(purpose) else {
            throw ModelError(
                .notAgreed,
                "\(remote.model) is at \(remote.host), and you have not agreed that your \(purpose.rawValue) may be sent there. "
                    + "Settings, Models has a switch for it.")
        }
        return remote
    }
}

extension AllModels: RemoteModels {
    package func remoteModels() async throws -> [RemoteModel] { try await settings.load().models.remoteModels }

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
            throw ModelError(.badAddress, "This is not the name of a model.")
        }
        let typed = key?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
        let key = typed.isEmpty ? tried.flatMap { $0.address == address.text ? $0.key : nil } : typed
        if let key {
            try keeping { () throws(SecretError) in try secrets.keep(key, as: Self.secretName(address.text)) }
        }
        tried = nil
        let new = RemoteModel(address: address.text, model: model)
        return try await settings.change { settings in
            if let known = settings.models.remoteModels.first(where: { $0.name == new.name }) { return known }
            settings.models.remoteModels.append(new)
            return new
        }
    }

    package func agree(to name: String, at now: Date) async throws {
        let isKnown = try await settings.change { settings in
            guard let index = settings.models.remoteModels.firstIndex(where: { $0.name == name }) else { return false }
            settings.models.remoteModels[index].agreedAt = now
            return true
        }
        guard isKnown else { throw ModelError(.noModel, "The model \(name) is no longer here.") }
    }

    package func removeRemote(_ name: String) async throws {
        let unused: String? = try await settings.change { settings in
            guard let gone = settings.models.remoteModels.first(where: { $0.name == name }) else { return nil }
            settings.models.remoteModels.removeAll { $0.name == name }
            if settings.models.model == name { settings.models.model = nil }
            guard !settings.models.remoteModels.contains(where: { $0.address == gone.address }) else { return nil }
            settings.models.remotePurposes[gone.address] = nil
            return gone.address
        }
        await choice.look()
        guard let unused else { return }
        try keeping { () throws(SecretError) in try secrets.remove(Self.secretName(unused)) }
    }

    package func check(_ name: String) async throws {
        let remote = try await remote(name)
        let address = try RemoteAddress(remote.address, unencrypted: true)
        guard try await client.models(at: address, key: try key(for: address)).contains(remote.model) else {
            throw ModelError(.unknownThere, "\(remote.host) answered but does not list \(remote.model).")
        }
    }

    // MARK: Keys

    private static func secretName(_ address: String) -> String { "endpoint \(address)" }

    private func key(for address: RemoteAddress) throws -> String? {
        try keeping { () throws(SecretError) in try secrets.secret(Self.secretName(address.text)) }
    }

    /// Reports an error of the keys without telling where they lie.
    private func keeping<Value>(_ work: () throws(SecretError) -> Value) throws -> Value {
        do { return try work() } catch { throw ModelError(error) }
    }
}

extension ModelError {
    init(_ error: SecretError) {
        self.init(
            .secrets,
            "Hearth’s store of keys cannot be used (\(error.code.rawValue)). hearth doctor says how to mend it.")
    }
}
