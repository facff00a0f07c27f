// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Python's operators.
extension Interpreter {
    func compute(_ left: Value, _ operation: Arithmetic, _ right: Value) throws(TemplateError) -> Value {
        let left = try left.defined()
        // `'%s' % undefined` prints nothing; every other operator refuses.
        if case .text(let text) = left, operation == .modulo { return .text(try formatted(text, with: right)) }
        let right = try right.defined()
        if let a = left.smallInt, let b = right.smallInt, let result = small(a, operation, b) { return result }
        if let a = left.wholeNumber, let b = right.wholeNumber { return try compute(a, operation, b) }
        if let a = left.number, let b = right.number { return try compute(a, operation, b) }
        switch operation {
        case .add: return try added(left, right)
        case .multiply: return try repeated(left, right)
        default: throw unsupported(left, operation, right)
        }
    }

    private func unsupported(_ left: Value, _ operation: Arithmetic, _ right: Value) -> TemplateError {
        .type(
            "unsupported operand type(s) for \(operation.rawValue): '\(left.typeName)' and '\(right.typeName)'")
    }

    // MARK: Numbers

    /// The result for integers where it fits 64 bits.
    private func small(_ a: Int, _ operation: Arithmetic, _ b: Int) -> Value? {
        switch operation {
        case .add:
            let (result, overflow) = a.addingReportingOverflow(b)
            return overflow ? nil : .int(result)
        case .subtract:
            let (result, overflow) = a.subtractingReportingOverflow(b)
            return overflow ? nil : .int(result)
        case .multiply:
            let (result, overflow) = a.multipliedReportingOverflow(by: b)
            return overflow ? nil : .int(result)
        case .floorDivide, .modulo:
            if b == 0 || b == -1 { return nil }
            let (quotient, remainder) = a.quotientAndRemainder(dividingBy: b)
            let isRounded = remainder != 0 && (remainder < 0) != (b < 0)
            if operation == .modulo { return .int(isRounded ? remainder + b : remainder) }
            return .int(isRounded ? quotient - 1 : quotient)
        case .divide, .power: return nil
        }
    }

    private func compute(
        _ a: BigInteger, _ operation: Arithmetic, _ b: BigInteger
    ) throws(TemplateError) -> Value {
        try charge(1 + a.digits.count * b.digits.count / 16)
        switch operation {
        case .add: return try .integer(a + b)
        case .subtract: return try .integer(a - b)
        case .multiply: return try .integer(a * b)
        case .floorDivide, .modulo:
            if b.digits.isEmpty { throw .type("integer division or modulo by zero") }
            try charge(1 + a.bitCount * a.digits.count / 16)
            let (quotient, remainder) = a.floorDivided(by: b)
            return try .integer(operation == .modulo ? remainder : quotient)
        case .divide:
            if b.digits.isEmpty { throw .type("division by zero") }
            let quotient = a.double / b.double
            if !quotient.isFinite { throw .type("integer division result too large for a float") }
            return .float(quotient)
        case .power: return try power(a, b)
        }
    }

    private func power(_ base: BigInteger, _ exponent: BigInteger) throws(TemplateError) -> Value {
        if exponent.isNegative { return try compute(base.double, .power, exponent.double) }
        if base.bitCount < 2 {
            let isOdd = exponent.digits.first.map { $0 & 1 == 1 } ?? false
            if exponent.digits.isEmpty { return .int(1) }
            return .int(base.isNegative && !isOdd ? 1 : base.int ?? 0)
        }
        guard let count = exponent.int, count * base.bitCount.advanced(by: -1) <= TemplateLimits.integerBits else {
            throw .limit("an integer would grow too large")
        }
        var result = BigInteger(1)
        var square = base
        var rest = count
        while rest > 0 {
            try charge(1 + square.digits.count * square.digits.count / 16)
            if rest & 1 == 1 { result = result * square }
            rest >>= 1
            if rest > 0 { square = square * square }
        }
        return try .integer(result)
    }

