// SPDX-License-Identifier: Apache-2.0

/// Fixed texts for somebody who is in danger. No model changes a word of them.
public enum CareWords {
    /// The text that is said.
    public enum Moment: Sendable {
        case first
        /// It was said in this conversation before.
        case again
        /// Somebody has answered to the first one, and a model that is too small would.
        case after
        /// The same, later on.
        case later
    }

    /// - Parameters:
    ///   - kind: what the danger is.
    ///   - isFamiliar: whether the conversation says « tu »; English does not tell.
    public static func text(
        in language: MemoryLanguage, _ moment: Moment = .first, of kind: Care.Kind = .danger, isFamiliar: Bool = false
    ) -> String {
        if moment == .later { return later(in: language, isFamiliar: isFamiliar) }
        if kind == .violence, moment == .first || moment == .again {
            return ofViolence(in: language, isAgain: moment == .again, isFamiliar: isFamiliar)
        }
        return language == .french && isFamiliar ? familiar(moment) : formal(in: language, moment)
    }

    private static func formal(in language: MemoryLanguage, _ moment: Moment) -> String {
        switch (language, moment) {
        case (.english, .first):
            """
            I’m glad you told me. That is a lot to carry, and you don’t have to carry it alone.

            Are you safe right now? If there is anything near you that you could hurt yourself with, move away from it, or \
            go where there are people.

            You can talk to somebody now. They listen, and you can say as much or as little as you like.
            """
        case (.english, .again):
            """
            I’m still here, and I take what you write seriously.

            If you are in danger now, call one of these numbers, or tell somebody who is near you. You deserve help from a \
            person tonight, not only from a program.
            """
        case (.english, .after):
            """
            Thank you for telling me. The model that runs here is too small to be of help with this, so I won’t pretend.

            Could you tell somebody you trust how you are, tonight? If that is hard to begin, write “I’m not doing well. Can \
            I call you?” and send it to them. The numbers below are there too, whenever you want.
            """
        case (.french, .first):
            """
            Merci de me l’avoir dit. C’est lourd à porter, et vous n’avez pas à le porter seul·e.

            Êtes-vous en sécurité en ce moment ? S’il y a près de vous quelque chose avec quoi vous pourriez vous blesser, \
            éloignez-vous-en, ou allez là où il y a du monde.

            Vous pouvez parler à quelqu’un maintenant. On vous écoute, et vous en dites autant ou aussi peu que vous voulez.
            """
        case (.french, .again):
            """
            Je suis toujours là, et je prends au sérieux ce que vous écrivez.

            Si vous êtes en danger maintenant, appelez l’un de ces numéros, ou dites-le à quelqu’un près de vous. Vous \
            méritez l’aide d’une personne, pas seulement celle d’un programme.
            """
        case (.french, .after):
            """
            Merci de me répondre. Le modèle qui tourne ici est trop petit pour vous aider vraiment, et je ne veux pas faire \
            semblant.

            Pourriez-vous dire à quelqu’un de confiance comment vous allez, ce soir ? Si c’est difficile de commencer, \
            envoyez-lui : « Ça ne va pas. Je peux t’appeler ? » Les numéros ci-dessous restent là, quand vous voulez.
            """
        case (_, .later): later(in: language, isFamiliar: false)
        }
    }

    /// The French texts with « tu ».
    private static func familiar(_ moment: Moment) -> String {
        switch moment {
        case .first:
            """
            Merci de me l’avoir dit. C’est lourd à porter, et tu n’as pas à le porter seul·e.

            Es-tu en sécurité en ce moment ? S’il y a près de toi quelque chose avec quoi tu pourrais te blesser, \
            éloigne-t’en, ou va là où il y a du monde.

            Tu peux parler à quelqu’un maintenant. On t’écoute, et tu en dis autant ou aussi peu que tu veux.
            """
        case .again:
            """
            Je suis toujours là, et je prends au sérieux ce que tu écris.

            Si tu es en danger maintenant, appelle l’un de ces numéros, ou dis-le à quelqu’un près de toi. Tu mérites \
            l’aide d’une personne, pas seulement celle d’un programme.
            """
        case .after:
            """
            Merci de me répondre. Le modèle qui tourne ici est trop petit pour t’aider vraiment, et je ne veux pas faire \
            semblant.

            Pourrais-tu dire à quelqu’un de confiance comment tu vas, ce soir ? Si c’est difficile de commencer, \
            envoie-lui : « Ça ne va pas. Je peux t’appeler ? » Les numéros ci-dessous restent là, quand tu veux.
            """
        case .later: later(in: .french, isFamiliar: true)
        }
    }

    /// How a French text speaks to its reader: whether « tu » comes before « vous »; `nil` where neither does.
    public static func isFamiliar(_ text: String) -> Bool? {
        FoldedWords.all(in: text).lazy.compactMap { word in
            familiarWords.contains(word) ? true : ["vous", "votre", "vos"].contains(word) ? false : nil
        }.first
    }

    private static let familiarWords: Set<String> = ["tu", "te", "toi", "ton", "ta", "tes"]
}
