// SPDX-License-Identifier: Apache-2.0

import Ember
package import EmberHub
package import Foundation

/// Models that lie elsewhere on this machine and are among Hearth's by a link: nothing is copied, and removing one removes the link.
package struct LinkedModels {
    /// Holds `OWNER/NAME` folders.
    package let models: URL
    /// The owner of those that are given no name.
    private static let owner = "local"

    package init(models: URL) { self.models = models }

    /// - Parameters:
    ///   - path: a model's folder or a `.gguf` file; `~` is this user's home.
    ///   - name: what to call it; `local/` and the name of its folder or file, without `.gguf`, otherwise.
    /// - Returns: its name.
    /// - Throws: `EmberError` where it is no model that Ember runs, `HubError` `.badName`, `.notOurs` where there is one of this name,
    ///   `.notWritable`.
    package func add(_ path: String, as name: String? = nil) throws -> ModelID {
        let original = URL(filePath: (path as NSString).expandingTildeInPath).standardizedFileURL
            .resolvingSymlinksInPath()
        _ = try ModelFolder(original)
        let isFile = original.pathExtension == "gguf"
        let ownName = (isFile ? original.deletingPathExtension() : original).lastPathComponent
        let model = try ModelID(name ?? "\(Self.owner)/\(Self.safe(ownName))")
        let place = models.appending(path: "\(model)")
        let files = FileManager.default
        guard (try? files.attributesOfItem(atPath: place.path)) == nil else {
            throw HubError(.notOurs, "\(model)", "is among the models already; give this one another name")
        }
        do {
            // A file is a model of its own only in a folder of its own.
            let folder = isFile ? place : place.deletingLastPathComponent()
            try files.createDirectory(at: folder, withIntermediateDirectories: true)
            let link = isFile ? place.appending(path: original.lastPathComponent) : place
            try files.createSymbolicLink(at: link, withDestinationURL: original)
        } catch {
            throw HubError(.notWritable, "\(model)", "cannot be put among the models: \(error.localizedDescription)")
        }
        return model
    }

    /// Whether a model lies elsewhere: its folder, or the one file in it, is a link.
    package static func isLink(_ model: ModelLocator.Found) -> Bool {
        let files = FileManager.default
        // What cannot be looked at is no link of ours.
        let names = (try? files.contentsOfDirectory(atPath: model.folder.path)) ?? []
        let places = [model.folder] + (names.count == 1 ? names.map { model.folder.appending(path: $0) } : [])
        return places.contains {
            (try? files.attributesOfItem(atPath: $0.path))?[.type] as? FileAttributeType == .typeSymbolicLink
        }
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
