// SPDX-License-Identifier: Apache-2.0

/// Filters on lists, dictionaries and everything else with elements.
extension Interpreter {
    func filterSequence(_ name: String, _ value: Value, _ arguments: Arguments) throws(TemplateError) -> Value? {
        switch name {
        case "list":
            _ = try arguments.bound(to: [], of: name)
            return try .list(try elements(of: value))
        case "items":
            _ = try arguments.bound(to: [], of: name)
            if value.isUndefined { return .object(ValueIterator([])) }
            guard case .dict(let dict) = value else { throw .type("Can only get item pairs from a mapping.") }
            return .object(ValueIterator(try DictView(.items, of: dict).items()))
        case "first":
            _ = try arguments.bound(to: [], of: name)
            if case .text(let text) = value, !text.isEmpty { return .text(text[0..<text.offset(ofScalar: 1)]) }
            return try iterator(over: value).next() ?? .undefined("No first item, sequence was empty.")
        case "last":
            _ = try arguments.bound(to: [], of: name)
            return try reversible(value).last ?? .undefined("No last item, sequence was empty.")
        case "reverse": return try reverse(value, arguments)
        case "join": return try join(value, arguments)
        case "sort": return try sort(value, arguments)
        case "dictsort": return try sortDict(value, arguments)
        case "unique": return try unique(value, arguments)
        case "min", "max": return try extreme(name, value, arguments)
        case "sum": return try sum(value, arguments)
        case "map": return try map(value, arguments)
        case "select", "reject", "selectattr", "rejectattr": return try select(name, value, arguments)
        case "groupby": return try group(value, arguments)
        case "batch": return try batch(value, arguments)
        case "slice": return try slices(value, arguments)
        default: return nil
        }
    }

    /// The elements of what Python can walk backwards.
    private func reversible(_ value: Value) throws(TemplateError) -> [Value] {
        if case .object(let object) = value, object is ValueIterator || object is LoopObject {
            throw .type("'\(object.typeName)' object is not reversible")
        }
        return try elements(of: value)
    }

    private func reverse(_ value: Value, _ arguments: Arguments) throws(TemplateError) -> Value {
        _ = try arguments.bound(to: [], of: "reverse")
        if case .text = value { return try slice(value, nil, nil, -1) }
        guard isIterable(value) else { throw .type("argument must be iterable") }
        let items: [Value] = try elements(of: value).reversed()
        if case .object(let object) = value, object is ValueIterator { return try .list(items) }
        return .object(ValueIterator(items, name: "list_reverseiterator"))
    }

    private func join(_ value: Value, _ arguments: Arguments) throws(TemplateError) -> Value {
        let values = try arguments.bound(to: ["d", "attribute"], of: "join")
        let separator = try values[0].map { (value) throws(TemplateError) in try text(of: value) } ?? .empty
        var builder = TextBuilder()
        var isFirst = true
        for item in try elements(of: value) {
            if !isFirst { builder.append(separator) }
            isFirst = false
            builder.append(try text(of: try lookUp(values[1], in: item)))
            try charge(bytes: min(builder.count, 64))
            if builder.count > limits.bytes { try charge(bytes: builder.count) }
        }
        return .text(builder.text())
    }

    // MARK: Order

    private func sort(_ value: Value, _ arguments: Arguments) throws(TemplateError) -> Value {
        let values = try arguments.bound(to: ["reverse", "case_sensitive", "attribute"], of: "sort")
        let isCaseSensitive = values[1].isTrue(or: false)
        var paths: [Value?] = [values[2]]
        if case .text(let path) = values[2] { paths = path.split(by: ",").map(Value.text) }
        return try .list(
            try sorted(try elements(of: value), descending: values[0].isTrue(or: false)) {
                (item) throws(TemplateError) in
                var keys: [Value] = []
                for path in paths {
                    keys.append(folded(try lookUp(path, in: item), isCaseSensitive: isCaseSensitive))
                }
                return keys.count == 1 ? keys[0] : try .tuple(keys)
            })
    }

