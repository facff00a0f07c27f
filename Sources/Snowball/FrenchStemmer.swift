// SPDX-License-Identifier: Apache-2.0

/// The Snowball stemmer of French: `continuellement`, `continuelle` → `continuel`.
///
/// Source: snowballstem/snowball, algorithms/french.sbl, commit 6ddd7dd; tested against the vocabulary that comes with
/// it.
public enum FrenchStemmer {
    /// - Parameter word: in lower case, with its accents composed.
    public static func stem(_ word: String) -> String {
        var letters = StemLetters(word)
        removeElision(&letters)
        mark(&letters)
        findRegions(&letters)
        if removeStandard(&letters) || removeVerbInI(&letters) || removeVerb(&letters) {
            if letters.ends(with: "Y") {
                letters.replaceLast(1, with: "i")
            } else if letters.ends(with: "ç") {
                letters.replaceLast(1, with: "c")
            }
        } else {
            removeResidue(&letters)
        }
        if ["enn", "onn", "ett", "ell", "eill"].contains(where: { letters.ends(with: $0) }) { letters.replaceLast(1) }
        removeAccent(&letters)
        return unmarked(letters)
    }

    private static let vowels = Set("aeiouyâàëéêèïîôûù".unicodeScalars)

    private static func isVowel(_ word: StemLetters, _ index: Int) -> Bool {
        word.letters.indices.contains(index) && vowels.contains(word.letters[index])
    }

    private static func removeElision(_ word: inout StemLetters) {
        guard let apostrophe = word.letters.firstIndex(of: "'"), apostrophe < word.count - 1 else { return }
        let isElided =
            apostrophe == 1 && "cdjlmnstz".unicodeScalars.contains(word.letters[0])
            || apostrophe == 2 && word.begins(with: "qu")
        if isElided { word.letters.removeFirst(apostrophe + 1) }
    }

    /// Writes vowels that stand for consonants as capitals, and a diaeresis as `H`.
    private static func mark(_ word: inout StemLetters) {
        var index = 0
        while index < word.count {
            let letter = word.letters[index]
            if vowels.contains(letter), index + 1 < word.count, let marked = marked(word, after: index) {
                word.letters[index + 1] = marked
            } else if letter == "ë" || letter == "ï" {
                word.letters.replaceSubrange(index...index, with: letter == "ë" ? ["H", "e"] : ["H", "i"])
            } else if letter == "y", isVowel(word, index + 1) {
                word.letters[index] = "Y"
            } else if letter == "q", index + 1 < word.count, word.letters[index + 1] == "u" {
                word.letters[index + 1] = "U"
            }
            index += 1
        }
    }

    /// The sign for the letter behind a vowel: `u` and `i` between vowels, and any `y` behind one.
    private static func marked(_ word: StemLetters, after index: Int) -> Unicode.Scalar? {
        switch word.letters[index + 1] {
        case "u" where isVowel(word, index + 2): "U"
        case "i" where isVowel(word, index + 2): "I"
        case "y": "Y"
        default: nil
        }
    }

    private static func findRegions(_ word: inout StemLetters) {
        let count = word.count
        (word.region1, word.region2, word.verbRegion) = (count, count, count)
        word.findRegions(vowels)
        if isVowel(word, 0), isVowel(word, 1), count > 2 {
            word.verbRegion = 3
        } else if ["par", "col", "tap"].contains(where: { word.begins(with: $0) })
            || word.begins(with: "ni") && isVowel(word, 2)
        {
            word.verbRegion = 3
        } else if count > 1, let end = word.index(after: 1, vowel: true, vowels) {
            word.verbRegion = end
        }
    }

    private enum Standard {
        case inRegion2, ation, ement, ite, ifIve, aux, oux, euse, issement, ment
        case becomesInRegion2(StemSuffix)
        case becomes(StemSuffix)
        case adverb(StemSuffix)
    }

    private static let standard = SuffixTable<Standard>([
        ("ance iqUe isme able iste eux ances iqUes ismes ables istes", .inRegion2),
        ("atrice ateur ation atrices ateurs ations", .ation), ("logie logies", .becomesInRegion2("log")),
        ("usion ution usions utions", .becomesInRegion2("u")), ("ence ences", .becomesInRegion2("ent")),
        ("ement ements", .ement), ("ité ités", .ite), ("if ive ifs ives", .ifIve), ("eaux", .becomes("eau")),
        ("aux", .aux), ("oux", .oux), ("euse euses", .euse), ("issement issements", .issement),
        ("amment", .adverb("ant")), ("emment", .adverb("ent")), ("ment ments", .ment),
    ])

    /// - Returns: whether it did; where it did not, a suffix of a verb may still be there.
    private static func removeStandard(_ word: inout StemLetters) -> Bool {
        guard let found = standard.match(word) else { return false }
        let rest = word.count - found.count
        switch found.action {
        case .inRegion2: return replace(&word, found.count, from: word.region2)
        case .becomesInRegion2(let suffix): return replace(&word, found.count, from: word.region2, suffix)
        case .becomes(let suffix): return replace(&word, found.count, from: 0, suffix)
        case .ation:
            guard replace(&word, found.count, from: word.region2) else { return false }
            removeIc(&word)
        case .ement:
            guard replace(&word, found.count, from: word.verbRegion) else { return false }
            finishEment(&word)
        case .ite:
            guard replace(&word, found.count, from: word.region2) else { return false }
            finishIte(&word)
        case .ifIve:
            guard replace(&word, found.count, from: word.region2) else { return false }
            if word.ends(with: "at"), replace(&word, 2, from: word.region2) { removeIc(&word) }
        case .aux: return replace(&word, found.count, from: word.region1, "al")
        case .oux:
            guard rest > 0, "bhjlnp".unicodeScalars.contains(word.letters[rest - 1]) else { return false }
            word.replaceLast(found.count, with: "ou")
        case .euse:
            return replace(&word, found.count, from: word.region2)
                || replace(&word, found.count, from: word.region1, "eux")
        case .issement:
            guard rest > 0, !isVowel(word, rest - 1) else { return false }
            return replace(&word, found.count, from: word.region1)
        case .adverb(let suffix):
            _ = replace(&word, found.count, from: word.verbRegion, suffix)
            return false
        case .ment:
            if rest > 0, isVowel(word, rest - 1), word.verbRegion <= rest - 1 { word.replaceLast(found.count) }
            return false
        }
        return true
    }

