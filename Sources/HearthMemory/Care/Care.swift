// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The answer to a text of somebody who may be in danger: numbers to call, a gentle line with them, or nothing.
///
/// A small model that was learned from sentences of many people reads each text, on this machine and without any other
/// model. docs/care.md has how, and what it misses.
public enum Care: Sendable, Equatable {
    /// Of whom the writer is in danger.
    public enum Kind: String, Sendable, CaseIterable {
        /// Themselves.
        case danger
        /// Others.
        case violence
    }

    case card(Kind)
    /// It may be nothing.
    case soft(Kind)
    case none

    public init(_ text: String) { self = CareReading(text).care }

    public var kind: Kind? {
        switch self {
        case .card(let kind), .soft(let kind): kind
        case .none: nil
        }
    }

    /// Whether a text is one that nobody cites or sums up.
    public static func concerns(_ text: String) -> Bool { Care(text) != .none }

    /// Whether a text is one that nothing is learned from. Doubt is too often about nothing for that.
    public static func isCertain(of text: String) -> Bool {
        if case .card = Care(text) { true } else { false }
    }
}

/// A text, read for care.
public struct CareReading: Sendable, Equatable {
    public let care: Care
    /// Of the text, as far as the model tells: one of the two that it knows.
    public let language: MemoryLanguage
    package let score: Double

    public init(_ text: String) {
        let own = Self.withoutCode(text)
        // Most of what is read is short, and a text without letters is none.
        guard own.unicodeScalars.contains(where: { $0.properties.isAlphabetic || $0.value >= 0x2600 }) else {
            self.init(.none, .english, score: -.infinity)
            return
        }
        let reading = Self.model.read(own)
        let kind: Care.Kind = reading.violence > 0 ? .violence : .danger
        let (score, limits) = (reading.score, reading.limits)
        self.init(
            score > limits.card ? .card(kind) : score > limits.soft ? .soft(kind) : .none, reading.language,
            score: score)
    }

    private init(_ care: Care, _ language: MemoryLanguage, score: Double) {
        (self.care, self.language, self.score) = (care, language, score)
    }

    /// The same within a conversation: one that is in doubt counts fully where others were not long ago.
    /// - Parameter earlier: what the user has said before, the last of it at the end.
    public func after(_ earlier: [String]) -> CareReading {
        guard case .soft(let kind) = care else { return self }
        let doubts = earlier.suffix(Self.remembered).count { Care.concerns($0) }
        return doubts >= Self.doubts ? CareReading(.card(kind), language, score: score) : self
    }

    /// Messages of the user that still count.
    private static let remembered = 5
    /// Doubtful ones before a doubtful one that make it certain.
    private static let doubts = 2

    static let folder = Bundle.module.bundleURL.appending(path: "CareModel")

    static let model: CareModel = {
        do { return try CareModel(folder: folder) } catch {
            // To go on would be to hear nobody, and to tell nobody so.
            fatalError("The model of care cannot be read: \(error)")
        }
    }()

    /// A text without blocks of code, unless that is all of it.
    private static func withoutCode(_ text: String) -> String {
        guard text.contains("```") else { return text }
        let parts = text.components(separatedBy: "```")
        let bare = parts.indices.filter { $0.isMultiple(of: 2) }.map { parts[$0] }.joined(separator: "\n")
        return bare.contains(where: \.isLetter) ? bare : text
    }
}
