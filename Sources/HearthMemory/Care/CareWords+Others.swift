// SPDX-License-Identifier: Apache-2.0

extension CareWords {
    /// To somebody whom others hurt.
    static func ofViolence(in language: MemoryLanguage, isAgain: Bool, isFamiliar: Bool) -> String {
        switch (language, isAgain, isFamiliar) {
        case (.english, false, _):
            """
            Thank you for telling me. Nobody may do that to you, and it is not your fault.

            Are you safe right now? If not, call the emergency number below, or go where there are people.

            You can also talk to people who know such situations. They listen, they believe you, and you decide what \
            happens next. Call from a phone that nobody else looks at, if you can.
            """
        case (.english, true, _):
            """
            I’m still here, and I take what you write seriously. You deserve to be safe.

            If you are in danger now, call the emergency number. Is there somebody whom you trust and could tell?
            """
        case (.french, false, true):
            """
            Merci de me l’avoir dit. Personne n’a le droit de te faire ça, et ce n’est pas ta faute.

            Es-tu en sécurité en ce moment ? Sinon, appelle le numéro d’urgence ci-dessous, ou va là où il y a du monde.

            Tu peux aussi parler à des gens qui connaissent ces situations. On t’écoute, on te croit, et c’est toi qui \
            décides de la suite. Appelle depuis un téléphone que personne d’autre ne regarde, si tu peux.
            """
        case (.french, false, false):
            """
            Merci de me l’avoir dit. Personne n’a le droit de vous faire ça, et ce n’est pas votre faute.

            Êtes-vous en sécurité en ce moment ? Sinon, appelez le numéro d’urgence ci-dessous, ou allez là où il y a du \
            monde.

            Vous pouvez aussi parler à des gens qui connaissent ces situations. On vous écoute, on vous croit, et c’est \
            vous qui décidez de la suite. Appelez depuis un téléphone que personne d’autre ne regarde, si vous pouvez.
            """
        case (.french, true, true):
            """
            Je suis toujours là, et je prends au sérieux ce que tu écris. Tu as le droit d’être en sécurité.

            Si tu es en danger maintenant, appelle le numéro d’urgence. Y a-t-il quelqu’un de confiance à qui tu pourrais \
            le dire ?
            """
        case (.french, true, false):
            """
            Je suis toujours là, et je prends au sérieux ce que vous écrivez. Vous avez le droit d’être en sécurité.

            Si vous êtes en danger maintenant, appelez le numéro d’urgence. Y a-t-il quelqu’un de confiance à qui vous \
            pourriez le dire ?
            """
        }
    }

    /// The text after a model that is too small to go on alone, and has said so.
    static func later(in language: MemoryLanguage, isFamiliar: Bool) -> String {
        switch (language, isFamiliar) {
        case (.english, _):
            """
            I read what you write, and it stays here. For more than that a person is better than I am: the numbers are \
            below.
            """
        case (.french, true):
            """
            Je lis ce que tu écris, et ça reste ici. Pour le reste, une personne vaut mieux que moi : les numéros sont \
            ci-dessous.
            """
        case (.french, false):
            """
            Je lis ce que vous écrivez, et cela reste ici. Pour le reste, une personne vaut mieux que moi : les numéros \
            sont ci-dessous.
            """
        }
    }

    /// Text before the numbers where there is only a doubt.
    public static func line(of kind: Care.Kind, in language: MemoryLanguage, isFamiliar: Bool = false) -> String {
        switch (language, kind, isFamiliar) {
        case (.english, .danger, _):
            "If it is heavier than it sounds: these people listen, and nothing has to be bad enough for a call."
        case (.english, .violence, _): "If somebody hurts or frightens you: these people listen and believe you."
        case (.french, .danger, false):
            """
            Si c’est plus lourd que ça n’en a l’air : ces personnes vous écoutent, et il n’y a pas besoin d’aller « assez \
            mal » pour appeler.
            """
        case (.french, .danger, true):
            """
            Si c’est plus lourd que ça n’en a l’air : ces personnes t’écoutent, et il n’y a pas besoin d’aller « assez \
            mal » pour appeler.
            """
        case (.french, .violence, false):
            "Si quelqu’un vous fait du mal ou vous fait peur : ces personnes vous écoutent et vous croient."
        case (.french, .violence, true):
            "Si quelqu’un te fait du mal ou te fait peur : ces personnes t’écoutent et te croient."
        }
    }

    /// Name of the number for emergencies.
    public static func emergency(in language: MemoryLanguage, isFamiliar: Bool = false) -> String {
        switch (language, isFamiliar) {
        case (.english, _): "Emergency, if you are in danger now"
        case (.french, false): "Urgences, si vous êtes en danger maintenant"
        case (.french, true): "Urgences, si tu es en danger maintenant"
        }
    }

    /// One sentence for a model that answers somebody who may be in danger.
    public static func instruction(for mark: CareMark) -> String {
        switch (mark.language, mark.kind) {
        case (.english, .danger):
            """
            The user may be in danger of harming themselves: name no methods, stay with them, ask simply how they are and \
            whether they are safe, and tell them that the numbers under your answer are there for them.
            """
        case (.english, .violence):
            """
            The user may be hurt or threatened by somebody: believe them, give no blame, ask simply whether they are \
            safe, and tell them that the numbers under your answer are there for them.
            """
        case (.french, .danger):
            """
            L’utilisateur risque peut-être de se faire du mal : ne nomme aucun moyen, reste avec lui, demande simplement \
            comment il va et s’il est en sécurité, et dis-lui que les numéros sous ta réponse sont là pour lui.
            """
        case (.french, .violence):
            """
            Quelqu’un fait peut-être du mal à l’utilisateur ou le menace : crois-le, ne lui reproche rien, demande \
            simplement s’il est en sécurité, et dis-lui que les numéros sous ta réponse sont là pour lui.
            """
        }
    }

    /// The name of a conversation whose first words are not to stand in a list.
    public static func title(in language: MemoryLanguage) -> String {
        switch language {
        case .english: "A conversation"
        case .french: "Une conversation"
        }
    }
}
