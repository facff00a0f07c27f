// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthEngine
import HearthModels
import HearthTesting
import Synchronization
import Testing

/// Models that come and go.
@Suite struct HubLibraryTests {
    /// Speeds of the offers, as soon as there are any.
    private func speeds(_ test: TestLibrary) async throws -> [Double] {
        for _ in 0..<1_000 {
            let found = await test.library.offers().compactMap(\.tokensPerSecond)
            if !found.isEmpty { return found }
            try await Task.sleep(for: .milliseconds(5))
        }
        return []
    }

    @Test func `offers do not wait for the machine to be measured, and the best measurement counts`() async throws {
        try await withTemporaryFolder { home in
            let environment = ["HEARTH_HOME": home.path]
            let folder = ModelsFolder(environment: environment)
            try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
            let (gate, open) = AsyncStream.makeStream(of: Double.self)
            let first = try TestLibrary(folder, environment) { await gate.first { _ in true } }
            let before = await first.library.offers()
            #expect(!before.isEmpty && before.allSatisfy { $0.tokensPerSecond == nil })
            open.yield(20e9)
            let fast = try await speeds(first)
            #expect(fast.count == before.count)
            // After the next start it is known at once; a busy moment does not change it.
            let second = try TestLibrary(folder, environment) { 5e9 }
            for _ in 0..<20 {
                #expect(await second.library.offers().compactMap(\.tokensPerSecond) == fast)
                try await Task.sleep(for: .milliseconds(5))
            }
            let third = try TestLibrary(folder, environment) { 40e9 }
            _ = await third.library.offers()
            for _ in 0..<1_000 where await third.library.offers().compactMap(\.tokensPerSecond) == fast {
                try await Task.sleep(for: .milliseconds(5))
            }
            #expect(await third.library.offers().compactMap(\.tokensPerSecond) == fast.map { 2 * $0 })
        }
    }

    @Test(arguments: ["", "{}", #"{"processors":1,"bytesPerSecond":-1}"#, #"{"processors":1,"bytesPerSecond":1e300}"#])
    func `a kept speed that cannot be is not believed`(text: String) async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: ".memory-speed.json")
            try Data(text.replacing("1,", with: "\(ProcessInfo.processInfo.processorCount),").utf8).write(to: file)
            var speed = MemorySpeed(in: folder)
            #expect(speed.best == nil)
            speed.keep(.nan)
            #expect(speed.best == nil)
            speed.keep(7e9)
            #expect(MemorySpeed(in: folder).best == 7e9)
        }
    }

    @Test func `a folder that is no usable model is refused as such, and the log says why`() async throws {
        try await withTemporaryFolder { home in
            let environment = ["HEARTH_HOME": home.path]
            let test = try TestLibrary(ModelsFolder(environment: environment), environment)
            let folder = home.appending(path: "damaged")
            try FileManager.default.copyItem(at: embeddingDecoder, to: folder)
            try Data(#"{"broken":"#.utf8).write(to: folder.appending(path: "tokenizer.json"))
            for path in [folder.path, home.path + "/nowhere"] {
                let error = await #expect(throws: LibraryError.self) { try await test.library.link(path) }
                #expect(error?.code == .noModel && error?.place == path)
                // The page is told what the log is told.
                #expect(error?.reason == test.said.last)
            }
            #expect(test.said.count == 2 && test.said[0].contains("tokenizer.json"))
            #expect(await test.library.embeddingModels().isEmpty)
            try await test.library.link(embeddingDecoder.path)
            #expect(await test.library.embeddingModels().map(\.name) == ["local/qwen3-sentence"])
            let twice = await #expect(throws: LibraryError.self) { try await test.library.link(embeddingDecoder.path) }
            #expect(twice?.code == .notOurs)
        }
    }
}

/// A library of a models folder, and what it logs.
final class TestLibrary: Sendable {
    let library: HubLibrary
    private let log: Log

    private final class Log: Sendable {
        let lines = Mutex<[String]>([])
    }

    init(
        _ folder: ModelsFolder, _ environment: [String: String],
        measure: @escaping @Sendable () async -> Double? = { nil }
    ) throws {
        let log = Log()
        self.log = log
        library = try HubLibrary(
            folder, account: HubAccount(models: folder.url, environment: environment, tokens: TestTokens()),
            measure: measure, log: { line in log.lines.withLock { $0.append(line) } }, changed: {})
    }

    var said: [String] { log.lines.withLock { $0 } }
}

/// Tokens for hubs, in memory.
final class TestTokens: HubTokens {
    private let state = Mutex<[String: String]>([:])
    var kept: [String: String] { state.withLock { $0 } }
    let isBroken: Bool

    init(isBroken: Bool = false) { self.isBroken = isBroken }

    private func check() throws {
        if isBroken { throw ModelError(.secrets, "The keys cannot be read.") }
    }
    func token(for host: String) throws -> String? {
        try check()
        return kept[host]
    }
    func keep(_ token: String?, for host: String) throws {
        try check()
        state.withLock { $0[host] = token }
    }
}
