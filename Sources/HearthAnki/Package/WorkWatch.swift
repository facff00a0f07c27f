// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Tells the caller how far the work has come, and stops it where the caller says so or a limit is reached. Two threads
/// may work with it; the caller is told by one at a time.
final class WorkWatch: Sendable {
    let limits: ImportLimits
    /// Bytes of the package, against which what becomes of it is measured.
    let packed: Int
    private let state: Mutex<State>
    private static let clock = ContinuousClock()

    private struct State {
        let report: ImportWatch
        var lastReport: ContinuousClock.Instant
        var lastStep: ImportProgress.Step?
        var isCancelled = false
        var memory = 0
        var unpacked = 0

        mutating func tell(_ progress: ImportProgress, at now: ContinuousClock.Instant) {
            (lastStep, lastReport) = (progress.step, now)
            if !report(progress) { isCancelled = true }
        }
    }

    /// Unpacked bytes that an archive may always have, whatever its own size.
    private static let alwaysAllowed = 64 << 20

    /// - Parameter packed: bytes of the package.
    init(_ limits: ImportLimits, packed: Int = 0, _ report: @escaping ImportWatch) {
        (self.limits, self.packed) = (limits, packed)
        state = Mutex(State(report: report, lastReport: Self.clock.now))
    }

    /// Reports at the beginning of a step, and then ten times a second. Where two steps go on at the same time, the
    /// later one is told.
    /// - Throws: `cancelled`.
    func reached(_ step: ImportProgress.Step, _ done: Int, of total: Int?) throws(AnkiError) {
        let isCancelled = state.withLock { state in
            let now = Self.clock.now
            if let last = state.lastStep, step < last { return state.isCancelled }
            if step != state.lastStep || now - state.lastReport >= .milliseconds(100) || done == total {
                state.tell(ImportProgress(step, done: done, total: total), at: now)
            }
            return state.isCancelled
        }
        if isCancelled { throw Self.cancelled }
    }

    /// Asks the caller whether to go on, where an error cannot be thrown.
    func goesOn() -> Bool {
        state.withLock { state in
            let now = Self.clock.now
            if let last = state.lastStep, now - state.lastReport >= .milliseconds(100) {
                state.tell(ImportProgress(last, done: 0, total: nil), at: now)
            }
            return !state.isCancelled
        }
    }

    /// Counts memory that the result takes.
    /// - Throws: `tooLarge`.
    func took(_ bytes: Int, for part: String) throws(AnkiError) {
        let memory = state.withLock { state in
            state.memory += bytes
            return state.memory
        }
        guard memory <= limits.memoryBytes else {
            throw AnkiError(
                .tooLarge, part, "takes more than \(limits.memoryBytes >> 20) MB of memory; import it in parts")
        }
    }

    /// Counts bytes that were unpacked.
    /// - Throws: `tooLarge` where the package grows as no collection does.
    func unpacked(_ bytes: Int, from part: String) throws(AnkiError) {
        let unpacked = state.withLock { state in
            state.unpacked += bytes
            return state.unpacked
        }
        guard unpacked <= Self.alwaysAllowed || unpacked / limits.expansion <= packed else {
            throw AnkiError(
                .tooLarge, part, "becomes more than \(limits.expansion) times larger, which no collection does")
        }
    }

    static let cancelled = AnkiError(.cancelled, "import", "was cancelled; nothing was imported")
}
