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

    mutating func primary() throws(TemplateError) -> Expression {
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

    func integer(_ token: Token) throws(TemplateError) -> Literal {
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
}
