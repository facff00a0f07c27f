// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// Conversations on their way from the thread that reads them to who saves them: so few at a time that memory stays
/// small however fast the reading is.
final class ImportPipe: Sendable {
    let batches: AsyncStream<[ImportedSession]>
    private let writer: AsyncStream<[ImportedSession]>.Continuation
    private let room = DispatchSemaphore(value: 2)
    private let isClosed = Atomic(false)

    init() { (batches, writer) = AsyncStream.makeStream() }

    /// Waits until there is room.
    /// - Throws: `CancellationError` where nobody takes them any more.
    func put(_ batch: [ImportedSession]) throws {
        room.wait()
        try check()
        writer.yield(batch)
    }

    func check() throws { if isClosed.load(ordering: .acquiring) { throw CancellationError() } }

    func makeRoom() { room.signal() }

    /// To be called by who reads, at the end.
    func finish() { writer.finish() }

    /// To be called by who saves, when nothing more is wanted.
    func close() {
        isClosed.store(true, ordering: .releasing)
        room.signal()
    }
}
