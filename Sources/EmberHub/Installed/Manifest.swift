// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation

/// Revision, files and checksums of a download, kept with the model so that it can be checked later.
struct Manifest: Sendable {
    let model: ModelID
    let revision: String
    /// The hub's address.
    let source: String
    let files: [RemoteFile]

    static let name = ".hearth-manifest.json"
    private static let version = 1

    var json: JSON {
        [
            "version": .integer(Self.version), "model": .string("\(model)"), "revision": .string(revision),
            "source": .string(source), "files": .array(files.map(Self.entry)),
        ]
    }

    /// Spelled as the hub's list is, so that one reader does for both.
    private static func entry(_ file: RemoteFile) -> JSON {
        var entry: JSONObject = ["type": "file", "path": .string("\(file.path)"), "size": .integer(file.size)]
        switch file.checksum {
        case .gitBlob(let oid): entry["oid"] = .string(oid)
        case .sha256(let oid): entry["lfs"] = ["oid": .string(oid), "size": .integer(file.size)]
        }
        return .object(entry)
    }
}

extension Manifest {
    /// - Throws: `HubError` `.notOurs` for anything that this version did not write.
    init(_ bytes: [UInt8], of model: ModelID) throws(HubError) {
        let damaged = HubError(.notOurs, "\(model)", "its \(Self.name) is damaged; download the model again")
        guard let json = try? JSON(parsing: bytes), json["version"]?.integer == Self.version,  // told as damage
            let revision = json["revision"]?.string, let source = json["source"]?.string,
            let entries = json["files"]?.array
        else { throw damaged }
        var files: [RemoteFile] = []
        for entry in entries {
            guard let file = try RemoteFile(entry: entry, host: Self.name) else { throw damaged }
            files.append(file)
        }
        self.init(model: model, revision: revision, source: source, files: files)
    }
}
