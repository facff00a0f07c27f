// SPDX-License-Identifier: Apache-2.0

/// Postfixes of a value: attributes, subscripts, calls, filters and tests.
extension Parser {
    /// Bounds the length of a chain, whose tree is as deep as the chain is long.
    func count(_ links: inout Int) throws(TemplateError) {
        links += 1
        if links > TemplateLimits.chain {
            let place = current.place
            throw TemplateError(
                code: .limit, line: place.line, column: place.column,
                detail: "more than \(TemplateLimits.chain) operations are chained on one value")
        }
    }

    mutating func postfixes(on node: Expression, _ links: inout Int) throws(TemplateError) -> Expression {
        var node = node
        while current.kind == .symbol {
            let place = current.place
            if isSymbol("(") {
                node = .call(node, try callArguments(), place)
            } else if skip(symbol: ".") {
                node = try attribute(of: node, place)
            } else if skip(symbol: "[") {
                node = try subscripted(node, place)
            } else {
                break
            }
            try count(&links)
        }
        return node
    }

    private mutating func attribute(of node: Expression, _ place: Place) throws(TemplateError) -> Expression {
        let token = current
        advance()
        switch token.kind {
        case .name: return .attribute(node, token.text, place)
        case .integer: return .item(node, .constant(try integer(token)), place)
        default: throw syntax("expected name or number", at: token.place)
        }
    }

    private mutating func subscripted(_ node: Expression, _ place: Place) throws(TemplateError) -> Expression {
        var items: [Expression] = []
        var bounds: [Expression?]?
        while !isSymbol("]") {
            if !items.isEmpty || bounds != nil { try expect(symbol: ",") }
            guard bounds == nil else { throw syntax("a slice cannot be one of several subscripts") }
            if isSymbol(":") {
                bounds = try slice(from: nil)
            } else {
                let first = try expression()
                if isSymbol(":") {
                    if !items.isEmpty { throw syntax("a slice cannot be one of several subscripts") }
                    bounds = try slice(from: first)
                } else {
                    items.append(first)
                }
            }
        }
        try expect(symbol: "]")
        if let bounds { return .slice(node, bounds, place) }
        return .item(node, items.count == 1 ? items[0] : .tuple(items), place)
    }

    private mutating func slice(from first: Expression?) throws(TemplateError) -> [Expression?] {
        var bounds = [first]
        while bounds.count < 3, skip(symbol: ":") {
            let isOpen = isSymbol(":") || isSymbol("]") || isSymbol(",")
            bounds.append(isOpen ? nil : try expression())
        }
        return bounds
    }

    mutating func callArguments() throws(TemplateError) -> CallArguments {
        let open = current.place
        try expect(symbol: "(")
        var arguments = CallArguments()
        var needsComma = false
        while !isSymbol(")") {
            if needsComma {
                try expect(symbol: ",")
                if isSymbol(")") { break }
            }
            needsComma = true
            let isInOrder: Bool
            if skip(symbol: "*") {
                isInOrder = arguments.list == nil && arguments.dict == nil
                arguments.list = try expression()
            } else if skip(symbol: "**") {
                isInOrder = arguments.dict == nil
                arguments.dict = try expression()
            } else if current.kind == .name, next.kind == .symbol, next.text == "=" {
                isInOrder = arguments.dict == nil
                let name = try expectName()
                advance()
                arguments.keyword.append((name, try expression()))
            } else {
                isInOrder = arguments.list == nil && arguments.dict == nil && arguments.keyword.isEmpty
                arguments.positional.append(try expression())
            }
            if !isInOrder { throw syntax("invalid syntax for function call expression", at: open) }
        }
        try expect(symbol: ")")
        return arguments
    }

    mutating func filtersAndTests(
        on node: Expression, _ links: inout Int
    ) throws(TemplateError) -> Expression {
        var node = node
        while true {
            let place = current.place
            if isSymbol("|") {
                node = try filters(on: node)
            } else if skip(name: "is") {
                node = try test(on: node, place)
            } else if isSymbol("(") {
                node = .call(node, try callArguments(), place)
            } else {
                return node
            }
            try count(&links)
        }
    }

    /// One filter or more. In a filter block the first stands without its `|`, and without an operand.
    mutating func filters(on node: Expression?, startsInline: Bool = false) throws(TemplateError) -> Expression {
        var result = node
        var isFirst = startsInline
        var links = 0
        repeat {
            if !isFirst { try expect(symbol: "|") }
            isFirst = false
            let place = current.place
            let name = try dottedName()
            if !Filters.names.contains(name), unknown == nil {
                unknown = syntax("No filter named '\(name)'.", at: place)
            }
            result = .filter(result, name, isSymbol("(") ? try callArguments() : CallArguments(), place)
            try count(&links)
        } while isSymbol("|")
        guard let result else { throw unexpected(expected: "a filter") }
        return result
    }

    private mutating func dottedName() throws(TemplateError) -> String {
        var name = try expectName()
        while skip(symbol: ".") { name += "." + (try expectName()) }
        return name
    }

    private mutating func test(on node: Expression, _ place: Place) throws(TemplateError) -> Expression {
        let isNegated = skip(name: "not")
        let namePlace = current.place
        let name = try dottedName()
        if !ValueTests.names.contains(name), unknown == nil {
            unknown = syntax("No test named '\(name)'.", at: namePlace)
        }
        var arguments = CallArguments()
        if isSymbol("(") {
            arguments = try callArguments()
        } else if startsTestArgument {
            if isName("is") { throw syntax("You cannot chain multiple tests with is") }
            var links = 0
            arguments.positional = [try postfixes(on: try primary(), &links)]
        }
        let test = Expression.test(node, name, arguments, place)
        return isNegated ? .not(test) : test
    }

    private var startsTestArgument: Bool {
        switch current.kind {
        case .string, .integer, .float: true
        case .symbol: current.text == "[" || current.text == "{"
        case .name: !["else", "or", "and"].contains(current.text)
        default: false
        }
    }
}
