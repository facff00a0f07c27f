// SPDX-License-Identifier: Apache-2.0

import CEmber
import Foundation
import Testing

@Suite struct PoolTests {
    /// Counts the calls of each thread and notes how many threads it was told of; the counters are far apart in memory.
    private static let count: ember_job_function = { job, thread, threads in
        let counters = job!.assumingMemoryBound(to: Int.self)
        counters[thread * 16] += 1
        counters[thread * 16 + 1] = threads
    }

    @Test(arguments: 1...5)
    func `every job runs once on each thread`(threads: Int) {
        let pool = ember_pool_create(threads)
        defer { ember_pool_destroy(pool) }
        #expect(ember_pool_threads(pool) == threads)
        let counters = Buffer<Int>(count: 16 * threads, repeating: 0)
        for job in 1...3000 {
            ember_pool_run(pool, Self.count, counters.pointer)
            for thread in 0..<threads where counters.pointer[thread * 16] != job {
                Issue.record("thread \(thread) ran \(counters.pointer[thread * 16]) of \(job) jobs")
                return
            }
        }
        #expect((0..<threads).allSatisfy { counters.pointer[$0 * 16 + 1] == threads })
    }

    @Test func `threads that went to sleep wake up for the next job`() {
        let pool = ember_pool_create(3)
        defer { ember_pool_destroy(pool) }
        let counters = Buffer<Int>(count: 16 * 4, repeating: 0)
        for job in 1...20 {
            Thread.sleep(forTimeInterval: 0.003)
            ember_pool_run(pool, Self.count, counters.pointer)
            #expect((0..<3).allSatisfy { counters.pointer[$0 * 16] == job })
        }
    }

    @Test func `the caller sleeps through a long job of another thread`() {
        let pool = ember_pool_create(2)
        defer { ember_pool_destroy(pool) }
        let finished = Buffer<Int>(count: 1, repeating: 0)
        ember_pool_run(
            pool,
            { job, thread, _ in
                guard thread == 1 else { return }
                Thread.sleep(forTimeInterval: 0.02)
                job!.assumingMemoryBound(to: Int.self).pointee = 1
            }, finished.pointer)
        #expect(finished.pointer[0] == 1)
    }

    @Test func `pools come and go, asleep or awake`() {
        for round in 0..<60 {
            let pool = ember_pool_create(1 + round % 4)
            if round % 3 == 0 { Thread.sleep(forTimeInterval: 0.001) }
            let counters = Buffer<Int>(count: 16 * 5, repeating: 0)
            for _ in 0..<round % 5 { ember_pool_run(pool, Self.count, counters.pointer) }
            #expect(counters.pointer[0] == round % 5)
            ember_pool_destroy(pool)
        }
        ember_pool_destroy(nil)
        #expect(ember_pool_create(0) == nil)
    }

    @Test func `several pools work side by side`() {
        let pools = (0..<4).map { _ in ember_pool_create(2) }
        let counters = Buffer<Int>(count: 16 * 3, repeating: 0)
        for _ in 0..<200 { for pool in pools { ember_pool_run(pool, Self.count, counters.pointer) } }
        #expect(counters.pointer[0] == 800 && counters.pointer[16] == 800)
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
