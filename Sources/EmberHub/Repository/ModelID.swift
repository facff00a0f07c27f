// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A model's name on a hub, `owner/name`. Whatever passes is safe as two names of folders.
public struct ModelID: Sendable, Hashable, CustomStringConvertible {
    public let owner: String
    public let name: String

    /// - Throws: `HubError` `.badName` for anything but two parts of letters, digits, `-`, `_` and `.`, neither at an
    ///   end nor doubled as the hub forbids it.
    public init(_ text: String) throws(HubError) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, parts.allSatisfy(Self.isPart) else {
            throw HubError(.badName, printable(text), "is not a model's name; one looks like owner/name")
        }
        (owner, name) = (parts[0], parts[1])
    }

    /// Source: the rules of Hugging Face's `validate_repo_id`.
    private static func isPart(_ text: String) -> Bool {
        let isAllowed = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."):
                true
            default: false
            }
        }
        guard isAllowed, (1...96).contains(text.utf8.count), let first = text.first, let last = text.last else {
            return false
        }
        return !"-.".contains(first) && !"-.".contains(last) && !text.contains("--") && !text.contains("..")
    }

    public var description: String { "\(owner)/\(name)" }

    /// One name for both parts; `--` is in neither.
    var folderName: String { "\(owner)--\(name)" }

    /// The model of a `folderName`, where it is one.
    init?(folderName: String) {
        let parts = folderName.components(separatedBy: "--")
        guard parts.count == 2, let id = try? ModelID("\(parts[0])/\(parts[1])") else { return nil }  // not one of ours
        self = id
    }
}
