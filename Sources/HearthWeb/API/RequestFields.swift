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
    ///   - reasons: why keys that are never taken are not, as the end of a sentence.
    init(
        _ body: [UInt8], known: Set<String>, idle: [String: [JSON]], reasons: [String: String] = [:]
    ) throws(APIError) {
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
        try check(known: known, idle: idle, reasons: reasons)
    }

    /// Refuses keys that are neither known nor ask for nothing.
    func check(known: Set<String>, idle: [String: [JSON]], reasons: [String: String] = [:]) throws(APIError) {
        for (key, value) in values where !value.isNull && !known.contains(key) {
            let allowed = idle[key]
            if allowed?.contains(value) == true { continue }
            if let reason = reasons[key] { throw .unsupported(name(key), reason) }
            guard allowed == nil else {
                throw .unsupported(name(key), "only a value that asks for nothing is taken")
            }
            throw .unknown(name(String(key.prefix(100))))
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

    /// Texts that end an answer: one, or a few.
    func stops(_ key: String, most: Int) throws(APIError) -> [String] {
        let stops = try listedStops(key, most: most)
        // Each token of an answer is compared with every one of them.
        guard stops.reduce(0, { $0 + $1.utf8.count }) <= 4_096 else {
            throw .invalid(name(key), "the texts have 4,096 bytes together at most")
        }
        return stops
    }

    private func listedStops(_ key: String, most: Int) throws(APIError) -> [String] {
        switch self[key] {
        case nil: return []
        case .string(let text)? where text.isEmpty: return []
        case .string(let text)?: return try [stop(text, key)]
        case .array(let list)? where list.count <= most:
            return try list.map { item throws(APIError) in
                guard case .string(let text) = item, !text.isEmpty else { throw .invalid(name(key), "must be texts") }
                return try stop(text, key)
            }
        default: throw .invalid(name(key), "must be a text, or up to \(most)")
        }
    }

    private func stop(_ text: String, _ key: String) throws(APIError) -> String {
        guard text.utf8.count <= 1_000 else { throw .invalid(name(key), "a text has 1,000 bytes at most") }
        return text
    }

    /// Text that may come in parts, such as `{"type": "text", "text": "…"}`.
    /// - Parameter types: the types of the parts that are text.
    func text(_ key: String, parts types: Set<String>, joinedBy separator: String = "") throws(APIError) -> String {
        switch self[key] {
        case .string(let text)?: return text
        case .array(let parts)?:
            return try parts.enumerated().map { number, part throws(APIError) in
                guard let type = part["type"]?.string, types.contains(type), let piece = part["text"]?.string else {
                    let known = types.sorted().map { "'\($0)'" }.joined(separator: " and ")
                    throw .invalid(name("\(key).\(number)"), "only parts of type \(known) can be read")
                }
                return piece
            }.joined(separator: separator)
        default: throw .invalid(name(key), "must be text")
        }
    }
}

extension CompletionRequest {
    /// Reads the settings of sampling that dialects spell alike; those that one does not have are refused before as
    /// unknown.
    mutating func takeSampling(
        _ fields: RequestFields, temperatures: ClosedRange<Double> = 0...2, stops key: String = "stop",
        mostStops: Int = 4
    ) throws(APIError) {
        temperature = try fields.number("temperature", in: temperatures).map(Float.init)
        // 0 asks for the most likely token alone; so does the least number that the engine takes.
        topP = try fields.number("top_p", in: 0...1).map { max(Float($0), .leastNormalMagnitude) }
        topK = try fields.integer("top_k", in: 0...Int(Int32.max))
        minP = try fields.number("min_p", in: 0...1).map(Float.init)
        seed = try fields.integer("seed", in: .min ... .max).map { UInt64(bitPattern: Int64($0)) }
        stop = try fields.stops(key, most: mostStops)
    }
}
