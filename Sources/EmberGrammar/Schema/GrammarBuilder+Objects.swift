// SPDX-License-Identifier: Apache-2.0

import EmberJSON

/// One way of being an object, while its conditions are gathered.
struct ObjectDraft {
    var least = 0
    var most: Int?
    /// Names in the order in which they were met.
    var order: [ExactString] = []
    var properties: [ExactString: Set<Obligation>] = [:]
    var required: Set<ExactString> = []
    var patterns: [(pattern: Int, schema: Obligation)] = []
    var others: [(names: Set<ExactString>, patterns: [Int], schema: Obligation)] = []
    var names: Set<Obligation> = []
    /// Of the members outside these names and expressions, there has to be one.
    var witnesses: [(names: Set<ExactString>, patterns: [Int])] = []

    mutating func require(_ name: ExactString, _ schema: Obligation? = nil) {
        if properties[name] == nil {
            order.append(name)
            properties[name] = []
        }
        if let schema { properties[name]?.insert(schema) }
    }
}

extension GrammarBuilder {
    /// The alternatives of a formula about objects, or of its opposite.
    func objectDrafts(_ formula: Formula, _ holds: Bool, _ place: String) throws(GrammarError) -> [ObjectDraft] {
        switch formula {
        case .constant(let value): return value == holds ? [ObjectDraft()] : []
        case .not(let inner): return try objectDrafts(inner, !holds, place)
        case .object(let test, let pointer): return try drafts(test, holds, pointer)
        case .all(let parts) where holds, .any(let parts) where !holds:
            var result = [ObjectDraft()]
            for part in parts {
                let others = try objectDrafts(part, holds, place)
                let sizes = (result + others).reduce(0) { $0 + $1.order.count + 1 }
                try CompilerBudget.spend(50 * sizes * max(1, others.count - 1), at: place)
                if others.count == 1 {
                    for index in result.indices { merge(&result[index], others[0]) }
                } else {
                    result = result.flatMap { draft in
                        others.map { other in
                            var both = draft
                            merge(&both, other)
                            return both
                        }
                    }
                }
                result.removeAll { $0.least > $0.most ?? .max || isContradictory($0) }
                guard result.count <= Limit.alternatives else { throw tooMany(place) }
            }
            return result
        case .all(let parts), .any(let parts):
            var result: [ObjectDraft] = []
            for part in parts { result += try objectDrafts(part, holds, place) }
            guard result.count <= Limit.alternatives else { throw tooMany(place) }
            return result
        case .kinds, .number, .string, .array, .reference: return holds ? [ObjectDraft()] : []
        }
    }

    /// Whether a member must be there and must not: found early, it keeps the alternatives few.
    private func isContradictory(_ draft: ObjectDraft) -> Bool {
        draft.required.contains { name in
            guard let obligations = draft.properties[name] else { return false }
            return obligations.contains(SchemaReader.nothing + 1) || obligations.contains { obligations.contains(-$0) }
        }
    }

    private func drafts(_ test: ObjectTest, _ holds: Bool, _ pointer: String) throws(GrammarError) -> [ObjectDraft] {
        var draft = ObjectDraft()
        switch (test, holds) {
        case (.count(let least, let most), true):
            draft.least = least
            draft.most = most
        case (.count(let least, let most), false):
            var result: [ObjectDraft] = []
            if least > 0 { result.append(ObjectDraft(most: least - 1)) }
            if let most { result.append(ObjectDraft(least: most + 1)) }
            return result
        case (.required(let name), true):
            draft.require(name)
            draft.required.insert(name)
        case (.required(let name), false): draft.require(name, SchemaReader.nothing + 1)
        case (.property(let name, let schema), true): draft.require(name, schema + 1)
        case (.property(let name, let schema), false):
            if try constant(schema) == true { return [] }
            draft.require(name, -(schema + 1))
            draft.required.insert(name)
        case (.pattern(let pattern, let schema), true): draft.patterns.append((pattern, schema + 1))
        case (.others(let names, let patterns, let schema), true):
            if try constant(schema) == true { return [draft] }
            draft.others.append((names, patterns, schema + 1))
        case (.others(let names, let patterns, let schema), false):
            if try constant(schema) == true { return [] }
            guard try constant(schema) == false else { throw oppositeUnsupported(pointer) }
            draft.witnesses.append((names, patterns))
        case (.pattern(_, let schema), false):
            if try constant(schema) == true { return [] }
            throw oppositeUnsupported(pointer)
        case (.names(let schema), true):
            if try constant(schema) == true { return [draft] }
            draft.names.insert(schema + 1)
        case (.names(let schema), false):
            if try constant(schema) == true { return [] }
            throw oppositeUnsupported(pointer)
        }
        return [draft]
    }

    private func oppositeUnsupported(_ pointer: String) -> GrammarError {
        GrammarError(.unsupported, pointer, "the opposite of this cannot be enforced")
    }

    private func merge(_ a: inout ObjectDraft, _ b: ObjectDraft) {
        a.least = max(a.least, b.least)
        a.most = [a.most, b.most].compactMap(\.self).min()
        for name in b.order {
            a.require(name)
            a.properties[name]?.formUnion(b.properties[name] ?? [])
        }
        a.required.formUnion(b.required)
        a.patterns += b.patterns
        a.others += b.others
        a.names.formUnion(b.names)
        a.witnesses += b.witnesses
    }
}
