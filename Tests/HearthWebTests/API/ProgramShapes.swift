// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation
import HearthTesting
import HummingbirdTesting
import Testing

@testable import HearthWeb

/// Requests of the vendors' own clients, and the types that they read answers into.
/// `Tests/Conformance/program_goldens.py` has written both down.
enum ProgramGoldens {
    static func file(_ name: String) throws -> JSON {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return try JSON(parsing: Array(Data(contentsOf: tests.appending(path: "Fixtures/programs/\(name).json"))))
    }
}

/// Compares values with the types of a vendor's client.
struct ProgramShapes {
    private let types: JSON

    init() throws { types = try ProgramGoldens.file("shapes") }

    /// The places at which a value is not of a type.
    /// - Parameter type: the last parts of its name, such as `message.Message`; of one vendor.
    func faults(of value: JSON, as type: String) throws -> [String] {
        let names = try #require(types.object).map(\.0).filter { $0 == type || $0.hasSuffix(".\(type)") }
        try #require(names.count == 1, "\(type) is \(names)")
        return faults(value, ["is": .string(names[0])], type)
    }

    private func faults(_ value: JSON, _ shape: JSON, _ place: String) -> [String] {
        switch shape {
        case "anything": return []
        case "string": return value.string == nil ? ["\(place) is \(value.kind)"] : []
        case "integer": return value.integer == nil ? ["\(place) is \(value.kind)"] : []
        case "number": return value.double == nil ? ["\(place) is \(value.kind)"] : []
        case "boolean": return value.bool == nil ? ["\(place) is \(value.kind)"] : []
        case "object": return value.object == nil ? ["\(place) is \(value.kind)"] : []
        default: break
        }
        if let literals = shape["one of"]?.array {
            return literals.contains(value) ? [] : ["\(place) is \(value.text)"]
        }
        if let item = shape["list"] {
            guard let list = value.array else { return ["\(place) is \(value.kind)"] }
            return list.enumerated().flatMap { faults($1, item, "\(place).\($0)") }
        }
        if let kinds = shape["any"]?.array {
            let all = kinds.map { faults(value, $0, place) }
            return all.contains([]) ? [] : all.min { $0.count < $1.count } ?? []
        }
        guard let name = shape["is"]?.string, let members = types[name]?.object else { return ["\(place) is unknown"] }
        guard let object = value.object else { return ["\(place) is \(value.kind)"] }
        return members.flatMap { key, member -> [String] in
            guard let value = object[key], !value.isNull else {
                return member["required"] == true ? ["\(place).\(key) is missing"] : []
            }
            return faults(value, member["shape"] ?? "anything", "\(place).\(key)")
        }
    }
}

extension TestResponse {
    /// The values of a stream of named events, whose names are their types.
    var namedEvents: [JSON] {
        get throws {
            try text.components(separatedBy: "\n\n").filter { !$0.isEmpty }.map { event in
                let lines = event.split(separator: "\n")
                try #require(lines.count == 2 && lines[1].hasPrefix("data: "), "\(event)")
                let value = try JSON(parsing: String(lines[1].dropFirst(6)))
                #expect(lines[0] == "event: \(value["type"]?.string ?? "")")
                return value
            }
        }
    }

    /// The values of a stream of lines.
    var lines: [JSON] {
        get throws { try text.split(separator: "\n").map { try JSON(parsing: String($0)) } }
    }
}

extension JSON {
    subscript(index: Int) -> JSON? {
        guard let array, array.indices.contains(index) else { return nil }
        return array[index]
    }
}
