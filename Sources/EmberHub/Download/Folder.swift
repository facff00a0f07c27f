// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A folder below which no path leads out: each step is opened by itself, and no symbolic link is followed.
final class Folder: Sendable {
    let url: URL
    let descriptor: Int32

    /// Opens `url`, which may be reached through links, and makes it where it is not there.
    /// - Throws: `HubError` `.notWritable` or `.diskFull`.
    convenience init(making url: URL) throws(HubError) {
        do { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) } catch {
            throw HubError(.notWritable, url.path, "cannot be made")
        }
        let descriptor = Foundation.open(url.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw HubError.system(url.path, "opened") }
        self.init(url, descriptor)
    }

    private init(_ url: URL, _ descriptor: Int32) {
        self.url = url
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// A folder in this one, made where it is not there.
    func folder(making name: String) throws(HubError) -> Folder {
        let url = url.appending(path: name)
        if mkdirat(descriptor, name, 0o755) != 0, errno != EEXIST { throw HubError.system(url.path, "made") }
        let inner = openat(descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard inner >= 0 else {
            let number = errno
            if number == ELOOP || number == ENOTDIR {
                throw HubError(
                    .unsafePath, url.path, "is a link or a file where a folder of Hearth's belongs; remove it")
            }
            throw HubError.system(url.path, "opened", number)
        }
        return Folder(url, inner)
    }

    /// Opens a file for reading and writing, made where it is not there, with the folders on the way.
    /// - Returns: a descriptor that the caller closes.
    func open(making path: RepositoryPath) throws(HubError) -> Int32 {
        var folder = self
        for name in path.components.dropLast() { folder = try folder.folder(making: name) }
        return try folder.open(path.name, O_RDWR | O_CREAT)
    }

    /// Opens a file for reading; `nil` where there is none, or only a link to one.
    func openExisting(_ path: RepositoryPath) throws(HubError) -> Int32? {
        var place = descriptor
        var opened: [Int32] = []
        defer { for folder in opened { close(folder) } }
        for name in path.components.dropLast() {
            place = openat(place, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            guard place >= 0 else { return nil }
            opened.append(place)
        }
        let file = openat(place, path.name, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC)
        if file < 0, errno == EACCES { throw HubError.system("\(path)", "read") }
        return file < 0 ? nil : file
    }

    /// Opens a file of this folder.
    func open(_ name: String, _ flags: Int32) throws(HubError) -> Int32 {
        // Without O_NONBLOCK, opening a pipe waits for its other end. Regular files do not heed it.
        let file = openat(descriptor, name, flags | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC, 0o644)
        guard file >= 0 else {
            let number = errno
            if number == ELOOP {
                throw HubError(.unsafePath, url.appending(path: name).path, "is a link where a file belongs; remove it")
            }
            throw HubError.system(url.appending(path: name).path, "opened", number)
        }
        return file
    }

    /// The bytes of a small file of our own; `nil` where there is none, or one that is not small.
    func contents(of name: String, upTo limit: Int = 1 << 20) -> [UInt8]? {
        // A note that cannot be read is as good as none: what it is about is then fetched anew.
        guard let file = try? open(name, O_RDONLY) else { return nil }
        return Self.contents(closing: file, upTo: limit)
    }

    /// The same of a file of a folder that is only looked at.
    static func contents(of url: URL, upTo limit: Int = 1 << 20) -> [UInt8]? {
        let file = Foundation.open(url.path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC)
        return file < 0 ? nil : contents(closing: file, upTo: limit)
    }

    private static func contents(closing file: Int32, upTo limit: Int) -> [UInt8]? {
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, Int(status.st_size) <= limit else {
            return nil
        }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        var count = 0
        while count < bytes.count {
            let read = bytes[count...].withUnsafeMutableBytes { pread(file, $0.baseAddress, $0.count, off_t(count)) }
            if read < 0, errno == EINTR { continue }
            guard read > 0 else { break }
            count += read
        }
        return Array(bytes[..<count])
    }

    /// Writes a small file so that after a crash there is the old one or the new one, whole.
    func replace(_ name: String, with text: String) throws(HubError) {
        let draft = name + ".new"
        let file = try open(draft, O_WRONLY | O_CREAT | O_TRUNC)
        defer { close(file) }
        do throws(HubError) {
            try Folder.write(Array(text.utf8), to: file, at: 0, place: name)
            guard fsync(file) == 0, renameat(descriptor, draft, descriptor, name) == 0 else {
                throw HubError.system(name, "written")
            }
        } catch {
            unlinkat(descriptor, draft, 0)
            throw error
        }
    }

    /// Writes all of `bytes`.
    static func write(_ bytes: [UInt8], to file: Int32, at offset: Int, place: String) throws(HubError) {
        let number = bytes.withUnsafeBytes { write($0, to: file, at: offset) }
        if number != 0 { throw HubError.system(place, "written", number) }
    }

    /// - Returns: 0, or the system's number for what went wrong.
    static func write(_ bytes: UnsafeRawBufferPointer, to file: Int32, at offset: Int) -> Int32 {
        var written = 0
        while written < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
            let count = pwrite(file, rest.baseAddress, rest.count, off_t(offset + written))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return count < 0 ? errno : ENOSPC }
            written += count
        }
        return 0
    }

    /// Bytes that the disk has room for; `nil` where it does not say.
    var freeBytes: Int? {
        var status = statvfs()
        guard fstatvfs(descriptor, &status) == 0 else { return nil }
        let (free, overflow) = Int(clamping: status.f_bavail).multipliedReportingOverflow(
            by: Int(clamping: status.f_frsize))
        return overflow ? nil : free
    }

    /// Writes the list of names to the disk, where the file system can.
    func synchronise() { fsync(descriptor) }
}
