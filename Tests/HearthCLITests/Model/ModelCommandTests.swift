// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation
import Testing

/// The formats of `hearth model …`, as scripts see them: the built program, its lines and its exit status.
@Suite struct ModelCommandTests {
    private static let fixtures = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Fixtures")
    private let model = fixtures.appending(path: "models/llama-gqa-tied-q4g64")

    private func lines(_ text: String) throws -> [JSON] {
        try text.split(separator: "\n").map { try JSON(parsing: String($0)) }
    }

    private func reference() throws -> JSON {
        let data = try Data(contentsOf: model.appending(path: "reference.json"))
        return try #require(try JSON(parsing: Array(data))["prompts"]?.array?.first)
    }

    @Test func `inspect tells what a model is`() throws {
        let result = try runHearth(["model", "inspect", model.path, "--json"])
        let facts = try JSON(parsing: result.output)
        #expect(result.status == 0 && result.errors.isEmpty)
        #expect(facts["architecture"] == "llama" && facts["layers"] == 3 && facts["context"] == 1024)
        #expect(facts["quantisation"] == "4 bits, groups of 64" && facts["tokenizer"] == "BPE, 512 tokens")
        let readable = try runHearth(["model", "inspect", model.path])
        #expect(readable.output.contains("architecture") && readable.output.contains("llama"))
    }

    @Test func `tokenize goes there and back`() throws {
        let input = #"{"text":"Hello <|eot_id|>","add_special_tokens":false}"# + "\n"
        let ids = try #require(try lines(runHearth(["model", "tokenize", model.path], stdin: input).output).first)
        #expect(ids["ids"]?.array?.last == 508)
        let back = try runHearth(["model", "tokenize", model.path], stdin: ids.text + "\n")
        #expect(try lines(back.output) == [["text": "Hello <|eot_id|>"]])
        var skipping = try #require(ids.object)
        skipping["skip_special_tokens"] = true
        let skipped = try runHearth(["model", "tokenize", model.path], stdin: JSON.object(skipping).text)
        #expect(try lines(skipped.output) == [["text": "Hello "]])
    }

    @Test func `template renders the folder's own, a line's own, and tells errors apart`() throws {
        let input = """
            {"messages":[{"role":"user","content":"Hi"}],"tools":null,"add_generation_prompt":true,"now":"2025-03-05T07:08:09"}
            {"template":"{{ bos_token }}|{{ strftime_now('%d %b %Y') }}","now":"2025-03-05T07:08:09"}
            {"template":"{{ raise_exception('no ' ~ n) }}","n":3}
            """
        let result = try runHearth(["model", "template", model.path], stdin: input)
        let answers = try lines(result.output)
        #expect(result.status == 0 && answers.count == 3)
        #expect(answers[0]["text"]?.string?.hasSuffix("<|start_header_id|>assistant<|end_header_id|>\n\n") == true)
        #expect(answers[1] == ["text": "<|begin_of_text|>|05 Mar 2025"])
        #expect(answers[2]["error"]?.string?.contains("no 3") == true)
    }

