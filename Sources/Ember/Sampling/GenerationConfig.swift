// SPDX-License-Identifier: Apache-2.0

import EmberJSON
package import Foundation

/// Settings that a model's makers recommend: `generation_config.json`, and the tokens that end its answers.
package struct GenerationConfig: Sendable, Equatable {
    package var maxTokens: Int?
    package var temperature: Float?
    package var topP: Float?
    package var topK: Int?
    package var minP: Float?
    package var repetitionPenalty: Float?
    package var endTokens: Set<Int> = []

    package init() {}

    /// Reads the end tokens of `config.json` and leaves the rest unset.
    package init(config: ConfigReader) throws(EmberError) { endTokens = try Self.tokens("eos_token_id", config) }

    /// Reads the file of a model folder; what it does not say is taken from `config.json` where that says it.
    /// - Throws: `EmberError` `.malformedFile` for values of another type than the key has.
    package init(directory: URL, config: ConfigReader) throws(EmberError) {
        endTokens = try Self.tokens("eos_token_id", config)
        let url = directory.appending(path: "generation_config.json")
        guard FileManager.default.fileExists(atPath: url.path) else { return }
        let own = try ConfigReader(readJSON(url), place: "generation_config.json")

        let ends = try Self.tokens("eos_token_id", own)
        if !ends.isEmpty { endTokens = ends }
        maxTokens = try own.value("max_new_tokens") == nil ? nil : own.integer("max_new_tokens", in: 1...Int(Int32.max))
        if try own.bool("do_sample", or: true) {
            temperature = try Self.number("temperature", own)
            topP = try Self.number("top_p", own)
            topK = try own.value("top_k") == nil ? nil : own.integer("top_k", in: 0...Int(Int32.max))
            minP = try Self.number("min_p", own)
        } else {
            temperature = 0
        }
        repetitionPenalty = try Self.number("repetition_penalty", own)
    }

    private static func number(_ key: String, _ config: ConfigReader) throws(EmberError) -> Float? {
        guard let value = config.value(key) else { return nil }
        guard let number = value.double else { throw config.fail(key, "must be a number, found \(value.kind)") }
        return Float(number)
    }

    /// One token id, or a list of them.
    private static func tokens(_ key: String, _ config: ConfigReader) throws(EmberError) -> Set<Int> {
        guard let value = config.value(key) else { return [] }
        let list = value.array ?? [value]
        let ids = list.compactMap(\.integer)
        guard ids.count == list.count, ids.allSatisfy({ $0 >= 0 }) else {
            throw config.fail(key, "must be a token id or a list of them")
        }
        return Set(ids)
    }
}
