// SPDX-License-Identifier: Apache-2.0

/// The methods of Python's strings.
enum StringMethods {
    static let names: Set<String> = [
        "capitalize", "casefold", "center", "count", "encode", "endswith", "expandtabs", "find", "format",
        "format_map", "index", "isalnum", "isalpha", "isascii", "isdecimal", "isdigit", "isidentifier", "islower",
        "isnumeric", "isprintable", "isspace", "istitle", "isupper", "join", "ljust", "lower", "lstrip", "maketrans",
        "partition", "removeprefix", "removesuffix", "replace", "rfind", "rindex", "rjust", "rpartition", "rsplit",
        "rstrip", "split", "splitlines", "startswith", "strip", "swapcase", "title", "translate", "upper", "zfill",
    ]
}

extension Interpreter {
    func callString(_ text: TemplateText, _ name: String, _ arguments: Arguments) throws(TemplateError) -> Value {
        try charge(bytes: text.bytes.count)
        switch name {
        case "format": return .text(try formattedWithFields(text, arguments))
        case "format_map":
            guard arguments.keyword.isEmpty, arguments.positional.count == 1,
                case .dict(let dict) = arguments.positional[0]
            else { throw .type("format_map() takes exactly one argument, a mapping") }
            let members = dict.members.map { (name: $0, value: $1) }
            var keyword: [(name: String, value: Value)] = []
            for (key, value) in members {
                if case .text(let key) = key { keyword.append((key.string, value)) }
            }
            return .text(try formattedWithFields(text, Arguments(keyword: keyword)))
        case "strip", "lstrip", "rstrip": return try callStrip(text, name, arguments)
        case "split", "rsplit": return try callSplit(text, name, arguments)
        case "splitlines":
            let keep = try arguments.bound(to: ["keepends"], of: name)[0].isTrue(or: false)
            let lines = text.lines(keepingEnds: keep, most: elementsLeft)
            try charge(elements: lines.count)
            return try .list(lines.map(Value.text))
        case "join":
            let values = try arguments.bound(to: ["iterable"], required: 1, of: name)
            return try callJoin(text, try elements(of: values[0] ?? .none))
        case "replace": return try callReplace(text, arguments)
        case "startswith", "endswith": return try callAffix(text, name, arguments)
        case "find", "rfind", "index", "rindex", "count": return try callSearch(text, name, arguments)
        case "partition", "rpartition": return try callPartition(text, name, arguments)
        case "removeprefix", "removesuffix":
            let affix = try arguments.bound(to: ["affix"], required: 1, of: name)[0]?.requireText("argument") ?? .empty
            if name == "removeprefix" {
                return .text(text.hasPrefix(affix) ? text[affix.bytes.count..<text.bytes.count] : text)
            }
            return .text(text.hasSuffix(affix) ? text[0..<text.bytes.count - affix.bytes.count] : text)
        case "center", "ljust", "rjust", "zfill", "expandtabs": return try callPad(text, name, arguments)
        case "encode", "maketrans", "translate":
            throw TemplateError(code: .unsupported, detail: "the method str.\(name) is not supported")
        default:
            _ = try arguments.bound(to: [], of: name)
            return try callPlain(text, name)
        }
    }

    /// Methods without arguments.
    private func callPlain(_ text: TemplateText, _ name: String) throws(TemplateError) -> Value {
        switch name {
        case "upper": return .text(text.uppercased)
        case "lower": return .text(text.lowercased)
        case "casefold": return .text(text.caseFolded)
        case "capitalize": return .text(text.capitalized)
        case "swapcase": return .text(text.caseSwapped)
        case "title": return .text(text.titled)
        case "isascii": return .bool(text.isASCII)
        case "isidentifier":
            let scalars = text.string.unicodeScalars
            let isIdentifier = scalars.dropFirst().allSatisfy { $0.properties.isXIDContinue }
            return .bool(isIdentifier && scalars.first.map { $0 == "_" || $0.properties.isXIDStart } ?? false)
        case "isprintable": return .bool(text.string.unicodeScalars.allSatisfy(PythonText.isPrintable))
        case "islower", "isupper", "istitle": return .bool(text.hasCase(name))
        default:
            let scalars = text.string.unicodeScalars
            return .bool(!scalars.isEmpty && scalars.allSatisfy(CharacterClass.test(name)))
        }
    }

    // MARK: Cutting

