// SPDX-License-Identifier: Apache-2.0

import Foundation

/// How one value is to be laid out, for `%` and for `format` alike.
struct FormatSpec {
    var fill: TemplateText = " "
    /// `<`, `>`, `^` or `=`.
    var align: UInt8?
    /// `+`, `-` or a space.
    var sign: UInt8 = UInt8(ascii: "-")
    var isAlternate = false
    var width = 0
    var grouping: UInt8?
    var precision: Int?
    var type: UInt8 = 0
}

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
        var reader = ByteReader(template)
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
            if escaping { text = Markup.escaped(text) }
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
        var reader = ByteReader(template)
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
            if template.isMarkup { text = Markup.escaped(text) }
            builder.append(text)
            try charge(bytes: builder.count)
        }
        return builder.text(isMarkup: template.isMarkup)
    }

    private func fieldValue(
        _ name: TemplateText, _ arguments: Arguments, _ automatic: inout Int
    ) throws(TemplateError) -> Value {
        var reader = ByteReader(name)
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

    // MARK: Layout

    /// A number in its width.
    private func laidOut(
        _ value: Value, _ spec: FormatSpec, minimumDigits: Int? = nil
    ) throws(TemplateError) -> TemplateText {
        var digits: String
        var isNegative = false
        var prefix = ""
        if case .float(let number) = value {
            isNegative = number.sign == .minus && !number.isNaN
            digits = try Self.digits(of: number.magnitude, spec, self)
        } else {
            let whole = value.wholeNumber ?? BigInteger(0)
            isNegative = whole.isNegative
            let size = BigInteger(isNegative: false, digits: whole.digits)
            switch spec.type {
            case UInt8(ascii: "x"), UInt8(ascii: "X"): (digits, prefix) = (size.text(base: 16), "0x")
            case UInt8(ascii: "o"): (digits, prefix) = (size.text(base: 8), "0o")
            case UInt8(ascii: "b"): (digits, prefix) = (size.text(base: 2), "0b")
            case UInt8(ascii: "c"):
                guard let scalar = whole.int.flatMap({ UInt32(exactly: $0) }).flatMap(Unicode.Scalar.init) else {
                    throw .type("%c arg not in range(0x110000)")
                }
                return try laidOut(TemplateText(String(scalar)), spec, standardAlign: UInt8(ascii: "<"))
            default: digits = size.description
            }
            if spec.type == UInt8(ascii: "X") { (digits, prefix) = (digits.uppercased(), "0X") }
            if !spec.isAlternate { prefix = "" }
            if let minimumDigits, minimumDigits > digits.utf8.count {
                try charge(bytes: minimumDigits)
                digits = String(repeating: "0", count: minimumDigits - digits.utf8.count) + digits
            }
        }
        if let grouping = spec.grouping { digits = Self.grouped(digits, String(UnicodeScalar(grouping)), spec.type) }
        var sign = isNegative ? "-" : ""
        if !isNegative, spec.sign != UInt8(ascii: "-") { sign = String(UnicodeScalar(spec.sign)) }
        let lead = TemplateText(sign + prefix)
        if (spec.align ?? UInt8(ascii: ">")) == UInt8(ascii: "=") {
            let width = max(0, spec.width - lead.count)
            return lead + (try padded(TemplateText(digits), width, spec.fill, "rjust"))
        }
        return try laidOut(lead + TemplateText(digits), spec, standardAlign: UInt8(ascii: ">"))
    }

    /// A text in its width.
    private func laidOut(_ text: TemplateText, _ spec: FormatSpec, standardAlign: UInt8) throws(TemplateError)
        -> TemplateText
    {
        switch spec.align ?? standardAlign {
        case UInt8(ascii: "<"): return try padded(text, spec.width, spec.fill, "ljust")
        case UInt8(ascii: "^"):
            let missing = max(0, spec.width - text.count)
            let left = try padded(text, text.count + missing / 2, spec.fill, "rjust")
            return try padded(left, spec.width, spec.fill, "ljust")
        default: return try padded(text, spec.width, spec.fill, "rjust")
        }
    }

    private static func grouped(_ digits: String, _ separator: String, _ type: UInt8) -> String {
        let whole = digits.prefix { $0.isHexDigit }
        let size = "xXob".utf8.contains(type) ? 4 : 3
        var result = ""
        for (position, digit) in whole.enumerated() {
            if position > 0, (whole.count - position) % size == 0 { result += separator }
            result.append(digit)
        }
        return result + digits.dropFirst(whole.count)
    }

    /// The digits of a number that is not negative.
    private static func digits(
        of number: Double, _ spec: FormatSpec, _ interpreter: Interpreter
    ) throws(TemplateError) -> String {
        let isUpper = "EFG".utf8.contains(spec.type)
        if !number.isFinite {
            let text = number.isNaN ? "nan" : "inf"
            return (isUpper ? text.uppercased() : text) + (spec.type == UInt8(ascii: "%") ? "%" : "")
        }
        let precision = spec.precision ?? 0
        try interpreter.charge(bytes: precision)
        guard precision <= 10_000 else { throw .limit("a precision of \(precision) is too large") }
        let hash = spec.isAlternate ? "#" : ""
        switch spec.type {
        case 0:
            guard spec.precision != nil else { return PythonText.float(number) }
            return shortest(number, max(1, precision))
        case UInt8(ascii: "%"): return String(format: "%\(hash).\(precision)f", number * 100) + "%"
        case UInt8(ascii: "n"): return String(format: "%\(hash).\(precision)g", number)
        default: return String(format: "%\(hash).\(precision)\(UnicodeScalar(spec.type))", number)
        }
    }

    /// What `format` does with a precision and no type: like `g`, but a number stays recognisable as one with a point.
    private static func shortest(_ number: Double, _ precision: Int) -> String {
        let parts = String(format: "%.\(precision - 1)e", number).split(separator: "e")
        let exponent = number == 0 ? 0 : Int(parts[1]) ?? 0
        let text = String(format: "%.\(precision)g", number)
        if text.contains("e") || text.contains(".") { return text }
        if exponent >= precision - 1 {
            let scientific = String(format: "%.\(precision - 1)e", number).split(separator: "e")
            var digits = String(scientific[0])
            if digits.contains(".") {
                while digits.hasSuffix("0") { digits.removeLast() }
                if digits.hasSuffix(".") { digits.removeLast() }
            }
            return digits + "e" + scientific[1]
        }
        return text + ".0"
    }
}

