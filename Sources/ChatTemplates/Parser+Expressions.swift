// SPDX-License-Identifier: Apache-2.0

extension Parser {
    mutating func expression(withConditional: Bool = true) throws(TemplateError) -> Expression {
        try enter()
        defer { leave() }
        return withConditional ? try conditional() : try disjunction()
    }

    /// An expression, or several with commas between them, which make a tuple.
    mutating func expressionOrTuple(
        withConditional: Bool = true, endingAt end: String? = nil, inParentheses: Bool = false
    ) throws(TemplateError) -> Expression {
        var parts: [Expression] = []
        var isTuple = false
        while true {
            let isEnd = current.kind == .endTag || current.kind == .endOutput || isSymbol(")")
            if isEnd || end.map(isName) == true { break }
            parts.append(try expression(withConditional: withConditional))
            guard skip(symbol: ",") else { break }
            isTuple = true
        }
        if !isTuple {
            if let only = parts.first { return only }
            guard inParentheses else {
                if current.kind == .end { throw unexpected(expected: "an expression") }
                throw syntax("Expected an expression, got '\(current.description)'")
            }
        }
        return .tuple(parts)
    }

    // MARK: Operators, from the loosest to the tightest

    private mutating func conditional() throws(TemplateError) -> Expression {
        let before = unknown
        var result = try disjunction()
        var links = 0
        while isName("if") {
            let place = current.place
            advance()
            let test = try disjunction()
            var otherwise: Expression?
            if skip(name: "else") {
                try enter()
                otherwise = try conditional()
                leave()
            }
            try count(&links)
            result = .conditional(test: test, then: result, otherwise: otherwise, place)
            unknown = before
        }
        return result
    }

    private mutating func disjunction() throws(TemplateError) -> Expression {
        var parts = [try conjunction()]
        while skip(name: "or") { parts.append(try conjunction()) }
        return parts.count == 1 ? parts[0] : .or(parts)
    }

    private mutating func conjunction() throws(TemplateError) -> Expression {
        var parts = [try negation()]
        while skip(name: "and") { parts.append(try negation()) }
        return parts.count == 1 ? parts[0] : .and(parts)
    }

    private mutating func negation() throws(TemplateError) -> Expression {
        var isNegated = false
        var any = false
        while skip(name: "not") {
            isNegated.toggle()
            any = true
        }
        let operand = try comparison()
        if !any { return operand }
        return isNegated ? .not(operand) : .not(.not(operand))
    }

    private mutating func comparison() throws(TemplateError) -> Expression {
        let first = try binary(0)
        var rest: [(operation: Comparison, operand: Expression)] = []
        let place = current.place
        while true {
            let operation: Comparison
            if current.kind == .symbol, let symbol = Comparison(rawValue: current.text) {
                operation = symbol
                advance()
            } else if skip(name: "in") {
                operation = .in
            } else if isName("not"), next.kind == .name, next.text == "in" {
                advance()
                advance()
                operation = .notIn
            } else {
                break
            }
            rest.append((operation, try binary(0)))
        }
        return rest.isEmpty ? first : .comparison(first, rest, place)
    }

    /// `+ -`, then `~`, then `* / // %`, then `**`: all from left to right.
    private static let levels: [[String: Arithmetic]] = [
        ["+": .add, "-": .subtract],
        [:],
        ["*": .multiply, "/": .divide, "//": .floorDivide, "%": .modulo],
        ["**": .power],
    ]

    private mutating func binary(_ level: Int) throws(TemplateError) -> Expression {
        if level == Self.levels.count { return try unary() }
        if level == 1 { return try concatenation() }
        let first = try binary(level + 1)
        var rest: [(operation: Arithmetic, operand: Expression, place: Place)] = []
        while current.kind == .symbol, let operation = Self.levels[level][current.text] {
            let place = current.place
            advance()
            rest.append((operation, try binary(level + 1), place))
        }
        return rest.isEmpty ? first : .arithmetic(first, rest)
    }

