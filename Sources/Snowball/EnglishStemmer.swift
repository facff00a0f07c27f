// SPDX-License-Identifier: Apache-2.0

/// Porter's second stemmer of English, which brings the forms of a word to one stem: `connections`, `connecting` →
/// `connect`.
///
/// Source: snowballstem/snowball, algorithms/english.sbl, commit 6ddd7dd; tested against the vocabulary that comes with
/// it.
public enum EnglishStemmer {
    /// - Parameter word: in lower case.
    public static func stem(_ word: String) -> String {
        if let exception = exceptions[word] { return exception }
        var letters = StemLetters(word)
        guard letters.count > 2 else { return word }
        mark(&letters)
        removePlural(&letters)
        removePast(&letters)
        endInI(&letters)
        shorten(&letters, step2)
        shorten(&letters, step3)
        removeLast(&letters)
        removeE(&letters)
        return letters.word.replacing("Y", with: "y")
    }

    private static let exceptions = [
        "skis": "ski", "skies": "sky", "idly": "idl", "gently": "gentl", "ugly": "ugli", "early": "earli",
        "only": "onli", "singly": "singl", "sky": "sky", "news": "news", "howe": "howe", "atlas": "atlas",
        "cosmos": "cosmos", "bias": "bias", "andes": "andes",
    ]
    private static let vowels = Set("aeiouy".unicodeScalars)
    private static let prefixes: [StemSuffix] = [
        "gener", "commun", "arsen", "past", "univers", "later", "emerg", "organ", "inter",
    ]

    private static func isVowel(_ letters: StemLetters, _ index: Int) -> Bool {
        letters.letters.indices.contains(index) && vowels.contains(letters.letters[index])
    }

    /// Writes `Y` where the letter is a consonant, and finds the regions.
    private static func mark(_ word: inout StemLetters) {
        if word.letters.first == "'" { word.letters.removeFirst() }
        for index in word.letters.indices where word.letters[index] == "y" {
            if index == 0 || isVowel(word, index - 1) { word.letters[index] = "Y" }
        }
        (word.region1, word.region2) = (word.count, word.count)
        word.findRegions(vowels, first: prefixes.first { word.begins(with: $0) }?.count)
    }

    /// Whether what stands before `end` is a short syllable at the end of a word.
    private static func isShort(_ word: StemLetters, before end: Int) -> Bool {
        if word.ends(with: "past", before: end) { return true }
        if end == 2 { return isVowel(word, 0) && !isVowel(word, 1) }
        guard end > 2 else { return false }
        let last = word.letters[end - 1]
        return !isVowel(word, end - 1) && !["w", "x", "Y"].contains(last) && isVowel(word, end - 2)
            && !isVowel(word, end - 3)
    }

    private static func removePlural(_ word: inout StemLetters) {
        for apostrophe: StemSuffix in ["'s'", "'s", "'"] where word.ends(with: apostrophe) {
            word.replaceLast(apostrophe.count)
            break
        }
        if word.ends(with: "sses") {
            word.replaceLast(2)
        } else if word.ends(with: "ied") || word.ends(with: "ies") {
            word.replaceLast(word.count > 4 ? 2 : 1)
        } else if word.ends(with: "s"), !word.ends(with: "us"), !word.ends(with: "ss"),
            word.letters.dropLast(2).contains(where: vowels.contains)
        {
            word.replaceLast(1)
        }
    }

    private enum Past { case eed, other, ing }
    private static let past = SuffixTable<Past>([("eed eedly", .eed), ("ed edly ingly", .other), ("ing", .ing)])
    private static let gerunds: Set<String> = ["inn", "out", "cann", "herr", "earr", "even"]
    private static let doubles: [StemSuffix] = ["bb", "dd", "ff", "gg", "mm", "nn", "pp", "rr", "tt"]

