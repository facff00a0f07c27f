// SPDX-License-Identifier: Apache-2.0

/// The user's portrait: lines that are made of facts, by rules and without a model.
///
/// What the user has pinned, hidden or written anew stays as it is, for as long as the facts of the line are known.
public struct Profile: Sendable {
    private let store: any FactStore & ProfileStore

    public init(store: any FactStore & ProfileStore) { self.store = store }

    /// The lines as they follow from what is known now. Nothing is written.
    public func lines() async throws -> [ProfileLine] {
        Self.lines(of: try await store.facts(history: false), before: try await store.profileLines())
    }

    /// Keeps the lines as they follow from what is known now; those that have not changed are not touched.
    public func rebuild() async throws {
        let before = try await store.profileLines()
        let now = Self.lines(of: try await store.facts(history: false), before: before)
        let known = Dictionary(before.map { ($0.id, $0) }) { first, _ in first }
        let present = Set(now.map(\.id))
        var changes = ProfileChanges()
        changes.lines = now.filter { known[$0.id] != $0 }
        changes.removed = before.map(\.id).filter { !present.contains($0) }
        if !changes.isEmpty { try await store.keep(changes) }
    }

    /// Changes a line as it is now, and keeps it.
    /// - Returns: the line before; `nil` where there is none.
    @discardableResult
    public func change(_ id: ProfileLine.ID, _ edit: @Sendable (inout ProfileLine) -> Void) async throws -> ProfileLine?
    {
        guard let line = try await lines().first(where: { $0.id == id }) else { return nil }
        var changed = line
        edit(&changed)
        var changes = ProfileChanges()
        changes.lines = [changed]
        if changed != line { try await store.keep(changes) }
        return line
    }

    /// Lines made of facts: each fact stays on its line, joins one that is about the same, or begins one.
    /// - Parameters:
    ///   - facts: those that hold now, the oldest first.
    ///   - before: the lines as they were.
    static func lines(of facts: [Fact], before: [ProfileLine]) -> [ProfileLine] {
        var draft = ProfileDraft(facts: facts, before: before)
        for fact in facts where !fact.isHidden { draft.take(fact) }
        return draft.lines
    }
}

/// Lines in the making.
private struct ProfileDraft {
    private(set) var lines: [ProfileLine]
    private let facts: [Fact.ID: Fact]
    private let people: People
    private lazy var stems = facts.mapValues(FactComparison.stems)
    private var lineOf: [Fact.ID: Int] = [:]
    /// Facts that get a line of their own, and whether the one that they leave is pinned or hidden.
    private var leaving: [Fact.ID: (isPinned: Bool, isHidden: Bool)] = [:]
    private var lineOfPerson: [String: Int] = [:]

    init(facts: [Fact], before: [ProfileLine]) {
        let known = Dictionary(facts.map { ($0.id, $0) }) { first, _ in first }
        self.facts = known
        people = People(facts)
        lines = before.compactMap { line in
            var line = line
            let present = line.facts.filter { known[$0].map { !$0.isHidden } ?? false }
            guard !present.isEmpty else { return nil }
            if present != line.facts { line.isEdited = false }
            line.facts = present
            return line
        }
        followSlots()
        joinPeople(order: Dictionary(facts.enumerated().map { ($1.id, $0) }) { first, _ in first })
        for (index, line) in lines.enumerated() {
            for fact in line.facts { lineOf[fact] = index }
            if let key = person(of: line) { lineOfPerson[key] = index }
        }
        for index in lines.indices { tell(index) }
    }

    /// A line stands where its fact belongs by now, and says one thing: facts that have been read into slots since get
    /// lines of their own, with what the user has decided about the line.
    private mutating func followSlots() {
        for (index, line) in lines.enumerated() where !line.isEdited {
            guard let first = line.facts.first, let fact = facts[first], fact.slot != nil || fact.alsoSaid != nil,
                let section = ProfileSection.of(fact)
            else { continue }
            lines[index].section = section
            guard section != .people, line.facts.count > 1 else { continue }
            lines[index].facts = [first]
            for other in line.facts.dropFirst() { leaving[other] = (line.isPinned, line.isHidden) }
        }
    }

    private func person(of line: ProfileLine) -> String? {
        guard line.section == .people else { return nil }
        return line.facts.lazy.compactMap { facts[$0].flatMap(people.key) }.first
    }

    /// Two lines may turn out to be about one person, once it is known what they are called.
    private mutating func joinPeople(order: [Fact.ID: Int]) {
        var (joined, places): ([ProfileLine], [String: Int]) = ([], [:])
        for line in lines {
            guard let key = person(of: line) else {
                joined.append(line)
                continue
            }
            guard let place = places[key] else {
                places[key] = joined.count
                joined.append(line)
                continue
            }
            joined[place].facts = (joined[place].facts + line.facts).sorted { order[$0] ?? 0 < order[$1] ?? 0 }
            if line.isEdited, !joined[place].isEdited {
                (joined[place].text, joined[place].isEdited) = (line.text, true)
            }
            if line.isPinned { joined[place].isPinned = true }
            if line.isHidden { joined[place].isHidden = true }
        }
        lines = joined
    }

    mutating func take(_ fact: Fact) {
        guard lineOf[fact.id] == nil, let section = ProfileSection.of(fact) else { return }
        let index = line(for: fact, section) ?? begin(fact, section)
        if !lines[index].facts.contains(fact.id) { lines[index].facts.append(fact.id) }
        lineOf[fact.id] = index
        tell(index)
    }

    private mutating func begin(_ fact: Fact, _ section: ProfileLine.Section) -> Int {
        var line = ProfileLine(id: fact.id, section: section, text: fact.statement, facts: [fact.id])
        if let before = leaving[fact.id] { (line.isPinned, line.isHidden) = before }
        lines.append(line)
        if section == .people, let key = people.key(of: fact) { lineOfPerson[key] = lines.count - 1 }
        return lines.count - 1
    }

    /// Share of the shorter one's stems that two facts of one line have in common.
    private static let about = 0.6

    /// The line that is about the same person or, with at least two words in common, about the same thing.
    private mutating func line(for fact: Fact, _ section: ProfileLine.Section) -> Int? {
        if section == .people { return people.key(of: fact).flatMap { lineOfPerson[$0] } }
        // A line that a slot makes says one thing, and what fits none is decided one by one.
        guard fact.slot == nil, fact.alsoSaid == nil else { return nil }
        let stems = stems
        let mine = stems[fact.id] ?? []
        return lines.indices.first { index in
            lines[index].section == section
                && lines[index].facts.contains { id in
                    guard let other = facts[id], other.subject == fact.subject, other.isNegative == fact.isNegative
                    else { return false }
                    let theirs = stems[id] ?? []
                    let common = mine.intersection(theirs).count
                    return common >= 2 && Double(common) >= Self.about * Double(min(mine.count, theirs.count))
                }
        }
    }

    /// A line says what its newest fact says. For a person it is what they are to the user, where that is known.
    private mutating func tell(_ index: Int) {
        guard !lines[index].isEdited else { return }
        let all = lines[index].facts.compactMap { facts[$0] }
        let relation = lines[index].section == .people ? all.last { $0.subject == "user" } : nil
        if let text = (relation ?? all.last)?.statement { lines[index].text = text }
    }
}
