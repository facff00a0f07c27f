// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Runs `body` with a new empty folder that is removed afterwards.
func withTemporaryFolder<R>(_ body: (URL) async throws -> R) async throws -> R {
    let folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath().appending(
        path: "hearth-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder)
}

/// A small model with random weights. It has nothing to say, and says it at length.
let smallModel = shippedModel("llama-gqa-tied-q4g64")
/// One like it whose template has a place for functions.
let toolModel = shippedModel("qwen3-q4g32-f16")

func shippedModel(_ name: String) -> URL {
    let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    return package.appending(path: "Tests/Fixtures/models/\(name)")
}

/// Runs `body` with a copy of the small model, its text files passed through `edit`.
private func withEditedModel<R>(
    _ edit: (_ file: String, _ text: inout String) -> Void, _ body: (URL) async throws -> R
) async throws -> R {
    try await withTemporaryFolder { folder in
        for file in try FileManager.default.contentsOfDirectory(atPath: smallModel.path) {
            let original = smallModel.appending(path: file)
            let copy = folder.appending(path: file)
            if file.hasSuffix(".safetensors") {
                try FileManager.default.createSymbolicLink(at: copy, withDestinationURL: original)
            } else {
                var text = try String(contentsOf: original, encoding: .utf8)
                edit(file, &text)
                try Data(text.utf8).write(to: copy)
            }
        }
        return try await body(folder)
    }
}

/// Runs `body` with a model that has no token that ends an answer, and so much room that it goes on for minutes if it
/// is not stopped.
func withEndlessModel<R>(context: Int = 60_000, _ body: (URL) async throws -> R) async throws -> R {
    let edit = { (file: String, text: inout String) in
        guard file.hasSuffix("config.json") else { return }
        text.replace(#/"max_position_embeddings": \d+/#, with: "\"max_position_embeddings\": \(context)")
        text.replace(#/"eos_token_id": \d+/#, with: "\"eos_token_id\": []")
        text.replace(#/"eos_token": "[^"]*"/#, with: "\"eos_token\": null")
    }
    return try await withEditedModel(edit, body)
}

/// Runs `body` with the small model in a folder that says it was made for `context` tokens.
func withSmallModel<R>(context: Int, _ body: (URL) async throws -> R) async throws -> R {
    let edit = { (file: String, text: inout String) in
        guard file == "config.json" else { return }
        text.replace(#/"max_position_embeddings": \d+/#, with: "\"max_position_embeddings\": \(context)")
    }
    return try await withEditedModel(edit, body)
}

/// Runs `body` with a model whose prompts end inside a thought.
func withThinkingModel<R>(_ body: (URL) async throws -> R) async throws -> R {
    try await withEditedModel({ file, text in if file.hasSuffix(".jinja") { text += "{{ '<think>\n' }}" } }, body)
}
