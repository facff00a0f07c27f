// SPDX-License-Identifier: Apache-2.0

import Ember
import EmberHub
import Foundation
import HearthModels
import Synchronization

extension ModelsFolder {
    /// Size, memory and traits of a model; `nil` for one that cannot be used.
    func summary(of model: LocalModel) -> ModelSummary? {
        let changed =
            (try? FileManager.default.attributesOfItem(atPath: model.folder.path))?[.modificationDate] as? Date
        if let changed, let entry = known.withLock({ $0[model.name] }), entry.changed == changed {
            return entry.summary
        }
        // What is wrong with a model is said when it is chosen by name; here it is just not offered.
        guard let folder = try? ModelFolder(model.folder) else { return nil }
        let cache = folder.cacheBytesPerToken(.float16) * min(4096, folder.model.shape.context)
        var summary = ModelSummary(
            name: model.name, bytes: folder.fileBytes, memory: folder.weights.weightBytes + cache)
        summary.isBuiltIn = model.isBuiltIn
        (summary.isTiny, summary.isSmall) = (folder.isTiny, folder.isSmall)
        (summary.isLinked, summary.thinks) = (model.isLink, folder.canThink)
        summary.build = .init(
            family: folder.modelType, parameters: folder.weights.parameters,
            bits: folder.quantization?.general.bits
                ?? folder.weights.weightBytes / max(1, folder.weights.parameters / 8),
            contextLength: folder.model.shape.context, isGGUF: folder.isGGUF, callsFunctions: folder.callsFunctions)
        if let changed { known.withLock { $0[model.name] = (changed, summary) } }
        return summary
    }
}

extension ModelFolder {
    fileprivate var isGGUF: Bool { if case .gguf = files { true } else { false } }

    /// Whether it has few parameters. The best known models between 135 and 360 million still lose the thread within an
    /// answer; from half a billion on, models keep to the question.
    package var isTiny: Bool { weights.parameters < 400_000_000 }
    /// Whether it is too small to be left alone with somebody who may be in danger: of 40 answers of one with 1.5
    /// billion parameters, four could stand (docs/care.md).
    package var isSmall: Bool { weights.parameters < 2_000_000_000 }
}