    private func sortDict(_ value: Value, _ arguments: Arguments) throws(TemplateError) -> Value {
        let values = try arguments.bound(to: ["case_sensitive", "by", "reverse"], of: "dictsort")
        let by = try values[1]?.requireText("by").string ?? "key"
        guard by == "key" || by == "value" else { throw .type("You can only sort by either \"key\" or \"value\"") }
        guard case .dict(let dict) = try value.defined() else {
            throw .undefined("'\(value.typeName) object' has no attribute 'items'")
        }
        let isCaseSensitive = values[0].isTrue(or: false)
        let members = try sorted(Array(dict.members), descending: values[2].isTrue(or: false)) {
            folded(by == "key" ? $0.0 : $0.1, isCaseSensitive: isCaseSensitive)
        }
        var pairs: [Value] = []
        for (key, value) in members { pairs.append(try .tuple([key, value])) }
        return try .list(pairs)
    }

    private func unique(_ value: Value, _ arguments: Arguments) throws(TemplateError) -> Value {
        let values = try arguments.bound(to: ["case_sensitive", "attribute"], of: "unique")
        let isCaseSensitive = values[0].isTrue(or: false)
        let source = try iterator(over: value)
        var seen: Set<DictKey> = []
        return .object(
            try ValueIterator(depth: source.depth) { [self] () throws(TemplateError) in
                try enter()
                defer { leave() }
                while let item = try source.next() {
                    try charge()
                    let key = folded(try lookUp(values[1], in: item), isCaseSensitive: isCaseSensitive)
                    if seen.insert(try DictKey(key)).inserted { return item }
                }
                return nil
            })
    }

    private func extreme(_ name: String, _ value: Value, _ arguments: Arguments) throws(TemplateError) -> Value {
        let values = try arguments.bound(to: ["case_sensitive", "attribute"], of: name)
        let isCaseSensitive = values[0].isTrue(or: false)
        var best: (key: Value, item: Value)?
        for item in try elements(of: value) {
            let key = folded(try lookUp(values[1], in: item), isCaseSensitive: isCaseSensitive)
            guard let found = best else {
                best = (key, item)
                continue
            }
            let order = try order(key, found.key)
            if name == "min" ? order < 0 : order > 0 { best = (key, item) }
        }
        return best?.item ?? .undefined("No aggregated item, sequence was empty.")
    }

    private func sum(_ value: Value, _ arguments: Arguments) throws(TemplateError) -> Value {
        let values = try arguments.bound(to: ["attribute", "start"], of: "sum")
        var total = values[1] ?? .int(0)
        if case .text = total { throw .type("sum() can't sum strings [use ''.join(seq) instead]") }
        for item in try elements(of: value) {
            total = try compute(total, .add, try lookUp(values[0], in: item))
        }
        return total
    }

    // MARK: One by one

    private func map(_ value: Value, _ arguments: Arguments) throws(TemplateError) -> Value {
        guard value.isTrue else { return .object(ValueIterator([])) }
        let transform: (Value) throws(TemplateError) -> Value
        if arguments.positional.isEmpty, arguments.keyword.contains(where: { $0.name == "attribute" }) {
            let values = try arguments.bound(to: ["attribute", "default"], of: "map")
            transform = { [self] (item) throws(TemplateError) in
                try lookUp(values[0], in: item, standard: values[1].unlessNone)
            }
        } else {
            guard let name = arguments.positional.first else { throw .type("map requires a filter argument") }
            let filterName = try name.requireText("filter name").string
            let rest = arguments.dropping(1)
            transform = { [self] (item) throws(TemplateError) in try filter(filterName, item, rest) }
        }
        let source = try iterator(over: value)
        return .object(
            try ValueIterator(depth: source.depth) { [self] () throws(TemplateError) in
                try enter()
                defer { leave() }
                guard let item = try source.next() else { return nil }
                return try transform(item)
            })
    }

