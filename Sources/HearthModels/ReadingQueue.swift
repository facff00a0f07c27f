// SPDX-License-Identifier: Apache-2.0

package import Dispatch

/// A queue of its own, so that reading a long text never holds the threads that answer pages, nor an actor that others
/// wait for.
package final class ReadingQueue: SerialExecutor {
    private let queue: DispatchQueue

    /// - Parameter quality: how soon it is served on a Mac; others have but one kind.
    package init(_ label: String, _ quality: DispatchQoS = .utility) {
        queue = DispatchQueue(label: label, qos: quality)
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
