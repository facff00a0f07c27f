// SPDX-License-Identifier: Apache-2.0

import EmberJSON

/// Members and elements that the keywords beside `unevaluatedProperties` or `unevaluatedItems` evaluate when
/// `conditions` hold.
private struct Evaluated {
    var conditions: [Formula] = []
    var names: Set<ExactString> = []
    var patterns: [Int] = []
    var elements = 0
    var all = false

    var isNothing: Bool { names.isEmpty && patterns.isEmpty && elements == 0 && !all }

    func joined(_ other: Evaluated) -> Evaluated {
        Evaluated(
            conditions: conditions + other.conditions, names: names.union(other.names),
            patterns: patterns + other.patterns, elements: max(elements, other.elements), all: all || other.all)
    }
}

/// Source: JSON Schema, draft 2020-12, core, section 11.
extension SchemaReader {
    private static let mostWays = 32

    func unevaluatedProperties(_ schema: JSONObject, _ pointer: String) throws(GrammarError) -> Formula {
        let place = pointer / "unevaluatedProperties"
        return .any(
            try evaluated(schema, pointer, place, ofItems: false, isOutermost: true, depth: 0).map { way in
                let others = Formula.object(
                    .others(names: way.names, patterns: way.patterns, id(at: place)), place)
                return .all(way.conditions + (way.all ? [] : [others]))
            })
    }

    func unevaluatedItems(_ schema: JSONObject, _ pointer: String) throws(GrammarError) -> Formula {
        let place = pointer / "unevaluatedItems"
        return .any(
            try evaluated(schema, pointer, place, ofItems: true, isOutermost: true, depth: 0).map { way in
                .all(way.conditions + (way.all ? [] : [.array(.items(from: way.elements, id(at: place)), place)]))
            })
    }

    /// All combinations of what may have been evaluated, each with when that is so.
    private func evaluated(
        _ schema: JSONObject, _ pointer: String, _ place: String, ofItems: Bool, isOutermost: Bool, depth: Int
    ) throws(GrammarError) -> [Evaluated] {
        if depth > 12 { throw GrammarError(.tooLarge, place, "depends on schemas nested too deep") }
        var ways = [try own(schema, pointer, place, ofItems, isOutermost)]

        func inside(_ inner: String) throws(GrammarError) -> [Evaluated] {
            guard let schema = document.value(at: inner)?.object else { return [Evaluated()] }
            return try evaluated(schema, inner, place, ofItems: ofItems, isOutermost: false, depth: depth + 1)
        }
        func join(_ others: [Evaluated]) throws(GrammarError) {
            if others.allSatisfy({ $0.isNothing }) { return }
            ways = ways.flatMap { way in others.map { way.joined($0) } }
            if ways.count > Self.mostWays { throw GrammarError(.tooLarge, place, "depends on too many conditions") }
        }
        func when(_ condition: Formula, _ inner: [Evaluated]) -> [Evaluated] {
            inner.map { Evaluated(conditions: [condition]).joined($0) }
        }

        for keyword in ["$ref", "$dynamicRef"] {
            guard let reference = schema[keyword]?.string else { continue }
            try join(try inside(document.target(of: reference, from: pointer, keyword: keyword)))
        }
        for branch in try branches(schema, "allOf", pointer) { try join(try inside(pointers[Int(branch)])) }
        for keyword in ["anyOf", "oneOf"] {
            for branch in try branches(schema, keyword, pointer) {
                let inner = try inside(pointers[Int(branch)])
                if inner.allSatisfy({ $0.isNothing }) { continue }
                let holds = Formula.reference(branch)
                try join(when(holds, inner) + [Evaluated(conditions: [.not(holds)])])
            }
        }
        if schema["if"] != nil {
            let holds = Formula.reference(id(at: pointer / "if"))
            let then = schema["then"] == nil ? [Evaluated()] : try inside(pointer / "then")
            let otherwise = schema["else"] == nil ? [Evaluated()] : try inside(pointer / "else")
            let yes = try inside(pointer / "if").flatMap { way in then.map { way.joined($0) } }
            if !(yes + otherwise).allSatisfy({ $0.isNothing }) {
                try join(when(holds, yes) + when(.not(holds), otherwise))
            }
        }
        for name in schema["dependentSchemas"]?.object?.keys ?? [] where !ofItems {
            let holds = Formula.object(.required(ExactString(name)), place)
            let inner = try inside(pointer / "dependentSchemas" / name)
            try join(when(holds, inner) + [Evaluated(conditions: [.not(holds)])])
        }
        return ways
    }

    /// Members and elements that the schema's own keywords evaluate.
    private func own(
        _ schema: JSONObject, _ pointer: String, _ place: String, _ ofItems: Bool, _ isOutermost: Bool
    ) throws(GrammarError) -> Evaluated {
        var result = Evaluated()
        if ofItems {
            result.elements = schema["prefixItems"]?.array?.count ?? 0
            result.all = schema["items"] != nil || (!isOutermost && schema["unevaluatedItems"] != nil)
            if schema["contains"] != nil, !result.all {
                throw GrammarError(.unsupported, place, "cannot be enforced beside contains")
            }
        } else {
            result.names = Set((schema["properties"]?.object?.keys ?? []).map(ExactString.init))
            for text in schema["patternProperties"]?.object?.keys ?? [] {
                result.patterns.append(try pattern(.string(text), pointer / "patternProperties" / text))
            }
            result.all =
                schema["additionalProperties"] != nil || (!isOutermost && schema["unevaluatedProperties"] != nil)
        }
        return result
    }
}
