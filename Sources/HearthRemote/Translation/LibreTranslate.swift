// SPDX-License-Identifier: Apache-2.0

import EmberJSON
public import Foundation
public import HearthModels
public import HearthWords

/// A LibreTranslate server, one's own or a public one. Source: LibreTranslate 1.9.6, `app.py`.
public struct LibreTranslate: Translating {
    private let requests: TranslationRequests
    public let address: RemoteAddress
    private let key: String?
    private let languages = LibreLanguages()

    /// - Parameters:
    ///   - typed: the server's address; `/translate` at its end is left out.
    ///   - unencrypted: whether the user has confirmed that others in between may read along.
    /// - Throws: `ModelError` `.badAddress`, `.unencrypted`.
    public init(
        at typed: String, key: String? = nil, unencrypted: Bool = false, limits: ServiceLimits = ServiceLimits(),
        now: @escaping @Sendable () -> Date = { Date() }
    ) throws(ModelError) {
        var typed = typed.trimmingCharacters(in: .whitespacesAndNewlines)
        while typed.hasSuffix("/") { typed.removeLast() }
        if typed.hasSuffix("/translate") { typed.removeLast("/translate".count) }
        address = try RemoteAddress(typed, unencrypted: unencrypted, usualPath: "")
        self.key = key
        requests = TranslationRequests(limits: limits, now: now)
    }

    /// Servers limit the texts of a request without saying so, and shut out who was refused too often: few at a time.
    public var limits: TranslationLimits { TranslationLimits(texts: 10, bytes: 8 << 10, atOnce: 3) }

    /// Asks for the languages, and whether the key works. A server that wants a key says so only when it is to
    /// translate, so one word of ours is sent, none of the user's.
    public func check() async throws {
        let answer = try await requests.get(address.place("languages"))
        try Self.check(answer)
        let codes = LibreLanguage.all(in: answer.json).map(\.code)
        guard let first = codes.first else { throw TranslationError(.nonsense) }
        let (source, target) =
            codes.contains("en") && codes.contains("fr") ? ("en", "fr") : (first, codes.last ?? first)
        let pair = LanguagePair(from: source, to: target)
        let found = try await ask(["hello"], pair)
        guard case .success = Result.checking(found.first?.string, of: "hello", pair) else {
            throw TranslationError(.nonsense)
        }
    }

    public func translate(
        _ texts: [TranslationText], _ pair: LanguagePair
    ) async throws -> [Result<String, TranslationError>] {
        let found = try await ask(texts.map(\.text), pair)
        return zip(texts, found).map { text, one in .checking(one.string, of: text.text, pair) }
    }

    private func ask(_ texts: [String], _ pair: LanguagePair) async throws -> [JSON] {
        var body: JSONObject = [
            "q": .array(texts.map { .string($0) }), "source": .string(await code(pair.source)),
            "target": .string(await code(pair.target)), "format": "text",
        ]
        if let key { body["api_key"] = .string(key) }
        let answer = try await requests.post(.object(body), to: address.place("translate"))
        try Self.check(answer)
        // Some servers answer nonsense, such as one sign, to those who are not their own page.
        guard let found = answer.json?["translatedText"]?.array, found.count == texts.count else {
            throw TranslationError(.nonsense)
        }
        return found
    }

    /// How this server calls a language. One that tells nobody its languages is given the code without its region.
    private func code(_ code: String) async -> String {
        let known = await languages.all { try await requests.get(address.place("languages")).json }
        return LibreLanguage.code(of: code, among: known)
    }

    private static func check(_ answer: ServiceAnswer) throws(TranslationError) {
        guard answer.status != 200 else { return }
        if let error = TranslationError(status: answer.status, answer) { throw error }
        let said = answer.said?.lowercased() ?? ""
        switch answer.status {
        case 403 where said.contains("too many"): throw TranslationError(.banned, retryAfter: answer.retryAfter)
        case 403: throw TranslationError(.keyRefused)
        case 400 where said.contains("api key"): throw TranslationError(.keyRefused)
        case 400 where said.contains("not supported") || said.contains("not available"):
            throw TranslationError(.noLanguage, said: answer.said)
        case 400 where said.contains("limit"): throw TranslationError(.tooLong, said: answer.said)
        case 404, 405: throw TranslationError(.sentElsewhere)
        default: throw TranslationError(.refused, said: answer.said)
        }
    }
}
