// SPDX-License-Identifier: Apache-2.0

import CArchive
import Foundation

/// A folder as a ZIP archive, made piece by piece while it is sent: only the list of its files is kept in memory.
///
/// libarchive writes it (its manual: archive_write(3)), with ZIP64 fields where the archive has more files or bytes
/// than others count.
final class ExportArchive {
    private let archive: OpaquePointer
    private let written = Written()
    private var waiting: [(name: String, file: URL)]
    private var reading: FileHandle?
    private var bytesLeft = 0
    private let bytes: Int
    private var isOver = false
    private let time: Date

    private static let pieceLength = 256 << 10
    /// `AE_IFREG`, a macro that Swift does not see. Source: archive_entry.h.
    private static let regularFile: UInt32 = 0o100000

    /// libarchive's message, for the log.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// - Parameter root: the folder that everything in the archive lies in.
    init(_ folder: URL, root: String, at time: Date) throws {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
        var bytes = 0
        waiting = try paths.map { ("\(root)/\($0)", folder.appending(path: $0)) }.filter {
            let values = try $0.file.resourceValues(forKeys: [.isRegularFileKey, .fileSizeKey])
            guard values.isRegularFile == true else { return false }
            bytes += values.fileSize ?? 0
            return true
        }
        (self.bytes, bytesLeft) = (bytes, bytes)
        self.time = time
        guard let archive = archive_write_new() else { throw Failure(description: "no memory for an archive") }
        self.archive = archive
        try check(archive_write_set_format_zip(archive))
        try check(archive_write_set_options(archive, "zip:hdrcharset=UTF-8"))
        // As it comes, rather than in blocks of a tape.
        try check(archive_write_set_bytes_per_block(archive, 0))
        let place = Unmanaged.passUnretained(written).toOpaque()
        try check(
            archive_write_open(
                archive, place, nil,
                { _, place, bytes, count in
                    guard let place, let bytes else { return -1 }
                    let written = Unmanaged<Written>.fromOpaque(place).takeUnretainedValue()
                    written.bytes += UnsafeRawBufferPointer(start: bytes, count: count)
                    return count
                }, nil))
    }

    deinit { archive_write_free(archive) }

    /// The packed share of the files' bytes, 0…1.
    var fraction: Double { bytes == 0 ? 1 : 1 - Double(max(0, bytesLeft)) / Double(bytes) }

    /// The next bytes of the archive; `nil` at its end.
    func next() throws -> [UInt8]? {
        while written.bytes.isEmpty {
            if isOver { return nil }
            try go()
        }
        defer { written.bytes = [] }
        return written.bytes
    }

    /// Hands on a piece of the open file, opens the next, or ends the archive.
    private func go() throws {
        if let reading {
            if let piece = try reading.read(upToCount: Self.pieceLength), !piece.isEmpty {
                let count = piece.withUnsafeBytes { archive_write_data(archive, $0.baseAddress, $0.count) }
                bytesLeft -= piece.count
                // Of a file that has grown, what was announced is taken.
                try check(count < 0 ? Int32(clamping: count) : ARCHIVE_OK)
            } else {
                try reading.close()
                self.reading = nil
            }
        } else if waiting.isEmpty {
            isOver = true
            try check(archive_write_close(archive))
        } else {
            let (name, file) = waiting.removeFirst()
            let handle = try FileHandle(forReadingFrom: file)
            let size = try handle.seekToEnd()
            try handle.seek(toOffset: 0)
            try begin(name, size)
            reading = handle
        }
    }

    private func begin(_ name: String, _ size: UInt64) throws {
        let entry = archive_entry_new()
        defer { archive_entry_free(entry) }
        archive_entry_set_pathname_utf8(entry, name)
        archive_entry_set_size(entry, Int64(clamping: size))
        archive_entry_set_filetype(entry, Self.regularFile)
        archive_entry_set_perm(entry, 0o644)
        archive_entry_set_mtime(entry, time_t(time.timeIntervalSince1970), 0)
        try check(archive_write_header(archive, entry))
    }

    private func check(_ status: Int32) throws {
        guard status < ARCHIVE_WARN else { return }
        throw Failure(description: archive_error_string(archive).map { String(cString: $0) } ?? "libarchive: \(status)")
    }

    /// Bytes that libarchive has written and nobody has taken yet.
    private final class Written {
        var bytes: [UInt8] = []
    }
}
