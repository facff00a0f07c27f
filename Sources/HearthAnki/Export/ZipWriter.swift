// SPDX-License-Identifier: Apache-2.0

import CArchive
import Foundation

/// Writes a ZIP archive to a new file, by libarchive (its manual: archive_write(3)).
final class ZipWriter {
    private let archive: OpaquePointer
    private let name: String
    private let time: Date

    /// `AE_IFREG`, a macro that Swift does not see. Source: archive_entry.h.
    private static let regularFile: UInt32 = 0o100000
    private static let pieceLength = 256 << 10

    init(_ file: URL, at time: Date) throws(AnkiError) {
        (name, self.time) = (file.lastPathComponent, time)
        guard let archive = archive_write_new() else {
            throw AnkiError(.unwritable, file.lastPathComponent, "there is no memory to write it")
        }
        self.archive = archive
        try check(archive_write_set_format_zip(archive))
        // A database of rows becomes hardly smaller with more work.
        try check(archive_write_set_options(archive, "zip:hdrcharset=UTF-8,zip:compression-level=1"))
        try check(archive_write_open_filename(archive, file.path))
    }

    deinit { archive_write_free(archive) }

    func add(_ entry: String, _ bytes: [UInt8], packed: Bool) throws(AnkiError) {
        try begin(entry, size: bytes.count, packed: packed)
        try write(bytes)
    }

    /// Adds a file piece by piece.
    /// - Parameter isCalledOff: is asked between the pieces.
    func add(_ entry: String, from file: InputFile, packed: Bool, _ step: () throws(AnkiError) -> Void)
        throws(AnkiError)
    {
        try begin(entry, size: file.size, packed: packed)
        var position = 0
        while position < file.size {
            let count = min(Self.pieceLength, file.size - position)
            try write(try file.bytes(at: position, count: count))
            position += count
            try step()
        }
    }

    func finish() throws(AnkiError) { try check(archive_write_close(archive)) }

    private func begin(_ path: String, size: Int, packed: Bool) throws(AnkiError) {
        let entry = archive_entry_new()
        defer { archive_entry_free(entry) }
        archive_entry_set_pathname_utf8(entry, path)
        archive_entry_set_size(entry, Int64(size))
        archive_entry_set_filetype(entry, Self.regularFile)
        archive_entry_set_perm(entry, 0o644)
        archive_entry_set_mtime(entry, time_t(time.timeIntervalSince1970), 0)
        try check(
            packed
                ? archive_write_zip_set_compression_deflate(archive) : archive_write_zip_set_compression_store(archive))
        try check(archive_write_header(archive, entry))
    }

    private func write(_ bytes: [UInt8]) throws(AnkiError) {
        let count = bytes.withUnsafeBytes { archive_write_data(archive, $0.baseAddress, $0.count) }
        try check(count == bytes.count ? ARCHIVE_OK : ARCHIVE_FATAL)
    }

    private func check(_ status: Int32) throws(AnkiError) {
        guard status < ARCHIVE_WARN else { return }
        let reason = archive_error_string(archive).map { String(cString: $0) } ?? "libarchive: \(status)"
        throw AnkiError(.unwritable, name, "cannot be written: \(reason)")
    }
}
