// SPDX-License-Identifier: Apache-2.0

import Ember
package import EmberHub
package import Foundation
package import HearthModels
import Synchronization

/// The models folder, and what it has: models that were downloaded, links to others, and beside them the one that comes
/// with Hearth.
package final class ModelsFolder: Sendable {
    /// Holds `OWNER/NAME` folders.
    package let url: URL
    /// `$HEARTH_MODEL`: what is meant when nothing is said.
    private let wish: String?
    /// Summaries of models, each valid until its folder changes.
    let known = Mutex<[String: (changed: Date, summary: ModelSummary)]>([:])

    package init(environment: [String: String]) {
        url = DataFolder(environment: environment).models
        wish = environment["HEARTH_MODEL"].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The models in the folder, by name.
    package var models: [LocalModel] {
        let found = folders(in: url).flatMap { owner in
            folders(in: owner).filter(Self.isModel).map {
                LocalModel(name: "\(owner.lastPathComponent)/\($0.lastPathComponent)", folder: $0)
            }
        }
        return found.sorted { $0.name < $1.name }
    }

    private func folders(in folder: URL) -> [URL] {
        // A folder that is not there, or not ours to read, has no models.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { !$0.hasPrefix(".") }.map { folder.appending(path: $0) }
    }

    private static func isModel(_ folder: URL) -> Bool {
        // A folder that is not ours to read has no model for us; one with several GGUF files has to be told which.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.contains("config.json") || (try? GGUFModel.only(in: folder)) != nil
    }

    /// Whether there is something of a model in a folder; what is wrong with it is found out when it is opened.
    private static func mayBeModel(_ folder: URL) -> Bool {
        // A folder that is not ours to read says so when it is opened.
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path) else { return true }
        return names.contains { $0 == "config.json" || $0.hasSuffix(".gguf") }
    }

    // MARK: The model that somebody means

    /// - Parameter wish: a folder, a `.gguf` file or `owner/name`; `nil` takes the preferred model, else the only one
    ///   in the folder that writes texts, else the one that comes with Hearth.
    /// - Throws: `ModelError` `.noModel` with what there is to choose from, or how to get a model.
    package func locate(_ wish: String?) throws(ModelError) -> LocalModel {
        if let wish = wish ?? self.wish { return try named(wish) }
        let models = models.filter { !Self.embeds($0.folder) }
        if models.count <= 1 { return models.first ?? .builtIn }
        throw ModelError(.noModel, "there is more than one model; choose one with --model:" + Self.list(models))
    }

    private func named(_ wish: String) throws(ModelError) -> LocalModel {
        let path = (wish as NSString).expandingTildeInPath
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) {
            guard isFolder.boolValue || wish.hasSuffix(".gguf") else {
                throw ModelError(
                    .noModel, "\(wish) is a file; a model is a folder with config.json and weights, or a .gguf file")
            }
            if isFolder.boolValue, !Self.mayBeModel(URL(filePath: path)) {
                throw ModelError(
                    .noModel,
                    "\(wish) is a folder without a model: it has no config.json and no .gguf file. There are:"
                        + Self.list(models + [.builtIn]))
            }
            let folder = URL(filePath: path)
            return LocalModel(name: folder.standardizedFileURL.lastPathComponent, folder: folder)
        }
        let known = models + [.builtIn]
        if let match = known.first(where: { $0.name == wish }) { return match }
        throw ModelError(
            .noModel,
            "\(wish) is neither a folder nor a model in \(url.path); there are:" + Self.list(known)
                + "\nhearth models catalogue shows some that can be had.")
    }

    private static func list(_ models: [LocalModel]) -> String { models.map { "\n  \($0.name)" }.joined() }

    /// Model that `$HEARTH_MODEL` names; `nil` also when it cannot be used. The error is reported elsewhere, since
    /// nobody could read it here.
    var preferred: LocalModel? { wish.flatMap { try? named($0) } }

    /// All models of this machine: those of the folder, the built-in one, and the preferred one even if it lies
    /// elsewhere.
    private var all: [LocalModel] {
        let known = models + [.builtIn]
        guard let preferred, !known.contains(preferred) else { return known }
        return [preferred] + known
    }

    subscript(name: String) -> LocalModel? { all.first { $0.name == name } }

    /// The model that is meant when nobody has chosen: the preferred one, else the first that can converse, else the
    /// one that comes with Hearth.
    var first: LocalModel { preferred ?? all.first { !Self.embeds($0.folder) } ?? .builtIn }

    /// Models that turn texts into vectors.
    var embedding: [LocalModel] { all.filter { Self.embeds($0.folder) } }

    /// Whether a model of the folder turns texts into vectors.
    package func embeds(_ model: ModelID) -> Bool { Self.embeds(url.appending(path: "\(model)")) }

    /// Whether a model was made for that: it can do nothing else, or has the files of sentence-transformers.
    static func embeds(_ folder: URL) -> Bool {
        // A folder whose configuration cannot be read is a model for nothing.
        (try? EmbeddingFolder.isEncoder(folder)) == true
            || FileManager.default.fileExists(atPath: folder.appending(path: "modules.json").path)
    }

    /// The models to talk with. Reads the files' headers, so this is no work for an actor that others wait for.
    @concurrent func summaries() async -> [ModelSummary] {
        all.filter { !Self.embeds($0.folder) }.compactMap(summary)
    }

    /// The models of the folder that turn texts into vectors, with their sizes on the disk.
    @concurrent func embeddingSummaries() async -> [ModelSummary] {
        models.filter { Self.embeds($0.folder) }.map { model in
            var summary = ModelSummary(name: model.name, bytes: InstalledModels.bytes(in: model.folder), memory: 0)
            summary.isLinked = model.isLink
            return summary
        }
    }
}
