// SPDX-License-Identifier: Apache-2.0

import Ember
import EmberJSON
import EmberTokenizers
import Foundation
import HearthTesting
import Testing

/// Damaged and hostile files: each is refused with one sentence or accepted, as the manifest says; none crashes.
@Suite struct MalformedTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let file: String
        let expect: String
        let baseModel: String?
        var kind: String { String(file.prefix { $0 != "/" }) }
        var testDescription: String { file }
    }

    private static let folder = Fixtures.shipped.appending(path: "malformed")

    /// The cases for the formats that Ember reads.
    static let cases: [Case] = {
        let manifest = try? Fixtures.json(folder.appending(path: "manifest.json"))
        return (manifest?["cases"]?.array ?? []).compactMap { json in
            guard let file = json["file"]?.string, let expect = json["expect"]?.string else { return nil }
            return Case(file: file, expect: expect, baseModel: json["base_model"]?.string)
        }.filter { ["safetensors", "index", "config", "tokenizer", "gguf", "gguf_model"].contains($0.kind) }
    }()

    @Test func `the manifest lists its cases`() { #expect(Self.cases.count > 120) }

    // The time limit tells a hang; how long a file takes is measured elsewhere.
    @Test(.timeLimit(.minutes(1)), arguments: cases)
    func `is refused or accepted as the manifest says`(test: Case) async throws {
        var failure: (any Error)?
        do { try await open(test) } catch let error as FixtureMissing { throw error } catch { failure = error }
        switch test.expect {
        case "reject": #expect(failure != nil, "was accepted")
        case "accept": #expect(failure == nil)
        default: break
        }
        if let failure {
            let sentence = "\(failure)"
            #expect(!sentence.contains("\n") && sentence.count < 400 && !sentence.isEmpty)
        }
    }

    private struct FixtureMissing: Error { let path: String }

    private func open(_ test: Case) async throws {
        let url = Self.folder.appending(path: test.file)
        guard FileManager.default.fileExists(atPath: url.path) else { throw FixtureMissing(path: test.file) }
        switch test.kind {
        case "safetensors":
            _ = try SafetensorsFile(url)
        case "gguf":
            _ = try GGUFFile(url)
        case "gguf_model":
            _ = try ModelFolder(url)
        case "index":
            _ = try Checkpoint(directory: url)
        case "tokenizer":
            _ = try Tokenizer(tokenizerJSON: Array(Data(contentsOf: url)))
        default:
            let base = (test.baseModel ?? "").split(separator: "/").last.map(String.init) ?? ""
            let known = Fixtures.shipped.appending(path: "models/\(base)")
            // A model of an architecture that is not known is refused for that, whatever else its files hold.
            let model =
                FileManager.default.fileExists(atPath: known.path)
                ? base : "llama-gqa-tied-f32"
            let text = String(decoding: try Data(contentsOf: url), as: UTF8.self)
            try await Fixtures.withModel(model, replacing: ["config.json": text]) { folder in
                _ = try ModelFolder(folder)
            }
        }
    }

    /// An archive may hold pipes and links to devices.
    @Test(arguments: [
        "config.json", "model.safetensors", "model.safetensors.index.json", "tokenizer.json", "tokenizer_config.json",
        "chat_template.jinja",
    ])
    func `a pipe or a device in the place of a file is refused at once`(file: String) async throws {
        try await Fixtures.withModel("llama-gqa-tied-f32", replacing: [file: nil]) { folder in
            let place = folder.appending(path: file)
            _ = try await withUnwrittenPipe(at: place) {
                await #expect(throws: (any Error).self) { try await loadModelContainer(directory: folder) }
            }
            try FileManager.default.removeItem(at: place)
            try FileManager.default.createSymbolicLink(atPath: place.path, withDestinationPath: "/dev/null")
            await #expect(throws: (any Error).self) { try await loadModelContainer(directory: folder) }
        }
    }

    @Test func `a pipe in the place of a GGUF file is refused at once`() async throws {
        try await Fixtures.withTemporaryFolder { folder in
            let place = folder.appending(path: "model.gguf")
            try await withUnwrittenPipe(at: place) {
                for url in [place, folder] { #expect(throws: EmberError.self) { try ModelFolder(url) } }
            }
        }
    }

    @Test func `a container without tensors opens, but no model loads from it`() async throws {
        let empty = Self.folder.appending(path: "safetensors/zero-tensors.safetensors")
        #expect(try SafetensorsFile(empty).tensors.isEmpty)
        try await Fixtures.withModel("llama-gqa-tied-f32", replacing: ["model.safetensors": nil]) { folder in
            try FileManager.default.copyItem(at: empty, to: folder.appending(path: "model.safetensors"))
            let error = #expect(throws: EmberError.self) { try ModelFolder(folder) }
            #expect(error?.code == .missingTensor)
        }
    }
}
