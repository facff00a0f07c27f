// SPDX-License-Identifier: Apache-2.0

/// Jinja's filters. Those on texts, numbers and sequences each have a file; this one finds them.
enum Filters {
    static let names: Set<String> = [
        "abs", "attr", "batch", "capitalize", "center", "count", "d", "default", "dictsort", "e", "escape",
        "filesizeformat", "first", "float", "forceescape", "format", "groupby", "indent", "int", "items", "join",
        "last", "length", "list", "lower", "map", "max", "min", "pprint", "random", "reject", "rejectattr", "replace",
        "reverse", "round", "safe", "select", "selectattr", "slice", "sort", "string", "striptags", "sum", "title",
        "tojson", "trim", "truncate", "unique", "upper", "urlencode", "urlize", "wordcount", "wordwrap", "xmlattr",
    ]
}

extension Interpreter {
    /// - Throws: `.type` for a value or arguments that the filter cannot use, and for a filter that does not exist.
    func filter(_ name: String, _ value: Value, _ arguments: Arguments) throws(TemplateError) -> Value {
        try enter()
        defer { leave() }
        if let result = try filterGeneral(name, value, arguments) { return result }
        if let result = try filterNumber(name, value, arguments) { return result }
        if let result = try filterSequence(name, value, arguments) { return result }
        if let result = try filterText(name, value, arguments) { return result }
        if name == "random" || name == "urlize" {
            throw TemplateError(code: .unsupported, detail: "the filter '\(name)' is not supported")
        }
        throw .type("No filter named '\(name)' found.")
    }

    private func filterGeneral(
        _ name: String, _ value: Value, _ arguments: Arguments
    ) throws(TemplateError) -> Value? {
        switch name {
        case "default", "d":
            let values = try arguments.bound(to: ["default_value", "boolean"], of: name)
            let isMissing = value.isUndefined || values[1].isTrue(or: false) && !value.isTrue
            return isMissing ? values[0] ?? .text(.empty) : value
        case "length", "count":
            _ = try arguments.bound(to: [], of: name)
            guard let length = try length(of: value) else {
                throw .type("object of type '\(value.typeName)' has no len()")
            }
            return .int(length)
        case "tojson": return .text(try json(value, try jsonStyle(arguments)))
        case "attr":
            let name = try arguments.bound(to: ["name"], required: 1, of: name)[0] ?? .none
            return try attributeOnly(try name.requireText("attribute name"), of: value)
        case "string":
            _ = try arguments.bound(to: [], of: name)
            return .text(try text(of: value))
        case "pprint":
            _ = try arguments.bound(to: [], of: name)
            return .text(try prettyPrinted(value, indent: 0, room: 80))
        default: return nil
        }
    }

    private func jsonStyle(_ arguments: Arguments) throws(TemplateError) -> JSONStyle {
        let values = try arguments.bound(to: ["ensure_ascii", "indent", "separators", "sort_keys"], of: "tojson")
        var style = JSONStyle(escapesNonASCII: values[0].isTrue(or: false), sortsKeys: values[3].isTrue(or: false))
        if let indent = values[1].unlessNone {
            if case .text(let text) = indent {
                style.indent = text
            } else {
                let width = max(0, try indent.requireInt())
                try charge(bytes: width)
                style.indent = TemplateText(String(repeating: " ", count: width))
            }
            style.itemSeparator = ","
        }
        if let separators = values[2].unlessNone {
            let pair = try elements(of: separators)
            guard pair.count == 2 else { throw .type("separators must be two strings") }
            style.itemSeparator = try pair[0].requireText("the item separator")
            style.keySeparator = try pair[1].requireText("the key separator")
        }
        return style
    }

    /// An attribute, but no member.
    private func attributeOnly(_ name: TemplateText, of value: Value) throws(TemplateError) -> Value {
        let found = try attribute(name, of: value)
        if case .dict(let dict) = value, dict[.text(name)] != nil {
            switch found {
            case .object(let object) where object is Method: return found
            case .undefined: return found
            default: return .undefined("'dict object' has no attribute '\(name.string)'")
            }
        }
        return found
    }

