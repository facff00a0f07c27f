// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Ember
import Foundation
import HearthEngine
import HearthMemory
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

/// The embedding models that a command of the memory uses.
struct EmbeddingArguments: ParsableArguments {
    @Option(
        name: .customLong("model"),
        help: """
            The folder of an embedding model; given twice, each language takes the model that is better for it. \
            Those that are installed unless given.
            """,
        completion: .directory)
    var folders: [String] = []

    @Flag(name: .customLong("keywords"), help: "Use no embedding model: keywords and times alone.")
    var isWithout = false

    func validate() throws {
        if !folders.isEmpty, isWithout { throw ValidationError("--model and --keywords exclude each other") }
    }

    /// The models of the memory; `nil` where none is installed or none is wanted.
    func find() async throws -> (embedding: any Embedding, models: RecallModels)? {
        if isWithout { return nil }
        let embedding: any Embedding =
            folders.isEmpty
            ? EmberEmbedders(folder: ModelsFolder(environment: ProcessInfo.processInfo.environment))
            : try await LoadedEmbedders(folders.map { URL(filePath: $0).standardizedFileURL })
        let models = RecallModels(installed: await embedding.embeddingModels())
        return models.isEmpty ? nil : (embedding, models)
    }
}

extension Recall {
    init(_ index: any PassageIndex, using found: (embedding: any Embedding, models: RecallModels)?) {
        self.init(index, embedding: found?.embedding, models: found?.models ?? RecallModels(installed: []))
    }
}

/// Embedding models that are already loaded, by the names of their folders. They read long texts as far as they can.
private struct LoadedEmbedders: Embedding {
    private var embedders: [String: Embedder] = [:]

    init(_ folders: [URL]) async throws {
        for folder in folders { embedders[folder.lastPathComponent] = try await loadEmbedder(directory: folder) }
    }

    func embeddingModels() -> [String] { embedders.keys.sorted() }

    func embed(_ texts: [String], as use: EmbeddingUse, with model: String) async throws -> Embeddings {
        guard let embedder = embedders[model] else { throw ModelError(.noModel, "\(model) is not loaded") }
        let prompt = embedder.promptName(for: use)
        return Embeddings(
            vectors: try await embedder.embed(texts, prompt: prompt),
            tokens: try texts.reduce(0) { $0 + (try embedder.tokenCount(of: $1, prompt: prompt)) })
    }
}
