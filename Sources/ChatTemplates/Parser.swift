// SPDX-License-Identifier: Apache-2.0

/// Reads statements; `Parser+Expressions.swift` reads what stands inside them.
///
/// The grammar and its oddities (`-1|abs` is 1, `2 ** 3 ** 2` is 64, `-2 ** 2` is 4) are those of Jinja 3.1.
struct Parser {
    var tokens: [Token]
    var position = 0
    var names = NameTable()
    /// How many `for` bodies of the present macro are open; `break` and `continue` need one.
    private var openLoops = 0
    /// Whether an unknown filter or test is an error only when it is reached, as Jinja has it for branches.
    private var isLenient = false
    /// The first unknown filter or test since the last `settle()`; an `if` behind it may yet excuse it.
    var unknown: TemplateError?
    /// Names among `caller`, `varargs` and `kwargs` that the macro being read uses.
    var macroUses: Set<NameID> = []
    private let stack = StackGuard(budget: TemplateLimits.standard.stackBytes)
    private var depth = 0

    /// - Throws: `.syntax`, `.unsupported` for tags that need other templates, `.limit` for nesting without end.
    static func parse(_ source: String) throws(TemplateError) -> (body: [Statement], names: NameTable) {
        var parser = Parser(tokens: try Lexer.tokens(of: source))
        let body = try parser.statements(until: [], of: nil)
        let late = FrameNames.storedBeforeLoaded(in: body)
        return ((late.isEmpty ? [] : [.undefine(late)]) + body, parser.names)
    }

    private init(tokens: [Token]) { self.tokens = tokens }

    // MARK: Tokens

    var current: Token { tokens[position] }

    mutating func advance() {
        if position < tokens.count - 1 { position += 1 }
    }

    func isSymbol(_ text: String) -> Bool { current.kind == .symbol && current.text == text }
    func isName(_ text: String) -> Bool { current.kind == .name && current.text == text }

    /// The token after the current one.
    var next: Token { tokens[min(position + 1, tokens.count - 1)] }

    mutating func skip(symbol text: String) -> Bool {
        guard isSymbol(text) else { return false }
        advance()
        return true
    }

    mutating func skip(name text: String) -> Bool {
        guard isName(text) else { return false }
        advance()
        return true
    }

    mutating func expect(symbol text: String) throws(TemplateError) {
        if !skip(symbol: text) { throw unexpected(expected: "'\(text)'") }
    }

    mutating func expect(name text: String) throws(TemplateError) {
        if !skip(name: text) { throw unexpected(expected: "'\(text)'") }
    }

    mutating func expect(_ kind: Token.Kind) throws(TemplateError) {
        guard current.kind == kind else {
            throw unexpected(expected: "'\(Token(kind: kind, text: "", place: current.place).description)'")
        }
        advance()
    }

    mutating func expectName() throws(TemplateError) -> String {
        guard current.kind == .name else { throw unexpected(expected: "a name") }
        let name = current.text
        advance()
        return name
    }

    func unexpected(expected: String) -> TemplateError {
        if current.kind == .end { return syntax("unexpected end of template, expected \(expected).") }
        return syntax("expected token \(expected), got '\(current.description)'")
    }

    func syntax(_ detail: String, at place: Place? = nil) -> TemplateError {
        let place = place ?? current.place
        return TemplateError(code: .syntax, line: place.line, column: place.column, detail: detail)
    }

    /// Counts a level of nesting; every call is followed by `leave()`.
    mutating func enter() throws(TemplateError) {
        depth += 1
        if depth > TemplateLimits.nesting || stack.isExhausted {
            let place = current.place
            throw TemplateError(
                code: .limit, line: place.line, column: place.column, detail: "the template is nested too deeply")
        }
    }

    mutating func leave() { depth -= 1 }

    /// Throws for an unknown filter or test in the expressions read so far, unless they stand in a branch.
    mutating func settle() throws(TemplateError) {
        if let unknown, !isLenient { throw unknown }
        unknown = nil
    }

    // MARK: Bodies

    /// Statements up to a tag that begins with one of `ends`, which becomes the current token.
    private mutating func statements(until ends: [String], of opener: Token?) throws(TemplateError) -> [Statement] {
        try enter()
        defer { leave() }
        var body: [Statement] = []
        while true {
            let token = current
            switch token.kind {
            case .data:
                body.append(.data(TemplateText(token.text)))
                advance()
            case .beginOutput:
                advance()
                body.append(.output(try expressionOrTuple(), token.place))
                try settle()
                try expect(.endOutput)
            case .beginTag:
                advance()
                if current.kind == .name, ends.contains(current.text) { return body }
                body += try statement(ends, opener)
                try settle()
                try expect(.endTag)
            default:
                if let opener {
                    throw syntax(
                        "Unexpected end of template. Jinja was looking for the following tags: "
                            + ends.map { "'\($0)'" }.joined(separator: " or ")
                            + ". The innermost block that needs to be closed is '\(opener.text)'.")
                }
                return body
            }
        }
    }

    /// The body of a block whose opening tag ends here, up to `end`, which is consumed.
    mutating func block(of opener: Token, until end: String) throws(TemplateError) -> [Statement] {
        try settle()
        _ = skip(symbol: ":")
        try expect(.endTag)
        let body = try statements(until: [end], of: opener)
        advance()
        return body
    }

    private mutating func block(of opener: Token, untilOneOf ends: [String]) throws(TemplateError) -> [Statement] {
        try settle()
        _ = skip(symbol: ":")
        try expect(.endTag)
        return try statements(until: ends, of: opener)
    }