    private func callStrip(_ text: TemplateText, _ name: String, _ arguments: Arguments) throws(TemplateError) -> Value
    {
        let given = try arguments.bound(to: ["chars"], of: name)[0].unlessNone
        let chars = try given.map { (given) throws(TemplateError) in try given.requireText("strip arg") }
        return .text(text.stripped(chars, left: name != "rstrip", right: name != "lstrip"))
    }

    private func callSplit(_ text: TemplateText, _ name: String, _ arguments: Arguments) throws(TemplateError) -> Value
    {
        let values = try arguments.bound(to: ["sep", "maxsplit"], of: name)
        let limit = try values[1].int(or: -1)
        var parts: [TemplateText]
        if let separator = values[0].unlessNone {
            let separator = try separator.requireText("sep")
            if separator.isEmpty { throw .type("empty separator") }
            parts = text.split(by: separator, limit: limit, fromEnd: name == "rsplit", most: elementsLeft)
        } else {
            parts = text.splitOnSpace(limit: limit, fromEnd: name == "rsplit", most: elementsLeft)
        }
        try charge(elements: parts.count)
        return try .list(parts.map(Value.text))
    }

    private func callPartition(_ text: TemplateText, _ name: String, _ arguments: Arguments) throws(TemplateError)
        -> Value
    {
        let separator = try arguments.bound(to: ["sep"], required: 1, of: name)[0]?.requireText("sep") ?? .empty
        if separator.isEmpty { throw .type("empty separator") }
        let isReversed = name == "rpartition"
        guard let start = isReversed ? text.lastIndex(of: separator) : text.firstIndex(of: separator) else {
            let parts = isReversed ? [.empty, .empty, text] : [text, .empty, .empty]
            return try .tuple(parts.map(Value.text))
        }
        let end = start + separator.bytes.count
        return try .tuple([text[0..<start], text[start..<end], text[end..<text.bytes.count]].map(Value.text))
    }

    // MARK: Joining and replacing

    func callJoin(_ separator: TemplateText, _ items: [Value]) throws(TemplateError) -> Value {
        var builder = TextBuilder()
        for (position, item) in items.enumerated() {
            if position > 0 { builder.append(separator) }
            guard case .text(let text) = item else {
                throw .type("sequence item \(position): expected str instance, \(item.typeName) found")
            }
            builder.append(separator.isMarkup ? HTMLEscaping.escaped(text) : text)
            try charge(bytes: builder.count)
        }
        return .text(builder.text(isMarkup: separator.isMarkup))
    }

    private func callReplace(_ text: TemplateText, _ arguments: Arguments) throws(TemplateError) -> Value {
        let values = try arguments.bound(to: ["old", "new", "count"], required: 2, of: "replace")
        let old = try (values[0] ?? .none).requireText("replace() argument 1")
        let new = try (values[1] ?? .none).requireText("replace() argument 2")
        let limit = try values[2].int(or: -1)
        if text.isMarkup { return .text(try replaced(text, old, HTMLEscaping.escaped(new), limit)) }
        return .text(try replaced(text, old, new, limit))
    }

    func replaced(_ text: TemplateText, _ old: TemplateText, _ new: TemplateText, _ limit: Int) throws(TemplateError)
        -> TemplateText
    {
        var places: [Int] = []
        if old.isEmpty {
            places = text.boundaries
            if limit >= 0 { places = Array(places.prefix(limit)) }
        } else {
            var from = 0
            while limit < 0 || places.count < limit, let place = text.firstIndex(of: old, from: from) {
                places.append(place)
                from = place + old.bytes.count
            }
        }
        if places.isEmpty { return text }
        try charge(elements: places.count)
        let (growth, overflow) = places.count.multipliedReportingOverflow(by: new.bytes.count)
        try charge(bytes: overflow ? Int.max : text.bytes.count + growth)
        var builder = TextBuilder()
        var from = 0
        for place in places {
            builder.append(text, from..<place)
            builder.append(new)
            from = place + old.bytes.count
        }
        builder.append(text, from..<text.bytes.count)
        return builder.text(isMarkup: text.isMarkup)
    }

    // MARK: Searching

    /// The byte range that a method's `start` and `end` arguments select; `nil` when it starts behind the end.
    private func range(_ text: TemplateText, _ start: Value?, _ end: Value?) throws(TemplateError) -> Range<Int>? {
        if start.unlessNone == nil, end.unlessNone == nil { return 0..<text.bytes.count }
        let count = text.count
        func clamped(_ index: Int) -> Int {
            index < 0 ? max(0, index.addingReportingOverflow(count).partialValue) : index
        }
        let first = clamped(try start.unlessNone.int(or: 0))
        let last = min(count, clamped(try end.unlessNone.int(or: count)))
        if first > count || first > last { return nil }
        return text.offset(ofScalar: first)..<text.offset(ofScalar: last)
    }

