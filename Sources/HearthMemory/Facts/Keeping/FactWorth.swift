// SPDX-License-Identifier: Apache-2.0

/// Whether words say something by themselves. "Next year", "a lot" and « l'année prochaine » only say when, how
/// much, or that there is something.
enum FactWorth {
    static func saysSomething(_ statement: String) -> Bool {
        let characters = Array(Markup.plain(statement))
        return saysSomething(WordReader.words(in: characters, 0..<characters.count))
    }

    /// Numbers say nothing by themselves either, be they years or hours.
    static func saysSomething(_ words: [Word]) -> Bool {
        words.contains { $0.text.count > 1 && !$0.isNumber && !empty.contains($0.text) }
    }

    static func isTime(_ word: Word) -> Bool { times.contains(word.text) }

    private static let times = Lexicon.english.timeWords.union(Lexicon.french.timeWords).union(
        Lexicon.set(
            """
            day days time times weeks months years weekends mornings afternoons evenings nights minute second seconds moment while soon early late
            later earlier mondays tuesdays wednesdays thursdays fridays saturdays sundays spring's today's yesterday's tomorrow's tonight's
            noon midnight midday daily weekly monthly yearly recently lately currently nowadays forever ever never always past coming
            following previous all long whole half couple beginning end middle
            jour jours fois temps semaine semaines week-ends matins matinée matinées soirs soirée soirées nuits journée journées moment instant
            minute seconde secondes bientôt tôt tard récemment dernièrement actuellement toujours jamais midi minuit passé passée derniers
            dernières prochains prochaines suivant suivante précédent précédente longtemps début fin milieu il
            """))

    private static let amounts = Lexicon.set(
        """
        deux trois quatre cinq six sept huit neuf dix four five seven eight nine ten dozen hundred
        lots much many more most few fewer little less several plenty enough quite very too almost nearly bits loads tons nothing none
        nobody someone somebody anyone anybody everyone everybody somewhere anywhere somehow whatever etc
        beaucoup peu plus moins assez trop très plusieurs quelques quelque certains certaines quelqu' quelqu'un personne presque tant autant
        tellement rien tout toute tous toutes autre autres même
        """)

    private static let empty: Set<String> = [Lexicon.english, .french].reduce(into: times.union(amounts)) {
        all, lexicon in
        for words in [lexicon.openers, lexicon.vague, lexicon.articles, lexicon.prepositions, lexicon.times] {
            all.formUnion(words)
        }
    }
}
