// SPDX-License-Identifier: Apache-2.0

import Crypto
public import Foundation
import Synchronization

/// Keys of other services, by name, in one file that is sealed with AES-GCM.
///
/// The file is replaced whole or not at all, and never when it could not be read: what is in it is not lost because of
/// a key that is missing for a while. Several programs may use it at once.
public final class SecretStore: Sendable {
    /// The sealed file.
    public let file: URL
    private let key: SealingKey
    /// One reading and writing back at a time in this program; between programs the folder is locked.
    private let turn = Mutex(())

    /// Header before the sealed part, authenticated with it: program and version.
    private static let beginning = Data("hearth secrets 1\n".utf8)
    private static let mostBytes = 1 << 20
    /// Longest secret, in bytes; API keys have a few hundred at most.
    public static let longest = 16_384

    /// - Parameter folder: a folder of its own; it is made when there is something to keep.
    public init(folder: URL, key: SealingKey) {
        file = folder.appending(path: "secrets.sealed")
        self.key = key
    }

    /// A secret, or `nil` where none of this name is kept.
    /// - Throws: `SecretError` `.damaged`, `.keyMissing`, `.exposed`, `.notWritable`.
    public func secret(_ name: String) throws(SecretError) -> String? {
        try turn.withLock { _ throws(SecretError) in try read()[name] }
    }

    /// The names of all secrets.
    public func names() throws(SecretError) -> [String] {
        try turn.withLock { _ throws(SecretError) in try read().keys.sorted() }
    }

    /// Keeps a secret, in the place of an earlier one of this name.
    /// - Throws: `SecretError` `.unusable` for an empty one; as `secret` when the file cannot be read, which then stays
    ///   as it is.
    public func keep(_ secret: String, as name: String) throws(SecretError) {
        guard !secret.allSatisfy(\.isWhitespace) else { throw SecretError(.unusable, "there is nothing in this key") }
        guard secret.utf8.count <= Self.longest else {
            throw SecretError(.unusable, "this key has more than \(Self.longest) bytes")
        }
        try change { $0[name] = secret }
    }

    /// Forgets a secret; one that is not there is no error.
    public func remove(_ name: String) throws(SecretError) {
        guard PrivateFile(url: file).exists else { return }
        try change { $0[name] = nil }
    }

    /// Forgets all secrets, readable or not, with everything that was set aside.
    public func removeAll() throws(SecretError) {
        try turn.withLock { _ throws(SecretError) in
            let folder = file.deletingLastPathComponent()
            // A folder that is not there has nothing to remove.
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
            for name in names where name.hasPrefix(file.lastPathComponent) {
                try PrivateFile(url: folder.appending(path: name)).remove()
            }
        }
    }

    /// Moves a file that cannot be read out of the way and keeps it; then secrets can be kept again.
    /// - Returns: where it lies now, or `nil` where there is none.
    @discardableResult
    public func setAside(at now: Date) throws(SecretError) -> URL? {
        try turn.withLock { _ throws(SecretError) in
            guard PrivateFile(url: file).exists else { return nil }
            let aside = file.deletingLastPathComponent().appending(
                path: "\(file.lastPathComponent).\(Int(now.timeIntervalSince1970))")
            try PrivateFile(url: file).move(to: aside)
            return aside
        }
    }

    // MARK: The file

    private func change(_ edit: (inout [String: String]) -> Void) throws(SecretError) {
        try turn.withLock { _ throws(SecretError) in
            try PrivateFile(url: file).makeFolder()
            let lock = open(file.deletingLastPathComponent().path, O_RDONLY | O_CLOEXEC)
            guard lock >= 0, flock(lock, LOCK_EX) == 0 else {
                throw SecretError(.notWritable, "\(file.path): \(String(cString: strerror(errno)))")
            }
            defer { close(lock) }
            var secrets = try read()
            edit(&secrets)
            try write(secrets)
        }
    }

    private func read() throws(SecretError) -> [String: String] {
        guard let data = try PrivateFile(url: file).read(upTo: Self.mostBytes) else { return [:] }
        guard let key = try key.read() else {
            throw SecretError(
                .keyMissing,
                "\(file.path) is here, but not the key that opens it (\(place)). Bring that back, or move the file away and enter the keys again"
            )
        }
        guard data.starts(with: Self.beginning),
            let box = try? AES.GCM.SealedBox(combined: data.dropFirst(Self.beginning.count)),
            let plain = try? AES.GCM.open(box, using: key, authenticating: Self.beginning),
            let secrets = try? JSONDecoder().decode([String: String].self, from: plain)
        else {
            throw SecretError(
                .damaged,
                "\(file.path) cannot be opened: it is damaged, or sealed with another key than the one in \(place). It is kept as it is; move it away and enter the keys again"
            )
        }
        return secrets
    }

    private func write(_ secrets: [String: String]) throws(SecretError) {
        let key = if let kept = try key.read() { kept } else { try key.make() }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        guard let plain = try? encoder.encode(secrets), plain.count <= Self.mostBytes / 2,
            let box = try? AES.GCM.seal(plain, using: key, authenticating: Self.beginning), let sealed = box.combined
        else { throw SecretError(.unusable, "there is no room for another key") }
        try PrivateFile(url: file).write(Self.beginning + sealed)
    }

    private var place: String {
        switch key {
        case .file(let url): url.path
        case .keychain(let name): "the keychain, “\(name)”"
        }
    }
}
