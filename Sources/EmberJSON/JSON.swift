// SPDX-License-Identifier: Apache-2.0

/// A JSON value that keeps what the file said: the order of keys, and whether a number was written as an integer.
///
/// Foundation's parser loses both, accepts a key twice, and builds any depth it is given. Model files, chat templates
/// and schemas need all four handled, so Ember reads JSON itself: Swift on Linux comes with no other parser.
public enum JSON: Sendable, Equatable {
    case null
    case bool(Bool)
    /// A number without fraction or exponent that fits 64 bits.
    case integer(Int)
    /// A longer integer, digit by digit as it was written.
    case bigInteger(String)
    /// A number with a fraction or an exponent.
    case number(Double)
    case string(String)
    case array([JSON])
    case object(JSONObject)
}

extension JSON {
    /// Equal kinds with equal contents; strings are compared scalar by scalar, and 1 is not 1.0.
    public static func == (a: JSON, b: JSON) -> Bool {
        switch (a, b) {
        case (.null, .null): true
        case (.bool(let a), .bool(let b)): a == b
        case (.integer(let a), .integer(let b)): a == b
        case (.bigInteger(let a), .bigInteger(let b)): a == b
        case (.number(let a), .number(let b)): a == b
        case (.string(let a), .string(let b)): ExactString(a) == ExactString(b)
        case (.array(let a), .array(let b)): a == b
        case (.object(let a), .object(let b)): a == b
        default: false
        }
    }

    /// The member called `key`, or `nil` when there is none or the value is not an object.
    public subscript(key: String) -> JSON? {
        if case .object(let object) = self { object[key] } else { nil }
    }

    public var string: String? {
        if case .string(let value) = self { value } else { nil }
    }

    public var bool: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The value of a number that was written as an integer and fits 64 bits.
    public var integer: Int? {
        if case .integer(let value) = self { value } else { nil }
    }

    /// The value of any number, rounded where need be; `nil` where it is larger than any `Double`.
    public var double: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .bigInteger(let digits): Double(digits).flatMap { $0.isFinite ? $0 : nil }
        case .number(let value): value
        default: nil
        }
    }

    public var array: [JSON]? {
        if case .array(let value) = self { value } else { nil }
    }

    public var object: JSONObject? {
        if case .object(let value) = self { value } else { nil }
    }

    public var isNull: Bool { self == .null }

    /// Kind of this value, in the words of an error message.
    public var kind: String {
        switch self {
        case .null: "null"
        case .bool: "a boolean"
        case .integer: "an integer"
        case .bigInteger: "an integer of more than 64 bits"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}

/// The members of a JSON object in the order in which they were written.
public struct JSONObject: Sendable, Equatable {
    public private(set) var keys: [String] = []
    public private(set) var values: [JSON] = []
    /// Built only for objects with many members; a few keys are found faster by looking at each.
    private var index: [ExactString: Int] = [:]

    private static let indexedFrom = 16

    public init() {}

    public init(_ members: KeyValuePairs<String, JSON>) {
        for (key, value) in members { self[key] = value }
    }

    public var count: Int { keys.count }
    public var isEmpty: Bool { keys.isEmpty }

    private func position(of key: String) -> Int? {
        let key = ExactString(key)
        return keys.count < Self.indexedFrom ? keys.firstIndex { ExactString($0) == key } : index[key]
    }

    /// The value of `key`. Setting a new key appends it; setting `nil` removes the member and keeps the others' order.
    public subscript(key: String) -> JSON? {
        get { position(of: key).map { values[$0] } }
        set {
            switch (position(of: key), newValue) {
            case (let position?, let value?):
                values[position] = value
            case (nil, let value?):
                append(key, value)
            case (let position?, nil):
                keys.remove(at: position)
                values.remove(at: position)
                index = [:]
                if keys.count >= Self.indexedFrom { reindex() }
            case (nil, nil):
                break
            }
        }
    }

    /// Adds a member unless its key is there already; tells whether it was added.
    @discardableResult
    mutating func appendIfNew(_ key: String, _ value: JSON) -> Bool {
        guard position(of: key) == nil else { return false }
        append(key, value)
        return true
    }

    private mutating func append(_ key: String, _ value: JSON) {
        keys.append(key)
        values.append(value)
        if keys.count == Self.indexedFrom {
            reindex()
        } else if keys.count > Self.indexedFrom {
            index[ExactString(key)] = keys.count - 1
        }
    }

    private mutating func reindex() {
        for (position, key) in keys.enumerated() { index[ExactString(key)] = position }
    }

    /// Two objects are equal when they have the same members in the same order.
    public static func == (a: JSONObject, b: JSONObject) -> Bool {
        a.keys.map(ExactString.init) == b.keys.map(ExactString.init) && a.values == b.values
    }
}

extension JSONObject: Sequence {
    public func makeIterator() -> Zip2Sequence<[String], [JSON]>.Iterator { zip(keys, values).makeIterator() }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByFloatLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    public init(stringLiteral value: String) { self = .string(value) }
    public init(integerLiteral value: Int) { self = .integer(value) }
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    public init(floatLiteral value: Double) { self = .number(value) }
    public init(arrayLiteral elements: JSON...) { self = .array(elements) }
    public init(dictionaryLiteral elements: (String, JSON)...) {
        var object = JSONObject()
        for (key, value) in elements { object[key] = value }
        self = .object(object)
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    public init(dictionaryLiteral elements: (String, JSON)...) {
        self.init()
        for (key, value) in elements { self[key] = value }
    }
}
