// SPDX-License-Identifier: Apache-2.0

import EmberJSON
package import Foundation

/// Element types, by their names in the safetensors format.
package enum ElementType: String, Sendable, CaseIterable {
    case float64 = "F64"
    case float32 = "F32"
    case float16 = "F16"
    case bfloat16 = "BF16"
    case float8e4m3 = "F8_E4M3"
    case float8e5m2 = "F8_E5M2"
    case int64 = "I64"
    case int32 = "I32"
    case int16 = "I16"
    case int8 = "I8"
    case uint64 = "U64"
    case uint32 = "U32"
    case uint16 = "U16"
    case uint8 = "U8"
    case bool = "BOOL"

    /// Bytes of one element.
    package var size: Int {
        switch self {
        case .float64, .int64, .uint64: 8
        case .float32, .int32, .uint32: 4
        case .float16, .bfloat16, .int16, .uint16: 2
        case .float8e4m3, .float8e5m2, .int8, .uint8, .bool: 1
        }
    }
}

/// Name, type, shape and byte range of a tensor in a file.
package struct TensorEntry: Sendable {
    package let name: String
    package let type: TensorType
    package let shape: [Int]
    /// Bytes from the start of the file.
    package let range: Range<Int>
    /// Rows of a head whose two halves are interleaved in the file, or 0; see `ember_pack_blocks`.
    var interleavedHead = 0

    package var count: Int { shape.reduce(1, *) }

    /// How many numbers a shape has; `nil` where these, or those of some of its dimensions, are more than can be
    /// counted. A dimension of 0 hides none: the others may be multiplied without it.
    static func count(of shape: [Int]) -> Int? {
        var product = 1
        for dimension in shape where dimension != 0 {
            let (next, overflow) = product.multipliedReportingOverflow(by: dimension)
            if overflow || dimension < 0 { return nil }
            product = next
        }
        return shape.contains(0) ? 0 : product
    }

    /// The same tensor, described by its place in the file.
    func moved(to start: Int) -> TensorEntry {
        TensorEntry(name: name, type: type, shape: shape, range: start..<start + range.count)
    }

    /// The same tensor as a checkpoint calls it.
    func renamed(_ name: String, interleavedHead: Int) -> TensorEntry {
        TensorEntry(name: name, type: type, shape: shape, range: range, interleavedHead: interleavedHead)
    }
}

