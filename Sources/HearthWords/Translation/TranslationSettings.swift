// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import HearthModels

/// Chosen translator, and connected services. Their keys are not among the settings.
public struct TranslationSettings: SettingsSection {
    public var translator = Translator.machine
    /// Connected services, by `Translator.rawValue`.
    public var translationServices: [String: ConnectedService] = [:]

    public init() {}

    public subscript(_ translator: Translator) -> ConnectedService? {
        get { translationServices[translator.rawValue] }
        set { translationServices[translator.rawValue] = newValue }
    }
}

/// A translation service whose key or address has been tried out.
public struct ConnectedService: Sendable, Hashable, Codable {
    /// Without a slash at its end.
    public var address: String
    /// Host that words are sent to, as people are told of it.
    public var host: String
    /// The last four characters of the key, by which the user knows it again; `nil` where there is none.
    public var keyEnding: String?
    public var checkedAt: Date
    /// When the user agreed that words go there; before, nothing is sent.
    public var agreedAt: Date?
    public var usage: TranslationUsage?

    public init(address: String, host: String, keyEnding: String?, checkedAt: Date, usage: TranslationUsage? = nil) {
        (self.address, self.host, self.keyEnding) = (address, host, keyEnding)
        (self.checkedAt, self.usage) = (checkedAt, usage)
    }

    /// Whether it is another program of this machine: then nothing leaves for it.
    public var isHere: Bool { RemoteModel.isHere(host) }
    /// Whether it can be used without asking.
    public var mayBeUsed: Bool { agreedAt != nil || isHere }
}

/// How much of an allowance was used when the service was last asked.
public struct TranslationUsage: Sendable, Hashable, Codable {
    /// Characters of this month.
    public var used: Int
    public var allowed: Int

    public init(used: Int, allowed: Int) { (self.used, self.allowed) = (used, allowed) }

    public var left: Int { max(0, allowed - used) }
}

extension AppSettings {
    public var translation: TranslationSettings {
        get { self[TranslationSettings.self] }
        set { self[TranslationSettings.self] = newValue }
    }
}

/// The translators that there are: a model and services elsewhere.
public protocol TranslationServices: Sendable {
    /// Tries a key or an address out, and keeps both if the service takes them. Nothing else is sent.
    /// - Parameters:
    ///   - address: of a LibreTranslate server, as somebody typed it; DeepL has its own.
    ///   - key: `nil` for none.
    ///   - unencrypted: whether the user has confirmed that others in between may read along.
    /// - Throws: `TranslationError`, `ModelError` `.badAddress` and `.unencrypted`. Nothing is kept then.
    func connect(
        _ translator: Translator, address: String, key: String?, unencrypted: Bool, at now: Date
    ) async throws -> ConnectedService
    /// Forgets a service and its key.
    func disconnect(_ translator: Translator) async throws
    /// Notes that the user agrees to what leaves this machine.
    func agree(to translator: Translator, at now: Date) async throws
    /// - Throws: `TranslationError` `.notAgreed`, `.noModel`, `.keyRefused`, `.secrets`.
    func translator(_ translator: Translator) async throws -> any Translating
    /// The model that translates and helps with words; `nil` where none can, or may.
    func helpingModel() async -> String?
}
