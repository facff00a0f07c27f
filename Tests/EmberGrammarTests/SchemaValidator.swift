// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation

/// Says whether a value satisfies a schema by looking at it, keyword by keyword: a second opinion that shares nothing
/// with the automata under test. `ValidatorTests` compares it with Python's `jsonschema`.
///
/// Expressions and formats are the few that our schemas use, each as a plain function.
struct SchemaValidator {
    let root: JSON

    struct Unknown: Error { let keyword: String }

    func isValid(_ value: JSON) throws -> Bool { try isValid(value, root) }

    private func isValid(_ value: JSON, _ schema: JSON) throws -> Bool {
        if let flag = schema.bool { return flag }
        guard let keywords = schema.object else { throw Unknown(keyword: schema.text) }
        for (keyword, argument) in keywords {
            if try !holds(keyword, argument, value, schema) { return false }
        }
        return true
    }

    private func holds(_ keyword: String, _ argument: JSON, _ value: JSON, _ schema: JSON) throws -> Bool {
        switch keyword {
        case "$defs", "then", "else", "minContains", "maxContains": return true
        case "type": return (argument.array ?? [argument]).contains { Self.isOfType(value, $0.string) }
        case "enum": return argument.array?.contains { Self.same($0, value) } == true
        case "const": return Self.same(argument, value)
        case "$ref": return try isValid(value, try target(argument))
        case "allOf": return try argument.array?.allSatisfy { try isValid(value, $0) } == true
        case "anyOf": return try argument.array?.contains { try isValid(value, $0) } == true
        case "oneOf": return try argument.array?.filter { try isValid(value, $0) }.count == 1
        case "not": return try !isValid(value, argument)
        case "if": return try isValid(value, schema[try isValid(value, argument) ? "then" : "else"] ?? true)
        default: break
        }
        if let number = value.double, let bound = argument.double {
            switch keyword {
            case "minimum": return number >= bound
            case "maximum": return number <= bound
            case "exclusiveMinimum": return number > bound
            case "exclusiveMaximum": return number < bound
            case "multipleOf": return number.truncatingRemainder(dividingBy: bound) == 0
            default: break
            }
        }
        if let text = value.string, let isOfString = try string(keyword, argument, text) { return isOfString }
        if let elements = value.array, let isOfArray = try array(keyword, argument, elements, schema) {
            return isOfArray
        }
        if let members = value.object, let isOfObject = try object(keyword, argument, members, schema) {
            return isOfObject
        }
        guard Self.keywords.contains(keyword) else { throw Unknown(keyword: keyword) }
        return true
    }

    /// Those that say nothing of values of another kind.
    private static let keywords: Set = [
        "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength", "pattern",
        "format", "minItems", "maxItems", "prefixItems", "items", "contains", "minProperties", "maxProperties",
        "required",
        "dependentRequired", "propertyNames", "properties", "patternProperties", "additionalProperties",
        "unevaluatedProperties",
    ]

    private func string(_ keyword: String, _ argument: JSON, _ text: String) throws -> Bool? {
        switch keyword {
        case "minLength": return text.unicodeScalars.count >= argument.integer ?? 0
        case "maxLength": return text.unicodeScalars.count <= argument.integer ?? 0
        case "pattern": return try Self.matches(text, argument.string ?? "")
        case "format": return try Self.isOfFormat(text, argument.string ?? "")
        default: return nil
        }
    }

    private func array(_ keyword: String, _ argument: JSON, _ elements: [JSON], _ schema: JSON) throws -> Bool? {
        switch keyword {
        case "minItems": return elements.count >= argument.integer ?? 0
        case "maxItems": return elements.count <= argument.integer ?? 0
        case "prefixItems": return try zip(elements, argument.array ?? []).allSatisfy { try isValid($0, $1) }
        case "items":
            return try elements.dropFirst(schema["prefixItems"]?.array?.count ?? 0).allSatisfy {
                try isValid($0, argument)
            }
        case "contains":
            let count = try elements.filter { try isValid($0, argument) }.count
            return count >= schema["minContains"]?.integer ?? 1 && count <= schema["maxContains"]?.integer ?? .max
        default: return nil
        }
    }

    private func object(_ keyword: String, _ argument: JSON, _ members: JSONObject, _ schema: JSON) throws -> Bool? {
        switch keyword {
        case "minProperties": return members.count >= argument.integer ?? 0
        case "maxProperties": return members.count <= argument.integer ?? 0
        case "required": return argument.array?.allSatisfy { members[$0.string ?? ""] != nil } == true
        case "propertyNames": return try members.allSatisfy { try isValid(.string($0.0), argument) }
        case "dependentRequired":
            return argument.object?.allSatisfy { name, others in
                members[name] == nil || others.array?.allSatisfy { members[$0.string ?? ""] != nil } == true
            } == true
        case "properties":
            return try members.allSatisfy { try isValid($0.1, argument[$0.0] ?? true) }
        case "patternProperties":
            return try argument.object?.allSatisfy { (pattern, inner) in
                try members.allSatisfy { try !Self.matches($0.0, pattern) || isValid($0.1, inner) }
            }
        case "additionalProperties":
            return try members.allSatisfy { name, member in
                let isNamed = schema["properties"]?[name] != nil
                let patterns = schema["patternProperties"]?.object?.keys ?? []
                return try isNamed || patterns.contains { try Self.matches(name, $0) } || isValid(member, argument)
            }
        case "unevaluatedProperties":
            let named = [schema] + (schema["allOf"]?.array ?? [])
            return try members.allSatisfy { name, member in
                try named.contains { $0["properties"]?[name] != nil } || isValid(member, argument)
            }
        default: return nil
        }
    }

