// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A word that stands in one text alone, so that each text can be found wherever it went.
struct Mark: Hashable, Comparable, CustomStringConvertible {
    let number: Int

    var description: String { "zq\(number)qz" }

    static func < (first: Mark, second: Mark) -> Bool { first.number < second.number }

    /// The marks that stand somewhere in bytes.
    static func all(in bytes: UnsafeRawBufferPointer) -> Set<Mark> {
        var found: Set<Mark> = []
        guard let start = bytes.baseAddress else { return [] }
        var place = 0
        while place + 4 < bytes.count, let hit = memchr(start + place, 0x7A, bytes.count - place - 4) {
            place = UnsafeRawPointer(hit) - start + 1
            guard bytes[place] == 0x71 else { continue }
            place += 1
            var (number, digits) = (0, 0)
            while place < bytes.count, digits < 9, case let digit = bytes[place], (48...57).contains(digit) {
                number = number * 10 + Int(digit) - 48
                digits += 1
                place += 1
            }
            guard digits > 0, place + 1 < bytes.count, bytes[place] == 0x71, bytes[place + 1] == 0x7A else { continue }
            found.insert(Mark(number: number))
        }
        return found
    }

    static func all(in text: String) -> Set<Mark> {
        var text = text
        return text.withUTF8 { all(in: UnsafeRawBufferPointer($0)) }
    }
}
