// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Counts the steps of readers of other people's texts and files, so that a test can tell work that grows faster than
/// its input.
///
/// A step is a character, byte, word or row that is looked at. Readers count whole stretches; outside of tests nobody
/// listens.
package final class StepCounter: Sendable {
    @TaskLocal private static var current: StepCounter?

    private let steps = Atomic<Int>(0)

    private init() {}

    package static func add(_ steps: Int) {
        _ = current?.steps.wrappingAdd(steps, ordering: .relaxed)
    }

    /// The steps of some work.
    package static func steps(of work: () async throws -> Void) async rethrows -> Int {
        let counter = StepCounter()
        try await $current.withValue(counter) { try await work() }
        return counter.steps.load(ordering: .relaxed)
    }
}
