// SPDX-License-Identifier: Apache-2.0

import EmberJSON

/// Turns schemas into nodes: what may stand at a place is the schemas that have to hold there and those that must not.
///
/// Values without parts are combined exactly, as automata. Arrays and objects become a list of alternatives, each of
/// which says what its parts have to be: nodes again, found by the same sets of schemas, so that recursion ends.
final class GrammarBuilder {
    let reader: SchemaReader
    private var ids: [Set<Obligation>: Int32] = [:]
    private var pending: [Set<Obligation>] = []
    private var nodes: [Node] = []
    private var automata: [ByteAutomaton] = []
    private var strings: [StringShape] = []
    var arrays: [ArrayShape] = []
    var objects: [ObjectShape] = []
    private var plainAutomata: [PlainKey: Int32] = [:]
    private var anyString: Int32?
    private var byteStates = 0

    private struct PlainKey: Hashable {
        let kinds: Kinds
        let numbers: NumberCondition
    }

    init(_ reader: SchemaReader) { self.reader = reader }

    func build() throws(GrammarError) -> GrammarParts {
        _ = try node([reader.id(at: "") + 1])
        var position = 0
        while position < pending.count {
            let obligations = pending[position]
            let node = try expand(obligations)
            nodes[position] = node
            position += 1
        }
        try measure()
        guard nodes[0].isPossible else { throw GrammarError(.unsatisfiable, "", "no document satisfies the schema") }
        return GrammarParts(
            automata: automata, nodes: nodes, strings: strings, arrays: arrays, objects: objects, isDocument: true)
    }

    /// The number of the place where all of `obligations` hold.
    func node(_ obligations: Set<Obligation>) throws(GrammarError) -> Int32 {
        let known = obligations.subtracting([SchemaReader.anything + 1, -(SchemaReader.nothing + 1)])
        if let id = ids[known] { return id }
        guard nodes.count < Limit.nodes else {
            throw GrammarError(.tooLarge, pointer(obligations), "the schema has too many places to tell apart")
        }
        let id = Int32(nodes.count)
        ids[known] = id
        nodes.append(Node())
        pending.append(known)
        return id
    }

    func pointer(_ obligations: Set<Obligation>) -> String {
        obligations.map { reader.pointers[Int(abs($0)) - 1] }.max { $0.count < $1.count } ?? ""
    }

    // MARK: One node

    private func expand(_ obligations: Set<Obligation>) throws(GrammarError) -> Node {
        let place = pointer(obligations)
        let formula = Formula.all(
            obligations.sorted().map { $0 > 0 ? .reference($0 - 1) : .not(.reference(-$0 - 1)) })
        var node = Node()
        node.plain = try plainValues(formula, place)
        let strings = try language(try specialised(formula, to: .string), place)
        for shape in try stringShapes(strings, place) {
            node.strings.append(Int32(self.strings.count))
            self.strings.append(shape)
        }
        for draft in try arrayDrafts(try specialised(formula, to: .array), true, place) {
            if let shape = try arrayShape(draft, place) {
                node.arrays.append(Int32(arrays.count))
                arrays.append(shape)
            }
        }
        for draft in try objectDrafts(try specialised(formula, to: .object), true, place) {
            if let shape = try objectShape(draft, place) {
                node.objects.append(Int32(objects.count))
                objects.append(shape)
            }
        }
        return node
    }

    private func plainValues(_ formula: Formula, _ place: String) throws(GrammarError) -> Int32 {
        var kinds: Kinds = []
        for kind in [Kinds.null, .yes, .no] {
            if case .constant(true) = try specialised(formula, to: kind) { kinds.insert(kind) }
        }
        let numbers = condition(try specialised(formula, to: .number))
        let key = PlainKey(kinds: kinds, numbers: numbers)
        if let known = plainAutomata[key] { return known }
        var builder = ByteAutomatonBuilder()
        do {
            let start = try builder.addState()
            let end = try builder.addState(label: 0)
            for (kind, text) in [(Kinds.null, "null"), (.yes, "true"), (.no, "false")] where kinds.contains(kind) {
                try builder.add(text: text, from: start, to: end)
            }
            if numbers != .constant(false) {
                builder.add(try NumberAutomaton(numbers).add(to: &builder, label: 0), to: start)
            }
            let automaton = try builder.finished(start: start)
            plainAutomata[key] = try automaton.map { try add($0) } ?? -1
        } catch {
            throw GrammarError(.tooLarge, place, "what is asked of numbers needs too many states")
        }
        return plainAutomata[key] ?? -1
    }

    func condition(_ formula: Formula) -> NumberCondition {
        switch formula {
        case .constant(let value): .constant(value)
        case .number(let condition): condition
        case .not(let inner): .not(condition(inner))
        case .all(let parts): .all(parts.map(condition))
        case .any(let parts): .any(parts.map(condition))
        case .kinds, .string, .array, .object, .reference: .constant(true)
        }
    }

