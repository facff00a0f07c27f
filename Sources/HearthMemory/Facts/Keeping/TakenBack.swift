// SPDX-License-Identifier: Apache-2.0

/// What a message says and corrects in the same breath: "I live in Paris, no wait, I live in Rome".
///
/// Only a home, a name and a marriage are looked at, of which two cannot both be true as they stand. "I live in Paris
/// during the week" leaves room for another home.
struct TakenBack {
    private enum Matter { case home, name, marriage }
    private let matter: Matter
    private let value: String

    /// Facts of one message, without those that a later one corrects.
    static func without(_ facts: [Fact]) -> [Fact] {
        // The values that were said later, by whom and what they are of.
        var later: [Key: Set<String>] = [:]
        let kept = facts.reversed().filter { fact in
            guard !fact.isNegative, fact.time == nil, let told = TakenBack(fact.statement) else { return true }
            let key = Key(subject: fact.subject, matter: told.matter)
            defer { later[key, default: []].insert(told.value) }
            return later[key, default: []].subtracting([told.value]).isEmpty
        }
        return kept.reversed()
    }

    private struct Key: Hashable {
        let subject: String
        let matter: Matter
    }

    /// Whether the later of two facts of one message corrects the earlier.
    static func isTakenBack(_ earlier: Fact, by later: Fact) -> Bool {
        guard earlier.subject == later.subject, !earlier.isNegative, !later.isNegative,
            earlier.time == nil, later.time == nil,
            let old = TakenBack(earlier.statement), let new = TakenBack(later.statement)
        else { return false }
        return old.matter == new.matter && old.value != new.value
    }

    /// - Returns: `nil` for what may hold beside another, and for all else.
    private init?(_ statement: String) {
        let text = Markup.plain(statement).replacing("’", with: "'").replacing("\u{A0}", with: " ")
        guard text.utf8.count <= 200 else { return nil }
        let words = WordReader.words(in: Array(text), 0..<text.count)
        if words.contains(where: { Self.partial.contains($0.text) }) { return nil }
        if let home = text.firstMatch(of: Self.home) {
            (matter, value) = (.home, home.output.1.lowercased())
        } else if let name = text.firstMatch(of: Self.name) {
            (matter, value) = (.name, name.output.1.lowercased())
        } else if let state = text.firstMatch(of: Self.marriage) {
            // « Mariée » and « marié » are one.
            (matter, value) = (.marriage, String(state.output.1.lowercased().withoutAccents.prefix(5)))
        } else {
            return nil
        }
    }

    // Regular expressions are not marked as sendable; to match changes none of them.
    private nonisolated(unsafe) static let home =
        #/(?i:\b(?:i live|i'm living|i am living|we live|j'habite|je vis|on habite|on vit|nous habitons)(?: now| maintenant)? (?:in|at|à|au|aux|en) )(\p{Lu}[\p{L}'-]*)/#
    private nonisolated(unsafe) static let name =
        #/(?i:\b(?:my name is|my name's|i'm called|je m'appelle) )(\p{Lu}[\p{L}'-]*)/#

    /// Who is divorced may be single or engaged as well.
    private nonisolated(unsafe) static let marriage =
        #/(?i)\b(?:i'm|i am|we're|we are|je suis|on est) (married|single|engaged|mariée?s?|célibataires?|fiancée?s?)(?: to .*| avec .*|[.!])?$/#

    /// Words with which something is so only at times, or among others.
    private static let partial = Lexicon.set(
        """
        week weeks weekday weekdays weekend weekends monday tuesday wednesday thursday friday saturday sunday spring summer autumn fall winter
        summers winters month months year half part partly sometimes often mostly usually also both when while during until till
        semaine week-end week-ends weekends lundi mardi mercredi jeudi vendredi samedi dimanche printemps été automne hiver mois an année
        moitié partie parfois souvent surtout aussi quand pendant jusqu' jusque
        """)
}
