// SPDX-License-Identifier: Apache-2.0

import EmberJSON

/// Turns each schema of a document into a formula, the first time it is asked for.
final class SchemaReader {
    let document: SchemaDocument
    private var formulas: [Formula?] = []
    private(set) var pointers: [String] = []
    private var ids: [String: SchemaID] = [:]
    private(set) var patterns: [CharacterAutomaton] = []
    private var patternIDs: [ExactString: Int] = [:]
    private var formats: [StringFormat: StringLanguage] = [:]

    /// Schemas that hold for everything and for nothing.
    static let anything: SchemaID = 0
    static let nothing: SchemaID = 1

    init(_ root: JSON) throws(GrammarError) {
        document = try SchemaDocument(root)
        formulas = [.constant(true), .constant(false)]
        pointers = ["", ""]
    }

    func id(at pointer: String) -> SchemaID {
        if let known = ids[pointer] { return known }
        let id = SchemaID(formulas.count)
        formulas.append(nil)
        pointers.append(pointer)
        ids[pointer] = id
        return id
    }

    /// The number of a schema that is not written anywhere, such as one element of a constant.
    private func id(of formula: Formula, at pointer: String) -> SchemaID {
        formulas.append(formula)
        pointers.append(pointer)
        return SchemaID(formulas.count - 1)
    }

    func formula(_ id: SchemaID) throws(GrammarError) -> Formula {
        if let known = formulas[Int(id)] { return known }
        let pointer = pointers[Int(id)]
        guard let value = document.value(at: pointer) else {
            throw GrammarError(.invalid, pointer, "there is no schema here")
        }
        let formula = try read(value, pointer)
        formulas[Int(id)] = formula
        return formula
    }

    // MARK: Keywords

    private func read(_ value: JSON, _ pointer: String) throws(GrammarError) -> Formula {
        if let flag = value.bool { return .constant(flag) }
        guard let schema = value.object else {
            throw GrammarError(.invalid, pointer, "a schema is an object or a boolean, found \(value.kind)")
        }
        try refuseUnsupported(schema, pointer)
        var parts: [Formula] = []
        if let type = schema["type"] { parts.append(try readType(type, pointer / "type")) }
        if let values = schema["enum"] {
            guard let list = values.array else { throw GrammarError(.invalid, pointer / "enum", "must be an array") }
            parts.append(try oneOf(list, pointer / "enum"))
        }
        if let value = schema["const"] { parts.append(try equal(value, pointer / "const")) }
        parts += try numberKeywords(schema, pointer)
        parts += try stringKeywords(schema, pointer)
        parts += try arrayKeywords(schema, pointer)
        parts += try objectKeywords(schema, pointer)
        parts += try logicKeywords(schema, pointer)
        return parts.count == 1 ? parts[0] : .all(parts)
    }

    private func refuseUnsupported(_ schema: JSONObject, _ pointer: String) throws(GrammarError) {
        if let vocabulary = schema["$schema"]?.string, !vocabulary.contains("2020-12"),
            vocabulary.contains("json-schema.org")
        {
            if schema["dependencies"] != nil || schema["$recursiveRef"] != nil || schema["items"]?.array != nil {
                throw GrammarError(.unsupported, pointer / "$schema", "only draft 2020-12 is enforced")
            }
        } else if schema["$schema"]?.string?.contains("json-schema.org") == false {
            throw GrammarError(.unsupported, pointer / "$schema", "only draft 2020-12 is enforced")
        }
    }

    private func readType(_ value: JSON, _ pointer: String) throws(GrammarError) -> Formula {
        let names = value.array ?? [value]
        var kinds: Kinds = []
        var isInteger = false
        for name in names {
            switch name.string {
            case "null": kinds.formUnion(.null)
            case "boolean": kinds.formUnion(.boolean)
            case "number": kinds.formUnion(.number)
            case "integer": isInteger = true
            case "string": kinds.formUnion(.string)
            case "array": kinds.formUnion(.array)
            case "object": kinds.formUnion(.object)
            default: throw GrammarError(.invalid, pointer, "\(name.text.prefix(40)) is not the name of a type")
            }
        }
        guard isInteger, !kinds.contains(.number) else { return .kinds(kinds) }
        return .all([.kinds(kinds.union(.number)), .number(.integer)])
    }

