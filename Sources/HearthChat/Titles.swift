// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Titles of conversations.
enum Titles {
    /// Characters of a title that is made here; people may write longer ones.
    private static let length = 48
    static let longest = 200

    /// The first words of the first question.
    static func first(for question: String) -> String {
        let line = question.split(whereSeparator: \.isNewline).first { !isBlank($0) } ?? ""
        return cut(line, to: length)
    }

    /// A model's suggestion, made presentable; `nil` when it is no title.
    static func clean(_ suggestion: String) -> String? {
        guard let line = suggestion.split(whereSeparator: \.isNewline).first(where: { !isBlank($0) }) else {
            return nil
        }
        var title = String(line).replacing(#/^\s*(?:title|titre|name|nom)\s*:/#.ignoresCase(), with: "")
        title = title.trimmingCharacters(in: ornament)
        let words = title.split(whereSeparator: \.isWhitespace)
        // Whoever writes more has answered the question again.
        guard (1...8).contains(words.count), title.count <= 60, title.contains(where: \.isLetter) else { return nil }
        return capital(words.joined(separator: " "))
    }

    /// A small letter at the front is made a capital; a word such as "iPhone" stays as it is.
    private static func capital(_ title: String) -> String {
        let first = title.prefix { !$0.isWhitespace }
        guard first.dropFirst().allSatisfy({ !$0.isUppercase }) else { return title }
        return title.prefix(1).uppercased() + title.dropFirst()
    }

    /// Asked behind the first answer.
    static let question =
        "Give this conversation a title of two to five words, in its own language. Write only the title."

    static func isBlank(_ text: some StringProtocol) -> Bool { text.allSatisfy(\.isWhitespace) }

    /// Cuts at the end of a word where there is one, and says so with an ellipsis.
    static func cut(_ text: some StringProtocol, to length: Int) -> String {
        let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard words.count > length else { return words }
        let head = words.prefix(length)
        let end = head.lastIndex(of: " ") ?? head.endIndex
        return head[..<end].trimmingCharacters(in: .whitespaces.union(.punctuationCharacters)) + "…"
    }

    private static let ornament = CharacterSet(charactersIn: "\"'“”«»„‘’*_`#.").union(.whitespaces)
}
