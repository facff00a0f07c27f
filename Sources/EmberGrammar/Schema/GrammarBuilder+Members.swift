// SPDX-License-Identifier: Apache-2.0

import EmberJSON

/// The labels of the names of an object's members, found by reading a name character by character.
private struct NameLabels {
    var automaton: CharacterAutomaton
    /// For each state the label of the names that end there, -1 where none may.
    var ofStates: [Int32]
    /// The labels of names that are not listed, with the expressions that all of such a kind match.
    var kinds: [(label: Int32, patterns: Set<Int>)]
}

extension GrammarBuilder {
    /// Builds the shape of such an object's members; `nil` when there can be no such object.
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
            let tests = draft.patterns.count + draft.others.count + draft.others.reduce(0) { $0 + $1.patterns.count }
            try CompilerBudget.spend(20 + tests * (10 + name.string.utf8.count), at: place)
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
        let keys = try nameLabels(draft, numbers, allowedNames, &labels, place)
        return try shape(draft, keys, numbers, labels, place)
    }

    private func isNever(_ obligations: Set<Obligation>) throws(GrammarError) -> Bool {
        for obligation in obligations {
            if try constant(abs(obligation) - 1) == (obligation < 0) { return true }
        }
        return false
    }

    /// Names that satisfy `propertyNames`; `nil` when it asks for nothing.
    private func nameLanguage(_ names: Set<Obligation>, _ place: String) throws(GrammarError) -> StringLanguage? {
        guard !names.isEmpty else { return nil }
        let formula = Formula.all(names.sorted().map { $0 > 0 ? .reference($0 - 1) : .not(.reference(-$0 - 1)) })
        return try language(try specialised(formula, to: .string), place)
    }

    /// Finds the labels of names; adds some for the kinds of names that are not listed.
    private func nameLabels(
        _ draft: ObjectDraft, _ numbers: [ExactString: Int32], _ allowed: StringLanguage?,
        _ labels: inout [ObjectShape.Label], _ place: String
    ) throws(GrammarError) -> NameLabels {
        do {
            let used = Set(
                draft.patterns.map(\.pattern) + draft.others.flatMap(\.patterns) + draft.witnesses.flatMap(\.patterns)
            ).sorted()
            var parts = [try CharacterAutomaton(texts: draft.order.map(\.string))] + used.map { reader.patterns[$0] }
            if let allowed { parts.append(try allowed.asAutomaton()) }
            let listed = listedStates(numbers, parts[0])
            let (automaton, combinations) = try product(of: parts)
            var kinds: [Set<Int>: Int32] = [:]
            let found = try combinations.map { states throws -> Int32 in
                if let number = listed[Int(states[0])] { return number }
                if allowed != nil, !parts[parts.count - 1].accepting[Int(states[parts.count - 1])] { return -1 }
                let matching = Set(zip(used, 1...).filter { parts[$1].accepting[Int(states[$1])] }.map(\.0))
                if let label = kinds[matching] { return label }
                let label = try addLabel(draft, matching, &labels)
                kinds[matching] = label
                return label
            }
            return NameLabels(
                automaton: automaton, ofStates: found,
                kinds: kinds.filter { $0.value >= 0 }.map { ($0.value, $0.key) })
        } catch let error as GrammarError {
            throw error
        } catch {
            throw GrammarError(.tooLarge, place, "the names of members need too many states")
        }
    }

    /// For each state of `automaton` behind a listed name, the label of that name.
    private func listedStates(_ numbers: [ExactString: Int32], _ automaton: CharacterAutomaton) -> [Int: Int32] {
        var result: [Int: Int32] = [:]
        for (name, number) in numbers {
            result[name.string.unicodeScalars.reduce(0) { automaton.target($0, $1.value) }] = number
        }
        return result
    }

    /// An automaton that follows all of `parts` at once, and for each of its states those of the parts.
    private func product(
        of parts: [CharacterAutomaton]
    ) throws(AutomatonTooLarge) -> (automaton: CharacterAutomaton, combinations: [[Int32]]) {
        guard parts.count > 1 else { return (parts[0], (0..<Int32(parts[0].states)).map { [$0] }) }
        var combinations: [[Int32]] = []
        let product = try CharacterAutomaton.labelledProduct(parts) { states in
            combinations.append(states)
            return 0
        }
        return (product.automaton, combinations)
    }

    /// A label for the names that are not listed and match these expressions and no others; -1 where none may be there.
    private func addLabel(
        _ draft: ObjectDraft, _ matching: Set<Int>, _ labels: inout [ObjectShape.Label]
    ) throws(GrammarError) -> Int32 {
        var obligations: Set<Obligation> = []
        for (pattern, schema) in draft.patterns where matching.contains(pattern) { obligations.insert(schema) }
        for (_, patterns, schema) in draft.others where matching.isDisjoint(with: patterns) {
            obligations.insert(schema)
        }
        if try isNever(obligations) { return -1 }
        labels.append(ObjectShape.Label(length: 2, node: try node(obligations)))
        return Int32(labels.count - 1)
    }

    private func shape(
        _ draft: ObjectDraft, _ keys: NameLabels, _ numbers: [ExactString: Int32], _ labels: [ObjectShape.Label],
        _ place: String
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
            names = try add(keys.automaton) { keys.ofStates[$0] }
        } catch {
            throw GrammarError(.tooLarge, place, "the names of members need too many states")
        }
        return ObjectShape(
            names: names ?? -1, labels: labels, required: required, free: free, witnesses: witnesses,
            least: draft.least, most: draft.most ?? unreachable)
    }
}