    private func numberKeywords(_ schema: JSONObject, _ pointer: String) throws(GrammarError) -> [Formula] {
        func bound(_ key: String) throws(GrammarError) -> Decimal? {
            guard let value = schema[key] else { return nil }
            guard let bound = Decimal(value) else { throw GrammarError(.invalid, pointer / key, "must be a number") }
            return bound
        }
        var conditions: [NumberCondition] = []
        if let bound = try bound("minimum") { conditions.append(.not(.less(bound))) }
        if let bound = try bound("maximum") { conditions.append(.any([.less(bound), .equal(bound)])) }
        if let bound = try bound("exclusiveMinimum") { conditions.append(.not(.any([.less(bound), .equal(bound)]))) }
        if let bound = try bound("exclusiveMaximum") { conditions.append(.less(bound)) }
        if let step = try bound("multipleOf") {
            guard !step.isNegative, !step.isZero else {
                throw GrammarError(.invalid, pointer / "multipleOf", "must be greater than 0")
            }
            guard let (whole, places) = step.fraction, whole <= 2_000 else {
                throw GrammarError(.tooLarge, pointer / "multipleOf", "has too many digits to be enforced")
            }
            conditions.append(.multiple(whole: whole, places: places))
        }
        return conditions.isEmpty ? [] : [.number(conditions.count == 1 ? conditions[0] : .all(conditions))]
    }

    private func stringKeywords(_ schema: JSONObject, _ pointer: String) throws(GrammarError) -> [Formula] {
        var parts: [Formula] = []
        if let (least, most) = try counts(schema, "minLength", "maxLength", pointer) {
            let range = StringLanguage.LengthRange(least: least, most: most)
            parts.append(.string(least <= most ?? .max ? .lengths([range]) : .none))
        }
        if let pattern = schema["pattern"] {
            parts.append(.string(.automaton(patterns[try self.pattern(pattern, pointer / "pattern")])))
        }
        if let name = schema["format"]?.string, let format = StringFormat(rawValue: name) {
            let types = schema["type"]?.array ?? schema["type"].map { [$0] } ?? []
            guard types.contains("string") else {
                throw GrammarError(
                    .unsupported, pointer / "format",
                    "is enforced only beside \"type\": \"string\", else it is a mere note")
            }
            parts.append(.string(try language(format)))
        }
        return parts
    }

    private func language(_ format: StringFormat) throws(GrammarError) -> StringLanguage {
        if let known = formats[format] { return known }
        let language = try format.language()
        formats[format] = language
        return language
    }

    /// The number of an expression that a name or a string is searched for.
    func pattern(_ value: JSON, _ pointer: String) throws(GrammarError) -> Int {
        guard let text = value.string else {
            throw GrammarError(.invalid, pointer, "must be an expression in a string")
        }
        if let known = patternIDs[ExactString(text)] { return known }
        let tree = try PatternParser.parse(text, at: pointer)
        do {
            patterns.append(try CharacterAutomaton(tree, anywhere: true))
        } catch {
            throw GrammarError(.tooLarge, pointer, "the expression needs too many states")
        }
        patternIDs[ExactString(text)] = patterns.count - 1
        return patterns.count - 1
    }

    private func arrayKeywords(_ schema: JSONObject, _ pointer: String) throws(GrammarError) -> [Formula] {
        var parts: [Formula] = []
        if let (least, most) = try counts(schema, "minItems", "maxItems", pointer) {
            parts.append(.array(.count(least: least, most: most), pointer))
        }
        var prefix = 0
        if let list = schema["prefixItems"] {
            guard let items = list.array else {
                throw GrammarError(.invalid, pointer / "prefixItems", "must be an array")
            }
            prefix = items.count
            for index in items.indices {
                let place = pointer / "prefixItems" / String(index)
                parts.append(.array(.item(index, id(at: place)), place))
            }
        }
        if let items = schema["items"] {
            if items.array != nil {
                throw GrammarError(
                    .unsupported, pointer / "items", "a list of schemas is called prefixItems since 2020")
            }
            parts.append(.array(.items(from: prefix, id(at: pointer / "items")), pointer / "items"))
        }
        if let flag = schema["uniqueItems"] {
            let place = pointer / "uniqueItems"
            guard let hasUniqueItems = flag.bool else { throw GrammarError(.invalid, place, "must be true or false") }
            if hasUniqueItems { parts.append(.array(.uniqueItems, place)) }
        }
        if schema["contains"] != nil {
            let (least, most) = try counts(schema, "minContains", "maxContains", pointer) ?? (1, nil)
            let atLeast = schema["minContains"] == nil ? 1 : least
            parts.append(
                .array(.contains(id(at: pointer / "contains"), least: atLeast, most: most), pointer / "contains"))
        }
        if schema["unevaluatedItems"] != nil { parts.append(try unevaluatedItems(schema, pointer)) }
        return parts
    }

