// SPDX-License-Identifier: Apache-2.0

/// Reads little-endian numbers one after another and never past the end.
struct ByteReader {
    private let bytes: ArraySlice<UInt8>
    private(set) var position: Int
    /// Name of the bytes in error messages.
    private let part: String

    init(_ bytes: ArraySlice<UInt8>, _ part: String) {
        self.bytes = bytes
        self.part = part
        position = bytes.startIndex
    }

    var left: Int { bytes.endIndex - position }

    mutating func take(_ count: Int) throws(ArchiveError) -> ArraySlice<UInt8> {
        guard count >= 0, count <= left else {
            throw ArchiveError(.damaged, part, "ends \(count - left) bytes too early")
        }
        defer { position += count }
        return bytes[position..<position + count]
    }

    mutating func number<Number: FixedWidthInteger & UnsignedInteger>(_: Number.Type) throws(ArchiveError) -> Number {
        try take(MemoryLayout<Number>.size).reversed().reduce(0) { $0 << 8 | Number($1) }
    }

    mutating func uint16() throws(ArchiveError) -> Int { Int(try number(UInt16.self)) }
    mutating func uint32() throws(ArchiveError) -> Int { Int(try number(UInt32.self)) }

    /// - Throws: `damaged` for what no file can be long.
    mutating func uint64() throws(ArchiveError) -> Int {
        let value = try number(UInt64.self)
        guard let value = Int(exactly: value), value < 1 << 48 else {
            throw ArchiveError(.damaged, part, "speaks of \(value) bytes, which no file has")
        }
        return value
    }
}
