// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// How often each session has been changed since the program began, for whoever shows one and did not change it.
final class SessionChanges: Sendable {
    private struct State {
        var counts: [Session.ID: Int] = [:]
        /// Changes that concern all of them.
        var common = 0
        var readers: [Int: (session: Session.ID, reader: AsyncStream<Int>.Continuation)] = [:]
        var readersSoFar = 0
        var whenUnwatched: (@Sendable (Session.ID) -> Void)?

        func count(_ session: Session.ID) -> Int { counts[session, default: 0] + common }
        func isWatched(_ session: Session.ID) -> Bool { readers.values.contains { $0.session == session } }
    }
    private let state = Mutex(State())

    subscript(session: Session.ID) -> Int { state.withLock { $0.count(session) } }

    /// Whether somebody is told of a session's changes, as open pages are.
    func isWatched(_ session: Session.ID) -> Bool { state.withLock { $0.isWatched(session) } }

    /// Has `body` told of each session whose last reader is gone, in whatever way it went.
    func whenUnwatched(_ body: @escaping @Sendable (Session.ID) -> Void) {
        state.withLock { $0.whenUnwatched = body }
    }

    /// Counts a change, and tells of it.
    func add(to session: Session.ID) {
        state.withLock { state in
            state.counts[session, default: 0] += 1
            for (id, reader) in state.readers.values where id == session { reader.yield(state.count(id)) }
        }
    }

    /// Counts a change of every session.
    func addToAll() {
        state.withLock { state in
            state.common += 1
            for (id, reader) in state.readers.values { reader.yield(state.count(id)) }
        }
    }

    /// The count as it is, and then whenever it grows; who is slow gets the newest.
    func counts(of session: Session.ID) -> AsyncStream<Int> {
        let (stream, reader) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingNewest(1))
        let number = state.withLock { state in
            reader.yield(state.count(session))
            state.readersSoFar += 1
            state.readers[state.readersSoFar] = (session, reader)
            return state.readersSoFar
        }
        reader.onTermination = { [weak self] _ in self?.end(number) }
        return stream
    }

    /// A reader is gone.
    private func end(_ number: Int) {
        let (gone, tell) = state.withLock { state in
            let session = state.readers.removeValue(forKey: number)?.session
            return (session.flatMap { state.isWatched($0) ? nil : $0 }, state.whenUnwatched)
        }
        if let gone { tell?(gone) }
    }
}
