// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A set of words that are learned together. Decks may lie in decks.
public struct Deck: Sendable, Hashable, Codable, Identifiable {
    /// Given by the store, never twice.
    public let id: Int64
    /// The deck it lies in.
    public var parent: Int64?
    /// Not empty, without "::", and the only one of its name in its parent.
    public var name: String
    /// `nil` for those of its parent, and at the top for the standard ones.
    public var settings: DeckSettings?
    public var createdAt: Date

    public init(id: Int64, parent: Int64? = nil, name: String, settings: DeckSettings? = nil, createdAt: Date) {
        (self.id, self.parent, self.name, self.settings, self.createdAt) = (id, parent, name, settings, createdAt)
    }

    /// Separator between the names of nested decks, in commands and in files of other programs.
    public static let separator = "::"

    /// How many names a deck's path has at most.
    public static let mostNames = 20
}

/// All decks, as the tree that they are.
public struct DeckTree: Sendable {
    /// By path, so that a deck comes before those in it.
    public let decks: [Deck]
    private let byID: [Int64: Deck]
    private let children: [Int64: [Int64]]

    public init(_ decks: [Deck]) {
        let byID = Dictionary(decks.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        self.byID = byID
        children = Dictionary(grouping: decks.filter { $0.parent != nil }, by: { $0.parent ?? 0 })
            .mapValues { $0.map(\.id) }
        let paths = byID.mapValues { Self.path(of: $0, in: byID) }
        self.decks = decks.sorted { first, second in
            let (left, right) = (paths[first.id] ?? [], paths[second.id] ?? [])
            return left == right ? first.id < second.id : left.lexicographicallyPrecedes(right)
        }
    }

    public subscript(_ id: Int64) -> Deck? { byID[id] }

    /// The names from the top down to a deck; empty where there is none.
    public func path(of id: Int64) -> [String] { byID[id].map { Self.path(of: $0, in: byID) } ?? [] }

    /// The deck of this path, such as "French::Verbs".
    public func deck(at path: String) -> Deck? {
        let names = path.components(separatedBy: Deck.separator)
        return decks.first { self.path(of: $0.id) == names }
    }

    /// A deck and all decks in it, itself first.
    public func subtree(of id: Int64) -> [Int64] {
        var found: [Int64] = []
        var seen: Set<Int64> = []
        var waiting = byID[id] == nil ? [] : [id]
        while let next = waiting.popLast() {
            guard seen.insert(next).inserted else { continue }
            found.append(next)
            waiting += children[next] ?? []
        }
        return found
    }

    /// The decks that a deck lies in, itself first and the top last.
    public func ancestors(of id: Int64) -> [Int64] {
        var found: [Int64] = []
        var next: Int64? = id
        while let current = next, let deck = byID[current], !found.contains(current) {
            found.append(current)
            next = deck.parent
        }
        return found
    }

    /// Whether a deck and all decks in it can lie in another one: paths have so many names at most.
    public func hasRoom(for id: Int64, in parent: Int64) -> Bool {
        let deepest = subtree(of: id).map { path(of: $0).count }.max() ?? 1
        return path(of: parent).count + deepest - path(of: id).count + 1 <= Deck.mostNames
    }

    /// A deck's own settings, or those of the nearest deck around it that has some.
    public func settings(of id: Int64) -> DeckSettings {
        ancestors(of: id).lazy.compactMap { byID[$0]?.settings }.first ?? DeckSettings()
    }

    private static func path(of deck: Deck, in decks: [Int64: Deck]) -> [String] {
        var names = [deck.name]
        var seen: Set = [deck.id]
        var next = deck.parent
        while let current = next, let parent = decks[current], seen.insert(current).inserted {
            names.append(parent.name)
            next = parent.parent
        }
        return names.reversed()
    }
}

/// Words, or a deck and all in it, that were deleted together and can be restored together.
public struct WordDeletion: Sendable, Hashable, Identifiable {
    /// The number of the hidden deck that has them.
    public var id: Int64
    /// How many words it has hidden.
    public var words: Int

    /// For how long it can be restored.
    public static let undoTime = Duration.seconds(600)

    public init(id: Int64, words: Int) { (self.id, self.words) = (id, words) }
}
