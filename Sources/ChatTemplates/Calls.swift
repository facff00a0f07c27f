// SPDX-License-Identifier: Apache-2.0

/// Calling things: macros, methods and the functions that every template has.
extension Interpreter {
    func call(_ function: Value, _ arguments: Arguments) throws(TemplateError) -> Value {
        guard case .object(let object) = try function.defined() else {
            throw .type("'\(function.typeName)' object is not callable")
        }
        switch object {
        case let macro as MacroObject: return try call(macro, arguments)
        case let method as Method: return try call(method, arguments)
        case let global as GlobalFunction: return try call(global.name, arguments)
        case let loop as LoopObject: return try call(loop, arguments)
        case let joiner as Joiner:
            defer { joiner.isUsed = true }
            return joiner.isUsed ? joiner.separator : .text(.empty)
        default: throw .type("'\(object.typeName)' object is not callable")
        }
    }

    /// Runs a recursive loop again, one level deeper.
    private func call(_ loop: LoopObject, _ arguments: Arguments) throws(TemplateError) -> Value {
        guard let (body, scope) = loop.recursion else {
            throw .type("The loop must have the 'recursive' marker to be called recursively.")
        }
        let values = try arguments.bound(to: ["iterable"], required: 1, of: "loop")
        let (text, _) = try capture { () throws(TemplateError) in
            try run(body, over: values[0] ?? .none, depth0: loop.depth0 + 1, in: scope)
            return .next
        }
        return .text(text)
    }

    private func call(_ function: GlobalFunction.Name, _ arguments: Arguments) throws(TemplateError) -> Value {
        switch function {
        case .range:
            let bounds = try arguments.bound(to: ["start", "stop", "step"], required: 1, of: "range")
            guard arguments.keyword.isEmpty else { throw .type("range() takes no keyword arguments") }
            let first = try bounds[0].int(or: 0)
            guard bounds[1] != nil else { return .object(try NumberRange(0, first, 1)) }
            return .object(try NumberRange(first, try bounds[1].int(or: 0), try bounds[2].int(or: 1)))
        case .dict: return .dict(try Dict(try members(arguments, "dict")))
        case .namespace:
            let namespace = Namespace()
            adopt(namespace)
            for (name, value) in try members(arguments, "namespace") {
                namespace[try name.requireText("attribute name")] = value
            }
            return .object(namespace)
        case .cycler:
            if arguments.positional.isEmpty { throw .type("at least one item has to be provided") }
            _ = try List(arguments.positional)
            return .object(Cycler(arguments.positional))
        case .joiner:
            let values = try arguments.bound(to: ["sep"], of: "joiner")
            return .object(Joiner(values[0] ?? .text(", ")))
        case .raiseException:
            let values = try arguments.bound(to: ["message"], required: 1, of: "raise_exception")
            throw TemplateError(code: .raised, detail: try text(of: values[0] ?? .none).string)
        case .strftimeNow:
            let values = try arguments.bound(to: ["format"], required: 1, of: "strftime_now")
            let format = try (values[0] ?? .none).requireText("strftime() argument 1")
            try charge(bytes: format.bytes.count * 8)
            return .text(TemplateText(clock.formatted(format.string), literal: format.isLiteral))
        }
    }

    /// The members that `dict(…)` and `namespace(…)` are given: a mapping or pairs, then keywords.
    private func members(
        _ arguments: Arguments, _ function: String
    ) throws(TemplateError) -> [(key: Value, value: Value)] {
        var members: [(key: Value, value: Value)] = []
        if arguments.positional.count > 1 {
            throw .type("\(function) expected at most 1 argument, got \(arguments.positional.count)")
        }
        if let source = arguments.positional.first {
            if case .dict(let dict) = source {
                for (key, value) in dict.members { members.append((key, value)) }
            } else {
                for pair in try elements(of: try source.defined()) {
                    let pair = try elements(of: pair)
                    guard pair.count == 2 else { throw .type("dictionary update sequence needs pairs") }
                    members.append((pair[0], pair[1]))
                }
            }
        }
        for (name, value) in arguments.keyword { members.append((.text(name), value)) }
        return members
    }

