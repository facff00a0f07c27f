// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation
import Testing

/// `hearth model convert`, as a person or a script runs it: its lines, its end, and what it leaves behind when it is
/// stopped.
@Suite struct ConvertCommandTests {
    private static let models = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Fixtures/models")
    private let model = models.appending(path: "llama-gqa-tied-f32")

    @Test func `prints a line for each tensor, and one for the whole`() async throws {
        try await withTemporaryFolder { folder in
            let result = try runHearth(["model", "convert", model.path, folder.appending(path: "a").path])
            let lines = result.output.split(separator: "\n")
            #expect(result.status == 0 && result.errors.isEmpty && lines.count == 30)
            #expect(
                lines.contains(
                    "model.layers.0.mlp.down_proj.weight [64, 128] F32 -> model.layers.0.mlp.down_proj.weight [64, 128] "
                        + "4 bits in groups of 64, BF16 scales"))
            #expect(lines.last?.contains("bits per weight") == true)

            let json = try runHearth(
                ["model", "convert", model.path, folder.appending(path: "b").path, "--bits", "16", "--json"])
            let objects = try json.output.split(separator: "\n").map { try JSON(parsing: String($0)) }
            #expect(objects.count == 30 && objects[0]["format"] == "BF16" && objects[0]["source"]?.string != nil)
            #expect(objects.last?["parameters"] == 143_808)
            let facts = try runHearth(["model", "inspect", folder.appending(path: "b").path, "--json"])
            #expect(try JSON(parsing: facts.output)["parameters"] == 143_808)
        }
    }

    @Test func `a failure is one line and status 1, and leaves nothing`() async throws {
        try await withTemporaryFolder { folder in
            let missing = try runHearth(["model", "convert", "/no/such/model", folder.appending(path: "a").path])
            #expect(missing.status == 1 && missing.errors.split(separator: "\n").count == 1)
            let wrong = try runHearth(["model", "convert", model.path, folder.appending(path: "a").path, "--bits", "5"])
            #expect(wrong.status == 1 && wrong.errors.contains("2, 3, 4, 6, 8"))
            let nowhere = try runHearth(["model", "convert", model.path, folder.appending(path: "no/a").path])
            #expect(nowhere.status == 1 && nowhere.errors.contains("no such folder"))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        }
    }

    /// A disk that takes no more: the system refuses to let any file grow past some 20 or 40 kB.
    @Test func `a disk that takes no more leaves nothing`() async throws {
        try await withTemporaryFolder { folder in
            let process = Process()
            process.executableURL = URL(filePath: "/bin/sh")
            let command = "trap '' XFSZ; ulimit -f 40 && exec \"$0\" \"$@\""
            process.arguments = [
                "-c", command, try hearthProgram().path, "model", "convert", model.path,
                folder.appending(path: "a").path,
            ]
            let errors = Pipe()
            process.standardOutput = FileHandle.nullDevice
            process.standardError = errors
            try process.run()
            let sentence = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
            process.waitUntilExit()
            #expect(process.terminationStatus == 1 && sentence.contains("cannot be written"), "\(sentence)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        }
    }

    // MARK: Stopped in the middle

    /// A model of so many layers that a conversion's lines do not fit a pipe: it waits until they are read.
    private func writeTallModel(to folder: URL) throws {
        let (layers, width, inner) = (300, 32, 32)
        var shapes: [(String, [Int])] = [("model.embed_tokens.weight", [64, width]), ("model.norm.weight", [width])]
        for layer in 0..<layers {
            let name = "model.layers.\(layer)."
            shapes += ["input_layernorm", "post_attention_layernorm"].map { ("\(name)\($0).weight", [width]) }
            shapes += ["q", "k", "v", "o"].map { ("\(name)self_attn.\($0)_proj.weight", [width, width]) }
            shapes += ["gate", "up"].map { ("\(name)mlp.\($0)_proj.weight", [inner, width]) }
            shapes.append(("\(name)mlp.down_proj.weight", [width, inner]))
        }
        var header = JSONObject()
        var end = 0
        for (name, shape) in shapes {
            let begin = end
            end += shape.reduce(2, *)
            header[name] = [
                "dtype": "BF16", "shape": .array(shape.map(JSON.integer)),
                "data_offsets": [.integer(begin), .integer(end)],
            ]
        }
        let text = Data(JSON.object(header).text.utf8)
        let length = withUnsafeBytes(of: UInt64(text.count).littleEndian) { Data($0) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        try (length + text + Data(count: end)).write(to: folder.appending(path: "model.safetensors"))
        let config: JSON = [
            "model_type": "llama", "hidden_size": .integer(width), "num_hidden_layers": .integer(layers),
            "num_attention_heads": 2, "intermediate_size": .integer(inner), "vocab_size": 64, "rms_norm_eps": 1e-5,
            "tie_word_embeddings": true,
        ]
        try Data(config.text.utf8).write(to: folder.appending(path: "config.json"))
    }

    /// Starts a conversion, waits until it is under way, sends a signal, and returns how it ended.
    private func stop(_ source: URL, _ result: URL, with signal: Int32) async throws -> Process {
        let process = Process()
        process.executableURL = try hearthProgram()
        process.arguments = ["model", "convert", source.path, result.path, "--group-size", "32"]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        #expect(try output.fileHandleForReading.read(upToCount: 1)?.count == 1)
        #expect(!FileManager.default.fileExists(atPath: result.path))
        kill(process.processIdentifier, signal)
        // The signal is noticed on a thread of its own; the conversion itself waits for its lines to be read.
        try await Task.sleep(for: .milliseconds(500))
        _ = try output.fileHandleForReading.readToEnd()
        process.waitUntilExit()
        return process
    }

    @Test func `Ctrl-C leaves nothing`() async throws {
        try await withTemporaryFolder { folder in
            let (source, result) = (folder.appending(path: "source"), folder.appending(path: "result"))
            try writeTallModel(to: source)
            let process = try await stop(source, result, with: SIGINT)
            #expect(process.terminationReason == .exit && process.terminationStatus == 130)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["source"])
        }
    }

    @Test func `a killed conversion leaves no result, and the next one clears up`() async throws {
        try await withTemporaryFolder { folder in
            let (source, result) = (folder.appending(path: "source"), folder.appending(path: "result"))
            try writeTallModel(to: source)
            let process = try await stop(source, result, with: SIGKILL)
            #expect(process.terminationReason == .uncaughtSignal)
            let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(Set(left) == ["source", ".result.partial"])

            let again = Process()
            again.executableURL = try hearthProgram()
            again.arguments = ["model", "convert", source.path, result.path, "--group-size", "32"]
            again.standardOutput = FileHandle.nullDevice
            try again.run()
            again.waitUntilExit()
            #expect(again.terminationStatus == 0)
            let after = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(Set(after) == ["source", "result"])
            let names = try FileManager.default.contentsOfDirectory(atPath: result.path).sorted()
            #expect(names == ["config.json", "model.safetensors", "model.safetensors.index.json"])
        }
    }
}
