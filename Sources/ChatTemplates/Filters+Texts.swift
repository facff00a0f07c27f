// SPDX-License-Identifier: Apache-2.0

/// Filters on texts. What is not a text is printed first.
extension Interpreter {
    func filterText(_ name: String, _ value: Value, _ arguments: Arguments) throws(TemplateError) -> Value? {
        switch name {
        case "upper", "lower", "capitalize", "title", "wordcount", "striptags", "safe", "e", "escape", "forceescape":
            _ = try arguments.bound(to: [], of: name)
            let text = try text(of: value)
            try charge(bytes: text.bytes.count)
            return try filterPlain(name, text)
        case "trim":
            let given = try arguments.bound(to: ["chars"], of: name)[0].unlessNone
            let chars = try given.map { (given) throws(TemplateError) in try given.requireText("strip arg") }
            return .text(try text(of: value).stripped(chars))
        case "replace":
            let values = try arguments.bound(to: ["old", "new", "count"], required: 2, of: name)
            let old = try text(of: values[0] ?? .none)
            let new = try text(of: values[1] ?? .none)
            let limit = try values[2].unlessNone.int(or: -1)
            return .text(try replaced(try text(of: value).with(markup: false), old, new, limit))
        case "center":
            let width = try arguments.bound(to: ["width"], of: name)[0].int(or: 80)
            return .text(try padded(try text(of: value), width, " ", name))
        case "format": return try format(value, arguments)
        case "indent": return try indent(value, arguments)
        case "truncate": return try truncate(value, arguments)
        case "wordwrap": return try wrap(value, arguments)
        case "urlencode":
            _ = try arguments.bound(to: [], of: name)
            return .text(try urlEncoded(value))
        case "xmlattr": return try attributes(value, arguments)
        default: return nil
        }
    }

    private func filterPlain(_ name: String, _ text: TemplateText) throws(TemplateError) -> Value {
        switch name {
        case "upper": return .text(text.uppercased)
        case "lower": return .text(text.lowercased)
        case "capitalize": return .text(text.capitalized)
        case "title": return .text(text.titledByWord)
        case "safe": return .text(text.with(markup: true))
        case "e", "escape": return .text(HTMLEscaping.escaped(text))
        case "forceescape": return .text(HTMLEscaping.forceEscaped(text))
        case "striptags": return .text(HTMLEscaping.withoutTags(text))
        default:
            var count = 0
            var isInside = false
            for scalar in text.string.unicodeScalars {
                let isWord = CharacterClass.isWord(scalar)
                if isWord, !isInside { count += 1 }
                isInside = isWord
            }
            return .int(count)
        }
    }

    private func format(_ value: Value, _ arguments: Arguments) throws(TemplateError) -> Value {
        let template = try text(of: value)
        if arguments.keyword.isEmpty {
            return .text(try formatted(template, with: try .tuple(arguments.positional)))
        }
        guard arguments.positional.isEmpty else {
            throw .type("can't handle positional and keyword arguments at the same time")
        }
        let members = arguments.keyword.map { (key: Value.text($0.name), value: $0.value) }
        return .text(try formatted(template, with: .dict(try Dict(members))))
    }

    private func requireString(_ value: Value, _ filter: String) throws(TemplateError) -> TemplateText {
        if case .text(let text) = try value.defined() { return text }
        throw .type("the filter '\(filter)' needs a string, not \(value.typeName)")
    }

    // MARK: Lines

    private func indent(_ value: Value, _ arguments: Arguments) throws(TemplateError) -> Value {
        let values = try arguments.bound(to: ["width", "first", "blank"], of: "indent")
        let text = try requireString(value, "indent")
        let indent: TemplateText
        if case .text(let given) = values[0] {
            indent = given
        } else {
            let width = max(0, try values[0].int(or: 4))
            try charge(bytes: width)
            indent = TemplateText(String(repeating: " ", count: width))
        }
        let indentsBlank = values[2].isTrue(or: false)
        let lines = (text + "\n").lines()
        let (size, overflow) = (lines.count + 1).multipliedReportingOverflow(by: indent.bytes.count)
        try charge(bytes: overflow ? Int.max : text.bytes.count + size)
        var builder = TextBuilder()
        if values[1].isTrue(or: false) { builder.append(indent) }
        for (position, line) in lines.enumerated() {
            if position > 0 {
                builder.append("\n")
                if indentsBlank || !line.isEmpty { builder.append(indent) }
            }
            builder.append(line)
        }
        return .text(builder.text(isMarkup: text.isMarkup))
    }

