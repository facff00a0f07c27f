// SPDX-License-Identifier: Apache-2.0

import Foundation
import SeededRandom
import SimulatedMachine

/// Runs all jobs of all tasks and actors on one thread, one after the other: the seed decides which goes on. Sleeping
/// takes no time; when nothing can go on, the clock moves to the next moment somebody waits for.
///
/// The simulated machine hands over the jobs that Swift's tasks are made of, in the place of a pool of threads.
final class Driver {
    /// The driver that hooks find, because a C function has no context. There is one thread.
    nonisolated(unsafe) static let shared = Driver()

    private struct Waiting {
        let moment: Int64
        let number: Int
        let job: machine_job
    }

    private var random = SplitMix(seed: 0)
    private var ready: [machine_job] = []
    private var sleeping: [Waiting] = []
    private var number = 0
    private(set) var jobs = 0
    /// A digest of all decisions so far.
    private(set) var digest: UInt64 = 0xCBF2_9CE4_8422_2325

    /// Takes the jobs of this process from now on.
    func install() { machine_take_jobs { job, moment in Driver.shared.add(job, at: moment) } }

    func begin(seed: UInt64) { random = SplitMix(seed: seed) }

    // MARK: Jobs

    private func add(_ job: machine_job, at moment: Int64) {
        guard moment > machine_now() else { return ready.append(job) }
        number += 1
        let waiting = Waiting(moment: moment, number: number, job: job)
        // The latest first, so that the next one is the last.
        let place = sleeping.firstIndex { ($0.moment, $0.number) <= (moment, number) } ?? sleeping.endIndex
        sleeping.insert(waiting, at: place)
    }

    /// Notes something that happened.
    func note(_ text: some StringProtocol) {
        for byte in text.utf8 { note(UInt64(byte)) }
    }

    private func note(_ number: UInt64) { digest = (digest ^ number) &* 0x100_0000_01B3 }

    /// Runs one of the jobs that can go on.
    /// - Returns: `false` where there is none.
    private func step() -> Bool {
        guard !ready.isEmpty else { return false }
        let chosen = ready.count == 1 ? 0 : Int.random(in: ready.indices, using: &random)
        note(UInt64(ready.count) << 32 | UInt64(chosen))
        let job = ready.remove(at: chosen)
        jobs += 1
        job.work(job.context)
        return true
    }

    /// Moves the clock to a moment, and lets go on who waits for one up to then.
    private func move(to moment: Int64) {
        machine_set_now(max(moment, machine_now()))
        while let next = sleeping.last, next.moment <= machine_now() {
            sleeping.removeLast()
            ready.append(next.job)
        }
    }

    /// Runs jobs until a condition holds. Time passes where nothing else can go on.
    /// - Returns: `false` where it never will.
    func run(upTo most: Int = 1_000_000, until isDone: () -> Bool) -> Bool {
        var steps = 0
        while !isDone() {
            steps += 1
            guard steps < most else { return false }
            if step() { continue }
            guard let next = sleeping.last else { return false }
            move(to: next.moment)
        }
        return true
    }

    /// Lets time pass with all that happens in it, or up to the program's end.
    /// - Parameter awake: after so long the machine is suspended, up to the end of the duration.
    /// - Returns: `false` where something goes on without end.
    func pass(_ duration: Duration, awake: Duration? = nil) -> Bool {
        let start = machine_now()
        let end = start + Int64(duration / .nanoseconds(1))
        let suspension = min(end, start + Int64((awake ?? duration) / .nanoseconds(1)))
        var steps = 0
        while true {
            while step() {
                // A program that was killed would try for ever to save what it has.
                if machine_is_dead() { return true }
                steps += 1
                guard steps < 1_000_000 else { return false }
            }
            guard let next = sleeping.last, next.moment <= suspension else { break }
            move(to: next.moment)
        }
        move(to: end)
        return true
    }

    /// Runs some of what can go on now.
    func settle(_ steps: Int = .max) {
        var left = steps
        while left > 0, step() { left -= 1 }
    }

    /// Lets go of all who sleep: their program is gone.
    func forgetSleepers() { sleeping = [] }
}
