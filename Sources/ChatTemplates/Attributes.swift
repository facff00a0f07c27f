// SPDX-License-Identifier: Apache-2.0

/// Looking into values: attributes, subscripts, slices and iteration.
extension Interpreter {
    /// `value.name`: an attribute if there is one, else a member.
    func attribute(_ name: TemplateText, of value: Value) throws(TemplateError) -> Value {
        let value = try value.defined()
        if let found = try pythonAttribute(name.string, of: value) { return found }
        if let member = try member(.text(name), of: value) { return member }
        return missing(name, of: value)
    }

    /// `value[key]`: a member if there is one, else an attribute.
    func item(_ key: Value, of value: Value) throws(TemplateError) -> Value {
        let value = try value.defined()
        if let member = try member(key, of: value) { return member }
        guard case .text(let name) = key else {
            let shown = try representation(of: key).string
            return .undefined("\(objectName(value)) has no element \(shown)")
        }
        return try pythonAttribute(name.string, of: value) ?? missing(name, of: value)
    }

    private func missing(_ name: TemplateText, of value: Value) -> Value {
        .undefined("'\(objectName(value))' has no attribute '\(name.string)'")
    }

    private func objectName(_ value: Value) -> String { value.isNone ? "None" : value.typeName + " object" }

    /// Looks up a key or index; `nil` when there is nothing or the value has no members.
    private func member(_ key: Value, of value: Value) throws(TemplateError) -> Value? {
        switch value {
        case .dict(let dict):
            switch key {
            case .list, .dict: return nil
            default: return dict[try DictKey(key)]
            }
        case .list(let list), .tuple(let list):
            guard let index = key.smallInt, let position = position(index, in: list.items.count) else { return nil }
            return list.items[position]
        case .text(let text):
            guard let index = key.smallInt else { return nil }
            return character(index, of: text)
        case .object(let range as NumberRange):
            guard let index = key.smallInt, let position = position(index, in: range.count) else { return nil }
            return .int(range[position])
        default: return nil
        }
    }

    /// The one character at an index, or nothing where there is none.
    private func character(_ index: Int, of text: TemplateText) -> Value? {
        let bytes = text.bytes
        var start: Int
        if index >= 0 {
            start = text.offset(ofScalar: index)
            if start == bytes.count { return nil }
        } else {
            start = bytes.count
            var left = index
            while left < 0, start > 0 {
                start -= 1
                while start > 0, bytes[start] & 0xC0 == 0x80 { start -= 1 }
                left += 1
            }
            if left < 0 { return nil }
        }
        var end = start + 1
        while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
        return .text(text[start..<end])
    }

    private func position(_ index: Int, in count: Int) -> Int? {
        if index >= 0 { return index < count ? index : nil }
        return index >= -count ? index + count : nil
    }

    // MARK: Attributes

    private static let listMutators: Set<String> = [
        "append", "clear", "pop", "reverse", "insert", "sort", "extend", "remove",
    ]
    private static let dictMutators: Set<String> = ["clear", "pop", "popitem", "setdefault", "update"]

    private func unsafe(_ name: String, of value: Value) -> Value {
        .undefined(
            Undefined(
                "access to attribute '\(name)' of '\(value.typeName)' object is unsafe.", code: .security))
    }

