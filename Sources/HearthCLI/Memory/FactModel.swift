// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import HearthChat
import HearthEngine
import HearthMemory
import HearthModels
import HearthStore

/// The model that a command looks at messages with.
struct FactModelArguments: ParsableArguments {
    @Option(name: .customLong("model"), help: "A model's name or folder; the one that would answer unless given.")
    var wish: String?

    /// - Throws: `ModelError` `.noModel`.
    func find() throws -> (models: EmberModels, name: String) {
        var environment = ProcessInfo.processInfo.environment
        if let wish { environment["HEARTH_MODEL"] = wish }
        let folder = ModelsFolder(environment: environment)
        let found = try folder.locate(wish)
        let models = EmberModels(folder: folder, settings: { EngineSettings(AppSettings()) })
        return (models, found.name)
    }
}

/// What a model's likelihoods mean: as it was measured here, as it came with Hearth, or as it is measured now.
enum KnownCalibration {
    static func of(_ model: String, _ models: EmberModels) async throws -> FactCalibration {
        if let kept = try await store({ try await $0.factCalibration(of: model) }) { return kept }
        if let shipped = try FactCalibration.shipped()[model] { return shipped }
        let measured = try await measure(model, models)
        _ = try await store { try await $0.keep(measured, of: model) }
        return measured
    }

    static func measure(_ model: String, _ models: EmberModels) async throws -> FactCalibration {
        let line = ProgressLine("measuring \(model)")
        defer { line.end() }
        return try await FactCalibrator(model: models, name: model).calibrate(on: LabelledMessage.shipped()) {
            line.show($0)
        }
    }

    /// Does something with the store of this user; `nil` where there is none yet.
    static func store<Value: Sendable>(_ work: (Store) async throws -> Value?) async throws -> Value? {
        let home = DataFolder.ofThisUser
        guard StoreFiles(folder: home.url).isBegun else { return nil }
        let store = try home.existingStore()
        defer { try? store.close() }  // What was to be written has been written.
        return try await work(store)
    }
}
