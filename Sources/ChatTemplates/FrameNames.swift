// SPDX-License-Identifier: Apache-2.0

/// Finds names that Jinja takes for the template's own from the first line on.
///
/// Jinja decides when it compiles: a name that the main body sets before it reads it is never looked up among the
/// variables, and so it is undefined until it is set, in macros that run earlier too. Source: Jinja 3.1, idtracking.py.
struct FrameNames {
    private var loaded: Set<NameID> = []
    private var stored: [NameID] = []

    static func storedBeforeLoaded(in body: [Statement]) -> [NameID] {
        var names = FrameNames()
        names.visit(body)
        return names.stored
    }

    private mutating func store(_ target: Target) {
        switch target {
        case .name(let id):
            if loaded.insert(id).inserted { stored.append(id) }
        case .attribute(let id, _, _): loaded.insert(id)
        case .tuple(let targets, _): for target in targets { store(target) }
        }
    }

    /// Bodies with a scope of their own are left out: what they set stays theirs, and what they read is found later.
    private mutating func visit(_ body: [Statement]) {
        for statement in body {
            switch statement {
            case .output(let expression, _): visit(expression)
            case .branch(let branches, let otherwise): visit(branches, otherwise)
            case .loop(let loop): visit(loop.sequence)
            case .set(let target, let expression, _):
                visit(expression)
                store(target)
            case .setBlock(let target, _, _, _): store(target)
            case .macro(let macro): if let id = macro.id { store(.name(id)) }
            case .callBlock(let call, _, _): visit(call)
            case .filterBlock(let filter, _, _): visit(filter)
            case .with(let values, _): for (_, value) in values { visit(value) }
            case .data, .generation, .undefine, .breakLoop, .continueLoop: break
            }
        }
    }

    /// Visits all branches. A name that only some of them set may come from the variables when another branch is taken.
    private mutating func visit(_ branches: [(test: Expression, body: [Statement])], _ otherwise: [Statement]) {
        let before = loaded
        var all = before
        var everywhere: Set<NameID>?
        var set: [NameID] = []
        for (position, body) in (branches.map(\.body) + [otherwise]).enumerated() {
            var inner = FrameNames(loaded: before)
            if position < branches.count { inner.visit(branches[position].test) }
            inner.visit(body)
            all.formUnion(inner.loaded)
            everywhere = everywhere.map { $0.intersection(inner.stored) } ?? Set(inner.stored)
            set += inner.stored
        }
        loaded = all
        for id in set where everywhere?.contains(id) == true && !stored.contains(id) { stored.append(id) }
    }

    private mutating func visit(_ arguments: CallArguments) {
        for argument in arguments.positional { visit(argument) }
        for (_, argument) in arguments.keyword { visit(argument) }
        if let list = arguments.list { visit(list) }
        if let dict = arguments.dict { visit(dict) }
    }

    private mutating func visit(_ expression: Expression) {
        switch expression {
        case .constant: break
        case .name(let id, _): loaded.insert(id)
        case .list(let items), .tuple(let items), .concatenation(let items, _), .and(let items), .or(let items):
            for item in items { visit(item) }
        case .dict(let members, _):
            for (key, value) in members {
                visit(key)
                visit(value)
            }
        case .attribute(let node, _, _), .not(let node), .sign(_, let node, _): visit(node)
        case .item(let node, let key, _):
            visit(node)
            visit(key)
        case .slice(let node, let bounds, _):
            visit(node)
            for case let bound? in bounds { visit(bound) }
        case .call(let node, let arguments, _), .test(let node, _, let arguments, _):
            visit(node)
            visit(arguments)
        case .filter(let node, _, let arguments, _):
            if let node { visit(node) }
            visit(arguments)
        case .arithmetic(let first, let rest):
            visit(first)
            for (_, operand, _) in rest { visit(operand) }
        case .comparison(let first, let rest, _):
            visit(first)
            for (_, operand) in rest { visit(operand) }
        case .conditional(let test, let then, let otherwise, _):
            visit(test)
            visit(then)
            if let otherwise { visit(otherwise) }
        }
    }
}
