// SPDX-License-Identifier: Apache-2.0

import FSRS
import Synchronization
import Testing

/// The optimizer finds the parameters under which a learner's answers are likely.
@Suite struct OptimizerTests {
    /// The derivatives by hand are those of the loss: central differences say so for each parameter.
    @Test(arguments: Version.allCases, [0, 1, 2])
    func `gradients are those of finite differences`(version: Version, set: Int) async throws {
        let vectors = try Fixtures.vectors(version, in: Fixtures.shipped)
        let names = vectors.params.keys.sorted()
        let values = try Parameters(clipping: try #require(vectors.params[names[set]])).values
        let objective = Objective(Self.history(cards: 300, days: 200), version: version)
        let gradient = try await objective.point(at: values, wantsCurvature: false).gradient
        for place in values.indices {
            let step = 1e-5 * max(abs(values[place]), 0.01)
            func value(_ move: Double) async throws -> Double {
                var moved = values
                moved[place] += move
                return try await objective.point(at: moved, wantsCurvature: false).value
            }
            var slope = (try await value(step) - value(-step)) / (2 * step)
            // The first four are by their logarithms.
            if place < 4 { slope *= values[place] }
            let size = max(abs(gradient[place]), abs(slope), 1)
            #expect(abs(gradient[place] - slope) < 2e-4 * size, "w\(place): \(gradient[place]), not \(slope)")
        }
    }

    @Test func `fits a learner better than the published parameters, and as well as the true ones`() async throws {
        let set = Self.history(cards: 1_500, days: 200)
        let fit = try await Optimizer().fit(set)
        let (fitted, standard) = (Evaluation(fit.parameters, on: set), Evaluation(.fsrs6, on: set))
        #expect(abs(fitted.logLoss - fit.logLoss) < 1e-9)
        #expect(fitted.logLoss < standard.logLoss)
        #expect(fitted.logLoss < Evaluation(try Self.trueParameters, on: set).logLoss + 1e-4)
        // On answers that it has not seen.
        let later = Self.history(cards: 1_500, days: 200, seed: 9)
        let truth = Evaluation(try Self.trueParameters, on: later).logLoss
        let (known, unknown) = (Evaluation(fit.parameters, on: later).logLoss, Evaluation(.fsrs6, on: later).logLoss)
        #expect(known < unknown && known < truth + (unknown - truth) / 2, "\(truth) \(known) \(unknown)")
    }

    @Test(arguments: Version.allCases)
    func `the same answers give the same parameters`(version: Version) async throws {
        let set = Self.history(cards: 2_500, days: 150)
        let fits = try await [Optimizer(version: version).fit(set), Optimizer(version: version).fit(set)]
        #expect(fits[0] == fits[1])
        #expect(fits[0].parameters.version == version)
        _ = try Parameters(fits[0].parameters.values)
        let first = fits[0].parameters.values[..<4]
        #expect(zip(first, first.dropFirst()).allSatisfy { $0 <= $1 })
    }

    @Test func `a fit in parts is as good as one of everything`() async throws {
        let set = Self.history(cards: 4_000, days: 200)
        #expect(set.reviews > 35_000)
        let fit = try await Optimizer().fit(set)
        var search = Search(version: .six, values: Parameters.fsrs6.values)
        try await search.run(Objective(set, version: .six), passes: 30, tolerance: 1e-8) { _ in }
        #expect(fit.logLoss < search.point.logLoss + 5e-5)
    }

    @Test func `a learner with hardly any answers gets the published parameters`() async throws {
        let reviews = (0..<7).flatMap { card in
            [
                TrainingReview(card: Int64(card), time: 0, rating: .good, elapsedDays: 0),
                TrainingReview(card: Int64(card), time: 86_400, rating: .again, elapsedDays: 1),
            ]
        }
        #expect(try await Optimizer().fit(TrainingSet(reviews)).parameters == .fsrs6)
        #expect(try await Optimizer().fit(TrainingSet([])).predictions == 0)
    }

    @Test func `a cancelled fit ends as cancelled`() async throws {
        let set = Self.history(cards: 2_000, days: 200)
        let task = Task { try await Optimizer().fit(set) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func `progress goes from nothing to all`() async throws {
        let told = Mutex<[Double]>([])
        _ = try await Optimizer().fit(Self.history(cards: 3_000, days: 150)) { part in told.withLock { $0.append(part) }
        }
        let parts = told.withLock { $0 }
        #expect(parts.count > 3 && parts.last == 1)
        #expect(zip(parts, parts.dropFirst()).allSatisfy { $0 <= $1 })
    }

    static var trueParameters: Parameters {
        get throws {
            try Parameters([
                0.35, 1.9, 4.2, 14.5, 6.0, 0.7, 2.6, 0.02, 1.65, 0.13, 0.95, 1.7, 0.08, 0.31, 1.9, 0.5, 2.2, 0.45, 0.2,
                0.08, 0.25,
            ])
        }
    }

    /// Answers of a learner who forgets by `trueParameters` and is scheduled by the published ones.
    static func history(cards: Int, days: Int, seed: UInt64 = 3) -> TrainingSet {
        guard let truth = try? trueParameters else { return TrainingSet([]) }
        let plan = Simulator.Plan(cards: cards, days: days, newPerDay: cards / 100, reviewsPerDay: 10_000, seed: seed)
        return TrainingSet(Simulator(Scheduler(), memory: MemoryModel(truth), plan: plan).run().history)
    }
}
