// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The files of this repository, as they lie in the checkout.
struct Repository {
    let root: URL
    /// Paths from the root, without what is built or hidden.
    let paths: [String]
    private let names: Set<String>

    init() throws {
        root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let all = FileManager.default.enumerator(atPath: root.path)
        var paths: [String] = []
        while let path = all?.nextObject() as? String {
            if path.hasPrefix(".build") || path.hasPrefix(".git/") {
                all?.skipDescendants()
            } else {
                paths.append(path)
            }
        }
        self.paths = paths.sorted()
        names = Set(paths.map { ($0 as NSString).lastPathComponent })
    }

    func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: root.appending(path: path).path) }

    /// Whether any file or folder has this name.
    func has(name: String) -> Bool { names.contains((name as NSString).lastPathComponent) }

    /// The documents that people read.
    var documents: [String] {
        paths.filter { path in
            path.hasSuffix(".md") && (!path.contains("/") || path.hasPrefix("docs/") || path.hasPrefix("Training/"))
        }
    }

    /// All sources of one kind, such as `swift`, joined.
    func sources(_ endings: String...) throws -> String {
        try paths.filter { path in path.hasPrefix("Sources/") && endings.contains { path.hasSuffix(".\($0)") } }
            .map(text).joined(separator: "\n")
    }
}

extension String {
    /// Finds the matches of the first group of `expression`, or of all of it if it has no group, from first to last.
    func matches(_ expression: String) throws -> [String] {
        let found = try NSRegularExpression(pattern: expression, options: [.anchorsMatchLines])
        let whole = NSRange(startIndex..., in: self)
        return found.matches(in: self, range: whole).compactMap { match in
            Range(match.range(at: match.numberOfRanges > 1 ? 1 : 0), in: self).map { String(self[$0]) }
        }
    }
}
