// SPDX-License-Identifier: Apache-2.0

/// In what spirit a whole message is written.
struct MessageFrame: Sendable {
    /// Whether somebody plays a part: nothing in it is said of the writer.
    let isRolePlay: Bool
    /// Whether it says of itself that it is not meant.
    let isJoke: Bool
    /// Whether it tries to give a model orders about its memory or its rules.
    let instructs: Bool
    /// Whether the writer does not want it to be remembered.
    let isOffRecord: Bool
    /// The first sentence that is meant ironically; what follows goes on in its tone.
    let ironyFrom: Int?
    /// The first sentence that is told as fiction, or of a text that is being written; what follows is of its people.
    let fictionFrom: Int?
    /// Whether the writer asks for a text to be made or changed.
    let hasRequest: Bool

    init(_ sentences: [Sentence], _ own: OwnWords, _ lexicon: Lexicon, earlier: [String]) {
        let words = sentences.map { $0.clauses.flatMap(\.words).map(\.text) }
        let all = words.flatMap { $0 }
        let text = String(own.original)
        let isOver = RolePlay.ends(all)
        isRolePlay = !isOver && (RolePlay.shows(all, text: text, lexicon) || earlier.contains { Self.opensPlay($0) })
        isJoke = Self.takesBack(text.lowercased())
        instructs = Instructions.areIn(text)
        isOffRecord = OffRecord.isAsked(in: text) || earlier.contains { OffRecord.isAskedForAll(in: $0) }
        ironyFrom = sentences.firstIndex { Irony.shows($0, lexicon) }
        fictionFrom = words.firstIndex { Fiction.frames($0, lexicon) }
        hasRequest = sentences.contains { sentence in
            guard let first = sentence.clauses.first?.words.first(where: { !lexicon.openers.contains($0.text) }) else {
                return false
            }
            return lexicon.imperatives.contains(first.text)
                || Lexicon.requests.contains(first.text) && sentence.isQuestion
        }
    }

    /// Whether an earlier message of the user's began a play.
    private static func opensPlay(_ text: String) -> Bool {
        let words = WordReader.words(in: Array(text), 0..<text.count)
        let lexicon = Lexicon.of(Lexicon.language(of: words))
        return RolePlay.begins(words.map(\.text), text: text, lexicon)
    }

    private static func takesBack(_ text: String) -> Bool {
        retraction.isIn(text)
    }

    private static let retraction = Pattern(
        #"\b(just kidding|only kidding|i'm kidding|jk|i'm joking|just joking|was a joke|not really|of course not|je plaisante|je rigole|je déconne|je blague|c'est une blague|c'était une blague|nan je|non je rigole|pour rire|poisson d'avril|april fool)\b|(^|\s)\/s(\s|$)"#
    )
}

/// Signs that somebody plays a part.
enum RolePlay {
    static func shows(_ words: [String], text: String, _ lexicon: Lexicon) -> Bool {
        begins(words, text: text, lexicon) || speaksAsFigure(words, lexicon) || hasStageDirection(text)
    }

    /// Parts are given out: "you're the manager", "let's play", "joue le rôle de".
    static func begins(_ words: [String], text: String, _ lexicon: Lexicon) -> Bool {
        let joined = " " + words.joined(separator: " ") + " "
        let marks = [
            " role play", " roleplay ", " role-play", " rp ", " act as ", " in character ", " you play ",
            " i play the ", " let 's play ", " i 'll be the ",
            " i 'll play ", " you 'll be ", " you be the ", " your turn ", " pretend you ", " pretend to be ",
            " practise interview ", " pretend i ", " pretend that ",
            " jeu de rôle", " jeu de rôles ", " joue le rôle ", " joues le rôle ", " joue un ", " joue une ",
            " fais comme si ", " fais semblant ", " on dirait que tu ",
            " on joue ", " jouons ", " à toi ", " tu joues ", " je joue le ", " je joue la ", " imagine que tu es ",
            " tu seras ", " je serai ton ", " je serai ta ",
            " dans la peau ", " on ferait comme ", " à ton tour ", " scène d' impro",
        ]
        if marks.contains(where: joined.contains) { return true }
        return zip(words.indices, words).contains { index, word in
            guard ["'re", "are", "es", "êtes"].contains(word), index > 0,
                ["you", "tu", "vous"].contains(words[index - 1]),
                index + 1 < words.count
            else { return false }
            // "You are a pirate"; "you're a star" is praise.
            let rest = words.dropFirst(index + 1).prefix(3)
            let isSuperlative = rest.contains {
                [
                    "best", "only", "one", "first", "same", "worst", "meilleur", "meilleure", "seul", "seule",
                    "premier", "même",
                ].contains($0)
            }
            if ["the", "le", "la", "l'"].contains(words[index + 1]), !isSuperlative,
                index <= 2 || sharesOut(words, after: index, lexicon)
            {
                return true
            }
            let isPart = ["the", "a", "an", "le", "la", "l'", "un", "une", "my", "mon", "ma"].contains(words[index + 1])
            return isPart
                && words.dropFirst(index + 2).prefix(3).contains {
                    lexicon.roles.contains($0) || lexicon.working.contains($0) || lexicon.kin.contains($0)
                }
        }
    }

    /// "…, I'm a ghost": the writer takes a part too.
    private static func sharesOut(_ words: [String], after index: Int, _ lexicon: Lexicon) -> Bool {
        let rest = Array(words.dropFirst(index).prefix(14))
        return zip(rest, rest.dropFirst()).contains {
            lexicon.iWords.contains($0) && ["'m", "am", "suis"].contains($1)
        }
    }

