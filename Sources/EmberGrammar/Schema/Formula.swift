// SPDX-License-Identifier: Apache-2.0

import EmberJSON

/// The kinds of JSON values; `true` and `false` are two, so that a constant is a kind.
struct Kinds: OptionSet, Sendable, Hashable {
    let rawValue: UInt8

    static let null = Kinds(rawValue: 1)
    static let yes = Kinds(rawValue: 2)
    static let no = Kinds(rawValue: 4)
    static let number = Kinds(rawValue: 8)
    static let string = Kinds(rawValue: 16)
    static let array = Kinds(rawValue: 32)
    static let object = Kinds(rawValue: 64)
    static let boolean: Kinds = [.yes, .no]
    static let all: Kinds = [.null, .yes, .no, .number, .string, .array, .object]

    init(rawValue: UInt8) { self.rawValue = rawValue }

    init(of value: JSON) {
        self =
            switch value {
            case .null: .null
            case .bool(let flag): flag ? .yes : .no
            case .integer, .bigInteger, .number: .number
            case .string: .string
            case .array: .array
            case .object: .object
            }
    }
}

/// The number of a schema within its document.
typealias SchemaID = Int32

/// Demand that a schema holds (its number + 1), or that it does not (the same, negated).
typealias Obligation = Int32

/// Demands of a schema on a value, as a formula over simple tests.
///
/// A test holds for every value of another kind, as the keywords of JSON Schema do: a string satisfies `minimum`.
indirect enum Formula: Sendable {
    case constant(Bool)
    case kinds(Kinds)
    case number(NumberCondition)
    case string(StringLanguage)
    case array(ArrayTest, String)
    case object(ObjectTest, String)
    case reference(SchemaID)
    case not(Formula)
    case all([Formula])
    case any([Formula])
}

enum ArrayTest: Sendable {
    case count(least: Int, most: Int?)
    /// The element at an index, if there is one.
    case item(Int, SchemaID)
    /// All elements from an index on.
    case items(from: Int, SchemaID)
    case contains(SchemaID, least: Int, most: Int?)
    /// No two elements are equal.
    case uniqueItems
}

enum ObjectTest: Sendable {
    case count(least: Int, most: Int?)
    case required(ExactString)
    /// The member of this name, if there is one.
    case property(ExactString, SchemaID)
    /// All members whose names match an expression, by its number.
    case pattern(Int, SchemaID)
    /// All members but those with these names or matching these expressions.
    case others(names: Set<ExactString>, patterns: [Int], SchemaID)
    /// All names.
    case names(SchemaID)
}
