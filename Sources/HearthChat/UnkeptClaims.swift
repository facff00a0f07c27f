// SPDX-License-Identifier: Apache-2.0

import Foundation
package import HearthModels

/// Untrue claims that a small model likes to begin with: that it has noted something.
public struct UnkeptClaims: Sendable, Equatable {
    /// Words in lower case, without accents, with spaces for all else, as `c est note`.
    public var beginnings: [String]
    /// Sentences to replace an answer that consists of a claim alone; the first that was not used yet is taken.
    public var instead: [String]

    public init(beginnings: [String], instead: [String]) { (self.beginnings, self.instead) = (beginnings, instead) }

    /// Holds an answer's first words back until it is clear that they claim nothing, and leaves out the sentence where
    /// they do.
    package struct Filter {
        private let claims: UnkeptClaims
        private var held = ""
        private var isPassed = false
        private var hasText = false

        package init(_ claims: UnkeptClaims) { self.claims = claims }

        /// - Returns: the event as readers may see it; `nil` for nothing yet.
        package mutating func pass(_ event: CompletionEvent) -> CompletionEvent? {
            guard case .piece(.text(let text)) = event, !isPassed else { return event }
            held += text
            guard let shown = decide() else { return nil }
            isPassed = true
            hasText = shown.contains { !$0.isWhitespace }
            return shown.isEmpty ? nil : .piece(.text(shown))
        }

        /// Ends the answer and returns the text still to be shown.
        /// - Parameter said: earlier answers of this conversation.
        package mutating func end(after said: Set<String>) -> String? {
            if !isPassed, !isClaim(held), held.contains(where: { !$0.isWhitespace }) { return held }
            guard !hasText else { return nil }
            return claims.instead.first { !said.contains($0) } ?? claims.instead.first
        }

        /// Part of the held text that may be shown; `nil` while that is not clear.
        private func decide() -> String? {
            if isClaim(held) {
                // The claim ends with its sentence, or goes on in the next piece.
                guard let end = held.firstIndex(where: { ".!?\n".contains($0) }) else { return nil }
                let rest = held[held.index(after: end)...].drop { $0.isWhitespace || ".!?".contains($0) }
                return rest.isEmpty ? nil : String(rest)
            }
            let words = Self.fold(held)
            return claims.beginnings.contains { "\($0) ".hasPrefix(words) } ? nil : held
        }

        private func isClaim(_ text: String) -> Bool {
            let words = "\(Self.fold(text)) "
            return claims.beginnings.contains { words.hasPrefix("\($0) ") }
        }

        private static func fold(_ text: String) -> String {
            text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
                .split { !$0.isLetter && !$0.isNumber }.joined(separator: " ")
        }
    }
}
