// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import HearthModels
public import HearthWords

/// Translation services whose keys and answers a test decides.
public struct ScriptedTranslators: TranslationServices {
    public typealias Script = @Sendable (String) throws -> String

    private let settings: any SettingsStore
    private let model: String?
    private let rightKey: String
    private let script: Script

    /// - Parameters:
    ///   - script: a translation; what it throws as a `TranslationError` that concerns all is thrown by the service,
    ///     and any other is a failure of that text.
    public init(
        _ settings: any SettingsStore, model: String? = "someone/Qwen3-1.7B-4bit", rightKey: String = "right-key",
        _ script: @escaping Script = { "\($0) in English" }
    ) {
        (self.settings, self.model, self.rightKey, self.script) = (settings, model, rightKey, script)
    }

    public func connect(
        _ translator: Translator, address: String, key: String?, unencrypted: Bool, at now: Date
    ) async throws -> ConnectedService {
        guard key == rightKey else { throw TranslationError(.keyRefused, said: "<b>No.</b>") }
        if address.hasPrefix("http://"), !unencrypted { throw ModelError(.unencrypted, "Others could read along.") }
        let host = translator == .deepL ? "api-free.deepl.com" : "libre.example"
        var service = ConnectedService(
            address: "https://\(host)", host: host, keyEnding: String(rightKey.suffix(4)), checkedAt: now)
        if translator == .deepL { service.usage = TranslationUsage(used: 87_700, allowed: 500_000) }
        let new = service
        try await settings.change { $0.translation[translator] = new }
        return new
    }

    public func disconnect(_ translator: Translator) async throws {
        try await settings.change { settings in
            settings.translation[translator] = nil
            settings.translation.translator = .machine
        }
    }

    public func agree(to translator: Translator, at now: Date) async throws {
        try await settings.change { $0.translation[translator]?.agreedAt = now }
    }

    public func translator(_ translator: Translator) async throws -> any Translating {
        if translator == .machine, model == nil { throw TranslationError(.noModel) }
        if translator != .machine, try await settings.load().translation[translator]?.mayBeUsed != true {
            throw TranslationError(.notAgreed)
        }
        return ScriptedTranslator(script: script)
    }

    public func helpingModel() async -> String? { model }
}

private struct ScriptedTranslator: Translating {
    let script: ScriptedTranslators.Script

    var limits: TranslationLimits { TranslationLimits(texts: 10, bytes: 10_000, atOnce: 2) }

    func translate(_ texts: [TranslationText], _ pair: LanguagePair) async throws -> [Result<String, TranslationError>]
    {
        try texts.map { text in
            do { return .success(try script(text.text)) } catch let error as TranslationError where !error.concernsAll {
                return .failure(error)
            }
        }
    }
}
