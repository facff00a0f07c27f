// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The background work of all features: one queue, of which one errand runs at a time.
///
/// People come first. While somebody waits for a model (`occupy`), no errand runs: the one that was running is
/// cancelled, waits at the front and is run again when nobody waits any more. It gives way to a more urgent errand
/// likewise.
public final class Errands: Sendable {
    private struct State {
        /// In the order in which they are run, among those of equal priority.
        var waiting: [Errand] = []
        var running: Run?
        var runs = 0
        var occupations = 0
        var isPaused = false
        var hasEnded = false
    }

    private struct Run {
        let number: Int
        let errand: Errand
        let task: Task<Void, Never>
        /// Whether it gives way and is to be run again.
        var givesWay = false
    }

    private let inside = Mutex(State())
    private let watched = Watched(ErrandState())
    private let clock: any Clock<Duration>

    /// - Parameter clock: what idle times are measured with.
    public init(clock: any Clock<Duration> = ContinuousClock()) { self.clock = clock }

    public var state: ErrandState { watched.value }
    /// The state now, and whenever it changes.
    public var states: AsyncStream<ErrandState> { watched.changes }

    /// Adds an errand. It takes the place of one of the same kind and subject that waits, and calls off one that runs.
    public func add(_ errand: Errand) {
        change { state in
            guard !state.hasEnded else { return }
            Self.remove(errand.kind, about: errand.subject, from: &state)
            state.waiting.append(errand)
            if let running = state.running, running.errand.kind.priority < errand.kind.priority {
                Self.interrupt(&state)
            }
        }
    }

    /// Calls errands off, whether they wait or run.
    /// - Parameter kind: `nil` for all kinds.
    public func remove(_ kind: Errand.Kind? = nil, about subject: String) {
        change { Self.remove(kind, about: subject, from: &$0) }
    }

    /// Calls all errands off. Others can be added.
    public func removeAll() {
        change { state in
            state.waiting = []
            state.running?.givesWay = false
            state.running?.task.cancel()
        }
    }

    /// Says that somebody waits for a model, until the result is let go.
    public func occupy() -> Occupation {
        change { state in
            state.occupations += 1
            Self.interrupt(&state)
        }
        return Occupation(of: self)
    }

    fileprivate func leave() { change { $0.occupations -= 1 } }

    /// Pauses background work, or goes on with it.
    public func pause(_ isPaused: Bool) {
        change { state in
            state.isPaused = isPaused
            if isPaused { Self.interrupt(&state) }
        }
    }

    /// To be called last: calls everything off and takes nothing more.
    public func end() async {
        let last = change { state in
            state.hasEnded = true
            state.waiting = []
            state.running?.givesWay = false
            state.running?.task.cancel()
            return state.running?.task
        }
        await last?.value
    }

    // MARK: The queue

    private static func remove(_ kind: Errand.Kind?, about subject: String, from state: inout State) {
        func isMeant(_ errand: Errand) -> Bool { errand.subject == subject && (kind == nil || errand.kind == kind) }
        state.waiting.removeAll(where: isMeant)
        if let running = state.running, isMeant(running.errand) {
            state.running?.givesWay = false
            running.task.cancel()
        }
    }

    private static func interrupt(_ state: inout State) {
        // One that was called off is cancelled already and stays called off.
        guard let running = state.running, !running.task.isCancelled else { return }
        state.running?.givesWay = true
        running.task.cancel()
    }

    /// Changes the state, begins what may begin, and says what has become of it.
    @discardableResult
    private func change<Result: Sendable>(_ edit: (inout State) -> Result) -> Result {
        inside.withLock { state in
            let result = edit(&state)
            begin(&state)
            watched.change {
                ($0.running, $0.waiting) = (state.running?.errand.kind, state.waiting.count)
                $0.isPaused = state.isPaused
            }
            return result
        }
    }

    private func begin(_ state: inout State) {
        guard state.running == nil, state.occupations == 0, !state.isPaused,
            let priority = state.waiting.map(\.kind.priority).max(),
            let next = state.waiting.firstIndex(where: { $0.kind.priority == priority })
        else { return }
        let errand = state.waiting.remove(at: next)
        state.runs += 1
        let number = state.runs
        let task = Task { [clock] in
            var isDone = false
            do {
                if errand.kind.idleTime > .zero { try await clock.sleep(for: errand.kind.idleTime) }
                try Task.checkCancellation()
                try await errand.work()
                isDone = true
            } catch is CancellationError {
                // It gave way, or was called off.
            } catch {
                // Its feature has dealt with what it can; the others go on. One that fails since it was cancelled is
                // run again.
                isDone = !Task.isCancelled
            }
            self.finish(number, isDone: isDone)
        }
        state.running = Run(number: number, errand: errand, task: task)
    }

    private func finish(_ number: Int, isDone: Bool) {
        change { state in
            guard let run = state.running, run.number == number else { return }
            state.running = nil
            guard run.givesWay, !isDone, !state.hasEnded else { return }
            let isReplaced = state.waiting.contains {
                $0.kind == run.errand.kind && $0.subject == run.errand.subject
            }
            if !isReplaced { state.waiting.insert(run.errand, at: 0) }
        }
    }
}

/// Somebody waits for a model. It ends when it is let go.
public final class Occupation: Sendable {
    private let errands: Errands

    fileprivate init(of errands: Errands) { self.errands = errands }

    deinit { errands.leave() }
}
