// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A talk in which Hearth asks and the user answers. The entry is made of the user's own words.
public struct GuidedTalk: Sendable, Equatable, Codable {
    public struct Exchange: Sendable, Equatable, Codable {
        public var question: String
        /// `nil` until it is answered; empty where the user skipped it.
        public var answer: String?

        public init(question: String, answer: String? = nil) { (self.question, self.answer) = (question, answer) }
    }

    /// A code of a language in which there are questions.
    public var language: String
    public var exchanges: [Exchange]

    public init(language: String, exchanges: [Exchange]) {
        (self.language, self.exchanges) = (language, exchanges)
    }

    /// Questions of one talk.
    public static let length = 4

    /// The question that waits for an answer.
    public var open: String? { exchanges.last.flatMap { $0.answer == nil ? $0.question : nil } }
    public var isOver: Bool { exchanges.count >= Self.length && open == nil }

    /// The answers, a paragraph each: nothing in it is anybody else's.
    public var text: String {
        exchanges.compactMap(\.answer).map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
            .filter { !$0.isEmpty }.joined(separator: "\n\n")
    }

    public mutating func answer(_ text: String) {
        guard open != nil else { return }
        exchanges[exchanges.count - 1].answer = text
    }

    public mutating func ask(_ question: String) {
        guard open == nil, !isOver else { return }
        exchanges.append(Exchange(question: question))
    }
}
