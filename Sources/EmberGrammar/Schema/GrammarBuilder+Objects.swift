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

    // MARK: Shape

    func objectShape(_ draft: ObjectDraft, _ place: String) throws(GrammarError) -> ObjectShape? {
        var draft = draft
        for others in draft.others {
            for name in others.names.sorted(by: { $0.string < $1.string }) { draft.require(name) }
        }
        for witness in draft.witnesses {
            for name in witness.names.sorted(by: { $0.string < $1.string }) { draft.require(name) }
        }
        let allowedNames = try nameLanguage(draft.names, place)
        // A few names can as well be listed, which makes it certain that none is written twice.
        if case .automaton(let automaton) = allowedNames, let names = automaton.texts(atMost: Limit.listedNames) {
            for name in names { draft.require(ExactString(name)) }
        }

        var labels: [ObjectShape.Label] = []
        var numbers: [ExactString: Int32] = [:]
        for name in draft.order {
            var obligations = draft.properties[name] ?? []
            for (pattern, schema) in draft.patterns where reader.patterns[pattern].accepts(name.string) {
                obligations.insert(schema)
            }
            for (names, patterns, schema) in draft.others {
                let isListed = names.contains(name) || patterns.contains { reader.patterns[$0].accepts(name.string) }
                if !isListed { obligations.insert(schema) }
            }
            if let allowedNames, !allowedNames.accepts(name.string) { obligations = [SchemaReader.nothing + 1] }
            if try isNever(obligations) {
                if draft.required.contains(name) { return nil }
                numbers[name] = -1
                continue
            }
            numbers[name] = Int32(labels.count)
            labels.append(ObjectShape.Label(length: name.string.utf8.count + 2, node: try node(obligations)))
        }
        let keys = try nameAutomaton(draft, numbers, allowedNames, &labels, place)
        return try shape(draft, keys, numbers, labels, place)
    }

    private func isNever(_ obligations: Set<Obligation>) throws(GrammarError) -> Bool {
        for obligation in obligations {
            if try constant(abs(obligation) - 1) == (obligation < 0) { return true }
        }
        return false
    }

    /// What `propertyNames` asks; `nil` for nothing.
    private func nameLanguage(_ names: Set<Obligation>, _ place: String) throws(GrammarError) -> StringLanguage? {
        guard !names.isEmpty else { return nil }
        let formula = Formula.all(names.sorted().map { $0 > 0 ? .reference($0 - 1) : .not(.reference(-$0 - 1)) })
        return try language(try specialised(formula, to: .string), place)
    }

    /// An automaton that finds the label of a name; adds labels for the kinds of names that are not listed.
    private func nameAutomaton(
        _ draft: ObjectDraft, _ numbers: [ExactString: Int32], _ allowed: StringLanguage?,
        _ labels: inout [ObjectShape.Label], _ place: String
    ) throws(GrammarError) -> (automaton: CharacterAutomaton, labels: [Int32], kinds: [(Int32, Set<Int>)]) {
        do {
            let listed = try CharacterAutomaton(texts: draft.order.map(\.string))
            var numberOfState: [Int: Int32] = [:]
            for (name, number) in numbers {
                numberOfState[name.string.unicodeScalars.reduce(0) { listed.target($0, $1.value) }] = number
            }
            let used = Set(
                draft.patterns.map(\.pattern) + draft.others.flatMap(\.patterns) + draft.witnesses.flatMap(\.patterns)
            )
            .sorted()
            var parts = [listed] + used.map { reader.patterns[$0] }
            if let allowed { parts.append(try allowed.asAutomaton()) }
            var combinations: [[Int32]] = []
            let product: CharacterAutomaton
            if parts.count == 1 {
                product = listed
                combinations = (0..<Int32(listed.states)).map { [$0] }
            } else {
                product = try CharacterAutomaton.labelledProduct(parts) { states in
                    combinations.append(states)
                    return 0
                }.automaton
            }
            var kinds: [Set<Int>: Int32] = [:]
            var result: [Int32] = []
            for states in combinations {
                if let number = numberOfState[Int(states[0])] {
                    result.append(number)
                    continue
                }
                if let allowed = parts.last, draft.names.isEmpty == false,
                    !allowed.accepting[Int(states[parts.count - 1])]
                {
                    result.append(-1)
                    continue
                }
                let matching = Set(
                    used.enumerated().filter { parts[$0.offset + 1].accepting[Int(states[$0.offset + 1])] }.map(
                        \.element))
                if kinds[matching] == nil {
                    var obligations: Set<Obligation> = []
                    for (pattern, schema) in draft.patterns where matching.contains(pattern) {
                        obligations.insert(schema)
                    }
                    for (_, patterns, schema) in draft.others where matching.isDisjoint(with: patterns) {
                        obligations.insert(schema)
                    }
                    if try isNever(obligations) {
                        kinds[matching] = -1
                    } else {
                        kinds[matching] = Int32(labels.count)
                        labels.append(ObjectShape.Label(length: 2, node: try node(obligations)))
                    }
                }
                result.append(kinds[matching] ?? -1)
            }
            return (product, result, kinds.filter { $0.value >= 0 }.map { ($0.value, $0.key) })
        } catch let error as GrammarError {
            throw error
        } catch {
            throw GrammarError(.tooLarge, place, "the names of members need too many states")
        }
    }

    private func shape(
        _ draft: ObjectDraft, _ keys: (automaton: CharacterAutomaton, labels: [Int32], kinds: [(Int32, Set<Int>)]),
        _ numbers: [ExactString: Int32], _ labels: [ObjectShape.Label], _ place: String
    ) throws(GrammarError) -> ObjectShape? {
        var required = LabelSet(labels.count)
        for name in draft.required { if let number = numbers[name], number >= 0 { required.insert(Int(number)) } }
        var free = LabelSet(labels.count)
        for (label, _) in keys.kinds { free.insert(Int(label)) }
        if draft.least > 1, !keys.kinds.isEmpty {
            throw GrammarError(
                .unsupported, place / "minProperties", "more than 1 is enforced only where all members are listed")
        }
        if !draft.witnesses.isEmpty, draft.most != nil || draft.least > 1 {
            throw GrammarError(
                .unsupported, place, "maxProperties beside the opposite of a closed object cannot be enforced")
        }
        var witnesses: [LabelSet] = []
        for (names, patterns) in draft.witnesses {
            var set = LabelSet(labels.count)
            for (name, number) in numbers where number >= 0 && !names.contains(name) {
                if !patterns.contains(where: { reader.patterns[$0].accepts(name.string) }) { set.insert(Int(number)) }
            }
            for (label, matching) in keys.kinds where matching.isDisjoint(with: patterns) { set.insert(Int(label)) }
            if set.isEmpty { return nil }
            witnesses.append(set)
        }
        var names: Int32?
        do {
            names = try add(keys.automaton) { keys.labels[$0] }
        } catch {
            throw GrammarError(.tooLarge, place, "the names of members need too many states")
        }
        return ObjectShape(
            names: names ?? -1, labels: labels, required: required, free: free, witnesses: witnesses,
            least: draft.least, most: draft.most ?? unreachable)
    }
}
