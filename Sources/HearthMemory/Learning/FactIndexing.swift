// SPDX-License-Identifier: Apache-2.0

/// Hears which facts have changed, so that they are found by what they say now.
public protocol FactIndexing: Sendable {
    /// Facts are new, have other words, hold no longer or are gone.
    func changed(_ facts: [Fact.ID]) async
    /// Messages that had been forgotten may be found and learned from again.
    func included(_ sources: [String]) async
}

extension Learning: FactIndexing {
    public func changed(_ facts: [Fact.ID]) async {
        let ids = Set(facts)
        // What cannot be indexed now is found as missing at the next start.
        guard !ids.isEmpty, let known = try? await store.facts(history: true).filter({ ids.contains($0.id) }) else {
            return
        }
        try? await recall.forget(.fact, sources: ids.subtracting(known.map(\.id)).sorted())
        try? await recall.remember(known)
        addBackgroundJobs()
    }

    public func included(_ sources: [String]) async {
        // The same.
        try? await store.noteUnknown(sources)
        try? await indexMissed()
        addBackgroundJobs()
    }
}
