// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation

/// Writes a safetensors file: first the header, which needs no more than names, types and shapes, then the tensors,
/// piece by piece and in any order.
///
/// The file has its full length from the beginning, so that its structure can be checked before the numbers are there.
final class SafetensorsWriter {
    private let url: URL
    private let file: Int32
    private var ranges: [String: Range<Int>] = [:]
    /// Bytes that have yet to be written.
    private var missing: Int

    /// - Throws: `EmberError` `.notWritable`, also when the file is there already.
    init(
        _ url: URL, tensors: [(name: String, type: ElementType, shape: [Int])],
        metadata: JSONObject = ["format": "mlx"]
    ) throws(EmberError) {
        self.url = url
        var header = JSONObject(["__metadata__": .object(metadata)])
        var offset = 0
        for (name, type, shape) in tensors {
            let end = offset + shape.reduce(type.size, *)
            header[name] = [
                "dtype": .string(type.rawValue), "shape": .array(shape.map(JSON.integer)),
                "data_offsets": [.integer(offset), .integer(end)],
            ]
            ranges[name] = offset..<end
            offset = end
        }
        var text: [UInt8] = []
        JSON.object(header).write(to: &text)
        // Numbers begin at a multiple of eight bytes.
        text += repeatElement(UInt8(ascii: " "), count: (8 - text.count % 8) % 8)
        let start = 8 + text.count
        ranges = ranges.mapValues { $0.lowerBound + start..<$0.upperBound + start }
        missing = offset
        file = open(url.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard file >= 0 else { throw notWritable(url) }
        guard ftruncate(file, off_t(start + offset)) == 0 else { throw notWritable(url) }
        let length = withUnsafeBytes(of: UInt64(text.count).littleEndian) { Array($0) }
        let isWritten = (length + text).withUnsafeBytes { writeWhole($0, to: file, at: 0) }
        guard isWritten else { throw notWritable(url) }
    }

    deinit { Foundation.close(file) }

    /// Writes a piece of a tensor, `offset` bytes from its beginning.
    ///
    /// - Precondition: the piece lies within the tensor; no byte is written twice.
    /// - Throws: `EmberError` `.notWritable`.
    func write(_ bytes: UnsafeRawBufferPointer, to tensor: String, at offset: Int) throws(EmberError) {
        guard let range = ranges[tensor] else { preconditionFailure("\(tensor) is not in the header") }
        precondition(offset >= 0 && offset + bytes.count <= range.count, "\(tensor) is shorter than that")
        guard writeWhole(bytes, to: file, at: range.lowerBound + offset) else { throw notWritable(url) }
        missing -= bytes.count
    }

    /// Returns once everything is on the disk.
    ///
    /// - Precondition: all tensors have been written.
    func finish() throws(EmberError) {
        precondition(missing == 0, "\(missing) bytes were not written")
        guard fsync(file) == 0 else { throw notWritable(url) }
    }
}

/// Writes all bytes at a place of an open file; tells whether that went well, and leaves the reason in `errno`.
func writeWhole(_ bytes: UnsafeRawBufferPointer, to file: Int32, at place: Int) -> Bool {
    var done = 0
    while done < bytes.count {
        let count = pwrite(file, bytes.baseAddress! + done, bytes.count - done, off_t(place + done))
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        done += count
    }
    return true
}

/// The error for a file that the system refused to make or write just now.
func notWritable(_ url: URL) -> EmberError {
    EmberError(.notWritable, url.lastPathComponent, "cannot be written (\(String(cString: strerror(errno))))")
}
