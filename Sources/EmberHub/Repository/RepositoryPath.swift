// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Path of a file in a repository, known to stay inside the folder that the repository is put in.
public struct RepositoryPath: Sendable, Hashable, CustomStringConvertible {
    /// At least one; none is empty, `.` or `..`.
    let components: [String]

    private static let longest = 1024
    private static let longestName = 255

    /// - Throws: `HubError` `.unsafePath`, with what is wrong.
    init(_ text: String) throws(HubError) {
        func unsafe(_ what: String) -> HubError {
            HubError(.unsafePath, printable(text), "the repository has a file whose path \(what); nothing was fetched")
        }
        // All by code points: to Swift a slash with an accent behind it is one character and no slash, to the system it
        // is a slash.
        let scalars = text.unicodeScalars
        guard scalars.first != "/" else { throw unsafe("begins at the root of the disk") }
        guard text.utf8.count <= Self.longest else { throw unsafe("is longer than \(Self.longest) bytes") }
        guard !scalars.contains("\\") else { throw unsafe("has a backslash") }
        guard !scalars.contains(where: { $0.properties.generalCategory == .control }) else {
            throw unsafe("has a control character")
        }
        components = scalars.split(separator: "/", omittingEmptySubsequences: false).map { String($0) }
        for component in components {
            guard !component.isEmpty else { throw unsafe("has an empty part") }
            guard component != ".", component != ".." else { throw unsafe("leads out of its folder") }
            guard component.utf8.count <= Self.longestName else { throw unsafe("has too long a name") }
        }
    }

    public var description: String { components.joined(separator: "/") }
    var name: String { components[components.count - 1] }
    var isInRoot: Bool { components.count == 1 }

    /// Key that is equal for names that a file system may take for one, because it ignores case or how an accent is
    /// written.
    private static func folded(_ components: some Sequence<String>) -> String {
        components.joined(separator: "/").decomposedStringWithCanonicalMapping.lowercased()
            .decomposedStringWithCanonicalMapping
    }

    /// Checks that no two files, nor a file and a folder, are one where case or accents do not count.
    /// - Throws: `HubError` `.unsafePath` with both names.
    static func requireDistinct(_ paths: [RepositoryPath]) throws(HubError) {
        var files: [String: RepositoryPath] = [:]
        for path in paths {
            if let other = files.updateValue(path, forKey: folded(path.components)) { throw collision(path, other) }
        }
        for path in paths {
            for length in 1..<path.components.count {
                if let other = files[folded(path.components.prefix(length))] { throw collision(path, other) }
            }
        }
    }

    private static func collision(_ path: RepositoryPath, _ other: RepositoryPath) -> HubError {
        HubError(
            .unsafePath, printable(path.description),
            "the repository also has \(printable(other.description)), which some systems take for the same file")
    }
}