    // MARK: Methods

    private func call(_ method: Method, _ arguments: Arguments) throws(TemplateError) -> Value {
        switch method.receiver {
        case .text(let text): return try callString(text, method.name, arguments)
        case .list(let list): return try call(method.name, of: list.items, "list", arguments)
        case .tuple(let list): return try call(method.name, of: list.items, "tuple", arguments)
        case .dict(let dict): return try call(method.name, of: dict, arguments)
        case .object(let loop as LoopObject): return try call(method.name, of: loop, arguments)
        case .object(let cycler as Cycler):
            _ = try arguments.bound(to: [], of: method.name)
            if method.name == "reset" {
                cycler.position = 0
                return .none
            }
            let item = cycler.items[cycler.position]
            cycler.position = (cycler.position + 1) % cycler.items.count
            return item
        case .object(let range as NumberRange):
            return try call(method.name, of: try elements(of: .object(range)), "range", arguments)
        case .float(let number):
            _ = try arguments.bound(to: [], of: method.name)
            return method.name == "is_integer" ? .bool(number.rounded() == number && number.isFinite) : .float(number)
        default:
            _ = try arguments.bound(to: [], of: method.name)
            let whole = method.receiver.wholeNumber ?? BigInteger(0)
            switch method.name {
            case "bit_length": return .int(whole.bitCount)
            case "bit_count": return .int(whole.digits.reduce(0) { $0 + $1.nonzeroBitCount })
            default: return try .integer(whole)
            }
        }
    }

    private func call(_ name: String, of loop: LoopObject, _ arguments: Arguments) throws(TemplateError) -> Value {
        let values = arguments.positional
        if name == "cycle" {
            if values.isEmpty { throw .type("no items for cycling given") }
            return values[max(0, loop.index0) % values.count]
        }
        if let last = loop.lastChanged, try areEqual(try .list(last), try .list(values)) { return .bool(false) }
        loop.lastChanged = values
        return .bool(true)
    }

    private func call(
        _ name: String, of items: [Value], _ type: String, _ arguments: Arguments
    ) throws(TemplateError) -> Value {
        guard arguments.keyword.isEmpty else { throw .type("\(type).\(name)() takes no keyword arguments") }
        switch name {
        case "copy":
            _ = try arguments.bound(to: [], of: name)
            return try .list(items)
        case "count":
            let wanted = try arguments.bound(to: ["value"], required: 1, of: name)[0] ?? .none
            var count = 0
            for item in items where try areEqual(item, wanted) { count += 1 }
            return .int(count)
        default:
            let values = try arguments.bound(to: ["value", "start", "stop"], required: 1, of: name)
            let bounds = try (start: values[1].int(or: 0), stop: values[2].int(or: items.count))
            func clamped(_ index: Int) -> Int { min(max(index < 0 ? index + items.count : index, 0), items.count) }
            let (start, stop) = (clamped(bounds.start), clamped(bounds.stop))
            for position in start..<max(start, stop) where try areEqual(items[position], values[0] ?? .none) {
                return .int(position)
            }
            throw .type("\(try representation(of: values[0] ?? .none).string) is not in \(type)")
        }
    }

    private func call(_ name: String, of dict: Dict, _ arguments: Arguments) throws(TemplateError) -> Value {
        if name == "get" {
            guard arguments.keyword.isEmpty else { throw .type("dict.get() takes no keyword arguments") }
            let values = try arguments.bound(to: ["key", "default"], required: 1, of: "get")
            return dict[try DictKey(values[0] ?? .none)] ?? values[1] ?? .none
        }
        _ = try arguments.bound(to: [], of: name)
        if let kind = DictView.Kind(rawValue: name) { return .object(DictView(kind, of: dict)) }
        return .dict(dict)
    }
}