    private func select(_ name: String, _ value: Value, _ arguments: Arguments) throws(TemplateError) -> Value {
        guard value.isTrue else { return .object(ValueIterator([])) }
        let wanted = name.hasPrefix("select")
        var rest = arguments
        var path: Value?
        if name.hasSuffix("attr") {
            guard let first = rest.positional.first else { throw .type("Missing parameter for attribute name") }
            path = first
            rest = rest.dropping(1)
        }
        var testName: String?
        if let first = rest.positional.first {
            testName = try first.requireText("test name").string
            rest = rest.dropping(1)
        }
        let (finalPath, finalTest, finalRest) = (path, testName, rest)
        let source = try iterator(over: value)
        return .object(
            try ValueIterator(depth: source.depth) { [self] () throws(TemplateError) in
                try enter()
                defer { leave() }
                while let item = try source.next() {
                    try charge()
                    let subject = try lookUp(finalPath, in: item)
                    let holds: Bool
                    if let finalTest {
                        holds = try test(finalTest, subject, finalRest)
                    } else {
                        holds = subject.isTrue
                    }
                    if holds == wanted { return item }
                }
                return nil
            })
    }

    // MARK: Groups

    private func group(_ value: Value, _ arguments: Arguments) throws(TemplateError) -> Value {
        let values = try arguments.bound(to: ["attribute", "default", "case_sensitive"], required: 1, of: "groupby")
        let isCaseSensitive = values[2].isTrue(or: false)
        let standard = values[1].unlessNone
        let items = try sorted(try elements(of: value)) { (item) throws(TemplateError) in
            folded(try lookUp(values[0], in: item, standard: standard), isCaseSensitive: isCaseSensitive)
        }
        var groups: [Value] = []
        var members: [Value] = []
        var present: Value?
        func close() throws(TemplateError) {
            guard let first = members.first else { return }
            let key = try lookUp(values[0], in: first, standard: standard)
            groups.append(.tuple(try List([key, try .list(members)], fields: ["grouper", "list"])))
            members = []
        }
        for item in items {
            let key = folded(try lookUp(values[0], in: item, standard: standard), isCaseSensitive: isCaseSensitive)
            if let present, try !areEqual(present, key) { try close() }
            present = key
            members.append(item)
        }
        try close()
        return try .list(groups)
    }

    private func batch(_ value: Value, _ arguments: Arguments) throws(TemplateError) -> Value {
        let values = try arguments.bound(to: ["linecount", "fill_with"], required: 1, of: "batch")
        let size = try values[0].int(or: 1)
        let items = try elements(of: value)
        var batches: [Value] = []
        var batch: [Value] = []
        for item in items {
            if batch.count == size {
                batches.append(try .list(batch))
                batch = []
            }
            batch.append(item)
        }
        if !batch.isEmpty {
            if let fill = values[1].unlessNone, batch.count < size {
                try charge(elements: size)
                batch += Array(repeating: fill, count: size - batch.count)
            }
            batches.append(try .list(batch))
        }
        return .object(ValueIterator(batches))
    }

    private func slices(_ value: Value, _ arguments: Arguments) throws(TemplateError) -> Value {
        let values = try arguments.bound(to: ["slices", "fill_with"], required: 1, of: "slice")
        let count = try values[0].int(or: 1)
        if count == 0 { throw .type("integer division or modulo by zero") }
        let items = try elements(of: value)
        try charge(elements: max(0, count))
        var slices: [Value] = []
        var start = 0
        for number in 0..<max(0, count) {
            let size = items.count / count + (number < items.count % count ? 1 : 0)
            var part = Array(items[start..<start + size])
            if let fill = values[1].unlessNone, number >= items.count % count { part.append(fill) }
            slices.append(try .list(part))
            start += size
        }
        return .object(ValueIterator(slices))
    }
}
