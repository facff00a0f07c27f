// SPDX-License-Identifier: Apache-2.0

import Ember
package import Foundation
package import HearthModels
import Pocket

/// Finds the folder, or the GGUF file, of the model that somebody means.
package struct ModelLocator: Sendable {
    /// A model folder or file, and what to call it.
    package struct Found: Sendable, Equatable {
        package let name: String
        package let folder: URL

        package init(name: String, folder: URL) {
            self.name = name
            self.folder = folder
        }

        /// The one that comes with Hearth.
        package static let builtIn = Found(name: Pocket.name, folder: Pocket.folder)
        package var isBuiltIn: Bool { self == .builtIn }
    }

    /// Holds `OWNER/NAME` folders.
    package let models: URL
    /// `$HEARTH_MODEL`: what is meant when nothing is said.
    private let preferred: String?
    package var hasPreference: Bool { preferred != nil }

    package init(environment: [String: String]) {
        models = DataFolder(environment: environment).models
        preferred = environment["HEARTH_MODEL"].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// - Parameter wish: a folder, a `.gguf` file or `owner/name`; `nil` takes the preferred model, else the only one that is
    ///   installed, else the one that comes with Hearth.
    /// - Throws: `ModelError` `.noModel` with what there is to choose from, or how to get a model.
    package func locate(_ wish: String?) throws(ModelError) -> Found {
        if let wish = wish ?? preferred { return try named(wish) }
        let installed = installed
        if installed.count <= 1 { return installed.first ?? .builtIn }
        throw ModelError(.noModel, "there is more than one model; choose one with --model:" + list(installed))
    }

    /// The models in the models folder, by name.
    package var installed: [Found] {
        let found = folders(in: models).flatMap { owner in
            folders(in: owner).filter(Self.isModel).map {
                Found(name: "\(owner.lastPathComponent)/\($0.lastPathComponent)", folder: $0)
            }
        }
        return found.sorted { $0.name < $1.name }
    }

    private func named(_ wish: String) throws(ModelError) -> Found {
        let path = (wish as NSString).expandingTildeInPath
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) {
            guard isFolder.boolValue || wish.hasSuffix(".gguf") else {
                throw ModelError(
                    .noModel, "\(wish) is a file; a model is a folder with config.json and weights, or a .gguf file")
            }
            let folder = URL(filePath: path)
            return Found(name: folder.standardizedFileURL.lastPathComponent, folder: folder)
        }
        let known = installed + [.builtIn]
        if let match = known.first(where: { $0.name == wish }) { return match }
        throw ModelError(
            .noModel,
            "\(wish) is neither a folder nor a model in \(models.path); there are:" + list(known)
                + "\nhearth models catalogue shows some that can be had.")
    }

    private func list(_ found: [Found]) -> String { found.map { "\n  \($0.name)" }.joined() }

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
}
