// SPDX-License-Identifier: Apache-2.0

/// Words that the user has corrected since: a model that is told both cannot tell which holds.
struct OutdatedWords {
    /// Quotations of facts that no longer hold, by the messages and entries that they stand in.
    private var quotes: [String: [String]] = [:]

    /// - Parameter facts: all that there are, also those that no longer hold.
    init(_ facts: [Fact]) {
        for fact in facts where fact.supersededBy != nil {
            for evidence in fact.evidence { quotes[evidence.utterance, default: []].append(evidence.quote) }
        }
        guard !quotes.isEmpty else { return }
        // What another fact says in the same words still holds.
        for evidence in facts.filter(\.isCurrent).flatMap(\.evidence) {
            quotes[evidence.utterance]?.removeAll { FactEvidence.stands($0, in: evidence.quote) }
        }
    }

    /// A passage without those words; `nil` where it says little else.
    func without(_ passage: Passage) -> Passage? {
        guard passage.kind != .fact, let quotes = quotes[passage.source] else { return passage }
        let said = quotes.filter { FactEvidence.stands($0, in: passage.text) }
        guard !said.isEmpty else { return passage }
        let rest = said.reduce(passage.text) { $0.replacing($1, with: "…") }
        // "Remember that …", "By the way, …" lead up to what is outdated, and say nothing without it.
        let isRest = rest != passage.text && FoldedWords.all(in: rest).count > Self.leadingWords
        return isRest ? passage.saying(rest) : nil
    }

    private static let leadingWords = 6
}

extension Passage {
    /// The same with other words.
    func saying(_ text: String) -> Passage {
        Passage(
            number: number, kind: kind, source: source, part: part, thread: thread, speaker: speaker, date: date,
            text: text)
    }
}
