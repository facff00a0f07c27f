// SPDX-License-Identifier: Apache-2.0

import FSRS
import Foundation
import HearthWords
import Testing

@Suite struct RefitTests {
    @Test(arguments: [
        (0, 399, false), (0, 400, true), (4_000, 4_399, false), (4_000, 4_400, true), (5_000, 5_400, false),
    ])
    func `decks are fitted again after 400 new answers that are a tenth more`(last: Int, now: Int, isDue: Bool) {
        var settings = DeckSettings()
        if last > 0 {
            settings.fit = ParameterFit(
                date: .distantPast, reviews: last, parameters: [], logLoss: 0.3, formerLogLoss: 0.3, former: nil,
                isInUse: false)
        }
        #expect(Refit.isWorthwhile(settings, reviews: now) == isDue)
        settings.refits = false
        #expect(!Refit.isWorthwhile(settings, reviews: now))
    }

    @Test func `decks without settings of their own belong to the one around them that has some`() {
        func deck(_ id: Int64, in parent: Int64?, _ settings: DeckSettings? = nil) -> Deck {
            Deck(id: id, parent: parent, name: "\(id)", settings: settings, createdAt: .distantPast)
        }
        let tree = DeckTree([
            deck(1, in: nil), deck(2, in: 1), deck(3, in: 1, DeckSettings()), deck(4, in: 3), deck(5, in: nil),
        ])
        #expect(tree.presets == [1, 3, 5])
        #expect(Set(tree.decks(withSettingsOf: 1)) == [1, 2] && Set(tree.decks(withSettingsOf: 3)) == [3, 4])
        #expect(tree.preset(of: 4) == 3 && tree.preset(of: 2) == 1)
    }

    @Test func `higher targets cost more, and the same settings cost the same`() throws {
        let curve = WorkCurve(DeckSettings())
        #expect(curve == WorkCurve(DeckSettings()))
        let minutes = curve.points.map(\.minutesPerDay)
        #expect(minutes.count == WorkCurve.retentions.count && minutes.allSatisfy { $0 > 0 })
        #expect(minutes.last! > 1.5 * minutes[6], "97 % against 90 %")
        let twice = curve.scaled(newPerDay: 20, pace: [])
        let once = curve.scaled(newPerDay: 10, pace: [])
        let (a, b) = (try #require(twice.point(at: 0.9)), try #require(once.point(at: 0.9)))
        #expect(abs(a.minutesPerDay - 2 * b.minutesPerDay) < 1e-9)
        var day = WordStatistics.Day(day: 1)
        (day.review, day.milliseconds) = (200, 200 * 3_000)
        let quick = try #require(curve.scaled(newPerDay: 10, pace: [day]).point(at: 0.9))
        #expect(quick.minutesPerDay < b.minutesPerDay && quick.reviewsPerDay == b.reviewsPerDay)
        let between = try #require(once.point(at: 0.91))
        #expect((b.minutesPerDay...once.point(at: 0.92)!.minutesPerDay).contains(between.minutesPerDay))
    }
}
