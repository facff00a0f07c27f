// SPDX-License-Identifier: Apache-2.0

package import EmberJSON

/// Reads a model's `config.json` key by key and refuses, by name, what cannot be.
package struct ConfigReader: Sendable {
    package let json: JSON
    /// Name of the file in error messages, and below it the path of this object.
    let place: String
    /// Names of keys in error messages, where the file spells them in another way.
    private let spelling: [String: String]

    package init(
        _ json: JSON, place: String = "config.json", spelling: [String: String] = [:]
    ) throws(EmberError) {
        guard json.object != nil else {
            throw EmberError(.malformedFile, place, "must be an object, found \(json.kind)")
        }
        self.json = json
        self.place = place
        self.spelling = spelling
    }

    /// The value of `key`, with `null` the same as absent.
    func value(_ key: String) -> JSON? { json[key].flatMap { $0.isNull ? nil : $0 } }

    func fail(_ key: String, _ detail: String) -> EmberError {
        EmberError(.malformedFile, place, "\(spelling[key] ?? key) \(detail)")
    }

    func unsupported(_ key: String, _ detail: String) -> EmberError {
        EmberError(.unsupported, place, "\(spelling[key] ?? key) \(detail)")
    }

    /// An integer in `range`, or `fallback` when the key is absent.
    /// - Throws: `.malformedFile` when it is absent without a fallback, of another type, or out of range.
    func integer(_ key: String, in range: ClosedRange<Int>, or fallback: Int? = nil) throws(EmberError) -> Int {
        guard let value = value(key) else {
            guard let fallback else { throw fail(key, "is missing") }
            return fallback
        }
        guard let number = value.integer else { throw fail(key, "must be an integer, found \(value.kind)") }
        guard range.contains(number) else {
            throw fail(key, "is \(number), expected \(range.lowerBound)…\(range.upperBound)")
        }
        return number
    }

    /// A finite number greater than zero, or `fallback` when the key is absent.
    func positive(_ key: String, or fallback: Float? = nil) throws(EmberError) -> Float {
        guard let value = value(key) else {
            guard let fallback else { throw fail(key, "is missing") }
            return fallback
        }
        guard let number = value.double else { throw fail(key, "must be a number, found \(value.kind)") }
        guard number > 0, Float(number).isFinite else { throw fail(key, "is \(number), expected a number above 0") }
        return Float(number)
    }

    /// A finite number of at least zero, or `fallback` when the key is absent.
    func nonNegative(_ key: String, or fallback: Float) throws(EmberError) -> Float {
        if value(key)?.double == 0 { return 0 }
        return try positive(key, or: fallback)
    }

    func bool(_ key: String, or fallback: Bool) throws(EmberError) -> Bool {
        guard let value = value(key) else { return fallback }
        guard let bool = value.bool else { throw fail(key, "must be true or false, found \(value.kind)") }
        return bool
    }

    func string(_ key: String, or fallback: String? = nil) throws(EmberError) -> String {
        guard let value = value(key) else {
            guard let fallback else { throw fail(key, "is missing") }
            return fallback
        }
        guard let string = value.string else { throw fail(key, "must be a string, found \(value.kind)") }
        return string
    }

    /// The same with values for keys that are absent.
    func with(defaults: [(key: String, value: JSON)]) throws(EmberError) -> ConfigReader {
        var object = json.object ?? JSONObject()
        for (key, value) in defaults where self.value(key) == nil { object[key] = value }
        return try ConfigReader(.object(object), place: place)
    }

    /// The list of integers under `key`, or `nil` when it is absent.
    func integers(_ key: String) throws(EmberError) -> [Int]? {
        guard let value = value(key) else { return nil }
        guard let list = value.array?.map(\.integer), let integers = list as? [Int] else {
            throw fail(key, "must be a list of integers")
        }
        return integers
    }

    /// The object under `key`, or `nil` when it is absent.
    func object(_ key: String) throws(EmberError) -> ConfigReader? {
        guard let value = value(key) else { return nil }
        guard value.object != nil else { throw fail(key, "must be an object, found \(value.kind)") }
        return try ConfigReader(value, place: "\(place), \(spelling[key] ?? key)")
    }
}
