// SPDX-License-Identifier: Apache-2.0

import EmberJSON

extension ArrayShape {
    /// An array whose elements are taken from a list of values, each at most once: so a set says which may still come.
    struct UniqueItems: Sendable {
        /// For each value, the place that allows it alone.
        var nodes: [Int32]
        /// Values that each of the first elements may have, and those that all further elements may have.
        var prefix: [LabelSet]
        var rest: LabelSet

        func allowed(_ index: Int) -> LabelSet { index < prefix.count ? prefix[index] : rest }

        /// Cost of the shortest way to the end behind `index` elements, the `seen` ones.
        func closing(
            _ shape: ArrayShape, _ index: Int, _ seen: LabelSet, comma: Int, cost: (Int32) -> Int
        ) -> Int {
            let missing = shape.least - index
            guard missing > 0 else { return 1 }
            guard missing <= nodes.count else { return unreachable }
            let elements =
                isUniform(from: index)
                ? cheapest(missing, of: allowed(index).subtracting(seen), cost)
                : assigned(index..<shape.least, seen, cost)
            return bounded(elements + (index == 0 ? missing - 1 : missing) * comma + 1)
        }

        private func isUniform(from index: Int) -> Bool { prefix.dropFirst(index).allSatisfy { $0 == rest } }

        private func cheapest(_ count: Int, of labels: LabelSet, _ cost: (Int32) -> Int) -> Int {
            let costs = labels.elements.map { cost(nodes[$0]) }.filter { $0 < unreachable }.sorted()
            return costs.count < count ? unreachable : bounded(costs.prefix(count).reduce(0, +))
        }

        /// Least total cost of values for elements that have schemas of their own, with no value used twice.
        private func assigned(_ range: Range<Int>, _ seen: LabelSet, _ cost: (Int32) -> Int) -> Int {
            // What each set of values costs at least, one element further at a time.
            var sums = [seen: 0]
            for index in range {
                var following: [LabelSet: Int] = [:]
                for (set, sum) in sums {
                    for label in allowed(index).subtracting(set).elements {
                        let total = bounded(sum + cost(nodes[label]))
                        guard total < unreachable else { continue }
                        var larger = set
                        larger.insert(label)
                        following[larger] = min(total, following[larger] ?? unreachable)
                    }
                }
                sums = following
            }
            return sums.values.min() ?? unreachable
        }
    }
}

/// A value without parts.
enum ScalarValue: Hashable {
    /// `null`, `true` or `false`.
    case kind(Kinds)
    case number(Decimal)
    case string(ExactString)
}

extension GrammarBuilder {
    func uniqueItemsShape(
        _ draft: ArrayDraft, _ prefix: [Set<Obligation>], _ pointer: String
    ) throws(GrammarError) -> ArrayShape? {
        guard draft.contains == nil else {
            throw GrammarError(.unsupported, pointer, "cannot be enforced beside contains")
        }
        let isLimited = draft.most.map { $0 <= prefix.count } ?? false
        let positions = isLimited ? prefix : prefix + [draft.rest]
        var lists: [[ScalarValue]?] = []
        for obligations in positions { lists.append(try values(obligations, pointer)) }
        if lists.allSatisfy({ $0 == nil }) { return try freeShape(draft, prefix, isLimited) }
        guard let lists = lists as? [[ScalarValue]] else {
            throw GrammarError(.unsupported, pointer, "cannot be enforced where only some elements have listed values")
        }
        var labels: [ScalarValue: Int] = [:]
        var nodes: [Int32] = []
        func allowed(_ values: [ScalarValue]) throws(GrammarError) -> LabelSet {
            var set = LabelSet(0)
            for value in values {
                if labels[value] == nil {
                    labels[value] = nodes.count
                    nodes.append(try node([reader.id(of: value, at: pointer) + 1]))
                }
                set.insert(labels[value] ?? 0)
            }
            return set
        }
        var sets: [LabelSet] = []
        for list in lists.prefix(prefix.count) { sets.append(try allowed(list)) }
        let rest = isLimited ? LabelSet(0) : try allowed(lists[prefix.count])
        let padded = sets.map { $0.padded(to: nodes.count) }
        guard nodes.count <= Limit.assignedValues || padded.allSatisfy({ $0 == rest.padded(to: nodes.count) }) else {
            throw GrammarError(.tooLarge, pointer, "too many values for elements with schemas of their own")
        }
        var shape = ArrayShape(
            prefix: [], rest: 0, least: draft.least, most: min(draft.most ?? unreachable, nodes.count), counted: nil)
        shape.uniqueItems = ArrayShape.UniqueItems(nodes: nodes, prefix: padded, rest: rest.padded(to: nodes.count))
        return shape
    }

