// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthModels

/// A word that somebody has marked in a text, with the sentence that it stands in.
public struct MarkedWord: Sendable, Hashable {
    public var word: String
    /// Empty where the text has no such word.
    public var sentence: String

    /// Most characters of a marked word, and of its sentence.
    public static let longestWord = 120
    static let longestSentence = 400

    /// - Parameters:
    ///   - marked: what was marked or typed; spaces and punctuation around it are left out.
    ///   - text: what it was marked in, in Markdown.
    /// - Returns: `nil` where nothing is marked.
    public init?(_ marked: String, in text: String) {
        let word = HelpCheck.tidied(marked)
            .trimmingCharacters(in: .whitespaces.union(.punctuationCharacters).union(.symbols))
        guard !word.isEmpty, word.count <= Self.longestWord, word.contains(where: \.isLetter) else { return nil }
        self.word = word
        sentence = Self.sentences(of: text).first { Self.has(word, $0) } ?? ""
    }

    private static func has(_ word: String, _ sentence: String) -> Bool {
        var rest = sentence.startIndex..<sentence.endIndex
        while let found = sentence.range(of: word, options: [.caseInsensitive], range: rest) {
            let before =
                found.lowerBound > sentence.startIndex ? sentence[sentence.index(before: found.lowerBound)] : " "
            let after = found.upperBound < sentence.endIndex ? sentence[found.upperBound] : " "
            if !before.isLetter, !after.isLetter { return true }
            rest = found.upperBound..<sentence.endIndex
        }
        return false
    }

    /// Sentences of a Markdown text, without its marks; code and tables are left out.
    static func sentences(of text: String) -> [String] {
        var (isCode, found): (Bool, [String]) = (false, [])
        for line in text.split(separator: "\n").prefix(2_000) {
            let line = line.trimmingCharacters(in: .whitespaces)
            if line.hasPrefix("```") { isCode.toggle() }
            guard !isCode, !line.hasPrefix("```"), !line.hasPrefix("|") else { continue }
            found += cut(plain(line))
        }
        return found.filter { !$0.isEmpty && $0.count <= longestSentence }
    }

    private static func plain(_ line: String) -> String {
        HelpCheck.tidied(
            line.replacing(/^(?:[#>]+|[-*+]|[0-9]+[.)])\s+/, with: "")
                .withoutLinks
                .replacing(/[*_~`]{1,3}/, with: ""))
    }

    /// After a mark that ends a sentence and what closes it, where a space follows.
    private static func cut(_ line: String) -> [String] {
        var (sentences, current, ended): ([String], String, Bool) = ([], "", false)
        for (place, character) in zip(line.indices, line) {
            // French has a space before the mark that closes a quotation.
            let next = line[place...].dropFirst().first
            if ended, character.isWhitespace, next != "»" {
                sentences.append(current.trimmingCharacters(in: .whitespaces))
                (current, ended) = ("", false)
                continue
            }
            current.append(character)
            if ".!?…。！？".contains(character) {
                ended = !isAbbreviation(current)
            } else if !"\"”»')’".contains(character), !character.isWhitespace {
                ended = false
            }
        }
        return sentences + [current.trimmingCharacters(in: .whitespaces)]
    }

    private static func isAbbreviation(_ text: String) -> Bool {
        // Those that are known have four letters at most; the text may be long.
        StepCounter.add(8)
        let last = text.suffix(8).split(separator: " ").last?.lowercased() ?? ""
        return ["mr.", "mrs.", "ms.", "dr.", "m.", "mme.", "st.", "e.g.", "i.e.", "etc.", "p.", "no."].contains(last)
    }
}
