// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation
import HearthModels

/// Asks a model how likely it finds that a quotation is a fact of the message's writer.
///
/// Nothing is generated freely: each answer is held to one text, and the likelihoods of its tokens are read. They are
/// those before anything kept the model from a choice, so they tell what it would have liked to write.
struct SecondLook: Sendable {
    let model: any Completing
    /// The model's name; `nil` for the one that answers when nobody has chosen.
    let name: String?
    let language: String

    /// What is read, as traits of a candidate.
    ///
    /// - `model.none`: the probability that the quotation, as a message of its own, has no fact, 0…1.
    /// - `model.chosen`: the logarithm of the probability that a list of the message's facts begins with the
    ///   quotation's first two tokens, from -10, over 4.
    func traits(of candidate: Candidate, in message: String) async throws -> [String: Double] {
        let none = try await tokens(of: ["facts": []], in: candidate.quote)
        let some = try await tokens(of: ["facts": [["quote": .string(candidate.quote), "fact": ""]]], in: message)
        guard !none.isEmpty, !some.isEmpty else {
            throw ModelError(.unsupported, "This model does not tell how likely it finds its words.")
        }
        let begun = Self.sum(Self.quotation(in: some, quote: JSON.string(candidate.quote).text).prefix(2))
        return ["model.none": exp(Self.sum(none)), "model.chosen": max(begun, -10) / 4]
    }

    private static func sum(_ tokens: some Sequence<TokenLikelihood>) -> Double {
        tokens.reduce(0) { $0 + Double(max($1.chosen.logarithm, -20)) }
    }

    /// The tokens of the quotation.
    private static func quotation(in tokens: [TokenLikelihood], quote: String) -> ArraySlice<TokenLikelihood> {
        let wanted = Array(quote.utf8.dropLast())
        var bytes: [UInt8] = []
        var ends: [Int] = []
        for token in tokens {
            bytes += token.chosen.bytes
            ends.append(bytes.count)
        }
        guard let start = bytes.indices.first(where: { bytes[$0...].starts(with: wanted) }) else { return [] }
        let first = ends.firstIndex { $0 > start + 1 } ?? tokens.count
        let last = ends.firstIndex { $0 >= start + wanted.count } ?? tokens.count - 1
        return first <= last ? tokens[first...last] : []
    }

    /// Has the model write a given value and reads what it makes of each token.
    private func tokens(of value: JSON, in message: String) async throws -> [TokenLikelihood] {
        var request = CompletionRequest(
            instructions: FactPrompt.instructions(language), turns: [.init(role: .user, content: message)])
        request.model = name
        request.form = .schema(["const": value])
        request.temperature = 0
        request.alternatives = 1
        request.thinks = false
        request.maxTokens = 400
        var tokens: [TokenLikelihood] = []
        for try await event in try await model.complete(request) {
            if case .token(let token) = event { tokens.append(token) }
        }
        return tokens
    }
}

/// How a model is asked for facts: in the words that the small model was taught.
enum FactPrompt {
    static func instructions(_ language: String) -> String {
        language == "fr"
            ? "Relève ce que ce message dit de son auteur, en JSON."
            : "List what this message says about its writer, as JSON."
    }
}
