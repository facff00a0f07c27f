// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The background work of all features: one queue, of which one job runs at a time.
///
/// People come first. While somebody waits for a model (`beginForegroundWork`), no job runs: the one that was running
/// is cancelled, waits at the front and is run again when nobody waits any more. It gives way to a more urgent job
/// likewise.
public final class BackgroundJobs: Sendable {
    private struct State {
        /// In the order in which they are run, among those of equal priority.
        var waiting: [BackgroundJob] = []
        var running: Run?
        var runs = 0
        var foregroundWorks = 0
        var isPaused = false
        var hasEnded = false
    }

    private struct Run {
        let number: Int
        let job: BackgroundJob
        let task: Task<Void, Never>
        /// Whether it gives way and is to be run again.
        var givesWay = false
    }

    private let inside = Mutex(State())
    private let watched = Watched(BackgroundJobState())
    private let clock: any Clock<Duration>

    /// - Parameter clock: what idle times are measured with.
    public init(clock: any Clock<Duration> = ContinuousClock()) { self.clock = clock }

    public var state: BackgroundJobState { watched.value }
    /// The state now, and whenever it changes.
    public var states: AsyncStream<BackgroundJobState> { watched.changes }

    /// Adds a job in the place of one of the same kind and subject that waits, and calls off one that runs.
    public func add(_ job: BackgroundJob) {
        change { state in
            guard !state.hasEnded else { return }
            Self.remove(job.kind, about: job.subject, from: &state)
            state.waiting.append(job)
            if let running = state.running, running.job.kind.priority < job.kind.priority {
                Self.interrupt(&state)
            }
        }
    }

    /// Calls background jobs off, whether they wait or run.
    /// - Parameter kind: `nil` for all kinds.
    public func remove(_ kind: BackgroundJob.Kind? = nil, about subject: String) {
        change { Self.remove(kind, about: subject, from: &$0) }
    }

    /// Calls all background jobs off. Others can be added.
    public func removeAll() {
        change { state in
            state.waiting = []
            state.running?.givesWay = false
            state.running?.task.cancel()
        }
    }

    /// Says that somebody waits for a model, until the result is let go.
    public func beginForegroundWork() -> ForegroundWork {
        change { state in
            state.foregroundWorks += 1
            Self.interrupt(&state)
        }
        return ForegroundWork(of: self)
    }

    fileprivate func leave() { change { $0.foregroundWorks -= 1 } }

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

    private static func remove(_ kind: BackgroundJob.Kind?, about subject: String, from state: inout State) {
        func isMeant(_ job: BackgroundJob) -> Bool { job.subject == subject && (kind == nil || job.kind == kind) }
        state.waiting.removeAll(where: isMeant)
        if let running = state.running, isMeant(running.job) {
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
                ($0.running, $0.waiting) = (state.running?.job.kind, state.waiting.count)
                $0.isPaused = state.isPaused
            }
            return result
        }
    }

    private func begin(_ state: inout State) {
        guard state.running == nil, state.foregroundWorks == 0, !state.isPaused,
            let priority = state.waiting.map(\.kind.priority).max(),
            let next = state.waiting.firstIndex(where: { $0.kind.priority == priority })
        else { return }
        let job = state.waiting.remove(at: next)
        state.runs += 1
        let number = state.runs
        let task = Task { [clock] in
            var isDone = false
            do {
                if job.kind.idleTime > .zero { try await clock.sleep(for: job.kind.idleTime) }
                try Task.checkCancellation()
                try await job.work()
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
        state.running = Run(number: number, job: job, task: task)
    }

    private func finish(_ number: Int, isDone: Bool) {
        change { state in
            guard let run = state.running, run.number == number else { return }
            state.running = nil
            guard run.givesWay, !isDone, !state.hasEnded else { return }
            let isReplaced = state.waiting.contains {
                $0.kind == run.job.kind && $0.subject == run.job.subject
            }
            if !isReplaced { state.waiting.insert(run.job, at: 0) }
        }
    }
}

/// Somebody waits for a model. It ends when it is let go.
public final class ForegroundWork: Sendable {
    private let backgroundJobs: BackgroundJobs

    fileprivate init(of backgroundJobs: BackgroundJobs) { self.backgroundJobs = backgroundJobs }

    deinit { backgroundJobs.leave() }
}