    private static func removePast(_ word: inout StemLetters) {
        guard let found = past.match(word) else { return }
        let rest = word.count - found.count
        switch found.action {
        case .eed:
            let before = String(String.UnicodeScalarView(word.letters[..<rest]))
            if word.region1 <= rest, !["proc", "exc", "succ"].contains(before) {
                word.replaceLast(found.count, with: "ee")
            }
            return
        case .ing where rest == 2 && word.letters[1] == "y" && !isVowel(word, 0):
            return word.replaceLast(4, with: "ie")
        case .ing where gerunds.contains(String(String.UnicodeScalarView(word.letters[..<rest]))): return
        case .ing, .other: break
        }
        guard word.letters[..<rest].contains(where: vowels.contains) else { return }
        word.replaceLast(found.count)
        if ["at", "bl", "iz"].contains(where: { word.ends(with: $0) }) {
            word.letters.append("e")
        } else if doubles.contains(where: { word.ends(with: $0) }) {
            let isWhole = word.count == 3 && ["a", "e", "o"].contains(word.letters[0])
            if !isWhole { word.replaceLast(1) }
        } else if word.count == word.region1, isShort(word, before: word.count) {
            word.letters.append("e")
        }
    }

    private static func endInI(_ word: inout StemLetters) {
        guard word.count > 2, word.ends(with: "y") || word.ends(with: "Y"), !isVowel(word, word.count - 2) else {
            return
        }
        word.replaceLast(1, with: "i")
    }

    private enum Ending {
        case becomes(StemSuffix)
        /// After one of these letters only.
        case after(String, StemSuffix)
        case inRegion2
    }

    private static let step2 = SuffixTable<Ending>([
        ("tional", .becomes("tion")), ("enci", .becomes("ence")), ("anci", .becomes("ance")),
        ("abli", .becomes("able")),
        ("entli", .becomes("ent")), ("izer ization", .becomes("ize")), ("ational ation ator", .becomes("ate")),
        ("alism aliti alli", .becomes("al")), ("fulness", .becomes("ful")), ("ousli ousness", .becomes("ous")),
        ("iveness iviti", .becomes("ive")), ("biliti bli", .becomes("ble")), ("ogist", .becomes("og")),
        ("ogi", .after("l", "og")), ("fulli", .becomes("ful")), ("lessli", .becomes("less")),
        ("li", .after("cdeghkmnrt", "")),
    ])
    private static let step3 = SuffixTable<Ending>([
        ("tional", .becomes("tion")), ("ational", .becomes("ate")), ("alize", .becomes("al")),
        ("icate iciti ical", .becomes("ic")), ("ful ness", .becomes("")), ("ative", .inRegion2),
    ])

    private static func shorten(_ word: inout StemLetters, _ table: SuffixTable<Ending>) {
        guard let found = table.match(word), word.region1 <= word.count - found.count else { return }
        let rest = word.count - found.count
        switch found.action {
        case .becomes(let suffix): word.replaceLast(found.count, with: suffix)
        case .after(let letters, let suffix):
            guard rest > 0, letters.unicodeScalars.contains(word.letters[rest - 1]) else { return }
            word.replaceLast(found.count, with: suffix)
        case .inRegion2: if word.region2 <= rest { word.replaceLast(found.count) }
        }
    }

    private static let last = SuffixTable<Bool>([
        ("al ance ence er ic able ible ant ement ment ent ism ate iti ous ive ize", false), ("ion", true),
    ])

    private static func removeLast(_ word: inout StemLetters) {
        guard let found = last.match(word), word.region2 <= word.count - found.count else { return }
        let before = word.letters[word.count - found.count - 1]
        if !found.action || before == "s" || before == "t" { word.replaceLast(found.count) }
    }

    private static func removeE(_ word: inout StemLetters) {
        let rest = word.count - 1
        if word.ends(with: "e") {
            if word.region2 <= rest || word.region1 <= rest && !isShort(word, before: rest) { word.replaceLast(1) }
        } else if word.ends(with: "ll"), word.region2 <= rest {
            word.replaceLast(1)
        }
    }
}
