// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Places of a store's files in Hearth's data folder.
public struct StoreFiles: Sendable, Equatable {
    public let folder: URL

    public init(folder: URL) { self.folder = folder }

    public var database: URL { folder.appending(path: "hearth.sqlite") }
    /// Transactions that have not been carried over into the database yet; SQLite's write-ahead log and its index.
    public var log: URL { folder.appending(path: "hearth.sqlite-wal") }
    public var logIndex: URL { folder.appending(path: "hearth.sqlite-shm") }
    /// Rollback journal; it exists only while the database is made, or if that was cut short.
    var journal: URL { folder.appending(path: "hearth.sqlite-journal") }
    /// Folder of Hearth's daily backups; see `BackupRotation`.
    public var backups: URL { folder.appending(path: "backups") }
    /// Damaged databases, as they were when they could not be opened.
    public var damaged: URL { folder.appending(path: "damaged") }
    /// Backups that are not whole, set aside so that they are in nobody's way.
    var badBackups: URL { damaged.appending(path: "backups") }
    /// Exports on their way to a browser, each a folder; they are removed when they have been sent.
    public var exporting: URL { folder.appending(path: "exporting") }
    /// A backup on its way into the database's place.
    var restoring: URL { folder.appending(path: "restoring.sqlite") }
    /// Held by every program that has the database open.
    var lock: URL { folder.appending(path: "hearth.lock") }

    /// Whether there has ever been a store: a database, a part of one, or a backup of one.
    public var isBegun: Bool {
        // A folder that cannot be looked into has no backups for us.
        hasDatabase || (try? Backup.all(in: backups))?.isEmpty == false
    }

    /// - Throws: `StoreError` `.denied` where there is a folder that this user may not look into, so that what is in it
    ///   cannot be known.
    public func checkAccess() throws(StoreError) {
        guard access(folder.path, F_OK) == 0 || errno == EACCES else { return }
        guard access(folder.path, R_OK | X_OK) == 0 else {
            throw StoreError(.denied, "\(folder.path): no permission to read there; check HEARTH_HOME and who you are")
        }
    }

    /// Whether there is a database, or a part of one.
    var hasDatabase: Bool {
        [database, log].contains { FileManager.default.fileExists(atPath: $0.path) }
    }
}

/// The modes of files that nobody but the user is to read.
enum PrivateFiles {
    static let fileMode = 0o600
    static let folderMode = 0o700

    /// Makes a folder that only its owner can look into, or makes it so.
    static func makeFolder(_ url: URL) throws {
        try FileManager.default.createDirectory(
            at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: folderMode])
        if try mode(of: url) != folderMode {
            try FileManager.default.setAttributes([.posixPermissions: folderMode], ofItemAtPath: url.path)
        }
    }

    /// Makes an empty file that only its owner can read, where there is none.
    ///
    /// SQLite gives the files that it puts beside a database the database's mode, so this has to come first.
    static func makeFile(_ url: URL) throws {
        let descriptor = open(url.path, O_RDWR | O_CREAT | O_CLOEXEC, mode_t(fileMode))
        guard descriptor >= 0 else { throw StoreError.system(errno, url) }
        defer { close(descriptor) }
        guard fchmod(descriptor, mode_t(fileMode)) == 0 else { throw StoreError.system(errno, url) }
    }

    /// Lets its owner write to a file of ours that somebody has made read-only. Where the system refuses, writing will
    /// say so.
    static func makeWritable(_ url: URL) {
        if access(url.path, W_OK) != 0 { chmod(url.path, mode_t(fileMode)) }
    }

    /// Whether there is anything of that name, be it a link that leads nowhere.
    static func isThere(_ url: URL) -> Bool {
        var status = stat()
        return lstat(url.path, &status) == 0
    }

    /// The permission bits of a file or folder.
    static func mode(of url: URL) throws -> Int {
        var status = stat()
        guard stat(url.path, &status) == 0 else { throw StoreError.system(errno, url) }
        return Int(status.st_mode & 0o777)
    }

    /// Waits until the disk has what was written to a file, or the names that were changed in a folder.
    static func flush(_ url: URL) throws {
        let descriptor = open(url.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw StoreError.system(errno, url) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw StoreError.system(errno, url) }
    }
}

extension StoreError {
    /// Translates an `errno` of the system.
    static func system(_ number: Int32, _ file: URL) -> StoreError {
        if [ENOSPC, EDQUOT].contains(number) { return .full(file, nil) }
        let code: Code =
            switch number {
            case EACCES, EPERM, EROFS: .denied
            case ENOENT: .notFound
            case EEXIST: .exists
            default: .disk
            }
        return StoreError(code, "\(file.path): \(String(cString: strerror(number)))")
    }
}
