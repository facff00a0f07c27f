// SPDX-License-Identifier: Apache-2.0

/// Header fields in the order in which they are sent or arrived. Names match without regard to case.
public struct HTTPFields: Sendable, ExpressibleByDictionaryLiteral {
    private(set) var all: [(name: String, value: String)] = []

    public init() {}

    public init(dictionaryLiteral fields: (String, String)...) {
        all = fields.map { (name: $0.0, value: $0.1) }
    }

    /// Adds a field, also where there is one of this name already.
    public mutating func add(_ name: String, _ value: String) { all.append((name, value)) }

    /// The value of the first field with this name.
    public func first(_ name: String) -> String? {
        all.first { Self.isSame($0.name, name) }?.value
    }

    /// The values of all fields with this name, each cut at its commas. Source: RFC 9110, section 5.6.1.
    public func list(_ name: String) -> [String] {
        all.filter { Self.isSame($0.name, name) }.flatMap { $0.value.split(separator: ",") }
            .map { String($0.drop { $0 == " " || $0 == "\t" }) }
    }

    /// Goes on with the last value, as a line that begins with a space does. Source: RFC 9112, section 5.2.
    mutating func extendLast(_ text: String) {
        guard let last = all.indices.last else { return }
        all[last].value += " " + text
    }

    private static func isSame(_ one: String, _ other: String) -> Bool {
        one.utf8.count == other.utf8.count && one.lowercased() == other.lowercased()
    }
}
