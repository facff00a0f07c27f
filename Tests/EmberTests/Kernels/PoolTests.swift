// SPDX-License-Identifier: Apache-2.0

import CEmber
import Foundation
import Testing

@Suite struct PoolTests {
    /// Pieces that are handed to whoever asks, and who did them.
    private struct Job {
        var next: UnsafeMutablePointer<Int>
        var lock: UnsafeMutablePointer<pthread_mutex_t>
        var done: UnsafeMutablePointer<Int>
        var pieces: Int
        var rest: TimeInterval = 0
        var calls: UnsafeMutablePointer<Int>
    }

    private static let part: ember_job_function = { argument, thread, threads in
        let job = argument!.assumingMemoryBound(to: Job.self).pointee
        job.calls[thread * 16] += 1
        job.calls[thread * 16 + 1] = threads
        while true {
            pthread_mutex_lock(job.lock)
            let at = job.next.pointee
            job.next.pointee += 1
            pthread_mutex_unlock(job.lock)
            guard at < job.pieces else { return }
            if job.rest > 0 { Thread.sleep(forTimeInterval: job.rest) }
            job.done[at] += 1
        }
    }

    /// Runs jobs of some pieces and says how often each thread was called.
    private func calls(_ pool: OpaquePointer?, jobs: Int, pieces: Int, rest: TimeInterval = 0, pause: TimeInterval = 0)
        -> [Int]
    {
        let threads = ember_pool_threads(pool)
        let calls = Buffer<Int>(count: 16 * threads, repeating: 0)
        let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
        pthread_mutex_init(lock, nil)
        defer { lock.deallocate() }
        for number in 1...jobs {
            if pause > 0 { Thread.sleep(forTimeInterval: pause) }
            let done = Buffer<Int>(count: pieces, repeating: 0)
            let next = Buffer<Int>(count: 1, repeating: 0)
            var job = Job(
                next: next.pointer, lock: lock, done: done.pointer, pieces: pieces, rest: rest, calls: calls.pointer)
            ember_pool_run(pool, Self.part, &job)
            // Whoever still worked would change these.
            #expect((0..<pieces).allSatisfy { done.pointer[$0] == 1 })
            #expect(calls.pointer[0] == number)
            #expect((1..<threads).allSatisfy { calls.pointer[$0 * 16] <= number })
        }
        #expect((0..<threads).allSatisfy { calls.pointer[$0 * 16] == 0 || calls.pointer[$0 * 16 + 1] == threads })
        return (0..<threads).map { calls.pointer[$0 * 16] }
    }

    @Test(arguments: 1...5)
    func `every piece of a job is done once, by the caller or by another`(threads: Int) {
        let pool = ember_pool_create(threads)
        defer { ember_pool_destroy(pool) }
        #expect(ember_pool_threads(pool) == threads)
        _ = calls(pool, jobs: 1000, pieces: 40)
    }

    @Test func `threads that went to sleep wake up for a job that takes long`() {
        let pool = ember_pool_create(3)
        defer { ember_pool_destroy(pool) }
        #expect(calls(pool, jobs: 20, pieces: 9, rest: 0.01, pause: 0.003).allSatisfy { $0 > 0 })
    }

    @Test func `nobody waits for a thread that comes late`() {
        let pool = ember_pool_create(4)
        defer { ember_pool_destroy(pool) }
        // Asleep, they need longer to wake than the job takes.
        let late = calls(pool, jobs: 50, pieces: 1, pause: 0.002)
        #expect(late[0] == 50 && late[1...].reduce(0, +) < 150)
    }

    @Test func `the caller sleeps through a long piece of another thread`() {
        let pool = ember_pool_create(2)
        defer { ember_pool_destroy(pool) }
        // Of three pieces of like length one thread does the last alone.
        #expect(calls(pool, jobs: 5, pieces: 3, rest: 0.02).allSatisfy { $0 > 0 })
    }

    @Test func `pools come and go, asleep or awake`() {
        for round in 0..<60 {
            let pool = ember_pool_create(1 + round % 4)
            if round % 3 == 0 { Thread.sleep(forTimeInterval: 0.001) }
            if round % 5 > 0 { #expect(calls(pool, jobs: round % 5, pieces: 7)[0] == round % 5) }
            ember_pool_destroy(pool)
        }
        ember_pool_destroy(nil)
        #expect(ember_pool_create(0) == nil)
    }

    @Test func `several pools work side by side`() {
        let pools = (0..<4).map { _ in ember_pool_create(2) }
        for _ in 0..<200 { for pool in pools { #expect(calls(pool, jobs: 1, pieces: 5)[0] == 1) } }
        for pool in pools { ember_pool_destroy(pool) }
    }

    @Test func `reading memory has a plausible speed`() {
        let pool = ember_pool_create(2)
        defer { ember_pool_destroy(pool) }
        let data = Buffer<UInt8>(count: 1 << 22, repeating: 1)
        let speed = ember_read_bandwidth(pool, data.pointer, data.count, 3)
        #expect(speed > 1e7 && speed < 1e13)
        #expect(ember_read_bandwidth(pool, data.pointer, data.count, 0) == 0)
    }
}
