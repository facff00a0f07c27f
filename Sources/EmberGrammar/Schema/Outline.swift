// SPDX-License-Identifier: Apache-2.0

import EmberJSON

/// Summary of a schema, for a quick check that two schemas never hold together.
struct Outline {
    private var kinds: Kinds = .all
    /// All its values, where they are listed.
    private var values: [JSON]?
    private var required: Set<ExactString> = []
    private var properties: [(name: ExactString, pointer: String)] = []

    private static let depth = 6

    init(_ document: SchemaDocument, _ pointer: String, depth: Int = 0) {
        guard let schema = document.value(at: pointer)?.object, depth < Self.depth, !CompilerBudget.isExhausted
        else { return }
        CompilerBudget.charge(100 * (1 + schema.count + (schema["properties"]?.object?.count ?? 0)))
        if let type = schema["type"] {
            kinds = []
            for name in type.array ?? [type] {
                switch name.string {
                case "null": kinds.formUnion(.null)
                case "boolean": kinds.formUnion(.boolean)
                case "number", "integer": kinds.formUnion(.number)
                case "string": kinds.formUnion(.string)
                case "array": kinds.formUnion(.array)
                case "object": kinds.formUnion(.object)
                default: kinds = .all
                }
            }
        }
        values = schema["const"].map { [$0] } ?? schema["enum"]?.array
        if let values {
            kinds.formIntersection(values.map { Kinds(of: $0) }.reduce(into: Kinds()) { $0.formUnion($1) })
        }
        required = Set((schema["required"]?.array ?? []).compactMap { $0.string.map(ExactString.init) })
        for name in schema["properties"]?.object?.keys ?? [] {
            properties.append((ExactString(name), pointer / "properties" / name))
        }
        var parts = (schema["allOf"]?.array ?? []).indices.map { pointer / "allOf" / String($0) }
        // A reference that cannot be resolved is reported when the schema itself is read.
        if let reference = schema["$ref"]?.string,
            let target = try? document.target(of: reference, from: pointer, keyword: "$ref")
        {
            parts.append(target)
        }
        for part in parts {
            let other = Outline(document, part, depth: depth + 1)
            kinds.formIntersection(other.kinds)
            values = values ?? other.values
            required.formUnion(other.required)
            properties += other.properties
        }
    }

    /// Whether no value satisfies both. A `false` may mean that it is not easy to see.
    func excludes(_ other: Outline, in document: SchemaDocument, depth: Int = 0) -> Bool {
        let common = kinds.intersection(other.kinds)
        if common.isEmpty { return true }
        // Where the budget is used up, the next step that can throw does.
        guard !CompilerBudget.isExhausted else { return false }
        if let values, let others = other.values {
            CompilerBudget.charge(20 * values.count * others.count)
            guard !CompilerBudget.isExhausted else { return false }
            let comparable = (values + others).allSatisfy { $0.array == nil && $0.object == nil }
            if comparable, !values.contains(where: { value in others.contains { Self.same($0, value) } }) {
                return true
            }
        }
        guard common == .object, depth < Self.depth else { return false }
        for name in required.intersection(other.required) {
            for mine in properties where mine.name == name {
                for theirs in other.properties where theirs.name == name {
                    let member = Outline(document, mine.pointer)
                    if member.excludes(Outline(document, theirs.pointer), in: document, depth: depth + 1) {
                        return true
                    }
                }
            }
        }
        return false
    }

    private static func same(_ a: JSON, _ b: JSON) -> Bool {
        if let x = Decimal(a), let y = Decimal(b) { return x == y }
        return a == b
    }
}