extension FormatSpec {
    /// Reads what follows the colon of a field.
    /// - Throws: `.type` when it is not a format specification.
    init(_ text: TemplateText) throws(TemplateError) {
        self.init()
        var reader = ByteReader(text)
        let fillEnd = text.isEmpty ? 0 : text.offset(ofScalar: 1)
        if fillEnd < text.bytes.count, "<>=^".utf8.contains(text.bytes[fillEnd]) {
            fill = text[0..<fillEnd]
            align = text.bytes[fillEnd]
            reader.position = fillEnd + 1
        } else if let byte = reader.peek, "<>=^".utf8.contains(byte) {
            align = byte
            reader.position = 1
        }
        if let byte = reader.peek, "+- ".utf8.contains(byte) {
            sign = byte
            reader.position += 1
        }
        isAlternate = reader.skip(UInt8(ascii: "#"))
        if reader.peek == UInt8(ascii: "0"), align == nil {
            fill = "0"
            align = UInt8(ascii: "=")
        }
        width = try reader.readInt() ?? 0
        if let byte = reader.peek, ",_".utf8.contains(byte) {
            grouping = byte
            reader.position += 1
        }
        if reader.skip(UInt8(ascii: ".")) {
            guard let digits = try reader.readInt() else { throw .type("Format specifier missing precision") }
            precision = digits
        }
        if let byte = reader.next() { type = byte }
        if reader.peek != nil || type >= 0x80 { throw .type("Invalid format specifier '\(text.string)'") }
    }
}

/// Reads format strings byte by byte.
struct ByteReader {
    private let text: TemplateText
    var position = 0

    init(_ text: TemplateText) { self.text = text }

    var peek: UInt8? { position < text.bytes.count ? text.bytes[position] : nil }

    mutating func next() -> UInt8? {
        guard let byte = peek else { return nil }
        position += 1
        return byte
    }

