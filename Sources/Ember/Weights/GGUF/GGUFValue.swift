// SPDX-License-Identifier: Apache-2.0

/// A value of a GGUF file's metadata; texts and lists stay in the file until they are asked for.
enum GGUFValue: Sendable {
    case integer(Int64)
    /// An integer that needs all 64 bits.
    case large(UInt64)
    case float(Double)
    case bool(Bool)
    case text(Range<Int>)
    case list(GGUFList)

    /// For error messages.
    var kind: String {
        switch self {
        case .integer, .large: "an integer"
        case .float: "a number"
        case .bool: "true or false"
        case .text: "a string"
        case .list: "an array"
        }
    }
}

/// Range of an array in a GGUF file's metadata. Its elements have been walked through: they end where the array does.
struct GGUFList: Sendable {
    let type: GGUFValueType
    let count: Int
    let range: Range<Int>
}

/// The kinds of values, as the format numbers them.
enum GGUFValueType: UInt32, Sendable {
    case uint8, int8, uint16, int16, uint32, int32, float32, bool, string, array, uint64, int64, float64

    /// Bytes of a value, where all have the same.
    var size: Int? {
        switch self {
        case .uint8, .int8, .bool: 1
        case .uint16, .int16: 2
        case .uint32, .int32, .float32: 4
        case .uint64, .int64, .float64: 8
        case .string, .array: nil
        }
    }
}

/// Reads a GGUF file's little-endian fields one by one, never past its end.
struct GGUFCursor {
    let file: MappedFile
    var position: Int

    /// An array of arrays of arrays has no use that we know.
    private static let depthLimit = 3

    func malformed(_ detail: String) -> EmberError {
        EmberError(.malformedFile, file.name, "byte \(position): \(detail)")
    }

    mutating func number<T: FixedWidthInteger>(_ type: T.Type) throws(EmberError) -> T {
        guard MemoryLayout<T>.size <= file.bytes.count - position else { throw malformed("the file ends too early") }
        defer { position += MemoryLayout<T>.size }
        return T(littleEndian: file.bytes.loadUnaligned(fromByteOffset: position, as: T.self))
    }

    /// A count or length, which older versions of the format would store in 32 bits.
    mutating func count(_ what: String, upTo most: Int) throws(EmberError) -> Int {
        let value = try number(UInt64.self)
        guard value <= UInt64(most) else { throw malformed("\(what) is \(value), at most \(most) are possible here") }
        return Int(value)
    }

    /// Reads a string's length and returns the range of its bytes.
    mutating func text() throws(EmberError) -> Range<Int> {
        let length = try number(UInt64.self)
        guard length <= UInt64(file.bytes.count - position) else {
            throw malformed("a string of \(length) bytes does not fit into the file")
        }
        defer { position += Int(length) }
        return position..<position + Int(length)
    }

    mutating func valueType() throws(EmberError) -> GGUFValueType {
        let number = try number(UInt32.self)
        guard let type = GGUFValueType(rawValue: number) else { throw malformed("there is no value type \(number)") }
        return type
    }

    mutating func value(_ type: GGUFValueType, depth: Int = 0) throws(EmberError) -> GGUFValue {
        switch type {
        case .uint8: return .integer(Int64(try number(UInt8.self)))
        case .int8: return .integer(Int64(try number(Int8.self)))
        case .uint16: return .integer(Int64(try number(UInt16.self)))
        case .int16: return .integer(Int64(try number(Int16.self)))
        case .uint32: return .integer(Int64(try number(UInt32.self)))
        case .int32: return .integer(Int64(try number(Int32.self)))
        case .int64: return .integer(try number(Int64.self))
        case .uint64:
            let value = try number(UInt64.self)
            return Int64(exactly: value).map { .integer($0) } ?? .large(value)
        case .float32: return .float(Double(Float(bitPattern: try number(UInt32.self))))
        case .float64: return .float(Double(bitPattern: try number(UInt64.self)))
        case .bool: return .bool(try number(UInt8.self) != 0)
        case .string: return .text(try text())
        case .array: return .list(try list(depth: depth))
        }
    }

    private mutating func list(depth: Int) throws(EmberError) -> GGUFList {
        guard depth < Self.depthLimit else { throw malformed("arrays are nested more than \(Self.depthLimit) deep") }
        let type = try valueType()
        // An element has at least one byte; a string or array has its length or type.
        let count = try count("the length of an array", upTo: (file.bytes.count - position) / (type.size ?? 8))
        let start = position
        if let size = type.size {
            position += count * size
        } else {
            for _ in 0..<count { _ = try value(type, depth: depth + 1) }
        }
        return GGUFList(type: type, count: count, range: start..<position)
    }
}
