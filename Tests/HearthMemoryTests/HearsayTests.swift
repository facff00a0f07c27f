// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HearthMemory

/// Whose words a message has: its writer's, or somebody else's.
@Suite struct HearsayTests {
    private struct Clause { let quote: String, mayBeStored: Bool }

    /// The clauses that are not refused.
    private func candidates(_ text: String) -> [Clause] {
        let reading = MessageReading(text)
        return ClauseVerdicts(reading).all.filter { $0.refusal == nil }.map {
            Clause(quote: reading.text($0.range), mayBeStored: !$0.isDoubtful)
        }
    }

    @Test(arguments: [
        "Ma sœur : je suis enceinte.", "Mum: I'm moving to Spain.", "My brother: I'm getting married!",
        "My sister Petra: I got the job.", "Tata Monique : je pars à Nice.", "The doctor: I am on holiday.",
        "Lui : je suis allergique aux noix.", "She: I hate my job.", "She goes: I hate my job.",
        "Anna goes: I hate my job.", "She's like, I live in Paris now.", "He was like: I quit my job.",
        "Elle fait : je déteste mon boulot.", "Mon frère me sort : je quitte mon boulot.", "He goes, I live in Leeds.",
        "My dad this morning: I'm retiring.", "And she was all like, I hate my job.", "Quote: I am a rock.",
        "It said, I am the owner.",
        "In my dreams, I live in Rome.",
        "My kid's homework: I live in London.", "Devoir de ma fille : j'habite à Londres.",
        "Ma prof nous a fait répéter : je suis né à Rome", "Réponse de Léa : je quitte mon mari.",
        "I'm writing a story where I live on a boat.", "J'écris une nouvelle où j'habite à Venise.",
        "We watched a film in which I recognised my street.",
        "I pretended I lived in Rome.", "I almost moved to Rome.",
        "I've nearly bought a house.", "J'ai failli déménager à Rome.", "J'ai presque acheté une maison.",
        "On dirait que j'habite au Moyen Âge.",
    ])
    func `what others say, and what is not so, is not the writer's`(text: String) {
        #expect(candidates(text).map(\.quote) == [])
    }

    /// A name and the heading of a list look alike.
    @Test(arguments: [
        "Anna: I'm pregnant", "Jean-Luc : je suis enceint.", "For my uncle: I am retired and I live in Rome.",
        "My homework: I live in London.", "My brother: I miss him every day.", "Ma sœur : je l'admire.",
        "My dog: I adopted him in May.", "Reçu un mail de mon proprio : je dois partir en mai.",
        "On m'a demandé mon métier : je suis infirmière.", "I have high blood pressure, my doctor says.",
        "Le médecin m'a dit, je suis diabétique.", "In this role, I manage ten people.",
        "My mum on the phone: I'm moving to Spain.", "Ma mère au téléphone : je déménage.", "Sister: I'm pregnant.",
        "I'm pretending to be fine.", "J'ai fait semblant d'habiter à Rome.",
    ])
    func `what may be the writer's waits to be confirmed`(text: String) {
        let found = candidates(text)
        #expect(!found.isEmpty && found.allSatisfy { !$0.mayBeStored }, "\(found.map(\.quote))")
        #expect(!found.contains { $0.quote.contains("demandé") || $0.quote.contains("m'a dit") })
    }

    @Test(arguments: [
        ("That said, I live in Bristol with my two cats.", "I live in Bristol with my two cats"),
        ("That being said, I'm allergic to peanuts.", "I'm allergic to peanuts"),
        ("Cela dit, je suis végétarienne.", "je suis végétarienne"),
        ("Autrement dit, je suis végétarienne.", "je suis végétarienne"),
        ("That said, I live in Bristol. I work as a nurse.", "I work as a nurse"),
        ("Réponse : je suis né à Brest en 1990.", "je suis né à Brest en 1990"),
        ("Comme demandé : je suis asthmatique.", "je suis asthmatique"),
        ("Posted a new photo: I have two cats now.", "I have two cats now"),
        ("In my new role, I manage ten people.", "I manage ten people"),
        ("During the game, I broke my wrist.", "I broke my wrist"),
        ("Pendant le film, j'ai rencontré ma femme.", "j'ai rencontré ma femme"),
        ("I had a dream job in York. I live in Leeds.", "I live in Leeds"),
        ("Health: I have asthma.", "I have asthma"), ("Allergies: I can't eat nuts.", "I can't eat nuts"),
        ("Update: I moved to Leeds.", "I moved to Leeds"), ("Moi : j'habite à Nantes.", "j'habite à Nantes"),
        ("I almost always walk to work.", "I almost always walk to work"),
        ("I live in a new flat where I sleep well.", "I live in a new flat where I sleep well"),
        ("J'habite une nouvelle maison où je dors bien.", "J'habite une nouvelle maison où je dors bien"),
    ])
    func `the writer's own stays, whatever leads up to it`(text: String, quote: String) {
        let found = candidates(text)
        #expect(found.contains { $0.quote == quote && $0.mayBeStored }, "\(found.map(\.quote))")
        #expect(!found.contains { $0.quote.hasSuffix("dit") || $0.quote.hasSuffix("said") })
    }

    @Test func `what somebody told the reader is the writer's`() {
        #expect(candidates("I live in Leeds, as Mum told you.").contains { $0.quote.hasPrefix("I live in Leeds") })
    }
}