    mutating func skip(_ byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        position += 1
        return true
    }

    func find(_ byte: UInt8) -> Int? { text.bytes[position...].firstIndex(of: byte) }

    mutating func take(while holds: (UInt8) -> Bool) -> TemplateText {
        let start = position
        while let byte = peek, holds(byte) { position += 1 }
        return text[start..<position]
    }

    mutating func readInt() throws(TemplateError) -> Int? {
        let digits = take { (0x30...0x39).contains($0) }
        if digits.isEmpty { return nil }
        guard let value = Int(digits.string), value <= Int(Int32.max) else {
            throw .limit("a width or precision of \(digits.string.prefix(20)) is too large")
        }
        return value
    }

    /// A key in parentheses, which may hold balanced parentheses itself.
    mutating func readKey() throws(TemplateError) -> TemplateText {
        let start = position
        var depth = 1
        while let byte = next() {
            if byte == UInt8(ascii: "(") { depth += 1 }
            if byte == UInt8(ascii: ")") { depth -= 1 }
            if depth == 0 { return text[start..<position - 1] }
        }
        throw .type("incomplete format key")
    }

    /// What follows `%` and a key. A `*` takes its number from the arguments.
    mutating func readPercentSpec(
        _ nextInt: () throws(TemplateError) -> Int
    ) throws(TemplateError) -> FormatSpec {
        var spec = FormatSpec()
        var isZeroFilled = false
        var isLeft = false
        flags: while let byte = peek {
            switch byte {
            case UInt8(ascii: "-"): isLeft = true
            case UInt8(ascii: "+"): spec.sign = byte
            case UInt8(ascii: " "): if spec.sign != UInt8(ascii: "+") { spec.sign = byte }
            case UInt8(ascii: "#"): spec.isAlternate = true
            case UInt8(ascii: "0"): isZeroFilled = true
            default: break flags
            }
            position += 1
        }
        if skip(UInt8(ascii: "*")) {
            let width = try nextInt()
            isLeft = isLeft || width < 0
            spec.width = Int(clamping: width.magnitude)
        } else {
            spec.width = try readInt() ?? 0
        }
        if skip(UInt8(ascii: ".")) {
            spec.precision = skip(UInt8(ascii: "*")) ? max(0, try nextInt()) : try readInt() ?? 0
        }
        while let byte = peek, "hlL".utf8.contains(byte) { position += 1 }
        guard let type = next() else { throw .type("incomplete format") }
        guard "diouxXeEfFgGcrsa%".utf8.contains(type) else {
            throw .type("unsupported format character at index \(position - 1)")
        }
        spec.type = type
        if isLeft {
            spec.align = UInt8(ascii: "<")
        } else if isZeroFilled, !"crsa".utf8.contains(type) {
            spec.fill = "0"
            spec.align = UInt8(ascii: "=")
        }
        return spec
    }

    /// A field of `str.format` up to its closing brace.
    mutating func readField() throws(TemplateError) -> (name: TemplateText, conversion: UInt8?, spec: TemplateText) {
        var isInBrackets = false
        let name = take { byte in
            if byte == UInt8(ascii: "[") { isInBrackets = true }
            if byte == UInt8(ascii: "]") { isInBrackets = false }
            return isInBrackets || !"!:}{".utf8.contains(byte)
        }
        var conversion: UInt8?
        if skip(UInt8(ascii: "!")) { conversion = next() }
        let start = position
        if skip(UInt8(ascii: ":")) {
            var depth = 0
            while let byte = peek {
                if byte == UInt8(ascii: "{") { depth += 1 }
                if byte == UInt8(ascii: "}") {
                    if depth == 0 { break }
                    depth -= 1
                }
                position += 1
            }
        }
        let spec = start < position ? text[start + 1..<position] : TemplateText.empty
        guard skip(UInt8(ascii: "}")) else { throw .type("expected '}' before end of string") }
        return (name, conversion, spec)
    }
}

extension TemplateText {
    /// The first `count` scalars.
    func truncated(to count: Int?) -> TemplateText {
        guard let count else { return self }
        return self[0..<offset(ofScalar: count)]
    }
}
