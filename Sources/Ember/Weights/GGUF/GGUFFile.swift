// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// A GGUF file of version 2 or 3: metadata by key, and the tensors whose bytes follow.
///
/// Opening it reads and checks everything but the tensors' numbers. Source: the format's description
/// `ggml-org/ggml/docs/gguf.md`. Why not ggml's reader: it is C in a large library, and files come from strangers; here
/// every count and offset is checked in a language that traps.
package struct GGUFFile: Sendable {
    let file: MappedFile
    package let version: Int
    package let tensors: [TensorEntry]
    private let metadata: [String: GGUFValue]

    package var name: String { file.name }

    /// The format's own limit.
    private static let mostDimensions = 4
    /// Far more than any model has, and few enough to keep in memory.
    private static let mostTensors = 1 << 20
    private static let mostKeys = 1 << 16
    private static let defaultAlignment = 32

    /// - Throws: `EmberError` `.missingFile`, `.malformedFile`, or `.unsupported` for another version or byte order.
    package init(_ url: URL) throws(EmberError) {
        file = try MappedFile(url)
        var cursor = GGUFCursor(file: file, position: 0)
        guard file.bytes.starts(with: "GGUF".utf8) else {
            throw EmberError(.malformedFile, url.lastPathComponent, "does not begin with GGUF")
        }
        cursor.position = 4
        version = try Self.version(&cursor)
        let tensorCount = try cursor.count("the number of tensors", upTo: Self.mostTensors)
        let keyCount = try cursor.count("the number of keys", upTo: Self.mostKeys)
        metadata = try Self.readMetadata(keyCount, &cursor)
        let alignment = try Self.alignment(metadata["general.alignment"], file)
        tensors = try GGUFTensors(alignment: alignment).read(tensorCount, &cursor)
    }

    private static func version(_ cursor: inout GGUFCursor) throws(EmberError) -> Int {
        let version = try cursor.number(UInt32.self)
        let name = cursor.file.name
        switch version {
        case 2, 3: return Int(version)
        case 1: throw EmberError(.unsupported, name, "is GGUF version 1; supported: 2, 3")
        case let other where [1, 2, 3].contains(other.byteSwapped):
            throw EmberError(.unsupported, name, "is a big-endian GGUF file; supported: little-endian")
        default: throw EmberError(.malformedFile, name, "claims GGUF version \(version); supported: 2, 3")
        }
    }

    private static func readMetadata(_ count: Int, _ cursor: inout GGUFCursor) throws(EmberError) -> [String: GGUFValue]
    {
        var metadata: [String: GGUFValue] = [:]
        for _ in 0..<count {
            let key = try cursor.text()
            guard let name = String(validating: cursor.file.bytes[key], as: UTF8.self) else {
                throw cursor.malformed("a key is not UTF-8")
            }
            let value = try cursor.value(try cursor.valueType())
            guard metadata.updateValue(value, forKey: name) == nil else {
                throw cursor.malformed("the key \(printable(name)) appears twice")
            }
        }
        return metadata
    }

    private static func alignment(_ value: GGUFValue?, _ file: MappedFile) throws(EmberError) -> Int {
        switch value {
        case nil: return defaultAlignment
        case .integer(let number) where number > 0 && number <= 1 << 31 && number.nonzeroBitCount == 1:
            return Int(number)
        default:
            throw EmberError(
                .malformedFile, file.name, "general.alignment must be a power of two below 2^32")
        }
    }

    // MARK: Metadata

    package var keys: [String] { metadata.keys.sorted() }

    func value(_ key: String) -> GGUFValue? { metadata[key] }

    func malformed(_ key: String, _ detail: String) -> EmberError {
        EmberError(.malformedFile, name, "\(printable(key)) \(detail)")
    }

    private func wrongType(_ key: String, _ expected: String, _ found: GGUFValue) -> EmberError {
        malformed(key, "must be \(expected), found \(found.kind)")
    }

    /// The text of a string value; bytes that are not UTF-8 become U+FFFD.
    package func text(_ key: String) throws(EmberError) -> String? {
        guard let value = metadata[key] else { return nil }
        guard case .text(let range) = value else { throw wrongType(key, "a string", value) }
        return String(decoding: file.bytes[range], as: UTF8.self)
    }

    func integer(_ key: String) throws(EmberError) -> Int? {
        guard let value = metadata[key] else { return nil }
        guard case .integer(let number) = value else { throw wrongType(key, "an integer below 2^63", value) }
        return Int(number)
    }

    func bool(_ key: String) throws(EmberError) -> Bool? {
        guard let value = metadata[key] else { return nil }
        guard case .bool(let bool) = value else { throw wrongType(key, "true or false", value) }
        return bool
    }

    /// The bytes of each string of an array.
    func texts(_ key: String) throws(EmberError) -> [Range<Int>]? {
        guard let value = metadata[key] else { return nil }
        guard case .list(let list) = value, list.type == .string else {
            throw wrongType(key, "an array of strings", value)
        }
        var cursor = GGUFCursor(file: file, position: list.range.lowerBound)
        var texts: [Range<Int>] = []
        for _ in 0..<list.count { texts.append(try cursor.text()) }
        return texts
    }

    /// The numbers of an array, whatever their type.
    func numbers(_ key: String) throws(EmberError) -> [Double]? {
        guard let value = metadata[key] else { return nil }
        guard case .list(let list) = value, list.type.size != nil else {
            throw wrongType(key, "an array of numbers", value)
        }
        var cursor = GGUFCursor(file: file, position: list.range.lowerBound)
        var numbers: [Double] = []
        for _ in 0..<list.count {
            switch try cursor.value(list.type) {
            case .integer(let number): numbers.append(Double(number))
            case .large(let number): numbers.append(Double(number))
            case .float(let number): numbers.append(number)
            case .bool(let bool): numbers.append(bool ? 1 : 0)
            default: throw wrongType(key, "an array of numbers", value)
            }
        }
        return numbers
    }
}