    /// An attribute that Python's types have; those that change a value or begin with `_` are unsafe to use.
    private func pythonAttribute(_ name: String, of value: Value) throws(TemplateError) -> Value? {
        if name.hasPrefix("_") {
            // Every Python value has attributes such as __class__; the sandbox hands out none of them.
            return name.hasPrefix("__") && name.hasSuffix("__") ? unsafe(name, of: value) : nil
        }
        switch value {
        case .text: return StringMethods.names.contains(name) ? .object(Method(value, name)) : nil
        case .list(let list), .tuple(let list):
            if let position = list.fields.firstIndex(of: name) { return list.items[position] }
            if case .list = value, Self.listMutators.contains(name) { return unsafe(name, of: value) }
            let isMethod = ["count", "index"].contains(name) || list.fields.isEmpty && name == "copy"
            if case .tuple = value, name == "copy" { return nil }
            return isMethod ? .object(Method(value, name)) : nil
        case .dict:
            if Self.dictMutators.contains(name) { return unsafe(name, of: value) }
            return ["get", "items", "keys", "values", "copy"].contains(name) ? .object(Method(value, name)) : nil
        case .int, .big, .bool:
            switch name {
            case "real", "numerator": return try .integer(value.wholeNumber ?? BigInteger(0))
            case "imag": return .int(0)
            case "denominator": return .int(1)
            case "bit_length", "bit_count", "conjugate": return .object(Method(value, name))
            default: return nil
            }
        case .float(let number):
            switch name {
            case "real": return .float(number)
            case "imag": return .float(0)
            case "is_integer", "conjugate": return .object(Method(value, name))
            default: return nil
            }
        case .object(let object): return try attribute(name, of: object, value)
        case .none, .undefined: return nil
        }
    }

    private func attribute(
        _ name: String, of object: TemplateObject, _ value: Value
    ) throws(TemplateError) -> Value? {
        switch object {
        case let namespace as Namespace: return namespace[TemplateText(name)]
        case let loop as LoopObject: return try attribute(name, of: loop)
        case let range as NumberRange:
            switch name {
            case "start": return .int(range.start)
            case "stop": return .int(range.stop)
            case "step": return .int(range.step)
            case "count", "index": return .object(Method(value, name))
            default: return nil
            }
        case let macro as MacroObject:
            switch name {
            case "name": return .text(macro.macro.name)
            case "arguments": return try .tuple(macro.macro.parameters.map { Value.text($0.name) })
            case "caller": return .bool(macro.macro.usesCaller)
            case "catch_kwargs": return .bool(macro.macro.usesKwargs)
            case "catch_varargs": return .bool(macro.macro.usesVarargs)
            default: return nil
            }
        case let cycler as Cycler:
            switch name {
            case "current": return cycler.items[cycler.position]
            case "next", "reset": return .object(Method(value, name))
            default: return nil
            }
        case let joiner as Joiner: return name == "sep" ? joiner.separator : nil
        default: return nil
        }
    }

    private func attribute(_ name: String, of loop: LoopObject) throws(TemplateError) -> Value? {
        switch name {
        case "index": return .int(loop.index0 + 1)
        case "index0": return .int(loop.index0)
        case "first": return .bool(loop.index0 == 0)
        case "last": return .bool(try loop.following() == nil)
        case "length": return .int(try loop.length())
        case "revindex": return .int(try loop.length() - loop.index0)
        case "revindex0": return .int(try loop.length() - loop.index0 - 1)
        case "depth": return .int(loop.depth0 + 1)
        case "depth0": return .int(loop.depth0)
        case "previtem": return loop.previous ?? .undefined("there is no previous item")
        case "nextitem": return try loop.following() ?? .undefined("there is no next item")
        case "cycle", "changed": return .object(Method(.object(loop), name))
        default: return nil
        }
    }

    // MARK: Slices

    func slice(_ value: Value, _ start: Int?, _ stop: Int?, _ step: Int?) throws(TemplateError) -> Value {
        if step == 0 { throw .type("slice step cannot be zero") }
        switch try value.defined() {
        case .list(let list):
            let indices = self.indices(list.items.count, start, stop, step)
            try charge(elements: indices.count)
            return try .list(indices.map { list.items[$0] })
        case .tuple(let list):
            let indices = self.indices(list.items.count, start, stop, step)
            try charge(elements: indices.count)
            return try .tuple(indices.map { list.items[$0] })
        case .text(let text):
            try charge(bytes: text.bytes.count)
            let offsets = text.boundaries
            let indices = self.indices(offsets.count - 1, start, stop, step)
            if step == nil || step == 1 {
                guard let first = indices.first, let last = indices.last else {
                    return .text(TemplateText(bytes: [], isMarkup: text.isMarkup))
                }
                return .text(text[offsets[first]..<offsets[last + 1]])
            }
            var builder = TextBuilder()
            for index in indices { builder.append(text, offsets[index]..<offsets[index + 1]) }
            return .text(builder.text(isMarkup: text.isMarkup))
        case .object(let range as NumberRange):
            let (first, end, stride) = bounds(range.count, start, stop, step)
            let (product, _) = range.step.multipliedReportingOverflow(by: stride)
            return .object(try NumberRange(range[first], range[end], product))
        default:
            return .undefined("\(objectName(value)) cannot be sliced")
        }
    }