    @Test func `logits and greedy text are the reference's`() throws {
        let reference = try reference()
        let line = JSON.object(JSONObject(["ids": try #require(reference["ids"])])).text
        let result = try runHearth(["model", "logits", model.path, "--precision", "reference"], stdin: line)
        let rows = try #require(try lines(result.output).first?["logits"]?.array)
        let expected = try #require(reference["logits"]?["data"]?.array)
        let got = rows.flatMap { $0.array ?? [] }
        #expect(got.count == expected.count)
        for (a, b) in zip(got, expected) { #expect(abs((a.double ?? .nan) - (b.double ?? .nan)) <= 2e-4) }

        let ids = try #require(reference["ids"])
        let request: JSON = [
            "ids": ids, "max_tokens": 32, "temperature": 0, "precision": "reference", "ignore_eos": true,
        ]
        let answer = try #require(
            try lines(runHearth(["model", "generate", model.path], stdin: request.text).output).first)
        #expect(answer["ids"] == reference["greedy"])
        #expect(answer["stop_reason"] == "length" && answer["text"]?.string != nil)
    }

    @Test func `a line that fails leaves the others their places`() throws {
        let input = """
            {"ids":[1,2],"max_tokens":2}
            {"ids":[1,2],"max_token":2}
            nonsense
            {"ids":[1,9999]}
            {"ids":[1,2],"temperature":-1}
            {"text":"hello","max_tokens":1}
            """
        let result = try runHearth(["model", "generate", model.path], stdin: input)
        let answers = try lines(result.output)
        #expect(answers.map { $0["error"] == nil } == [true, false, false, false, false, true])
        #expect(answers[1]["error"]?.string?.contains("max_token") == true)
        #expect(answers[3]["error"]?.string?.contains("9999") == true)
        #expect(result.status == 1 && result.errors.split(separator: "\n").count == 1)
    }

    @Test func `bench reports what it measured`() throws {
        let arguments = ["--prompt", "32", "--generate", "4", "--depth", "8,64", "--json"]
        let result = try runHearth(["model", "bench", model.path] + arguments, environment: ["EMBER_ISA": "scalar"])
        let report = try JSON(parsing: result.output)
        #expect(report["isa"] == "scalar")
        #expect(report["decode_tokens_per_second"]?.object?.keys == ["8", "64"])
        for key in [
            "prefill_tokens_per_second", "load_seconds", "peak_rss_bytes", "read_bandwidth_bytes_per_second", "threads",
        ] {
            #expect((report[key]?.double ?? 0) > 0, "\(key)")
        }
        // Of the usual depths, those that a short context has room for.
        let short = try runHearth(["model", "bench", smallModel.path, "--prompt", "32", "--generate", "4", "--json"])
        #expect(try JSON(parsing: short.output)["decode_tokens_per_second"]?.object?.keys == ["8"])
        let unknown = try runHearth(["model", "bench", model.path], environment: ["EMBER_ISA": "abacus"])
        #expect(unknown.status == 1 && unknown.errors.contains("abacus"))
        #expect(try runHearth(["model", "bench", model.path, "--depth", "x"]).status == 64)
    }

    @Test func `bench measures answers side by side, a tenth turn and a dictated text`() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "hearth-\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(#"{"prompt": "Say it again: one two three", "answer": [40, 12, 300, 77, 40, 12, 300, 77]}"#.utf8)
            .write(to: file)
        let arguments = ["--sessions", "1,3", "--generate", "5", "--turn", "90,20", "--dictate", file.path, "--json"]
        let result = try runHearth(["model", "bench", model.path] + arguments)
        #expect(result.status == 0, "\(result.errors)")
        let report = try JSON(parsing: result.output)
        // All but the last token that was written has been read when the tenth question comes.
        #expect(report["turn_prompt_tokens"] == 110 && report["turn_cached_tokens"] == 89)
        #expect(report["turn_uncached_tokens"] == 110 && report["dictation_tokens"] == 8)
        for key in [
            "sessions_1_tokens_per_second", "sessions_3_tokens_per_second", "turn_seconds", "turn_uncached_seconds",
            "dictation_tokens_per_second", "dictation_without_guesses_tokens_per_second",
        ] {
            #expect((report[key]?.double ?? 0) > 0, "\(key)")
        }
        #expect(report["prefill_tokens_per_second"] == nil)
        let absent = try runHearth(["model", "bench", model.path, "--dictate", file.path + "x"])
        #expect(absent.status == 1 && absent.errors.contains(file.lastPathComponent))
        for wrong in [
            ["--sessions", "0"], ["--turn", "90"], ["--turn", "9,9"], ["--context", "0"], ["--threads", "0"],
        ] {
            #expect(try runHearth(["model", "bench", model.path] + wrong).status == 64, "\(wrong)")
        }
        let embed = try runHearth(["model", "embed", model.path, "--threads", "1025"])
        #expect(embed.status == 64 && embed.errors.contains("--threads must be 1…1024, found 1025"))
    }

    @Test func `room in a conversation costs no memory before it is used`() async throws {
        guard !underAddressSanitizer else { return }
        try await withSmallModel(context: 1 << 20) { folder in
            func peak(room: Int) throws -> Int {
                let arguments = ["--prompt", "8", "--depth", "8", "--generate", "2", "--context", "\(room)", "--json"]
                let result = try runHearth(["model", "bench", folder.path] + arguments)
                return try #require(try JSON(parsing: result.output)["peak_rss_bytes"]?.integer)
            }
            // Keys and values of 12 heads; large pages of 2 MB for each would make 25 MB of it.
            let (roomy, tight) = (try peak(room: 1 << 20), try peak(room: 64))
            #expect(roomy < tight + 10_000_000)
        }
    }

    /// The next test rests on this: a program that asks for more than it may have does not come through.
    @Test func `a limit on memory is one`() throws {
        guard !underAddressSanitizer else { return }
        #expect(try runHearth(["model", "inspect", model.path], memoryLimit: 2_000).status != 0)
    }

    /// Damaged and hostile files, through the program: one line and exit status 1, or accepted; little memory either
    /// way.
    @Test func `every damaged file meets what its manifest expects`() throws {
        let folder = Self.fixtures.appending(path: "malformed")
        let manifest = try JSON(parsing: Array(Data(contentsOf: folder.appending(path: "manifest.json"))))
        var checked = 0
        for test in try #require(manifest["cases"]?.array) {
            let file = try #require(test["file"]?.string)
            let kind = file.prefix { $0 != "/" }
            guard ["safetensors", "index", "config", "tokenizer"].contains(kind) else { continue }
            checked += 1
            let result = try withInspectable(folder.appending(path: file), kind: String(kind)) { path in
                try runHearth(["model", "inspect", path], memoryLimit: 200_000)
            }
            switch test["expect"] {
            case "reject": #expect(result.status == 1, "\(file)")
            case "accept": #expect(result.status == 0, "\(file): \(result.errors)")
            default: #expect(result.status == 0 || result.status == 1, "\(file)")
            }
            #expect(
                result.errors.split(separator: "\n").count == (result.status == 0 ? 0 : 1), "\(file): \(result.errors)")
        }
        #expect(checked > 80)
    }

    /// Puts a damaged file where `inspect` looks for it: alone, or in a copy of a model.
    private func withInspectable<R>(_ url: URL, kind: String, _ body: (String) throws -> R) throws -> R {
        guard kind == "config" || kind == "tokenizer" else { return try body(url.path) }
        let folder = FileManager.default.temporaryDirectory.appending(path: "hearth-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        if kind == "config" {
            try FileManager.default.copyItem(at: Self.fixtures.appending(path: "models/llama-gqa-tied-f32"), to: folder)
            try FileManager.default.removeItem(at: folder.appending(path: "config.json"))
        } else {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }
        try FileManager.default.copyItem(at: url, to: folder.appending(path: "\(kind).json"))
        return try body(folder.path)
    }
}
