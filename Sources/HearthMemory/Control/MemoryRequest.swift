// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A request to the memory in a message: exact sentences, in English and French, and nothing that has to be
/// guessed.
public enum MemoryRequest: Sendable, Equatable {
    /// `Remember this: the boiler man comes on Tuesday.`
    case remember(String)
    /// `Remember this`: the message before.
    case rememberThat
    /// `Forget what I said about the loan.`
    case forget(String)
    /// `Forget this`: what was learned from the message before.
    case forgetThat
    /// `That's wrong about the violin: it's a half size.`
    case correct(topic: String?, String)
    /// `You're wrong, I have two cats.`: corrects what was just said or told, and may just as well be said of anything
    /// else.
    case contradict(String)
    /// `What do you know about me?`
    case ask
    /// `Forget everything you know about me.`
    case forgetAll

    /// Whether it points at the message before it, and says nothing by itself.
    public var isPointing: Bool { self == .rememberThat || self == .forgetThat }

    /// Whether nothing is said in it that is worth finding again.
    var isOnlyRequest: Bool {
        switch self {
        case .forget, .forgetThat, .forgetAll, .ask: true
        case .remember, .rememberThat, .correct, .contradict: false
        }
    }

    /// - Returns: `nil` for a message that asks nothing of the memory.
    public init?(_ message: String) {
        guard let found = MemoryRequest(exactly: message) ?? MemoryRequest(inEverydayWords: message) else { return nil }
        self = found
    }

    /// Whether a message is one of the exact sentences, so that nothing had to be guessed.
    public static func isExact(_ message: String) -> Bool { MemoryRequest(exactly: message) != nil }

    /// Reads a request in one of the sentences below. Messages of several lines never do, nor do questions but the
    /// one what is known.
    init?(exactly message: String) {
        guard message.utf8.count <= 2_400 else { return nil }
        let marks = message.unicodeScalars.map { Self.plainMarks[$0] ?? $0 }
        let text = String(String.UnicodeScalarView(marks)).trimmingCharacters(in: .whitespacesAndNewlines)
        guard text.count <= 600, !text.contains(where: \.isNewline) else { return nil }
        if Self.asking.contains(where: { text.wholeMatch(of: $0) != nil }) {
            self = .ask
            return
        }
        guard !text.hasSuffix("?") else { return nil }
        guard let found = Self.remembering(text) ?? Self.forgetting(text) ?? Self.correcting(text) else { return nil }
        self = found
    }

    /// Signs that are typed in one of two ways.
    private static let plainMarks: [Unicode.Scalar: Unicode.Scalar] = ["’": "'", "\u{00A0}": " ", "\u{202F}": " "]

    // MARK: The sentences

    private static func remembering(_ text: String) -> Self? {
        if rememberingThat.contains(where: { text.wholeMatch(of: $0) != nil }) { return .rememberThat }
        return rememberingWords.lazy.compactMap { text.wholeMatch(of: $0)?.output.1 }.first.map { .remember(plain($0)) }
    }

    private static func forgetting(_ text: String) -> Self? {
        if forgettingAll.contains(where: { text.wholeMatch(of: $0) != nil }) { return .forgetAll }
        if forgettingThat.contains(where: { text.wholeMatch(of: $0) != nil }) { return .forgetThat }
        return forgettingWords.lazy.compactMap { text.wholeMatch(of: $0)?.output.1 }.first.map { .forget(plain($0)) }
    }

    private static func correcting(_ text: String) -> Self? {
        for pattern in correctingWords {
            guard let match = text.wholeMatch(of: pattern) else { continue }
            let (topic, text) = (match.output.1.map { plain($0) }, plain(match.output.3))
            // "It's wrong, my daughter is crying" corrects nothing.
            return topic != nil || match.output.2 == ":" ? .correct(topic: topic, text) : .contradict(text)
        }
        return nil
    }

    private static func plain(_ text: Substring) -> String {
        String(text).trimmingCharacters(in: .whitespaces.union(CharacterSet(charactersIn: ".!")))
    }

    // MARK: Patterns

    // Made once: every message that is indexed is looked at, and to make them took longer than to use them. Regular
    // expressions are not marked as sendable; to match changes none of them.