    private mutating func concatenation() throws(TemplateError) -> Expression {
        let place = current.place
        var parts = [try binary(2)]
        while skip(symbol: "~") { parts.append(try binary(2)) }
        return parts.count == 1 ? parts[0] : .concatenation(parts, place)
    }

    private mutating func unary(withFilters: Bool = true) throws(TemplateError) -> Expression {
        let place = current.place
        var node: Expression
        if isSymbol("-") || isSymbol("+") {
            let negative = isSymbol("-")
            try enter()
            advance()
            node = .sign(negative: negative, try unary(withFilters: false), place)
            leave()
        } else {
            node = try primary()
        }
        var links = 0
        node = try postfixes(on: node, &links)
        return withFilters ? try filtersAndTests(on: node, &links) : node
    }

    // MARK: Values

    private mutating func primary() throws(TemplateError) -> Expression {
        let token = current
        switch token.kind {
        case .name:
            advance()
            return name(token)
        case .string:
            var text = ""
            while current.kind == .string {
                text += current.text
                advance()
            }
            return .constant(.text(TemplateText(text)))
        case .integer:
            advance()
            return .constant(try integer(token))
        case .float:
            advance()
            return .constant(.float(Double(token.text) ?? .nan))
        case .symbol where token.text == "(":
            advance()
            let inner = try expressionOrTuple(inParentheses: true)
            try expect(symbol: ")")
            return inner
        case .symbol where token.text == "[": return try list()
        case .symbol where token.text == "{": return try dict()
        default:
            if token.kind == .end { throw unexpected(expected: "an expression") }
            throw syntax("unexpected '\(token.description)'")
        }
    }

    private mutating func name(_ token: Token) -> Expression {
        switch token.text {
        case "true", "True": return .constant(.bool(true))
        case "false", "False": return .constant(.bool(false))
        case "none", "None": return .constant(.none)
        default:
            let id = names.id(of: token.text)
            macroUses.insert(id)
            return .name(id, token.place)
        }
    }

    private func integer(_ token: Token) throws(TemplateError) -> Literal {
        var digits = Substring(token.text)
        var base: UInt32 = 10
        for (prefix, value) in [("0x", UInt32(16)), ("0o", 8), ("0b", 2)] where digits.lowercased().hasPrefix(prefix) {
            base = value
            digits = digits.dropFirst(2)
        }
        if let value = Int(digits, radix: Int(base)) { return .int(value) }
        guard digits.utf8.count <= TemplateLimits.integerBits / 4, let value = BigInteger(digits.utf8, base: base)
        else { throw syntax("this integer is too large", at: token.place) }
        return .big(value)
    }

    private mutating func list() throws(TemplateError) -> Expression {
        try expect(symbol: "[")
        var items: [Expression] = []
        while !isSymbol("]") {
            if !items.isEmpty {
                try expect(symbol: ",")
                if isSymbol("]") { break }
            }
            items.append(try expression())
        }
        try expect(symbol: "]")
        return .list(items)
    }

    private mutating func dict() throws(TemplateError) -> Expression {
        let place = current.place
        try expect(symbol: "{")
        var members: [(key: Expression, value: Expression)] = []
        while !isSymbol("}") {
            if !members.isEmpty {
                try expect(symbol: ",")
                if isSymbol("}") { break }
            }
            let key = try expression()
            try expect(symbol: ":")
            members.append((key, try expression()))
        }
        try expect(symbol: "}")
        return .dict(members, place)
    }

    // MARK: What follows a value

    /// Bounds the length of a chain, whose tree is as deep as the chain is long.
    private func count(_ links: inout Int) throws(TemplateError) {
        links += 1
        if links > TemplateLimits.chain {
            let place = current.place
            throw TemplateError(
                code: .limit, line: place.line, column: place.column,
                detail: "more than \(TemplateLimits.chain) operations are chained on one value")
        }
    }

    private mutating func postfixes(on node: Expression, _ links: inout Int) throws(TemplateError) -> Expression {
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

    private mutating func filtersAndTests(
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
