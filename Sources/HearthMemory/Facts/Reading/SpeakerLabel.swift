// SPDX-License-Identifier: Apache-2.0

/// The words before a colon, where they are the name of who speaks behind it: "Anna:", « ma sœur : », "she goes:".
struct SpeakerLabel {
    private let words: ArraySlice<Word>
    private let texts: [String]
    private let lexicon: Lexicon

    /// "For my uncle:": what is written for somebody.
    private let isFor: Bool

    init(_ words: [Word], _ lexicon: Lexicon) {
        isFor =
            words.first.map { ["for", "pour"].contains($0.text) } == true
            && words.contains { lexicon.kin.contains($0.text) }
        // "My dad this morning:" is his.
        let isAround = { (word: Word) in
            lexicon.openers.contains(word.text) || lexicon.timeWords.contains(word.text)
                || ["this", "that", "the", "ce", "cette"].contains(word.text)
        }
        let end = words.count - words.reversed().prefix(while: isAround).count
        self.words = words.prefix(end).drop { lexicon.openers.contains($0.text) }
        texts = self.words.map(\.text)
        self.lexicon = lexicon
    }

    /// - Parameter next: what stands behind the colon; "my brother: I miss him" is about him.
    func verdict(before next: Sentence?) -> ToldFrames.Verdict? {
        guard (1...6).contains(texts.count), !texts.contains(where: lexicon.iWords.contains) else { return nil }
        if isFor { return .onlyAsked }
        let (who, isSpeaking) = speaker
        guard let first = who.first, who.count <= 5 else { return nil }
        if who.count == 1, Self.pronouns.contains(first.text) { return .refused(.hearsay, from: 0) }
        if let isGroup = kin(who) {
            if isSpeaking { return .refused(.hearsay, from: 0) }
            return isGroup || next.map(pointsBack) == true ? .onlyAsked : .refused(.hearsay, from: 0)
        }
        // A name, or the heading of a list: the user knows.
        guard who.count <= 2, who.allSatisfy(\.isCapital), !who.contains(where: isHeading) else { return nil }
        return isSpeaking ? .refused(.hearsay, from: 0) : .onlyAsked
    }

    /// The words without "goes", "is like", « me sort »; and whether there were any.
    private var speaker: (who: ArraySlice<Word>, isSpeaking: Bool) {
        guard let last = texts.last, words.count > 1, TellingWords.manner.contains(last) else { return (words, false) }
        let who = words.reversed().drop {
            TellingWords.manner.contains($0.text) || lexicon.being.contains($0.text)
                || lexicon.meWords.contains($0.text)
                || $0.text == "nous" || $0.text == "all"
        }
        return (words.prefix(who.count), true)
    }

    /// Whether somebody of the writer's is named; `true` for several, for animals, and where more follows, such as "my
    /// mum on the phone". `nil` for anybody else.
    private func kin(_ who: ArraySlice<Word>) -> Bool? {
        var rest = who
        let isOwned =
            rest.first.map { lexicon.myWords.contains($0.text) || ["the", "le", "la", "l'"].contains($0.text) } == true
        if isOwned { rest.removeFirst() }
        guard let index = rest.firstIndex(where: { lexicon.kin.contains($0.text) }) else { return nil }
        // An adjective stands before, and only a name behind: not "my life as a mother".
        let (before, behind) = (rest[..<index], rest[(index + 1)...])
        let goesOn = behind.first.map { lexicon.prepositions.contains($0.text) } == true
        guard isOwned || before.isEmpty, goesOn || behind.allSatisfy(\.isCapital),
            isOwned || !behind.isEmpty || SubjectFinder.familiar.contains(rest[index].text),
            !before.contains(where: { lexicon.prepositions.contains($0.text) || lexicon.times.contains($0.text) })
        else { return nil }
        return goesOn || Self.groups.contains(rest[index].text)
    }

    /// "I miss him", « je l'aime », "his name": somebody who was named before.
    private func pointsBack(_ sentence: Sentence) -> Bool {
        let texts = sentence.clauses.flatMap(\.words).map(\.text)
        if texts.contains(where: { lexicon.theirWords.contains($0) || lexicon.otherSubjects.contains($0) }) {
            return true
        }
        return zip(texts, texts.dropFirst()).contains {
            ["je", "j'", "ne", "n'"].contains($0) && ["l'", "le", "la", "les", "lui", "leur"].contains($1)
        }
    }

    /// "Health", "Monday", "Allergies", "Update": what a list or a note begins with.
    private func isHeading(_ word: Word) -> Bool {
        let isPerson = lexicon.kin.contains(word.text) && !Self.groups.contains(word.text)
        if isPerson || TellingWords.healers.contains(word.text) { return false }
        let classes = [
            lexicon.openers, lexicon.timeWords, lexicon.health, lexicon.working, lexicon.feelings, lexicon.living,
            lexicon.planning, lexicon.habits, lexicon.study, lexicon.body, lexicon.likes, lexicon.dislikes,
            lexicon.vague,
            lexicon.negators, lexicon.myWords, lexicon.meWords, lexicon.kin, lexicon.changes, Lexicon.texts,
            TellingWords.texts, TellingWords.speech, TellingWords.exercises, Self.headings,
        ]
        return classes.contains { $0.contains(word.text) }
            || Self.endings.contains { word.text.hasSuffix($0) && word.text.count > $0.count + 2 }
    }

    private static let pronouns = Lexicon.set("he she they him her them il elle ils elles lui eux")
    private static let groups = Lexicon.set(
        """
        parents kids children team family grandparents siblings twins cousins friends mates neighbours neighbors colleagues students dog cat
        puppy kitten horse rabbit hamster parrot tortoise enfants gosses gamins jumeaux jumelles cousins cousines amis potes voisins élèves
        équipe famille grands-parents chien chienne chat chatte chaton chiot cheval lapin perroquet tortue
        """)
    private static let endings = ["tion", "sion", "ment", "ness", "ity", "ité", "ing", "ies", "age", "isme", "ism"]
    private static let headings = Lexicon.set(
        """
        update note notes info question context reminder fact facts result spoiler warning problem truth summary about bio intro background
        hobby hobbies diet food languages pets name age city country news reason aside bonus goal goals dream plan plans nb ps fyi tldr dr tip me
        health work job home love money life music sport sports hometown religion faith good bad great edit
        santé amour argent vie musique religion foi loisir origine
        contexte rappel résultat bilan problème vérité résumé bref nom prénom âge ville pays loisirs langues régime nouvelles raison but buts
        objectif objectifs rêve projet projets moi remarque détail précision
        """)
}