    private nonisolated(unsafe) static let rememberingThat = [
        #/(?i)^(?:please )?remember (?:this|that)(?: for me)?(?:,? please)?[.!]?$/#,
        #/(?i)^(?:retiens|retenez|souviens-toi de|souvenez-vous de) (?:ça|ceci|cela)[ .!]*$/#,
    ]
    private nonisolated(unsafe) static let rememberingWords = [
        #/(?i)^(?:please,? )?(?:remember|keep in mind)(?: this| that)? ?: (.+)$/#,
        #/(?i)^(?:please,? )?(?:remember|keep in mind|don't forget) that (?!time\b|day\b|night\b|one\b|film\b|movie\b|song\b|feeling\b|guy\b|place\b|thing\b)(.+)$/#,
        #/(?i)^(?:retiens|retenez|note|notez|souviens-toi|souvenez-vous|rappelle-toi|rappelez-vous)(?: bien)?(?: de)?(?: ceci| cela| ça)? ?: (.+)$/#,
        #/(?i)^(?:retiens|retenez|note|notez|souviens-toi|souvenez-vous|rappelle-toi|rappelez-vous|n'oublie pas|n'oubliez pas)(?: bien)? qu(?:e |')(.+)$/#,
    ]
    private nonisolated(unsafe) static let asking = [
        #/(?i)^(?:so,? |and )?what (?:do you (?:know|remember)|have you (?:learned|learnt|remembered)|did you (?:learn|remember)) about me(?: so far| by now)?[ ?.!]*$/#,
        #/(?i)^(?:please )?(?:tell|show) me (?:what|everything|all) you (?:know|remember|have learned) about me[ ?.!]*$/#,
        #/(?i)^do you (?:know|remember) anything about me[ ?.!]*$/#,
        #/(?i)^(?:alors,? |et )?(?:que (?:sais-tu|savez-vous|retiens-tu|retenez-vous)|qu'as-tu retenu|qu'avez-vous retenu|qu'est-ce que (?:tu sais|vous savez|tu as retenu|vous avez retenu)|tu sais quoi|vous savez quoi) (?:de moi|sur moi|à mon sujet|à propos de moi)[ ?.!]*$/#,
        #/(?i)^(?:dis|dites|montre|montrez)-moi (?:tout )?ce que (?:tu sais|vous savez|tu as retenu|vous avez retenu) (?:de moi|sur moi|à mon sujet)[ ?.!]*$/#,
    ]
    private nonisolated(unsafe) static let forgettingAll = [
        #/(?i)^(?:please )?forget (?:everything|all|all that|what) (?:(?:that )?you (?:know|remember|have learned|learned) about me|about me)(?:,? please)?[ .!]*$/#,
        #/(?i)^(?:please )?forget (?:everything|all) (?:that )?I(?: have|'ve)? (?:ever )?(?:said|told you)(?: about me| about myself)?(?:,? please)?[ .!]*$/#,
        #/(?i)^(?:oublie|oubliez) (?:tout )?(?:ce que (?:tu sais|vous savez|tu as retenu|vous avez retenu|tu as appris|vous avez appris) )(?:de|sur|à propos de) moi[ .!]*$/#,
        #/(?i)^(?:oublie|oubliez) tout (?:sur moi|à mon sujet|ce que je (?:t'ai|vous ai) dit)[ .!]*$/#,
    ]
    private nonisolated(unsafe) static let forgettingThat = [
        #/(?i)^(?:please )?forget (?:this|that|what I just said|what I just told you|my last message)(?:,? please)?[.!]?$/#,
        #/(?i)^(?:oublie|oubliez) (?:ça|ceci|cela|ce que je viens (?:de dire|de te dire|de vous dire|d'écrire)|mon dernier message)[ .!]*$/#,
    ]
    private nonisolated(unsafe) static let forgettingWords = [
        #/(?i)^(?:please )?forget (?:what I (?:said|told you|wrote)|everything I (?:said|told you|wrote)|everything|all|all I (?:said|told you)|what you know) about (.+)$/#,
        #/(?i)^(?:please )?forget that (I .+|I'.+|my .+|we .+|our .+)$/#,
        #/(?i)^(?:oublie|oubliez) (?:tout )?(?:ce que (?:j'ai dit|je t'ai dit|je vous ai dit|j'ai écrit|tu sais|vous savez)|tout) (?:sur|à propos de|au sujet de|à propos d'|au sujet d'|à propos du|au sujet du) ?(.+)$/#,
        #/(?i)^(?:oublie|oubliez) qu(?:e |')((?:je |j'|mon |ma |mes |nous |on |notre |nos ).+)$/#,
    ]
    private nonisolated(unsafe) static let correctingWords = [
        #/(?i)^(?:no, |and |but )?(?:that's|that is|this is|it's|you're|you are) (?:wrong|not right|not true|incorrect|mistaken|no longer true|not true any ?more)(?: about (.+?))? ?([:;,.—–-]) (.+)$/#,
        #/(?i)^(?:non, |et |mais )?(?:c'est faux|ce n'est pas vrai|ce n'est plus vrai|c'est inexact|tu te trompes|vous vous trompez)(?: (?:pour|sur|au sujet de|à propos de) (.+?))? ?([:;,.—–-]) (.+)$/#,
    ]
}
