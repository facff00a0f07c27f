// SPDX-License-Identifier: Apache-2.0

import CEmber
import Dispatch
import Foundation
import Synchronization

/// A thread of its own, so that seconds of arithmetic never hold the shared thread pool. Where cores are wanted by
/// others, such as those who read while an answer is written, it lets them go first.
final class ComputeThread: SerialExecutor {
    private let jobs = Jobs()

    init() {
        let jobs = jobs
        let thread = Thread {
            ember_let_others_go_first()
            while let job = jobs.next() { job() }
        }
        thread.name = "ember.compute"
        thread.stackSize = 8 << 20
        thread.start()
    }

    deinit { jobs.close() }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.add { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    /// Runs `body` on the thread and hands its result over.
    func run<T>(_ body: @escaping @Sendable () throws -> sending T) async throws -> sending T {
        try await withCheckedThrowingContinuation { continuation in
            jobs.add { continuation.resume(with: Result { try body() }) }
        }
    }
}

/// Queue of jobs that wait for a thread, in order of arrival.
private final class Jobs: Sendable {
    typealias Job = @Sendable () -> Void

    private let waiting = Mutex([Job]())
    private let signal = DispatchSemaphore(value: 0)

    func add(_ job: @escaping Job) {
        waiting.withLock { $0.append(job) }
        signal.signal()
    }

    /// Waits for a job; `nil` when there will be none any more.
    func next() -> Job? {
        signal.wait()
        return waiting.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    }

    func close() { signal.signal() }
}
