// SPDX-License-Identifier: Apache-2.0

extension Interpreter {
    // MARK: The % operator

    /// `template % value`.
    func formatted(_ template: TemplateText, with value: Value) throws(TemplateError) -> TemplateText {
        var arguments = [value]
        var isTuple = false
        var mapping: Dict?
        if case .tuple(let list) = value {
            arguments = list.items
            isTuple = true
        }
        if case .dict(let dict) = value { mapping = dict }
        var used = 0
        var builder = TextBuilder()
        var reader = FormatReader(template)
        var start = 0
        while let place = reader.find(UInt8(ascii: "%")) {
            builder.append(template, start..<place)
            reader.position = place + 1
            var key: TemplateText?
            if reader.skip(UInt8(ascii: "(")) {
                key = try reader.readKey()
                if mapping == nil { throw .type("format requires a mapping") }
            }
            func next() throws(TemplateError) -> Value {
                if let key {
                    guard let value = mapping?[.text(key)] else { throw .type("'\(key.string)'") }
                    return value
                }
                guard used < arguments.count else { throw .type("not enough arguments for format string") }
                used += 1
                return arguments[used - 1]
            }
            let spec = try reader.readPercentSpec { () throws(TemplateError) in try next().requireInt() }
            start = reader.position
            if spec.type == UInt8(ascii: "%") {
                if start > place + 2 { throw .type("unsupported format character '%' at index \(start - 1)") }
                builder.append("%")
            } else {
                builder.append(try self.percent(try next(), spec, escaping: template.isMarkup))
            }
            try charge(bytes: builder.count)
        }
        builder.append(template, start..<template.bytes.count)
        let isUnusedAllowed = mapping != nil || !isTuple && used == 0 && Self.isListLike(value)
        if used < arguments.count, !isUnusedAllowed {
            throw .type("not all arguments converted during string formatting")
        }
        return builder.text(isMarkup: template.isMarkup)
    }

    private static func isListLike(_ value: Value) -> Bool {
        switch value {
        case .list, .undefined: true
        case .object(let object): object is NumberRange
        default: false
        }
    }

    private func percent(_ value: Value, _ spec: FormatSpec, escaping: Bool) throws(TemplateError) -> TemplateText {
        var spec = spec
        switch spec.type {
        case UInt8(ascii: "s"), UInt8(ascii: "r"), UInt8(ascii: "a"):
            var text = spec.type == UInt8(ascii: "s") ? try text(of: value) : try representation(of: value)
            if spec.type == UInt8(ascii: "a") { text = asciiOnly(text) }
            if escaping { text = HTMLEscaping.escaped(text) }
            return try laidOut(text.truncated(to: spec.precision), spec, standardAlign: UInt8(ascii: ">"))
        case UInt8(ascii: "c"):
            if case .text(let text) = value, text.count == 1 {
                return try laidOut(text, spec, standardAlign: UInt8(ascii: ">"))
            }
            guard let code = value.smallInt, let scalar = UInt32(exactly: code).flatMap(Unicode.Scalar.init) else {
                throw .type("%c requires int or char")
            }
            return try laidOut(TemplateText(String(scalar)), spec, standardAlign: UInt8(ascii: ">"))
        case UInt8(ascii: "d"), UInt8(ascii: "i"), UInt8(ascii: "u"):
            spec.type = UInt8(ascii: "d")
            if case .float(let number) = try value.defined() {
                guard number.isFinite else {
                    throw .type("cannot convert float \(PythonText.float(number)) to integer")
                }
                return try laidOut(try .integer(BigInteger(number)), spec, minimumDigits: spec.precision)
            }
            guard value.wholeNumber != nil else {
                throw .type("%d format: a real number is required, not \(value.typeName)")
            }
            return try laidOut(value, spec, minimumDigits: spec.precision)
        case UInt8(ascii: "x"), UInt8(ascii: "X"), UInt8(ascii: "o"):
            guard try value.defined().wholeNumber != nil else {
                throw .type("%\(UnicodeScalar(spec.type)) format: an integer is required, not \(value.typeName)")
            }
            return try laidOut(value, spec, minimumDigits: spec.precision)
        default:
            guard let number = try value.defined().number else {
                throw .type("must be real number, not \(value.typeName)")
            }
            if spec.precision == nil { spec.precision = 6 }
            return try laidOut(.float(number), spec)
        }
    }

    private func asciiOnly(_ text: TemplateText) -> TemplateText {
        text.mapScalars { scalar, _ in scalar.isASCII ? String(scalar) : PythonText.escape(scalar) }
    }

    // MARK: str.format