    private static func replace(
        _ word: inout StemLetters, _ count: Int, from region: Int, _ suffix: StemSuffix = ""
    ) -> Bool {
        guard region <= word.count - count else { return false }
        word.replaceLast(count, with: suffix)
        return true
    }

    private static func removeIc(_ word: inout StemLetters) {
        guard word.ends(with: "ic") else { return }
        if !replace(&word, 2, from: word.region2) { word.replaceLast(2, with: "iqU") }
    }

    private static func finishEment(_ word: inout StemLetters) {
        if word.ends(with: "iv") {
            guard replace(&word, 2, from: word.region2), word.ends(with: "at") else { return }
            _ = replace(&word, 2, from: word.region2)
        } else if word.ends(with: "eus") {
            if !replace(&word, 3, from: word.region2) { _ = replace(&word, 3, from: word.region1, "eux") }
        } else if word.ends(with: "abl") || word.ends(with: "iqU") {
            _ = replace(&word, 3, from: word.region2)
        } else if word.ends(with: "ièr") || word.ends(with: "Ièr") {
            _ = replace(&word, 3, from: word.verbRegion, "i")
        }
    }

    private static func finishIte(_ word: inout StemLetters) {
        if word.ends(with: "abil") {
            if !replace(&word, 4, from: word.region2) { word.replaceLast(4, with: "abl") }
        } else if word.ends(with: "ic") {
            removeIc(&word)
        } else if word.ends(with: "iv") {
            _ = replace(&word, 2, from: word.region2)
        }
    }
}

// MARK: - Verbs

extension FrenchStemmer {
    private static let verbInI = SuffixTable<Void>([
        (
            """
            îmes ît îtes i ie ies ir ira irai iraIent irais irait iras irent irez iriez irions irons iront is issaIent \
            issais issait issant issante issantes issants isse issent isses issez issiez issions issons it
            """, ()
        )
    ])

    private static func removeVerbInI(_ word: inout StemLetters) -> Bool {
        guard let found = verbInI.match(word, from: word.verbRegion) else { return false }
        let before = word.count - found.count - 1
        guard before >= word.verbRegion, word.letters[before] != "H", !isVowel(word, before) else { return false }
        word.replaceLast(found.count)
        return true
    }

    private enum Verb { case inRegion2, always, withE, ais }

    private static let verb = SuffixTable<Verb>([
        ("ions", .inRegion2),
        (
            """
            é ée ées és èrent er era erai eraIent erais erait eras erez eriez erions erons eront ez iez eais
            """, .always
        ),
        ("âmes ât âtes a ai aIent ait ant ante antes ants as asse assent asses assiez assions", .withE),
        ("ais aise aises", .ais),
    ])

    private static func removeVerb(_ word: inout StemLetters) -> Bool {
        guard let found = verb.match(word, from: word.verbRegion) else { return false }
        let rest = word.count - found.count
        switch found.action {
        case .inRegion2: return replace(&word, found.count, from: word.region2)
        case .always: break
        case .withE:
            let hasE = rest > 0 && word.letters[rest - 1] == "e" && word.verbRegion <= rest - 1
            word.replaceLast(found.count + (hasE ? 1 : 0))
            return true
        case .ais:
            let isNoun =
                rest == 3 && word.ends(with: "al", before: rest) || word.ends(with: "auv", before: rest)
                || word.ends(with: "épl", before: rest)
            guard !isNoun else { return false }
        }
        word.replaceLast(found.count)
        return true
    }

    private static let residue = SuffixTable<Int>([("ion", 0), ("ier ière Ier Ière", 1), ("e", 2)])

    private static func removeResidue(_ word: inout StemLetters) {
        if word.ends(with: "s"), word.count > 1 {
            let before = word.letters[word.count - 2]
            let isKept = "aiouès".unicodeScalars.contains(before) && !word.ends(with: "His")
            if !isKept { word.replaceLast(1) }
        }
        guard let found = residue.match(word, from: word.verbRegion) else { return }
        let before = word.count - found.count - 1
        switch found.action {
        case 0:
            guard before >= word.verbRegion, word.region2 <= before + 1 else { return }
            if word.letters[before] == "s" || word.letters[before] == "t" { word.replaceLast(3) }
        case 1: word.replaceLast(found.count, with: "i")
        default: word.replaceLast(1)
        }
    }

    private static func removeAccent(_ word: inout StemLetters) {
        let end = word.letters.lastIndex { vowels.contains($0) } ?? 0
        guard end < word.count - 1, word.letters[end] == "é" || word.letters[end] == "è" else { return }
        word.letters[end] = "e"
    }

    private static func unmarked(_ word: StemLetters) -> String {
        word.word.replacing("He", with: "ë").replacing("Hi", with: "ï").replacing("H", with: "")
            .replacing("I", with: "i").replacing("U", with: "u").replacing("Y", with: "y")
    }
}
