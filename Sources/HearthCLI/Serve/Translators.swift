// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import HearthModels
import HearthRemote
package import HearthSecrets
package import HearthWords

/// The translators that there are: a model, DeepL and a LibreTranslate server.
///
/// Nothing is sent to a service that the user has not agreed to, and no key is kept that the service does not take.
package struct Translators: TranslationServices {
    private let models: any ModelHost
    private let settings: any SettingsStore
    private let secrets: SecretStore
    /// Another address for DeepL, as `HEARTH_DEEPL_URL` says.
    private let deepLBase: String?

    package init(
        models: any ModelHost, settings: any SettingsStore, secrets: SecretStore, environment: [String: String]
    ) {
        (self.models, self.settings, self.secrets) = (models, settings, secrets)
        deepLBase = environment["HEARTH_DEEPL_URL"].flatMap { $0.isEmpty ? nil : $0 }
    }

    package func connect(
        _ translator: Translator, address: String, key: String?, unencrypted: Bool, at now: Date
    ) async throws -> ConnectedService {
        let key = key.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }.flatMap { $0.isEmpty ? nil : $0 }
        var (service, kept): (ConnectedService, String?)
        switch translator {
        case .machine: throw TranslationError(.refused)
        case .deepL:
            guard let key else { throw TranslationError(.keyRefused) }
            let deepL = try DeepL(key: key, base: deepLBase)
            let usage = try await deepL.usage()
            (service, kept) = (.init(deepL.address, key, at: now), key)
            service.usage = usage
        case .libreTranslate:
            // Who leaves the key out means the one that is kept for this address.
            let open = try LibreTranslate(at: address, unencrypted: unencrypted)
            let known = try await settings.load().translation[translator]?.address == open.address.text
            kept = try key ?? (known ? self.key(for: translator) : nil)
            let server = try LibreTranslate(at: address, key: kept, unencrypted: unencrypted)
            try await server.check()
            service = .init(server.address, kept, at: now)
        }
        try keep(kept, for: translator)
        let new = service
        return try await settings.change { settings in
            var new = new
            // An agreement is about a host, whatever the key.
            if let known = settings.translation[translator], known.host == new.host { new.agreedAt = known.agreedAt }
            settings.translation[translator] = new
            return new
        }
    }

    package func disconnect(_ translator: Translator) async throws {
        try keep(nil, for: translator)
        try await settings.change { settings in
            settings.translation[translator] = nil
            if settings.translation.translator == translator { settings.translation.translator = .machine }
        }
    }

    package func agree(to translator: Translator, at now: Date) async throws {
        try await settings.change { $0.translation[translator]?.agreedAt = now }
    }

    package func translator(_ translator: Translator) async throws -> any Translating {
        guard translator != .machine else {
            guard let name = await helpingModel() else { throw TranslationError(.noModel) }
            return ModelTranslator(models, model: name)
        }
        guard let service = try await settings.load().translation[translator] else {
            throw TranslationError(.keyRefused)
        }
        guard service.mayBeUsed else { throw TranslationError(.notAgreed) }
        let key = try key(for: translator)
        do throws(ModelError) {
            // Whoever let a connection be unencrypted once has confirmed it for this address.
            guard translator == .deepL else {
                return try LibreTranslate(at: service.address, key: key, unencrypted: true)
            }
        } catch { throw TranslationError(.untrusted) }
        guard let key else { throw TranslationError(.keyRefused) }
        return try DeepL(key: key, base: deepLBase)
    }

    /// The chosen model where it can translate and may be asked, else the largest one of this machine that can.
    package func helpingModel() async -> String? {
        let able = await models.models().filter { !$0.isTiny && !$0.isBuiltIn }
        if let chosen = await models.state.name, able.contains(where: { $0.name == chosen }),
            await models.mayAsk(chosen, for: .words)
        {
            return chosen
        }
        return able.filter { $0.remoteHost == nil }.max { $0.bytes < $1.bytes }?.name
    }

    // MARK: Keys

    private static func secretName(_ translator: Translator) -> String { "translation \(translator.rawValue)" }

    private func key(for translator: Translator) throws -> String? {
        do { return try secrets.secret(Self.secretName(translator)) } catch { throw TranslationError(.secrets) }
    }

    private func keep(_ key: String?, for translator: Translator) throws {
        let name = Self.secretName(translator)
        do {
            if let key { try secrets.keep(key, as: name) } else { try secrets.remove(name) }
        } catch { throw TranslationError(.secrets) }
    }
}

extension ConnectedService {
    fileprivate init(_ address: RemoteAddress, _ key: String?, at now: Date) {
        let host = RemoteModel(address: address.text, model: "").host
        self.init(address: address.text, host: host, keyEnding: key.map { String($0.suffix(4)) }, checkedAt: now)
    }
}