    /// An array of strings or numbers without end.
    private func freeShape(
        _ draft: ArrayDraft, _ prefix: [Set<Obligation>], _ isLimited: Bool
    ) throws(GrammarError) -> ArrayShape {
        var nodes: [Int32] = []
        for obligations in prefix { nodes.append(try node(obligations)) }
        let rest = isLimited ? try node([SchemaReader.nothing + 1]) : try node(draft.rest)
        var shape = ArrayShape(
            prefix: nodes, rest: rest, least: draft.least, most: draft.most ?? unreachable, counted: nil)
        shape.hasUniqueItems = true
        return shape
    }

    /// All values that satisfy some schemas together; `nil` where there are too many.
    /// - Throws: `.unsupported` where one may have parts.
    private func values(_ obligations: Set<Obligation>, _ pointer: String) throws(GrammarError) -> [ScalarValue]? {
        let formula = Formula.all(obligations.sorted().map { $0 > 0 ? .reference($0 - 1) : .not(.reference(-$0 - 1)) })
        for kind in [Kinds.array, .object] {
            guard case .constant(false) = try specialised(formula, to: kind) else {
                throw GrammarError(.unsupported, pointer, "is enforced only where elements have no parts")
            }
        }
        var result: [ScalarValue] = []
        for kind in [Kinds.null, .yes, .no] {
            if case .constant(true) = try specialised(formula, to: kind) { result.append(.kind(kind)) }
        }
        guard let texts = texts(try language(try specialised(formula, to: .string), pointer)),
            let numbers = numbers(condition(try specialised(formula, to: .number)))
        else { return nil }
        result += texts.map { .string(ExactString($0)) } + numbers.map { .number($0) }
        return result.count <= Limit.uniqueItemValues ? result : nil
    }

    private func texts(_ language: StringLanguage) -> [String]? {
        guard !language.isEmpty else { return [] }
        return (try? language.asAutomaton())?.texts(atMost: Limit.uniqueItemValues)
    }

    /// The numbers that satisfy a condition, where they are few: some of those that it names, or
    /// steps between two of them.
    private func numbers(_ condition: NumberCondition) -> [Decimal]? {
        guard condition != .constant(false) else { return [] }
        var named = Set<Decimal>()
        var steps = Set<NumberMultiple>()
        condition.gather(&named, &steps)
        for step in steps {
            guard let range = step.range(between: named), range.count <= Limit.uniqueItemValues else { continue }
            named.formUnion(range.compactMap { Decimal(whole: $0 * step.whole, places: step.places) })
        }
        let candidates = named.sorted { $0.double < $1.double }
        guard candidates.count <= Limit.uniqueItemValues + 8,
            isNever(.all([condition] + candidates.map { .not(.equal($0)) })) == true
        else { return nil }
        return candidates.filter { isNever(.all([condition, .equal($0)])) == false }
    }

    /// Whether no number that can be written satisfies a condition; `nil` where that takes too long to say.
    private func isNever(_ condition: NumberCondition) -> Bool? {
        do {
            var builder = ByteAutomatonBuilder()
            let start = try builder.addState()
            builder.add(try NumberAutomaton(condition).add(to: &builder, label: 0), to: start)
            return try builder.finished(start: start) == nil
        } catch {
            return nil
        }
    }
}

extension NumberCondition {
    /// The numbers that it is about, and the steps.
    fileprivate func gather(_ numbers: inout Set<Decimal>, _ steps: inout Set<NumberMultiple>) {
        switch self {
        case .constant: break
        case .less(let bound), .equal(let bound): numbers.insert(bound)
        case .multiple(let whole, let places): steps.insert(NumberMultiple(whole: whole, places: places))
        case .not(let inner): inner.gather(&numbers, &steps)
        case .all(let parts), .any(let parts): for part in parts { part.gather(&numbers, &steps) }
        }
    }
}

extension NumberMultiple {
    /// How many steps the least and the greatest of some numbers are away from 0, and one more to either side.
    fileprivate func range(between numbers: Set<Decimal>) -> ClosedRange<Int>? {
        var scale = 1.0
        for _ in 0..<places { scale *= 10 }
        let ends = numbers.map { $0.double * scale / Double(whole) }
        guard let low = ends.min(), let high = ends.max(), low.magnitude < 1e12, high.magnitude < 1e12 else {
            return nil
        }
        return Int(low.rounded(.down)) - 1...Int(high.rounded(.up)) + 1
    }
}

extension Decimal {
    /// whole / 10^places
    fileprivate init?(whole: Int, places: Int) {
        self.init(.integer(whole))
        if !isZero { point -= places }
    }

    /// About the value.
    fileprivate var double: Double {
        let digits = String(decoding: self.digits.map { $0 + UInt8(ascii: "0") }, as: UTF8.self)
        return Double("\(isNegative ? "-" : "")0.\(digits.isEmpty ? "0" : digits)e\(point)") ?? 0
    }
}
