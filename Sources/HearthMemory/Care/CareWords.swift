// SPDX-License-Identifier: Apache-2.0

/// What Hearth itself says to somebody who writes of harming themselves. No model changes a word of it.
public enum CareWords {
    /// Which of the texts is said.
    public enum Moment: Sendable {
        case first
        /// It was said in this conversation before.
        case again
        /// Somebody has answered to the first one, and a model that is too small would.
        case after
    }

    /// - Parameter isFamiliar: whether the conversation says « tu »; English does not tell.
    public static func text(
        in language: MemoryLanguage, _ moment: Moment = .first, isFamiliar: Bool = false
    ) -> String {
        if language == .french, isFamiliar { return familiar(moment) }
        return switch (language, moment) {
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

/// A number to call, from a table by country.
public struct CareLine: Sendable, Equatable {
    public enum Kind: String, Sendable { case listening, emergency }

    public let number: String
    public let kind: Kind
    /// Who answers, as they call themselves; `nil` for emergency services.
    public let name: String?

    /// The same without spaces, for a link.
    public var dialled: String { number.filter { $0.isNumber || $0 == "+" } }
}

/// The numbers of a country: one that listens, one for emergencies.
public struct CareCountry: Sendable, Equatable {
    /// ISO 3166.
    public let code: String
    public let lines: [CareLine]

    /// National lines, answered day and night but Luxembourg's, which sleeps. Numbers change: before each release
    /// somebody compares them with what the services, health ministries and newspapers of each country write, as was
    /// done in November 2026.
    public static let all: [CareCountry] = [
        .init("AU", "13 11 14", "Lifeline", emergency: "000"),
        .init("AT", "142", "Telefonseelsorge", emergency: "112"),
        .init("BE", "0800 32 123", "Centre de prévention du suicide", emergency: "112"),
        .init("CA", "988", "Suicide Crisis Helpline", emergency: "911"),
        .init("CH", "143", "La Main Tendue, Die Dargebotene Hand", emergency: "144"),
        .init("DE", "0800 111 0 111", "TelefonSeelsorge", emergency: "112"),
        .init("ES", "024", "Línea 024", emergency: "112"),
        .init("FR", "3114", "Numéro national de prévention du suicide", emergency: "112"),
        .init("GB", "116 123", "Samaritans", emergency: "999"),
        .init("IE", "116 123", "Samaritans", emergency: "112"),
        .init("LU", "45 45 45", "SOS Détresse", emergency: "112"),
        .init("NL", "113", "113 Zelfmoordpreventie", emergency: "112"),
        .init("NZ", "1737", "Need to talk?", emergency: "111"),
        .init("US", "988", "988 Suicide & Crisis Lifeline", emergency: "911"),
    ]

    private init(_ code: String, _ number: String, _ name: String, emergency: String) {
        self.code = code
        lines = [
            CareLine(number: number, kind: .listening, name: name),
            CareLine(number: emergency, kind: .emergency, name: nil),
        ]
    }

    /// The numbers of a country; `nil` for one that is not in the table.
    public static func named(_ code: String?) -> CareCountry? {
        all.first { $0.code == code?.uppercased() }
    }
}
