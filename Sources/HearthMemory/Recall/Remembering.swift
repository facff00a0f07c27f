// SPDX-License-Identifier: Apache-2.0

public import Foundation
import HearthModels

extension Recall {
    /// Adds what was said or written, cut into passages. It can be found by keywords at once, and by meaning after
    /// `embedPending`.
    ///
    /// What is private, and what no person or model said, is left out. An utterance that is there already is replaced.
    public func remember(_ utterances: [Utterance], as kind: Passage.Kind) async throws {
        let drafts = utterances.filter { !$0.isPrivate && $0.speaker != .tool }.flatMap { utterance in
            PassageDraft.cut(
                kind: kind, source: utterance.id, thread: utterance.session, speaker: utterance.speaker.rawValue,
                date: utterance.date, text: utterance.text,
                language: utterance.language.flatMap(MemoryLanguage.init(code:)))
        }
        if !drafts.isEmpty { try await index.add(drafts) }
    }

    /// Facts are passages of their own; one that no longer holds is none. A fact that something says beside
    /// conversations does not go with one.
    public func remember(_ facts: [Fact]) async throws {
        let (current, past) = (facts.filter(\.isCurrent), facts.filter { !$0.isCurrent })
        if !past.isEmpty { try await forget(.fact, sources: past.map(\.id)) }
        let utterances = current.map { fact in
            let evidence = fact.evidence.first(where: \.outlivesChats) ?? fact.evidence.first
            return Utterance(
                id: fact.id, session: evidence?.session ?? "", speaker: .user, text: fact.statement,
                date: fact.validFrom)
        }
        if !utterances.isEmpty { try await remember(utterances, as: .fact) }
    }

    /// Removes what came of these messages, entries or facts.
    public func forget(_ kind: Passage.Kind, sources: [String]) async throws {
        try await index.remove(kind, sources: sources)
    }

    /// Embeds passages that have no vector yet, or one that was made otherwise, a few at a time, the newest first.
    ///
    /// It is meant to run in the background: between two batches it gives way, and a cancelled task ends with the
    /// batch.
    /// - Returns: how many were embedded.
    /// - Throws: what the model and the index throw, and `CancellationError`.
    @discardableResult
    public nonisolated func embedPending(batch: Int = 16) async throws -> Int {
        let models = await self.models
        guard let embedding, !models.isEmpty else { return 0 }
        var count = 0
        while true {
            try Task.checkCancellation()
            let passages = try await index.unembedded(by: models.keys, limit: batch)
            guard !passages.isEmpty else { return count }
            for (space, passages) in Dictionary(grouping: passages, by: { models.space(of: $0.text) }) {
                let space = models.spaces[space]
                let vectors = try await Self.vectors(of: passages.map(\.text), by: space.model, embedding)
                try await index.add(
                    zip(passages, vectors).map { PassageVector(passage: $0.number, $1) }, of: space.key)
            }
            count += passages.count
            await Task.yield()
        }
    }

    /// Vectors of texts. One that is too long for the model is read as far as it fits.
    private static func vectors(
        of texts: [String], by model: String, _ embedding: any Embedding
    ) async throws -> [[Float]] {
        do {
            return try await embedding.embed(texts, as: .passage, with: model).vectors
        } catch let error as ModelError where error.code == .tooLong {
            if texts.count > 1 {
                let middle = texts.count / 2
                let first = try await vectors(of: Array(texts[..<middle]), by: model, embedding)
                return first + (try await vectors(of: Array(texts[middle...]), by: model, embedding))
            }
            guard let text = texts.first, text.count > 1 else { throw error }
            return try await vectors(of: [String(text.prefix(text.count / 2))], by: model, embedding)
        }
    }
}

extension PassageDraft {
    /// Letters of a passage: about what small embedding models read at once.
    static let longest = 1_000
    /// More of one text is not indexed: 1 000 passages.
    static let mostParts = 1_000

    /// A text as passages, cut between paragraphs, else sentences, else words.
    public static func cut(
        kind: Passage.Kind, source: String, thread: String, speaker: String, date: Date, text: String,
        language: MemoryLanguage? = nil
    ) -> [PassageDraft] {
        PassageCutter(longest: longest, most: mostParts).pieces(of: text).enumerated().map { part, piece in
            PassageDraft(
                kind: kind, source: source, part: part, thread: thread, speaker: speaker, date: date, text: piece,
                language: language)
        }
    }
}

/// Cuts a text into pieces of at most so many characters, at the best place near the end of each.
struct PassageCutter {
    let longest: Int
    var most = Int.max

    func pieces(of text: String) -> [String] {
        var pieces: [String] = []
        var rest = text[...]
        while !rest.isEmpty, pieces.count < most {
            let first = first(of: rest)
            let piece = first.trimmingCharacters(in: .whitespacesAndNewlines)
            if !piece.isEmpty { pieces.append(piece) }
            rest = rest[first.endIndex...]
        }
        return pieces
    }

    /// The first piece, with the space at its ends.
    func first(of text: Substring) -> Substring {
        let end = text.index(text.startIndex, offsetBy: longest, limitedBy: text.endIndex) ?? text.endIndex
        return end == text.endIndex ? text : text[..<cut(text[..<end])]
    }

    /// Where to cut a piece that is too long: behind the last paragraph, sentence or word of its second half.
    private func cut(_ piece: Substring) -> Substring.Index {
        let half = piece.index(piece.startIndex, offsetBy: longest / 2)
        let second = piece[half...]
        let cuts: [(Substring) -> Substring.Index?] = [
            { $0.lastIndex(where: \.isNewline) },
            { second in second.indices.last { ".!?…".contains(second[$0]) } },
            { $0.lastIndex(where: \.isWhitespace) },
        ]
        for find in cuts {
            if let index = find(second) { return piece.index(after: index) }
        }
        return piece.endIndex
    }
}
