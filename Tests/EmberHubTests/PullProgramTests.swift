// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation
import HearthTesting
import Synchronization
import Testing

@testable import EmberHub

/// The real program, killed and interrupted.
@Suite struct PullProgramTests {
    private let repository = TestRepository(size: 24_000_000)

    private func program() throws -> URL {
        let folders =
            [Bundle.main.executableURL?.deletingLastPathComponent(), Bundle.main.bundleURL]
            + Bundle.allBundles.map { $0.bundleURL.deletingLastPathComponent() }
        let programs = folders.compactMap { $0?.appending(path: "hearth") }
        return try #require(
            programs.first { FileManager.default.isExecutableFile(atPath: $0.path) }, "no hearth beside the tests")
    }

    /// A `hearth models …` that runs, with its data in `home`.
    private func start(_ arguments: [String], home: URL, _ server: LoopbackServer) throws -> (
        Process, errors: Pipe, output: Pipe
    ) {
        let process = Process()
        process.executableURL = try program()
        process.arguments = ["models"] + arguments
        var environment = ProcessInfo.processInfo.environment
        environment["HF_ENDPOINT"] = server.address
        environment["HF_TOKEN"] = nil
        environment["HEARTH_HOME"] = home.path
        process.environment = environment
        let (errors, output) = (Pipe(), Pipe())
        process.standardError = errors
        process.standardOutput = output
        try process.run()
        return (process, errors, output)
    }

    private func end(of process: Process) async throws {
        while process.isRunning { try await Task.sleep(for: .milliseconds(20)) }
    }

    private func text(_ pipe: Pipe) -> String {
        // What a short command writes fits the pipe's buffer.
        String(decoding: (try? pipe.fileHandleForReading.readToEnd()) ?? Data(), as: UTF8.self)
    }

    /// A server that is slow until it is told not to be.
    private func slowServer(
        _ repository: TestRepository? = nil
    ) async throws -> (LoopbackServer, isSlow: SharedFlag) {
        let isSlow = SharedFlag(true)
        let server = try LoopbackServer { [repository = repository ?? self.repository] request in
            var answer = repository.answer(request)
            if isSlow.value { answer.bytesPerSecond = 4_000_000 }
            return answer
        }
        return (server, isSlow)
    }

    /// Keeps its thread while it waits: a task that sleeps beside busy tests may wake when all has been sent.
    private func waitUntil(_ server: LoopbackServer, sent bytes: Int) throws {
        for _ in 0..<3000 where server.sent(of: TestRepository.weightsPath) < bytes { usleep(10_000) }
        try #require(server.sent(of: TestRepository.weightsPath) >= bytes)
    }

    /// Bytes of the weights that the note of an unfinished download claims.
    private func noted(_ home: URL, _ file: String = TestRepository.weights) throws -> Int {
        let note = home.appending(path: "models/.partial/someone--tiny/notes/\(file).json")
        let json = try JSON(parsing: Array(try Data(contentsOf: note)))
        return try #require(ByteRanges(json: json["done"], limit: 25_000_000)).count
    }

    /// Waits until so many bytes are noted: noted bytes are on the disk, while sent ones may still be on their way.
    private func waitUntil(_ home: URL, noted bytes: Int, of file: String = TestRepository.weights) throws {
        // There is no note at first, and none that could be read while it is being replaced.
        for _ in 0..<6000 where ((try? noted(home, file)) ?? 0) < bytes { usleep(10_000) }
        try #require(try noted(home, file) >= bytes)
    }

    @Test func `killed in the middle, it goes on and fetches nothing twice that it had noted`() async throws {
        try await withTemporaryFolder { home in
            let (server, isSlow) = try await slowServer()
            let (process, _, _) = try start(["pull", "someone/tiny"], home: home, server)
            try waitUntil(home, noted: 4_000_000)
            kill(process.processIdentifier, SIGKILL)
            try await end(of: process)
            #expect(process.terminationReason == .uncaughtSignal)
            let kept = try noted(home)
            #expect(kept >= 4_000_000 && kept < 24_000_000)
            isSlow.value = false
            server.forget()
            let (second, errors, output) = try start(["pull", "someone/tiny", "--json"], home: home, server)
            try await end(of: second)
            #expect(second.terminationStatus == 0, "\(text(errors))")
            #expect(server.sent(of: TestRepository.weightsPath) == 24_000_000 - kept)
            #expect(
                server.requests.allSatisfy { !$0.path.hasSuffix("/config.json") }, "small files are not fetched again")
            let place = home.appending(path: "models/someone/tiny")
            #expect(try JSON(parsing: text(output))["path"]?.string == place.path)
            #expect(Array(try Data(contentsOf: place.appending(path: "model.safetensors"))) == repository.weights)
            #expect(try FileManager.default.contentsOfDirectory(atPath: home.path + "/models/.partial").isEmpty)
        }
    }

    @Test func `Ctrl-C pauses and says how to go on`() async throws {
        try await withTemporaryFolder { home in
            let (server, _) = try await slowServer()
            let (process, errors, _) = try start(["pull", "someone/tiny"], home: home, server)
            try waitUntil(home, noted: 1_000_000)
            kill(process.processIdentifier, SIGINT)
            try await end(of: process)
            #expect(process.terminationStatus == 130)
            #expect(text(errors).contains("to go on: hearth models pull someone/tiny"))
            #expect(try noted(home) >= 1_000_000)
            let (list, _, output) = try start(["list", "--json"], home: home, server)
            try await end(of: list)
            let unfinished = try JSON(parsing: text(output))["unfinished"]?.array?.first
            #expect(unfinished?["model"]?.string == "someone/tiny" && unfinished?["total"]?.integer == 24_000_025)
            let (remove, _, _) = try start(["rm", "someone/tiny"], home: home, server)
            try await end(of: remove)
            #expect(remove.terminationStatus == 0)
            #expect(try FileManager.default.contentsOfDirectory(atPath: home.path + "/models/.partial").isEmpty)
        }
    }

    @Test func `a paused file of several goes on, and another one says what it takes the place of`() async throws {
        let repository = TestRepository(packed: ["~a.gguf", "b.gguf"], size: 16_000_000)
        try await withTemporaryFolder { home in
            let (server, isSlow) = try await slowServer(repository)
            let (process, errors, _) = try start(["pull", "someone/tiny", "--file", "~a.gguf"], home: home, server)
            try waitUntil(home, noted: 1_000_000, of: "~a.gguf")
            kill(process.processIdentifier, SIGINT)
            try await end(of: process)
            let command = "to go on: hearth models pull someone/tiny --file '~a.gguf'"
            #expect(text(errors).contains(command + ";"))
            let (list, _, listed) = try start(["list"], home: home, server)
            try await end(of: list)
            #expect(text(listed).contains(command + "\n"))
            isSlow.value = false
            let (second, secondErrors, _) = try start(["pull", "someone/tiny"], home: home, server)
            try await end(of: second)
            #expect(second.terminationStatus == 0)
            #expect(text(secondErrors).contains("going on with ~a.gguf of revision main\n"))
            let (third, thirdErrors, _) = try start(["pull", "someone/tiny", "--file", "b.gguf"], home: home, server)
            try await end(of: third)
            #expect(text(thirdErrors).contains("takes the place of ~a.gguf, which someone/tiny has now\n"))
        }
    }

    @Test func `pulls, lists, checks and removes`() async throws {
        try await withTemporaryFolder { home in
            let (server, isSlow) = try await slowServer()
            isSlow.value = false
            func run(_ arguments: String...) async throws -> (status: Int32, output: String, errors: String) {
                let (process, errors, output) = try start(arguments, home: home, server)
                try await end(of: process)
                return (process.terminationStatus, text(output), text(errors))
            }
            #expect(try await run().output.contains("no model but hearth/pocket"))
            #expect(try await run("pull", "someone/tiny").status == 0)
            let list = try JSON(parsing: try await run("list", "--json").output)["models"]?.array?.first
            #expect(list?["model"]?.string == "someone/tiny" && list?["verifiable"]?.bool == true)
            #expect(try await run("verify", "someone/tiny").status == 0)
            let config = home.appending(path: "models/someone/tiny/config.json")
            try Data("x".utf8).write(to: config)
            let damaged = try await run("verify", "someone/tiny", "--json")
            #expect(damaged.status == 1)
            #expect(try JSON(parsing: damaged.output)["damages"]?.array?.first?["file"]?.string == "config.json")
            #expect(try await run("rm", "someone/tiny").status == 0)
            let again = try await run("rm", "someone/tiny")
            #expect(again.status == 1 && again.errors.contains("is not among the models"))
            let bad = try await run("pull", "../../etc")
            #expect(bad.status == 1 && bad.errors.contains("owner/name"))
            let unknown = try await run("pull", "someone/other")
            #expect(unknown.status == 1 && unknown.errors.contains("is not on 127.0.0.1"))
        }
    }

    @Test func `the catalogue says what each model takes here`() async throws {
        try await withTemporaryFolder { home in
            let (server, _) = try await slowServer()
            let (process, _, output) = try start(["catalogue", "--json"], home: home, server)
            try await end(of: process)
            let entries = try text(output).split(separator: "\n").map { try JSON(parsing: String($0)) }
            #expect(entries.count == Catalogue.entries.count && server.requests.isEmpty)
            for entry in entries {
                #expect(["comfortable", "tight", "tooLarge"].contains(entry["fit"]?.string))
                let speed = entry["approximate_tokens_per_second"]?.double
                #expect(entry["purpose"]?.string == "embedding" ? speed == nil : (speed ?? 0) > 0)
            }
        }
    }
}

/// Something that a test switches while a server reads it.
final class SharedFlag: Sendable {
    private let state: Mutex<Bool>
    init(_ value: Bool) { state = Mutex(value) }
    var value: Bool {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
}
