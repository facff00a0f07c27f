// SPDX-License-Identifier: Apache-2.0

/// GPT-2's way to write any byte as one visible character, which byte-level vocabularies are spelled in.
///
/// Printable Latin-1 stands for itself, the other 68 bytes for U+0100 and up. Source: openai/gpt-2, src/encoder.py.
enum ByteAlphabet {
    static let scalarOfByte: [UInt32] = {
        var table: [UInt32] = []
        var next: UInt32 = 0x100
        for byte: UInt32 in 0..<256 {
            switch byte {
            case 0x21...0x7E, 0xA1...0xAC, 0xAE...0xFF: table.append(byte)
            default:
                table.append(next)
                next += 1
            }
        }
        return table
    }()

    /// The byte for each scalar below 0x144, or -1.
    private static let byteOfScalar: [Int16] = {
        var table = [Int16](repeating: -1, count: 0x144)
        for (byte, scalar) in scalarOfByte.enumerated() { table[Int(scalar)] = Int16(byte) }
        return table
    }()

    /// The bytes that a token's text stands for, or `nil` if it has a character outside the alphabet.
    static func bytes(of text: Bytes) -> [UInt8]? {
        guard let base = text.baseAddress else { return [] }
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        var index = 0
        while index < text.count {
            let (scalar, length) = readScalar(base, index)
            guard scalar < 0x144, byteOfScalar[Int(scalar)] >= 0 else { return nil }
            result.append(UInt8(truncatingIfNeeded: byteOfScalar[Int(scalar)]))
            index += length
        }
        return result
    }
}

extension Text {
    /// Replaces each byte by its character of the alphabet.
    mutating func mapBytes() {
        var writer = Writer(replacing: self)
        for (index, byte) in bytes.enumerated() {
            writer.bytes.append(scalar: ByteAlphabet.scalarOfByte[Int(byte)])
            writer.mark(index, index + 1)
        }
        self = writer.finish()
    }
}
