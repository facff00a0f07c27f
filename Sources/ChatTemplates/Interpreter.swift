// SPDX-License-Identifier: Apache-2.0

/// Runs a template once. Statements are here; expressions, calls and filters are in files of their own.
///
/// Why no library runs it: every byte of the prompt has to say whether the template or a person wrote it, through all
/// filters; and a template comes with a model, so its steps, depth and memory are limited.
final class Interpreter {
    let names: NameTable
    let limits: TemplateLimits
    let clock: TemplateClock
    /// Place of the node that is being run; errors without a place get this one.
    var place = Place(line: 1, column: 1)
    var depth = 0
    private var work = 0
    private let stack: StackGuard
    private var output = TextBuilder()
    private let globals: Scope
    /// Scopes and namespaces that may take part in cycles; they are emptied at the end.
    private var scopes: [Scope] = []
    private var namespaces: [Namespace] = []

    /// Effect of a statement on the loop around it.
    enum Flow { case next, breakLoop, continueLoop }

    init(names: NameTable, limits: TemplateLimits, clock: TemplateClock) {
        self.names = names
        self.limits = limits
        self.clock = clock
        stack = StackGuard(budget: limits.stackBytes)
        globals = Scope(parent: nil)
        for function in GlobalFunction.Name.allCases {
            if let id = names.existingID(of: function.rawValue) { globals.set(id, .object(GlobalFunction(function))) }
        }
        if let id = names.existingID(of: "self") { globals.set(id, .object(TemplateReference())) }
    }

    /// - Parameter variables: what the template is given; only those that it mentions are looked at.
    func run(
        _ body: [Statement], variables: [(name: String, value: Value)]
    ) throws(TemplateError) -> RenderedPrompt {
        defer { release() }
        let context = Scope(parent: globals)
        for (name, value) in variables {
            if let id = names.existingID(of: name) { context.set(id, value) }
        }
        do {
            _ = try run(body, in: Scope(parent: context))
        } catch {
            throw located(error)
        }
        let text = output.text()
        return RenderedPrompt(text: text.string, literal: text.marks)
    }

    private func located(_ error: TemplateError) -> TemplateError {
        if error.line > 0 { return error }
        var error = error
        (error.line, error.column) = (place.line, place.column)
        return error
    }

    private func release() {
        for scope in scopes { scope.clear() }
        for namespace in namespaces { (namespace.names, namespace.values) = ([], []) }
    }

    func adopt(_ namespace: Namespace) { namespaces.append(namespace) }

    // MARK: Limits

    /// Counts work that is about to be done.
    func charge(_ units: Int = 1) throws(TemplateError) {
        work += units
        if work > limits.steps || work < 0 { throw .limit("the template takes more than \(limits.steps) steps") }
    }

    /// How many elements an operation may make before it has to stop.
    var elementsLeft: Int { min(TemplateLimits.elements, limits.steps - work) }

    /// Counts text that is about to be built.
    func charge(bytes: Int) throws(TemplateError) {
        if bytes > limits.bytes { throw .limit("the template makes a text of more than \(limits.bytes) bytes") }
        try charge(1 + bytes / 64)
    }

    /// Counts elements that are about to be collected.
    func charge(elements: Int) throws(TemplateError) {
        if elements > TemplateLimits.elements { throw .limit("the template makes a list of \(elements) elements") }
        try charge(1 + elements)
    }

    /// Counts a level of nesting; every call is followed by `leave()`.
    func enter() throws(TemplateError) {
        depth += 1
        if depth > limits.depth || stack.isExhausted { throw .limit("maximum recursion depth exceeded") }
        try charge()
    }

    func leave() { depth -= 1 }

    // MARK: Output

    func write(_ text: TemplateText) throws(TemplateError) {
        try charge(bytes: text.bytes.count)
        if output.count + text.bytes.count > limits.bytes {
            throw .limit("the template writes more than \(limits.bytes) bytes")
        }
        output.append(text)
    }

    /// Runs `body` and returns its text instead of writing it.
    func capture(_ body: () throws(TemplateError) -> Flow) throws(TemplateError) -> (text: TemplateText, flow: Flow) {
        let outer = output
        output = TextBuilder()
        defer { output = outer }
        let flow = try body()
        return (output.text(), flow)
    }

    // MARK: Statements

    func run(_ body: [Statement], in scope: Scope) throws(TemplateError) -> Flow {
        try enter()
        defer { leave() }
        for statement in body {
            let flow = try run(statement, in: scope)
            if flow != .next { return flow }
        }
        return .next
    }

