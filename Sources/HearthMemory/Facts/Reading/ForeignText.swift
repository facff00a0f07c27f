// SPDX-License-Identifier: Apache-2.0

/// Tells text in languages in which no facts are found. The readers know English and French, and would take any other
/// for a sentence of few words that they know.
enum ForeignText {
    static func isForeign(_ text: String) -> Bool { isInAnotherScript(text) || isInAnotherLanguage(text) }

    /// Whether a good part of its letters is of another script than Latin.
    static func isInAnotherScript(_ text: String) -> Bool {
        var (latin, other) = (0, 0)
        for scalar in text.unicodeScalars where scalar.properties.isAlphabetic {
            if isLatin(scalar) { latin += 1 } else { other += 1 }
        }
        return other * 4 > latin
    }

    /// The blocks of Unicode for the Latin script, and the signs that look like its letters.
    private static func isLatin(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0...0x2AF, 0x1E00...0x1EFF, 0x2100...0x214F, 0x2C60...0x2C7F, 0xA720...0xA7FF, 0xFB00...0xFB06: true
        default: false
        }
    }

    /// Whether more of its words are common ones of a neighbouring language than of English or French.
    static func isInAnotherLanguage(_ text: String) -> Bool {
        let words = FoldedWords.all(in: text)
        let own = MemoryLanguage.allCases.map { language in words.count { language.functionWords.contains($0) } }
        let most = own.max() ?? 0
        return others.contains { other in
            let count = words.count { other.contains($0.withoutAccents) }
            return count >= 2 && count > most
        }
    }

    /// Spanish, German, Italian, Portuguese and Dutch, without accents.
    private static let others: [Set<String>] = [
        """
        el los las soy estoy muy pero tengo mi mis vivo hola llamo gracias con por para que en de y me no una un la
        gusta
        """,
        """
        ich bin und nicht der die das ein eine mein meine habe hab ist mit heiße heisse wohne in mag mir mich
        """,
        "io sono il gli che mi chiamo ho mio mia non di e ciao vivo la un una abito piace ma",
        "eu sou meu minha nao estou tenho moro chamo uma um o a de e que ola me em gosto",
        "ik ben een het mijn niet heb woon heet en de van hallo met houd",
    ].map { Lexicon.set($0) }
}
