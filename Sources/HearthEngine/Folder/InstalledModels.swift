// SPDX-License-Identifier: Apache-2.0

import Ember
import EmberHub
import Foundation
import HearthModels
import Synchronization

/// The models in the models folder, with what they take.
final class InstalledModels: Sendable {
    private let locator: ModelLocator
    /// Models with fewer parameters than this are tiny. The best known between 135 and 360 million still lose the thread within an
    /// answer; from half a billion on, models keep to the question.
    private static let fewParameters = 400_000_000
    /// What has been found out about a folder, until it changes.
    private let known = Mutex<[String: (changed: Date, summary: ModelSummary)]>([:])

    init(_ locator: ModelLocator) { self.locator = locator }

    subscript(name: String) -> ModelLocator.Found? { all.first { $0.name == name } }

    /// The model that is meant when nobody has chosen: the preferred one, else the first that can converse, else the one that
    /// comes with Hearth.
    var first: ModelLocator.Found { preferred ?? all.first { !Self.embeds($0) } ?? .builtIn }

    /// Models that turn texts into vectors.
    var embedding: [ModelLocator.Found] { all.filter(Self.embeds) }

    /// Whether a model was made for that: it can do nothing else, or has the files of sentence-transformers.
    private static func embeds(_ model: ModelLocator.Found) -> Bool {
        // A folder whose configuration cannot be read is a model for nothing.
        (try? EmbeddingFolder.isEncoder(model.folder)) == true
            || FileManager.default.fileExists(atPath: model.folder.appending(path: "modules.json").path)
    }

    /// Where the preferred model lies elsewhere, it is one of them all the same.
    private var all: [ModelLocator.Found] {
        let known = locator.installed + [.builtIn]
        guard let preferred, !known.contains(preferred) else { return known }
        return [preferred] + known
    }

    /// What `$HEARTH_MODEL` names. What is wrong with it is said where somebody can read it: nobody can here.
    var preferred: ModelLocator.Found? { locator.hasPreference ? try? locator.locate(nil) : nil }

    /// Reads the files' headers, so this is no work for an actor that others wait for.
    @concurrent func summaries() async -> [ModelSummary] { all.compactMap(summary) }

    /// `nil` for a folder whose model cannot be used.
    func summary(of model: ModelLocator.Found) -> ModelSummary? {
        let changed =
            (try? FileManager.default.attributesOfItem(atPath: model.folder.path))?[.modificationDate] as? Date
        if let changed, let entry = known.withLock({ $0[model.name] }), entry.changed == changed {
            return entry.summary
        }
        // What is wrong with a model is said when it is chosen by name; here it is just not offered.
        guard let folder = try? ModelFolder(model.folder) else { return nil }
        let cache = folder.cacheBytesPerToken(.float16) * min(4096, folder.model.shape.context)
        var summary = ModelSummary(
            name: model.name, bytes: ModelShelf.bytes(in: model.folder), memory: folder.weights.weightBytes + cache)
        summary.isBuiltIn = model.isBuiltIn
        summary.isTiny = folder.weights.parameters < Self.fewParameters
        summary.isLinked = LinkedModels.isLink(model)
        if let changed { known.withLock { $0[model.name] = (changed, summary) } }
        return summary
    }
}
