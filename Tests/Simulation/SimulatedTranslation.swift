// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthModels
import HearthWords
import Synchronization

/// A slow translation service, which is told whatever is sent.
final class SimulatedTranslation: TranslationServices {
    private let isConnected = Mutex(true)
    private let sent: @Sendable ([String]) -> Void

    init(sent: @escaping @Sendable ([String]) -> Void) { self.sent = sent }

    func connect(
        _ translator: Translator, address: String, key: String?, unencrypted: Bool, at now: Date
    ) async throws -> ConnectedService {
        isConnected.withLock { $0 = true }
        return ConnectedService(
            address: "https://service.example", host: "service.example", keyEnding: nil, checkedAt: now)
    }

    func disconnect(_ translator: Translator) async throws { isConnected.withLock { $0 = false } }
    func agree(to translator: Translator, at now: Date) async throws {}
    func helpingModel() async -> String? { nil }

    func translator(_ translator: Translator) async throws -> any Translating {
        guard isConnected.withLock({ $0 }) else { throw TranslationError(.notAgreed) }
        return Slow(sent: sent)
    }

    private struct Slow: Translating {
        let sent: @Sendable ([String]) -> Void
        var limits: TranslationLimits { TranslationLimits(texts: 2, bytes: 10_000, atOnce: 1) }

        func translate(
            _ texts: [TranslationText], _ pair: LanguagePair
        ) async throws -> [Result<String, TranslationError>] {
            sent(texts.map(\.text))
            try await Task.sleep(for: .seconds(5))
            return texts.map { .success("mot \($0.text)") }
        }
    }
}
