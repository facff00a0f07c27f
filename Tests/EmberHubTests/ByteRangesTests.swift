// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import SeededRandom
import Testing

@testable import EmberHub

@Suite struct ByteRangesTests {
    @Test func `holds what was put in, in whatever order, and nothing else`() {
        var random = SplitMix(seed: 7)
        for _ in 0..<200 {
            var ranges = ByteRanges()
            var bytes = Set<Int>()
            for _ in 0..<Int.random(in: 1...12, using: &random) {
                let start = Int.random(in: 0..<60, using: &random)
                let range = start..<start + Int.random(in: 0...12, using: &random)
                ranges.insert(range)
                bytes.formUnion(range)
            }
            #expect(Set(ranges.ranges.flatMap { $0 }) == bytes)
            #expect(ranges.count == bytes.count)
            // Apart from one another: what touches is one.
            #expect(zip(ranges.ranges, ranges.ranges.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound })
            let missing = ranges.missing(of: 72, piece: 5)
            #expect(Set(missing.flatMap { $0 }) == Set(0..<72).subtracting(bytes))
            #expect(missing.allSatisfy { (1...5).contains($0.count) })
        }
    }

    @Test func `comes back from its note`() throws {
        var ranges = ByteRanges()
        ranges.insert(3..<5)
        ranges.insert(9..<20)
        #expect(ByteRanges(json: ranges.json, limit: 20) == ranges)
        #expect(ByteRanges(json: ranges.json, limit: 19) == nil)
    }

    @Test(arguments: [
        "[[5,3]]", "[[0,4],[2,6]]", "[[-1,4]]", "[[0]]", "[[0,1,2]]", "{}", "[[0,\"4\"]]", "[[0.5,2]]", "[4]",
    ])
    func `refuses a note that makes no sense`(text: String) throws {
        #expect(ByteRanges(json: try JSON(parsing: text), limit: 100) == nil)
    }
}
