// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import HearthModels

/// The fields of a request, read one by one with an error that names the field.
struct RequestFields {
    let values: JSONObject
    /// Stands before the name of a field in errors, as in `messages.0.`
    private let place: String

    /// The fields of a whole request.
    /// - Parameters:
    ///   - known: keys that are read.
    ///   - idle: keys that may only have these values, which ask for nothing.
    init(_ body: [UInt8], known: Set<String>, idle: [String: [JSON]]) throws(APIError) {
        let value: JSON
        do throws(JSONError) {
            value = try JSON(parsing: body)
        } catch {
            throw .unreadable("The body of the request is not JSON that can be read: \(error).")
        }
        guard case .object(let object) = value else {
            throw .unreadable("The body of the request has to be a JSON object; this is \(value.kind).")
        }
        values = object
        place = ""
        for (key, value) in values where !value.isNull && !known.contains(key) {
            guard let allowed = idle[key] else { throw .unknown(String(key.prefix(100))) }
            guard allowed.contains(value) else {
                throw .unsupported(key, "only a value that asks for nothing is taken")
            }
        }
    }

    /// The fields of an object inside a request.
    /// - Parameter place: where it stands, as in `messages.0`
    init(_ value: JSON, at place: String) throws(APIError) {
        guard case .object(let object) = value else { throw .invalid(place, "must be an object") }
        values = object
        self.place = place + "."
    }

    /// A field's name in errors.
    func name(_ key: String) -> String { place + key }

    /// `nil` where there is none, or `null`.
    subscript(_ key: String) -> JSON? { values[key].flatMap { $0.isNull ? nil : $0 } }

    func string(_ key: String) throws(APIError) -> String? {
        guard let value = self[key] else { return nil }
        guard case .string(let text) = value else { throw .invalid(name(key), "must be a string") }
        return text
    }

    func required(_ key: String) throws(APIError) -> String {
        guard let text = try string(key), !text.isEmpty else { throw .missing(name(key)) }
        return text
    }

    func bool(_ key: String) throws(APIError) -> Bool? {
        guard let value = self[key] else { return nil }
        guard case .bool(let bool) = value else { throw .invalid(name(key), "must be true or false") }
        return bool
    }

    func object(_ key: String) throws(APIError) -> RequestFields? {
        try self[key].map { value throws(APIError) in try RequestFields(value, at: name(key)) }
    }

    /// - Returns: `[]` where there is none.
    func array(_ key: String) throws(APIError) -> [JSON] {
        guard let value = self[key] else { return [] }
        guard case .array(let list) = value else { throw .invalid(name(key), "must be a list") }
        return list
    }

    func number(_ key: String, in range: ClosedRange<Double>) throws(APIError) -> Double? {
        guard let value = self[key] else { return nil }
        guard let number = value.number(in: range) else {
            throw .invalid(name(key), "must be a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    func integer(_ key: String, in range: ClosedRange<Int>) throws(APIError) -> Int? {
        guard let value = self[key] else { return nil }
        guard let integer = value.integer ?? value.double.flatMap(Int.init(exactly:)), range.contains(integer) else {
            throw .invalid(name(key), "must be a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return integer
    }

    /// Refuses to give several answers to one question.
    func refuseSeveral(_ key: String) throws(APIError) {
        if let count = try integer(key, in: 1...128), count != 1 {
            throw .invalid(name(key), "one answer at a time can be had, not \(count)")
        }
    }

    /// Texts that end an answer: one, or up to four.
    func stops() throws(APIError) -> [String] {
        switch self["stop"] {
        case nil: return []
        case .string(let text)?: return text.isEmpty ? [] : [text]
        case .array(let list)? where list.count <= 4:
            return try list.map { item throws(APIError) in
                guard case .string(let text) = item, !text.isEmpty else { throw .invalid("stop", "must be texts") }
                return text
            }
        default: throw .invalid("stop", "must be a text, or up to four")
        }
    }
}

extension CompletionRequest {
    /// Reads the sampling settings that every kind of completion has.
    mutating func takeSampling(_ fields: RequestFields) throws(APIError) {
        temperature = try fields.number("temperature", in: 0...2).map(Float.init)
        // 0 asks for the most likely token alone; so does the least number that the engine takes.
        topP = try fields.number("top_p", in: 0...1).map { max(Float($0), .leastNormalMagnitude) }
        seed = try fields.integer("seed", in: .min ... .max).map { UInt64(bitPattern: Int64($0)) }
        stop = try fields.stops()
    }
}

/// How an answer is handed over.
struct Delivery: Sendable {
    let isStreamed: Bool
    /// Whether a stream ends with what it took.
    let includesUsage: Bool

    init(_ fields: RequestFields) throws(APIError) {
        isStreamed = try fields.bool("stream") ?? false
        let options = try fields.object("stream_options")
        if options != nil, !isStreamed {
            throw .invalid("stream_options", "says something only where 'stream' is true")
        }
        includesUsage = try options?.bool("include_usage") ?? false
    }
}
