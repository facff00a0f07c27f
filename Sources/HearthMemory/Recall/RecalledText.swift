// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Memories for a prompt: passages as text, and which ones, so that an answer can show its sources.
public struct RecalledText: Sendable, Equatable {
    public let text: String
    public let sources: [Passage]

    public init(text: String, sources: [Passage]) { (self.text, self.sources) = (text, sources) }
}

extension Recall {
    /// Finds what fits a question, within a budget of tokens, in the order in which it was said.
    ///
    /// - Parameters:
    ///   - budget: the most tokens that the text may have.
    ///   - limit: the most passages.
    ///   - tokens: how many tokens the model that will read it counts in a text.
    public func recall(
        _ question: MemoryQuestion, budget: Int, limit: Int = 20, tokens: @Sendable (String) throws -> Int
    ) async throws -> RecalledText {
        let style = Date.ISO8601FormatStyle(timeZone: question.calendar.timeZone).year().month().day()
        var left = budget
        var chosen: [(passage: Passage, line: String)] = []
        for found in try await search(question, limit: limit) where found.isRelated {
            let passage = found.passage
            let line = "\(passage.date.formatted(style)) \(passage.speaker): \(passage.text)\n"
            let cost = try tokens(line)
            // A shorter one further down may still fit.
            guard cost <= left else { continue }
            left -= cost
            chosen.append((passage, line))
        }
        chosen.sort { ($0.passage.date, $0.passage.number) < ($1.passage.date, $1.passage.number) }
        return RecalledText(text: chosen.map(\.line).joined(), sources: chosen.map(\.passage))
    }
}
