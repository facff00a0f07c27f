// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation
import Testing

/// Names, metadata and arguments of somebody who wants the terminal to obey them, through the built program.
@Suite struct HostileTextTests {
    /// Fills the clipboard, clears the screen, colours, reorders, hides.
    private static let evil =
        "e\u{1B}]52;c;aGk=\u{7}\u{1B}[2J\u{9B}31m\u{90}q\u{9C}\r\u{8}\u{202E}\u{200B}\u{E0041}\u{2066}l"

    /// Expects that the output holds nothing that a person at a terminal would not see.
    private func expectHarmless(_ result: ProgramResult, _ arguments: [String]) {
        for (stream, text) in [("output", result.output), ("errors", result.errors)] {
            let bad = text.unicodeScalars.filter { scalar in
                scalar.value < 0x20 && scalar != "\n" && scalar != "\t" || (0x7F..<0xA0).contains(scalar.value)
                    || scalar.properties.isDefaultIgnorableCodePoint
            }
            #expect(bad.isEmpty, "\(arguments) \(stream): \(text.debugDescription)")
        }
    }

    /// - Parameter json: the answer is one for programs, too.
    @discardableResult
    private func run(
        _ arguments: [String], home: URL, stdin: String = "", json: Bool = false
    ) throws -> ProgramResult {
        let result = try runHearth(arguments, stdin: stdin, environment: ["HEARTH_HOME": home.path])
        #expect(result.status < 128, "\(arguments) ended by a signal")
        expectHarmless(result, arguments)
        if json {
            for line in result.output.split(separator: "\n") { _ = try JSON(parsing: String(line)) }
        }
        return result
    }

    private func withHome(_ body: (_ home: URL, _ evilFolder: URL) throws -> Void) async throws {
        try await withTemporaryFolder { folder in
            let evil = folder.appending(path: "models/owner/\(Self.evil)")
            try FileManager.default.createDirectory(at: evil, withIntermediateDirectories: true)
            try body(folder, evil)
        }
    }

    @Test func `arguments come back visible`() async throws {
        try await withHome { home, folder in
            let evil = Self.evil
            let commands = [
                [evil], ["--\(evil)"], ["serve", "--port", evil], ["serve", "--host", evil], ["model", evil],
                ["model", "inspect", evil], ["model", "inspect", "--\(evil)", "x"], ["model", "tokenize", evil],
                ["model", "template", evil], ["model", "logits", evil], ["model", "embed", evil],
                ["model", "generate", evil], ["model", "accepts", evil], ["model", "bench", evil],
                ["model", "bench", evil, "--depth", evil], ["model", "convert", evil, home.path + "/to"],
                ["model", "convert", home.path, evil, "--dtype", evil], ["models", evil], ["models", "pull", evil],
                ["models", "rm", evil], ["models", "verify", evil], ["models", "add", evil],
                ["models", "add", folder.path, "--as", evil],
                ["chat", "--model", evil, "-p", "hello"], ["chat", "--seed", evil], ["backup", evil + "/\(evil)"],
                ["restore", evil],
                ["export", evil], ["doctor", evil], [evil, "--help"],
            ]
            for arguments in commands {
                let result = try run(arguments, home: home)
                #expect(result.status != 0 || arguments.contains("--help"), "\(arguments)")
                #expect(!(result.errors + result.output).isEmpty)
            }
        }
    }

    @Test func `models that lie there with such names are listed visibly`() async throws {
        try await withHome { home, folder in
            for file in try FileManager.default.contentsOfDirectory(atPath: smallModel.path) {
                try FileManager.default.createSymbolicLink(
                    at: folder.appending(path: file), withDestinationURL: smallModel.appending(path: file))
            }
            let listed = try run(["models", "list"], home: home)
            #expect(listed.output.contains("owner/e␛]52;c;aGk=␇␛[2J\\u{9B}31m"))
            let objects = try run(["models", "list", "--json"], home: home, json: true)
            let name = try JSON(parsing: objects.output)["models"]?.array?.first?["model"]?.string
            #expect(name == "owner/\(Self.evil)")
            try run(["doctor"], home: home)
            let findings = try JSON(parsing: try run(["doctor", "--json"], home: home).output)
            #expect(findings.array?.contains { $0["detail"]?.string?.contains(Self.evil) == true } == true)
            #expect(try run(["chat", "-p", "hello", "--max-tokens", "4"], home: home).status == 0)
        }
    }

    @Test func `what files say of themselves is told visibly`() async throws {
        try await withHome { home, folder in
            let text = JSON.string(Self.evil).text
            let header = #"{\#(text):{"dtype":"F32","shape":[2],"data_offsets":[0,4]}}"#
            let weights = withUnsafeBytes(of: UInt64(header.utf8.count).littleEndian) { Data($0) } + Data(header.utf8)
            let files: [(String, Data)] = [
                ("config.json", Data(#"{"model_type":\#(text),"\#("x")":\#(text)}"#.utf8)),
                ("model.safetensors", weights + Data(count: 4)), ("model.gguf", gguf(Self.evil)),
                ("chat_template.jinja", Data("{{ raise_exception('\(Self.evil)') }}".utf8)),
            ]
            for (name, data) in files { try data.write(to: folder.appending(path: name)) }
            for path in [folder.path] + files.map({ folder.appending(path: $0.0).path }) {
                try run(["model", "inspect", path], home: home)
                try run(["model", "inspect", path, "--json"], home: home, json: true)
                try run(["model", "convert", path, home.appending(path: "out-\(Self.evil)").path], home: home)
                try run(["restore", path], home: home)
            }
            let named = try run(["model", "inspect", folder.appending(path: "model.gguf").path], home: home)
            #expect(named.output.contains("␛]52;c;aGk=␇␛[2J\\u{9B}31m"))
            let template = folder.appending(path: "chat_template.jinja").path
            let answer = try run(["model", "template", template], home: home, stdin: #"{"messages":[]}"#, json: true)
            #expect(answer.output.contains("error"))
        }
    }

    @Test func `backups with such names are made, restored and checked visibly`() async throws {
        try await withHome { home, _ in
            let backups = home.appending(path: "backups-\(Self.evil)")
            try FileManager.default.createDirectory(at: backups, withIntermediateDirectories: true)
            let database = home.appending(path: "hearth.sqlite")
            try Data("not a database".utf8).write(to: database)
            for command in ["backup", "restore", "export"] {
                try run([command, backups.appending(path: Self.evil).path], home: home)
            }
            #expect(try run(["doctor"], home: home).status != 0)
            _ = try JSON(parsing: try run(["doctor", "--json"], home: home).output)
        }
    }

    /// A GGUF file without tensors whose texts are all `text`.
    private func gguf(_ text: String) -> Data {
        func number<T: FixedWidthInteger>(_ value: T) -> Data { withUnsafeBytes(of: value.littleEndian) { Data($0) } }
        func string(_ text: String) -> Data { number(UInt64(text.utf8.count)) + Data(text.utf8) }
        let keys = ["general.name", "general.license", text]
        var data = Data("GGUF".utf8) + number(UInt32(3)) + number(UInt64(0)) + number(UInt64(keys.count))
        for key in keys { data += string(key) + number(UInt32(8)) + string(text) }
        return data
    }
}
