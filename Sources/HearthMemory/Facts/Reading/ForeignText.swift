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

    /// Whether more of its words are common ones of a neighbouring language than of English or French. One must be a
    /// word of that language alone, and four where the writer says "I" or "my" in English or French.
    static func isInAnotherLanguage(_ text: String) -> Bool {
        let words = FoldedWords.all(in: text)
        let own = MemoryLanguage.allCases.map { language in words.count { language.functionWords.contains($0) } }
        let most = own.max() ?? 0
        let uncapped = uncapped(text)
        let needed = words.contains(where: writers.contains) ? 4 : 1
        return others.contains { other in
            let certain = uncapped.count { other.own.contains($0) }
            let count = certain + uncapped.count { other.shared.contains($0) }
            return certain >= needed && count >= 2 && count > most
        }
    }

    /// The words that no capital makes a name, without accents: those of a sentence's beginning count.
    private static func uncapped(_ text: String) -> [String] {
        let characters = Array(text)
        let words = WordReader.words(in: characters, 0..<characters.count)
        return words.indices.filter { index in
            guard words[index].isCapital, index > 0 else { return true }
            let gap = characters[words[index - 1].range.upperBound..<words[index].range.lowerBound]
            return gap.contains { ".!?…:¡¿".contains($0) || $0.isNewline }
        }.map { words[$0].text.withoutAccents }
    }

    private static let writers = Lexicon.set("i my j mon mes notre nos our")

    /// Spanish, German, Italian, Portuguese and Dutch, without accents: words of their own, and those that are also
    /// English or French words or names.
    private static let others: [(own: Set<String>, shared: Set<String>)] = [
        (
            "el los soy estoy muy pero tengo vivo hola llamo gracias por para una gusta trabajo tambien",
            "las mis mi con que en de y me no un la es"
        ),
        (
            """
            ich und nicht der das ein eine mein meine habe hab ist heiße heisse wohne mir mich auch aber
            """, "bin die mit mag in"
        ),
        ("io sono gli che chiamo di ciao vivo una abito piace lavoro anche", "ho il mi mio mia non e la un ma"),
        ("sou meu minha nao estou tenho moro chamo uma gosto trabalho tambem", "eu um o a de e que ola me em"),
        ("ik een het mijn niet heb woon heet hallo houd ook maar geen voor", "ben en de van met"),
    ].map { (Lexicon.set($0), Lexicon.set($1)) }
}