    // MARK: Values

    private func target(_ reference: JSON) throws -> JSON {
        let parts = (reference.string ?? "").split(separator: "/").map(String.init)
        if parts == ["#"] { return root }
        guard parts.count == 3, parts[0] == "#", parts[1] == "$defs", let schema = root["$defs"]?[parts[2]] else {
            throw Unknown(keyword: reference.text)
        }
        return schema
    }

    private static func isOfType(_ value: JSON, _ type: String?) -> Bool {
        switch (value, type) {
        case (.null, "null"), (.bool, "boolean"), (.string, "string"), (.array, "array"), (.object, "object"): true
        case (.integer, "number"), (.number, "number"), (.integer, "integer"): true
        case (.number(let number), "integer"): number == number.rounded()
        default: false
        }
    }

    private static func same(_ a: JSON, _ b: JSON) -> Bool {
        switch (a, b) {
        case (.array(let a), .array(let b)): a.count == b.count && zip(a, b).allSatisfy { same($0, $1) }
        case (.object(let a), .object(let b)):
            a.count == b.count && a.allSatisfy { name, value in b[name].map { same(value, $0) } == true }
        default: a.double.map { $0 == b.double } ?? (a == b)
        }
    }

    // MARK: Texts

    private static func matches(_ text: String, _ pattern: String) throws -> Bool {
        let characters = Array(text.unicodeScalars)
        func all(_ part: some Sequence<Unicode.Scalar>, _ range: ClosedRange<Unicode.Scalar>) -> Bool {
            part.allSatisfy(range.contains)
        }
        switch pattern {
        case "^[a-z]+$": return !characters.isEmpty && all(characters, "a"..."z")
        case "^[a-c]+$": return !characters.isEmpty && all(characters, "a"..."c")
        case "^\\d{3}-\\d{4}$":
            return characters.count == 8 && characters[3] == "-" && all(characters[..<3] + characters[4...], "0"..."9")
        case "a", "b": return characters.contains { String($0) == pattern }
        case "b$": return characters.last == "b"
        case "^x": return characters.first == "x"
        case "^(foo|bar)*$":
            return stride(from: 0, to: characters.count, by: 3).allSatisfy {
                ["foo", "bar"].contains(characters[$0...].prefix(3).map(String.init).joined())
            }
        case "^[^x]{2,5}$": return (2...5).contains(characters.count) && !characters.contains("x")
        case "^.{1,4}$":
            return (1...4).contains(characters.count)
                && !characters.contains { "\n\r\u{2028}\u{2029}".unicodeScalars.contains($0) }
        case "^[A-Z][a-z]{0,9}( [A-Z][a-z]*)?$":
            let words = characters.split(separator: " ", omittingEmptySubsequences: false)
            return words.count <= 2 && words[0].count <= 10
                && words.allSatisfy { $0.first.map { all([$0], "A"..."Z") } == true && all($0.dropFirst(), "a"..."z") }
        case "^[a-z]+@[a-z]+\\.org$":
            let halves = characters.split(separator: "@", omittingEmptySubsequences: false)
            return text.hasSuffix(".org") && halves.count == 2 && !halves[0].isEmpty && all(halves[0], "a"..."z")
                && halves[1].count > 4 && all(halves[1].dropLast(4), "a"..."z")
        default: throw Unknown(keyword: pattern)
        }
    }

    private static func isOfFormat(_ text: String, _ format: String) throws -> Bool {
        switch format {
        case "date": return isDate(text)
        case "time": return isTime(text)
        case "date-time":
            let halves = text.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "T" || $0 == "t" }
            return halves.count == 2 && isDate(halves[0]) && isTime(halves[1])
        case "uuid": return text.utf8.count == 36 && UUID(uuidString: text) != nil
        case "email":
            let halves = text.split(separator: "@", omittingEmptySubsequences: false)
            return halves.count == 2 && halves.allSatisfy { !$0.isEmpty && !$0.contains(" ") }
        default: throw Unknown(keyword: format)
        }
    }

    /// The digits at the positions of `0` in a template, in groups; `nil` where the text is not of its form.
    private static func numbers(_ text: some StringProtocol, _ template: String) -> [Int]? {
        let (bytes, form) = (Array(text.utf8), Array(template.utf8))
        guard bytes.count == form.count else { return nil }
        for (byte, wanted) in zip(bytes, form) {
            let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            guard wanted == UInt8(ascii: "0") ? isDigit : byte == wanted else { return nil }
        }
        return text.split { !$0.isNumber }.compactMap { Int($0) }
    }

    private static func isDate(_ text: some StringProtocol) -> Bool {
        guard let parts = numbers(text, "0000-00-00"), (1...12).contains(parts[1]) else { return false }
        let isLeap = parts[0] % 4 == 0 && (parts[0] % 100 != 0 || parts[0] % 400 == 0)
        let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        return (1...days[parts[1] - 1]).contains(parts[2])
    }

    private static func isTime(_ text: some StringProtocol) -> Bool {
        guard let clock = numbers(text.prefix(8), "00:00:00"), clock[0] < 24, clock[1] < 60, clock[2] <= 60 else {
            return false
        }
        var zone = text.dropFirst(8)
        if zone.first == "." {
            let fraction = zone.dropFirst().prefix { $0.isASCII && $0.isNumber }
            if fraction.isEmpty { return false }
            zone = zone.dropFirst(1 + fraction.count)
        }
        if zone == "Z" || zone == "z" { return true }
        guard zone.first == "+" || zone.first == "-", let offset = numbers(zone.dropFirst(), "00:00") else {
            return false
        }
        return offset[0] < 24 && offset[1] < 60
    }
}
