// SPDX-License-Identifier: Apache-2.0

/// A sequence of words with choices, such as `want|wanna to? ~2 die`.
///
/// Words stand in lower case and without accents. `a|b` is one of several words, `to?` may be missing, `~2` is up to
/// two words of any kind, `suicid*` is any word that begins so, `#` is a number, and `$` is the end of the sentence: by
/// itself or as one of the choices, as in `anymore|$`.
struct WordPattern: Sendable {
    private enum Step: Sendable {
        case word([String], orEnd: Bool, isOptional: Bool)
        case gap(Int)
        case end
    }
    private let steps: [Step]

    init(_ text: String) {
        steps = text.split(separator: " ").map { part in
            if part == "$" { return .end }
            if part.first == "~", let most = Int(part.dropFirst()) { return .gap(most) }
            let isOptional = part.last == "?"
            let words = (isOptional ? part.dropLast() : part).split(separator: "|").map(String.init)
            return .word(words.filter { $0 != "$" }, orEnd: words.contains("$"), isOptional: isOptional)
        }
    }

    /// Words of which one has to stand in a sentence in which the pattern does: those of the step that is least likely
    /// to be found. Empty where the pattern needs none.
    var needed: [String] {
        let all = steps.compactMap { step -> [String]? in
            // A number is not to be found by its word.
            guard case .word(let choices, orEnd: false, isOptional: false) = step, !choices.contains("#") else {
                return nil
            }
            return choices
        }
        // Short words are in most sentences.
        return all.max { ($0.map(\.count).min() ?? 0) < ($1.map(\.count).min() ?? 0) } ?? []
    }

    /// The places at which it stands in a sentence.
    func ranges(in words: [String]) -> [Range<Int>] {
        words.indices.compactMap { start in end(in: words, from: start, step: 0).map { start..<max($0, start + 1) } }
    }

    private func end(in words: [String], from place: Int, step: Int) -> Int? {
        guard step < steps.count else { return place }
        switch steps[step] {
        case .end: return place == words.count ? place : nil
        case .gap(let most):
            for skipped in 0...most where place + skipped <= words.count {
                if let found = end(in: words, from: place + skipped, step: step + 1) { return found }
            }
            return nil
        case .word(let choices, let orEnd, let isOptional):
            if orEnd, place == words.count { return end(in: words, from: place, step: step + 1) }
            if place < words.count, choices.contains(where: { Self.fits(words[place], $0) }),
                let found = end(in: words, from: place + 1, step: step + 1)
            {
                return found
            }
            return isOptional ? end(in: words, from: place, step: step + 1) : nil
        }
    }

    private static func fits(_ word: String, _ choice: String) -> Bool {
        if choice == "#" { return word.allSatisfy(\.isNumber) }
        return choice.last == "*" ? word.hasPrefix(choice.dropLast()) : word == choice
    }
}
