// SPDX-License-Identifier: Apache-2.0

import FSRS
import Testing

/// Parameters from elsewhere; the numbers beside ours are those of fsrs-rs 6.6.2 (`check_and_fill_parameters`,
/// `memory_state_from_sm2`).
@Suite struct ParametersTests {
    @Test func `17 parameters become 21 as in fsrs-rs`() throws {
        let old = [
            0.5701, 1.4436, 4.1386, 10.9355, 5.1443, 1.2006, 0.8627, 0.0362, 1.629, 0.1342, 1.0166, 2.1174, 0.0839,
            0.3204, 1.4676, 0.219, 2.8237,
        ]
        let reference = [
            0.5701000094413757, 1.443600058555603, 4.138599872589111, 10.935500144958496, 7.545499801635742,
            0.5088158249855042, 1.3626999855041504, 0.03620000183582306, 1.628999948501587, 0.13420000672340393,
            1.0166000127792358, 2.1173999309539795, 0.08389999717473984, 0.3203999996185303, 1.4675999879837036,
            0.21899999678134918, 2.823699951171875, 0, 0, 0, 0.5,
        ]
        let new = try Parameters(clipping: old, as: .six).values
        #expect(zip(new, reference).allSatisfy { abs($0 - $1) < 1e-6 * max($1, 1) } && new.count == 21)
    }

    @Test func `19 parameters forget as before with 21`() throws {
        let six = Parameters.fsrs5.asSix
        #expect(six.values[19...] == [0, 0.5])
        let (old, new) = (MemoryModel(.fsrs5), MemoryModel(six))
        for days in [1.0, 10, 100] {
            let values = [old, new].map { $0.retrievability(stability: 20, afterDays: days) }
            #expect(abs(values[0] - values[1]) < 1e-12)
        }
    }

    @Test(arguments: [
        (1.0, 2.5, 0.9, 1.0, 8.215851783752441), (10, 2.5, 0.9, 10, 6.914056301116943), (30, 1.3, 0.9, 30, 10),
        (200, 2.0, 0.85, 104.90840911865234, 8.367361068725586), (5, 3.2, 0.8, 1.5078599452972412, 8.900672912597656),
        (1000, 2.5, 0.9, 1000, 2.199803352355957), (0.5, 2.5, 0.9, 0.5, 8.519491195678711),
    ])
    func `a card of SM-2 becomes what fsrs-rs makes of it`(
        interval: Double, ease: Double, retention: Double, stability: Double, difficulty: Double
    ) throws {
        let state = try #require(
            MemoryModel(.fsrs6).stateFromSM2(interval: interval, ease: ease, retention: retention))
        #expect(abs(state.stability - stability) < 1e-4 * stability)
        #expect(abs(state.difficulty - difficulty) < 1e-4 * difficulty)
    }

    @Test func `what is no list of parameters is refused by name`() {
        #expect(throws: ParametersError.self) { try Parameters([1, 2, 3]) }
        #expect(throws: ParametersError.self) { try Parameters(clipping: []) }
        #expect(throws: ParametersError.self) { try Parameters(clipping: Parameters.fsrs6.values, as: .five) }
        var values = Parameters.fsrs6.values
        values[20] = 0.05
        let error = #expect(throws: ParametersError.self) { try Parameters(values) }
        #expect(error?.description.contains("w20") == true)
        values[3] = .nan
        #expect(throws: ParametersError.self) { try Parameters(clipping: values) }
    }

    @Test func `parameters are moved into their ranges`() throws {
        let low = try Parameters(clipping: Array(repeating: -1e9, count: 21))
        let high = try Parameters(clipping: Array(repeating: 1e9, count: 21))
        for weight in Weight.allCases {
            #expect(low[weight] == weight.range.lowerBound && high[weight] == weight.range.upperBound)
        }
        // Two relearning steps may not undo a lapse.
        let clipped = high.clipped(relearningSteps: 3)
        #expect(clipped[.sameDayGrowth] < 2 && clipped[.sameDayOffset] < 2)
    }

    @Test func `a history is replayed as it was lived`() {
        let model = MemoryModel(.fsrs6)
        let reviews: [(rating: Rating, days: Int)] = [(.good, 0), (.again, 3), (.hard, 0), (.easy, 9)]
        var state = model.first(.good)
        for review in reviews.dropFirst() { state = model.next(state, review.rating, afterDays: Double(review.days)) }
        #expect(model.replay(reviews) == state)
        #expect(model.replay([(rating: Rating, days: Int)]()) == nil)
    }
}
