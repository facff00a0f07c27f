// SPDX-License-Identifier: Apache-2.0

import HearthChat
import HearthEngine
import HearthModels

/// Knows which model is chosen; nothing else does. Only the user's own choice changes it.
///
/// Until the user has chosen, the model that answered first goes on answering: a model that comes later does not take
/// its place.
actor ModelChoice {
    struct Chosen: Sendable, Equatable {
        let name: String
        /// The host of a model behind an endpoint; `nil` for a model that Hearth itself runs.
        var remoteHost: String?
        var isBuiltIn: Bool { name == LocalModel.builtIn.name }

        init(home name: String) { self.name = name }

        init(_ model: RemoteModel) { (name, remoteHost) = (model.name, model.host) }
    }

    /// `nil` before `begin`.
    nonisolated let chosen = Watched<Chosen?>(nil)
    private let settings: any SettingsStore
    private let home: any HomeModels
    /// A model that the user has chosen, and that is still on its way.
    private var awaited: String?
    private var looks = 0

    init(settings: any SettingsStore, home: any HomeModels) {
        self.settings = settings
        self.home = home
    }

    /// Begins anew, with what the settings say.
    func begin() async {
        awaited = nil
        await look()
    }

    /// Models have come or gone: a model that was chosen before it was here is the chosen one now.
    func modelsChanged() async {
        if let name = awaited, await home.has(name), (try? await choose(.init(home: name))) != nil { return }
        await look()
    }

    /// - Throws: `ModelError` `.noModel`, and what saving throws; then the choice stays as it was.
    func choose(_ new: Chosen) async throws {
        if new.remoteHost == nil, await !home.has(new.name) {
            throw ModelError(.noModel, "There is no model \(new.name) on this machine.")
        }
        awaited = nil
        try await settings.change { $0.models.model = new.name }
        await look()
    }

    /// Chooses a model as soon as it is here, unless another one is chosen before.
    func expect(_ name: String) { awaited = name }

    /// Finds out which model is chosen, from nothing but the settings and what is installed.
    func look() async {
        looks += 1
        let look = looks
        let new: Chosen
        if let settings = try? await settings.load() {
            new = await wanted(settings)
        } else if let chosen = chosen.value {
            // Settings that cannot be read leave the choice as it is; who opens them is told.
            new = chosen
        } else {
            new = .init(home: await home.first)
        }
        // Whoever looked after this has seen what is newer.
        if look == looks { chosen.change { $0 = new } }
    }

    /// The user's choice, if it can be had; else the model that answers without one.
    private func wanted(_ settings: AppSettings) async -> Chosen {
        if let wish = settings.models.model {
            let remote = settings.models.remoteModels.first { $0.name == wish && $0.agreedAt != nil }
            if let remote { return Chosen(remote) }
            if await home.has(wish) { return Chosen(home: wish) }
        }
        if let preferred = await home.preferred { return Chosen(home: preferred) }
        if let usual = settings.models.usualModel, await home.has(usual) { return Chosen(home: usual) }
        let first = await home.first
        // Should this fail, it is tried again at the next start.
        if settings.models.model == nil { try? await self.settings.change { $0.models.usualModel = first } }
        return Chosen(home: first)
    }
}
