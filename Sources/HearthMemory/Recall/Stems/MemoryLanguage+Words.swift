// SPDX-License-Identifier: Apache-2.0

extension MemoryLanguage {
    /// Words that stand in any text, and say little about which one is sought. They are not indexed.
    var functionWords: Set<String> {
        switch self {
        case .english: Self.englishFunctionWords
        case .french: Self.frenchFunctionWords
        }
    }

    private static let englishFunctionWords = words(
        """
        a about after again all also am an and any are as at be because been before being both but by can could d did do does \
        doing don done down during each few for from further get got had has have having he her here hers hey hi him his how \
        i if in into is it its just let like ll m me more most my no nor not now of off oh on once only or other our ours out \
        over own re really s same she should so some such t than that the their them then there these they this those through \
        to too under until up us ve very was we were what when where which while who whom why will with would wow yeah you \
        your yours
        """)

    private static let frenchFunctionWords = words(
        """
        a à ai aie aient aies ait alors après as au aura aurai auraient aurais aurait auras aurez aurions auriez aurons auront \
        aussi autre aux avaient avais avait avant avec avez aviez avoir avons ayant ayez ayons c ce cela ces cet cette combien \
        comme comment d dans de depuis des dont donc du elle elles en entre est et étaient étais était étant étiez étions été \
        êtes être eu eue eues eurent eus eut fait fûmes furent fus fut ici il ils j je l la \
        le les leur leurs lui là m ma mais me mes moi mon même n ne ni nos notre nous on ont ou où par pas plus pour pourquoi \
        qu quand que quel quelle quelles quels qui quoi s sa sans se sera serai seraient serais serait seras serez seriez serions \
        serons seront ses si soient sois soit sommes son sont sous soyez soyons suis sur t ta te tes toi ton \
        tous tout toute toutes très tu un une va vers vos votre vous y ça
        """)

    static func words(_ list: String) -> Set<String> { Set(list.split(separator: " ").map(String.init)) }
}

// MARK: - Forms that no rule of suffixes brings together

extension MemoryLanguage {
    /// Irregular forms and the words of a family's own speech, with the word that stands for all of them.
    var lemmas: [String: String] {
        switch self {
        case .english: Self.englishLemmas
        case .french: Self.frenchLemmas
        }
    }

    /// Each group begins with the word that stands for the others.
    private static func lemmas(_ groups: String) -> [String: String] {
        var lemmas: [String: String] = [:]
        for group in groups.split(separator: ",") {
            let words = group.split(whereSeparator: \.isWhitespace).map(String.init)
            guard let lemma = words.first else { continue }
            for word in words.dropFirst() where lemmas[word] == nil { lemmas[word] = lemma }
        }
        return lemmas
    }

    private static let englishLemmas = lemmas(
        """
        become became, begin began begun, bite bit bitten, blow blew blown, break broke broken, bring brought, build built, \
        buy bought, catch caught, choose chose chosen, come came, dig dug, draw drew drawn, drink drank drunk, drive drove \
        driven, eat ate eaten, fall fell fallen, feed fed, feel felt, fight fought, find found, fly flew flown, forget forgot \
        forgotten, forgive forgave forgiven, freeze froze frozen, give gave given, go went gone, grow grew grown, hang hung, \
        hear heard, hide hid hidden, hold held, keep kept, know knew known, lead led, leave left, lend lent, lose lost, make \
        made, mean meant, meet met, pay paid, ride rode ridden, ring rang rung, rise rose risen, run ran, say said, see saw \
        seen, sell sold, send sent, shake shook shaken, shine shone, shoot shot, show shown, sing sang sung, sink sank sunk, \
        sit sat, sleep slept, speak spoke spoken, spend spent, stand stood, steal stole stolen, stick stuck, strike struck, \
        swear swore sworn, sweep swept, swim swam swum, take took taken, teach taught, tear tore torn, tell told, think \
        thought, throw threw thrown, understand understood, wake woke woken, wear wore worn, win won, write wrote written, \
        child children kid kids, person people persons, man men, woman women, foot feet, tooth teeth, mouse mice, wife wives, \
        life lives, knife knives, leaf leaves, shelf shelves, wolf wolves, half halves, \
        mother mom mum mommy mummy moms mums, father dad daddy dads, grandmother grandma granny nana grandmas, \
        grandfather grandpa grandad granddad grandpas, brother bro, sister sis, movie film films movies, photo photograph \
        photographs picture pictures pic pics photos, bike bicycle bicycles bikes, dog puppy pup doggy doggo puppies pups \
        dogs, cat kitty kitten kittens cats, television tv, married marriage marry wedding, birthday bday, exam exams, \
        doctor doc physician, holiday vacation vacations holidays
        """)

    private static let frenchLemmas = lemmas(
        """
        aller vais vas allons allez vont ira irai iras irait irons iront aille, venir viens vient venons venez viennent venu \
        venue venus venues viendra viendrai vint, revenir revient reviens revenu revenue reviendra, devenir devient devenu \
        devenue deviendra, tenir tiens tient tenu tenue tiendra, prendre prends prend prenons prenez prennent pris prise \
        prises prendra prit, apprendre apprends apprend apprennent appris apprise, comprendre comprends comprend compris \
        comprise, mettre mets met mettons mettent mis mise mises mettra mit, voir vois voit voyons voient vu vue vus vues \
        verra verrai, dire dis dit disons disent dite dites dira, lire lis lit lisons lisent lu lue lus lues lira, \
        écrire écris écrit écrivons écrivent écrite écrits écrites écrira, boire bois boit buvons boivent bu, savoir sais \
        sait savons savent su saura, pouvoir peux peut pouvons peuvent pu pourra, vouloir veux veut voulons veulent voulu \
        voudra, devoir dois doit devons doivent dû devra, recevoir reçois reçoit reçu reçue reçus reçoivent recevra, croire \
        crois croit cru croient, connaître connais connaît connu connue connaissent, naître naît né née nés naissance \
        naquit, mourir meurt mort morte morts décès mourra, vivre vit vis vivons vivent vécu vivra, courir court couru \
        courent, ouvrir ouvre ouvert ouverte ouvrent, offrir offre offert offerte offrent, souffrir souffre souffert, \
        découvrir découvre découvert découverte, partir pars part partent parti partie partira, sortir sors sort sortent \
        sorti sortie, dormir dors dort dorment dormi, sentir sens sent sentent senti, servir sers sert servent servi, \
        conduire conduis conduit conduite conduisent, construire construit construite construisent, rire ris rit rient ri, \
        suivre suit suivi suivie suivent, perdre perds perd perdu perdue perdent perte, vendre vends vend vendu vendue \
        vendent vente, rendre rends rend rendu rendue, attendre attends attend attendu attendent attente, entendre entends \
        entend entendu, répondre réponds répond répondu réponse réponses, descendre descend descendu, \
        œil yeux, travail travaux, cheval chevaux, animal animaux, journal journaux, hôpital hôpitaux, \
        mère maman mamans mères, père papa papas pères, mamie mémé mamies, papi papy pépé papis, enfant gamin gamine \
        gosse gosses gamins enfants, ami copain copine copains copines pote potes amie amis amies, frère frangin frères, \
        sœur frangine sœurs, film films, voiture bagnole auto voitures, vélo bicyclette vélos, télévision télé tv, \
        appartement appart appartements, restaurant resto restaurants, anniversaire anniv, médecin docteur toubib docteurs, \
        travail boulot job taf, mariage mariages marier marié mariée mariés épouser, vacances congés, photo photos \
        photographie photographies
        """)
}