    private func run(_ statement: Statement, in scope: Scope) throws(TemplateError) -> Flow {
        try charge()
        switch statement {
        case .data(let text): try write(text)
        case .output(let expression, let place): try runOutput(expression, place, in: scope)
        case .branch(let branches, let otherwise): return try runBranch(branches, otherwise, in: scope)
        case .loop(let loop): try runLoop(loop, in: scope)
        case .set(let target, let expression, let place): try runSet(target, expression, place, in: scope)
        case .setBlock(let target, let filter, let body, let place):
            return try runSetBlock(target, filter, body, place, in: scope)
        case .macro(let macro): define(macro, in: scope)
        case .callBlock(let call, let body, let place): try runCallBlock(call, body, place, in: scope)
        case .filterBlock(let filter, let body, let place): return try runFilterBlock(filter, body, place, in: scope)
        case .with(let values, let body): return try runWith(values, body, in: scope)
        case .generation(let body): _ = try run(body, in: Scope(parent: scope))
        case .undefine(let ids):
            for id in ids { scope.set(id, .undefined("'\(names.spellings[id])' is undefined")) }
        case .breakLoop: return .breakLoop
        case .continueLoop: return .continueLoop
        }
        return .next
    }

    private func runOutput(_ expression: Expression, _ place: Place, in scope: Scope) throws(TemplateError) {
        self.place = place
        let value = try evaluate(expression, in: scope)
        try write(try text(of: value))
    }

    private func runBranch(
        _ branches: [(test: Expression, body: [Statement])], _ otherwise: [Statement], in scope: Scope
    ) throws(TemplateError) -> Flow {
        for (test, body) in branches where try evaluate(test, in: scope).isTrue {
            return try run(body, in: scope)
        }
        return try run(otherwise, in: scope)
    }

    private func runSet(
        _ target: Target, _ expression: Expression, _ place: Place, in scope: Scope
    ) throws(TemplateError) {
        self.place = place
        let value = try evaluate(expression, in: scope)
        self.place = place
        try assign(value, to: target, in: scope)
    }

    private func runSetBlock(
        _ target: Target, _ filter: Expression?, _ body: [Statement], _ place: Place, in scope: Scope
    ) throws(TemplateError) -> Flow {
        let (text, flow) = try capture { () throws(TemplateError) in try run(body, in: Scope(parent: scope)) }
        if flow != .next { return flow }
        self.place = place
        let value = try filter.map { (filter) throws(TemplateError) in
            try apply(filter, to: .text(text), in: scope)
        }
        try assign(value ?? .text(text), to: target, in: scope)
        return .next
    }

    private func runFilterBlock(
        _ filter: Expression, _ body: [Statement], _ place: Place, in scope: Scope
    ) throws(TemplateError) -> Flow {
        let inner = Scope(parent: scope)
        let (text, flow) = try capture { () throws(TemplateError) in try run(body, in: inner) }
        if flow != .next { return flow }
        self.place = place
        try write(try self.text(of: try apply(filter, to: .text(text), in: inner)))
        return .next
    }

    private func runWith(
        _ values: [(target: Target, value: Expression)], _ body: [Statement], in scope: Scope
    ) throws(TemplateError) -> Flow {
        let inner = Scope(parent: scope)
        for (target, value) in values { try assign(try evaluate(value, in: scope), to: target, in: inner) }
        return try run(body, in: inner)
    }

    func assign(_ value: Value, to target: Target, in scope: Scope) throws(TemplateError) {
        switch target {
        case .name(let id): scope.set(id, value)
        case .attribute(let id, let name, let place):
            self.place = place
            guard case .object(let object) = scope.find(id), let namespace = object as? Namespace else {
                throw .type("cannot assign attribute on non-namespace object")
            }
            namespace[TemplateText(name)] = value
        case .tuple(let targets, let place):
            self.place = place
            let items = try elements(of: value)
            guard items.count == targets.count else {
                throw .type(
                    items.count < targets.count
                        ? "not enough values to unpack (expected \(targets.count), got \(items.count))"
                        : "too many values to unpack (expected \(targets.count))")
            }
            for (target, item) in zip(targets, items) { try assign(item, to: target, in: scope) }
        }
    }

    // MARK: Loops

    private func runLoop(_ loop: Loop, in scope: Scope) throws(TemplateError) {
        place = loop.place
        let sequence = try evaluate(loop.sequence, in: scope)
        place = loop.place
        try run(loop, over: sequence, depth0: 0, in: scope)
    }

