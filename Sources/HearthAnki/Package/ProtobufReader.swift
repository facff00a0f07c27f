// SPDX-License-Identifier: Apache-2.0

/// Reads a Protocol Buffers message field by field, without a schema: Anki keeps a dozen fields this way, and a library
/// for them would take longer to build than all of this target. Source: protobuf.dev, "Encoding".
struct ProtobufReader {
    enum Value {
        case number(UInt64)
        case fixed64(UInt64)
        case fixed32(UInt32)
        case bytes(ArraySlice<UInt8>)
    }

    private let bytes: ArraySlice<UInt8>
    private var position: Int
    private let part: String

    init(_ bytes: ArraySlice<UInt8>, _ part: String) {
        self.bytes = bytes
        self.part = part
        position = bytes.startIndex
    }

    /// The next field and its number, or `nil` at the end.
    /// - Throws: `damaged`. Groups, which Anki does not use, are damage too.
    mutating func next() throws(AnkiError) -> (field: Int, value: Value)? {
        guard position < bytes.endIndex else { return nil }
        let key = try varint()
        guard (8...0xFFFF_FFFF).contains(key) else { throw damaged("has a field without a number") }
        let field = Int(key >> 3)
        switch key & 7 {
        case 0: return (field, .number(try varint()))
        case 1: return (field, .fixed64(littleEndian(try take(8))))
        case 2: return (field, .bytes(try take(try varint())))
        case 5: return (field, .fixed32(UInt32(littleEndian(try take(4)))))
        default: throw damaged("has a field of kind \(key & 7)")
        }
    }

    private mutating func varint() throws(AnkiError) -> UInt64 {
        var value: UInt64 = 0
        for shift in stride(from: 0 as UInt64, to: 70, by: 7) {
            guard position < bytes.endIndex else { throw damaged("ends in the middle of a number") }
            let byte = UInt64(bytes[position])
            position += 1
            guard shift < 63 || byte <= 1 else { break }
            value |= (byte & 0x7F) << shift
            if byte < 0x80 { return value }
        }
        throw damaged("has a number of more than 64 bits")
    }

    private mutating func take(_ count: UInt64) throws(AnkiError) -> ArraySlice<UInt8> {
        guard count <= UInt64(bytes.endIndex - position) else {
            throw damaged("has a field of \(count) bytes, and \(bytes.endIndex - position) are left")
        }
        defer { position += Int(count) }
        return bytes[position..<position + Int(count)]
    }

    private func littleEndian(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    private func damaged(_ detail: String) -> AnkiError { AnkiError(.damaged, part, detail) }
}

extension ProtobufReader.Value {
    /// The value of an integer or boolean field. Negative ones are written as 64 bits of two's complement.
    var integer: Int? { if case .number(let value) = self { Int(truncatingIfNeeded: value) } else { nil } }

    var float: Float? { if case .fixed32(let bits) = self { Float(bitPattern: bits) } else { nil } }

    var content: ArraySlice<UInt8>? { if case .bytes(let bytes) = self { bytes } else { nil } }

    /// A string; bytes that are no UTF-8 become replacement characters.
    var text: String? { content.map { String(decoding: $0, as: UTF8.self) } }

    /// A list of floats, which is written as their bytes behind one another.
    var floats: [Float] {
        guard let content else { return float.map { [$0] } ?? [] }
        return stride(from: content.startIndex, through: content.endIndex - 4, by: 4).map { start in
            Float(bitPattern: content[start..<start + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) })
        }
    }
}
