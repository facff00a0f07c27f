// SPDX-License-Identifier: Apache-2.0

import Dispatch

/// A queue of its own, so that waiting for a disk never holds the threads that everything else shares.
final class DiskQueue: SerialExecutor {
    private let queue = DispatchQueue(label: "ember.hub.disk")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
