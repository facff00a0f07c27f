// SPDX-License-Identifier: Apache-2.0

import FSRS
import Foundation
import HearthWords
import SeededRandom
import Synchronization
import Testing

@Suite struct AnsweringTests {
    private func rules(_ zone: String = "Europe/Paris", _ change: (inout DeckSettings) -> Void = { _ in }) throws
        -> Answering
    {
        var settings = DeckSettings()
        change(&settings)
        return Answering(settings, days: UserDays(timeZone: try #require(TimeZone(identifier: zone))))
    }

    private func date(_ text: String) throws -> Date { try Date.ISO8601FormatStyle().parse(text) }

    private let card = StudyCard(id: 5, flashcard: 3, direction: .recognition, deck: 1)

    private func answer(_ rating: Rating, _ date: Date, _ mode: StudyMode = .scheduled) -> StudyAnswer {
        StudyAnswer(card: 5, rating: rating, mode: mode, date: date, milliseconds: 2_500)
    }

    @Test func `steps are kept to the second, days are the user's`() throws {
        let rules = try rules()
        let start = try date("2026-03-28T20:00:17Z")
        let first = rules.answer(card, answer(.good, start))
        #expect(first.card.state.due == .at(start.addingTimeInterval(600)) && first.review.interval.value == -600)
        let second = rules.answer(first.card, answer(.good, start.addingTimeInterval(700)))
        let today = rules.days.day(of: start)
        let days = second.card.state.card.intervalDays
        #expect(second.card.state.due == .on(day: today + days) && days >= 1)
        #expect(second.card.state.repetitions == 2 && second.card.state.firstReviewDay == today)
        #expect(second.review.elapsedDays == 0 && second.review.kind == .learning && second.review.memory != nil)
        // In the night in which clocks go forward, half past three is still the day before.
        #expect(second.card.state.elapsedDays(on: rules.days.day(of: try date("2026-03-29T01:30:00Z"))) == 0)
        #expect(second.card.state.elapsedDays(on: rules.days.day(of: try date("2026-03-29T02:00:00Z"))) == 1)
    }

    @Test func `a step over the end of the day is due when the next begins`() throws {
        let rules = try rules { $0.learningSteps = [600, 28_800] }
        let late = try date("2026-06-01T23:00:00Z")
        let answered = rules.answer(card, answer(.good, late)).card
        #expect(answered.state.due == .at(late.addingTimeInterval(600)) || answered.state.due != .new)
        let again = rules.answer(answered, answer(.good, late)).card
        #expect(again.state.dueDay(rules.days) == rules.days.day(of: late) + 1 || again.state.phase == .review)
    }

    @Test func `cramming is logged and changes nothing`() throws {
        let rules = try rules()
        let start = try date("2026-06-01T10:00:00Z")
        let learned = rules.answer(card, answer(.easy, start)).card
        let crammed = rules.answer(learned, answer(.again, start.addingTimeInterval(60), .cram))
        #expect(crammed.card == learned)
        #expect(crammed.review.kind == .cram && crammed.review.kind.rawValue == 3 && !crammed.review.trains)
        #expect(crammed.review.interval.value == learned.state.card.intervalDays)
    }

    @Test func `a card that is forgotten again and again becomes a leech`() throws {
        let rules = try rules { $0.leechThreshold = 4 }
        var card = card
        card.state.card = CardState(phase: .review, memory: MemoryState(stability: 5, difficulty: 5), intervalDays: 5)
        var leeches: [Int] = []
        var now = try date("2026-06-01T10:00:00Z")
        for lapse in 1...9 {
            now += 864_000
            let answered = rules.answer(card, answer(.again, now))
            if answered.becameLeech { leeches.append(lapse) }
            card = answered.card
            #expect(card.state.lapses == lapse)
            card.state.card.phase = .review
            card.isSuspended = false
        }
        #expect(leeches == [4, 6, 8])
    }

    @Test func `previews are what answers give`() throws {
        let rules = try rules()
        var card = card
        var random = SplitMix(seed: 3)
        var now = try date("2026-01-01T10:00:00Z")
        for _ in 0..<40 {
            let previews = rules.previews(card, at: now)
            let ratings = Rating.allCases.map { rules.answer(card, answer($0, now)) }
            #expect(previews.map { FlashcardReview.Interval($0) } == ratings.map(\.review.interval))
            card = ratings[Int.random(in: 0..<4, using: &random)].card
            now += Double.random(in: 60...900_000, using: &random)
        }
    }

    @Test func `a balanced deck prefers a day on which less is due`() throws {
        let start = try date("2026-06-01T10:00:00Z")
        let days = UserDays(timeZone: try #require(TimeZone(identifier: "UTC")))
        let today = days.day(of: start)
        func chosen(_ load: @escaping @Sendable (ClosedRange<Int>) -> [Int: Int]) -> [Int] {
            let rules = Answering(DeckSettings(), days: days, load: load)
            return (1...400).map { id in
                var card = StudyCard(id: Int64(id), flashcard: Int64(id), direction: .recognition, deck: 1)
                card.state.card = CardState(
                    phase: .review, memory: MemoryState(stability: 60, difficulty: 5), intervalDays: 50)
                card.state.lastReviewDay = today - 50
                return rules.answer(card, answer(.good, start)).card.state.card.intervalDays
            }
        }
        let plain = chosen { _ in [:] }
        let mean = Double(plain.reduce(0, +)) / 400
        let free = Int(mean) - 3
        let balanced = chosen { range in
            Dictionary(uniqueKeysWithValues: range.map { ($0, $0 == today + free ? 0 : 9) })
        }
        #expect(balanced.count { $0 == free } > 5 * plain.count { $0 == free })
        #expect(abs(Double(balanced.reduce(0, +)) / 400 - mean) < 1, "as many days as before, on the whole")
    }

    /// Days far ahead always have fewer cards than near ones.
    @Test func `a balanced deck is even, and its intervals are no longer`() throws {
        let start = try date("2026-01-01T10:00:00Z")
        let days = UserDays(timeZone: try #require(TimeZone(identifier: "UTC")))
        let first = days.day(of: start)
        /// A deck that is studied each day; how long intervals are beside exact ones, all and the short ones, and how
        /// uneven the days are.
        func study(balanced: Bool) -> (all: Double, short: Double, unevenness: Double) {
            var settings = DeckSettings()
            settings.balancesLoad = balanced
            var exactly = settings
            exactly.fuzz = false
            let load = Mutex<[Int: Int]>([:])
            let rules = Answering(settings, days: days) { range in
                load.withLock { load in load.filter { range.contains($0.key) } }
            }
            let exact = Answering(exactly, days: days)
            var due: [Int: [StudyCard]] = [:]
            for id in 0..<900 {
                // All of it was learned in the same three weeks.
                due[first + id % 21, default: []].append(
                    StudyCard(id: Int64(id), flashcard: Int64(id), direction: .recognition, deck: 1))
            }
            var (sums, shorts) = ((0.0, 0.0), (0.0, 0.0))
            for day in first..<first + 120 {
                let now = start.addingTimeInterval(Double(day - first) * 86_400)
                for card in due.removeValue(forKey: day) ?? [] {
                    let answered = rules.answer(card, answer(card.state.phase == .new ? .easy : .good, now)).card
                    guard case .on(let next) = answered.state.due else { continue }
                    let wanted = exact.answer(card, answer(card.state.phase == .new ? .easy : .good, now)).card
                    let (got, ideal) = (
                        Double(answered.state.card.intervalDays), Double(wanted.state.card.intervalDays)
                    )
                    sums = (sums.0 + got, sums.1 + ideal)
                    if let stability = answered.state.card.memory?.stability, (5...10).contains(stability) {
                        shorts = (shorts.0 + got, shorts.1 + ideal)
                    }
                    due[next, default: []].append(answered)
                    load.withLock { $0[next, default: 0] += 1 }
                }
            }
            let counts = (30..<120).map { Double(load.withLock { $0 }[first + $0] ?? 0) }
            let mean = counts.reduce(0, +) / Double(counts.count)
            let deviation = counts.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(counts.count)
            return (sums.0 / sums.1, shorts.0 / shorts.1, deviation.squareRoot() / mean)
        }
        let (balanced, plain) = (study(balanced: true), study(balanced: false))
        #expect((0.97...1.04).contains(balanced.all) && (0.97...1.04).contains(balanced.short), "\(balanced)")
        #expect(balanced.unevenness < plain.unevenness, "\(balanced) beside \(plain)")
    }

    @Test func `a summary counts, and takes back`() throws {
        let rules = try rules()
        let start = try date("2026-06-01T10:00:00Z")
        var summary = SessionSummary()
        let first = rules.answer(card, answer(.good, start))
        let second = rules.answer(first.card, answer(.again, start.addingTimeInterval(700)))
        summary.add(first)
        summary.add(second)
        #expect(
            summary.answers == 2 && summary.begun == 1 && summary.differentCards == 1 && summary.milliseconds == 5_000)
        summary.remove(AnsweredCard(card: first.card, review: second.review))
        #expect(summary.answers == 1 && summary.ratings == [0, 0, 1, 0] && summary.differentCards == 1)
        summary.remove(AnsweredCard(card: card, review: first.review))
        #expect(summary.begun == 0 && summary.differentCards == 0 && summary.answers == 0)
    }
}
