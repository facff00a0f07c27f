// SPDX-License-Identifier: Apache-2.0

/// The words for times of one language, in lower case and without accents.
struct TimeVocabulary: Sendable {
    enum Unit: Sendable { case day, week, month, year }
    /// When something was, as seen from now.
    enum Direction: Sendable { case last, this, next }

    let months: [String: Int]
    /// 1 for Sunday, as `Calendar` counts.
    let weekdays: [String: Int]
    let seasons: [String: Int]
    let units: [String: Unit]
    let numbers: [String: Int]
    let directions: [String: Direction]
    let weekend: [[String]]
    let before: Set<String>
    let after: Set<String>
    /// Words that stand before a month, a year or a season and mean that time: `in June`.
    let prepositions: Set<String>
    /// Words that may stand between the others and change nothing: `the summer of 2022`.
    let fillers: Set<String>
    /// Months that are other words too, and count only behind a preposition or beside a number.
    let ambiguous: Set<String>
    /// Whole expressions: how many days ago the day was.
    let days: [(words: [String], ago: Int)]
    /// Feasts: first and last day as month × 100 + day.
    let feasts: [(words: [String], first: Int, last: Int)]
    /// Words before a number of units that say how long ago: `il y a`. Where empty, `agoAfter` stands behind them.
    let agoBefore: [[String]]
    let agoAfter: Set<String>
    /// Words for which week, weekend, weekday or half of a longer time; -1 for the last.
    let ordinals: [String: Int]
    let halves: Set<String>
    /// The day before or after a time.
    let eves: [String: TimeCue.Side]
    let between: Set<String>
    let and: Set<String>
    /// Words for a third of a time: 0, 1 or 2; and what may stand between them and the time.
    let portions: [String: Int]
    let portionFillers: Set<String>

    static func of(_ language: MemoryLanguage) -> TimeVocabulary {
        switch language {
        case .english: english
        case .french: french
        }
    }

    private static func numbered(_ list: String) -> [String: Int] {
        var numbers: [String: Int] = [:]
        for (index, names) in list.split(separator: ",").enumerated() {
            for name in names.split(separator: " ") { numbers[String(name)] = index + 1 }
        }
        return numbers
    }

    static let english = TimeVocabulary(
        months: numbered(
            "january jan,february feb,march,april,may,june,july,august aug,september sept,october oct,november nov,december dec"
        ),
        weekdays: numbered("sunday,monday,tuesday,wednesday,thursday,friday,saturday"),
        seasons: numbered("spring springtime,summer summertime,autumn fall,winter wintertime"),
        units: [
            "day": .day, "days": .day, "week": .week, "weeks": .week, "month": .month, "months": .month, "year": .year,
            "years": .year,
        ],
        numbers: numbered("one a an,two couple,three few,four,five,six,seven,eight,nine,ten,eleven,twelve"),
        directions: ["last": .last, "past": .last, "previous": .last, "this": .this, "next": .next, "coming": .next],
        weekend: [["weekend"]],
        before: ["before", "until", "till", "by"], after: ["after", "since"],
        prepositions: [
            "in", "during", "of", "on", "since", "before", "after", "until", "till", "by", "early", "late", "mid",
            "around", "between", "from",
        ],
        fillers: ["the", "of", "in", "on", "early", "late", "mid"],
        ambiguous: ["may", "march", "fall", "spring", "sept", "jan"],
        days: [
            (["day", "before", "yesterday"], 2), (["yesterday"], 1), (["last", "night"], 1), (["today"], 0),
            (["tonight"], 0),
            (["this", "morning"], 0), (["this", "afternoon"], 0), (["this", "evening"], 0),
        ],
        feasts: [
            (["christmas"], 1220, 1231), (["new", "year", "s"], 1231, 102), (["new", "years"], 1231, 102),
            (["halloween"], 1029, 1101), (["valentine", "s", "day"], 213, 215), (["thanksgiving"], 1121, 1130),
        ],
        agoBefore: [], agoAfter: ["ago", "back", "earlier"],
        ordinals: ["first": 1, "second": 2, "third": 3, "fourth": 4, "last": -1], halves: ["half"],
        eves: ["eve": .before], between: ["between", "from"], and: ["and", "to", "until", "till"],
        portions: ["early": 0, "beginning": 0, "start": 0, "mid": 1, "middle": 1, "late": 2, "end": 2],
        portionFillers: ["of", "the"])