    private func truncate(_ value: Value, _ arguments: Arguments) throws(TemplateError) -> Value {
        let values = try arguments.bound(to: ["length", "killwords", "end", "leeway"], of: "truncate")
        let text = try requireString(value, "truncate")
        let length = try values[0].int(or: 255)
        let end = try values[2]?.requireText("end") ?? "..."
        let leeway = try values[3].unlessNone.int(or: 5)
        guard length >= end.count else { throw .type("expected length >= \(end.count), got \(length)") }
        guard leeway >= 0 else { throw .type("expected leeway >= 0, got \(leeway)") }
        let (limit, overflow) = length.addingReportingOverflow(leeway)
        if overflow || text.count <= limit { return .text(text) }
        var result = text.truncated(to: length - end.count)
        if !values[1].isTrue(or: false) { result = result.split(by: " ", limit: 1, fromEnd: true)[0] }
        return .text(result + end)
    }

    private func wrap(_ value: Value, _ arguments: Arguments) throws(TemplateError) -> Value {
        let values = try arguments.bound(
            to: ["width", "break_long_words", "wrapstring", "break_on_hyphens"], of: "wordwrap")
        let text = try requireString(value, "wordwrap")
        let width = try values[0].int(or: 79)
        if width <= 0 { throw .type("invalid width \(width) (must be > 0)") }
        let separator = try values[2].unlessNone?.requireText("wrapstring") ?? "\n"
        let wrapper = WordWrap(
            width: width, breaksLongWords: values[1].isTrue(or: true), breaksOnHyphens: values[3].isTrue(or: true))
        var builder = TextBuilder()
        for (position, line) in text.lines().enumerated() {
            if position > 0 { builder.append(separator) }
            for (number, part) in wrapper.lines(of: line).enumerated() {
                if number > 0 { builder.append(separator) }
                builder.append(part)
                try charge(bytes: 64)
                if builder.count > limits.bytes { try charge(bytes: builder.count) }
            }
        }
        return .text(builder.text())
    }

    // MARK: HTML

    private func urlEncoded(_ value: Value) throws(TemplateError) -> TemplateText {
        var pairs: [Value] = []
        switch value {
        case .dict(let dict): pairs = try DictView(.items, of: dict).items()
        case .text: return try urlQuoted(value, isQuery: false)
        default:
            guard isIterable(value) else { return try urlQuoted(value, isQuery: false) }
            pairs = try elements(of: value)
        }
        var builder = TextBuilder()
        for (position, pair) in pairs.enumerated() {
            let pair = try elements(of: pair)
            guard pair.count == 2 else { throw .type("not enough values to unpack (expected 2, got \(pair.count))") }
            if position > 0 { builder.append("&") }
            builder.append(try urlQuoted(pair[0], isQuery: true))
            builder.append("=")
            builder.append(try urlQuoted(pair[1], isQuery: true))
        }
        return builder.text()
    }

    private func urlQuoted(_ value: Value, isQuery: Bool) throws(TemplateError) -> TemplateText {
        let text = try text(of: value)
        try charge(bytes: text.bytes.count * 3)
        return text.mapScalars { scalar, _ in
            let isSafe = scalar.isASCII && (CharacterClass.isWord(scalar) || "-.~".unicodeScalars.contains(scalar))
            if isSafe || scalar == "/" && !isQuery { return String(scalar) }
            if scalar == " ", isQuery { return "+" }
            return String(scalar).utf8.map {
                "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true)
            }.joined()
        }
    }

