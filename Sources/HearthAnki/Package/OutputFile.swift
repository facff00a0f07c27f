// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A new file that is written piece by piece. An existing file, or a link of that name, is never written to.
final class OutputFile {
    private let name: String
    private let path: String
    private var descriptor: Int32

    /// - Throws: `unwritable` where the file exists or cannot be made.
    init(_ file: URL) throws(AnkiError) {
        name = file.lastPathComponent
        path = file.path
        descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            throw AnkiError(.unwritable, name, "cannot be made: \(String(cString: strerror(errno)))")
        }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    func write(_ bytes: UnsafeRawBufferPointer) throws(AnkiError) {
        var done = 0
        while done < bytes.count {
            let count = Foundation.write(descriptor, bytes.baseAddress! + done, bytes.count - done)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                throw AnkiError(.unwritable, name, "cannot be written: \(String(cString: strerror(errno)))")
            }
            done += count
        }
    }

    func finish() throws(AnkiError) {
        let result = close(descriptor)
        descriptor = -1
        guard result == 0 else {
            throw AnkiError(.unwritable, name, "cannot be written: \(String(cString: strerror(errno)))")
        }
    }
}
