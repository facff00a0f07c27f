// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import EmberHub

@Suite struct RetryTests {
    @Test func `pauses double up to a limit, and then there are no more`() {
        var policy = RetryPolicy()
        (policy.first, policy.longest, policy.most) = (.seconds(1), .seconds(10), 7)
        let longest = (1...7).map { policy.pause(after: $0, asked: nil, jitter: 1) }
        #expect(longest == [.seconds(1), .seconds(2), .seconds(4), .seconds(8), .seconds(10), .seconds(10), nil])
        #expect(policy.pause(after: 3, asked: nil, jitter: 0) == .seconds(2), "jitter takes up to half away")
    }

    @Test func `what a server asks for is never cut short`() {
        let policy = RetryPolicy()
        for jitter in [0, 0.5, 1] {
            let pause = policy.pause(after: 1, asked: .seconds(20), jitter: jitter)
            #expect(pause.map { $0 >= .seconds(20) && $0 < .seconds(21) } == true)
        }
        #expect(policy.pause(after: 1, asked: .seconds(301), jitter: 0) == nil)
    }

    @Test func `seconds and dates are understood, nonsense is not`() {
        let now = Date(timeIntervalSince1970: 1_445_412_470)
        #expect(RetryAfterHeader.duration("120", now: now) == .seconds(120))
        #expect(RetryAfterHeader.duration("Wed, 21 Oct 2015 07:28:00 GMT", now: now) == .seconds(10))
        #expect(RetryAfterHeader.duration("Wed, 21 Oct 2015 07:27:00 GMT", now: now) == .zero)
        for text in [nil, "", "soon", "-5", "1.5", "99999999999999999999"] {
            #expect(RetryAfterHeader.duration(text, now: now) == nil)
        }
    }

    @Test func `speed is smoothed`() throws {
        var meter = RateMeter()
        let start = ContinuousClock.now
        for step in 0...40 { meter.add(step == 0 ? 0 : 100_000, at: start + .milliseconds(step * 100)) }
        let steady = try #require(meter.bytesPerSecond)
        #expect(abs(steady - 1_000_000) < 50_000)
        meter.add(0, at: start + .milliseconds(4500))
        let after = try #require(meter.bytesPerSecond)
        #expect(after < steady && after > steady / 2, "one pause does not make it slow")
    }
}
