// SPDX-License-Identifier: Apache-2.0

import Ember
import EmberTokenizers
import Foundation

/// A loaded model that one can talk to.
struct ChatModel: Sendable {
    let name: String
    let container: ModelContainer
    /// Whether this model's prompts end inside a thought, so that an answer begins there.
    let startsInsideThought: Bool

    /// Loads the model that is meant, showing progress where somebody watches.
    init(_ found: ModelLocator.Found, threads: Int?) async throws {
        name = found.name
        let line = ProgressLine("loading \(found.name)")
        defer { line.end() }
        container = try await loadModelContainer(directory: found.folder, options: LoadOptions(threads: threads)) {
            line.show($0)
        }
        startsInsideThought = try await container.perform { context in
            let prompt = try context.prepare(UserInput(prompt: "Hello")).tokens
            let end = context.tokenizer.decode(Array(prompt.suffix(16)))
            return end.trimmingCharacters(in: .whitespacesAndNewlines).hasSuffix("<think>")
        }
    }
}
