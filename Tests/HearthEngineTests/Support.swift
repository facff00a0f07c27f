// SPDX-License-Identifier: Apache-2.0

import Ember
import Foundation
import HearthEngine
import HearthModels
import HearthTesting

/// Runs `body` with a new empty folder that is removed afterwards.
func withTemporaryFolder<R>(_ body: (URL) async throws -> R) async throws -> R {
    let folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath().appending(
        path: "hearth-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder)
}

private let fixtures = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Fixtures")

/// A small model with random weights. It has nothing to say, and says it at length.
let smallModel = fixtures.appending(path: "models/llama-gqa-tied-q4g64")
/// One like it whose template has a place for functions.
let toolModel = fixtures.appending(path: "models/qwen3-q4g32-f16")
let modelFile = fixtures.appending(path: "gguf/llama-gqa-tied-Q4_0.gguf")
let embeddingModel = fixtures.appending(path: "embeddings/bert-f32")
/// One that could write texts, too, but was made for vectors.
let embeddingDecoder = fixtures.appending(path: "embeddings/qwen3-sentence")

extension EngineSettings {
    static let standard = EngineSettings(
        idleMinutes: 10, language: "en", usualInstructions: "usual", usualTemperature: 0.7)
}

/// The models of a home that a test makes, with a clock and a `/proc` of its own.
struct TestModels {
    let home: URL
    let models: EmberModels
    let clock: StepClock

    /// - Parameters:
    ///   - names: under which the models folder has the model.
    ///   - reader: loads them.
    static func with<R>(
        _ names: [String] = ["someone/small"], model: URL = smallModel, settings: EngineSettings = .standard,
        reader: @escaping EmberModels.Reader = { try await loadModelContainer(directory: $0, progress: $1) },
        _ body: (TestModels) async throws -> R
    ) async throws -> R {
        try await withTemporaryFolder { home in
            let clock = StepClock()
            let models = EmberModels(
                folder: ModelsFolder(environment: ["HEARTH_HOME": home.path]), settings: { settings },
                machine: MemoryPressure(folder: home.appending(path: "proc")), clock: clock, reader: reader)
            let test = TestModels(home: home, models: models, clock: clock)
            for name in names { try test.link(model, as: name) }
            try test.setMemory(available: 4_000_000)
            return try await body(test)
        }
    }

    func link(_ model: URL, as name: String) throws {
        let place = home.appending(path: "models/\(name)")
        try FileManager.default.createDirectory(
            at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(at: place, withDestinationURL: model)
    }

    /// - Parameter available: kilobytes.
    func setMemory(available: Int) throws { try writeMemory(available: available, in: home.appending(path: "proc")) }

    func wait(for phase: ModelState.Phase) async {
        for await memory in models.memoryChanges where memory.phase == phase { return }
    }

    func events(_ request: CompletionRequest) async throws -> [CompletionEvent] {
        var events: [CompletionEvent] = []
        for try await event in try await models.complete(request) { events.append(event) }
        return events
    }

    func answer(
        _ request: CompletionRequest
    ) async throws -> (text: String, summary: CompletionSummary?, omitted: Int) {
        var result = (text: "", summary: nil as CompletionSummary?, omitted: 0)
        for event in try await events(request) {
            switch event {
            case .piece(.text(let text)), .piece(.thought(let text)): result.text += text
            case .finished(let summary): result.summary = summary
            case .context(let use): result.omitted = use.omittedTurns
            case .piece(.textWasThought), .call, .token, .reading: continue
            }
        }
        return result
    }
}

func request(_ texts: [String], maxTokens: Int = 12) -> CompletionRequest {
    let turns = texts.enumerated().map { index, text in
        CompletionRequest.Turn(role: index.isMultiple(of: 2) ? .user : .assistant, content: text)
    }
    var request = CompletionRequest(instructions: "you are a helpful assistant", turns: turns)
    (request.temperature, request.maxTokens) = (0, maxTokens)
    return request
}
