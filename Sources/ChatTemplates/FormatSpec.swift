// SPDX-License-Identifier: Apache-2.0

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

extension FormatSpec {
    /// Reads what follows the colon of a field.
    /// - Throws: `.type` when it is not a format specification.
    init(_ text: TemplateText) throws(TemplateError) {
        self.init()
        var reader = FormatReader(text)
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
