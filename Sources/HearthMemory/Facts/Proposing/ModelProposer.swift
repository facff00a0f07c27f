// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import HearthModels

/// Lets a model say which parts of a message are facts of its writer, as JSON whose quotations are held to spans of
/// that message.
struct ModelProposer: Sendable {
    let model: any Completing
    let name: String?

    /// Facts of a message, at most.
    private static let most = 6
    /// Words of a quotation, at most; and of the part of a message that is shown, so that the schema stays small.
    private static let longestQuote = 24
    private static let longestMessage = 400

    /// - Returns: the ranges that the model quotes, in characters of the message; none where it answers no such JSON.
    func quotes(in reading: MessageReading) async throws -> [Range<Int>] {
        let spans = spans(in: reading)
        guard !spans.isEmpty else { return [] }
        let text = reading.own.runs.map(reading.text).joined(separator: " ")
        var request = CompletionRequest(
            instructions: FactPrompt.instructions(reading.lexicon.language), turns: [.init(role: .user, content: text)])
        request.model = name
        request.form = .schema(schema(Array(spans.keys).sorted()))
        request.temperature = 0
        request.thinks = false
        request.maxTokens = 600
        var answer = ""
        for try await event in try await model.complete(request) {
            if case .piece(.text(let piece)) = event { answer += piece }
        }
        guard let facts = (try? JSON(parsing: answer))?["facts"]?.array else { return [] }  // cut short by the length
        return facts.compactMap { $0["quote"]?.string.flatMap { spans[$0] } }
    }

    private func schema(_ quotes: [String]) -> JSON {
        let fact: JSON = [
            "type": "object",
            "properties": [
                "quote": ["enum": .array(quotes.map { .string($0) })], "fact": ["type": "string", "maxLength": 120],
                "kind": ["enum": .array(Fact.Kind.allCases.map { .string($0.rawValue) })],
            ],
            "required": ["quote", "fact", "kind"], "additionalProperties": false,
        ]
        return [
            "type": "object",
            "properties": ["facts": ["type": "array", "items": fact, "maxItems": .integer(Self.most)]],
            "required": ["facts"], "additionalProperties": false,
        ]
    }

    /// Runs of words that end with a clause, by their text: evidence that stops in the middle of what was said is none.
    private func spans(in reading: MessageReading) -> [String: Range<Int>] {
        var spans: [String: Range<Int>] = [:]
        var words = 0
        for clause in reading.sentences.flatMap(\.clauses) {
            words += clause.words.count
            guard words <= Self.longestMessage else { break }
            for first in clause.words.suffix(Self.longestQuote) {
                let range = first.range.lowerBound..<clause.range.upperBound
                spans[reading.text(range)] = spans[reading.text(range)] ?? range
            }
        }
        return spans
    }
}
