// SPDX-License-Identifier: Apache-2.0

import Ember
import Foundation
import HearthEngine
import HearthModels
import HearthTesting
import Synchronization
import Testing

/// A model that is unloaded while it is loading.
@Suite struct UnloadingTests {
    /// Loads models, but one of the name `slow` only when it is let go.
    private final class SlowReader: Sendable {
        private struct State {
            var hasBegun = false
            var wasCancelled = false
            var isFree = false
        }
        private let state = Mutex(State())
        /// Whether it goes on although it was cancelled.
        private let isStubborn: Bool

        init(isStubborn: Bool = false) { self.isStubborn = isStubborn }

        var hasBegun: Bool { state.withLock(\.hasBegun) }
        var wasCancelled: Bool { state.withLock(\.wasCancelled) }
        func letGo() { state.withLock { $0.isFree = true } }

        func read(_ folder: URL, _ progress: @escaping @Sendable (Double) -> Void) async throws -> ModelContainer {
            guard folder.lastPathComponent == "slow" else {
                return try await loadModelContainer(directory: folder, progress: progress)
            }
            state.withLock { $0.hasBegun = true }
            while !state.withLock(\.isFree) {
                if Task.isCancelled { state.withLock { $0.wasCancelled = true } }
                if !isStubborn { try Task.checkCancellation() }
                // A cancelled task does not sleep.
                try? await Task.sleep(for: .milliseconds(5))
                await Task.yield()
            }
            return try await loadModelContainer(directory: folder, progress: progress)
        }
    }

    private func with(_ reader: SlowReader, _ body: (TestModels) async throws -> Void) async throws {
        defer { reader.letGo() }
        try await TestModels.with(
            ["someone/slow", "someone/small"], reader: { try await reader.read($0, $1) }, body)
    }

    private func asking(_ name: String, _ test: TestModels) -> Task<String, any Error> {
        var asked = request(["Hello?"])
        asked.model = name
        return Task { [asked] in try await test.answer(asked).text }
    }

    @Test func `a load that nobody waits for ends`() async throws {
        let reader = SlowReader()
        try await with(reader) { test in
            await test.models.load("someone/slow")
            try await eventually("the load begins") { reader.hasBegun }
            await test.models.unload()
            try await eventually("the load is given up") { reader.wasCancelled }
            #expect(test.models.memory.phase == .idle && test.models.memory.name == nil)
            // It can be loaded again.
            reader.letGo()
            #expect(try await !asking("someone/slow", test).value.isEmpty)
        }
    }

    @Test func `those who ask still get an answer`() async throws {
        let reader = SlowReader()
        try await with(reader) { test in
            let answer = asking("someone/slow", test)
            try await eventually("the load begins") { reader.hasBegun }
            await test.models.load("someone/slow")
            await test.models.unload()
            reader.letGo()
            #expect(try await !answer.value.isEmpty)
            #expect(!reader.wasCancelled)
        }
    }

    @Test func `when those who asked have gone, the load ends at another model's turn`() async throws {
        let reader = SlowReader()
        try await with(reader) { test in
            let answer = asking("someone/slow", test)
            try await eventually("the load begins") { reader.hasBegun }
            await test.models.unload()
            answer.cancel()
            await #expect(throws: (any Error).self) { try await answer.value }
            #expect(try await !asking("someone/small", test).value.isEmpty)
            try await eventually("the load is given up") { reader.wasCancelled }
        }
    }

    @Test func `another model waits for the memory of a load that is ending`() async throws {
        let reader = SlowReader(isStubborn: true)
        try await with(reader) { test in
            await test.models.load("someone/slow")
            try await eventually("the load begins") { reader.hasBegun }
            await test.models.unload()
            try test.setMemory(available: 10)
            let answer = asking("someone/small", test)
            try await eventually("the other loads") { test.models.memory.name == "someone/small" }
            // Longer than memory that is merely late would be waited for.
            try await Task.sleep(for: .seconds(1))
            try test.setMemory(available: 4_000_000)
            reader.letGo()
            #expect(try await !answer.value.isEmpty)
        }
    }
}
