// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HearthWords

/// How many requests run at the same time, and how long is waited.
@Suite struct RequestWindowTests {
    @Test func `a window grows by one after each window of successes`() {
        var window = RequestWindow(most: 4)
        var sizes: [Int] = []
        for _ in 0..<12 {
            sizes.append(window.size)
            window.succeed()
        }
        #expect(sizes == [1, 2, 2, 3, 3, 3, 4, 4, 4, 4, 4, 4])
    }

    @Test func `a refusal halves it, once for requests that ran together`() {
        var window = RequestWindow(most: 8)
        for _ in 0..<40 { window.succeed() }
        #expect(window.size == 8)
        window.refuse(20, next: 28)
        window.refuse(21, next: 28)
        window.refuse(27, next: 28)
        #expect(window.size == 4)
        window.refuse(28, next: 30)
        #expect(window.size == 2)
        for next in 30..<40 { window.refuse(next, next: next + 1) }
        #expect(window.size == 1, "never less than one")
    }

    @Test func `pauses grow by 1.6 up to two minutes, and any part of them may be taken`() {
        let backoff = Backoff()
        #expect(backoff.pause(after: 1, random: 1) == .seconds(1))
        #expect(backoff.pause(after: 2, random: 1) == .milliseconds(1600))
        #expect(backoff.pause(after: 3, random: 0.5) == .milliseconds(1280))
        #expect(backoff.pause(after: 1000, random: 1) == .seconds(120))
        #expect(backoff.pause(after: 5, random: 0) == .zero)
    }

    @Test func `texts are cut into requests that the limits allow`() {
        let items = ["aaa", "bbb", "cc", "a long text", "d"].enumerated().map {
            TranslationRun.Item(id: Int64($0), word: $1, before: "", context: "")
        }
        let chunks = TranslationRun.chunks(items, TranslationLimits(texts: 2, bytes: 8, atOnce: 1))
        #expect(chunks.map { $0.items.map(\.word) } == [["aaa", "bbb"], ["cc"], ["a long text"], ["d"]])
        #expect(TranslationRun.chunks([], TranslationLimits(texts: 2, bytes: 8, atOnce: 1)).isEmpty)
    }
}
