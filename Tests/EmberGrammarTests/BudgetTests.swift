// SPDX-License-Identifier: Apache-2.0

import EmberGrammar
import EmberJSON
import Testing

/// Schemas that are small to send and dear to compile. Work is counted in steps, which are the same on every machine.
@Suite struct BudgetTests {
    /// Kinds of schemas that grow with a number.
    enum Family: String, CaseIterable, Sendable {
        case properties, enumeration, anyOfConstants, oneOfConstants, oneOfObjects, anyOfObjects, oneOfAlike,
            notRequired
        case nested, definitions, required, patterns, patternProperties, prefixItems, tuplesOfEnumerations, bounds
        case dependentSchemas, allOf, closedObjects, alternation, repetition

        private func named(_ number: Int) -> JSON {
            ["type": "object", "properties": .object(["name\(number)": ["type": "integer"]])]
        }

        private func closed(_ number: Int) -> JSON {
            [
                "type": "object", "additionalProperties": false,
                "properties": .object(["a": true, "b": true, "name\(number)": true]),
            ]
        }

        func schema(_ count: Int) -> JSON {
            func list(_ item: (Int) -> JSON) -> JSON { .array((0..<count).map(item)) }
            func map(_ value: (Int) -> JSON) -> JSON {
                var object = JSONObject()
                for number in 0..<count { object["name\(number)"] = value(number) }
                return .object(object)
            }
            switch self {
            case .properties: return ["type": "object", "properties": map { _ in ["type": "string"] }]
            case .enumeration: return ["enum": list { .string("value \($0)") }]
            case .anyOfConstants: return ["anyOf": list { ["const": .string("value \($0)")] }]
            case .oneOfConstants: return ["oneOf": list { ["const": .string("value \($0)")] }]
            case .oneOfObjects:
                return [
                    "oneOf": list {
                        ["type": "object", "required": [.string("name\($0)")], "properties": map { _ in true }]
                    }
                ]
            case .anyOfObjects: return ["anyOf": list(named)]
            case .oneOfAlike: return ["oneOf": list(named)]
            case .notRequired: return ["not": ["anyOf": list { ["required": [.string("name\($0)")]] }]]
            case .nested:
                return (0..<min(count, 100)).reduce(["type": "null"] as JSON) { inner, _ in
                    ["type": "object", "properties": ["a": inner]]
                }
            case .definitions:
                return [
                    "$ref": "#/$defs/name0",
                    "$defs": map {
                        [
                            "type": "object",
                            "properties": ["next": ["$ref": .string("#/$defs/name\(($0 + 1) % count)")]],
                        ]
                    },
                ]
            case .required: return ["type": "object", "required": list { .string("name\($0)") }]
            case .patterns: return ["allOf": list { ["pattern": .string("a\($0)")] }, "type": "string"]
            case .patternProperties: return ["patternProperties": map { _ in ["type": "integer"] }]
            case .prefixItems: return ["type": "array", "prefixItems": list { ["const": .integer($0)] }]
            case .tuplesOfEnumerations:
                return ["type": "array", "uniqueItems": true, "items": ["enum": list { .integer($0) }]]
            case .bounds: return ["type": "number", "allOf": list { ["not": ["const": .integer(7 * $0)]] }]
            case .dependentSchemas: return ["dependentSchemas": map { ["required": [.string("other\($0)")]] }]
            case .allOf: return ["allOf": list(named)]
            case .closedObjects:
                return ["oneOf": list(closed)]
            case .alternation:
                return [
                    "type": "string",
                    "pattern": .string("^(\((0..<count).map { "word\($0)" }.joined(separator: "|")))$"),
                ]
            case .repetition: return ["type": "string", "pattern": .string("^(ab?c?){\(count)}$")]
            }
        }
    }

    private func steps(_ family: Family, _ count: Int, most: Int = CompilerBudget.most) -> (steps: Int, isRefused: Bool)
    {
        let budget = CompilerBudget(most)
        let schema = family.schema(count)
        do {
            try CompilerBudget.run(within: budget) { _ = try Grammar(schema: schema) }
            return (budget.steps, false)
        } catch { return (budget.steps, true) }
    }

    /// Twice as much may take more than three times the work only if that is still little, or refused: no expensive
    /// schema is compiled to its end.
    @Test(arguments: Family.allCases) func `twice as much is no more than thrice the work`(family: Family) {
        for count in [25, 50, 100, 200, 400] {
            let (once, twice) = (steps(family, count), steps(family, 2 * count))
            if twice.isRefused { return #expect(twice.steps < 2 * CompilerBudget.most, "\(count): \(twice.steps)") }
            #expect(
                twice.steps <= 3 * once.steps + 500_000 || twice.steps < CompilerBudget.most / 2,
                "\(count): \(once.steps), \(2 * count): \(twice.steps)")
        }
    }

    @Test func `no more steps are taken than there are`() throws {
        let whole = steps(.oneOfAlike, 8)
        #expect(!whole.isRefused && whole.steps > 1_000)
        for part in [0, 1, whole.steps / 2, whole.steps - 1] {
            let cut = steps(.oneOfAlike, 8, most: part)
            #expect(cut.isRefused && cut.steps < part + whole.steps / 2, "\(part): \(cut.steps)")
        }
        #expect(!steps(.oneOfAlike, 8, most: whole.steps).isRefused)
    }

    @Test func `a refusal names the place and says why`() throws {
        do {
            try CompilerBudget.run(within: CompilerBudget(1_000)) {
                _ = try Grammar(schema: Family.properties.schema(50))
            }
            Issue.record("it is compiled")
        } catch let error as GrammarError { #expect(error.code == .tooLarge) }
    }

    @Test func `all schemas of one request share one budget`() throws {
        let (budget, schema) = (CompilerBudget(), Family.properties.schema(5))
        let once = steps(.properties, 5).steps
        try CompilerBudget.run(within: budget) { for _ in 0..<3 { _ = try Grammar(schema: schema) } }
        #expect(budget.steps == 3 * once)
    }

    @Test func `a cancelled compilation ends`() {
        let budget = CompilerBudget()
        budget.cancel()
        #expect(throws: GrammarError.self) {
            try CompilerBudget.run(within: budget) { _ = try Grammar(schema: ["type": "object"]) }
        }
    }
}
