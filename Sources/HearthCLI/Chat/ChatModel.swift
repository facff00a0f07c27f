// SPDX-License-Identifier: Apache-2.0

import Ember
import Foundation
import HearthEngine

/// A loaded model that one can talk to.
struct ChatModel: Sendable {
    let name: String
    let isBuiltIn: Bool
    let isTiny: Bool
    /// Whether it is too small to be left alone with somebody in danger.
    let isSmall: Bool
    let container: ModelContainer

    /// Loads the model that is meant, showing progress where somebody watches.
    init(_ found: LocalModel, threads: Int?, cache: CacheFormat) async throws {
        (name, isBuiltIn) = (found.name, found.isBuiltIn)
        let folder = try ModelFolder(found.folder)
        (isTiny, isSmall) = (folder.isTiny, folder.isSmall)
        let line = ProgressLine("loading \(found.name)")
        defer { line.end() }
        let options = LoadOptions(threads: threads, cache: cache)
        container = try await loadModelContainer(directory: found.folder, options: options) {
            line.show($0)
        }
    }
}
