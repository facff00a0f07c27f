// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import HearthMemory

/// 2026-09-16 is a Wednesday.
@Suite struct FactTimeTests {
    @Test(arguments: [
        ("I saw the doctor yesterday", "2026-09-15", ClauseReading.Tense.past),
        ("j'ai vu le médecin hier", "2026-09-15", .past),
        ("we leave on Saturday", "2026-09-19", .present), ("on part samedi", "2026-09-19", .present),
        ("we left on Saturday", "2026-09-12", .past), ("depuis mardi je nage", "2026-09-15/..", .present),
        ("I moved in March", "2026-03", .past), ("j'ai déménagé en mars", "2026-03", .past),
        ("we marry in March", "2027-03", .future),
        ("the exam is on 29 November", "2026-11-29", .present), ("l'examen est le 3 janvier", "2027-01-03", .present),
        ("we moved on the 1st", "2026-09-01", .past), ("I have lived here since 2019", "2019/..", .present),
        ("three years ago I quit", "2023", .past), ("il y a deux semaines", "2026-09-02", .past),
        ("dans trois jours", "2026-09-19", .future),
        ("I fly next week", "2026-09-21/2026-09-27", .future), ("until Friday", "2026-09-16/2026-09-18", .present),
        ("last summer I sailed", "2026-06/2026-08", .past), ("le bac en 2027", "2027", .future),
        ("ill since last year", "2025/..", .present), ("malade depuis l'an dernier", "2025/..", .present),
        ("malade depuis hier", "2026-09-15/..", .present), ("ill since last summer", "2026-06/..", .present),
        ("enceinte depuis la semaine dernière", "2026-09-07/..", .present),
        ("depuis le 3 mars", "2026-03-03/..", .present), ("since the 5th of May", "2026-05-05/..", .present),
        ("jusqu'au 5 décembre", "2026-09-16/2026-12-05", .present),
        ("until 5 December", "2026-09-16/2026-12-05", .present), ("I lived there until last year", "../2025", .past),
        ("parti mercredi dernier", "2026-09-09", .past), ("I left last Wednesday", "2026-09-09", .past),
        ("away from 3 to 10 January", "2027-01-03/2027-01-10", .future),
        ("absent du 3 au 10 janvier", "2027-01-03/2027-01-10", .future),
        ("I was there from 2010 to 2015", "2010/2015", .past), ("entre 2010 et 2015", "2010/2015", .past),
        ("I was there from May to July", "2026-05/2026-07", .past),
        ("away from 28 December to 3 January", "2026-12-28/2027-01-03", .future),
        ("I was ill from Monday to Friday", "2026-09-07/2026-09-11", .past),
    ])
    func `times are resolved against the day of writing`(text: String, time: String, tense: ClauseReading.Tense) throws
    {
        let today = try Date("2026-09-16T09:00:00Z", strategy: .iso8601)
        let words = WordReader.words(in: Array(text), 0..<text.count)
        #expect(FactTime(today: today, language: "en").find(in: words, tense: tense) == time)
    }

    /// At eight in the evening of the 16th in Los Angeles it is the 17th in Greenwich; in Auckland it has long been.
    @Test(arguments: [
        ("America/Los_Angeles", "2026-09-17", "2026-09-15", "2026-09-19"),
        ("Pacific/Auckland", "2026-09-18", "2026-09-16", "2026-09-19"),
        ("GMT", "2026-09-18", "2026-09-16", "2026-09-19"),
    ])
    func `days are the writer's`(zone: String, tomorrow: String, yesterday: String, saturday: String) throws {
        let today = try Date("2026-09-17T03:00:00Z", strategy: .iso8601)
        let zone = try #require(TimeZone(identifier: zone))
        for (text, time) in [("tomorrow", tomorrow), ("yesterday", yesterday), ("on Saturday", saturday)] {
            let words = WordReader.words(in: Array(text), 0..<text.count)
            let found = FactTime(today: today, language: "en", zone: zone).find(in: words, tense: .present)
            #expect(found == time, "\(text)")
        }
    }

    @Test(arguments: [
        "every Sunday I swim", "je nage le mardi", "I may go", "nothing of the kind",
        "I work from Monday to Friday", "je travaille du lundi au vendredi",
    ])
    func `a habit has no date`(text: String) throws {
        let words = WordReader.words(in: Array(text), 0..<text.count)
        #expect(FactTime(today: .now, language: "en").find(in: words, tense: .present) == nil)
    }
}
