// SPDX-License-Identifier: Apache-2.0

import Ember
package import EmberHub
import Foundation

extension ModelsFolder {
    /// The owner of linked models that are given no name.
    private static let owner = "local"

    /// Adds a model that lies elsewhere on this machine, by a link: nothing is copied, and removing it removes the
    /// link.
    ///
    /// - Parameters:
    ///   - path: a model's folder or a `.gguf` file, with whose other pieces it belongs where it is one of several; `~`
    ///     is this user's home.
    ///   - name: what to call it; `local/` and the name of its folder or file, without `.gguf` and the number of a
    ///     piece, otherwise.
    /// - Returns: its name.
    /// - Throws: `EmberError` or `TokenizerError` where it is no model that Ember runs, `HubError` `.badName`,
    ///   `.notOurs` where there is one of this name, `.notWritable`.
    package func link(_ path: String, as name: String? = nil) throws -> ModelID {
        let original = Self.original(path)
        if Self.embeds(original) { _ = try EmbeddingFolder(original) } else { _ = try ModelFolder(original) }
        let isFile = original.pathExtension == "gguf"
        let ownName = isFile ? GGUFModel.title(of: original.lastPathComponent) : original.lastPathComponent
        let model = try ModelID(name ?? "\(Self.owner)/\(Self.safe(ownName))")
        let place = url.appending(path: "\(model)")
        let files = FileManager.default
        guard (try? files.attributesOfItem(atPath: place.path)) == nil else {
            throw HubError(.notOurs, "\(model)", "is among the models already; give this one another name")
        }
        do {
            // A file is a model of its own only in a folder of its own.
            let folder = isFile ? place : place.deletingLastPathComponent()
            try files.createDirectory(at: folder, withIntermediateDirectories: true)
            let pieces = isFile ? try GGUFModel(original).names : []
            for piece in pieces {
                try files.createSymbolicLink(
                    at: place.appending(path: piece),
                    withDestinationURL: original.deletingLastPathComponent().appending(path: piece))
            }
            if !isFile { try files.createSymbolicLink(at: place, withDestinationURL: original) }
        } catch let error as EmberError {
            throw error
        } catch {
            throw HubError(.notWritable, "\(model)", "cannot be put among the models: \(error.localizedDescription)")
        }
        return model
    }

    /// Resolves the path of a model. A file keeps the name that it is given by: in other programs' caches it is a link
    /// to one whose name says nothing, and the pieces of a split model lie beside the link.
    private static func original(_ path: String) -> URL {
        let given = URL(filePath: (path as NSString).expandingTildeInPath).standardizedFileURL
        guard given.pathExtension == "gguf" else { return given.resolvingSymlinksInPath() }
        return given.deletingLastPathComponent().resolvingSymlinksInPath().appending(path: given.lastPathComponent)
    }

    /// A name of letters, digits, `-`, `_` and `.`, as names on a hub are.
    private static func safe(_ name: String) -> String {
        let allowed = name.unicodeScalars.map { scalar in
            let isPlain =
                scalar.isASCII && (scalar.properties.isAlphabetic || "0123456789_.".unicodeScalars.contains(scalar))
            return isPlain ? Character(scalar) : "-"
        }
        return String(allowed).replacing(#/[-.]{2,}/#, with: "-").trimmingCharacters(
            in: CharacterSet(charactersIn: "-."))
    }
}