    /// A short value on one line with its keys in order, a long one with one element to a line.
    private func prettyPrinted(_ value: Value, indent: Int, room: Int) throws(TemplateError) -> TemplateText {
        try enter()
        defer { leave() }
        var parts: [TemplateText] = []
        let brackets: (open: TemplateText, close: TemplateText)
        switch value {
        case .list(let list), .tuple(let list):
            if case .list = value {
                brackets = ("[", "]")
            } else {
                brackets = ("(", list.items.count == 1 ? ",)" : ")")
            }
            for (position, item) in list.items.enumerated() {
                let isLast = position == list.items.count - 1
                parts.append(try prettyPrinted(item, indent: indent + 1, room: isLast ? room - 1 : room))
            }
        case .dict(let dict):
            brackets = ("{", "}")
            for (key, value) in try sorted(Array(dict.members), by: { $0.0 }) {
                let key = try representation(of: key) + ": "
                parts.append(key + (try prettyPrinted(value, indent: indent + 1 + key.count, room: room)))
            }
        default: return try representation(of: value)
        }
        func joined(_ separator: TemplateText) -> TemplateText {
            var builder = TextBuilder(brackets.open)
            for (position, part) in parts.enumerated() {
                if position > 0 { builder.append(separator) }
                builder.append(part)
            }
            builder.append(brackets.close)
            return builder.text()
        }
        let line = joined(", ")
        try charge(bytes: line.bytes.count)
        if line.count + indent <= room, !line.bytes.contains(0x0A) { return line }
        return joined(TemplateText(",\n" + String(repeating: " ", count: indent + 1)))
    }

    // MARK: Shared by filters

    /// Looks up what a filter's `attribute` argument names: `a.b.0`, or an index.
    func lookUp(_ path: Value?, in value: Value, standard: Value? = nil) throws(TemplateError) -> Value {
        guard let path = path.unlessNone else { return value }
        var parts = [path]
        if case .text(let text) = path {
            parts = text.split(by: ".").map { part in
                let isNumber = !part.isEmpty && part.bytes.allSatisfy { (0x30...0x39).contains($0) }
                return isNumber ? Int(part.string).map(Value.int) ?? .text(part) : .text(part)
            }
        }
        var value = value
        for part in parts {
            value = try item(part, of: value)
            if value.isUndefined, let standard { value = standard }
        }
        return value
    }

    /// Key for comparing values: texts in lower case, unless case matters.
    func folded(_ value: Value, isCaseSensitive: Bool) -> Value {
        if !isCaseSensitive, case .text(let text) = value { .text(text.lowercased) } else { value }
    }

    /// Sorts by a key, and keeps equal elements in their order.
    func sorted<Element>(
        _ elements: [Element], descending: Bool = false,
        by key: (Element) throws(TemplateError) -> Value
    ) throws(TemplateError) -> [Element] {
        var keyed: [(key: Value, element: Element)] = []
        for element in elements { keyed.append((try key(element), element)) }
        var other = keyed
        var width = 1
        while width < keyed.count {
            var start = 0
            while start < keyed.count {
                let middle = min(start + width, keyed.count)
                let end = min(start + 2 * width, keyed.count)
                var (left, right) = (start, middle)
                for position in start..<end {
                    var takesLeft = right >= end
                    if left < middle, right < end {
                        let order = try order(keyed[right].key, keyed[left].key)
                        takesLeft = descending ? order <= 0 : order >= 0
                    }
                    other[position] = keyed[takesLeft ? left : right]
                    if takesLeft { left += 1 } else { right += 1 }
                }
                start = end
            }
            swap(&keyed, &other)
            width *= 2
        }
        return keyed.map(\.element)
    }
}