    private func objectKeywords(_ schema: JSONObject, _ pointer: String) throws(GrammarError) -> [Formula] {
        var parts: [Formula] = []
        if let (least, most) = try counts(schema, "minProperties", "maxProperties", pointer) {
            parts.append(.object(.count(least: least, most: most), pointer))
        }
        for name in try strings(schema["required"], pointer / "required") {
            parts.append(.object(.required(ExactString(name)), pointer / "required"))
        }
        var (names, expressions) = (Set<ExactString>(), [Int]())
        for (name, _) in try map(schema, "properties", pointer) {
            let place = pointer / "properties" / name
            names.insert(ExactString(name))
            parts.append(.object(.property(ExactString(name), id(at: place)), place))
        }
        for (text, _) in try map(schema, "patternProperties", pointer) {
            let place = pointer / "patternProperties" / text
            let pattern = try self.pattern(.string(text), place)
            expressions.append(pattern)
            parts.append(.object(.pattern(pattern, id(at: place)), place))
        }
        if schema["additionalProperties"] != nil {
            let place = pointer / "additionalProperties"
            parts.append(.object(.others(names: names, patterns: expressions, id(at: place)), place))
        }
        if schema["propertyNames"] != nil {
            let place = pointer / "propertyNames"
            parts.append(.object(.names(id(at: place)), place))
        }
        for (name, list) in try map(schema, "dependentRequired", pointer) {
            let place = pointer / "dependentRequired" / name
            let needed = try strings(list, place).map { Formula.object(.required(ExactString($0)), place) }
            parts.append(.any([.not(.object(.required(ExactString(name)), place)), .all(needed)]))
        }
        for (name, _) in try map(schema, "dependentSchemas", pointer) {
            let place = pointer / "dependentSchemas" / name
            let absent = Formula.not(.object(.required(ExactString(name)), place))
            parts.append(.any([.not(.kinds(.object)), absent, .reference(id(at: place))]))
        }
        if schema["unevaluatedProperties"] != nil { parts.append(try unevaluatedProperties(schema, pointer)) }
        return parts
    }

    private func logicKeywords(_ schema: JSONObject, _ pointer: String) throws(GrammarError) -> [Formula] {
        var parts: [Formula] = []
        for keyword in ["$ref", "$dynamicRef"] {
            guard let value = schema[keyword] else { continue }
            guard let reference = value.string else {
                throw GrammarError(.invalid, pointer / keyword, "must be a string")
            }
            parts.append(
                .reference(id(at: try document.target(of: reference, from: pointer, keyword: keyword))))
        }
        if schema["not"] != nil { parts.append(.not(.reference(id(at: pointer / "not")))) }
        parts += try branches(schema, "allOf", pointer).map { .reference($0) }
        let anyOf = try branches(schema, "anyOf", pointer)
        if !anyOf.isEmpty { parts.append(.any(anyOf.map { .reference($0) })) }
        let oneOf = try branches(schema, "oneOf", pointer)
        if !oneOf.isEmpty { parts.append(try exactlyOne(oneOf)) }
        if schema["if"] != nil {
            let condition = Formula.reference(id(at: pointer / "if"))
            func branch(_ key: String) -> Formula {
                schema[key] == nil ? .constant(true) : .reference(id(at: pointer / key))
            }
            if schema["then"] != nil || schema["else"] != nil {
                parts.append(.any([.all([condition, branch("then")]), .all([.not(condition), branch("else")])]))
            }
        }
        return parts
    }

    /// One branch holds and the others do not. Where two cannot hold together anyway, nothing needs to be said of it.
    private func exactlyOne(_ branches: [SchemaID]) throws(GrammarError) -> Formula {
        var ways: [Formula] = []
        let outlines = branches.map { Outline(document, pointers[Int($0)]) }
        for (index, branch) in branches.enumerated() {
            try CompilerBudget.spend(100 * branches.count, at: pointers[Int(branch)])
            var parts: [Formula] = [.reference(branch)]
            for (other, id) in branches.enumerated() where other != index {
                if !outlines[index].excludes(outlines[other], in: document) { parts.append(.not(.reference(id))) }
            }
            ways.append(.all(parts))
        }
        return .any(ways)
    }

