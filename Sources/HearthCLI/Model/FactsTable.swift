// SPDX-License-Identifier: Apache-2.0

package import EmberJSON
import Foundation

/// Facts as people read them: the same as `--json` prints, with units instead of long numbers.
package struct FactsTable: CustomStringConvertible {
    private let facts: JSONObject

    package init(facts: JSONObject) { self.facts = facts }

    package var description: String {
        let rows = facts.map { (Sanitizer.line(label($0)), value($0, $1)) }
        let width = rows.map(\.0.count).max() ?? 0
        return rows.map { $0.0.padding(toLength: width + 2, withPad: " ", startingAt: 0) + $0.1 }.joined(
            separator: "\n")
    }

    /// The key in words, without the unit that its value will show.
    private func label(_ key: String) -> String {
        var words = key.split(separator: "_").map(String.init)
        for unit in [["bytes", "per", "second"], ["tokens", "per", "second"], ["bytes"], ["seconds"]] {
            if let start = words.indices.first(where: { words[$0...].starts(with: unit) }) {
                words.removeSubrange(start..<start + unit.count)
                break
            }
        }
        return words.joined(separator: " ")
    }

    private func value(_ key: String, _ value: JSON) -> String {
        if let depths = value.object {
            return depths.map { "\(self.value(key, $1)) at depth \($0)" }.joined(separator: ", ")
        }
        if let list = value.array { return list.map { self.value("", $0) }.joined(separator: ", ") }
        guard let number = value.double else { return value.string.map(Sanitizer.line) ?? value.text }
        if key.hasSuffix("tokens_per_second") { return String(format: "%.1f tokens/s", number) }
        if key.hasSuffix("bytes_per_second") { return Self.bytes(number) + "/s" }
        if key.contains("bytes") { return Self.bytes(number) }
        if key.hasSuffix("seconds") { return String(format: "%.2f s", number) }
        return value.integer.map(Self.grouped) ?? value.text
    }

    private static func bytes(_ count: Double) -> String {
        for (unit, size) in [("GB", 1e9), ("MB", 1e6), ("kB", 1e3)] where count >= size {
            return String(format: "%.*f \(unit)", count >= 100 * size ? 0 : 1, count / size)
        }
        return "\(Int(count)) bytes"
    }

    /// Thousands apart: 1,235,814,400.
    private static func grouped(_ number: Int) -> String {
        let digits = String(number.magnitude)
        let groups = stride(from: digits.count, to: 0, by: -3).reversed().map { end in
            String(digits.prefix(end).suffix(3 - max(0, 3 - end)))
        }
        return (number < 0 ? "-" : "") + groups.joined(separator: ",")
    }
}