    private func attributes(_ value: Value, _ arguments: Arguments) throws(TemplateError) -> Value {
        let addsSpace = try arguments.bound(to: ["autospace"], of: "xmlattr")[0].isTrue(or: true)
        guard case .dict(let dict) = try value.defined() else {
            throw .undefined("'\(value.typeName) object' has no attribute 'items'")
        }
        var builder = TextBuilder()
        for (key, value) in dict.members where !value.isNone && !value.isUndefined {
            let key = try key.requireText("attribute name")
            if key.bytes.contains(where: { "/>= \t\n\r\u{B}\u{C}".utf8.contains($0) }) {
                throw .type("Invalid character in attribute name: '\(key.string)'")
            }
            if addsSpace || builder.count > 0 { builder.append(" ") }
            builder.append(HTMLEscaping.escaped(key))
            builder.append("=\"")
            builder.append(HTMLEscaping.escaped(try text(of: value)))
            builder.append("\"")
            try charge(bytes: builder.count)
        }
        return .text(builder.text())
    }
}

extension TemplateText {
    /// Jinja's `title` filter: a capital after white space, hyphens and opening brackets.
    var titledByWord: TemplateText {
        let scalars = Array(string.unicodeScalars)
        var index = -1
        var startsWord = true
        var wordStart = 0
        return mapScalars { scalar, _ in
            index += 1
            let isBreak = Self.breaksTitle(scalar)
            defer { startsWord = isBreak }
            if isBreak { return String(scalar) }
            if startsWord {
                wordStart = index
                return scalar.properties.uppercaseMapping
            }
            guard scalar == "Σ" else { return scalar.properties.lowercaseMapping }
            // Jinja lowers the rest of a word by itself, so a sigma right after the capital ends nothing.
            let rest = Array(scalars[(wordStart + 1)...].prefix { !Self.breaksTitle($0) })
            return Self.lower(scalar, index - wordStart - 1, rest)
        }
    }
}

extension TemplateText {
    private static func breaksTitle(_ scalar: Unicode.Scalar) -> Bool {
        PythonSpace.contains(scalar) || "-({[<".unicodeScalars.contains(scalar)
    }
}

extension HTMLEscaping {
    /// The text without tags and comments, its entities resolved and its white space single.
    static func withoutTags(_ text: TemplateText) -> TemplateText {
        var result = text.with(markup: false)
        for (open, close) in [("<!--", "-->"), ("<", ">")] as [(TemplateText, TemplateText)] {
            var builder = TextBuilder()
            var from = 0
            while let start = result.firstIndex(of: open, from: from),
                let end = result.firstIndex(of: close, from: start + open.bytes.count)
            {
                builder.append(result, from..<start)
                from = end + close.bytes.count
            }
            builder.append(result, from..<result.bytes.count)
            result = builder.text()
        }
        var builder = TextBuilder()
        for (position, word) in result.splitOnSpace().enumerated() {
            if position > 0 { builder.append(" ") }
            builder.append(word)
        }
        return resolvingEntities(builder.text())
    }

    private static let entities = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}", "copy": "©", "reg": "®",
        "hellip": "…", "ndash": "–", "mdash": "—", "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”",
        "euro": "€", "laquo": "«", "raquo": "»", "middot": "·", "times": "×", "deg": "°",
    ]

    private static func resolvingEntities(_ text: TemplateText) -> TemplateText {
        var builder = TextBuilder()
        var from = 0
        while let start = text.firstIndex(of: "&", from: from) {
            builder.append(text, from..<start)
            from = start
            let end = text.firstIndex(of: ";", from: start, to: min(start + 12, text.bytes.count))
            if let end, let character = entity(text[start + 1..<end].string) {
                builder.append(character, literal: !text.marks(in: start..<end + 1).isEmpty)
                from = end + 1
            } else {
                builder.append(text, start..<start + 1)
                from = start + 1
            }
        }
        builder.append(text, from..<text.bytes.count)
        return builder.text()
    }

    private static func entity(_ name: String) -> String? {
        guard name.hasPrefix("#") else { return entities[name] }
        let isHex = name.lowercased().hasPrefix("#x")
        let code = UInt32(name.dropFirst(isHex ? 2 : 1), radix: isHex ? 16 : 10)
        return code.flatMap(Unicode.Scalar.init).map(String.init)
    }
}
