// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A new file that only its owner can read, written in large pieces.
final class ExportFile {
    private static let pieceLength = 1 << 16

    private let file: URL
    private let handle: FileHandle
    private var waiting = Data()

    init(_ file: URL) throws {
        self.file = file
        let descriptor = open(
            file.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode_t(PrivateFiles.fileMode))
        guard descriptor >= 0 else { throw StoreError.system(errno, file) }
        handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    func write(_ data: Data) throws {
        waiting += data
        if waiting.count >= Self.pieceLength { try flush() }
    }

    /// Has to be called at the end, else the last piece is missing.
    func close() throws {
        try flush()
        try handle.close()
    }

    private func flush() throws {
        do { try handle.write(contentsOf: waiting) } catch { throw StoreError(error, at: file) }
        waiting.removeAll(keepingCapacity: true)
    }
}
