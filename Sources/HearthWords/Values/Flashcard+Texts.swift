// SPDX-License-Identifier: Apache-2.0

extension FlashcardContent {
    /// One of the texts that `formatted` may have HTML of; empty for other names.
    public func text(named name: String) -> String {
        switch name {
        case "word": cloze ?? word
        case "definition": definition
        case "translation": translation
        case "phonetic": phonetic
        case "example": example
        default: ""
        }
    }

    /// Forgets the HTML of texts that were changed: it would say what the user took away.
    public mutating func forgetFormats(changedSince old: FlashcardContent) {
        formatted = formatted.filter { old.text(named: $0.key) == text(named: $0.key) }
    }

    /// Makes the meaning the word, of a card that shows a picture and asks what its meaning says.
    public mutating func askMeaning() {
        let name = translation.isEmpty ? "definition" : "translation"
        word = meaning
        if name == "translation" { translation = "" } else { definition = "" }
        formatted["word"] = formatted.removeValue(forKey: name)
    }
}
