// SPDX-License-Identifier: Apache-2.0

import HearthModels
import HearthTesting
import Synchronization
import Testing

/// Deletions wait to be erased, or are restored.
@Suite struct DeletionQueueTests {
    private let clock = StepClock()
    private let key = DeletionQueue.Key("words", "7")

    private func queue() -> DeletionQueue { DeletionQueue(clock: clock) }

    @Test func `a deletion is erased when its time is over, and not before`() async throws {
        let (queue, log) = (queue(), Log())
        await queue.add(key, for: .seconds(8)) { log.add("7") }
        try await eventually("it waits") { clock.sleepers == 1 }
        clock.advance(by: .seconds(7))
        #expect(await queue.canRestore(key) && log.all.isEmpty)
        clock.advance(by: .seconds(1))
        try await eventually("it is erased") { log.all == ["7"] }
        #expect(await !queue.canRestore(key))
        #expect(try await queue.restore(key) { log.add("restored") } == .tooLate)
        #expect(log.all == ["7"])
    }

    @Test func `a deletion is restored once, and not erased then`() async throws {
        let (queue, log) = (queue(), Log())
        await queue.add(key, for: .seconds(8)) { log.add("erased") }
        #expect(try await queue.restore(key) { log.add("restored") } == .restored)
        #expect(try await queue.restore(key) { log.add("again") } == .restoredBefore)
        try await eventually("nobody waits") { clock.sleepers == 0 }
        #expect(log.all == ["restored"])
        // Deleted anew, it can be restored anew.
        await queue.add(key, for: .seconds(8)) {}
        #expect(try await queue.restore(key) {} == .restored)
    }

    @Test func `a restoring that fails can be tried again, and is erased in the end`() async throws {
        struct Busy: Error {}
        let (queue, log) = (queue(), Log())
        await queue.add(key, for: .seconds(8)) { log.add("erased") }
        await #expect(throws: Busy.self) { _ = try await queue.restore(key) { throw Busy() } }
        #expect(await queue.canRestore(key))
        try await eventually("it waits again") { clock.sleepers == 1 }
        clock.advance(by: .seconds(8))
        try await eventually("it is erased") { log.all == ["erased"] }
    }

    @Test func `nothing is restored into other data, or erased from them`() async throws {
        let (queue, log) = (queue(), Log())
        await queue.add(key, for: .seconds(8)) { log.add("erased") }
        try await queue.replaceEverything { log.add("replaced") }
        #expect(try await queue.restore(key) { log.add("restored") } == .tooLate)
        try await eventually("nobody waits") { clock.sleepers == 0 }
        #expect(log.all == ["replaced"])
    }

    private final class Log: Sendable {
        private let lines = Mutex<[String]>([])
        var all: [String] { lines.withLock { $0 } }
        func add(_ line: String) { lines.withLock { $0.append(line) } }
    }
}
