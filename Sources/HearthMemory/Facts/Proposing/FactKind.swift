// SPDX-License-Identifier: Apache-2.0

extension Fact.Kind {
    /// What a candidate is about, by its words: the first that fits.
    init(_ candidate: Candidate) {
        let has = { (name: String) in candidate.traits[name] ?? 0 > 0 }
        let words = KindWords(candidate.statement)
        if candidate.form == .person || has("subject.ownPerson") || has("verb.having") && words.nameRelatives {
            self = .people
        } else if words.tellOfIllness {
            self = .health
        } else if has("word.health"), !(has("word.working") && words.onlyNameItsPlace) {
            self = .health
        } else if has("word.working") || has("word.study") && !words.run {
            self = .work
        } else if has("tense.future") || has("verb.planning") || has("tense.obligation") {
            self = .plans
        } else if has("word.living") {
            self = .places
        } else if has("word.likes") || has("word.dislikes") || has("word.habits") {
            self = .preferences
        } else if has("word.feelings") {
            self = .feelings
        } else {
            self = has("tense.past") ? .events : .preferences
        }
    }

    /// The same where the day is known on which it was written.
    /// - Parameters:
    ///   - time: as `FactTime` finds it.
    ///   - today: an ISO date.
    init(_ candidate: Candidate, time: String?, today: String) {
        let kind = Fact.Kind(candidate)
        let isAhead = time.map { $0.prefix(10) > today.prefix($0.prefix(10).count) && !$0.hasSuffix("/..") } ?? false
        self = isAhead && [.preferences, .events, .feelings].contains(kind) ? .plans : kind
    }
}

/// What the words of a statement say that the classes of the clauses do not tell apart.
private struct KindWords {
    private let words: [String]
    private let set: Set<String>

    init(_ statement: String) {
        words = WordReader.words(in: Array(statement), 0..<statement.count).map(\.text)
        set = Set(words)
    }

    /// "We have two children", « j'ai un frère »; a cat is nobody.
    var nameRelatives: Bool { !set.isDisjoint(with: Self.relatives) }

    /// « En arrêt », "off sick", or a part of the body and that something is wrong with it.
    var tellOfIllness: Bool {
        let joined = " " + words.joined(separator: " ") + " "
        if Self.signedOff.contains(where: joined.contains) { return true }
        return !set.isDisjoint(with: Self.body) && !set.isDisjoint(with: Self.trouble)
    }

    /// Who works in a hospital is not ill.
    var onlyNameItsPlace: Bool {
        let health = Lexicon.english.health.union(Lexicon.french.health)
        return set.intersection(health).isSubset(of: Self.places)
    }

    /// « Je cours » is no lesson.
    var run: Bool { zip(words, words.dropFirst()).contains { $0 == "je" && $1 == "cours" } }

    private static let relatives = Lexicon.set(
        """
        child children kid kids son sons daughter daughters brother brothers sister sisters twins twin grandchildren grandson granddaughter
        nephew niece cousin cousins husband wife boyfriend girlfriend enfant enfants fils fille filles frère frères sœur sœurs jumeaux
        jumelles petit-fils petite-fille petits-enfants neveu neveux nièce nièces cousine cousines mari femme copain copine gosses bébé baby
        """)
    private static let signedOff = [
        " en arrêt ", " arrêt maladie ", " off sick ", " sick leave ", " signed off ", " mi-temps thérapeutique ",
    ]
    private static let body = Lexicon.english.body.union(Lexicon.french.body).subtracting([
        "hair", "cheveux", "sommeil",
    ])
    private static let trouble = Lexicon.set(
        """
        hurt hurts hurting ache aches pain painful sore stiff injured broken broke sprained swollen operated surgery bad trouble problem problems
        mal douleur douleurs cassé cassée foulé opéré opérée bloqué bloquée raide enflé souffre souffrais problème problèmes fragile
        """)
    private static let places = Lexicon.set(
        """
        hospital hospitals doctor doctors dentist surgery clinic pharmacy nurse therapy therapist hôpital hôpitaux médecin dentiste psy kiné
        thérapie clinique pharmacie opération
        """)
}
