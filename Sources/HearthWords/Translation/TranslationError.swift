// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Why something is not translated.
public struct TranslationError: Error, Sendable, Hashable, LocalizedError, CustomStringConvertible {
    public enum Code: String, Sendable, CaseIterable {
        // What may work a moment later.

        /// The service takes no more requests for now.
        case slowDown
        /// The service has an error of its own.
        case failedThere
        /// Nothing answers there.
        case unreachable
        /// No answer came in time.
        case silent
        /// The answer ended in the middle.
        case brokeOff

        // What is true of one text.

        /// The answer cannot be read, or is no translation.
        case nonsense
        /// The answer is the text itself.
        case repeated
        /// The answer is not written as the target language is.
        case wrongLanguage
        /// The text is too long for the service.
        case tooLong
        /// The service does not take this text.
        case refused

        // What is true of all.

        /// The account's quota is used up.
        case quota
        /// The service wants a key, or another one.
        case keyRefused
        /// The service has shut this machine out for a while.
        case banned
        /// The service does not have this pair of languages.
        case noLanguage
        /// Nobody has agreed yet that words go there.
        case notAgreed
        /// There is no model at home that can translate.
        case noModel
        /// The connection cannot be trusted, or would be unencrypted.
        case untrusted
        /// The service sends on to another address.
        case sentElsewhere
        /// Keys cannot be kept or read.
        case secrets
        /// The translation cannot be saved.
        case notSaved
    }

    public var code: Code
    /// How long the service asks to wait.
    public var retryAfter: Duration?
    /// The service's own error message, on one line; never a key or a text.
    public var said: String?

    public init(_ code: Code, retryAfter: Duration? = nil, said: String? = nil) {
        (self.code, self.retryAfter, self.said) = (code, retryAfter, said)
    }

    /// Whether the same request may be sent again after a while.
    public var mayRetry: Bool {
        switch code {
        case .slowDown, .failedThere, .unreachable, .silent, .brokeOff: true
        default: false
        }
    }

    /// Whether no other text has a better chance.
    public var concernsAll: Bool {
        switch code {
        case .quota, .keyRefused, .banned, .noLanguage, .notAgreed, .noModel, .untrusted, .sentElsewhere, .secrets,
            .notSaved:
            true
        default: false
        }
    }

    public var description: String { "not translated: \(code.rawValue)\(said.map { ": \($0)" } ?? "")" }
    public var errorDescription: String? { description }
}
