// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation
import HearthMemory
import HearthStore
import Testing

/// `hearth journal`, as scripts call it.
@Suite struct JournalCommandTests {
    /// Runs `body` with a data folder that has a store.
    private func withHome(_ body: (URL) async throws -> Void) async throws {
        let home = FileManager.default.temporaryDirectory.appending(path: "journal-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: home) }
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        guard case .ready(let store) = Store.open(in: home) else { throw CancellationError() }
        try store.close()
        try await body(home)
    }

    private func run(_ arguments: [String], in home: URL, input: String = "") throws -> ProgramResult {
        try runHearth(["journal"] + arguments, stdin: input, environment: ["HEARTH_HOME": home.path])
    }

    @Test func `an entry is piped in, listed, printed and exported`() async throws {
        try await withHome { home in
            let written = try run(
                ["today", "--mood", "bright", "--json"], in: home, input: "Half a violin\n\nShe laughed.\n")
            #expect(written.status == 0, "\(written.errors)")
            let entry = try #require(try JSON(parsing: written.output)["entries"]?.array?.first)
            #expect(entry["text"]?.string == "Half a violin\n\nShe laughed." && entry["mood"]?.string == "bright")
            #expect(try run([], in: home).output.contains("She laughed."))
            let list = try JSON(parsing: run(["list", "--json"], in: home).output)
            #expect(list["entries"]?.array?.count == 1)
            #expect(try run(["list", "--until", "1999-01-01"], in: home).output == "nothing written on these days\n")
            let folder = home.appending(path: "out")
            let exported = try run(["export", folder.path, "--json"], in: home)
            #expect(try JSON(parsing: exported.output) == ["entries": 1, "photos": 0])
            let day = try #require(entry["day"] ?? (try JSON(parsing: written.output)["day"])).string ?? ""
            let file = folder.appending(path: "\(day.prefix(4))/\(day).md")
            #expect(try String(contentsOf: file, encoding: .utf8).contains("mood: bright\n---\n\nHalf a violin"))
            #expect(try run(["export", folder.path], in: home).status == 1)
        }
    }

    @Test func `an editor writes the day's entry`() async throws {
        try await withHome { home in
            let environment = ["HEARTH_HOME": home.path, "EDITOR": "printf 'By hand' >", "VISUAL": ""]
            let written = try runHearth(["journal", "today", "--edit"], environment: environment)
            #expect(written.status == 0 && written.output.contains("By hand"), "\(written.errors)")
            let other = try runHearth(
                ["journal", "today", "--edit"],
                environment: ["HEARTH_HOME": home.path, "VISUAL": "printf 'Again' >"])
            #expect(
                other.status == 0 && other.output.contains("Again") && !other.output.contains("By hand"),
                "\(other.errors)")
        }
    }

    @Test func `a mood alone is kept, in the last entry of the day or in one of its own`() async throws {
        try await withHome { home in
            let alone = try JSON(parsing: run(["today", "--mood", "low", "--json"], in: home).output)
            #expect(alone["entries"]?.array?.compactMap { $0["mood"]?.string } == ["low"])
            let later = try JSON(parsing: run(["today", "--mood", "good", "--json"], in: home).output)
            #expect(later["entries"]?.array?.compactMap { $0["mood"]?.string } == ["good"])
        }
    }

    @Test func `what an editor wrote is kept where it cannot be saved, and nothing is overwritten unseen`() async throws
    {
        try await withHome { home in
            _ = try run(["today"], in: home, input: "Before")
            // While the editor is open, the entry is changed elsewhere; the editor then saves its own text.
            let elsewhere = "'\(try hearthProgram().path)' journal today --mood bright </dev/null >/dev/null"
            let meanwhile = "write() { \(elsewhere); printf 'By hand' > \"$1\"; }; write"
            let result = try runHearth(
                ["journal", "today", "--edit"], environment: ["HEARTH_HOME": home.path, "VISUAL": meanwhile])
            #expect(result.status == 1 && result.errors.contains("was changed elsewhere"), "\(result.errors)")
            let kept = try #require(result.errors.split(separator: "kept in ").last).dropLast()
            #expect(try String(contentsOfFile: String(kept), encoding: .utf8) == "By hand")
            try FileManager.default.removeItem(atPath: String(kept))
            let now = try run([], in: home).output
            #expect(now.contains("Before") && now.contains("bright"))
            let failed = try runHearth(
                ["journal", "today", "--edit"], environment: ["HEARTH_HOME": home.path, "VISUAL": "false"])
            #expect(failed.status == 1 && failed.errors == "Error: the editor failed\n")
        }
    }

    @Test func `output that the system does not take is a failure`() async throws {
        try await withHome { home in
            _ = try run(["today"], in: home, input: "A line")
            for command in ["journal list --json", "--help", "--version", "help journal"] {
                let result = try runInShell("\(command) > /dev/full", in: home)
                #expect(result.status == 1 && result.errors.contains("No space left on device"), "\(result)")
            }
        }
    }

    @Test func `a folder in the place of standard input is said to be no text`() async throws {
        try await withHome { home in
            let result = try runInShell("journal today < /tmp", in: home)
            #expect(result.status == 1 && result.errors == "Error: standard input cannot be read; is it a folder?\n")
        }
    }

    private func runInShell(_ command: String, in home: URL) throws -> (status: Int32, errors: String) {
        let shell = Process()
        shell.executableURL = URL(filePath: "/bin/sh")
        shell.arguments = ["-c", "'\(try hearthProgram().path)' \(command)"]
        shell.environment = hearthEnvironment(["HEARTH_HOME": home.path])
        let errors = Pipe()
        shell.standardOutput = FileHandle.nullDevice
        shell.standardError = errors
        try shell.run()
        let said = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        shell.waitUntilExit()
        return (shell.terminationStatus, said)
    }

    @Test(arguments: [
        ["today", "--mood", "6"], ["list", "--limit", "0"], ["list", "--from", "yesterday"], ["export"],
    ])
    func `wrong use is said in one line`(arguments: [String]) throws {
        let result = try runHearth(["journal"] + arguments)
        #expect(result.status == 64 && !result.errors.isEmpty)
    }

    @Test func `without data there is one clear line`() throws {
        let nowhere = FileManager.default.temporaryDirectory.appending(path: "none-\(UUID().uuidString)")
        let result = try run(["list"], in: nowhere)
        #expect(result.status == 1 && result.errors.split(separator: "\n").count == 1)
    }
}
