// SPDX-License-Identifier: Apache-2.0

/// The words by which clauses of a language are read. Closed classes are complete as far as people write them; open
/// ones hold the common words of everyday life.
struct Lexicon: Sendable {
    typealias Words = Set<String>

    let language: String
    /// Subjects.
    let iWords: Words
    let weWords: Words
    let youWords: Words
    let otherSubjects: Words
    let emptySubjects: Words
    /// The writer in other cases, and what belongs to the writer.
    let meWords: Words
    let myWords: Words
    let theirWords: Words
    let articles: Words
    /// Words that join clauses, and that make one depend on another.
    let joining: Words
    let conditions: Words
    let times: Words
    let relatives: Words
    let prepositions: Words
    /// Adverbs and interjections that may stand before a subject.
    let openers: Words
    let negators: Words
    let questionWords: Words
    let auxiliaries: Words
    /// Verbs of conditions and wishes.
    let unreal: Words
    let hedges: Words
    let beliefs: Words
    let reports: Words
    let hearsay: Words
    let imperatives: Words
    /// Words that tell a joke or irony.
    let jokes: Words
    let praise: Words
    let hyperbole: Words
    /// Open classes.
    let being: Words
    let having: Words
    let living: Words
    let likes: Words
    let dislikes: Words
    let working: Words
    let planning: Words
    let duties: Words
    let habits: Words
    let feelings: Words
    let health: Words
    let body: Words
    let kin: Words
    let study: Words
    let changes: Words
    let chatter: Words
    let progress: Words
    let timeWords: Words
    let vague: Words
    let fiction: Words
    let roles: Words
    let past: Words
    let creating: Words

    static func of(_ language: String) -> Lexicon { language == "fr" ? french : english }

    static func set(_ text: String) -> Words { Set(text.split(whereSeparator: \.isWhitespace).map(String.init)) }

    /// The language of a text by its most common words; English where neither language shows.
    static func language(of words: [Word]) -> String {
        let french = words.count { Self.frenchSigns.contains($0.text) || $0.text.contains { "éèêàçùôîœ".contains($0) } }
        let english = words.count { Self.englishSigns.contains($0.text) }
        return french > english ? "fr" : "en"
    }

    private static let frenchSigns = set(
        """
        je j' t' m' s' tu il elle nous vous ils le la les un une des du de d' l' et est c' ça que qu' qui ne n' pas mon ma mes ton ta tes pour dans
        avec sur mais ou où donc au aux en ai suis ce cette plus bien tout très chez depuis sans moi toi on
        """)
    private static let englishSigns = set(
        """
        i 'm 've 'll the and of to in is was my you it that for with but not n't have had this be are we he she they a an at so just me
        your his her do did been from will can
        """)
}

// MARK: Words of both languages

extension Lexicon {
    /// Words for somebody who speaks or is spoken to: a quotation with one of these is somebody's speech.
    static let speakers = set(
        "i i'm im my me you your we our he she they je j' tu vous mon ma mes ton ta nous il elle ils elles user")
    /// Words that point at a text beside the sentence.
    static let pointing = set(
        "this these below above following here here's attached ça ceci cela ce cet cette ces voici ci-dessous suivant suivante dessous dessus"
    )
    /// Words that begin a request.
    static let requests = set(
        """
        translate rewrite summarise summarize correct proofread fix check explain rephrase shorten improve edit continue write draft make
        give tell help look read review convert format list find can could please what is does how why which
        traduis traduisez traduire réécris résume résumez corrige corrigez explique reformule raccourcis améliore vérifie relis continue écris
        rédige fais donne dis aide regarde lis trouve peux pouvez est-ce qu' que quel quelle comment pourquoi
        """)
    /// Words for a text.
    static let texts = set(
        """
        text email e-mail mail letter message article post paragraph sentence draft poem lyrics song story review recipe code snippet log
        error essay abstract bio profile ad advert advertisement listing webpage page website newsletter transcript horoscope quote passage
        document pdf form template cv résumé paper chapter extract caption tweet comment speech statement script obituary testimonial
        texte courriel lettre paragraphe phrase brouillon poème paroles chanson histoire avis recette extrait annonce offre page site profil
        formulaire modèle document discours article légende commentaire témoignage dialogue scène passage citation sms
        """)
    /// Words for work on a text.
    static let textWork = set(
        """
        translate rewrite summarise summarize correct proofread fix rephrase shorten improve edit continue explain mean check polish review
        rate sound sounds wrong scam real write draft read look format convert translation traduis traduire traduisez traduction réécris
        résume résumer corrige corriger reformule raccourcis améliore continue explique vérifie vérifier relis relire veut signifie arnaque
        sérieux écris rédige transforme clair
        """)
}
