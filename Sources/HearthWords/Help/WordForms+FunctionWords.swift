// SPDX-License-Identifier: Apache-2.0

extension WordForms {
    /// Closed classes of words, and the commonest verbs, by language: a learner knows them, whether they have cards of
    /// them or not.
    static let functionWords: [String: Set<String>] = [
        "en": set(
            """
            a an the this that these those and or but not no yes if then than as so because when where while who whom whose which what \
            why how i me my mine you your yours he him his she her hers it its we us our ours they them their theirs myself himself \
            herself itself of to in on at by for from with without into out up down over under before after between about again \
            very too also only just there here now some any all each every both more most much many few be am is are was were been \
            being have has had do does did can could will would shall should may might must let s t d ll m re ve
            """),
        "fr": set(
            """
            le la les l un une des du de d à au aux en et ou mais ni car donc si que qu quoi qui dont où quand comme comment pourquoi ne \
            n pas plus jamais rien non oui je j me m moi tu te t toi il elle on se s soi lui nous vous ils elles leur leurs eux mon ma \
            mes ton ta tes son sa ses notre nos votre vos ce c cet cette ces ceci cela ça y dans sur sous avec sans pour par vers chez \
            entre avant après pendant depuis très trop aussi bien encore toujours déjà ici là tout toute tous toutes être suis es est \
            sommes êtes sont était étaient été avoir ai as a avons avez ont avait avaient eu faire fait aller va vont peut
            """),
        "de": set(
            """
            der die das den dem des ein eine einen einem einer eines und oder aber nicht kein keine ja nein wenn dann als wie so weil dass \
            wo wer was warum ich mich mir mein meine du dich dir dein deine er ihn ihm sein seine sie ihr ihre es wir uns unser ihnen von \
            zu zum zur in im an am auf bei für mit ohne aus nach vor über unter zwischen auch nur noch schon sehr hier da jetzt ist sind \
            war waren bin bist hat haben hatte wird werden kann muss
            """),
        "es": set(
            """
            el la los las lo un una unos unas y e o u pero no sí si que qué quien cuando donde como porque yo me mí mi mis tú te ti tu tus \
            él ella ello ellos ellas se su sus nos nosotros vosotros le les de del a al en por para con sin sobre entre hasta desde muy más \
            también ya aquí ahí todo toda todos todas este esta esto estos estas ese esa eso es son era eran está están fue ser estar ha han \
            he hay tiene
            """),
        "it": set(
            """
            il lo la i gli le l un uno una e o ma non sì no se che chi quando dove come perché io mi me mio mia tu ti te tuo tua lui lei si \
            suo sua noi ci voi vi loro di del della dei delle a al alla in nel nella su sul sulla da dal dalla con per tra fra molto più anche \
            già qui questo questa quello quella è sono era erano ha hanno ho essere avere
            """),
    ]

    private static func set(_ list: String) -> Set<String> { Set(list.split(separator: " ").map(String.init)) }
}
