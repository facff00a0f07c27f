// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation
import Testing

@testable import HearthMemory

/// The reader of slots, compared with the one that fitted it, and by what it makes of plain messages.
@Suite struct SlotReaderTests {
    /// `Training/facts/read.py fixture` writes the expected readings by its own arithmetic.
    @Test func `every reading is that of the reader that was fitted`() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Training/facts/fixture.jsonl")
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        #expect(lines.count > 150)
        for line in lines {
            let json = try JSON(parsing: String(line))
            let text = try #require(json["text"]?.string)
            let expected = json["readings"]?.array ?? []
            let found = SlotReader.shared.read(text).filter { $0.confidence > 0.02 }
            #expect(found.count == expected.count, "\(text)")
            for (one, other) in zip(found, expected) {
                #expect(one.slot == other["slot"]?.string && one.phase.rawValue == other["phase"]?.string, "\(text)")
                #expect(one.value == (other["start"]?.integer ?? 0)..<(other["end"]?.integer ?? 0), "\(text)")
                #expect(abs(one.confidence - (other["confidence"]?.double ?? 0)) < 1e-5, "\(text)")
            }
        }
    }
}
