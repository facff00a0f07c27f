// SPDX-License-Identifier: Apache-2.0

import CZlib
import Foundation

/// A file of texts that is read in parts: as it is, or packed by `dictzip` in chunks that can be unpacked one by one.
///
/// Sources: RFC 1952 (gzip) and the manual of dictzip(1), "FORMAT": an extra field `RA` with the size of a chunk and
/// the packed size of each.
struct ChunkedFile: Sendable {
    private let data: Data
    /// `nil` for a file that is not packed.
    private let chunks: Chunks?

    private struct Chunks: Sendable {
        /// Bytes of a chunk, but for the last.
        let size: Int
        /// Beginning of each packed chunk, and last the end of the last one.
        let starts: [Int]
    }

    /// The longest part that is read, in bytes.
    private static let longest = 1 << 20

    /// - Throws: `DictionaryError` for a packed file that has no chunks, or whose chunks do not fit into it.
    init(_ file: URL) throws {
        do { data = try Data(contentsOf: file, options: .alwaysMapped) } catch {
            throw DictionaryError(file, "it cannot be read")
        }
        chunks = file.pathExtension == "dz" ? try Self.chunks(of: data, file) : nil
    }

    private static func chunks(of data: Data, _ file: URL) throws -> Chunks {
        func byte(_ index: Int) -> Int? { data.indices.contains(index) ? Int(data[index]) : nil }
        func number(_ index: Int) -> Int? { byte(index).flatMap { low in byte(index + 1).map { low + $0 << 8 } } }
        guard byte(0) == 0x1F, byte(1) == 0x8B, byte(2) == 8, let flags = byte(3), flags & 4 != 0,
            let extra = number(10), byte(12) == UInt8(ascii: "R").int, byte(13) == UInt8(ascii: "A").int,
            let length = number(14), let version = number(16), version == 1, let size = number(18),
            let count = number(20), size > 0, length == 6 + 2 * count, extra >= 4 + length
        else { throw DictionaryError(file, "it is not packed by dictzip") }
        var place = 12 + extra
        // A name and a comment, each up to a zero.
        for flag in [8, 16] where flags & flag != 0 {
            while let next = byte(place), next != 0 { place += 1 }
            place += 1
        }
        if flags & 2 != 0 { place += 2 }
        var starts = [place]
        for index in 0..<count {
            guard let packed = number(22 + 2 * index) else {
                throw DictionaryError(file, "its list of chunks is cut off")
            }
            place += packed
            starts.append(place)
        }
        guard place <= data.count else { throw DictionaryError(file, "its chunks are longer than the file") }
        return Chunks(size: size, starts: starts)
    }

    /// - Returns: `nil` where there is nothing of that kind, or it is damaged.
    func bytes(at start: Int, count: Int) -> [UInt8]? {
        guard start >= 0, count > 0, count <= Self.longest else { return nil }
        guard let chunks else {
            guard start <= data.count - count else { return nil }
            return Array(data[start..<start + count])
        }
        let (first, last) = (start / chunks.size, (start + count - 1) / chunks.size)
        guard last < chunks.starts.count - 1 else { return nil }
        var unpacked: [UInt8] = []
        for index in first...last {
            guard let chunk = Self.inflate(data[chunks.starts[index]..<chunks.starts[index + 1]], to: chunks.size)
            else {
                return nil
            }
            unpacked += chunk
        }
        let from = start - first * chunks.size
        guard from + count <= unpacked.count else { return nil }
        return Array(unpacked[from..<from + count])
    }

    /// Unpacks a chunk by itself, which its writer has flushed whole.
    private static func inflate(_ packed: Data, to size: Int) -> [UInt8]? {
        var stream = z_stream()
        guard inflateInit2_(&stream, -MAX_WBITS, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            return nil
        }
        defer { inflateEnd(&stream) }
        var input = Array(packed)
        var output = [UInt8](repeating: 0, count: size)
        let status = input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                (stream.next_in, stream.avail_in) = (input.baseAddress, UInt32(input.count))
                (stream.next_out, stream.avail_out) = (output.baseAddress, UInt32(output.count))
                return CZlib.inflate(&stream, Z_SYNC_FLUSH)
            }
        }
        guard status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR else { return nil }
        return Array(output.prefix(size - Int(stream.avail_out)))
    }
}

extension UInt8 {
    fileprivate var int: Int { Int(self) }
}

/// A dictionary that cannot be used.
public struct DictionaryError: Error, Sendable, Equatable, CustomStringConvertible {
    public let description: String

    init(_ file: URL, _ complaint: String) { description = "\(file.lastPathComponent) cannot be used: \(complaint)" }
}
