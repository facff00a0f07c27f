// SPDX-License-Identifier: Apache-2.0

public import HearthModels

extension Errand.Kind {
    /// Fits FSRS's parameters to the user's answers, when nobody has answered for a while.
    static let refit = Errand.Kind("refit", priority: 1, after: .seconds(20))
}

extension Refitting {
    /// Has the decks looked at when there is time, and those fitted that have enough new answers. To be called when
    /// Hearth starts and after answers.
    public func lookLater(_ errands: Errands) {
        errands.add(Errand(.refit, about: "words") { try await self.fitWhatIsWorthwhile() })
    }
}
