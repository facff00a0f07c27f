// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes

/// JSON whose shape is not known beforehand.
enum JSONValue: Sendable, Equatable, Decodable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let bool = try? value.decode(Bool.self) {  // a failed try asks for the next type
            self = .bool(bool)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else if let string = try? value.decode(String.self) {
            self = .string(string)
        } else if let array = try? value.decode([JSONValue].self) {
            self = .array(array)
        } else {
            self = .object(try value.decode([String: JSONValue].self))
        }
    }

    subscript(_ key: String) -> JSONValue? {
        if case .object(let fields) = self { fields[key] } else { nil }
    }
}

/// The fields of a request, read one by one with an error that names the field.
struct RequestFields {
    let values: [String: JSONValue]

    /// - Parameters:
    ///   - known: keys that are read.
    ///   - idle: keys that may only have these values, which ask for nothing.
    init(_ data: Data, known: Set<String>, idle: [String: [JSONValue]]) throws(APIError) {
        guard let value = try? JSONDecoder().decode(JSONValue.self, from: data), case .object(let values) = value else {
            throw APIError(.badRequest, "The request body is not a JSON object.", type: "invalid_request_error")
        }
        for (key, value) in values.sorted(by: { $0.key < $1.key }) where value != .null && !known.contains(key) {
            guard let allowed = idle[key] else {
                throw APIError(
                    .badRequest, "Unknown parameter: '\(key.prefix(100))'.", type: "invalid_request_error",
                    param: String(key.prefix(100)), code: "unknown_parameter")
            }
            guard allowed.contains(value) else {
                throw APIError(
                    .badRequest, "'\(key)' is not supported here.", type: "invalid_request_error", param: key,
                    code: "unsupported_parameter")
            }
        }
        self.values = values.filter { $0.value != .null }
    }

    func string(_ key: String) throws(APIError) -> String? {
        guard let value = values[key] else { return nil }
        guard case .string(let text) = value else { throw .invalid(key, "must be a string") }
        return text
    }

    func bool(_ key: String) throws(APIError) -> Bool? {
        guard let value = values[key] else { return nil }
        guard case .bool(let bool) = value else { throw .invalid(key, "must be true or false") }
        return bool
    }

    func array(_ key: String) throws(APIError) -> [JSONValue] {
        guard case .array(let list)? = values[key], !list.isEmpty else {
            throw .invalid(key, "must be a list with something in it")
        }
        return list
    }

    func number(_ key: String, in range: ClosedRange<Double>) throws(APIError) -> Double? {
        guard let value = values[key] else { return nil }
        guard case .number(let number) = value, range.contains(number) else {
            throw .invalid(key, "must be a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    func integer(_ key: String, in range: ClosedRange<Int>) throws(APIError) -> Int? {
        guard let value = values[key] else { return nil }
        guard case .number(let number) = value, let integer = Int(exactly: number), range.contains(integer) else {
            throw .invalid(key, "must be a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return integer
    }

    /// Texts that end an answer: one, or up to four.
    func stops() throws(APIError) -> [String] {
        switch values["stop"] {
        case nil: return []
        case .string(let text)?: return text.isEmpty ? [] : [text]
        case .array(let list)? where list.count <= 4:
            var stops: [String] = []
            for item in list {
                guard case .string(let text) = item, !text.isEmpty else { throw .invalid("stop", "must be texts") }
                stops.append(text)
            }
            return stops
        default: throw .invalid("stop", "must be a text, or up to four")
        }
    }
}
