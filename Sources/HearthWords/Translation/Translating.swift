// SPDX-License-Identifier: Apache-2.0

/// Translates texts from one language into another, wherever that is done.
public protocol Translating: Sendable {
    /// How much may be asked of it.
    var limits: TranslationLimits { get }
    /// Translates all of these, or none.
    ///
    /// - Parameters:
    ///   - texts: at most `limits.texts`, and together at most `limits.bytes`.
    ///   - pair: the languages.
    /// - Returns: as many as there are texts, in their order. One that cannot be a translation is a failure of that
    ///   text alone.
    /// - Throws: `TranslationError`; `CancellationError`.
    func translate(
        _ texts: [TranslationText], _ pair: LanguagePair
    ) async throws -> [Result<String, TranslationError>]
}

/// A text to translate.
public struct TranslationText: Sendable, Hashable {
    public var text: String
    /// A sentence in which it stands, or its definition; only for a translator that keeps it on this machine.
    public var context: String

    public init(_ text: String, context: String = "") { (self.text, self.context) = (text, context) }
}

/// Two languages, by their codes: `fr`, `pt-BR`.
public struct LanguagePair: Sendable, Hashable, Codable {
    public var source: String
    public var target: String

    public init(from source: String, to target: String) { (self.source, self.target) = (source, target) }
}

/// How much may be asked of a translator.
public struct TranslationLimits: Sendable, Hashable {
    /// Texts of one request, at least 1.
    public var texts: Int
    /// Bytes of UTF-8 of all texts of one request.
    public var bytes: Int
    /// Requests at the same time, at least 1.
    public var atOnce: Int

    public init(texts: Int, bytes: Int, atOnce: Int) {
        (self.texts, self.bytes, self.atOnce) = (texts, bytes, atOnce)
    }
}

/// Translators that the user can choose.
public enum Translator: String, Sendable, Hashable, Codable, CaseIterable {
    /// The local model: nothing leaves the machine.
    case machine
    case deepL
    case libreTranslate
}