    /// The writer speaks as a king or a captain: two words of such a world, one of them near "I".
    private static func speaksAsFigure(_ words: [String], _ lexicon: Lexicon) -> Bool {
        let figures = words.indices.filter {
            lexicon.roles.contains(words[$0]) && words[$0] != "comme" && words[$0] != "character"
        }
        let isNear = figures.contains { figure in
            words[max(0, figure - 4)..<figure].contains { lexicon.iWords.contains($0) || lexicon.myWords.contains($0) }
        }
        return isNear && Set(figures.map { words[$0] }).count >= 2
    }

    /// "*draws his sword*"
    private static func hasStageDirection(_ text: String) -> Bool {
        direction.isIn(text)
    }

    private static let direction = Pattern(#"(^|\s)\*[^*\s][^*\n]{2,80}\*(\s|$|[.,!?])"#)

    static func ends(_ words: [String]) -> Bool {
        let joined = " " + words.joined(separator: " ") + " "
        return [
            " out of character ", " ooc ", " stop the game ", " end of game ", " fin du jeu ", " hors jeu ",
            " hors rôle ", " game over ",
        ].contains(where: joined.contains)
    }
}

/// Signs that a message tells of invented people.
enum Fiction {
    static func frames(_ words: [String], _ lexicon: Lexicon) -> Bool {
        for (index, word) in words.enumerated() where lexicon.fiction.contains(word) {
            let before = words[max(0, index - 4)..<index]
            // "I'm reading a novel" is the reader's own life; "in my novel the hero" is not.
            let isMine = before.contains {
                lexicon.myWords.contains($0)
                    || ["main", "principal", "opening", "the", "le", "la", "du", "l'", "héros", "heroine"].contains($0)
            }
            if isMine || index == 0 { return true }
        }
        let joined = " " + words.joined(separator: " ") + " "
        return [
            "once upon a time", "il était une fois", "chapter one", "chapitre 1", "chapter 1", "scene 1", "fade in",
            "write a story", "écris une histoire",
        ].contains {
            joined.contains(" \($0) ")
        }
    }
}

/// Signs that a text gives orders to a model behind its user's back.
enum Instructions {
    static func areIn(_ text: String) -> Bool {
        let text = text.replacing("’", with: "'")
        return english.isIn(text) || french.isIn(text)
    }

    private static let english = Pattern(
        #"\b(ignore|disregard|forget|override) (all |any |the |your |every |of )*(previous|prior|above|earlier|preceding|system|these|those|everything|instructions)\b|\b(system|developer|admin|debug|god) (prompt|mode|message|override)\b|\bif you are an? (ai|assistant|language model|llm)\b|\b(ai|llm|assistants?|models?) (with memory|must|should)\b|\bsave (the following|this) (as|to|in)\b|\b(the )?user('s)? (is|has|name is|prefers|trusts|confirmed|wants|agreed)\b|\bjailbreak"#
    )
    private static let french = Pattern(
        #"\b(ignore|oublie|oubliez|ignorez) (toutes? |tous )?(les |tes |vos )?(instructions|consignes|règles|ce qui précède|qui précède)\b|\bassistants? automatiques?\b|\binvite système\b|\bl'utilisateur (a|est|habite|aime|possède|souhaite|veut|s'appelle)\b|\bmode (développeur|administrateur|debug)\b|\bsi tu es une (ia|intelligence)\b"#
    )
}

/// Signs that the contrary is meant.
enum Irony {
    /// "Brilliant, another meeting": praise that opens a sentence without a subject; "nothing I like more than".
    static func shows(_ sentence: Sentence, _ lexicon: Lexicon) -> Bool {
        let fillers = ["oh", "ah", "well", "so", "just", "what", "quel", "quelle", "a"]
        let texts = sentence.clauses.flatMap(\.words).map(\.text).filter {
            !fillers.contains($0) || lexicon.praise.contains($0)
        }
        guard let first = texts.first else { return false }
        if ["nothing", "rien"].contains(first), texts.contains(where: ["more", "than", "tel", "comme"].contains) {
            return true
        }
        let another = texts.dropFirst().prefix(4).contains { ["another", "encore", "again"].contains($0) }
        let opens = lexicon.praise.contains(first) && !sentence.end.contains("!")
        return opens && (another || ["quel", "quelle"].contains(first))
    }
}

/// The wish that something is not remembered.
enum OffRecord {
    static func isAsked(in text: String) -> Bool {
        let text = text.replacing("’", with: "'")
        return english.isIn(text) || french.isIn(text)
    }

    /// Whether the wish is for the whole conversation.
    static func isAskedForAll(in text: String) -> Bool { isAsked(in: text) && whole.isIn(text) }

    private static let english = Pattern(
        #"\b(don't|do not|never|please don't) (remember|save|store|record|memori[sz]e|keep|learn|log) (this|that|any|anything|it|what|these|a word)\b|\boff the record\b|\b(forget|erase|delete) (this|that|it|everything|what i)\b"#
    )
    private static let french = Pattern(
        #"\bn'?\s?(enregistre[sz]?|mémorise[sz]?|archive[sz]?) (rien|pas|jamais)\b|\b(ne )?(retiens|retenez|garde[sz]?|note[sz]?|sauvegarde[sz]?|mémorise[sz]?|enregistre[sz]?) (rien|pas) \b|\b(oublie[sz]?|efface[sz]?) (ça|cela|tout|ce que)\b|\bentre nous\b.{0,20}\bpas (noter|retenir)\b"#
    )
    private static let whole = Pattern(#"\b(conversation|chat|session|discussion|anything|everything|rien|tout)\b"#)
}
