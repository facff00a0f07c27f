// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The models that are on this machine, as far as Hearth brought them here.
public struct InstalledModels: Sendable {
    /// Holds `OWNER/NAME` folders.
    public let models: URL

    public init(models: URL) { self.models = models }

    func place(of model: ModelID) -> URL { models.appending(path: model.owner).appending(path: model.name) }

    private func isThere(_ url: URL) -> Bool {
        var status = stat()
        return lstat(url.path, &status) == 0
    }

    /// Reads the manifest of a downloaded model; `nil` when there is no such model, or its manifest cannot be read.
    func manifest(of model: ModelID) -> Manifest? {
        guard let folder = try? existing(model) else { return nil }
        return try? read(folder, model)
    }

    private func existing(_ model: ModelID) throws(HubError) -> Folder {
        let url = place(of: model)
        guard isThere(url) else {
            throw HubError(.notInstalled, "\(model)", "is not among the models in \(models.path)")
        }
        return try Folder(making: url)
    }

    private func read(_ folder: Folder, _ model: ModelID) throws(HubError) -> Manifest {
        guard let bytes = folder.contents(of: Manifest.name, upTo: 16 << 20) else {
            throw HubError(
                .notOurs, "\(model)", "was not downloaded by Hearth, so there is nothing to check it against")
        }
        return try Manifest(bytes, of: model)
    }

    /// Whether a download may put a model in its place.
    /// - Throws: `HubError` `.notOurs` where something stands that Hearth did not put there.
    func requireOurs(_ model: ModelID) throws(HubError) {
        guard isThere(place(of: model)) else { return }
        let folder = try existing(model)
        guard folder.contents(of: Manifest.name, upTo: 16 << 20) != nil else {
            throw HubError(
                .notOurs, "\(model)",
                "is there already, and was not downloaded by Hearth; move \(place(of: model).path) away first")
        }
    }

    /// Whether Hearth knows what a model's files have to be.
    public func canVerify(_ model: ModelID) -> Bool { manifest(of: model) != nil }

    /// Bytes of a model's files, wherever they lie; `nil` where there is no such model.
    public func bytes(of model: ModelID) -> Int? {
        let url = place(of: model)
        return isThere(url) ? Self.bytes(in: url) : nil
    }

    /// Bytes of a file, or of the files in a folder. Links are followed: a model often lies in another program's cache.
    public static func bytes(in folder: URL) -> Int {
        let root = folder.resolvingSymlinksInPath().path
        // What cannot be looked at takes no room that could be told.
        let inside = (try? FileManager.default.subpathsOfDirectory(atPath: root)) ?? []
        return ([root] + inside.map { "\(root)/\($0)" }).reduce(0) { sum, path in
            var status = stat()
            let isFile = stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
            return sum + (isFile ? Int(status.st_size) : 0)
        }
    }

    /// Something about an installed model that is not as it was downloaded.
    public struct Damage: Sendable, Equatable {
        public enum Kind: String, Sendable { case missing, wrongSize, wrongChecksum }
        public let file: String
        public let kind: Kind
    }

    /// Reads a model's files and compares them with what was downloaded. Takes seconds for each gigabyte; does it on a
    /// thread of its own.
    /// - Parameter tell: is given the bytes read so far, and all there are.
    /// - Throws: `HubError` `.notInstalled` and `.notOurs`; `CancellationError`.
    public func verify(_ model: ModelID, tell: @escaping @Sendable (Int, Int) -> Void) async throws -> [Damage] {
        let folder = try existing(model)
        let manifest = try read(folder, model)
        let total = manifest.files.reduce(0) { $0 + $1.size }
        let checker = FileChecker()
        var damages: [Damage] = []
        var before = 0
        for file in manifest.files {
            let start = before
            let kind = try await checker.check(file, in: folder) { tell(start + $0, total) }
            if let kind { damages.append(Damage(file: "\(file.path)", kind: kind)) }
            before += file.size
        }
        return damages
    }

    /// Removes a model, which is gone at once and not bit by bit.
    /// - Throws: `HubError` `.notInstalled`, `.notWritable`.
    public func remove(_ model: ModelID) throws(HubError) {
        let url = place(of: model)
        guard isThere(url) else {
            throw HubError(.notInstalled, "\(model)", "is not among the models in \(models.path)")
        }
        let shelf = try Folder(making: models).folder(making: StagingFolder.shelfName)
        let doomed = shelf.url.appending(path: "\(Self.doomedPrefix)\(UUID().uuidString)")
        guard rename(url.path, doomed.path) == 0 else { throw HubError.system(url.path, "removed") }
        rmdir(url.deletingLastPathComponent().path)  // only where it was the owner's last
        do {
            // Others are what a program left that was ended at this point.
            for name in try FileManager.default.contentsOfDirectory(atPath: shelf.url.path)
            where name.hasPrefix(Self.doomedPrefix) {
                try FileManager.default.removeItem(at: shelf.url.appending(path: name))
            }
        } catch {
            throw HubError(.notWritable, shelf.url.path, "cannot be emptied; remove what is called removed-… by hand")
        }
    }

    private static let doomedPrefix = "removed-"
}

/// Reads files back on a queue of its own.
private actor FileChecker {
    private let disk = DiskQueue()
    nonisolated var unownedExecutor: UnownedSerialExecutor { disk.asUnownedSerialExecutor() }

    func check(
        _ file: RemoteFile, in folder: Folder, tell: (Int) -> Void
    ) throws -> InstalledModels.Damage.Kind? {
        guard let descriptor = try folder.openExisting(file.path) else { return .missing }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, Int(status.st_size) == file.size else { return .wrongSize }
        var read = 0
        let isRight = try file.checksum.matches(file: descriptor, size: file.size, place: "\(file.path)") { count in
            try Task.checkCancellation()
            read += count
            tell(read)
        }
        return isRight ? nil : .wrongChecksum
    }
}
