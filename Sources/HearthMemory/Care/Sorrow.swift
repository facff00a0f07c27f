// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A weight on somebody without danger: a death, a parting, an illness, fear.
///
/// The very small model may answer these with "I like hearing about that", so it is not left to.
public enum Sorrow: String, Sendable, CaseIterable {
    case death = "DEATH"
    case parting = "PARTING"
    case illness = "ILLNESS"
    case fear = "FEAR"

    /// The sorrow that a message tells of; `nil` where it tells of none, asks something, or speaks of a story, a game
    /// or the news.
    public init?(in text: String) {
        guard !text.contains("?"), let window = Self.spelling.windows(of: text).first, window.count <= Self.longest
        else { return nil }
        let stories = Set(CareReading.model.kinds(in: window)).intersection(Self.stories)
        guard stories.isEmpty else { return nil }
        let told = Set(window.indices.flatMap { Self.signs.kinds(of: window, at: $0) })
        let names = told.map { String(decoding: Self.signs.names[$0], as: UTF8.self) }
        guard let found = Self.allCases.first(where: { names.contains($0.rawValue) }) else { return nil }
        self = found
    }

    /// Words; a long message tells of many things.
    private static let longest = 40
    private static let stories: Set<String> = ["FICTION", "SONG", "GAME", "HERO", "STUDY", "NEWS", "JOKE", "IDIOM"]
    private static let spelling = CareReading.model.spelling
    private static let signs: WordKinds = {
        let file = CareReading.folder.appending(path: "sorrows.txt")
        // A sentence less is said where it is missing; the model of care is what counts.
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        return WordKinds(text, read: spelling)
    }()

    /// A fixed sentence, and another one where the first was said already.
    public func words(in language: MemoryLanguage, isFamiliar: Bool) -> [String] {
        switch (self, language) {
        case (.death, .english):
            [
                "I’m so sorry. I’m here if you want to tell me about it, or just to write.",
                "That is a great loss. There is no right way to feel about it; write whatever comes.",
            ]
        case (.parting, .english):
            [
                "I’m sorry, that is hard. You can tell me as much of it as you like.",
                "Such a parting turns everything over. What weighs most today?",
            ]
        case (.illness, .english):
            [
                "I’m sorry, that is a lot to carry. How are you today?",
                "That is frightening news to live with. I’m here to listen.",
            ]
        case (.fear, .english):
            [
                "That sounds frightening. I’m here; tell me more if it helps.",
                "It is good that you write it down. What is it that frightens you most?",
            ]
        case (.death, .french):
            isFamiliar
                ? [
                    "Je suis désolé. Je suis là si tu veux m’en parler, ou simplement écrire.",
                    "C’est une grande perte. Il n’y a pas de bonne façon de la vivre ; écris ce qui vient.",
                ]
                : [
                    "Je suis désolé. Je suis là si vous voulez m’en parler, ou simplement écrire.",
                    "C’est une grande perte. Il n’y a pas de bonne façon de la vivre ; écrivez ce qui vient.",
                ]
        case (.parting, .french):
            [
                isFamiliar
                    ? "Je suis désolé, c’est dur. Tu peux m’en dire autant que tu veux."
                    : "Je suis désolé, c’est dur. Vous pouvez m’en dire autant que vous voulez.",
                "Une séparation bouscule tout. Qu’est-ce qui pèse le plus aujourd’hui ?",
            ]
        case (.illness, .french):
            [
                "Je suis désolé, c’est lourd à porter. Comment \(isFamiliar ? "vas-tu" : "allez-vous") aujourd’hui ?",
                "C’est une nouvelle difficile à vivre. Je suis là pour écouter.",
            ]
        case (.fear, .french):
            [
                "Cela fait peur, je comprends. Je suis là ; \(isFamiliar ? "dis-m’en" : "dites-m’en") plus si cela aide.",
                "C’est bien de l’écrire. Qu’est-ce qui fait le plus peur ?",
            ]
        }
    }
}
