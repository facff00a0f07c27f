// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthModels

/// Whether two facts say the same, or cannot both hold.
enum FactComparison {
    /// Share of the shorter one's stems that both must have, to be the same.
    private static let same = 0.8
    /// The same for two that are about one thing.
    private static let about = 0.6

    static func isRepetition(_ new: Fact, of old: Fact) -> Bool { isRepetition(FactReading(new), of: FactReading(old)) }

    static func isRepetition(_ new: FactReading, of old: FactReading) -> Bool {
        if let one = new.value, let other = old.value {
            return one == other && new.subject == old.subject && new.fact.isNegative == old.fact.isNegative
                && new.fact.isCurrent == old.fact.isCurrent
        }
        if new.normal == old.normal { return true }
        guard new.subject == old.subject, new.fact.isNegative == old.fact.isNegative, new.attitude == old.attitude
        else { return false }
        let (a, b) = (new.stems, old.stems)
        guard !a.isEmpty, !b.isEmpty else { return new.folded == old.folded }
        guard min(a.count, b.count) >= 2 else { return a == b }
        guard share(a, b) >= same, numbers(new.fact) == numbers(old.fact) else { return false }
        return a.isSubset(of: b) || b.isSubset(of: a) || !haveOneSlot(new, old)
    }

    /// Whether a new fact closes an old one: the same thing with the other polarity, or another value of what has only
    /// one.
    static func contradicts(_ new: Fact, _ old: Fact) -> Bool { contradicts(FactReading(new), FactReading(old)) }

    static func contradicts(_ new: FactReading, _ old: FactReading) -> Bool {
        guard new.subject == old.subject, new.fact.validFrom >= old.fact.validFrom else { return false }
        if new.value != nil, old.value != nil { return contradictsInSlot(new, old) }
        // "I've moved: I live in Rennes now" says one thing twice, and neither half ends the other.
        if areOfOneMessage(new.fact, old.fact) { return false }
        let turns = new.attitude * old.attitude == -1
        let flips = (new.fact.isNegative != old.fact.isNegative) != turns
        let share = share(new.stems, old.stems)
        if flips, share >= about, !new.stems.isEmpty { return true }
        return share < same && !old.fact.isNegative && !new.fact.isNegative && haveOneSlot(new, old)
    }

    /// A new value of what has only one, the same value denied or affirmed again, or an ending.
    private static func contradictsInSlot(_ new: FactReading, _ old: FactReading) -> Bool {
        guard let one = new.value, let other = old.value, let slot = FactSlot.named(one.slot) else { return false }
        if !new.fact.isCurrent { return slot.ends.contains(other.slot) && one.words == other.words }
        guard one.slot == other.slot else { return false }
        if new.fact.isNegative != old.fact.isNegative { return one.words == other.words }
        return slot.holdsOne && !new.fact.isNegative && one.words != other.words
    }

    private static func areOfOneMessage(_ one: Fact, _ other: Fact) -> Bool {
        one.evidence.contains { item in other.evidence.contains { $0.utterance == item.utterance } }
    }

    // MARK: What has one value

    private static func haveOneSlot(_ one: FactReading, _ other: FactReading) -> Bool {
        one.slot != nil && one.slot == other.slot
    }

    /// A thing that somebody has only one of: a home, a name, a state of marriage.
    fileprivate static func slot(_ folded: String) -> String? {
        let words = Set(folded.split(separator: " "))
        let text = " " + folded + " "
        return phrases.first { words.contains($0.longestWord) && text.contains($0.text) }?.slot
    }

    /// Most facts have not one word of them, and a set tells that sooner than a search does.
    private static let phrases = slots.flatMap { slot in
        slot.phrases.map { phrase in
            let longest = phrase.split(separator: " ").max { $0.count < $1.count } ?? ""
            return (slot: slot.name, text: " \(phrase) ", longestWord: longest)
        }
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
    fileprivate static func attitude(_ folded: String) -> Int {
        let words = Set(folded.split { !$0.isLetter && $0 != "'" }.map(String.init))
        if !words.isDisjoint(with: disliking) { return -1 }
        return words.isDisjoint(with: liking) ? 0 : 1
    }

    private static let liking = Lexicon.set(
        "love loved like enjoy adore prefer aime adore prefere apprecie l'aime j'aime j'adore")
    private static let disliking = Lexicon.set("hate hated dislike loathe detest deteste hais horreur l'ai")

    // MARK: Words

    /// Beginnings of the words that carry meaning.
    static func stems(_ fact: Fact) -> Set<String> { stems(folded(fact.statement)) }

    fileprivate static func stems(_ folded: String) -> Set<String> {
        let words = folded.split { !$0.isLetter && !$0.isNumber }
        return Set(words.map { String($0.prefix(6)) }.filter { $0.count > 2 && !empty.contains($0) })
    }

    private static func numbers(_ fact: Fact) -> Set<String> {
        Set(fact.statement.split { !$0.isNumber }.map(String.init))
    }

    private static func share(_ a: Set<String>, _ b: Set<String>) -> Double {
        Double(a.intersection(b).count) / Double(max(1, min(a.count, b.count)))
    }

    /// The words alone, in small letters and without accents.
    fileprivate static func normal(_ text: String) -> String {
        folded(Markup.plain(text)).split { !$0.isLetter && !$0.isNumber }.joined(separator: " ")
    }

    /// In small letters, without accents and with straight apostrophes.
    fileprivate static func folded(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
        return text.folding(options: [.diacriticInsensitive, .caseInsensitive], locale: nil).replacing("’", with: "'")
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

/// A fact, read once for many comparisons: a new one is compared with all that are known.
struct FactReading: Sendable {
    var fact: Fact
    fileprivate let folded: String
    fileprivate let normal: String
    fileprivate let subject: String
    fileprivate let stems: Set<String>
    fileprivate let attitude: Int
    fileprivate let slot: String?
    /// `nil` for a fact without a slot.
    let value: ComparedValue?

    /// A value as it is compared: without case, accents, articles and the forms of words.
    struct ComparedValue: Sendable, Equatable {
        let slot: String
        let words: Set<String>
    }

    init(_ fact: Fact) {
        StepCounter.add(fact.statement.utf8.count)
        self.fact = fact
        folded = FactComparison.folded(fact.statement)
        normal = FactComparison.normal(fact.statement)
        subject = FactComparison.folded(fact.subject)
        stems = FactComparison.stems(folded)
        attitude = FactComparison.attitude(folded)
        slot = FactComparison.slot(folded)
        value = fact.slot.map { slot in
            let folded = FactComparison.folded(slot.value)
            let stems = FactComparison.stems(folded)
            return ComparedValue(slot: slot.name, words: stems.isEmpty ? [FactComparison.normal(slot.value)] : stems)
        }
    }
}

extension Fact {
    /// Its meaning, whatever the order and the forms of its words: two facts with the same gist say the same.
    public var gist: String {
        let stems = FactComparison.stems(self)
        let words = stems.isEmpty ? [FactPerson.key(statement)] : stems.sorted()
        let numbers = statement.split { !$0.isNumber }.map(String.init).sorted()
        return ([FactPerson.key(subject), isNegative ? "-" : "+"] + words + numbers).joined(separator: " ")
    }
}