/// A safetensors file: a JSON header that says where each tensor lies, then their bytes without gaps.
///
/// Source: the format's description and limits in huggingface/safetensors, README and `tensor.rs`. That library is
/// written in Rust, which SwiftPM cannot build.
package struct SafetensorsFile: Sendable {
    let file: MappedFile
    package let tensors: [TensorEntry]
    package let metadata: [String: String]

    /// The format's own limit on a header, 100 MB.
    private static let headerLimit = 100_000_000
    /// A header is an object of objects of arrays; anything deeper is not one.
    private static let headerDepth = 8

    /// Maps the file and checks every entry against the file's size and against the others.
    /// - Throws: `EmberError` `.missingFile` or `.malformedFile`.
    package init(_ url: URL) throws(EmberError) {
        file = try MappedFile(url)
        let name = url.lastPathComponent
        func malformed(_ detail: String) -> EmberError { EmberError(.malformedFile, name, detail) }

        let size = file.bytes.count
        guard size >= 8 else { throw malformed("is \(size) bytes long; a safetensors file has at least 8") }
        guard !file.bytes.starts(with: "GGUF".utf8) else {
            throw EmberError(.unsupported, name, "is a GGUF file, despite its name")
        }
        let headerSize = file.bytes.loadUnaligned(as: UInt64.self).littleEndian
        guard headerSize <= UInt64(size - 8), headerSize <= UInt64(Self.headerLimit) else {
            throw malformed(
                "the header claims \(headerSize) bytes, the file has \(size - 8) after its length; truncated?")
        }
        let dataStart = 8 + Int(headerSize)
        guard headerSize > 0, file.bytes[8] == UInt8(ascii: "{") else {
            throw malformed("the header is not a JSON object")
        }
        do {
            (tensors, metadata) = try Self.readHeader(
                Array(file.bytes[8..<dataStart]), dataStart: dataStart, dataSize: size - dataStart)
        } catch let error as JSONError {
            throw malformed("header, \(error)")
        } catch let error as EntryError {
            throw malformed(error.detail)
        } catch {
            throw malformed("\(error)")
        }
    }

    private struct EntryError: Error { let detail: String }

    private static func readHeader(
        _ header: [UInt8], dataStart: Int, dataSize: Int
    ) throws -> ([TensorEntry], [String: String]) {
        var tensors: [TensorEntry] = []
        var metadata: [String: String] = [:]
        var seen: Set<ExactString> = []
        var reader = JSONReader(header, depthLimit: headerDepth)
        try reader.beginObject()
        while let name = try reader.nextKey() {
            guard seen.insert(ExactString(name)).inserted else { throw EntryError(detail: "\(name) appears twice") }
            if name == "__metadata__" {
                // MLX writes null where it has nothing to say.
                if try reader.readNull() { continue }
                try reader.beginObject()
                while let key = try reader.nextKey() { metadata[key] = try reader.readString() }
            } else {
                tensors.append(try readEntry(name, &reader, dataStart: dataStart, dataSize: dataSize))
            }
        }
        try reader.end()

        // Sorted by place, each tensor must begin where the one before ends: no overlap, no
        // hole, nothing after the last.
        tensors.sort { ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound) }
        var expected = dataStart
        for tensor in tensors {
            guard tensor.range.lowerBound == expected else {
                throw EntryError(
                    detail: "\(tensor.name) begins at byte \(tensor.range.lowerBound - dataStart) of the data, "
                        + "expected \(expected - dataStart): tensors overlap or leave a hole")
            }
            expected = tensor.range.upperBound
        }
        guard expected == dataStart + dataSize else {
            throw EntryError(
                detail:
                    "the header describes \(expected - dataStart) bytes of data, the file has \(dataSize); truncated?")
        }
        return (tensors, metadata)
    }

    private static func readEntry(
        _ name: String, _ reader: inout JSONReader, dataStart: Int, dataSize: Int
    ) throws -> TensorEntry {
        var type: ElementType?
        var shape: [Int]?
        var offsets: [Int]?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "dtype":
                let text = try reader.readString()
                type = ElementType(rawValue: text)
                guard type != nil else { throw EntryError(detail: "\(name): unknown dtype \(text.prefix(40))") }
            case "shape": shape = try readInts(&reader)
            case "data_offsets": offsets = try readInts(&reader)
            default: try reader.skipValue()
            }
        }
        guard let type, let shape, let offsets, offsets.count == 2 else {
            throw EntryError(detail: "\(name): needs dtype, shape and two data_offsets")
        }
        guard offsets[0] >= 0, offsets[0] <= offsets[1], offsets[1] <= dataSize else {
            throw EntryError(
                detail:
                    "\(name): data_offsets \(offsets[0])…\(offsets[1]) do not lie within the \(dataSize) bytes of data")
        }
        guard let count = TensorEntry.count(of: shape),
            case (let bytes, let overflow) = count.multipliedReportingOverflow(by: type.size), !overflow
        else { throw EntryError(detail: "\(name): impossible shape \(shape)") }
        guard bytes == offsets[1] - offsets[0] else {
            throw EntryError(
                detail: "\(name): shape \(shape) of \(type.rawValue) takes \(bytes) bytes, "
                    + "data_offsets give \(offsets[1] - offsets[0])")
        }
        return TensorEntry(
            name: name, type: .plain(type), shape: shape, range: dataStart + offsets[0]..<dataStart + offsets[1])
    }

    private static func readInts(_ reader: inout JSONReader) throws -> [Int] {
        var values: [Int] = []
        try reader.beginArray()
        while try reader.nextElement() { values.append(try reader.readInt()) }
        return values
    }
}
