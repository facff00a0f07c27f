// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthEngine
import HearthModels
import HearthTesting
import Synchronization
import Testing

/// Models that come and go.
@Suite struct HubLibraryTests {
    @Test func `a folder that is no usable model is refused as such, and the log says why`() async throws {
        try await withTemporaryFolder { home in
            let environment = ["HEARTH_HOME": home.path]
            let test = try TestLibrary(ModelsFolder(environment: environment), environment)
            let folder = home.appending(path: "damaged")
            try FileManager.default.copyItem(at: embeddingDecoder, to: folder)
            try Data(#"{"broken":"#.utf8).write(to: folder.appending(path: "tokenizer.json"))
            for path in [folder.path, home.path + "/nowhere"] {
                let error = await #expect(throws: LibraryError.self) { try await test.library.link(path) }
                #expect(error == LibraryError(.noModel, path))
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

    init(_ folder: ModelsFolder, _ environment: [String: String]) throws {
        let log = Log()
        self.log = log
        library = try HubLibrary(
            folder, account: HubAccount(models: folder.url, environment: environment, tokens: TestTokens()),
            log: { line in log.lines.withLock { $0.append(line) } }, changed: {})
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
