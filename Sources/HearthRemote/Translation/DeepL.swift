// SPDX-License-Identifier: Apache-2.0

import EmberJSON
public import Foundation
import HearthModels
public import HearthWords

/// DeepL's service. Source: DeepL API documentation, "Translate text", "Usage and quota" and "Error handling"
/// (November 2026), and what its official client does.
public struct DeepL: Translating {
    private let requests: TranslationRequests
    public let address: RemoteAddress
    private let key: String

    /// - Parameters:
    ///   - key: one that ends in `:fx` is of the free plan, which has an address of its own.
    ///   - base: another address, for a proxy of one's own; `nil` for DeepL's.
    /// - Throws: `ModelError` `.badAddress`, `.unencrypted` for a base that cannot be used; `TranslationError`
    ///   `.keyRefused` for a key that cannot be sent.
    public init(
        key: String, base: String? = nil, limits: ServiceLimits = ServiceLimits(),
        now: @escaping @Sendable () -> Date = { Date() }
    ) throws {
        guard !key.isEmpty, key.utf8.count <= 1_000, key.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw TranslationError(.keyRefused)
        }
        self.key = key
        let usual = key.hasSuffix(":fx") ? "https://api-free.deepl.com" : "https://api.deepl.com"
        address = try RemoteAddress(base ?? usual, usualPath: "")
        requests = TranslationRequests(limits: limits, now: now)
    }

    public var limits: TranslationLimits {
        // 128 KiB a request, of which JSON around the texts and its escapes need a part.
        TranslationLimits(texts: 50, bytes: 60 << 10, atOnce: 8)
    }

    /// Asks whether the key works, and how much of its allowance is used. No text is sent.
    public func usage() async throws -> TranslationUsage? {
        let answer = try await requests.get(address.place("v2/usage"), fields)
        try Self.check(answer)
        guard let json = answer.json, json.object != nil else { throw TranslationError(.nonsense) }
        let most = 1_000_000_000_000_000
        guard let used = json["character_count"]?.number(in: 0...most),
            let allowed = json["character_limit"]?.number(in: 1...most)
        else { return nil }
        return TranslationUsage(used: used, allowed: allowed)
    }

    public func translate(
        _ texts: [TranslationText], _ pair: LanguagePair
    ) async throws -> [Result<String, TranslationError>] {
        let body: JSON = [
            "text": .array(texts.map { .string($0.text) }), "source_lang": .string(Self.source(pair.source)),
            "target_lang": .string(Self.target(pair.target)),
        ]
        let answer = try await requests.post(body, to: address.place("v2/translate"), fields)
        try Self.check(answer)
        guard let found = answer.json?["translations"]?.array, found.count == texts.count else {
            throw TranslationError(.nonsense)
        }
        return zip(texts, found).map { text, one in .checking(one["text"]?.string, of: text.text, pair) }
    }

    private var fields: [(String, String)] { [("Authorization", "DeepL-Auth-Key \(key)")] }

    private static func check(_ answer: ServiceAnswer) throws(TranslationError) {
        guard answer.status != 200 else { return }
        if let error = TranslationError(status: answer.status, answer) { throw error }
        switch answer.status {
        case 403: throw TranslationError(.keyRefused)
        case 456: throw TranslationError(.quota)
        case 404: throw TranslationError(.sentElsewhere)
        case 400 where answer.said?.lowercased().contains("lang") == true:
            throw TranslationError(.noLanguage, said: answer.said)
        default: throw TranslationError(.refused, said: answer.said)
        }
    }

    /// Sources have no regions there.
    private static func source(_ code: String) -> String { code.prefix { $0 != "-" }.uppercased() }

    /// Plain English and Portuguese are deprecated as targets.
    private static func target(_ code: String) -> String {
        switch code.lowercased() {
        case "en": "EN-GB"
        case "pt": "PT-PT"
        default: code.uppercased()
        }
    }
}

extension Result where Success == String, Failure == TranslationError {
    /// Checks a service's translation of a text. Services know which words are the same in both languages, so
    /// repetition is allowed.
    static func checking(_ answer: String?, of text: String, _ pair: LanguagePair) -> Self {
        guard let answer else { return .failure(TranslationError(.nonsense)) }
        do throws(TranslationError) {
            return .success(try TranslationCheck.checked(answer, of: text, pair, refusesRepetition: false))
        } catch { return .failure(error) }
    }
}
