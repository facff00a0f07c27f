// SPDX-License-Identifier: Apache-2.0

public import EmberJSON
import Foundation

/// All that the memory knows, as one JSON object: facts with their evidence, and the lines of the portrait.
///
/// `{"format":"hearth-memory","version":1,"facts":[…],"profile":[…]}`; dates are ISO 8601 in UTC.
public struct MemoryFile: Sendable, Equatable {
    public static let format = "hearth-memory"
    public static let version = 1
    /// The most bytes of a file that is read.
    public static let mostBytes = 64 << 20

    public var facts: KeptFacts
    public var lines: [ProfileLine]

    public init(facts: KeptFacts, lines: [ProfileLine]) { (self.facts, self.lines) = (facts, lines) }

    /// All that a store knows.
    public init(of store: any KnowledgeStore) async throws {
        self.init(
            facts: KeptFacts(facts: try await store.facts(history: true), queued: try await store.queuedFacts()),
            lines: try await Profile(store: store).lines())
    }

    /// - Parameter json: as `json` writes it.
    /// - Throws: `MemoryFileError` for the first thing that is not as it has to be; a fact without evidence is one.
    public init(_ json: JSON) throws(MemoryFileError) {
        guard json["format"]?.string == Self.format else {
            throw MemoryFileError("the file", "is not an export of Hearth’s memory: “format” is not “\(Self.format)”")
        }
        guard json["version"]?.integer == Self.version else {
            throw MemoryFileError("version", "has to be \(Self.version); a newer Hearth may have written this file")
        }
        var (facts, known): (KeptFacts, Set<Fact.ID>) = (KeptFacts(), [])
        for (place, item) in try Self.list(json, "facts").enumerated() {
            let fields = MemoryFields(item, "facts[\(place)]")
            let fact = try Fact(fields)
            guard known.insert(fact.id).inserted else { throw fields.error("id", "comes twice") }
            if try fields.flag("waits") { facts.queued.append(fact) } else { facts.facts.append(fact) }
        }
        self.facts = facts
        lines = []
        var names: Set<String> = []
        for (place, item) in try Self.list(json, "profile").enumerated() {
            let fields = MemoryFields(item, "profile[\(place)]")
            let line = try ProfileLine(fields, known)
            guard names.insert(line.id).inserted else { throw fields.error("id", "comes twice") }
            lines.append(line)
        }
    }

    private static func list(_ json: JSON, _ key: String) throws(MemoryFileError) -> [JSON] {
        guard let value = json[key] else { return [] }
        guard let list = value.array else { throw MemoryFileError(key, "has to be a list") }
        return list
    }

    public var json: JSON {
        let all = facts.facts.map { $0.json(waits: false) } + facts.queued.map { $0.json(waits: true) }
        return [
            "format": .string(Self.format), "version": .integer(Self.version), "facts": .array(all),
            "profile": .array(lines.map(\.json)),
        ]
    }

    // MARK: Importing

    /// The additions of an import: known facts stay as they are.
    public struct Preview: Sendable, Equatable {
        public var new: MemoryFile
        /// Facts of the file that are known already.
        public var known: Int
    }

    public func preview(for store: any KnowledgeStore) async throws -> Preview {
        let present = try await Set((store.facts(history: true) + store.queuedFacts()).map(\.id))
        let lineIDs = try await Set(store.profileLines().map(\.id))
        let isNew = { (fact: Fact) in !present.contains(fact.id) }
        let new = MemoryFile(
            facts: KeptFacts(facts: facts.facts.filter(isNew), queued: facts.queued.filter(isNew)),
            lines: lines.filter { !lineIDs.contains($0.id) })
        let known = facts.facts.count + facts.queued.count - new.facts.facts.count - new.facts.queued.count
        return Preview(new: new, known: known)
    }
}

/// A fault of a file of the memory, and its place.
public struct MemoryFileError: Error, Sendable, Equatable, CustomStringConvertible {
    public let place: String
    public let detail: String

    init(_ place: String, _ detail: String) { (self.place, self.detail) = (place, detail) }

    public var description: String { "\(place): \(detail)" }
}
