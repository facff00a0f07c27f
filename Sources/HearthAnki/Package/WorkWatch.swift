// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Tells the caller how far the work has come, and stops it where the caller says so or a limit is reached.
final class WorkWatch {
    let limits: ImportLimits
    private let report: ImportWatch
    private let clock = ContinuousClock()
    private var lastReport: ContinuousClock.Instant
    private var lastStep: ImportProgress.Step?
    private var isCancelled = false
    private var memory = 0
    private var unpacked = 0
    /// Bytes of the package, against which what becomes of it is measured.
    var packed = 0

    /// What an archive may become whatever its size.
    private static let alwaysAllowed = 64 << 20

    init(_ limits: ImportLimits, _ report: @escaping ImportWatch) {
        (self.limits, self.report) = (limits, report)
        lastReport = clock.now
    }

    /// Reports at the beginning of a step, and then ten times a second.
    /// - Throws: `cancelled`.
    func reached(_ step: ImportProgress.Step, _ done: Int, of total: Int?) throws(AnkiError) {
        let now = clock.now
        if step != lastStep || now - lastReport >= .milliseconds(100) || done == total {
            (lastStep, lastReport) = (step, now)
            if !report(ImportProgress(step, done: done, total: total)) { isCancelled = true }
        }
        if isCancelled { throw Self.cancelled }
    }

    /// Asks the caller whether to go on, where an error cannot be thrown.
    func goesOn() -> Bool {
        guard let lastStep, clock.now - lastReport >= .milliseconds(100) else { return !isCancelled }
        lastReport = clock.now
        if !report(ImportProgress(lastStep, done: 0, total: nil)) { isCancelled = true }
        return !isCancelled
    }

    /// Counts memory that the result takes.
    /// - Throws: `tooLarge`.
    func took(_ bytes: Int, for part: String) throws(AnkiError) {
        memory += bytes
        guard memory <= limits.memoryBytes else {
            throw AnkiError(
                .tooLarge, part, "takes more than \(limits.memoryBytes >> 20) MB of memory; import it in parts")
        }
    }

    /// Counts bytes that were unpacked.
    /// - Throws: `tooLarge` where the package grows as no collection does.
    func unpacked(_ bytes: Int, from part: String) throws(AnkiError) {
        unpacked += bytes
        guard unpacked <= Self.alwaysAllowed || unpacked / limits.expansion <= packed else {
            throw AnkiError(
                .tooLarge, part, "becomes more than \(limits.expansion) times larger, which no collection does")
        }
    }

    static let cancelled = AnkiError(.cancelled, "import", "was cancelled; nothing was imported")
}
