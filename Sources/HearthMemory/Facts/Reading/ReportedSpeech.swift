// SPDX-License-Identifier: Apache-2.0

/// Whether the predicate of somebody of the writer's only reports what they say or think: "my sister says I snore".
/// "My wife is called Anna" and "my son keeps bees" tell what is so.
enum ReportedSpeech {
    static func isIn(_ predicate: ArraySlice<Word>, _ lexicon: Lexicon) -> Bool {
        let texts = predicate.filter { !$0.isQuoted }.map(\.text)
        return texts.prefix(8).indices.contains { index in
            let verb = Verb(
                before: Array(texts[..<index]), text: texts[index], after: clause(texts, from: index + 1, lexicon))
            if deeds.contains(verb.text) { return verb.reports(lexicon) || predicate.contains(where: \.isQuoted) }
            if thoughts.contains(verb.text) { return verb.tellsClause(lexicon) }
            return lexicon.reports.contains(verb.text)
        }
    }

    /// The words behind a verb, without what only says when or of whom.
    private static func clause(_ texts: [String], from index: Int, _ lexicon: Lexicon) -> [String] {
        Array(texts[index...].prefix { !lexicon.times.contains($0) && !lexicon.relatives.contains($0) })
    }

    /// Verbs of speech that are as often verbs of doing.
    private static let deeds = Lexicon.set(
        """
        called calls goes keeps writes wrote swears argues argued believes appelle écrit crie demande croit
        """)
    /// Words before something that is only in somebody's head.
    private static let thoughts = Lexicon.set(
        """
        dreams dreamt dreamed imagines imagined pretends pretended wishes hopes fears worries suspects
        rêve rêvait rêvé imagine imaginait espère souhaite craint suppose
        """)
}

/// A verb of speech and the words around it.
private struct Verb {
    let before: [String]
    let text: String
    let after: [String]

    func reports(_ lexicon: Lexicon) -> Bool {
        switch text {
        case "called", "calls", "appelle":
            if before.last == "s'" || before.last.map(lexicon.being.contains) == true { return false }
            return callsNames(lexicon)
        case "believes", "croit": return after.first.map { ["in", "en", "à", "au", "aux"].contains($0) } != true
        case "keeps": return isEmpty(lexicon) || tellsClause(lexicon) || goesOn && touchesWriter(lexicon)
        case "goes": return isEmpty(lexicon) || after.first == "like" || tellsClause(lexicon)
        default: return isEmpty(lexicon) || tellsClause(lexicon)
        }
    }

    /// "That I snore", « que je ronfle »: another clause is what is told.
    func tellsClause(_ lexicon: Lexicon) -> Bool {
        if after.first == "that" { return true }
        return after.contains {
            lexicon.iWords.contains($0) || lexicon.weWords.contains($0) || lexicon.otherSubjects.contains($0)
                || lexicon.conditions.contains($0) || ["you", "tu", "vous", "que", "qu'"].contains($0)
        }
    }

    /// "Calls me lazy", "called my plan a joke"; not "calls me every Sunday".
    private func callsNames(_ lexicon: Lexicon) -> Bool {
        let isFrench = lexicon.language == "fr"
        let object = isFrench ? before.last : after.first
        let isMine = object.map { lexicon.meWords.contains($0) || $0 == "nous" } == true
        if !isMine { return after.contains { lexicon.myWords.contains($0) || lexicon.youWords.contains($0) } }
        let rest = isFrench ? after[...] : after.dropFirst()
        guard let next = rest.first else { return false }
        let times = [lexicon.habits, lexicon.timeWords, ["on", "at", "in", "from", "the", "le"]]
        let isTime = times.contains { $0.contains(next) }
        return !isTime || ["the", "le"].contains(next) && !rest.dropFirst().prefix(1).contains(where: isTimeWord)
    }

    private func isTimeWord(_ text: String) -> Bool {
        [Lexicon.english, .french].contains { $0.timeWords.contains(text) || $0.habits.contains(text) }
    }

    /// "Keeps telling", "keeps on".
    private var goesOn: Bool { after.first.map { $0.hasSuffix("ing") || $0 == "on" } == true }

    private func touchesWriter(_ lexicon: Lexicon) -> Bool {
        after.contains { lexicon.meWords.contains($0) || lexicon.myWords.contains($0) }
    }

    /// "My sister writes", "wrote to me": what is said stands elsewhere.
    private func isEmpty(_ lexicon: Lexicon) -> Bool {
        after.allSatisfy { text in
            lexicon.meWords.contains(text) || lexicon.openers.contains(text) || lexicon.theirWords.contains(text)
                || lexicon.prepositions.contains(text) || lexicon.vague.contains(text)
        }
    }
}
