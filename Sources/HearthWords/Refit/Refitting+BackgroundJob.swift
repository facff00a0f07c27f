// SPDX-License-Identifier: Apache-2.0

public import HearthModels

extension BackgroundJob.Kind {
    /// Fits FSRS's parameters to the user's answers, when nobody has answered for a while.
    static let refit = BackgroundJob.Kind("refit", priority: 1, after: .seconds(20))
}

extension Refitting {
    /// Has the decks looked at when there is time, and those fitted that have enough new answers. To be called when
    /// Hearth starts and after answers.
    public func scheduleRefit(_ backgroundJobs: BackgroundJobs) {
        backgroundJobs.add(BackgroundJob(.refit, about: "words") { try await self.refitDueDecks() })
    }
}
