// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// A folder that appears under its name only once it is whole.
///
/// Until then it lies beside its place as `.NAME.partial`. What a killed program left there is recognised, because
/// nobody holds its lock any more, and removed by the next try.
package final class StagedFolder {
    /// Temporary folder that files are written to.
    let url: URL
    private let destination: URL
    private let lock: Int32
    private var isPublished = false

    /// Kept in the folder while it is partial, so that no folder of another's making is ever removed.
    private static let marker = ".hearth-partial"

    /// - Throws: `EmberError` `.notWritable` when there is something at `destination` or its folder cannot be written.
    package init(for destination: URL) throws(EmberError) {
        let place = destination.standardizedFileURL
        self.destination = place
        url = place.deletingLastPathComponent().appending(path: ".\(place.lastPathComponent).partial")
        try Self.requireNothing(at: place)
        try Self.makeFolder(url)
        let marker = url.appending(path: Self.marker)
        lock = open(marker.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        guard lock >= 0 else { throw notWritable(url) }
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
            close(lock)
            isPublished = true  // it is another's: leave it alone
            throw EmberError(.notWritable, place.lastPathComponent, "is being written by another program")
        }
        try removeLeftovers()
    }

    deinit {
        guard !isPublished else { return }
        try? FileManager.default.removeItem(at: url)  // nothing more can be done about what cannot be removed
        close(lock)
    }

    static func requireNothing(at place: URL) throws(EmberError) {
        var status = stat()
        guard lstat(place.path, &status) != 0 else {
            throw EmberError(.notWritable, place.path, "is there already; remove it or choose another name")
        }
        var isFolder: ObjCBool = false
        let parent = place.deletingLastPathComponent()
        guard FileManager.default.fileExists(atPath: parent.path, isDirectory: &isFolder), isFolder.boolValue else {
            throw EmberError(.notWritable, parent.path, "there is no such folder")
        }
    }

    private static func makeFolder(_ url: URL) throws(EmberError) {
        if mkdir(url.path, 0o755) == 0 { return }
        guard errno == EEXIST else { throw notWritable(url) }
        guard FileManager.default.fileExists(atPath: url.appending(path: marker).path) else {
            throw EmberError(.notWritable, url.path, "is in the way, and was not left by a conversion; remove it")
        }
    }

    private func removeLeftovers() throws(EmberError) {
        do {
            for name in try FileManager.default.contentsOfDirectory(atPath: url.path) where name != Self.marker {
                try FileManager.default.removeItem(at: url.appending(path: name))
            }
        } catch {
            throw EmberError(.notWritable, url.path, "what an earlier conversion left cannot be removed")
        }
    }

    /// - Throws: `EmberError` `.notWritable` when the disk has less room than `bytes`.
    package func requireRoom(for bytes: Int) throws(EmberError) {
        var status = statvfs()
        guard statvfs(url.path, &status) == 0 else { return }  // a file system that does not tell
        let (free, overflow) = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
        guard !overflow, free < UInt64(max(0, bytes)) else { return }
        throw EmberError(
            .notWritable, destination.lastPathComponent,
            "needs \(bytes / 1_000_000) MB, and there are \(free / 1_000_000) MB free on that disk")
    }

    /// Writes a small file whole, and waits until it is on the disk.
    func write(_ bytes: UnsafeRawBufferPointer, to name: String) throws(EmberError) {
        let target = url.appending(path: name)
        let file = open(target.path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard file >= 0 else { throw notWritable(target) }
        defer { close(file) }
        guard writeWhole(bytes, to: file, at: 0), fsync(file) == 0 else { throw notWritable(target) }
    }

    func write(_ text: String, to name: String) throws(EmberError) {
        let result = Array(text.utf8).withUnsafeBytes { bytes in
            Result { () throws(EmberError) in try write(bytes, to: name) }
        }
        try result.get()
    }

    func remove(_ name: String) throws(EmberError) {
        let target = url.appending(path: name)
        guard unlink(target.path) == 0 else { throw notWritable(target) }
    }

    /// Gives the folder its name; afterwards it survives a loss of power.
    func publish() throws(EmberError) {
        unlink(url.appending(path: Self.marker).path)
        Self.sync(url)
        try Self.requireNothing(at: destination)
        guard rename(url.path, destination.path) == 0 else { throw notWritable(destination) }
        isPublished = true
        close(lock)
        Self.sync(destination.deletingLastPathComponent())
    }

    /// Writes a folder's list of names to the disk, where the file system can.
    private static func sync(_ folder: URL) {
        let file = open(folder.path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return }
        fsync(file)
        close(file)
    }
}
