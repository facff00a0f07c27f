// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation

/// A schema with all the schemas inside it, and what its references mean.
///
/// Source: JSON Schema, draft 2020-12, core, sections 8.2 (identifiers) and 8.5 (references).
struct SchemaDocument {
    let root: JSON
    /// The base URI of each schema, by its pointer.
    private var bases: [String: String] = [:]
    /// Pointers to the schemas with an `$id` and to those with an anchor.
    private var resources: [String: String] = [:]
    private var anchors: [String: String] = [:]
    private var dynamicAnchors: [String: [String]] = [:]

    static let single = [
        "additionalProperties", "items", "contains", "not", "if", "then", "else", "propertyNames", "unevaluatedItems",
        "unevaluatedProperties", "contentSchema",
    ]
    static let lists = ["allOf", "anyOf", "oneOf", "prefixItems"]
    static let maps = ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"]

    /// Stands for the address of a document that does not say its own.
    private static let unnamed = "schema://document/"

    init(_ root: JSON) throws(GrammarError) {
        self.root = root
        resources[Self.unnamed] = ""
        var pending: [(JSON, String, String)] = [(root, "", Self.unnamed)]
        while let (schema, place, outer) = pending.popLast() {
            guard schema.object != nil else { continue }
            // Each schema has a pointer of its own: a long name above many schemas would take memory without bound.
            func pointer(_ steps: String...) throws(GrammarError) -> String {
                let inner = steps.reduce(place) { $0 / $1 }
                try CompilerBudget.spend(8 * inner.utf8.count, at: "")
                return inner
            }
            var base = outer
            if let id = schema["$id"]?.string {
                base = Self.join(outer, id).address
                resources[base] = place
            }
            bases[place] = base
            for key in ["$anchor", "$dynamicAnchor"] {
                guard let name = schema[key]?.string else { continue }
                anchors[base + "#" + name] = place
                if key == "$dynamicAnchor" { dynamicAnchors[name, default: []].append(place) }
            }
            for key in Self.single {
                if let inner = schema[key] { pending.append((inner, try pointer(key), base)) }
            }
            for key in Self.lists {
                for (index, inner) in (schema[key]?.array ?? []).enumerated() {
                    pending.append((inner, try pointer(key, String(index)), base))
                }
            }
            for key in Self.maps {
                for (name, inner) in schema[key]?.object ?? JSONObject() {
                    pending.append((inner, try pointer(key, name), base))
                }
            }
        }
    }

    /// The value at a pointer, or `nil` where there is none.
    func value(at pointer: String) -> JSON? {
        var value = root
        for part in pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
            let name = String(part).replacing("~1", with: "/").replacing("~0", with: "~")
            if let member = value[name] {
                value = member
            } else if let index = Int(name), let elements = value.array, elements.indices.contains(index) {
                value = elements[index]
            } else {
                return nil
            }
        }
        return value
    }

    /// Pointer to the schema that a reference means.
    /// - Parameter pointer: of the schema that refers.
    func target(of reference: String, from pointer: String, keyword: String) throws(GrammarError) -> String {
        let place = pointer / keyword
        let (address, fragment) =
            reference.hasPrefix("#")
            ? (base(of: pointer), String(reference.dropFirst())) : Self.join(base(of: pointer), reference)
        guard let resource = resources[address] else {
            throw GrammarError(.unsupported, place, "\"\(reference.prefix(80))\" lies outside this document")
        }
        let target: String?
        if fragment.isEmpty {
            target = resource
        } else if fragment.hasPrefix("/") {
            target = resource + (fragment.removingPercentEncoding ?? fragment)
        } else {
            target = anchors[address + "#" + fragment]
        }
        guard let target, value(at: target) != nil else {
            throw GrammarError(.invalid, place, "\"\(reference.prefix(80))\" refers to nothing")
        }
        if keyword == "$dynamicRef", let places = dynamicAnchors[fragment], places != [target] {
            throw GrammarError(.unsupported, place, "several schemas are called \"\(fragment)\"")
        }
        return target
    }

    private func base(of pointer: String) -> String {
        var pointer = pointer[...]
        while true {
            if let base = bases[String(pointer)] { return base }
            guard let slash = pointer.lastIndex(of: "/") else { return Self.unnamed }
            pointer = pointer[..<slash]
        }
    }

    private static func join(_ base: String, _ reference: String) -> (address: String, fragment: String) {
        let parts = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let path = String(parts.first ?? "")
        let fragment = parts.count > 1 ? String(parts[1]) : ""
        if path.isEmpty { return (base, fragment) }
        let joined = URL(string: path, relativeTo: URL(string: base))?.absoluteString ?? path
        return (joined, fragment)
    }
}

/// One step further down a JSON pointer.
func / (pointer: String, name: String) -> String {
    pointer + "/" + name.replacing("~", with: "~0").replacing("/", with: "~1")
}
