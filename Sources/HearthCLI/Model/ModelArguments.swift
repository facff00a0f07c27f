// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import HearthChat
import HearthEngine
import HearthModels

/// The model that a command asks.
struct ModelArguments: ParsableArguments {
    @Option(name: .customLong("model"), help: "A model's name or folder; the one that would answer unless given.")
    var name: String?

    /// - Throws: `ModelError` `.noModel`.
    func find() throws -> (models: EmberModels, name: String) {
        var environment = ProcessInfo.processInfo.environment
        if let name { environment["HEARTH_MODEL"] = name }
        let folder = ModelsFolder(environment: environment)
        let found = try folder.locate(name)
        let models = EmberModels(folder: folder, settings: { EngineSettings(AppSettings()) })
        return (models, found.name)
    }
}