    private func compute(_ a: Double, _ operation: Arithmetic, _ b: Double) throws(TemplateError) -> Value {
        switch operation {
        case .add: return .float(a + b)
        case .subtract: return .float(a - b)
        case .multiply: return .float(a * b)
        case .divide:
            if b == 0 { throw .type("float division by zero") }
            return .float(a / b)
        case .floorDivide, .modulo:
            if b == 0 { throw .type(operation == .modulo ? "float modulo" : "float floor division by zero") }
            var remainder = fmod(a, b)
            var quotient = (a - remainder) / b
            if remainder != 0, (remainder < 0) != (b < 0) {
                remainder += b
                quotient -= 1
            }
            if operation == .modulo { return .float(remainder == 0 ? Double(signOf: b, magnitudeOf: 0) : remainder) }
            let floor = quotient.rounded(.down)
            let nearest = quotient - floor > 0.5 ? floor + 1 : floor
            return .float(quotient == 0 ? Double(signOf: a / b, magnitudeOf: 0) : nearest)
        case .power:
            if a == 0, b < 0 { throw .type("0.0 cannot be raised to a negative power") }
            if a < 0, b.rounded() != b, b.isFinite { throw .type("a negative number has no real power of \(b)") }
            let result = pow(a, b)
            if result.isInfinite, a.isFinite, b.isFinite { throw .type("(34, 'Numerical result out of range')") }
            return .float(result)
        }
    }

    func signed(_ value: Value, negative: Bool) throws(TemplateError) -> Value {
        let value = try value.defined()
        if case .float(let number) = value { return .float(negative ? -number : number) }
        guard let whole = value.wholeNumber else {
            throw .type("bad operand type for unary \(negative ? "-" : "+"): '\(value.typeName)'")
        }
        return try .integer(negative ? whole.negated : whole)
    }

    // MARK: Sequences

    private func added(_ left: Value, _ right: Value) throws(TemplateError) -> Value {
        switch (left, right) {
        case (.text(let a), .text(let b)):
            try charge(bytes: a.bytes.count + b.bytes.count)
            if a.isMarkup || b.isMarkup {
                let sum = (a.isMarkup ? a : HTMLEscaping.escaped(a)) + (b.isMarkup ? b : HTMLEscaping.escaped(b))
                return .text(sum.with(markup: true))
            }
            return .text(a + b)
        case (.list(let a), .list(let b)):
            try charge(elements: a.items.count + b.items.count)
            return try .list(a.items + b.items)
        case (.tuple(let a), .tuple(let b)):
            try charge(elements: a.items.count + b.items.count)
            return try .tuple(a.items + b.items)
        case (.text, _): throw .type("can only concatenate str (not \"\(right.typeName)\") to str")
        case (.list, _): throw .type("can only concatenate list (not \"\(right.typeName)\") to list")
        case (.tuple, _): throw .type("can only concatenate tuple (not \"\(right.typeName)\") to tuple")
        default: throw unsupported(left, .add, right)
        }
    }

    private func repeated(_ left: Value, _ right: Value) throws(TemplateError) -> Value {
        let (sequence, factor) = left.wholeNumber == nil ? (left, right) : (right, left)
        guard let factor = factor.wholeNumber else {
            if case .text = sequence { throw .type("can't multiply sequence by non-int of type '\(factor.typeName)'") }
            throw unsupported(left, .multiply, right)
        }
        let times = factor.isNegative ? 0 : factor.int ?? Int.max
        switch sequence {
        case .text(let text):
            try charge(bytes: product(text.bytes.count, times))
            return .text(text.repeated(text.isEmpty ? 0 : times))
        case .list(let list): return try .list(try repeated(list.items, times))
        case .tuple(let list): return try .tuple(try repeated(list.items, times))
        default: throw unsupported(left, .multiply, right)
        }
    }

    private func repeated(_ items: [Value], _ times: Int) throws(TemplateError) -> [Value] {
        try charge(elements: product(items.count, times))
        return items.isEmpty || times == 0 ? [] : Array(repeatElement(items, count: times).joined())
    }

    /// A product that stops at the largest integer.
    private func product(_ a: Int, _ b: Int) -> Int {
        let (result, overflow) = a.multipliedReportingOverflow(by: b)
        return overflow ? Int.max : result
    }

    // MARK: Comparing

