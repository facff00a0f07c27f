// SPDX-License-Identifier: Apache-2.0

/// Somebody of the user's, or an animal of theirs, whose name a sentence says: "my wife is called Anna", « ma sœur
/// s'appelle Ella ».
struct NamedOne {
    /// Relation to the user, such as `wife`.
    let relation: String
    /// As it was written.
    let name: String

    /// - Returns: `nil` for any other sentence.
    init?(_ statement: String) {
        let text = statement.replacing("’", with: "'").replacing("\u{A0}", with: " ")
        guard text.utf8.count <= 200, let found = Self.patterns.lazy.compactMap({ text.firstMatch(of: $0) }).first,
            Self.relations.contains(found.output.1.lowercased())
        else { return nil }
        (relation, name) = (found.output.1.lowercased(), String(found.output.2))
    }

    private static let relations = Lexicon.of("en").kin.union(Lexicon.of("fr").kin)

    // Regular expressions are not marked as sendable; to match changes none of them.
    private nonisolated(unsafe) static let patterns = [
        #/(?i)\b(?:my|our) (?:[\p{L}-]+ ){0,3}?([\p{L}-]+?)(?: is called| is named|'s called|'s named|'s name is) +([\p{L}'-]+(?: [\p{L}'-]+){0,3})[.!]*$/#,
        #/(?i)\b(?:mon|ma|mes|notre|nos) (?:[\p{L}-]+ ){0,3}?([\p{L}-]+)(?: s'appelle| se nomme) +([\p{L}'-]+(?: [\p{L}'-]+){0,3})[.!]*$/#,
    ]
}