    /// The indices that Python's `start:stop:step` selects from `count` elements.
    private func indices(_ count: Int, _ start: Int?, _ stop: Int?, _ step: Int?) -> [Int] {
        let (first, end, stride) = bounds(count, start, stop, step)
        return Array(Swift.stride(from: first, to: end, by: stride))
    }

    private func bounds(
        _ count: Int, _ start: Int?, _ stop: Int?, _ step: Int?
    ) -> (first: Int, end: Int, stride: Int) {
        let step = step ?? 1
        func clamped(_ index: Int, _ low: Int, _ high: Int) -> Int {
            min(max(index < 0 ? index.addingReportingOverflow(count).partialValue : index, low), high)
        }
        // Nothing is further apart than `count`, so a longer step selects the same.
        let stride = min(max(step, -count - 1), count + 1)
        if step > 0 {
            let first = start.map { clamped($0, 0, count) } ?? 0
            let end = stop.map { clamped($0, 0, count) } ?? count
            return (first, end, stride)
        }
        let first = start.map { clamped($0, -1, count - 1) } ?? count - 1
        let end = stop.map { clamped($0, -1, count - 1) } ?? -1
        return (first, end, stride)
    }

    // MARK: Iteration

    /// The length of what has one; `nil` for iterators and for what cannot be iterated over.
    func length(of value: Value) throws(TemplateError) -> Int? {
        switch value {
        case .undefined: return 0
        case .text(let text): return text.count
        case .list(let list), .tuple(let list): return list.items.count
        case .dict(let dict): return dict.keys.count
        case .object(let range as NumberRange): return range.count
        case .object(let view as DictView): return view.dict.keys.count
        case .object(let loop as LoopObject): return try loop.length()
        default: return nil
        }
    }

    func isIterable(_ value: Value) -> Bool {
        switch value {
        case .undefined, .text, .list, .tuple, .dict: true
        case .object(let object):
            object is NumberRange || object is DictView || object is ValueIterator || object is LoopObject
        default: false
        }
    }

    /// - Throws: `.type` for values that Python cannot iterate over.
    func iterator(over value: Value) throws(TemplateError) -> ValueIterator {
        switch value {
        case .object(let iterator as ValueIterator): return iterator
        case .object(let loop as LoopObject):
            return try ValueIterator(depth: loop.depth) { () throws(TemplateError) in try loop.advance() }
        default: return ValueIterator(try elements(of: value))
        }
    }

    /// All elements at once.
    func elements(of value: Value) throws(TemplateError) -> [Value] {
        switch value {
        case .undefined: return []
        case .list(let list), .tuple(let list): return list.items
        case .dict(let dict): return dict.keys
        case .text(let text):
            try charge(elements: text.bytes.count)
            return text.characters.map(Value.text)
        case .object(let view as DictView):
            try charge(elements: view.dict.keys.count)
            return try view.items()
        case .object(let range as NumberRange):
            try charge(elements: range.count)
            return (0..<range.count).map { .int(range[$0]) }
        case .object(let object) where object is ValueIterator || object is LoopObject:
            try enter()
            defer { leave() }
            var items: [Value] = []
            let source = try iterator(over: value)
            while let item = try source.next() {
                items.append(item)
                try charge()
            }
            return items
        default: throw .type("'\(value.typeName)' object is not iterable")
        }
    }
}
