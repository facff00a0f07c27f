// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A regular file that is read from given places, so that a file which changes meanwhile is an error and no crash.
public final class InputFile {
    public let name: String
    public let size: Int
    private let descriptor: Int32

    /// - Throws: `unreadable` for what is no regular file or cannot be opened.
    public init(_ file: URL) throws(ArchiveError) {
        name = file.lastPathComponent
        // A pipe of that name would otherwise be waited for.
        descriptor = open(file.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw ArchiveError(.unreadable, name, "cannot be opened: \(String(cString: strerror(errno)))")
        }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw ArchiveError(.unreadable, name, "is not a file")
        }
        size = Int(status.st_size)
    }

    deinit { close(descriptor) }

    /// Fills `target` with the bytes from `offset` on.
    /// - Throws: `damaged` where the file ends before.
    public func read(at offset: Int, into target: UnsafeMutableRawBufferPointer) throws(ArchiveError) {
        var done = 0
        while done < target.count {
            let count = pread(descriptor, target.baseAddress! + done, target.count - done, off_t(offset + done))
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                throw ArchiveError(.unreadable, name, "cannot be read: \(String(cString: strerror(errno)))")
            }
            guard count > 0 else { throw ArchiveError(.damaged, name, "ends at byte \(offset + done)") }
            done += count
        }
    }

    /// - Precondition: the caller has checked `count` against a limit.
    public func bytes(at offset: Int, count: Int) throws(ArchiveError) -> [UInt8] {
        guard offset >= 0, count >= 0, offset <= size, count <= size - offset else {
            throw ArchiveError(.damaged, name, "has no bytes \(offset) to \(offset &+ count); it is \(size) bytes long")
        }
        var bytes = [UInt8](repeating: 0, count: count)
        try bytes.withUnsafeMutableBufferPointer { (target) throws(ArchiveError) in
            try read(at: offset, into: UnsafeMutableRawBufferPointer(target))
        }
        return bytes
    }
}

/// Room for a piece of a file.
public final class PieceBuffer {
    public let bytes: UnsafeMutableRawBufferPointer

    public init(count: Int) { bytes = .allocate(byteCount: count, alignment: 16) }

    deinit { bytes.deallocate() }

    /// The first `count` bytes, to be read while the buffer lives.
    public func first(_ count: Int) -> UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: bytes[..<count]) }
}
