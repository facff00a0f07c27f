// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation
import HearthModels

/// An entry that something is said from.
public struct JournalSource: Sendable, Equatable {
    public var entry: JournalEntry
    /// The sentences of it that fit best, as they stand in it.
    public var quote: String

    public init(entry: JournalEntry, quote: String) { (self.entry, self.quote) = (entry, quote) }
}

/// A sentence with the source that it comes from.
public struct CitedSentence: Sendable, Equatable {
    public var text: String
    /// The place of its source in the list, from 0.
    public var source: Int
    /// Whether these are the user's own words.
    public var isQuote: Bool

    public init(_ text: String, source: Int, isQuote: Bool) {
        (self.text, self.source, self.isQuote) = (text, source, isQuote)
    }
}

/// Has a model write sentences from sources, and keeps those that their source bears out.
struct CitedWriting {
    let model: JournalModel
    let sources: [JournalSource]
    /// The user's question; empty for a look back.
    let question: String
    let language: MemoryLanguage
    let most: Int

    /// The most characters of an entry that a model is given, and of all.
    private static let longestEntry = 1_500
    private static let longestPrompt = 9_000

    /// - Returns: the sentences, in the model's order; none where it wrote nothing that its sources bear out.
    func sentences(
        task: String, progress: @Sendable (_ characters: Int) async throws -> Void
    ) async throws -> [CitedSentence] {
        let (prompt, count) = prompt
        guard count > 0 else { return [] }
        let answer: JSON
        do {
            answer = try await model.json(
                prompt, instructions: task, schema: schema(sources: count), maxTokens: 90 * most, progress: progress)
        } catch let error as ModelError where error.code == .modelFailed {
            // What it wrote is no list of sentences; the entries can be quoted all the same.
            return []
        }
        let written = answer.object?["sentences"]?.array ?? []
        return written.compactMap { sentence in
            guard
                let text = sentence.object?["text"]?.string.map({ $0.trimmingCharacters(in: .whitespacesAndNewlines) }),
                let number = sentence.object?["source"]?.integer, (1...count).contains(number),
                bears(text, sources[number - 1])
            else { return nil }
            return CitedSentence(text, source: number - 1, isQuote: false)
        }
    }

    private func bears(_ text: String, _ source: JournalSource) -> Bool {
        guard text.count <= 400, !text.contains(where: \.isNewline) else { return false }
        let date = source.entry.day.date(at: nil, in: .gmt)
        let style = Date.FormatStyle(locale: Locale(identifier: language.rawValue), timeZone: .gmt)
        let spoken = date.formatted(style.weekday(.wide).day().month(.wide).year())
        return SourceGuard(source.entry.text, given: "\(question) \(spoken)", language: language).allows(text)
    }

    /// The sources as the model reads them, as many as there is room for.
    private var prompt: (text: String, count: Int) {
        var (text, count) = ("", 0)
        for (place, source) in sources.enumerated() {
            let entry = source.entry.text.prefix(Self.longestEntry)
            let part = "[\(place + 1)] \(source.entry.day)\n\(entry)\n\n"
            guard count == 0 || text.count + part.count <= Self.longestPrompt else { break }
            text += part
            count += 1
        }
        return (question.isEmpty ? text : text + question, count)
    }

    private func schema(sources count: Int) -> JSON {
        let sentence: JSON = [
            "type": "object",
            "properties": [
                "text": ["type": "string", "minLength": 8, "maxLength": 300],
                "source": ["type": "integer", "enum": .array((1...count).map(JSON.integer))],
            ],
            "required": ["text", "source"], "additionalProperties": false,
        ]
        return [
            "type": "object",
            "properties": [
                "sentences": ["type": "array", "items": sentence, "minItems": 1, "maxItems": .integer(most)]
            ],
            "required": ["sentences"], "additionalProperties": false,
        ]
    }
}
