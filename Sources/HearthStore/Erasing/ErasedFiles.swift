// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Files that go when everything is erased. They change their place before anything is erased, so that there is one
/// step at which all of it is decided; then they are removed one by one, for which there is time.
///
/// `erasing` holds what is to go while the database may still have its texts: after a kill, the erasing is done again
/// from the beginning. What is in `erased` is only still to be removed, and what is in `not-erased` goes back to its
/// place, where that is free.
struct ErasedFiles {
    let files: StoreFiles

    private var erasing: URL { files.folder.appending(path: "erasing") }
    private var erased: URL { files.folder.appending(path: "erased") }
    private static let notErased = "not-erased"

    /// Whether an erasing was begun and neither done nor called off.
    var isUnfinished: Bool { FileManager.default.fileExists(atPath: erasing.path) }

    /// Takes files and folders out of Hearth's folder: all of them, or none and an error.
    func take(_ places: [URL]) throws {
        do {
            try PrivateFiles.makeFolder(erasing)
            for place in places where FileManager.default.fileExists(atPath: place.path) {
                try Self.move(place, to: erasing.appending(path: place.lastPathComponent))
            }
            try PrivateFiles.flush(files.folder)
        } catch {
            putBack()
            throw error
        }
    }

    /// Of what was taken, what can be done without while the database still has its texts: exports, and all backups but
    /// the newest, the oldest first.
    var expendable: [URL] {
        let exports = erasing.appending(path: files.exporting.lastPathComponent)
        let backups = (try? Backup.all(in: erasing.appending(path: files.backups.lastPathComponent))) ?? []
        return (FileManager.default.fileExists(atPath: exports.path) ? [exports] : [])
            + backups.dropFirst().reversed().map(\.file)
    }

    /// Files of a cancelled erasure that could not go back to their place.
    var calledOff: [URL] {
        Self.names(in: files.folder).filter { $0.hasPrefix(Self.notErased) }.map { files.folder.appending(path: $0) }
    }

    /// Calls the erasing off. What cannot go back, because something new is in its place, stays where it is.
    func putBack() {
        // First of all, so that no later start erases what was called off.
        let kept = calledOff
        var (free, number) = (files.folder.appending(path: Self.notErased), 1)
        // Something of an earlier one may still be there.
        while FileManager.default.fileExists(atPath: free.path) {
            number += 1
            free = files.folder.appending(path: "\(Self.notErased)-\(number)")
        }
        try? Self.move(erasing, to: free)
        for folder in [free] + kept {
            for name in Self.names(in: folder) {
                let place = files.folder.appending(path: name)
                if !FileManager.default.fileExists(atPath: place.path) {
                    try? Self.move(folder.appending(path: name), to: place)
                }
            }
            rmdir(folder.path)
        }
    }

    /// From here on, what was taken is only still to be removed.
    func settle() throws {
        try PrivateFiles.makeFolder(erased)
        try Self.move(erasing, to: erased.appending(path: UUID().uuidString))
        try PrivateFiles.flush(files.folder)
    }

    /// Removes what was erased, file by file. What somebody else has removed by then is no error.
    ///
    /// - Parameters:
    ///   - unlink: removes a file, or an empty folder.
    ///   - progress: is told which part of them has been gone through, 0…1.
    /// - Returns: how many files could not be removed.
    func remove(
        unlink: (URL) throws -> Void = Self.unlink, progress: (Double) -> Void = { _ in }
    ) -> Int {
        let all = Self.everything(below: erased)
        var left = 0
        for (index, (place, isFolder)) in all.enumerated() {
            do { try unlink(place) } catch {
                // A folder stays because of what is in it.
                if !isFolder { left += 1 }
            }
            progress(Double(index + 1) / Double(all.count))
        }
        rmdir(erased.path)
        return left
    }

    /// Whether anything is still to be removed, be it an empty folder.
    var isLeft: Bool { FileManager.default.fileExists(atPath: erased.path) }

    /// How many files are still to be removed.
    var count: Int { Self.everything(below: erased).filter { !$0.isFolder }.count }

    // MARK: Parts

    /// Files and folders below a folder, the innermost first.
    private static func everything(below folder: URL) -> [(place: URL, isFolder: Bool)] {
        // Symbolic links are removed, not followed.
        names(in: folder).flatMap { name in
            let place = folder.appending(path: name)
            var status = stat()
            let isFolder = lstat(place.path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
            guard isFolder else { return [(place, false)] }
            // Else nothing in it could be removed; where it cannot be changed, that is seen then.
            chmod(place.path, mode_t(PrivateFiles.folderMode))
            return everything(below: place) + [(place, true)]
        }
    }

    private static func names(in folder: URL) -> [String] {
        // There is no such folder, or it is seen when it stays.
        (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    }

    private static func move(_ place: URL, to other: URL) throws {
        guard rename(place.path, other.path) == 0 || errno == ENOENT else { throw StoreError.system(errno, place) }
    }

    static func unlink(_ place: URL) throws {
        guard Foundation.remove(place.path) == 0 || errno == ENOENT else { throw StoreError.system(errno, place) }
    }
}
