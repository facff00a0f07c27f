// SPDX-License-Identifier: Apache-2.0

extension Interpreter {
    func evaluate(_ expression: Expression, in scope: Scope) throws(TemplateError) -> Value {
        if case .constant(let literal) = expression { return Value(literal) }
        if case .name(let id, _) = expression {
            try charge()
            return scope.find(id) ?? .undefined("'\(names.spellings[id])' is undefined")
        }
        try enter()
        defer { leave() }
        return try evaluateNode(expression, in: scope)
    }

    private func evaluateNode(_ expression: Expression, in scope: Scope) throws(TemplateError) -> Value {
        switch expression {
        case .constant, .name: return try evaluate(expression, in: scope)
        case .list(let items): return try .list(try evaluate(items, in: scope))
        case .tuple(let items): return try .tuple(try evaluate(items, in: scope))
        case .dict(let members, let place): return try evaluateDict(members, place, in: scope)
        case .attribute(let node, let name, let place): return try evaluateAttribute(node, name, place, in: scope)
        case .item(let node, let key, let place): return try evaluateItem(node, key, place, in: scope)
        case .slice(let node, let bounds, let place): return try evaluateSlice(node, bounds, place, in: scope)
        case .call(let node, let arguments, let place): return try evaluateCall(node, arguments, place, in: scope)
        case .filter(let node, let name, let arguments, let place):
            return try evaluateFilter(node, name, arguments, place, in: scope)
        case .test(let node, let name, let arguments, let place):
            return try evaluateTest(node, name, arguments, place, in: scope)
        case .not(let node): return .bool(!(try evaluate(node, in: scope).isTrue))
        case .sign(let negative, let node, let place): return try evaluateSign(negative, node, place, in: scope)
        case .arithmetic(let first, let rest): return try evaluateArithmetic(first, rest, in: scope)
        case .concatenation(let parts, let place): return try evaluateConcatenation(parts, place, in: scope)
        case .comparison(let first, let rest, let place): return try evaluateComparison(first, rest, place, in: scope)
        case .and(let parts): return try evaluateLogic(parts, stopsAt: false, in: scope)
        case .or(let parts): return try evaluateLogic(parts, stopsAt: true, in: scope)
        case .conditional(let test, let then, let otherwise, let place):
            return try evaluateConditional(test, then, otherwise, place, in: scope)
        }
    }

    private func evaluate(_ expressions: [Expression], in scope: Scope) throws(TemplateError) -> [Value] {
        var values: [Value] = []
        values.reserveCapacity(expressions.count)
        for expression in expressions { values.append(try evaluate(expression, in: scope)) }
        return values
    }

    func evaluate(_ arguments: CallArguments, in scope: Scope) throws(TemplateError) -> Arguments {
        var values = Arguments(positional: try evaluate(arguments.positional, in: scope))
        for (name, value) in arguments.keyword {
            values.keyword.append((name, try evaluate(value, in: scope)))
        }
        if let list = arguments.list {
            values.positional += try elements(of: try evaluate(list, in: scope))
        }
        if let dict = arguments.dict {
            guard case .dict(let dict) = try evaluate(dict, in: scope).defined() else {
                throw .type("argument after ** must be a mapping")
            }
            for (key, value) in dict.members {
                values.keyword.append((try key.requireText("keywords").string, value))
            }
        }
        return values
    }

    private func evaluateDict(
        _ members: [(key: Expression, value: Expression)], _ place: Place, in scope: Scope
    ) throws(TemplateError) -> Value {
        var values: [(key: Value, value: Value)] = []
        for (key, value) in members {
            values.append((try evaluate(key, in: scope), try evaluate(value, in: scope)))
        }
        self.place = place
        return .dict(try Dict(values))
    }

    private func evaluateAttribute(
        _ node: Expression, _ name: String, _ place: Place, in scope: Scope
    ) throws(TemplateError) -> Value {
        let value = try evaluate(node, in: scope)
        self.place = place
        return try attribute(TemplateText(name), of: value)
    }

    private func evaluateItem(
        _ node: Expression, _ key: Expression, _ place: Place, in scope: Scope
    ) throws(TemplateError) -> Value {
        let value = try evaluate(node, in: scope)
        let key = try evaluate(key, in: scope)
        self.place = place
        return try item(key, of: value)
    }