    /// A body in which an unknown filter is an error at once.
    private mutating func strict<Result>(
        _ read: (inout Parser) throws(TemplateError) -> Result
    ) throws(TemplateError) -> Result {
        let outer = isLenient
        isLenient = false
        defer { isLenient = outer }
        return try read(&self)
    }

    // MARK: Statements

    private mutating func statement(_ ends: [String], _ opener: Token?) throws(TemplateError) -> [Statement] {
        let tag = current
        guard tag.kind == .name else { throw syntax("tag name expected") }
        advance()
        switch tag.text {
        case "if": return [try branch(tag)]
        case "for": return [try loop(tag)]
        case "set": return [try set(tag)]
        case "macro": return [try macro(tag)]
        case "call": return [try callBlock(tag)]
        case "filter": return [try filterBlock(tag)]
        case "with": return [try with(tag)]
        case "generation":
            let body = try isolated { (parser) throws(TemplateError) in
                try parser.block(of: tag, until: "endgeneration")
            }
            return [.generation(body)]
        case "print": return try printed(tag)
        case "break", "continue":
            if openLoops == 0 { throw syntax("'\(tag.text)' outside loop", at: tag.place) }
            return [tag.text == "break" ? .breakLoop : .continueLoop]
        case "import", "from", "include", "extends", "block", "autoescape":
            throw TemplateError(
                code: .unsupported, line: tag.place.line, column: tag.place.column,
                detail: "the tag '\(tag.text)' has no use in a chat template, which is one file; it is not supported")
        default:
            var detail = "Encountered unknown tag '\(tag.text)'."
            if !ends.isEmpty {
                detail += " Jinja was looking for the following tags: "
                detail += ends.map { "'\($0)'" }.joined(separator: " or ") + "."
            }
            if let opener { detail += " The innermost block that needs to be closed is '\(opener.text)'." }
            throw syntax(detail, at: tag.place)
        }
    }

    /// Reads a body that cannot break the loop around it, because it is run as a macro.
    mutating func isolated<Result>(
        _ read: (inout Parser) throws(TemplateError) -> Result
    ) throws(TemplateError) -> Result {
        let loops = openLoops
        openLoops = 0
        defer { openLoops = loops }
        return try strict(read)
    }

    private mutating func branch(_ tag: Token) throws(TemplateError) -> Statement {
        let outer = isLenient
        isLenient = true
        defer { isLenient = outer }
        var branches: [(test: Expression, body: [Statement])] = []
        var otherwise: [Statement] = []
        while true {
            let test = try expressionOrTuple(withConditional: false)
            branches.append((test, try block(of: tag, untilOneOf: ["elif", "else", "endif"])))
            if skip(name: "elif") { continue }
            if skip(name: "else") {
                otherwise = try block(of: tag, until: "endif")
            } else {
                advance()
            }
            return .branch(branches, otherwise: otherwise)
        }
    }

    private mutating func loop(_ tag: Token) throws(TemplateError) -> Statement {
        let target = try target(endingAt: "in")
        try expect(name: "in")
        let sequence = try expressionOrTuple(withConditional: false, endingAt: "recursive")
        try settle()
        let outer = isLenient
        isLenient = false
        defer { isLenient = outer }
        let filter = skip(name: "if") ? try expression() : nil
        let isRecursive = skip(name: "recursive")
        openLoops += 1
        let body = try block(of: tag, untilOneOf: ["endfor", "else"])
        openLoops -= 1
        var otherwise: [Statement] = []
        if skip(name: "else") {
            otherwise = try block(of: tag, until: "endfor")
        } else {
            advance()
        }
        return .loop(
            Loop(
                target: target, sequence: sequence, filter: filter, body: body, otherwise: otherwise,
                isRecursive: isRecursive, place: tag.place))
    }

    private mutating func set(_ tag: Token) throws(TemplateError) -> Statement {
        let target = try target(withAttributes: true)
        if skip(symbol: "=") { return .set(target, try expressionOrTuple(), tag.place) }
        let filter = isSymbol("|") ? try filters(on: nil) : nil
        try settle()
        let body = try strict { (parser) throws(TemplateError) in try parser.block(of: tag, until: "endset") }
        return .setBlock(target, filter: filter, body, tag.place)
    }

    private mutating func with(_ tag: Token) throws(TemplateError) -> Statement {
        var values: [(target: Target, value: Expression)] = []
        while current.kind != .endTag {
            if !values.isEmpty { try expect(symbol: ",") }
            let target = try target()
            try expect(symbol: "=")
            values.append((target, try expression()))
        }
        try settle()
        let body = try strict { (parser) throws(TemplateError) in try parser.block(of: tag, until: "endwith") }
        return .with(values, body)
    }

    private mutating func printed(_ tag: Token) throws(TemplateError) -> [Statement] {
        var outputs: [Statement] = []
        while current.kind != .endTag {
            if !outputs.isEmpty { try expect(symbol: ",") }
            outputs.append(.output(try expression(), tag.place))
        }
        return outputs
    }

    private mutating func filterBlock(_ tag: Token) throws(TemplateError) -> Statement {
        let filter = try filters(on: nil, startsInline: true)
        try settle()
        let body = try strict { (parser) throws(TemplateError) in try parser.block(of: tag, until: "endfilter") }
        return .filterBlock(filter, body, tag.place)
    }
}
