// SPDX-License-Identifier: Apache-2.0

import Foundation
import SimulatedMachine

/// A fault put in on purpose, to show that it is found.
package enum Fault: String, CaseIterable, Sendable {
    /// A disk that says that it has written, and has not: the end of a log is lost with the program.
    case lostWrite = "lost-write"
    /// Deleted words are kept, though their deletion was acknowledged.
    case keptWords = "kept-words"
    /// The same for entries of the journal.
    case keptEntries = "kept-entries"
    /// The oracle believes that facts outlive the chat that they were told in.
    case keptFacts = "kept-facts"
    /// A pinned fact is not pinned.
    case lostPins = "lost-pins"
    /// The oracle believes that entries that models are told were deleted.
    case toldEntries = "told-entries"
}

/// One life of a household: all that happens in it follows from a seed.
package struct Simulation {
    package let seed: UInt64
    package let count: Int
    /// The steps to do, by their numbers; `nil` for all.
    package let only: Set<Int>?
    package let fault: Fault?
    /// After so many steps all files are searched.
    static let searchInterval = 250

    package init(seed: UInt64, count: Int, only: Set<Int>? = nil, fault: Fault? = nil) {
        (self.seed, self.count, self.only, self.fault) = (seed, count, only, fault)
    }

    package struct Outcome {
        /// The fault that was found, with the number of the step after which it was found.
        package var finding: (kind: String, detail: String, step: Int)?
        package var steps = 0
        package var trace: [String] = []
        package var processorSeconds = 0.0
    }

    var steps: [Step] {
        let all = Plan.steps(seed: seed, count: count)
        return only.map { only in all.filter { only.contains($0.number) } } ?? all
    }

    /// Lives it, in a process of its own: clock, random numbers and tasks are the simulation's from then on.
    package func run() -> Outcome {
        machine_begin(seed)
        // The first of March 2026, at eight.
        machine_set_time_of_day(1_772_352_000_000_000_000)
        Driver.shared.install()
        Driver.shared.begin(seed: seed)
        let start = machine_processor_time()
        var (outcome, last) = (Outcome(), 0)
        let root = URL(filePath: "/dev/shm/hearth-simulation-\(getpid())")
        do {
            let household = try Household(root: root, fault: fault)
            defer {
                outcome.trace = household.trace
                household.remove()
            }
            for step in steps {
                last = step.number
                try household.perform(step)
                outcome.steps += 1
                if outcome.steps.isMultiple(of: Self.searchInterval) { try household.search() }
            }
            household.repairDisk()
            try household.search()
        } catch let finding as OracleFinding {
            outcome.finding = (finding.kind, finding.detail, last)
        } catch { outcome.finding = ("error", "\(error)", last) }
        outcome.processorSeconds = Double(machine_processor_time() - start) / 1e9
        return outcome
    }

    /// The steps, as people read them.
    package var script: [String] { steps.map(\.description) }
}