    private func evaluateSlice(
        _ node: Expression, _ bounds: [Expression?], _ place: Place, in scope: Scope
    ) throws(TemplateError) -> Value {
        let sequence = try evaluate(node, in: scope)
        var limits: [Int?] = []
        for bound in bounds {
            guard let bound else {
                limits.append(nil)
                continue
            }
            let value = try evaluate(bound, in: scope)
            if value.isNone {
                limits.append(nil)
            } else if case .big(let big) = value {
                limits.append(big.isNegative ? Int.min : Int.max)
            } else if let small = value.smallInt {
                limits.append(small)
            } else {
                self.place = place
                _ = try value.defined()
                throw .type("slice indices must be integers or None or have an __index__ method")
            }
        }
        self.place = place
        return try slice(sequence, limits[0], limits.count > 1 ? limits[1] : nil, limits.count > 2 ? limits[2] : nil)
    }

    private func evaluateCall(
        _ node: Expression, _ arguments: CallArguments, _ place: Place, in scope: Scope
    ) throws(TemplateError) -> Value {
        let function = try evaluate(node, in: scope)
        let values = try evaluate(arguments, in: scope)
        self.place = place
        return try call(function, values)
    }

    private func evaluateFilter(
        _ node: Expression?, _ name: String, _ arguments: CallArguments, _ place: Place, in scope: Scope
    ) throws(TemplateError) -> Value {
        guard let node else { throw .type("a filter without a value") }
        let value = try evaluate(node, in: scope)
        let values = try evaluate(arguments, in: scope)
        self.place = place
        return try filter(name, value, values)
    }

    /// Applies the filters of a block to its text.
    func apply(_ filter: Expression, to value: Value, in scope: Scope) throws(TemplateError) -> Value {
        guard case .filter(let node, let name, let arguments, let place) = filter else { return value }
        try enter()
        defer { leave() }
        let inner = try node.map { (node) throws(TemplateError) in try apply(node, to: value, in: scope) }
        let values = try evaluate(arguments, in: scope)
        self.place = place
        return try self.filter(name, inner ?? value, values)
    }

    private func evaluateTest(
        _ node: Expression, _ name: String, _ arguments: CallArguments, _ place: Place, in scope: Scope
    ) throws(TemplateError) -> Value {
        let value = try evaluate(node, in: scope)
        let values = try evaluate(arguments, in: scope)
        self.place = place
        return .bool(try test(name, value, values))
    }

    private func evaluateSign(
        _ negative: Bool, _ node: Expression, _ place: Place, in scope: Scope
    ) throws(TemplateError) -> Value {
        let value = try evaluate(node, in: scope)
        self.place = place
        return try signed(value, negative: negative)
    }

    private func evaluateArithmetic(
        _ first: Expression, _ rest: [(operation: Arithmetic, operand: Expression, place: Place)], in scope: Scope
    ) throws(TemplateError) -> Value {
        var result = try evaluate(first, in: scope)
        for (operation, operand, place) in rest {
            let right = try evaluate(operand, in: scope)
            self.place = place
            result = try compute(result, operation, right)
        }
        return result
    }

    private func evaluateConcatenation(
        _ parts: [Expression], _ place: Place, in scope: Scope
    ) throws(TemplateError) -> Value {
        var builder = TextBuilder()
        for part in parts {
            let value = try evaluate(part, in: scope)
            self.place = place
            builder.append(try text(of: value))
            try charge(bytes: builder.count)
        }
        return .text(builder.text())
    }

    private func evaluateComparison(
        _ first: Expression, _ rest: [(operation: Comparison, operand: Expression)], _ place: Place, in scope: Scope
    ) throws(TemplateError) -> Value {
        var left = try evaluate(first, in: scope)
        for (operation, operand) in rest {
            let right = try evaluate(operand, in: scope)
            self.place = place
            if !(try compare(left, operation, right)) { return .bool(false) }
            left = right
        }
        return .bool(true)
    }

    private func evaluateLogic(
        _ parts: [Expression], stopsAt: Bool, in scope: Scope
    ) throws(TemplateError) -> Value {
        var value = Value.none
        for part in parts {
            value = try evaluate(part, in: scope)
            if value.isTrue == stopsAt { break }
        }
        return value
    }

    private func evaluateConditional(
        _ test: Expression, _ then: Expression, _ otherwise: Expression?, _ place: Place, in scope: Scope
    ) throws(TemplateError) -> Value {
        if try evaluate(test, in: scope).isTrue { return try evaluate(then, in: scope) }
        if let otherwise { return try evaluate(otherwise, in: scope) }
        return .undefined(
            "the inline if-expression on line \(place.line) evaluated to false and no else section was defined.")
    }
}
