// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Ember
import Foundation
import HearthEngine
import HearthModels

/// `hearth memory …`: what the memory keeps, and how well it finds it.
struct MemoryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "memory",
        abstract:
            "Search what Hearth knows about you, see it as a portrait, take it along and forget it.",
        subcommands: [
            SearchMemoryCommand.self, ListFactsCommand.self, ForgetCommand.self, ExportMemoryCommand.self,
            ImportMemoryCommand.self, PortraitCommand.self, ToldCommand.self, CareCommand.self,
            ExtractFactsCommand.self,
            EvaluateMemoryCommand.self, LiveCommand.self, RequestsCommand.self,
        ]
    )
}

/// The embedding model that a command of the memory uses.
struct EmbeddingArguments: ParsableArguments {
    @Option(
        name: .customLong("model"),
        help: "The folder of an embedding model; an installed one unless given, all-MiniLM-L6-v2 first.",
        completion: .directory)
    var folder: String?

    @Flag(name: .customLong("keywords"), help: "Use no embedding model: keywords and times alone.")
    var isWithout = false

    func validate() throws {
        if folder != nil, isWithout { throw ValidationError("--model and --keywords exclude each other") }
    }

    /// A model and its name; `nil` where none is installed or none is wanted.
    func find() async throws -> (embedding: any Embedding, name: String)? {
        if isWithout { return nil }
        if let folder {
            let url = URL(filePath: folder).standardizedFileURL
            return (
                OneEmbedder(try await loadEmbedder(directory: url), named: url.lastPathComponent), url.lastPathComponent
            )
        }
        let installed = EmberEmbedders(folder: ModelsFolder(environment: ProcessInfo.processInfo.environment))
        let names = await installed.embeddingModels()
        let usual = names.first { $0.lowercased().hasSuffix("all-minilm-l6-v2") }
        return (usual ?? names.first).map { (installed, $0) }
    }
}

/// One embedding model that is already loaded. It reads long texts as far as it can.
private struct OneEmbedder: Embedding {
    private let embedder: Embedder
    private let name: String

    init(_ embedder: Embedder, named name: String) { (self.embedder, self.name) = (embedder, name) }

    func embeddingModels() -> [String] { [name] }

    func embed(_ texts: [String], with model: String) async throws -> Embeddings {
        Embeddings(
            vectors: try await embedder.embed(texts),
            tokens: try texts.reduce(0) { $0 + (try embedder.tokenCount(of: $1)) })
    }
}
