// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Fits the parameters of decks to the user's answers, in the background or when asked to.
public struct Refitting: Sendable {
    private let store: any WordStore
    private let now: @Sendable () -> Date

    public init(_ store: any WordStore, now: @escaping @Sendable () -> Date = { Date() }) {
        (self.store, self.now) = (store, now)
    }

    /// Fits those decks whose users have answered enough since the last time.
    /// - Throws: `CancellationError`, and what the store throws. What was fitted before stays.
    public func refitDueDecks() async throws {
        let (tree, counts) = (try await store.decks(), try await store.reviewCounts())
        for preset in tree.presets {
            let reviews = tree.decks(withSettingsOf: preset).reduce(0) { $0 + (counts[$1] ?? 0) }
            guard Refit.isWorthwhile(tree.settings(of: preset), reviews: reviews) else { continue }
            try await fit(preset)
        }
    }

    /// Fits the deck whose settings a deck has.
    /// - Returns: what came of it; `nil` where there is nothing to learn from yet.
    @discardableResult
    public func fit(_ deck: Int64) async throws -> ParameterFit? {
        let tree = try await store.decks()
        let preset = tree.preset(of: deck)
        let settings = tree.settings(of: preset)
        let history = try await store.history(decks: tree.decks(withSettingsOf: preset))
        guard !history.reviews.isEmpty else { return nil }
        let fit = try await Refit.fit(history, settings, at: now())
        try Task.checkCancellation()
        try await store.change(preset) { settings in
            // What the user has changed meanwhile is not fitted to these.
            guard settings.algorithm == tree.settings(of: preset).algorithm else { return }
            settings = settings.with(fit)
        }
        return fit
    }

    /// Goes back to the parameters from before the last fit.
    public func takeBack(_ deck: Int64) async throws {
        let preset = try await store.decks().preset(of: deck)
        try await store.change(preset) { $0 = $0.withoutFit }
    }
}
