// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Whether two facts say the same, or cannot both hold.
enum FactComparison {
    /// Share of the shorter one's stems that both must have, to be the same.
    private static let same = 0.8
    /// The same for two that are about one thing.
    private static let about = 0.6

    static func isRepetition(_ new: Fact, of old: Fact) -> Bool {
        if normal(new.statement) == normal(old.statement) { return true }
        guard isSameSubject(new, old), new.isNegative == old.isNegative, attitude(new) == attitude(old) else {
            return false
        }
        let (a, b) = (stems(new), stems(old))
        guard !a.isEmpty, !b.isEmpty else { return folded(new.statement) == folded(old.statement) }
        guard min(a.count, b.count) >= 2 else { return a == b }
        if let slot = slot(new), slot == self.slot(old), a != b, !a.isSubset(of: b), !b.isSubset(of: a) { return false }
        return share(a, b) >= same && numbers(new) == numbers(old)
    }

    /// Whether a new fact closes an old one: the same thing with the other polarity, or another value of what has only
    /// one.
    static func contradicts(_ new: Fact, _ old: Fact) -> Bool {
        guard isSameSubject(new, old), new.validFrom >= old.validFrom else { return false }
        let turns = attitude(new) * attitude(old) == -1
        let flips = (new.isNegative != old.isNegative) != turns
        if flips, share(stems(new), stems(old)) >= about, !stems(new).isEmpty { return true }
        guard let slot = slot(new), slot == self.slot(old), !old.isNegative, !new.isNegative else { return false }
        return share(stems(new), stems(old)) < same
    }

    private static func isSameSubject(_ a: Fact, _ b: Fact) -> Bool { folded(a.subject) == folded(b.subject) }

    // MARK: What has one value

    /// What somebody has only one of: a home, a name, a state of marriage.
    private static func slot(_ fact: Fact) -> String? {
        let text = " " + folded(fact.statement) + " "
        return slots.first { $0.phrases.contains { text.contains(" \($0) ") } }?.name
    }

    private static let slots: [(name: String, phrases: [String])] = [
        (
            "home",
            [
                "i live", "i'm living", "we live", "i moved to", "we moved to", "we've moved to", "i've moved to",
                "j'habite", "je vis a",
                "je vis dans", "on habite", "nous habitons", "j'ai demenage", "on a demenage", "on vit a",
            ]
        ),
        ("name", ["my name is", "i'm called", "je m'appelle", "mon prenom est", "mon nom est"]),
        ("marriage", states(of: ["i'm", "i am", "we're", "je suis", "on est"])),
    ]

    private static func states(of subjects: [String]) -> [String] {
        let states = [
            "married", "single", "divorced", "engaged", "widowed", "marie", "mariee", "celibataire", "divorce",
            "divorcee", "fiance", "fiancee",
            "pacse", "pacsee", "veuf", "veuve",
        ]
        return subjects.flatMap { subject in states.map { "\(subject) \($0)" } }
    }

    /// 1 for what is liked, -1 for what is disliked, 0 for all else.
    private static func attitude(_ fact: Fact) -> Int {
        let words = Set(folded(fact.statement).split { !$0.isLetter && $0 != "'" }.map(String.init))
        if !words.isDisjoint(with: disliking) { return -1 }
        return words.isDisjoint(with: liking) ? 0 : 1
    }

    private static let liking = Lexicon.set(
        "love loved like enjoy adore prefer aime adore prefere apprecie l'aime j'aime j'adore")
    private static let disliking = Lexicon.set("hate hated dislike loathe detest deteste hais horreur l'ai")

    // MARK: Words

    /// Beginnings of the words that carry meaning.
    static func stems(_ fact: Fact) -> Set<String> {
        let words = folded(fact.statement).split { !$0.isLetter && !$0.isNumber }
        return Set(words.map { String($0.prefix(6)) }.filter { $0.count > 2 && !empty.contains($0) })
    }

    private static func numbers(_ fact: Fact) -> Set<String> {
        Set(fact.statement.split { !$0.isNumber }.map(String.init))
    }

    private static func share(_ a: Set<String>, _ b: Set<String>) -> Double {
        Double(a.intersection(b).count) / Double(max(1, min(a.count, b.count)))
    }

    /// The words alone, in small letters and without accents.
    private static func normal(_ text: String) -> String {
        folded(Markup.plain(text)).split { !$0.isLetter && !$0.isNumber }.joined(separator: " ")
    }

    private static func folded(_ text: String) -> String {
        text.folding(options: [.diacriticInsensitive, .caseInsensitive], locale: nil).replacing("’", with: "'")
    }

    private static let empty: Set<String> = {
        let words = [Lexicon.english, .french].flatMap { lexicon in
            [
                lexicon.openers, lexicon.articles, lexicon.prepositions, lexicon.negators, lexicon.being,
                lexicon.having, lexicon.vague, lexicon.myWords,
            ]
            .flatMap { $0 }
        }
        let more = liking.union(disliking).union([
            "live", "lives", "moved", "habite", "vis", "vit", "the", "and", "les", "des", "une", "ai", "not", "don",
            "any", "more", "plus",
        ])
        return Set((words + more).map { String(folded($0).prefix(6)) })
    }()
}

extension Fact {
    /// What it says, whatever the order and the forms of its words: two facts with the same gist say the same.
    public var gist: String {
        let stems = FactComparison.stems(self)
        let words = stems.isEmpty ? [FactPerson.key(statement)] : stems.sorted()
        let numbers = statement.split { !$0.isNumber }.map(String.init).sorted()
        return ([FactPerson.key(subject), isNegative ? "-" : "+"] + words + numbers).joined(separator: " ")
    }
}
