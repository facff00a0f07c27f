// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// A clock that stands still until it is told.
public final class StepClock: Clock {
    public typealias Instant = ContinuousClock.Instant
    private struct Sleeper {
        let deadline: Instant
        let continuation: CheckedContinuation<Void, any Error>
    }
    private struct State {
        var now = ContinuousClock.now
        var sleepers: [UUID: Sleeper] = [:]
    }
    private let state = Mutex(State())

    public init() {}

    public var now: Instant { state.withLock(\.now) }
    public var minimumResolution: Duration { .nanoseconds(1) }
    /// How many tasks wait for a time to come.
    public var sleepers: Int { state.withLock(\.sleepers.count) }

    public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let id = UUID()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isOver = state.withLock { state in
                    if Task.isCancelled || deadline <= state.now { return true }
                    state.sleepers[id] = Sleeper(deadline: deadline, continuation: continuation)
                    return false
                }
                if isOver { continuation.resume(with: Result { try Task.checkCancellation() }) }
            }
        } onCancel: {
            state.withLock { $0.sleepers.removeValue(forKey: id) }?.continuation.resume(throwing: CancellationError())
        }
    }

    /// Waits until so many tasks wait for a time to come.
    public func waitForSleepers(_ count: Int) async throws {
        try await eventually("\(count) tasks sleep") { sleepers >= count }
    }

    /// Waits until a task waits for a time that is no further away than this.
    public func waitForSleeper(within duration: Duration) async throws {
        try await eventually("a task sleeps for \(duration) at most") {
            state.withLock { state in state.sleepers.values.contains { $0.deadline <= state.now + duration } }
        }
    }

    public func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.now += duration
            let due = state.sleepers.filter { $0.value.deadline <= state.now }
            for id in due.keys { state.sleepers[id] = nil }
            return due.values.map(\.continuation)
        }
        for continuation in due { continuation.resume() }
    }
}