    // MARK: Constants

    private func oneOf(_ values: [JSON], _ pointer: String) throws(GrammarError) -> Formula {
        var ways: [Formula] = []
        let texts = values.compactMap(\.string)
        if !texts.isEmpty { ways.append(try equal(texts, pointer)) }
        let numbers = values.compactMap { Decimal($0) }
        if !numbers.isEmpty {
            ways.append(.all([.kinds(.number), .number(.any(numbers.map { .equal($0) }))]))
        }
        for (index, value) in values.enumerated() where value.string == nil && Decimal(value) == nil {
            ways.append(try equal(value, pointer / String(index)))
        }
        return .any(ways)
    }

    private func equal(_ texts: [String], _ pointer: String) throws(GrammarError) -> Formula {
        do {
            return .all([.kinds(.string), .string(.automaton(try CharacterAutomaton(texts: texts)))])
        } catch {
            throw GrammarError(.tooLarge, pointer, "the texts need too many states")
        }
    }

    private func equal(_ value: JSON, _ pointer: String) throws(GrammarError) -> Formula {
        let kinds = Formula.kinds(Kinds(of: value))
        switch value {
        case .null, .bool: return kinds
        case .integer, .bigInteger, .number:
            return .all([kinds, .number(.any(Decimal(value).map { [.equal($0)] } ?? []))])
        case .string(let text): return try equal([text], pointer)
        case .array(let elements):
            var parts = [kinds, .array(.count(least: elements.count, most: elements.count), pointer)]
            for (index, element) in elements.enumerated() {
                let place = pointer / String(index)
                parts.append(.array(.item(index, id(of: try equal(element, place), at: place)), pointer))
            }
            return .all(parts)
        case .object(let members):
            let names = Set(members.keys.map(ExactString.init))
            var parts = [kinds, .object(.others(names: names, patterns: [], Self.nothing), pointer)]
            for (name, member) in members {
                let place = pointer / name
                parts.append(.object(.required(ExactString(name)), pointer))
                parts.append(
                    .object(.property(ExactString(name), id(of: try equal(member, place), at: place)), pointer))
            }
            return .all(parts)
        }
    }

    /// The number of a schema that holds for one value alone.
    func id(of value: ScalarValue, at pointer: String) throws(GrammarError) -> SchemaID {
        switch value {
        case .kind(let kind): id(of: .kinds(kind), at: pointer)
        case .number(let number): id(of: .all([.kinds(.number), .number(.equal(number))]), at: pointer)
        case .string(let text): id(of: try equal([text.string], pointer), at: pointer)
        }
    }

    // MARK: Values of keywords

    private func counts(
        _ schema: JSONObject, _ least: String, _ most: String, _ pointer: String
    ) throws(GrammarError) -> (Int, Int?)? {
        func count(_ key: String) throws(GrammarError) -> Int? {
            guard let value = schema[key] else { return nil }
            guard let number = value.double, number >= 0, number == number.rounded() else {
                throw GrammarError(.invalid, pointer / key, "must be a whole number from 0")
            }
            return Int(min(number, 1e12))
        }
        let (low, high) = (try count(least), try count(most))
        return low == nil && high == nil ? nil : (low ?? 0, high)
    }

    private func strings(_ value: JSON?, _ pointer: String) throws(GrammarError) -> [String] {
        guard let value else { return [] }
        guard let list = value.array, case let texts = list.compactMap(\.string), texts.count == list.count else {
            throw GrammarError(.invalid, pointer, "must be an array of strings")
        }
        return texts
    }

    private func map(_ schema: JSONObject, _ key: String, _ pointer: String) throws(GrammarError) -> JSONObject {
        guard let value = schema[key] else { return JSONObject() }
        guard let object = value.object else { throw GrammarError(.invalid, pointer / key, "must be an object") }
        return object
    }

    func branches(_ schema: JSONObject, _ key: String, _ pointer: String) throws(GrammarError) -> [SchemaID] {
        guard let value = schema[key] else { return [] }
        guard let list = value.array, !list.isEmpty else {
            throw GrammarError(.invalid, pointer / key, "must be an array with at least one schema")
        }
        return list.indices.map { id(at: pointer / key / String($0)) }
    }
}
