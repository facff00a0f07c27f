// SPDX-License-Identifier: Apache-2.0

import HearthChat

/// Why what is kept cannot be opened, and what can be done.
struct RecoveryPage: Page {
    static let template = "recovery"

    let title: String
    let explanation: String
    let detail: String
    let backup: BackupView?
    let restoreWords: String
    /// Says what would be lost with the data that cannot be opened.
    let loss: String
    /// Whether to begin with nothing is a way out: not where what is kept may be whole.
    let canStartAfresh: Bool
    /// Says that the last attempt failed.
    let fault: String?

    init(_ problem: RecoveryProblem, fault: String? = nil, _ clock: WallClock, _ say: Phrases) {
        let kind = problem.kind.rawValue
        title = say("recovery.\(kind)Title")
        explanation = problem.room.map { say("recovery.fullRoom", say.values($0)) } ?? say("recovery.\(kind)")
        detail = problem.detail
        backup = problem.backup.map { BackupView($0, clock, say) }
        restoreWords =
            problem.backup.map {
                let day = $0.hasTime ? say.moment($0.madeAt, clock) : say.dayInSentence($0.madeAt, clock)
                return say("recovery.restore", ["day": day])
            } ?? ""
        loss = Self.loss(problem, clock, say)
        canStartAfresh = [.damaged, .missing, .foreign].contains(problem.kind)
        self.fault = fault
    }

    private static func loss(_ problem: RecoveryProblem, _ clock: WallClock, _ say: Phrases) -> String {
        if let count = problem.lostMessages {
            return count == 0 ? say("recovery.lostNone") : say.count("recovery.lost", count)
        }
        guard let until = problem.writtenUntil else { return say("recovery.lose") }
        return say("recovery.lostUntil", ["time": say.moment(until, clock)])
    }
}
