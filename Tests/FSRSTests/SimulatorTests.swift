// SPDX-License-Identifier: Apache-2.0

import FSRS
import Testing

@Suite struct SimulatorTests {
    private func simulator(seed: UInt64 = 1) -> Simulator {
        Simulator(
            Scheduler(), plan: Simulator.Plan(cards: 1_000, days: 365, newPerDay: 10, reviewsPerDay: 1_000, seed: seed))
    }

    @Test func `the same seed gives the same life`() {
        #expect(simulator().run() == simulator().run())
        #expect(simulator().run() != simulator(seed: 2).run())
    }

    @Test func `more retention is more work, and more is remembered`() {
        let curve = simulator().curve([0.8, 0.9, 0.97])
        let (minutes, remembered) = (curve.map(\.result.minutesPerDay), curve.map(\.result.remembered))
        #expect(minutes[0] < minutes[1] && minutes[1] < minutes[2], "\(minutes)")
        #expect(remembered[0] < remembered[1] && remembered[1] < remembered[2], "\(remembered)")
        #expect(remembered[2] <= 1_000)
    }

    @Test func `what is recalled is what was desired`() {
        let history = simulator().run().history.filter { $0.elapsedDays > 0 }
        let recalled = Double(history.count { $0.rating.isRecall }) / Double(history.count)
        // Intervals are whole days, so that many are a little longer or shorter than they would have to be.
        #expect(abs(recalled - 0.9) < 0.03, "\(recalled)")
    }

    @Test func `limits hold`() {
        var simulator = simulator()
        simulator.plan.reviewsPerDay = 15
        let days = simulator.run().days
        #expect(days.allSatisfy { $0.reviews <= 15 && $0.new <= 10 } && days.contains { $0.reviews == 15 })
    }
}
