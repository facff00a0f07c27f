// SPDX-License-Identifier: Apache-2.0

/// The letters of a word while it is being stemmed, with the regions that Snowball's algorithms speak of.
///
/// A region begins at an index and goes to the end of the word. A suffix is in a region when it begins in it.
struct StemLetters {
    var letters: [Unicode.Scalar]
    /// Behind the first consonant that follows a vowel.
    var region1: Int
    /// The same, found once more within `region1`.
    var region2: Int
    /// French only: where suffixes of verbs may begin.
    var verbRegion: Int

    init(_ word: String) {
        letters = Array(word.unicodeScalars)
        (region1, region2, verbRegion) = (letters.count, letters.count, letters.count)
    }

    var count: Int { letters.count }

    var word: String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: letters)
        return String(text)
    }

    func ends(with suffix: StemSuffix, before end: Int? = nil) -> Bool {
        let end = end ?? count
        return suffix.letters.count <= end && letters[(end - suffix.letters.count)..<end].elementsEqual(suffix.letters)
    }

    func begins(with prefix: StemSuffix) -> Bool { letters.starts(with: prefix.letters) }

    /// Puts other letters in place of a suffix of so many.
    mutating func replaceLast(_ count: Int, with suffix: StemSuffix = "") {
        letters.replaceSubrange((self.count - count)..., with: suffix.letters)
    }

    /// Behind the first letter after `start` that is in `vowels` or is not; `nil` where there is none.
    func index(after start: Int, vowel: Bool, _ vowels: Set<Unicode.Scalar>) -> Int? {
        guard start <= count else { return nil }
        return letters[start...].firstIndex { vowels.contains($0) == vowel }.map { $0 + 1 }
    }

    /// Finds the two regions, the first from `start` on.
    mutating func findRegions(_ vowels: Set<Unicode.Scalar>, first: Int? = nil) {
        let next = { (start: Int, letters: StemLetters) -> Int? in
            letters.index(after: start, vowel: true, vowels).flatMap {
                letters.index(after: $0, vowel: false, vowels)
            }
        }
        guard let first = first ?? next(0, self) else { return }
        region1 = first
        region2 = next(first, self) ?? count
    }
}

/// A suffix, or other letters that an algorithm looks for or writes.
struct StemSuffix: ExpressibleByStringLiteral, Sendable {
    let letters: [Unicode.Scalar]

    init(stringLiteral text: String) { letters = Array(text.unicodeScalars) }

    var count: Int { letters.count }
}

/// Suffixes with what is to be done about them; the longest that fits is found.
struct SuffixTable<Action: Sendable>: Sendable {
    private let entries: [(suffix: StemSuffix, action: Action)]

    init(_ groups: [(String, Action)]) {
        entries = groups.flatMap { group in
            group.0.split(separator: " ").map { (StemSuffix(stringLiteral: String($0)), group.1) }
        }.sorted { $0.suffix.count > $1.suffix.count }
    }

    /// - Parameter first: where the suffix may begin at the earliest.
    func match(_ word: StemLetters, from first: Int = 0, before end: Int? = nil) -> (count: Int, action: Action)? {
        let room = (end ?? word.count) - first
        for entry in entries where entry.suffix.count <= room && word.ends(with: entry.suffix, before: end) {
            return (entry.suffix.count, entry.action)
        }
        return nil
    }
}
