// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthMemory
import SeededRandom
import Testing

/// Against tables that were written by hand from a calendar. Now is Wednesday, 25 November 2026, at 14:00.
@Suite struct TimeReaderTests {
    private static func calendar(_ zone: String) -> Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(identifier: zone) ?? .gmt
        return calendar
    }

    private func date(_ text: String, _ calendar: Calendar, hour: Int = 0) throws -> Date {
        let parts = text.split(separator: "-").compactMap { Int($0) }
        try #require(parts.count == 3)
        return try #require(
            calendar.date(from: DateComponents(year: parts[0], month: parts[1], day: parts[2], hour: hour)))
    }

    private func check(_ question: String, _ first: String, _ end: String, _ language: MemoryLanguage, _ zone: String)
        throws
    {
        let calendar = Self.calendar(zone)
        let reader = TimeReader(now: try date("2026-11-25", calendar, hour: 14), calendar: calendar)
        let begin = first == "…" ? .distantPast : try date(first, calendar)
        let stop = end == "…" ? .distantFuture : try date(end, calendar)
        #expect(reader.cues(in: question, language) == [.dates(begin..<stop)], "\(question) in \(zone)")
    }

    /// Question, first day, day behind the last.
    static let english: [(String, String, String)] = [
        ("What did I eat yesterday?", "2026-11-24", "2026-11-25"),
        ("What about the day before yesterday?", "2026-11-23", "2026-11-24"),
        ("Who called today?", "2026-11-25", "2026-11-26"), ("What did I dream last night?", "2026-11-24", "2026-11-25"),
        ("How was this week?", "2026-11-23", "2026-11-30"), ("How was last week?", "2026-11-16", "2026-11-23"),
        ("How was last month?", "2026-10-01", "2026-11-01"), ("How was last year?", "2025-01-01", "2026-01-01"),
        ("How is this year?", "2026-01-01", "2027-01-01"),
        ("What did I buy two weeks ago?", "2026-11-08", "2026-11-15"),
        ("What did I buy a month ago?", "2026-10-10", "2026-11-10"),
        ("What did I buy three months ago?", "2026-08-10", "2026-09-10"),
        ("What did I buy a couple of days ago?", "2026-11-23", "2026-11-24"),
        ("Where did we live 5 years ago?", "2021-05-26", "2022-05-27"),
        ("What did we plant last spring?", "2026-03-01", "2026-06-01"),
        ("What did we plant in the spring?", "2026-03-01", "2026-06-01"),
        ("Where were we in the summer of 2022?", "2022-06-01", "2022-09-01"),
        ("Where were we last winter?", "2025-12-01", "2026-03-01"),
        ("Where were we in winter 2022?", "2021-12-01", "2023-03-01"),
        ("What happened in June 2023?", "2023-06-01", "2023-07-01"),
        ("What happened in June?", "2026-06-01", "2026-07-01"),
        ("What happened in December?", "2025-12-01", "2026-01-01"),
        ("What happened in May?", "2026-05-01", "2026-06-01"),
        ("What happened last November?", "2025-11-01", "2025-12-01"),
        ("What happened on 25 February, 2022?", "2022-02-25", "2022-02-26"),
        ("What happened on February 25th 2022?", "2022-02-25", "2022-02-26"),
        ("What happened on the 3rd of March, 2024?", "2024-03-03", "2024-03-04"),
        ("What happened on 2023-06-05?", "2023-06-05", "2023-06-06"),
        ("What happened in 2021?", "2021-01-01", "2022-01-01"),
        ("What has changed since March 2024?", "2024-03-01", "…"),
        ("What was it like before June 2023?", "…", "2023-06-01"),
        ("What came after 3 June 2023?", "2023-06-04", "…"),
        ("What did we do last Monday?", "2026-11-23", "2026-11-24"),
        ("What did we do last Wednesday?", "2026-11-18", "2026-11-19"),
        ("What did we do on Friday?", "2026-11-20", "2026-11-21"),
        ("How was last weekend?", "2026-11-21", "2026-11-23"),
        ("What did I read in the last two months?", "2026-09-25", "2026-11-26"),
        ("What did we do at Christmas?", "2025-12-20", "2026-01-01"),
        ("What did we do the weekend before 4th October, 2023?", "2023-09-30", "2023-10-05"),
        ("Where was I on the Monday before July 24, 2023?", "2023-07-17", "2023-07-25"),
        ("What is planned for the Saturday after October 28, 2023?", "2023-10-28", "2023-11-05"),
        ("Who came two days after 3 May 2024?", "2024-05-03", "2024-05-06"),
        ("How was the week before June 2024?", "2024-05-25", "2024-06-01"),
        ("Where did we go the first weekend of August 2023?", "2023-08-05", "2023-08-07"),
        ("What did I read in the last week of June 2024?", "2024-06-24", "2024-07-01"),
        ("How was the first half of September 2022?", "2022-09-01", "2022-09-16"),
        ("What did I plant between March and May 2024?", "2024-03-01", "2024-06-01"),
        ("What did I plant from November to January 2024?", "2023-11-01", "2024-02-01"),
        ("What did I win in the beginning of November 2022?", "2022-11-01", "2022-11-11"),
        ("What did I win in late June?", "2026-06-21", "2026-07-01"),
        ("What was I afraid of at the beginning of the year?", "2026-01-01", "2026-05-02"),
    ]

    static let french: [(String, String, String)] = [
        ("Qu'ai-je mangé hier ?", "2026-11-24", "2026-11-25"), ("Et avant-hier ?", "2026-11-23", "2026-11-24"),
        ("Qui a appelé aujourd'hui ?", "2026-11-25", "2026-11-26"),
        ("Comment était la semaine dernière ?", "2026-11-16", "2026-11-23"),
        ("Comment était le mois dernier ?", "2026-10-01", "2026-11-01"),
        ("Où étions-nous l'an dernier ?", "2025-01-01", "2026-01-01"),
        ("Où étions-nous l'année passée ?", "2025-01-01", "2026-01-01"),
        ("Qu'ai-je lu ce mois-ci ?", "2026-11-01", "2026-12-01"),
        ("Qu'ai-je lu cette année ?", "2026-01-01", "2027-01-01"),
        ("Qu'ai-je acheté il y a deux semaines ?", "2026-11-08", "2026-11-15"),
        ("Qu'ai-je acheté il y a trois mois ?", "2026-08-10", "2026-09-10"),
        ("Où habitions-nous il y a un an ?", "2025-05-26", "2026-05-27"),
        ("Qu'avons-nous planté au printemps ?", "2026-03-01", "2026-06-01"),
        ("Qu'avons-nous planté l'été dernier ?", "2026-06-01", "2026-09-01"),
        ("Où étions-nous pendant l'été 2022 ?", "2022-06-01", "2022-09-01"),
        ("Que s'est-il passé en juin ?", "2026-06-01", "2026-07-01"),
        ("Que s'est-il passé en juin 2023 ?", "2023-06-01", "2023-07-01"),
        ("Que s'est-il passé en mars ?", "2026-03-01", "2026-04-01"),
        ("Que s'est-il passé le 25 février 2022 ?", "2022-02-25", "2022-02-26"),
        ("Que s'est-il passé le 1er mars 2024 ?", "2024-03-01", "2024-03-02"),
        ("Qu'est-ce qui a changé depuis mars 2024 ?", "2024-03-01", "…"),
        ("Comment était-ce avant juin 2023 ?", "…", "2023-06-01"),
        ("Qu'avons-nous fait lundi dernier ?", "2026-11-23", "2026-11-24"),
        ("Qu'avons-nous fait le week-end dernier ?", "2026-11-21", "2026-11-23"),
        ("Qu'avons-nous fait à Noël ?", "2025-12-20", "2026-01-01"),
        ("Où étais-je en 2021 ?", "2021-01-01", "2022-01-01"),
        ("Qu'ai-je lu ces deux derniers mois ?", "2026-09-25", "2026-11-26"),
        ("Qu'avons-nous fait la semaine avant Noël ?", "2025-12-13", "2025-12-20"),
        ("Qui est venu la veille du 14 juillet 2024 ?", "2024-07-13", "2024-07-15"),
        ("Qui est venu le lendemain du 14 juillet 2024 ?", "2024-07-14", "2024-07-16"),
        ("Où étions-nous le dernier week-end de mai 2024 ?", "2024-05-25", "2024-05-27"),
        ("Qu'ai-je lu la première semaine de juin ?", "2026-06-01", "2026-06-08"),
        ("Qu'ai-je planté entre mars et mai 2024 ?", "2024-03-01", "2024-06-01"),
        ("Où étions-nous du 3 au 8 mai 2024 ?", "2024-05-03", "2024-05-09"),
        ("Qu'ai-je gagné début novembre 2022 ?", "2022-11-01", "2022-11-11"),
        ("Qu'ai-je gagné à la fin du mois de juin ?", "2026-06-21", "2026-07-01"),
        ("De quoi avais-je peur au début de l'année ?", "2026-01-01", "2026-05-02"),
        ("Qu'ai-je fait à la rentrée ?", "2026-09-01", "2026-09-11"),
    ]

    @Test(arguments: english, ["GMT", "America/New_York"])
    func `English times are resolved`(row: (String, String, String), zone: String) throws {
        try check(row.0, row.1, row.2, .english, zone)
    }

    @Test(arguments: french, ["GMT", "Europe/Paris"])
    func `French times are resolved`(row: (String, String, String), zone: String) throws {
        try check(row.0, row.1, row.2, .french, zone)
    }

    @Test(arguments: [
        ("May I march with her?", MemoryLanguage.english), ("What will she do next week?", .english),
        ("What are the last two books about?", .english), ("Did she fall?", .english),
        ("On 31 February 2022?", .english),
        ("Où a été trouvé le chat ?", .french), ("Que fera-t-elle la semaine prochaine ?", .french), ("", .english),
    ])
    func `what is no time in the past is none`(question: String, language: MemoryLanguage) throws {
        let calendar = Self.calendar("GMT")
        let reader = TimeReader(now: try date("2026-11-25", calendar, hour: 14), calendar: calendar)
        #expect(reader.cues(in: question, language) == [])
    }

    @Test(arguments: [
        ("How did I sleep before the move?", MemoryLanguage.english, TimeCue.Side.before, "the move"),
        ("What did she say after the wedding?", .english, .after, "the wedding"),
        ("Comment dormais-je avant le déménagement ?", .french, .before, "le demenagement"),
        ("Qu'a-t-elle dit depuis le mariage ?", .french, .after, "le mariage"),
    ])
    func `what happened before or after something is an event`(
        question: String, language: MemoryLanguage, side: TimeCue.Side, words: String
    ) throws {
        let calendar = Self.calendar("GMT")
        let reader = TimeReader(now: try date("2026-11-25", calendar), calendar: calendar)
        let expected = TimeCue.event(side, words: words.split(separator: " ").map(String.init))
        #expect(reader.cues(in: question, language) == [expected])
        #expect(reader.cues(in: question, nil) == [expected])
    }

    /// Any words in any order: no crash, and no span that ends before it begins.
    @Test func `any words can be read`() throws {
        var random = SplitMix(seed: 21)
        let words = (Self.english + Self.french).flatMap { $0.0.split(separator: " ").map(String.init) }
        let calendar = Self.calendar("GMT")
        let reader = TimeReader(now: try date("2026-02-28", calendar), calendar: calendar)
        for _ in 0..<2_000 {
            let text = (0..<12).compactMap { _ in words.randomElement(using: &random) }.joined(separator: " ")
            for cue in reader.cues(in: text, nil) {
                guard case .dates(let span) = cue else { continue }
                #expect(span.lowerBound < span.upperBound, "\(text)")
            }
        }
    }
}
