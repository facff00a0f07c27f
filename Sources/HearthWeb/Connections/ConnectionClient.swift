// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The client at the other end of a connection. Work whose result only it reads ends when it disconnects.
final class ConnectionClient: Sendable {
    private struct State {
        var isGone = false
        var end: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    /// - Parameter end: ends the work, at once where they are gone already.
    func whenGone(_ end: @escaping @Sendable () -> Void) {
        let isGone = state.withLock { state in
            state.end = end
            return state.isGone
        }
        if isGone { end() }
    }

    func isGone() {
        let end = state.withLock { state in
            state.isGone = true
            return state.end
        }
        end?()
    }
}
