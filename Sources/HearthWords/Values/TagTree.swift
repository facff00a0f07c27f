// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The tags of some words, as the tree that their names make: `a::b` lies in `a`.
public struct TagTree: Sendable, Hashable {
    public struct Tag: Sendable, Hashable {
        /// With the tags that it lies in, such as `a::b`.
        public var name: String
        /// How many it lies in.
        public var depth: Int
        /// How many words have it, or one in it.
        public var words: Int

        public init(name: String, depth: Int, words: Int) {
            (self.name, self.depth, self.words) = (name, depth, words)
        }

        /// Without the tags that it lies in.
        public var ownName: String {
            TagTree.parts(of: name).last.flatMap { $0.isEmpty ? nil : $0 } ?? name
        }
    }

    /// Sorted so that a tag comes before those in it.
    public let tags: [Tag]

    /// Stands between the names of nested tags.
    public static let separator = "::"
    /// How deep the tree is at most; what lies deeper is part of the last name.
    private static let mostNames = 20

    /// - Parameter words: the tags of a word, and how many words have just these.
    public init(_ words: [(tags: [String], count: Int)]) {
        var counts: [String: Int] = [:]
        for word in words {
            for tag in Set(word.tags.flatMap(Self.lineage)) { counts[tag, default: 0] += word.count }
        }
        // Whatever its capitals; two that differ in these alone are two trees.
        let sorted = counts.keys.map { (parts: Self.parts(of: $0).flatMap { [$0.lowercased(), $0] }, name: $0) }
            .sorted { $0.parts.lexicographicallyPrecedes($1.parts) }
        tags = sorted.map {
            Tag(name: $0.name, depth: Self.lineage(of: $0.name).count - 1, words: counts[$0.name] ?? 0)
        }
    }

    public subscript(name: String) -> Tag? { tags.first { $0.name == name } }

    /// The tags that a tag lies in, the widest first, and itself.
    static func lineage(of tag: String) -> [String] {
        let parts = parts(of: tag)
        let around = (1..<max(parts.count, 1)).map { parts.prefix($0).joined(separator: separator) }
        return around.filter { !$0.isEmpty } + [tag]
    }

    private static func parts(of tag: String) -> [String] {
        let parts = tag.components(separatedBy: separator)
        guard parts.count > mostNames else { return parts }
        return Array(parts.prefix(mostNames - 1)) + [parts.dropFirst(mostNames - 1).joined(separator: separator)]
    }
}

extension FlashcardContent {
    /// The tags with one of them, and those in it, by another name, or without them.
    /// - Parameter name: `nil` removes them.
    public func tags(renaming tag: String, to name: String?) -> [String] {
        var seen: Set<String> = []
        let inside = tag + TagTree.separator
        return tags.compactMap { one -> String? in
            if one == tag { return name }
            guard one.hasPrefix(inside) else { return one }
            return name.map { $0 + one.dropFirst(tag.count) }
        }.filter { seen.insert($0).inserted }
    }
}
