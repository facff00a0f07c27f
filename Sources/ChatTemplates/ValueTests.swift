// SPDX-License-Identifier: Apache-2.0

/// Tests that may stand behind `is`.
enum ValueTests {
    static let names: Set<String> = [
        "odd", "even", "divisibleby", "defined", "undefined", "filter", "test", "none", "boolean", "false", "true",
        "integer", "float", "lower", "upper", "string", "mapping", "number", "sequence", "iterable", "callable",
        "sameas", "escaped", "in", "==", "eq", "equalto", "!=", "ne", ">", "gt", "greaterthan", ">=", "ge", "<", "lt",
        "lessthan", "<=", "le",
    ]
    /// Tests that compare with an argument.
    static let comparisons: [String: Comparison] = [
        "==": .equal, "eq": .equal, "equalto": .equal, "!=": .notEqual, "ne": .notEqual, ">": .greater,
        "gt": .greater, "greaterthan": .greater, ">=": .greaterOrEqual, "ge": .greaterOrEqual, "<": .less,
        "lt": .less, "lessthan": .less, "<=": .lessOrEqual, "le": .lessOrEqual, "in": .in,
    ]
}

extension Interpreter {
    /// - Throws: `.type` for wrong arguments and for a test that does not exist.
    func test(_ name: String, _ value: Value, _ arguments: Arguments) throws(TemplateError) -> Bool {
        if let comparison = ValueTests.comparisons[name] {
            return try compare(value, comparison, try other(name, arguments))
        }
        switch name {
        case "divisibleby":
            return try areEqual(try compute(value, .modulo, try other(name, arguments)), .int(0))
        case "sameas": return try isSame(value, try other(name, arguments))
        default: break
        }
        _ = try arguments.bound(to: [], of: name)
        switch name {
        case "defined": return !value.isUndefined
        case "undefined": return value.isUndefined
        case "none": return value.isNone
        case "boolean":
            if case .bool = value { return true }
        case "true":
            if case .bool(true) = value { return true }
        case "false":
            if case .bool(false) = value { return true }
        case "integer":
            if case .bool = value { return false }
            return value.wholeNumber != nil
        case "float":
            if case .float = value { return true }
        case "number": return value.number != nil
        case "string":
            if case .text = value { return true }
        case "mapping":
            if case .dict = value { return true }
        case "escaped":
            if case .text(let text) = value { return text.isMarkup }
        case "iterable": return isIterable(value)
        case "sequence": return isSequence(value)
        case "callable": return isCallable(value)
        case "odd", "even":
            let rest = try compute(value, .modulo, .int(2))
            return try areEqual(rest, .int(name == "odd" ? 1 : 0))
        case "lower", "upper": return try text(of: value).hasCase("is" + name)
        case "filter", "test":
            _ = try DictKey(value)
            let known = name == "filter" ? Filters.names : ValueTests.names
            if case .text(let text) = value { return known.contains(text.string) }
        default: throw .type("No test named '\(name)' found.")
        }
        return false
    }

    private func other(_ name: String, _ arguments: Arguments) throws(TemplateError) -> Value {
        let parameter = name == "divisibleby" ? "num" : name == "in" ? "seq" : "other"
        return try arguments.bound(to: [parameter], required: 1, of: name)[0] ?? .none
    }

    private func isSequence(_ value: Value) -> Bool {
        switch value {
        case .undefined, .text, .list, .tuple, .dict: true
        case .object(let object): object is NumberRange
        default: false
        }
    }

    private func isCallable(_ value: Value) -> Bool {
        switch value {
        case .undefined: true
        case .object(let object):
            object is MacroObject || object is Method || object is GlobalFunction || object is Joiner
                || object is LoopObject
        default: false
        }
    }

    /// Python's `is`. Equal numbers and strings count as the same; whether Python keeps one or two of them is chance.
    private func isSame(_ a: Value, _ b: Value) throws(TemplateError) -> Bool {
        switch (a, b) {
        case (.list(let a), .list(let b)), (.tuple(let a), .tuple(let b)): a === b
        case (.dict(let a), .dict(let b)): a === b
        case (.undefined(let a), .undefined(let b)): a === b
        default: a.typeName == b.typeName ? try areEqual(a, b) : false
        }
    }
}
