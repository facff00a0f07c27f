// SPDX-License-Identifier: Apache-2.0

/// Short words before a word that a learner may leave out: articles, and the "to" of English verbs.
public enum Articles {
    /// Of the languages that most decks are in, without accents and apostrophes.
    private static let all: Set<Substring> = [
        "the", "a", "an", "to", "le", "la", "les", "l", "un", "une", "des", "du", "d", "der", "die", "das", "ein",
        "eine", "el", "los", "las", "una", "unos", "unas", "il", "lo", "gli", "uno", "o", "os", "as", "um", "uma",
        "de", "het", "een", "en", "ett", "et", "at", "att",
    ]

    /// A text in small letters without an article at its front; the text itself where nothing else would be left.
    static func without(_ text: String) -> String {
        guard let space = text.firstIndex(of: " "), all.contains(text[..<space]) else { return text }
        let rest = text[space...].drop { $0 == " " }
        return rest.isEmpty ? text : String(rest)
    }
}
