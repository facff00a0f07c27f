// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HearthMemory

/// Whether somebody writes of harming themselves. The sentences were written for this test, before most of the rules
/// were; the ones that the rules get wrong stand in lists of their own.
@Suite struct CareTests {
    @Test(arguments: CareSentences.english + CareSentences.moreEnglish + CareSentences.englishWithMeans)
    func `is noticed in English`(sentence: String) {
        #expect(CareRules.language(ofConcernIn: sentence) == .english)
    }

    @Test(arguments: CareSentences.french + CareSentences.moreFrench + CareSentences.frenchWithMeans)
    func `is noticed in French`(sentence: String) {
        #expect(CareRules.language(ofConcernIn: sentence) == .french)
    }

    @Test(
        arguments: CareSentences.harmlessEnglish + CareSentences.harmlessFrench + CareSentences.everydayEnglish
            + CareSentences.everydayFrench + CareSentences.englishIdioms + CareSentences.frenchIdioms)
    func `idioms, accidents, stories and others are left alone`(sentence: String) {
        #expect(CareRules.language(ofConcernIn: sentence) == nil)
    }

    /// What the rules are known to miss and to mistake. One that is mended moves to the lists above.
    @Test func `what the rules do not tell is known`() {
        for sentence in CareSentences.missed { #expect(!CareRules.concern(sentence), "\(sentence)") }
        for sentence in CareSentences.mistaken { #expect(CareRules.concern(sentence), "\(sentence)") }
    }

    @Test func `a pattern ends at the end of a sentence where one of its choices says so`() {
        let pattern = WordPattern("to live anymore|$")
        #expect(pattern.ranges(in: ["to", "live"]) == [0..<2])
        #expect(pattern.ranges(in: ["to", "live", "anymore"]) == [0..<3])
        #expect(pattern.ranges(in: ["to", "live", "here"]).isEmpty)
        #expect(WordPattern("# kms").ranges(in: ["ran", "30", "kms"]) == [1..<3])
    }

    @Test func `French says tu where the conversation does`() {
        #expect(CareWords.isFamiliar("Je suis là. Et toi, ça va ?") == true)
        #expect(CareWords.isFamiliar("Comment allez-vous ? Et ton chat ?") == false)
        #expect(CareWords.isFamiliar("Bonjour.") == nil)
        for moment in [CareWords.Moment.first, .again, .after] {
            let (tu, vous) = (
                CareWords.text(in: .french, moment, isFamiliar: true), CareWords.text(in: .french, moment)
            )
            #expect(CareWords.isFamiliar(tu) == true && !tu.contains("vous"))
            #expect(tu != vous && CareWords.isFamiliar(vous) != true)
            #expect(CareWords.text(in: .english, moment, isFamiliar: true) == CareWords.text(in: .english, moment))
        }
    }

    @Test func `a long text takes no time`() {
        let text = String(repeating: "I want to do everything I have to do before I die of boredom and ", count: 3_000)
        let clock = ContinuousClock()
        let time = clock.measure { _ = CareRules.concern(text) }
        #expect(time < .seconds(20))
    }

    @Test func `what is quoted or code is not said, unless it is all that is said`() {
        #expect(!CareRules.concern("In the film she says “I want to die” and leaves. Great acting."))
        #expect(!CareRules.concern("```\nif bored { kill(myself) } // I want to die\n```\nWhy does this crash?"))
        #expect(CareRules.concern("“I want to die”"))
    }

    @Test func `each country has one line that listens and one for emergencies`() {
        #expect(Set(CareCountry.all.map(\.code)).count == CareCountry.all.count)
        for country in CareCountry.all {
            #expect(country.lines.map(\.kind) == [.listening, .emergency])
            for line in country.lines { #expect(line.dialled.wholeMatch(of: #/\+?[0-9]{3,12}/#) != nil) }
        }
        #expect(CareCountry.named("fr")?.lines.first?.number == "3114")
        #expect(CareCountry.named("XX") == nil)
        #expect(CareCountry.named(nil) == nil)
    }
}
