// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension ModesFolder {
    /// Copies the files of modes that the user wrote, and of those that came with Hearth and were edited, as they are.
    /// Copies changed modes: unchanged ones are in every Hearth.
    ///
    /// - Parameter folder: is made where there is something to copy.
    /// - Returns: how many files were copied.
    /// - Throws: what reading and writing throw.
    @discardableResult
    public func export(to folder: URL) throws -> Int {
        let files = MemoryLanguage.allCases.flatMap { language in
            modes(in: language).filter { $0.language == language && (!$0.isBuiltIn || $0.isEdited) }
                .map { "\($0.id).\(language.rawValue).md" }
        }
        guard !files.isEmpty else { return 0 }
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        for name in files {
            let copy = folder.appending(path: name)
            try Data(contentsOf: url.appending(path: name)).write(to: copy)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: copy.path)
        }
        return files.count
    }
}
