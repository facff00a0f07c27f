// SPDX-License-Identifier: Apache-2.0

/// A Python value as templates see it.
enum Value {
    case undefined(Undefined)
    case none
    case bool(Bool)
    case int(Int)
    /// An integer that does not fit `int`.
    case big(BigInteger)
    case float(Double)
    case text(TemplateText)
    case list(List)
    case tuple(List)
    case dict(Dict)
    case object(TemplateObject)
}

/// The result of looking for something that is not there. Printing it is fine, working with it is not.
final class Undefined {
    /// Error message for its use.
    let detail: String
    let code: TemplateError.Code

    init(_ detail: String, code: TemplateError.Code = .undefined) {
        self.detail = detail
        self.code = code
    }

    var error: TemplateError { TemplateError(code: code, detail: detail) }
}

/// The elements of a list or tuple. Nothing changes them: templates run in an immutable sandbox.
final class List {
    let items: [Value]
    /// How deeply containers are nested in here, this one included.
    let depth: Int
    /// The names under which a tuple's elements can also be had.
    let fields: [String]

    /// - Throws: `.limit` when the nesting becomes too deep to print or free without recursion trouble.
    init(_ items: [Value], fields: [String] = []) throws(TemplateError) {
        self.items = items
        self.fields = fields
        depth = try nested(items)
    }
}

/// A dictionary in insertion order.
final class Dict {
    let keys: [Value]
    let values: [Value]
    let depth: Int
    private let index: [DictKey: Int]

    /// A later value of a key replaces an earlier one, in its place.
    /// - Throws: `.type` for a key that cannot be hashed, `.limit` as lists do.
    init(_ members: [(key: Value, value: Value)]) throws(TemplateError) {
        var keys: [Value] = []
        var values: [Value] = []
        var index: [DictKey: Int] = [:]
        for (key, value) in members {
            let hashed = try DictKey(key)
            if let position = index[hashed] {
                values[position] = value
            } else {
                index[hashed] = keys.count
                keys.append(key)
                values.append(value)
            }
        }
        self.keys = keys
        self.values = values
        self.index = index
        depth = try nested(values)
    }

    subscript(key: DictKey) -> Value? { index[key].map { values[$0] } }

    subscript(name: String) -> Value? { self[.text(TemplateText(name))] }

    var members: Zip2Sequence<[Value], [Value]> { zip(keys, values) }
}

private func nested(_ values: [Value]) throws(TemplateError) -> Int {
    var depth = 0
    for value in values {
        switch value {
        case .list(let list), .tuple(let list): depth = max(depth, list.depth)
        case .dict(let dict): depth = max(depth, dict.depth)
        case .object(let object): depth = max(depth, object.depth)
        default: break
        }
    }
    if depth >= TemplateLimits.valueDepth {
        throw .limit("values are nested deeper than \(TemplateLimits.valueDepth) levels")
    }
    return depth + 1
}

/// A value by which a dictionary can be asked: 1, 1.0 and True are one key.
enum DictKey: Hashable {
    case none
    case int(Int)
    case big(BigInteger)
    case float(Double)
    case text(TemplateText)
    case tuple([DictKey])
    case object(ObjectIdentifier)

    /// - Throws: `.type` for lists and dictionaries, which Python cannot hash; `.limit` for tuples without end.
    init(_ value: Value) throws(TemplateError) {
        var parts = 0
        try self.init(value, &parts)
    }

    private init(_ value: Value, _ parts: inout Int) throws(TemplateError) {
        parts += 1
        if parts > 10_000 { throw .limit("a key has more than 10000 parts") }
        switch value {
        case .none: self = .none
        case .bool(let value): self = .int(value ? 1 : 0)
        case .int(let value): self = .int(value)
        case .big(let value): self = .big(value)
        case .float(let value):
            if let whole = Int(exactly: value) { self = .int(whole) } else { self = .float(value) }
        case .text(let text): self = .text(text)
        case .tuple(let list):
            var keys: [DictKey] = []
            for item in list.items { keys.append(try DictKey(item, &parts)) }
            self = .tuple(keys)
        case .list, .dict: throw .type("unhashable type: '\(value.typeName)'")
        case .undefined: self = .object(ObjectIdentifier(Undefined.self))
        case .object(let object): self = .object(ObjectIdentifier(object))
        }
    }
}

extension Value {
    static func text(_ string: String) -> Value { .text(TemplateText(string)) }

    static func list(_ items: [Value]) throws(TemplateError) -> Value { .list(try List(items)) }
    static func tuple(_ items: [Value]) throws(TemplateError) -> Value { .tuple(try List(items)) }
    static func undefined(_ detail: String) -> Value { .undefined(Undefined(detail)) }

    static func integer(_ value: BigInteger) throws(TemplateError) -> Value {
        if let small = value.int { return .int(small) }
        if value.bitCount > TemplateLimits.integerBits { throw .limit("an integer has grown too large") }
        return .big(value)
    }

    init(_ literal: Literal) {
        switch literal {
        case .none: self = .none
        case .bool(let value): self = .bool(value)
        case .int(let value): self = .int(value)
        case .big(let value): self = .big(value)
        case .float(let value): self = .float(value)
        case .text(let text): self = .text(text)
        }
    }

    /// Python's name of the type.
    var typeName: String {
        switch self {
        case .undefined: "Undefined"
        case .none: "NoneType"
        case .bool: "bool"
        case .int, .big: "int"
        case .float: "float"
        case .text(let text): text.isMarkup ? "Markup" : "str"
        case .list: "list"
        case .tuple: "tuple"
        case .dict: "dict"
        case .object(let object): object.typeName
        }
    }

    var isUndefined: Bool {
        if case .undefined = self { true } else { false }
    }

    var isNone: Bool {
        if case .none = self { true } else { false }
    }

    var isTrue: Bool {
        switch self {
        case .undefined, .none: false
        case .bool(let value): value
        case .int(let value): value != 0
        case .big: true
        case .float(let value): value != 0
        case .text(let text): !text.isEmpty
        case .list(let list), .tuple(let list): !list.items.isEmpty
        case .dict(let dict): !dict.keys.isEmpty
        case .object(let object): object.isTrue
        }
    }

    /// The value of an integer or a boolean, which Python counts among them.
    var wholeNumber: BigInteger? {
        switch self {
        case .bool(let value): BigInteger(value ? 1 : 0)
        case .int(let value): BigInteger(value)
        case .big(let value): value
        default: nil
        }
    }

    /// The value of an integer of 64 bits or a boolean.
    var smallInt: Int? {
        switch self {
        case .bool(let value): value ? 1 : 0
        case .int(let value): value
        default: nil
        }
    }

    /// The value of any number.
    var number: Double? {
        switch self {
        case .bool(let value): value ? 1 : 0
        case .int(let value): Double(value)
        case .big(let value): value.double
        case .float(let value): value
        default: nil
        }
    }

    /// - Throws: the error of an undefined value.
    func defined() throws(TemplateError) -> Value {
        if case .undefined(let undefined) = self { throw undefined.error }
        return self
    }

    /// The text of a string, for arguments that have to be one.
    func requireText(_ what: String) throws(TemplateError) -> TemplateText {
        if case .text(let text) = try defined() { return text }
        throw .type("\(what) must be str, not \(typeName)")
    }

    /// The value of an integer that has to fit 64 bits.
    func requireInt() throws(TemplateError) -> Int {
        if let value = try defined().smallInt { return value }
        if case .big = self { throw .limit("an integer is too large here") }
        throw .type("'\(typeName)' object cannot be interpreted as an integer")
    }
}
