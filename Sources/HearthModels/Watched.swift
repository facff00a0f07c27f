// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A value that can be followed while it changes. Who is slow misses what lay between, never the newest.
package final class Watched<Value: Sendable & Equatable>: Sendable {
    private struct State {
        var value: Value
        var readers: [Int: AsyncStream<Value>.Continuation] = [:]
        var readersSoFar = 0
    }
    private let state: Mutex<State>

    package init(_ value: Value) { state = Mutex(State(value: value)) }

    package var value: Value { state.withLock(\.value) }

    package func change(_ edit: (inout Value) -> Void) {
        state.withLock { state in
            let before = state.value
            edit(&state.value)
            guard state.value != before else { return }
            for reader in state.readers.values { reader.yield(state.value) }
        }
    }

    /// The value now, and whenever it changes.
    package var changes: AsyncStream<Value> {
        let (stream, reader) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: .bufferingNewest(1))
        let number = state.withLock { state in
            state.readersSoFar += 1
            state.readers[state.readersSoFar] = reader
            reader.yield(state.value)
            return state.readersSoFar
        }
        reader.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.readers.removeValue(forKey: number) }
        }
        return stream
    }
}