    static let french = TimeVocabulary(
        months: numbered(
            "janvier,fevrier,mars,avril,mai,juin,juillet,aout,septembre,octobre,novembre,decembre"),
        weekdays: numbered("dimanche,lundi,mardi,mercredi,jeudi,vendredi,samedi"),
        seasons: numbered("printemps,ete,automne,hiver"),
        units: [
            "jour": .day, "jours": .day, "semaine": .week, "semaines": .week, "mois": .month, "an": .year, "ans": .year,
            "annee": .year, "annees": .year,
        ],
        numbers: numbered("un une,deux,trois quelques,quatre,cinq,six,sept,huit,neuf,dix,onze,douze"),
        directions: [
            "dernier": .last, "derniere": .last, "derniers": .last, "dernieres": .last, "passe": .last, "passee": .last,
            "precedent": .last, "precedente": .last, "ce": .this, "cet": .this, "cette": .this, "prochain": .next,
            "prochaine": .next, "prochains": .next, "prochaines": .next,
        ],
        weekend: [["week", "end"], ["weekend"]],
        before: ["avant", "jusqu"], after: ["apres", "depuis"],
        prepositions: [
            "en", "au", "pendant", "durant", "de", "d", "l", "cet", "ce", "avant", "apres", "depuis", "debut", "fin",
            "mi", "entre", "et",
        ],
        fillers: ["le", "la", "l", "les", "de", "d", "du", "en", "au", "a", "mois", "debut", "fin", "mi"],
        ambiguous: ["ete", "mars"],
        days: [
            (["avant", "hier"], 2), (["hier"], 1), (["aujourd", "hui"], 0), (["ce", "matin"], 0), (["ce", "soir"], 0),
            (["cet", "apres", "midi"], 0),
        ],
        feasts: [
            (["noel"], 1220, 1231), (["nouvel", "an"], 1231, 102), (["jour", "de", "l", "an"], 1231, 102),
            (["saint", "sylvestre"], 1231, 102), (["saint", "valentin"], 213, 215), (["toussaint"], 1030, 1103),
            (["rentree"], 901, 910),
        ],
        agoBefore: [["il", "y", "a"], ["voici"], ["voila"]], agoAfter: [],
        ordinals: [
            "premier": 1, "premiere": 1, "deuxieme": 2, "second": 2, "seconde": 2, "troisieme": 3, "quatrieme": 4,
            "dernier": -1, "derniere": -1,
        ], halves: ["moitie"], eves: ["veille": .before, "lendemain": .after], between: ["entre", "du", "de"],
        and: ["et", "au", "a", "jusqu"],
        portions: ["debut": 0, "mi": 1, "milieu": 1, "fin": 2],
        portionFillers: ["de", "du", "d", "la", "le", "l", "mois"])
}

extension TimeVocabulary {
    /// Words by which a text says when something was or will be.
    var timeWords: Set<String> {
        switch self.agoBefore.isEmpty {
        case true: Self.englishTimeWords
        case false: Self.frenchTimeWords
        }
    }

    private static let englishTimeWords = english.allWords(
        and: "yesterday today tonight tomorrow ago last next weekend morning recently soon",
        without: ["may", "march", "fall"])
    private static let frenchTimeWords = french.allWords(
        and: "hier aujourd demain soir matin dernier derniere prochain prochaine recemment bientot",
        without: ["ete", "mars"])

    private func allWords(and others: String, without: Set<String>) -> Set<String> {
        Set(months.keys).union(weekdays.keys).union(units.keys).union(seasons.keys)
            .union(others.split(separator: " ").map(String.init)).subtracting(without)
    }
}
