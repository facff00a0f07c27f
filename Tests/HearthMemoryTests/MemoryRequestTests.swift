// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HearthMemory

/// Which sentences ask something of the memory. They are exact: nothing is guessed.
@Suite struct MemoryRequestTests {
    @Test(arguments: [
        ("Remember this: the boiler man comes on Tuesday at eight.", "the boiler man comes on Tuesday at eight"),
        ("remember that my blood type is A+", "my blood type is A+"),
        ("Please remember: I park on level 3", "I park on level 3"),
        ("Don’t forget that I hate coriander", "I hate coriander"),
        ("Keep in mind that I work nights", "I work nights"),
        ("Retiens ceci : le plombier vient mardi.", "le plombier vient mardi"),
        ("Retiens que je suis allergique aux noix", "je suis allergique aux noix"),
        ("Retenez\u{202F}: je dors mal", "je dors mal"), ("N’oublie pas que j’ai un chat", "j'ai un chat"),
        ("Souvenez-vous que je pars jeudi", "je pars jeudi"), ("Note bien que je ne bois pas", "je ne bois pas"),
    ])
    func `remember`(message: String, text: String) { #expect(MemoryRequest(message) == .remember(text)) }

    @Test(arguments: [
        "Remember this", "Remember that, please.", "Retiens ça", "Retenez cela.",
    ])
    func `remember what was said before`(message: String) { #expect(MemoryRequest(message) == .rememberThat) }

    @Test(arguments: [
        ("Forget what I said about my sister’s loan.", "my sister's loan"),
        ("Please forget everything about the interview", "the interview"),
        ("Forget that I live in Lyon", "I live in Lyon"),
        ("Oublie ce que j’ai dit sur le prêt de ma sœur.", "le prêt de ma sœur"),
        ("Oubliez tout ce que vous savez sur mon travail", "mon travail"),
        ("Oublie que j’habite à Lyon", "j'habite à Lyon"),
        ("Oublie tout au sujet de Marc", "Marc"),
    ])
    func `forget`(message: String, topic: String) { #expect(MemoryRequest(message) == .forget(topic)) }

    @Test(arguments: ["Forget this", "forget what I just said.", "Oublie ça", "Oubliez ce que je viens de dire."])
    func `forget what was said before`(message: String) { #expect(MemoryRequest(message) == .forgetThat) }

    @Test(
        arguments: [
            (
                "And that’s wrong about the violin, it’s a half size, not a three-quarter.", "the violin",
                "it's a half size, not a three-quarter"
            ),
            ("That is not true: I have two cats", nil, "I have two cats"),
            ("C’est faux : j’habite à Nantes", nil, "j'habite à Nantes"),
            ("Vous vous trompez sur le violon : c’est un demi", "le violon", "c'est un demi"),
        ] as [(String, String?, String)])
    func `correct`(message: String, topic: String?, text: String) {
        #expect(MemoryRequest(message) == .correct(topic: topic, text))
    }

    @Test(arguments: [
        ("It’s wrong, my daughter is crying.", "my daughter is crying"),
        ("It’s not right. I live in fear of my boss.", "I live in fear of my boss"),
        ("You’re wrong, I work hard every day.", "I work hard every day"),
        ("That’s not true – I have two cats", "I have two cats"),
        ("Tu te trompes, j’adore ça.", "j'adore ça"), ("C’est faux, j’habite à Nantes", "j'habite à Nantes"),
    ])
    func `correct what was just said, if anything`(message: String, text: String) {
        #expect(MemoryRequest(message) == .contradict(text))
    }

    @Test(arguments: [
        "What do you know about me?", "what have you learned about me so far", "Tell me what you know about me.",
        "Que sais-tu de moi\u{202F}?", "Qu’est-ce que tu sais de moi ?", "Que savez-vous sur moi ?",
        "Dis-moi ce que tu sais de moi",
    ])
    func `ask what is known`(message: String) { #expect(MemoryRequest(message) == .ask) }

    @Test(arguments: [
        "Forget everything you know about me", "Please forget everything about me.", "Forget all I told you",
        "Oublie tout ce que tu sais de moi", "Oubliez tout ce que vous savez sur moi.", "Oublie tout sur moi",
    ])
    func `forget everything`(message: String) { #expect(MemoryRequest(message) == .forgetAll) }

    @Test(arguments: [
        "Do you remember this?", "Remember when we went to Rome", "I remember that day", "Forget it", "forget about it",
        "I forgot what I said about the loan", "Never forget that time we met", "That's wrong", "That’s wrong?",
        "Remember that time in Rome", "Can you remember that I like tea?", "Tu te souviens ?", "Oublie", "C’est faux",
        "Je n’oublie pas que tu existes", "Remember this:\n- one\n- two", "Translate: remember that I am here",
        "What does “forget this” mean?", "J’ai oublié ce que j’ai dit sur lui", "He said: forget this",
        "What do you know about me and my sister’s flat?", "Que sais-tu de Paris ?", "What do you know about the moon?",
    ])
    func `other sentences ask nothing`(message: String) { #expect(MemoryRequest(message) == nil) }
}
