// SPDX-License-Identifier: Apache-2.0

import CZlib

/// Takes bytes as they are unpacked; they are gone when it returns.
public typealias ByteSink = (UnsafeRawBufferPointer) throws(ArchiveError) -> Void

extension ZipArchive {
    private static let pieceLength = 128 << 10

    /// Hands the unpacked bytes of an entry to `sink`, piece by piece.
    /// - Throws: `damaged` where the bytes are not those that the directory describes; more than these are never handed
    ///   on.
    public func unpack(_ entry: ZipEntry, _ sink: ByteSink) throws(ArchiveError) {
        var checksum = crc32(0, nil, 0)
        var count = 0
        let counted: ByteSink = { (piece) throws(ArchiveError) in
            count += piece.count
            guard count <= entry.unpacked else {
                throw ArchiveError(
                    .damaged, entry.name, "is larger than the \(entry.unpacked) bytes that are announced")
            }
            checksum = crc32(checksum, piece.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt32(piece.count))
            try sink(piece)
        }
        switch entry.method {
        case .stored: try pieces(of: entry, counted)
        case .deflated: try inflate(entry, counted)
        }
        guard count == entry.unpacked, UInt32(truncatingIfNeeded: checksum) == entry.checksum else {
            throw ArchiveError(.damaged, entry.name, "its bytes are not those that its checksum was made of")
        }
    }

    private func pieces(of entry: ZipEntry, _ sink: ByteSink) throws(ArchiveError) {
        let range = try bytes(of: entry)
        let piece = PieceBuffer(count: Self.pieceLength)
        var position = range.lowerBound
        while position < range.upperBound {
            let count = min(Self.pieceLength, range.upperBound - position)
            try file.read(at: position, into: UnsafeMutableRawBufferPointer(rebasing: piece.bytes[..<count]))
            try sink(piece.first(count))
            position += count
        }
    }

    /// Deflate without a header (RFC 1951), by zlib.
    private func inflate(_ entry: ZipEntry, _ sink: ByteSink) throws(ArchiveError) {
        var stream = z_stream()
        // A negative window size means that there is no header.
        guard inflateInit2_(&stream, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            throw ArchiveError(.tooLarge, entry.name, "there is no memory to unpack it")
        }
        defer { inflateEnd(&stream) }
        let output = PieceBuffer(count: Self.pieceLength)
        var isOver = false
        try pieces(of: entry) { (piece) throws(ArchiveError) in
            guard !isOver else { throw ArchiveError(.damaged, entry.name, "goes on after its end") }
            isOver = try Self.inflate(piece, with: &stream, into: output, entry.name, sink)
        }
        guard isOver else { throw ArchiveError(.damaged, entry.name, "ends too early") }
    }

    /// - Returns: whether the stream has ended.
    private static func inflate(
        _ piece: UnsafeRawBufferPointer, with stream: inout z_stream, into output: PieceBuffer, _ name: String,
        _ sink: ByteSink
    ) throws(ArchiveError) -> Bool {
        // zlib only reads what it is given here; its type does not say so.
        stream.next_in = UnsafeMutableRawPointer(mutating: piece.baseAddress)?.assumingMemoryBound(to: UInt8.self)
        stream.avail_in = UInt32(piece.count)
        var status = Z_OK
        repeat {
            stream.next_out = output.bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
            stream.avail_out = UInt32(output.bytes.count)
            status = CZlib.inflate(&stream, Z_NO_FLUSH)
            guard [Z_OK, Z_STREAM_END, Z_BUF_ERROR].contains(status) else {
                throw ArchiveError(.damaged, name, "cannot be unpacked; its bytes were changed")
            }
            try sink(output.first(output.bytes.count - Int(stream.avail_out)))
        } while status == Z_OK && (stream.avail_in > 0 || stream.avail_out == 0)
        guard status != Z_STREAM_END || stream.avail_in == 0 else {
            throw ArchiveError(.damaged, name, "goes on after its end")
        }
        return status == Z_STREAM_END
    }
}