    func compare(_ left: Value, _ operation: Comparison, _ right: Value) throws(TemplateError) -> Bool {
        switch operation {
        case .equal: try areEqual(left, right)
        case .notEqual: try !areEqual(left, right)
        case .in: try contains(right, left)
        case .notIn: try !contains(right, left)
        case .less: try isOrdered(left, right, "<") { $0 < 0 }
        case .lessOrEqual: try isOrdered(left, right, "<=") { $0 <= 0 }
        case .greater: try isOrdered(left, right, ">") { $0 > 0 }
        case .greaterOrEqual: try isOrdered(left, right, ">=") { $0 >= 0 }
        }
    }

    private func isOrdered(
        _ left: Value, _ right: Value, _ symbol: String, _ holds: (Int) -> Bool
    ) throws(TemplateError) -> Bool {
        if let a = left.number, let b = right.number, a.isNaN || b.isNaN { return false }
        return holds(try order(left, right, symbol))
    }

    func areEqual(_ left: Value, _ right: Value) throws(TemplateError) -> Bool {
        try charge()
        switch (left, right) {
        case (.undefined, .undefined), (.none, .none): return true
        case (.text(let a), .text(let b)): return a == b
        case (.list(let a), .list(let b)), (.tuple(let a), .tuple(let b)): return try areEqual(a.items, b.items)
        case (.dict(let a), .dict(let b)): return try areEqual(a, b)
        case (.object(let a), .object(let b)):
            if let a = a as? NumberRange, let b = b as? NumberRange {
                return a.count == b.count && (a.count == 0 || a.start == b.start && (a.count == 1 || a.step == b.step))
            }
            return a === b
        default:
            if let a = left.wholeNumber, let b = right.wholeNumber { return a == b }
            if let a = left.number, let b = right.number { return a == b }
            return false
        }
    }

    private func areEqual(_ left: [Value], _ right: [Value]) throws(TemplateError) -> Bool {
        guard left.count == right.count else { return false }
        try enter()
        defer { leave() }
        for (a, b) in zip(left, right) where try !areEqual(a, b) { return false }
        return true
    }

    private func areEqual(_ left: Dict, _ right: Dict) throws(TemplateError) -> Bool {
        guard left.keys.count == right.keys.count else { return false }
        try enter()
        defer { leave() }
        for (key, value) in left.members {
            guard let other = right[try DictKey(key)], try areEqual(value, other) else { return false }
        }
        return true
    }

    /// Negative, zero or positive, as the left value comes before, with or after the right one.
    func order(_ left: Value, _ right: Value, _ symbol: String = "<") throws(TemplateError) -> Int {
        try charge()
        let left = try left.defined()
        let right = try right.defined()
        if let a = left.wholeNumber, let b = right.wholeNumber { return a < b ? -1 : a == b ? 0 : 1 }
        if let a = left.number, let b = right.number { return a < b ? -1 : a == b ? 0 : 1 }
        switch (left, right) {
        case (.text(let a), .text(let b)): return a < b ? -1 : a == b ? 0 : 1
        case (.list(let a), .list(let b)), (.tuple(let a), .tuple(let b)):
            try enter()
            defer { leave() }
            for (x, y) in zip(a.items, b.items) where try !areEqual(x, y) { return try order(x, y, symbol) }
            return a.items.count - b.items.count
        default:
            throw .type(
                "'\(symbol)' not supported between instances of '\(left.typeName)' and '\(right.typeName)'")
        }
    }

    /// Python's `in`.
    func contains(_ container: Value, _ element: Value) throws(TemplateError) -> Bool {
        switch container {
        case .text(let text):
            guard case .text(let part) = element else {
                throw .type("'in <string>' requires string as left operand, not \(element.typeName)")
            }
            try charge(1 + text.bytes.count / 64)
            return text.contains(part)
        case .dict(let dict): return dict[try DictKey(element)] != nil
        case .object(let view as DictView) where view.kind == .keys: return view.dict[try DictKey(element)] != nil
        case .none, .bool, .int, .big, .float:
            throw .type("argument of type '\(container.typeName)' is not iterable")
        default:
            let source = try iterator(over: container)
            while let item = try source.next() {
                if try areEqual(item, element) { return true }
            }
            return false
        }
    }
}
