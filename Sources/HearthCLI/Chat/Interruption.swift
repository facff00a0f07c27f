// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// Handles signals in a chat: Ctrl-C stops the current work, or leaves when there is none; the others leave tidily.
final class Interruption: Sendable {
    private struct State {
        var cancel: (@Sendable () -> Void)?
        var terminal: Terminal?
    }
    private let state = Mutex(State())

    /// Ends a program that was told to end by a signal. Source: POSIX shells, 128 and the signal's number.
    static func status(of signal: Int32) -> Int32 { 128 + signal }

    /// Begins to watch; the result stops when it is let go.
    func watch() -> SignalWatch {
        SignalWatch([SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGCONT, SIGWINCH]) { signal in self.receive(signal) }
    }

    /// The terminal that is to be put in order.
    func manage(_ terminal: Terminal?) { state.withLock { $0.terminal = terminal } }

    /// Does something that Ctrl-C stops, by cancelling its task.
    func stoppable<Result: Sendable>(_ work: @escaping @Sendable () async throws -> Result) async throws -> Result {
        // Under the lock, so that no signal comes between the work's beginning and the way to stop it.
        let task = state.withLock { state in
            let task = Task { try await work() }
            state.cancel = { task.cancel() }
            return task
        }
        defer { state.withLock { $0.cancel = nil } }
        return try await task.value
    }

    private func receive(_ signal: Int32) {
        let (cancel, terminal) = state.withLock { ($0.cancel, $0.terminal) }
        switch signal {
        case SIGCONT: terminal?.resume()
        case SIGWINCH: terminal?.wake()
        case SIGINT where cancel != nil: cancel?()
        default:
            terminal?.enter(.original)
            if StandardStream.error.isTerminal { StandardStream.error.write("\n") }
            // Not `exit`: the other threads are in the middle of things.
            _exit(Self.status(of: signal))
        }
    }
}