    private func callAffix(_ text: TemplateText, _ name: String, _ arguments: Arguments) throws(TemplateError) -> Value
    {
        let values = try arguments.bound(to: ["affix", "start", "end"], required: 1, of: name)
        var affixes = [try (values[0] ?? .none).defined()]
        if case .tuple(let list) = affixes[0] { affixes = list.items }
        guard let range = try range(text, values[1], values[2]) else { return .bool(false) }
        let part = text[range]
        for affix in affixes {
            guard case .text(let affix) = affix else {
                throw .type("\(name) first arg must be str or a tuple of str, not \(affix.typeName)")
            }
            if name == "startswith" ? part.hasPrefix(affix) : part.hasSuffix(affix) { return .bool(true) }
        }
        return .bool(false)
    }

    private func callSearch(_ text: TemplateText, _ name: String, _ arguments: Arguments) throws(TemplateError) -> Value
    {
        let values = try arguments.bound(to: ["sub", "start", "end"], required: 1, of: name)
        let needle = try (values[0] ?? .none).requireText("argument")
        let range = try range(text, values[1], values[2])
        if name == "count" {
            guard let range else { return .int(0) }
            let part = text[range]
            if needle.isEmpty { return .int(part.count + 1) }
            var (count, from) = (0, 0)
            while let place = part.firstIndex(of: needle, from: from) {
                count += 1
                from = place + needle.bytes.count
            }
            return .int(count)
        }
        let found = range.flatMap { range in
            name.hasPrefix("r")
                ? text.lastIndex(of: needle, from: range.lowerBound, to: range.upperBound)
                : text.firstIndex(of: needle, from: range.lowerBound, to: range.upperBound)
        }
        if let found { return .int(text[0..<found].count) }
        if name.hasSuffix("index") { throw .type("substring not found") }
        return .int(-1)
    }

    // MARK: Padding

    private func callPad(_ text: TemplateText, _ name: String, _ arguments: Arguments) throws(TemplateError) -> Value {
        if name == "expandtabs" {
            let width = try arguments.bound(to: ["tabsize"], of: name)[0].int(or: 8)
            let tabs = text.bytes.count { $0 == 0x09 }
            let (size, overflow) = tabs.multipliedReportingOverflow(by: max(0, width))
            try charge(bytes: overflow ? Int.max : text.bytes.count + size)
            return .text(text.expandingTabs(width))
        }
        let values = try arguments.bound(to: ["width", "fillchar"], required: 1, of: name)
        let width = try values[0].int(or: 0)
        let fill = try values[1].map { (fill) throws(TemplateError) in try fill.requireText("fillchar") } ?? " "
        guard fill.count == 1 else { throw .type("The fill character must be exactly one character long") }
        if name == "zfill" { return .text(try zeroFilled(text, width)) }
        return .text(try padded(text, width, fill, name))
    }

    /// - Parameter name: `ljust`, `rjust` or `center`.
    func padded(_ text: TemplateText, _ width: Int, _ fill: TemplateText, _ name: String) throws(TemplateError)
        -> TemplateText
    {
        let count = text.count
        if width <= count { return text }
        let missing = width - count
        let (size, overflow) = missing.multipliedReportingOverflow(by: fill.bytes.count)
        try charge(bytes: overflow ? Int.max : size)
        let left: Int
        switch name {
        case "ljust": left = 0
        case "rjust": left = missing
        default: left = missing / 2 + (missing & width & 1)
        }
        var builder = TextBuilder()
        builder.append(fill.repeated(left))
        builder.append(text)
        builder.append(fill.repeated(missing - left))
        return builder.text(isMarkup: text.isMarkup)
    }

    private func zeroFilled(_ text: TemplateText, _ width: Int) throws(TemplateError) -> TemplateText {
        let hasSign = text.bytes.first.map { "+-".utf8.contains($0) } ?? false
        let sign = hasSign ? text[0..<1] : .empty
        let digits = hasSign ? text[1..<text.bytes.count] : text
        return sign + (try padded(digits, hasSign ? max(0, width - 1) : width, "0", "rjust"))
    }
}
