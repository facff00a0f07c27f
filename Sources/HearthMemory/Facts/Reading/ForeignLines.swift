// SPDX-License-Identifier: Apache-2.0

/// The name before the colon of a line of a copied conversation.
enum Transcript: Sendable {
    /// A role of a conversation with a model.
    case role
    /// Anybody.
    case name

    private static let roles: Set<String> = [
        "user", "assistant", "system", "human", "ai", "bot", "utilisateur", "utilisatrice", "assistante", "système",
        "tool", "outil",
        "chatgpt", "humain", "ia",
    ]

    /// "[Kim] text" and "<kim> text", as chats are copied.
    private static let bracketed = Pattern(#"\s*(\[[\p{L}][^\]:]{0,20}\]|<[\p{L}][\w ]{0,20}>)\s+\S"#)

    /// `nil` for a line that begins with no label.
    static func label(of line: String) -> Transcript? {
        if bracketed.begins(line) { return .name }
        let line = line.drop { $0.isWhitespace || "[(*_-#".contains($0) || $0.isNumber }
        guard let colon = line.firstIndex(of: ":"), line.distance(from: line.startIndex, to: colon) <= 24 else {
            return nil
        }
        let label = line[..<colon].trimming { !$0.isLetter && !$0.isNumber }
        let words = label.split(separator: " ")
        if words.count == 1, roles.contains(label.lowercased()) { return .role }
        let rest = line[line.index(after: colon)...]
        guard (1...2).contains(words.count), words.allSatisfy({ $0.first?.isUppercase == true }),
            rest.contains(where: \.isLetter)
        else { return nil }
        return .name
    }
}

extension Substring {
    func trimming(_ isTrimmed: (Character) -> Bool) -> String {
        var rest = drop(while: isTrimmed)
        while let last = rest.last, isTrimmed(last) { rest.removeLast() }
        return String(rest)
    }
}

/// Whether a line is something other than a sentence.
enum LineForm {
    static func isForeign(_ line: String) -> Bool {
        let line = line[...].trimming(\.isWhitespace)
        if line.hasPrefix(">") || line.hasPrefix("|") || line.hasPrefix("$ ") || line.hasPrefix("#!") { return true }
        return isCode(line) || isData(line) || isTagged(line) || isStamped(line)
    }

    private static func isCode(_ line: String) -> Bool {
        code.begins(line) || ["# ", "// ", "-- ", "/* "].contains(where: line.hasPrefix)
    }

    private static let code = Pattern(
        #"(def|class|func|function|fn|public|private|static|const|var|import|from|return|print|#include|SELECT|curl|git|sudo|npm|pip|async|await)\b[ (].*[(){};=:/-]"#
    )

    /// Code, JSON, tables and the like have more marks than sentences do.
    private static func isData(_ line: String) -> Bool {
        let marks = line.count { "{}[]<>=;|\\$#_@/".contains($0) }
        if line.first == "{" || line.first == "]" || line.first == "}" { return true }
        return marks >= 4 && marks * 12 >= line.count
    }

    private static func isTagged(_ line: String) -> Bool { tag.begins(line) }

    private static let tag = Pattern(#"</?[a-zA-Z][^<>]*>"#)

    /// A line of a log or of a copied chat, which begins with a time.
    private static func isStamped(_ line: String) -> Bool { stamp.begins(line) }

    private static let stamp = Pattern(
        #"[\[(]?(\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}[ ,T]+)?\d{1,2}:\d{2}(:\d{2})?[\])]?\s*[-–:]?\s*(?-i:[\p{Lu}\[<])"#)
}

/// Signs that a message goes on with a text that is not said in the writer's own name.
enum PasteMarks {
    /// A line that parts texts.
    static func isRule(_ line: String) -> Bool {
        let line = line[...].trimming(\.isWhitespace)
        return line.count >= 3 && line.allSatisfy { "-—–_=*~#<>".contains($0) }
            || ["---", "===", "***", "<<<", ">>>"].contains(where: line.hasPrefix)
    }

    static func beginsLetter(_ line: String) -> Bool {
        let line = line.lowercased()[...].trimming(\.isWhitespace)
        let isDiary = line.contains("diary") || line.contains("journal") || line.contains("hearth")
        if greeting.begins(line) { return !isDiary }
        return head.begins(line)
    }

    private static let greeting = Pattern(#"(dear|cher|chère|chers|chères) [^.!?]{1,40},$"#)
    private static let head = Pattern(
        #"(subject|re|fw|fwd|from|to|cc|objet|de|à|date|sent|envoyé) ?: ?\S|madame, monsieur|monsieur,|madame,|to whom it may"#
    )

    /// A line after which something follows that it speaks of: it ends with a colon, or asks about "this".
    static func announces(_ line: String) -> Bool {
        let line = line.lowercased()[...].trimming(\.isWhitespace)
        if line.hasSuffix(":") { return true }
        guard let words = Optional(WordReader.words(in: Array(line), 0..<line.count).map(\.text)) else { return false }
        let points = words.contains { Lexicon.pointing.contains($0) }
        let asks = line.contains("?") || words.first.map { Lexicon.requests.contains($0) } == true
        return points && (asks || words.contains { Lexicon.texts.contains($0) })
    }

    /// A last line that asks for something to be done with what stands above it.
    static func looksBack(_ line: String) -> Bool {
        let line = line.lowercased()[...].trimming(\.isWhitespace)
        let words = WordReader.words(in: Array(line), 0..<line.count).map(\.text)
        guard words.count <= 14, let first = words.first else { return false }
        let asks =
            line.contains("?") || Lexicon.requests.contains(first)
            || words.contains("peux") || words.contains("pouvez") || words.contains("please")
        let points = words.contains { Lexicon.pointing.contains($0) } || words.contains { Lexicon.texts.contains($0) }
        return asks && points && words.contains { Lexicon.textWork.contains($0) }
    }

    /// The end, in characters, of a request whose text follows on the same line: "Translate: I live in Oslo".
    static func endOfRequest(_ line: String) -> Int? {
        let characters = Array(line)
        guard let colon = characters.firstIndex(of: ":"), colon + 2 < characters.count,
            characters[colon + 1].isWhitespace
        else { return nil }
        let words = WordReader.words(in: characters, 0..<colon).map { $0.text }
        let asks = words.contains { Lexicon.textWork.contains($0) }
        return asks && words.count <= 12 ? colon + 1 : nil
    }
}
