// SPDX-License-Identifier: Apache-2.0

import FSRS
import Testing

/// Anki's habits, as users meet them.
@Suite struct SchedulerTests {
    @Test(arguments: Version.allCases, [0.7, 0.9, 0.97])
    func `the buttons are ordered, and previews are what answers give`(version: Version, retention: Double) {
        let scheduler = Scheduler(.standard(version), Scheduler.Settings(desiredRetention: retention))
        for (card, days) in Self.cards(scheduler) {
            let fuzz = Fuzz(card: 77, repetition: days)
            let previews = scheduler.previews(card, afterDays: days, fuzz: fuzz)
            #expect(previews == Rating.allCases.map { scheduler.next(card, $0, afterDays: days, fuzz: fuzz) })
            let whole = previews.compactMap { outcome in
                if case .days(let days) = outcome.interval { days } else { nil }
            }
            let passing = whole.suffix(previews.count - 1)
            #expect(zip(passing, passing.dropFirst()).allSatisfy { $0 < $1 || $1 == 36_500 }, "\(card): \(whole)")
            #expect(whole.allSatisfy { (1...36_500).contains($0) })
        }
    }

    @Test func `steps are Anki's`() {
        let scheduler = Scheduler()
        let seconds = scheduler.previews(.new, afterDays: 0).map(\.interval.seconds)
        #expect(seconds[..<3] == [60, 330, 600])
        let second = scheduler.next(.new, .good, afterDays: 0).state
        #expect(second.phase == .learning && second.step == 1)
        #expect(scheduler.next(second, .hard, afterDays: 0).interval == .seconds(600))
        #expect(scheduler.next(second, .again, afterDays: 0).state.step == 0)
        #expect(scheduler.next(second, .good, afterDays: 0).state.phase == .review)
        let one = Scheduler(.fsrs6, Scheduler.Settings(learningSteps: [600]))
        #expect(one.next(.new, .hard, afterDays: 0).interval == .seconds(900))
    }

    @Test func `a memory that grew gets a longer interval, wherever fuzz would put it`() {
        let scheduler = Scheduler()
        for repetition in 0..<200 {
            let card = CardState(
                phase: .review, memory: MemoryState(stability: 30, difficulty: 5), intervalDays: 33)
            let hard = scheduler.next(card, .hard, afterDays: 33, fuzz: Fuzz(card: 5, repetition: repetition))
            #expect(hard.state.intervalDays > 33)
        }
    }

    @Test func `the longest interval is the longest`() {
        let scheduler = Scheduler(.fsrs6, Scheduler.Settings(maximumInterval: 10))
        let card = CardState(phase: .review, memory: MemoryState(stability: 500, difficulty: 2), intervalDays: 10)
        for position in [0, 0.5, 0.999] {
            let days = scheduler.previews(card, afterDays: 30, fuzz: Fuzz(position: position)).dropFirst().map(
                \.interval)
            #expect(days.allSatisfy { $0.seconds <= 864_000 })
        }
    }

    @Test func `stability stays between its limits`() {
        let model = MemoryModel(.fsrs6)
        var state = model.first(.easy)
        for _ in 0..<60 { state = model.next(state, .easy, afterDays: state.stability) }
        #expect(state.stability == 36_500)
        for _ in 0..<60 { state = model.next(state, .again, afterDays: 0) }
        #expect(state.stability >= 0.001 && (9.9...10).contains(state.difficulty))
    }

    @Test func `fuzz stays in its range and is the same for the same repetition`() {
        for days in [1.0, 2.4, 2.5, 7, 20, 100, 36_500] {
            let range = Fuzz.range(of: days, within: 1...36_500)
            let places = Set((0..<500).map { Fuzz.position(card: 3, repetition: $0) })
            #expect(places.count == 500 && places.allSatisfy { (0..<1).contains($0) })
            #expect(range.contains(Int(days.rounded())) && range.upperBound <= 36_500)
        }
        // 1 + 0.15 × 4.5 + 0.10 × 13 + 0.05 × 80
        #expect(abs(Fuzz.width(of: 100) - 6.975) < 1e-12)
    }

    /// A retention asked for is the retention at the interval given.
    @Test(arguments: Version.allCases, [0.7, 0.8, 0.9, 0.95])
    func `recall at the interval is what is desired`(version: Version, retention: Double) {
        let model = MemoryModel(.standard(version))
        for stability in [0.5, 3, 40, 1_000] {
            let days = model.interval(stability: stability, retention: retention)
            #expect(abs(model.retrievability(stability: stability, afterDays: days) - retention) < 1e-12)
        }
    }

    /// Cards in every phase, and after how many days they are seen.
    private static func cards(_ scheduler: Scheduler) -> [(CardState, Int)] {
        var cards: [(CardState, Int)] = [(.new, 0)]
        for first in Rating.allCases {
            for second in Rating.allCases {
                for days in [0, 1, 5, 40, 400] {
                    let once = scheduler.next(.new, first, afterDays: 0).state
                    let twice = scheduler.next(once, second, afterDays: days).state
                    cards += [(once, days), (twice, days), (scheduler.next(twice, .again, afterDays: days).state, 0)]
                }
            }
        }
        return cards
    }
}
