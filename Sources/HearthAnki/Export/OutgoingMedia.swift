// SPDX-License-Identifier: Apache-2.0

import Crypto
public import Foundation
public import HearthWords

/// Pictures and sounds on their way into a package. Each lies in a file of its own, so that no more than one of them is
/// in memory.
public final class OutgoingMedia {
    public private(set) var files: [AnkiMedia] = []
    private let folder: URL
    private var names: Set<String> = []

    /// - Parameter folder: must not exist yet; it is the caller's to remove.
    /// - Throws: `AnkiError` `.unwritable`.
    public init(in folder: URL) throws(AnkiError) {
        self.folder = folder
        do { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false) } catch {
            throw AnkiError(.unwritable, folder.lastPathComponent, "cannot be made: \(error.localizedDescription)")
        }
    }

    /// Writes a file into the folder, unless there is one of that name already.
    /// - Throws: `AnkiError` `.unwritable`.
    public func add(_ file: MediaFile) throws(AnkiError) {
        guard names.insert(file.name).inserted else { return }
        let target = folder.appending(path: "\(files.count)")
        do { try file.data.write(to: target) } catch {
            throw AnkiError(.unwritable, file.name, "cannot be written: \(error.localizedDescription)")
        }
        let sha1 = Insecure.SHA1.hash(data: file.data).hexadecimal
        files.append(AnkiMedia(name: file.name, file: target, size: file.data.count, sha1: sha1))
    }
}