    /// `template.format(…)`.
    func formattedWithFields(_ template: TemplateText, _ arguments: Arguments) throws(TemplateError) -> TemplateText {
        var automatic = 0
        return try formattedWithFields(template, arguments, &automatic, isNested: false)
    }

    private func formattedWithFields(
        _ template: TemplateText, _ arguments: Arguments, _ automatic: inout Int, isNested: Bool
    ) throws(TemplateError) -> TemplateText {
        var builder = TextBuilder()
        var reader = FormatReader(template)
        while let byte = reader.next() {
            let at = reader.position - 1
            guard byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}") else {
                builder.append(template, at..<at + 1)
                continue
            }
            if reader.skip(byte) {
                builder.append(template, at..<at + 1)
                continue
            }
            if byte == UInt8(ascii: "}") { throw .type("Single '}' encountered in format string") }
            let field = try reader.readField()
            var value = try fieldValue(field.name, arguments, &automatic)
            switch field.conversion {
            case nil: break
            case UInt8(ascii: "s"): value = .text(try text(of: value))
            case UInt8(ascii: "r"): value = .text(try representation(of: value))
            case UInt8(ascii: "a"): value = .text(asciiOnly(try representation(of: value)))
            default: throw .type("Unknown conversion specifier")
            }
            var spec = field.spec
            if spec.bytes.contains(UInt8(ascii: "{")) {
                if isNested { throw .type("Max string recursion exceeded") }
                spec = try formattedWithFields(spec, arguments, &automatic, isNested: true)
            }
            var text = try formatted(value, spec)
            if template.isMarkup { text = HTMLEscaping.escaped(text) }
            builder.append(text)
            try charge(bytes: builder.count)
        }
        return builder.text(isMarkup: template.isMarkup)
    }

    private func fieldValue(
        _ name: TemplateText, _ arguments: Arguments, _ automatic: inout Int
    ) throws(TemplateError) -> Value {
        var reader = FormatReader(name)
        let first = reader.take { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "[") }
        var value: Value
        if first.isEmpty || Int(first.string) != nil {
            let index = Int(first.string) ?? automatic
            if first.isEmpty { automatic += 1 }
            guard arguments.positional.indices.contains(index) else {
                throw .type("Replacement index \(index) out of range for positional args tuple")
            }
            value = arguments.positional[index]
        } else {
            guard let found = arguments.keyword.first(where: { TemplateText($0.name) == first }) else {
                throw .type("'\(first.string)'")
            }
            value = found.value
        }
        while let byte = reader.next() {
            try charge()
            if byte == UInt8(ascii: ".") {
                value = try attribute(reader.take { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "[") }, of: value)
            } else {
                let key = reader.take { $0 != UInt8(ascii: "]") }
                guard reader.skip(UInt8(ascii: "]")) else { throw .type("expected ']' before end of string") }
                value = try item(Int(key.string).map(Value.int) ?? .text(key), of: value)
            }
        }
        return value
    }

    /// `format(value, spec)`.
    func formatted(_ value: Value, _ spec: TemplateText) throws(TemplateError) -> TemplateText {
        if spec.isEmpty { return try text(of: value) }
        var spec = try FormatSpec(spec)
        switch value {
        case .text(let text):
            guard spec.type == 0 || spec.type == UInt8(ascii: "s") else { throw unknown(spec, value) }
            return try laidOut(text.truncated(to: spec.precision), spec, standardAlign: UInt8(ascii: "<"))
        case .bool where spec.type == 0 || spec.type == UInt8(ascii: "s"):
            return try laidOut(.int(value.isTrue ? 1 : 0), spec)
        case .bool, .int, .big:
            if "eEfFgG%".utf8.contains(spec.type) {
                if spec.precision == nil { spec.precision = 6 }
                return try laidOut(.float(value.number ?? 0), spec)
            }
            guard spec.type == 0 || "bcdoxXn".utf8.contains(spec.type) else { throw unknown(spec, value) }
            if spec.precision != nil { throw .type("Precision not allowed in integer format specifier") }
            return try laidOut(value, spec)
        case .float:
            guard spec.type == 0 || "eEfFgGn%".utf8.contains(spec.type) else { throw unknown(spec, value) }
            if spec.precision == nil, spec.type != 0 { spec.precision = 6 }
            return try laidOut(value, spec)
        default: throw .type("unsupported format string passed to \(value.typeName).__format__")
        }
    }

    private func unknown(_ spec: FormatSpec, _ value: Value) -> TemplateError {
        .type("Unknown format code '\(UnicodeScalar(spec.type))' for object of type '\(value.typeName)'")
    }
}

extension TemplateText {
    /// The first `count` scalars.
    func truncated(to count: Int?) -> TemplateText {
        guard let count else { return self }
        return self[0..<offset(ofScalar: count)]
    }
}
