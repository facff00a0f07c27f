// SPDX-License-Identifier: Apache-2.0

import Dispatch

/// A queue of its own, so that seconds of arithmetic never hold the shared thread pool.
final class ComputeThread: SerialExecutor {
    private let queue = DispatchQueue(label: "ember.compute", qos: .userInitiated)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    /// Runs `body` on the queue and hands its result over.
    func run<T>(_ body: @escaping @Sendable () throws -> sending T) async throws -> sending T {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try body() }) }
        }
    }
}
