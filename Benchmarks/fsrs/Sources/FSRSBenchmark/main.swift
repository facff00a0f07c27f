// SPDX-License-Identifier: Apache-2.0

// Called by Benchmarks/fsrs.py:
//   FSRSBenchmark simulate REVIEWS   writes a simulated learner's answers as lines "card time rating days"
//   FSRSBenchmark fit FILE TIMES     prints the seconds of each fit and its log loss
//   FSRSBenchmark schedule TIMES     prints reviews a second of each run, on one core, in memory

import FSRS
import Foundation

let clock = ContinuousClock()

func seconds(_ work: () async throws -> Void) async rethrows -> Double {
    let start = clock.now
    try await work()
    return start.duration(to: clock.now) / .seconds(1)
}

/// Parameters other than the published ones, so that there is something to find.
let learner = try Parameters([
    0.35, 1.9, 4.2, 14.5, 6.0, 0.7, 2.6, 0.02, 1.65, 0.13, 0.95, 1.7, 0.08, 0.31, 1.9, 0.5, 2.2, 0.45, 0.2, 0.08, 0.25,
])

func simulate(_ reviews: Int) {
    let plan = Simulator.Plan(cards: reviews, days: 365, newPerDay: reviews / 3_000, reviewsPerDay: reviews, seed: 11)
    let history = Simulator(Scheduler(), memory: MemoryModel(learner), plan: plan).run().history
    for review in history.prefix(reviews) {
        print(review.card, review.time, review.rating.rawValue, review.elapsedDays)
    }
}

func fit(_ file: String, _ times: Int) async throws {
    let reviews = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").compactMap { line in
        let numbers = line.split(separator: " ").compactMap { Int64($0) }
        return Rating(rawValue: Int(numbers[2])).map {
            TrainingReview(card: numbers[0], time: numbers[1], rating: $0, elapsedDays: Int(numbers[3]))
        }
    }
    for _ in 0..<times {
        var loss = 0.0
        let taken = try await seconds { loss = try await Optimizer().fit(TrainingSet(reviews)).logLoss }
        print(taken, loss)
    }
}

/// A thousand cards in turn; each is answered as the generator says, after whole days or on the same one, and begins
/// anew after 20.
func schedule(_ cards: inout [CardState], _ scheduler: Scheduler, _ answers: [(rating: Rating, days: Int)]) {
    for answer in 0..<1_000 {
        for card in cards.indices {
            let next = answers[(card &* 31 &+ answer) & 4_095]
            let state = answer % 20 == 0 ? .new : cards[card]
            cards[card] = scheduler.next(state, next.rating, afterDays: next.days).state
        }
    }
}

func schedule(_ times: Int) async {
    let scheduler = Scheduler(.fsrs6, Scheduler.Settings(style: .strict))
    let answers: [(rating: Rating, days: Int)] = (0..<4_096).map { number in
        let mixed = (number &* 2_654_435_761) >> 7
        return (Rating(rawValue: [3, 3, 3, 3, 3, 2, 4, 1][mixed & 7]) ?? .good, (mixed >> 3) % 40)
    }
    for _ in 0..<times {
        var cards = [CardState](repeating: .new, count: 1_000)
        let taken = await seconds { schedule(&cards, scheduler, answers) }
        print(Double(cards.count * 1_000) / taken)
    }
}

let arguments = CommandLine.arguments.dropFirst()
switch (arguments.first, arguments.dropFirst().first, arguments.dropFirst(2).first.flatMap { Int($0) }) {
case ("simulate", let count?, _): simulate(Int(count) ?? 100_000)
case ("fit", let file?, let times?): try await fit(file, times)
case ("schedule", let times?, _): await schedule(Int(times) ?? 5)
default: fatalError("see Benchmarks/fsrs.py")
}
