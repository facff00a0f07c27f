// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Who is on the other side of a connection, as the work for them has to know it: when they are gone, what was only
/// read for them ends.
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
