// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation

/// Folder for a model that is being downloaded: `models/.partial/OWNER--NAME/`, with its files, a note about each, and
/// a lock.
///
/// The lock is the system's, so it goes with the process that holds it, however that ends.
final class StagingFolder: Sendable {
    let model: ModelID
    let files: Folder
    let notes: Folder
    private let root: Folder
    private let models: URL
    private let lock: Int32

    static let shelfName = ".partial"
    private static let lockName = "lock"
    private static let planName = "download.json"
    private static let replacedName = "replaced"

    /// - Throws: `HubError` `.busy` when the model is already being downloaded.
    init(_ model: ModelID, in models: URL) throws(HubError) {
        self.model = model
        self.models = models
        let shelf = try Folder(making: models).folder(making: Self.shelfName)
        var held: (root: Folder, lock: Int32)?
        while held == nil {
            let root = try shelf.folder(making: model.folderName)
            let lock = try root.open(Self.lockName, O_RDWR | O_CREAT)
            guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
                close(lock)
                throw HubError(.busy, "\(model)", "is already being downloaded")
            }
            // Whoever held it before may have removed the folder just now; then this lock is on nothing.
            if Self.isSame(lock, root.url.appending(path: Self.lockName)) { held = (root, lock) } else { close(lock) }
        }
        guard let held else { preconditionFailure("the loop ends with the lock held") }
        (root, lock) = held
        do throws(HubError) {
            files = try root.folder(making: "files")
            notes = try root.folder(making: "notes")
        } catch {
            close(lock)
            throw error
        }
        recover()
    }

    deinit { close(lock) }

    private static func isSame(_ descriptor: Int32, _ url: URL) -> Bool {
        var (held, there) = (stat(), stat())
        return fstat(descriptor, &held) == 0 && lstat(url.path, &there) == 0 && held.st_ino == there.st_ino
            && held.st_dev == there.st_dev
    }

    /// Final place of the model.
    var destination: URL { models.appending(path: model.owner).appending(path: model.name) }

    /// A kill between the two renames of `install` leaves the former model here; it goes back.
    private func recover() {
        let replaced = root.url.appending(path: Self.replacedName)
        // Fails where there is nothing to put back, or where the new one is in its place.
        if !exists(destination) { rename(replaced.path, destination.path) }
        try? FileManager.default.removeItem(at: replaced)  // what cannot be removed is tried again next time
    }

    private func exists(_ url: URL) -> Bool {
        var status = stat()
        return lstat(url.path, &status) == 0
    }

    /// Notes what is to be fetched, for those who list what is unfinished, and to resume it.
    func write(plan: [RemoteFile], revision: String, file: String?) throws(HubError) {
        let total = plan.reduce(0) { $0 + $1.size }
        let json: JSON = [
            "model": .string("\(model)"), "revision": .string(revision), "file": file.map(JSON.string) ?? .null,
            "bytes": .integer(total),
        ]
        try root.replace(Self.planName, with: json.text)
    }

    /// Removes what an earlier try fetched and this one does not need, so that nothing but the plan is installed.
    func removeAll(but plan: [RemoteFile]) throws(HubError) {
        let paths = Set(plan.map { "\($0.path)" })
        let notesToKeep = Set(plan.map(PartialFile.Note.name))
        do {
            for path in try FileManager.default.subpathsOfDirectory(atPath: files.url.path) {
                let url = files.url.appending(path: path)
                let isFolder = try url.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true
                if !paths.contains(path), !isFolder { try FileManager.default.removeItem(at: url) }
            }
            for name in try FileManager.default.contentsOfDirectory(atPath: notes.url.path)
            where !notesToKeep.contains(name) {
                try FileManager.default.removeItem(at: notes.url.appending(path: name))
            }
        } catch {
            throw HubError(.notWritable, files.url.path, "what an earlier download left there cannot be removed")
        }
    }

    /// - Throws: `HubError` `.diskFull` when `bytes` more would leave less than `reserve` to others.
    func requireRoom(for bytes: Int, reserve: Int) throws(HubError) {
        guard let free = files.freeBytes, free < bytes + reserve else { return }
        throw HubError(
            .diskFull, "\(model)",
            "needs \(ByteText.of(bytes)) more on the disk, of which \(ByteText.of(free)) are free and "
                + "\(ByteText.of(reserve)) have to stay so; free some and start again")
    }

    /// Gives the whole model its name in one step. A former one of that name is replaced.
    func install(_ manifest: Manifest) throws(HubError) {
        try files.replace(Manifest.name, with: manifest.json.indentedText)
        files.synchronise()
        let owner = try Folder(making: models.appending(path: model.owner))
        let replaced = root.url.appending(path: Self.replacedName)
        if exists(destination), rename(destination.path, replaced.path) != 0 {
            throw HubError.system(destination.path, "replaced")
        }
        guard rename(files.url.path, destination.path) == 0 else {
            let number = errno
            rename(replaced.path, destination.path)
            throw HubError.system(destination.path, "put in its place", number)
        }
        owner.synchronise()
        remove()
    }

    /// Removes everything that has arrived. The lock is held until the end.
    func remove() {
        // What cannot be removed is in nobody's way, and the next try begins with it.
        try? FileManager.default.removeItem(at: root.url)
    }
}

extension StagingFolder {
    /// The downloads in `models` that wait to be finished.
    static func unfinished(in models: URL) -> [UnfinishedDownload] {
        let shelf = models.appending(path: shelfName)
        // No such folder: nothing was ever begun.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: shelf.path)) ?? []
        return names.sorted().compactMap { name in
            guard let model = ModelID(folderName: name) else { return nil }
            let folder = shelf.appending(path: name)
            // Killed before the list was there: then nothing is known but the name.
            let plan = Folder.contents(of: folder.appending(path: planName)).flatMap { try? JSON(parsing: $0) }
            return UnfinishedDownload(
                model: model, revision: plan?["revision"]?.string, file: plan?["file"]?.string,
                bytes: noted(in: folder), total: plan?["bytes"]?.integer)
        }
    }

    private static func noted(in folder: URL) -> Int {
        let notes = folder.appending(path: "notes")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: notes.path)) ?? []  // none yet
        return names.filter { $0.hasSuffix(".json") }.reduce(0) { sum, name in
            guard let bytes = Folder.contents(of: notes.appending(path: name)),
                let json = try? JSON(parsing: bytes),  // a damaged note counts for nothing
                let done = ByteRanges(json: json["done"], limit: RemoteFile.mostBytes)
            else { return sum }
            return sum + done.count
        }
    }
}

/// A download that was paused, or whose program was ended.
public struct UnfinishedDownload: Sendable, Equatable {
    public var model: ModelID
    /// The branch, tag or commit that is fetched; `nil` where nothing has been noted yet.
    public var revision: String?
    /// The `.gguf` file that was asked for, where one was.
    public var file: String?
    /// Bytes that are here, of `total`, where that is known.
    public var bytes: Int
    public var total: Int?
}
