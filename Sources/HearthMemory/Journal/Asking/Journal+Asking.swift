// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The journal's answer to a question.
public struct JournalAnswer: Sendable, Equatable {
    public var question: String
    /// Nothing where no entry answers it.
    public var sentences: [CitedSentence] = []
    /// Those that are cited.
    public var sources: [JournalSource] = []
    /// The nearest entry, where nothing answers it.
    public var closest: JournalSource?
    /// The model that wrote the sentences; `nil` where they are quoted.
    public var model: String?

    public init(question: String) { self.question = question }
}

extension Journal {
    /// Sources that a model is given at most.
    private static let mostSources = 6
    private static let mostSentences = 4

    /// Answers a question from the entries alone: what no entry bears out is not said.
    ///
    /// - Parameters:
    ///   - model: writes the sentences; without one, or with a very small one, the entries are quoted.
    ///   - progress: is told how many characters are written.
    public func answer(
        _ question: String, model: JournalModel?, now: Date, calendar: Calendar,
        progress: @Sendable (_ characters: Int) async throws -> Void = { _ in }
    ) async throws -> JournalAnswer {
        var answer = JournalAnswer(question: question)
        let search = JournalSearch(question, now: now, calendar: calendar)
        let found = try await search.find(in: self, limit: Self.mostSources)
        guard found.isEnough else {
            answer.closest = found.sources.first
            return answer
        }
        answer.sources = found.sources
        if let model, !model.isTiny {
            let writing = CitedWriting(
                model: model, sources: found.sources, question: question, language: search.language,
                most: Self.mostSentences)
            answer.sentences = try await writing.sentences(task: Self.task(search.language), progress: progress)
            answer.model = answer.sentences.isEmpty ? nil : model.name
        }
        if answer.sentences.isEmpty {
            answer.sentences = found.sources.prefix(3).enumerated().map {
                CitedSentence($1.quote, source: $0, isQuote: true)
            }
        }
        return answer.renumbered
    }

    private static func task(_ language: MemoryLanguage) -> String {
        switch language {
        case .english:
            """
            You are given numbered entries of the user's own diary, and a question. Answer in one to four short sentences, in \
            English, speaking to the user as "you". Each sentence says only what one entry says, in the entry's own words as far \
            as possible, and gives that entry's number as its source. Say nothing that no entry says.
            """
        case .french:
            """
            Voici des entrées numérotées du journal de l'utilisateur, puis une question. Répondez en une à quatre phrases courtes, \
            en français, en vouvoyant l'utilisateur. Chaque phrase dit seulement ce que dit une entrée, avec ses propres mots \
            autant que possible, et donne le numéro de cette entrée comme source. Ne dites rien qu'aucune entrée ne dise.
            """
        }
    }
}

extension JournalAnswer {
    /// With the sources that are cited alone, in the order in which they are.
    var renumbered: JournalAnswer {
        var answer = self
        var order: [Int] = []
        for sentence in sentences where !order.contains(sentence.source) { order.append(sentence.source) }
        answer.sources = order.map { sources[$0] }
        answer.sentences = sentences.map {
            CitedSentence($0.text, source: order.firstIndex(of: $0.source) ?? 0, isQuote: $0.isQuote)
        }
        return answer
    }
}
