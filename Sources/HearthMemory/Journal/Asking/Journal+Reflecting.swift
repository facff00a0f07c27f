// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A look back at a week or a month that nobody has kept yet.
public struct ReflectionDraft: Sendable, Equatable {
    public var period: Reflection.Period
    public var firstDay: JournalDay
    public var sentences: [CitedSentence] = []
    public var sources: [JournalSource] = []
    /// All entries of the period.
    public var entryCount = 0
    public var question: String?
    /// The model that wrote the sentences; `nil` where they are quoted.
    public var model: String?

    public init(period: Reflection.Period, firstDay: JournalDay) { (self.period, self.firstDay) = (period, firstDay) }
}

extension Journal {
    /// Entries of a period, the oldest first.
    public func entries(of period: Reflection.Period, around day: JournalDay) async throws -> [JournalEntry] {
        let days = period.days(around: day)
        var query = JournalQuery(from: days.lowerBound, until: days.upperBound)
        (query.newestFirst, query.limit) = (false, 400)
        return try await store.entries(query)
    }

    /// Drafts a look back. Nothing is saved.
    ///
    /// - Parameter model: writes the sentences; without one, or with a very small one, the entries are quoted.
    public func reflect(
        on period: Reflection.Period, around day: JournalDay, model: JournalModel?, language: MemoryLanguage,
        progress: @Sendable (_ characters: Int) async throws -> Void = { _ in }
    ) async throws -> ReflectionDraft {
        let entries = try await entries(of: period, around: day)
        var draft = ReflectionDraft(period: period, firstDay: period.days(around: day).lowerBound)
        draft.entryCount = entries.count
        // Nobody is reminded of their worst hour, and no model sums it up.
        let telling = TellingSentences(entries.filter { !Care.concerns($0.text) })
        draft.sources = telling.sources(most: period == .week ? 7 : 12)
        guard !draft.sources.isEmpty else { return draft }
        if let model, !model.isTiny {
            let writing = CitedWriting(
                model: model, sources: draft.sources, question: "", language: language,
                most: period == .week ? 5 : 8)
            draft.sentences = try await writing.sentences(task: Self.lookBack(language), progress: progress)
            draft.model = draft.sentences.isEmpty ? nil : model.name
        }
        if draft.sentences.isEmpty {
            draft.sentences = draft.sources.enumerated().map { CitedSentence($1.quote, source: $0, isQuote: true) }
        }
        draft.question = telling.question
        return draft
    }

    private static func lookBack(_ language: MemoryLanguage) -> String {
        switch language {
        case .english:
            """
            You are given numbered entries of the user's own diary, in order. Tell the user in a few short sentences, in English \
            and as "you", what these days were about. Each sentence says only what one entry says, in the entry's own words as \
            far as possible, and gives that entry's number as its source. Judge nothing, advise nothing, add nothing.
            """
        case .french:
            """
            Voici des entrées numérotées du journal de l'utilisateur, dans l'ordre. Dites-lui en quelques phrases courtes, en \
            français et en le vouvoyant, de quoi ces jours étaient faits. Chaque phrase dit seulement ce que dit une entrée, avec \
            ses propres mots autant que possible, et donne le numéro de cette entrée comme source. Ne jugez pas, ne conseillez \
            pas, n'ajoutez rien.
            """
        }
    }
}

/// Of each entry the sentence that tells most: with what comes up elsewhere too, neither too short nor too long.
private struct TellingSentences {
    private let entries: [JournalEntry]
    private let stems: Set<String>

    init(_ entries: [JournalEntry]) {
        self.entries = entries.filter { $0.text.contains(where: \.isLetter) }
        let themes = JournalThemes(self.entries, least: 1, limit: 40).themes.map(\.name)
        stems = Set(themes.flatMap { name in MemoryLanguage.allCases.map { $0.stem(name.lowercased()) } })
    }

    /// The most telling ones, in the order of the entries.
    func sources(most: Int) -> [JournalSource] {
        let best = entries.compactMap { entry in Self.best(entry, stems).map { (entry, $0.text, $0.score) } }
        let chosen = best.enumerated().sorted { ($1.element.2, $0.offset) < ($0.element.2, $1.offset) }.prefix(most)
        return chosen.sorted { $0.offset < $1.offset }.map {
            JournalSource(entry: $0.element.0, quote: $0.element.1)
        }
    }

    private static func best(_ entry: JournalEntry, _ stems: Set<String>) -> (text: String, score: Double)? {
        let language = entry.language.flatMap(MemoryLanguage.init(code:)) ?? .english
        let scored = entry.titled.body.sentences.enumerated().map { place, sentence -> (text: String, score: Double) in
            let words = FoldedWords.all(in: sentence)
            let hits = Double(Set(language.stems(of: words)).intersection(stems).count)
            let length = words.count < 5 ? 0.4 : words.count > 32 ? 0.6 : 1
            let asks = sentence.hasSuffix("?") ? 0.6 : 1
            return (String(sentence.prefix(320)), (1 + hits) * length * asks - Double(place) * 0.05)
        }
        return scored.max { $0.score < $1.score }
    }

    /// The last question that the user asked in these days and that no later entry of the period repeats.
    var question: String? {
        let questions = entries.reversed().lazy.flatMap { $0.text.sentences.reversed() }.filter {
            $0.hasSuffix("?") && (4...18).contains(FoldedWords.all(in: $0).count)
        }
        return questions.first
    }
}