    /// Runs a loop's body for every element.
    func run(_ loop: Loop, over sequence: Value, depth0: Int, in scope: Scope) throws(TemplateError) {
        try enter()
        defer { leave() }
        var source = try iterator(over: sequence)
        var total = try loop.filter == nil ? length(of: sequence) : nil
        if let filter = loop.filter {
            source = try filtered(source, by: filter, of: loop, in: scope)
            total = nil
        }
        let state = LoopObject(
            source, total: total, depth0: depth0, recursion: loop.isRecursive ? (loop, scope) : nil)
        while let element = try state.advance() {
            try charge()
            let inner = Scope(parent: scope)
            inner.set(NameTable.loop, .object(state))
            try assign(element, to: loop.target, in: inner)
            if try run(loop.body, in: inner) == .breakLoop { return }
        }
        if state.index0 < 0 { _ = try run(loop.otherwise, in: Scope(parent: scope)) }
    }

    private func filtered(
        _ source: ValueIterator, by filter: Expression, of loop: Loop, in scope: Scope
    ) throws(TemplateError) -> ValueIterator {
        try ValueIterator(depth: source.depth) { [self] () throws(TemplateError) in
            while let element = try source.next() {
                let inner = Scope(parent: scope)
                try assign(element, to: loop.target, in: inner)
                if try evaluate(filter, in: inner).isTrue { return element }
            }
            return nil
        }
    }

    // MARK: Macros

    private func define(_ macro: Macro, in scope: Scope) {
        scopes.append(scope)
        if let id = macro.id { scope.set(id, .object(MacroObject(macro, in: scope))) }
    }

    private func runCallBlock(
        _ call: Expression, _ body: Macro, _ place: Place, in scope: Scope
    ) throws(TemplateError) {
        guard case .call(let callee, let arguments, _) = call else { return }
        scopes.append(scope)
        self.place = place
        let function = try evaluate(callee, in: scope)
        var values = try evaluate(arguments, in: scope)
        values.keyword.append(("caller", .object(MacroObject(body, in: scope))))
        self.place = place
        try write(try text(of: try self.call(function, values)))
    }

    /// Runs a macro's body with its parameters set.
    func call(_ object: MacroObject, _ arguments: Arguments) throws(TemplateError) -> Value {
        try enter()
        defer { leave() }
        let macro = object.macro
        let scope = Scope(parent: object.scope)
        var keyword = arguments.keyword
        var missing: [(id: NameID, standard: Expression)] = []
        for (position, parameter) in macro.parameters.enumerated() {
            if position < arguments.positional.count {
                scope.set(parameter.id, arguments.positional[position])
                if keyword.contains(where: { $0.name == parameter.name }) {
                    throw .type("macro '\(macro.name)' got multiple values for argument '\(parameter.name)'")
                }
            } else if let given = keyword.firstIndex(where: { $0.name == parameter.name }) {
                scope.set(parameter.id, keyword.remove(at: given).value)
            } else {
                scope.set(parameter.id, .undefined("parameter '\(parameter.name)' was not provided"))
                if let standard = parameter.standard { missing.append((parameter.id, standard)) }
            }
        }
        try setSpecialNames(of: macro, &keyword, arguments.positional, in: scope)
        for (id, standard) in missing { scope.set(id, try evaluate(standard, in: scope)) }
        let (text, _) = try capture { () throws(TemplateError) in try run(macro.body, in: scope) }
        return .text(text)
    }

    private func setSpecialNames(
        of macro: Macro, _ keyword: inout [(name: String, value: Value)], _ positional: [Value], in scope: Scope
    ) throws(TemplateError) {
        if macro.usesCaller, !macro.parameters.contains(where: { $0.id == NameTable.caller }) {
            if let given = keyword.firstIndex(where: { $0.name == "caller" }) {
                scope.set(NameTable.caller, keyword.remove(at: given).value)
            } else {
                scope.set(NameTable.caller, .undefined("No caller defined"))
            }
        }
        let extra = positional.dropFirst(macro.parameters.count)
        if macro.usesVarargs {
            scope.set(NameTable.varargs, try .tuple(Array(extra)))
        } else if !extra.isEmpty {
            throw .type("macro '\(macro.name)' takes not more than \(macro.parameters.count) argument(s)")
        }
        if macro.usesKwargs {
            let members = keyword.map { (key: Value.text($0.name), value: $0.value) }
            scope.set(NameTable.kwargs, .dict(try Dict(members)))
        } else if let first = keyword.first {
            throw .type("macro '\(macro.name)' takes no keyword argument '\(first.name)'")
        }
    }
}
