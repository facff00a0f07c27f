// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Lets one model answer at a time, because there is not memory for two.
///
/// Requests for the model whose turn it is are answered side by side. As soon as somebody waits for another model, new
/// requests queue up behind, so that nobody waits forever. When a model's turn comes, all that wait for it share the
/// turn, so that it is loaded once.
final class ModelTurns: Sendable {
    fileprivate struct Waiter {
        let id: Int
        let model: String
        let turn: CheckedContinuation<Void, any Error>
    }

    fileprivate struct State {
        /// The model that requests may join; `nil` where they may not.
        var model: String?
        var users = 0
        var waiting: [Waiter] = []
        var waitersSoFar = 0
    }

    private let state = Mutex(State())

    /// Whether nobody uses a model or waits for one.
    var isFree: Bool { state.withLock { $0.users == 0 && $0.waiting.isEmpty } }

    /// Waits for a model's turn. Each call that returns is followed by one of `leave`.
    /// - Throws: `CancellationError`.
    func take(_ model: String) async throws {
        let id: Int? = state.withLock { state in
            if state.waiting.isEmpty, state.users == 0 || state.model == model {
                (state.model, state.users) = (model, state.users + 1)
                return nil
            }
            state.waitersSoFar += 1
            return state.waitersSoFar
        }
        guard let id else { return }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { turn in wait(Waiter(id: id, model: model, turn: turn)) }
        } onCancel: {
            giveUp(id)
        }
    }

    /// Ends a turn.
    /// - Returns: whether nobody uses a model now.
    @discardableResult
    func leave() -> Bool {
        state.withLock { state in
            state.users -= 1
            state.admitNext()
            return state.users == 0
        }
    }

    /// Lets no further request join the present turn: what it uses is given back when it ends.
    func close() { state.withLock { $0.model = nil } }

    private func wait(_ waiter: Waiter) {
        state.withLock { state in
            // Cancelled after this, it is found among those who wait.
            guard !Task.isCancelled else { return waiter.turn.resume(throwing: CancellationError()) }
            state.waiting.append(waiter)
            // The turn may have ended since it was asked for.
            state.admitNext()
        }
    }

    private func giveUp(_ id: Int) {
        state.withLock { state in
            guard let index = state.waiting.firstIndex(where: { $0.id == id }) else { return }
            state.waiting.remove(at: index).turn.resume(throwing: CancellationError())
        }
    }
}

extension ModelTurns.State {
    fileprivate mutating func admitNext() {
        guard users == 0, let next = waiting.first?.model else { return }
        model = next
        for waiter in waiting where waiter.model == next {
            users += 1
            waiter.turn.resume()
        }
        waiting.removeAll { $0.model == next }
    }
}
