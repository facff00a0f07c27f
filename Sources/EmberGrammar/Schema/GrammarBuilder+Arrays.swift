// SPDX-License-Identifier: Apache-2.0

/// One way of being an array, while its conditions are gathered.
struct ArrayDraft {
    var least = 0
    var most: Int?
    var prefix: [Set<Obligation>] = []
    var rest: Set<Obligation> = []
    var contains: Contains?
    /// Pointer to the keyword that asks for unique elements; `nil` when none does.
    var uniqueItems: String?

    /// How many elements have to satisfy a schema.
    struct Contains {
        var schema: Obligation
        var least: Int
        var most: Int?
        /// Pointer to the `items` keyword if this test stands for its opposite.
        var oppositeOf: String?
    }

    private static let longestPrefix = 10_000

    mutating func require(_ obligation: Obligation, at index: Int) {
        while prefix.count <= index { prefix.append(rest) }
        prefix[index].insert(obligation)
    }

    mutating func require(_ obligation: Obligation, from index: Int) {
        while prefix.count < index { prefix.append(rest) }
        for position in index..<prefix.count { prefix[position].insert(obligation) }
        rest.insert(obligation)
    }

    static func fits(_ index: Int) -> Bool { index < longestPrefix }
}

extension GrammarBuilder {
    /// The alternatives of a formula about arrays, or of its opposite.
    func arrayDrafts(_ formula: Formula, _ holds: Bool, _ place: String) throws(GrammarError) -> [ArrayDraft] {
        switch formula {
        case .constant(let value): return value == holds ? [ArrayDraft()] : []
        case .not(let inner): return try arrayDrafts(inner, !holds, place)
        case .array(let test, let pointer): return try drafts(test, holds, pointer)
        case .all(let parts) where holds, .any(let parts) where !holds:
            var result = [ArrayDraft()]
            for part in parts {
                let others = try arrayDrafts(part, holds, place)
                var merged: [ArrayDraft] = []
                for a in result {
                    for b in others { if let both = try merge(a, b, place) { merged.append(both) } }
                }
                guard merged.count <= Limit.alternatives else { throw tooMany(place) }
                result = merged
            }
            return result
        case .all(let parts), .any(let parts):
            var result: [ArrayDraft] = []
            for part in parts { result += try arrayDrafts(part, holds, place) }
            guard result.count <= Limit.alternatives else { throw tooMany(place) }
            return result
        case .kinds, .number, .string, .object, .reference: return holds ? [ArrayDraft()] : []
        }
    }

    func tooMany(_ place: String) -> GrammarError {
        GrammarError(.tooLarge, place, "there are more than \(Limit.alternatives) ways to satisfy it")
    }

    private func drafts(_ test: ArrayTest, _ holds: Bool, _ pointer: String) throws(GrammarError) -> [ArrayDraft] {
        var draft = ArrayDraft()
        switch (test, holds) {
        case (.count(let least, let most), true):
            draft.least = least
            draft.most = most
        case (.count(let least, let most), false):
            var result: [ArrayDraft] = []
            if least > 0 { result.append(ArrayDraft(most: least - 1)) }
            if let most { result.append(ArrayDraft(least: most + 1)) }
            return result
        case (.item(let index, let schema), _):
            guard ArrayDraft.fits(index) else {
                throw GrammarError(.tooLarge, pointer, "too many elements have schemas of their own")
            }
            draft.require(holds ? schema + 1 : -(schema + 1), at: index)
            if !holds { draft.least = index + 1 }
        case (.items(let first, let schema), true): draft.require(schema + 1, from: first)
        case (.items(let first, let schema), false):
            if try constant(schema) == true { return [] }
            if try constant(schema) == false {
                draft.least = first + 1
            } else if first == 0 {
                draft.contains = .init(schema: -(schema + 1), least: 1, oppositeOf: pointer)
            } else {
                throw GrammarError(.unsupported, pointer, "the opposite of this cannot be enforced")
            }
        case (.uniqueItems, true): draft.uniqueItems = pointer
        case (.uniqueItems, false):
            throw GrammarError(.unsupported, pointer, "the opposite of this cannot be enforced")
        case (.contains(let schema, let least, let most), true):
            if least > 0 || most != nil { draft.contains = .init(schema: schema + 1, least: least, most: most) }
        case (.contains(let schema, let least, let most), false):
            var result: [ArrayDraft] = []
            if least > 0 {
                result.append(ArrayDraft(contains: .init(schema: schema + 1, least: 0, most: least - 1)))
            }
            if let most { result.append(ArrayDraft(contains: .init(schema: schema + 1, least: most + 1))) }
            return result
        }
        return [draft]
    }

    private func merge(_ a: ArrayDraft, _ b: ArrayDraft, _ place: String) throws(GrammarError) -> ArrayDraft? {
        var result = ArrayDraft()
        result.least = max(a.least, b.least)
        result.most = [a.most, b.most].compactMap(\.self).min()
        if result.least > result.most ?? .max { return nil }
        for index in 0..<max(a.prefix.count, b.prefix.count) {
            let mine = index < a.prefix.count ? a.prefix[index] : a.rest
            result.prefix.append(mine.union(index < b.prefix.count ? b.prefix[index] : b.rest))
        }
        result.rest = a.rest.union(b.rest)
        result.contains = a.contains ?? b.contains
        result.uniqueItems = a.uniqueItems ?? b.uniqueItems
        if let x = a.contains, let y = b.contains {
            guard x.schema == y.schema else { throw several(x, y, place) }
            result.contains?.least = max(x.least, y.least)
            result.contains?.most = [x.most, y.most].compactMap(\.self).min()
        }
        return result
    }

    /// Why two demands on what an array contains cannot be enforced together.
    private func several(_ a: ArrayDraft.Contains, _ b: ArrayDraft.Contains, _ place: String) -> GrammarError {
        guard let items = a.oppositeOf ?? b.oppositeOf else {
            return GrammarError(.unsupported, place, "several contains together cannot be enforced")
        }
        guard let keyword = items.ranges(of: "/oneOf/").last else {
            return GrammarError(
                .unsupported, items, "cannot be excluded beside other arrays, as oneOf does; anyOf can be enforced")
        }
        return GrammarError(
            .unsupported, String(items[..<keyword.lowerBound]) / "oneOf", "several arrays cannot be enforced; use anyOf"
        )
    }

    func arrayShape(_ draft: ArrayDraft, _ place: String) throws(GrammarError) -> ArrayShape? {
        var prefix = draft.prefix
        if let most = draft.most, prefix.count > most { prefix.removeLast(prefix.count - most) }
        if let pointer = draft.uniqueItems, draft.most ?? .max > 1 {
            return try uniqueItemsShape(draft, prefix, pointer)
        }
        var counted: ArrayShape.Counted?
        var plainPrefix = prefix
        var plainRest = draft.rest
        if let contains = draft.contains {
            var inPrefix: [Int32] = []
            for obligations in prefix { inPrefix.append(try node(obligations.union([contains.schema]))) }
            counted = ArrayShape.Counted(
                prefix: inPrefix, rest: try node(draft.rest.union([contains.schema])), least: contains.least,
                most: contains.most ?? unreachable)
            if contains.most != nil {
                plainPrefix = prefix.map { $0.union([-contains.schema]) }
                plainRest.insert(-contains.schema)
            }
        }
        var nodes: [Int32] = []
        for obligations in plainPrefix { nodes.append(try node(obligations)) }
        return ArrayShape(
            prefix: nodes, rest: try node(plainRest), least: draft.least, most: draft.most ?? unreachable,
            counted: counted)
    }
}
