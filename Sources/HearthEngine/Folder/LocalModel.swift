// SPDX-License-Identifier: Apache-2.0

package import Foundation
import Pocket

/// A model of this machine: its folder or GGUF file, and what to call it.
package struct LocalModel: Sendable, Equatable {
    package let name: String
    package let folder: URL

    package init(name: String, folder: URL) {
        self.name = name
        self.folder = folder
    }

    /// The one that comes with Hearth.
    package static let builtIn = LocalModel(name: Pocket.name, folder: Pocket.folder)
    package var isBuiltIn: Bool { self == .builtIn }

    /// Whether it lies elsewhere: its folder, or every file in it, is a link.
    package var isLink: Bool {
        let files = FileManager.default
        // What cannot be looked at is no link of ours.
        let names = (try? files.contentsOfDirectory(atPath: folder.path)) ?? []
        func isLink(_ place: URL) -> Bool {
            (try? files.attributesOfItem(atPath: place.path))?[.type] as? FileAttributeType == .typeSymbolicLink
        }
        return isLink(folder) || !names.isEmpty && names.allSatisfy { isLink(folder.appending(path: $0)) }
    }
}
