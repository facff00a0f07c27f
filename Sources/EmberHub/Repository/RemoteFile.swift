// SPDX-License-Identifier: Apache-2.0

import EmberJSON

/// A file as the hub's list has it.
public struct RemoteFile: Sendable, Hashable {
    public let path: RepositoryPath
    /// Bytes.
    public let size: Int
    let checksum: Checksum
}

extension RemoteFile {
    /// The most bytes of one file: more than any has today, and as many as a list may have still add up.
    static let mostBytes = 1 << 46

    /// Reads one entry of the list; `nil` for a folder.
    /// - Throws: `HubError` `.unsafePath`, or `.brokenAnswer` for an entry that makes no sense.
    init?(entry: JSON, host: String) throws(HubError) {
        func broken(_ what: String) -> HubError { HubError(.brokenAnswer, host, "the list of files \(what)") }
        guard let type = entry["type"]?.string, let text = entry["path"]?.string else {
            throw broken("has an entry without type or path")
        }
        let path = try RepositoryPath(text)
        guard type == "file" else { return nil }
        let large = entry["lfs"].flatMap { $0.isNull ? nil : $0 }
        guard let size = (large?["size"] ?? entry["size"])?.integer, (0...Self.mostBytes).contains(size) else {
            throw broken("does not say how large \(printable(text)) is")
        }
        let checksum =
            if let large { Checksum(sha256: large["oid"]?.string) } else { Checksum(gitBlob: entry["oid"]?.string) }
        guard let checksum else { throw broken("has no checksum for \(printable(text))") }
        self.init(path: path, size: size, checksum: checksum)
    }
}
