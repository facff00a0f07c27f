// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A file whose bytes are read from the page cache as they are touched; closed when nothing refers to it any more.
///
/// - Note: `@unchecked Sendable` because the mapping is read-only and lives exactly as long as the object.
final class MappedFile: @unchecked Sendable {
    let url: URL
    /// File name for error messages.
    var name: String { url.lastPathComponent }
    /// All bytes of the file; valid while this object is.
    let bytes: UnsafeRawBufferPointer

    /// - Throws: `EmberError` `.missingFile`.
    init(_ url: URL) throws(EmberError) {
        self.url = url
        // Without O_NONBLOCK, opening a pipe waits until somebody writes to it. Regular files do not heed it.
        let file = open(url.path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else {
            throw EmberError(
                .missingFile, url.lastPathComponent, "cannot be opened (\(String(cString: strerror(errno))))")
        }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw EmberError(.missingFile, url.lastPathComponent, "is not a regular file")
        }
        guard status.st_size > 0 else {
            bytes = UnsafeRawBufferPointer(start: nil, count: 0)
            return
        }
        let count = Int(status.st_size)
        guard let start = mmap(nil, count, PROT_READ, MAP_PRIVATE, file, 0), start != MAP_FAILED else {
            throw EmberError(
                .outOfResources, url.lastPathComponent, "cannot be mapped (\(String(cString: strerror(errno))))")
        }
        bytes = UnsafeRawBufferPointer(start: start, count: count)
    }

    deinit {
        if let start = bytes.baseAddress { munmap(UnsafeMutableRawPointer(mutating: start), bytes.count) }
    }

    /// Gives the pages that lie wholly inside `range` back to the system; reading them again fetches them again.
    func release(_ range: Range<Int>) {
        let page = Int(sysconf(Int32(_SC_PAGESIZE)))
        let first = (range.lowerBound + page - 1) / page * page
        let last = range.upperBound / page * page
        guard let start = bytes.baseAddress, first < last else { return }
        madvise(UnsafeMutableRawPointer(mutating: start + first), last - first, Int32(MADV_DONTNEED))
    }
}