    func language(_ formula: Formula, _ place: String) throws(GrammarError) -> StringLanguage {
        do {
            switch formula {
            case .constant(let value): return value ? .all : .none
            case .string(let language): return language
            case .not(let inner): return try language(inner, place).complement()
            case .all(let parts):
                var result = StringLanguage.all
                for part in parts { result = try result.intersection(try language(part, place)) }
                return result
            case .any(let parts):
                var result = StringLanguage.none
                for part in parts { result = try result.union(try language(part, place)) }
                return result
            case .kinds, .number, .array, .object, .reference: return .all
            }
        } catch let error as GrammarError {
            throw error
        } catch {
            throw GrammarError(.tooLarge, place, "what is asked of strings together needs too many states")
        }
    }

    private func stringShapes(_ language: StringLanguage, _ place: String) throws(GrammarError) -> [StringShape] {
        do {
            switch language {
            case .lengths(let ranges):
                if anyString == nil, !ranges.isEmpty { anyString = try add(.all, label: { _ in 0 }) }
                guard let anyString else { return [] }
                return ranges.map {
                    StringShape(
                        automaton: anyString, least: min($0.least, Int(Int32.max) - 1),
                        most: min($0.most ?? .max, Int(Int32.max)))
                }
            case .automaton(let automaton):
                let id = try add(automaton) { automaton.accepting[$0] ? 0 : -1 }
                return id.map { [StringShape(automaton: $0)] } ?? []
            }
        } catch {
            throw GrammarError(.tooLarge, place, "what is asked of strings needs too many states")
        }
    }

    /// Adds what follows the opening quote of a string.
    func add(_ automaton: CharacterAutomaton, label: (Int) -> Int32) throws(AutomatonTooLarge) -> Int32? {
        var builder = ByteAutomatonBuilder()
        let states = try builder.add(automaton, quoted: true, label: label)
        return try builder.finished(start: states[0]).map { (bytes) throws(AutomatonTooLarge) in try add(bytes) }
    }

    private func add(_ automaton: ByteAutomaton) throws(AutomatonTooLarge) -> Int32 {
        byteStates += automaton.states
        if byteStates > Limit.byteStates { throw AutomatonTooLarge() }
        automata.append(automaton)
        return Int32(automata.count - 1)
    }

    // MARK: Formulas

    /// Reduces a formula to values of one kind: tests of other kinds hold, references are replaced by their schemas.
    func specialised(_ formula: Formula, to kind: Kinds) throws(GrammarError) -> Formula {
        var open: Set<SchemaID> = []
        return try specialised(formula, kind, &open, 0)
    }

    private func specialised(
        _ formula: Formula, _ kind: Kinds, _ open: inout Set<SchemaID>, _ depth: Int
    ) throws(GrammarError) -> Formula {
        try CompilerBudget.spend(100, at: "")
        guard depth < 4 * Limit.depth else {
            throw GrammarError(.tooLarge, "", "the schema combines too many schemas")
        }
        switch formula {
        case .constant: return formula
        case .kinds(let kinds): return .constant(!kinds.isDisjoint(with: kind))
        case .number: return kind == .number ? formula : .constant(true)
        case .string: return kind == .string ? formula : .constant(true)
        case .array: return kind == .array ? formula : .constant(true)
        case .object: return kind == .object ? formula : .constant(true)
        case .reference(let id):
            guard open.insert(id).inserted else {
                throw GrammarError(.invalid, reader.pointers[Int(id)], "refers to itself without end")
            }
            defer { open.remove(id) }
            return try specialised(try reader.formula(id), kind, &open, depth + 1)
        case .not(let inner):
            let inner = try specialised(inner, kind, &open, depth + 1)
            if case .constant(let value) = inner { return .constant(!value) }
            return .not(inner)
        case .all(let parts):
            var kept: [Formula] = []
            for part in parts {
                let part = try specialised(part, kind, &open, depth + 1)
                switch part {
                case .constant(true): continue
                case .constant(false): return part
                default: kept.append(part)
                }
            }
            return kept.isEmpty ? .constant(true) : kept.count == 1 ? kept[0] : .all(kept)
        case .any(let parts):
            var kept: [Formula] = []
            for part in parts {
                let part = try specialised(part, kind, &open, depth + 1)
                switch part {
                case .constant(true): return part
                case .constant(false): continue
                default: kept.append(part)
                }
            }
            return kept.isEmpty ? .constant(false) : kept.count == 1 ? kept[0] : .any(kept)
        }
    }

    /// Whether a schema holds for every value, or for none, as far as that can be seen at once.
    func constant(_ id: SchemaID) throws(GrammarError) -> Bool? {
        if case .constant(let value) = try reader.formula(id) { return value }
        if case .all(let parts) = try reader.formula(id), parts.isEmpty { return true }
        return nil
    }

    // MARK: Sizes

    private func measure() throws(GrammarError) {
        let lengths = automata.map { $0.shortestLength() }
        try NodeSizes(automata: automata, lengths: lengths, strings: strings, arrays: arrays).settle(&nodes, &objects)
    }
}
