// SPDX-License-Identifier: Apache-2.0

/// Reads format strings byte by byte.
struct FormatReader {
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

    /// Reads the rest of a specification behind `%` and a key. A `*` takes its number from the arguments.
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
