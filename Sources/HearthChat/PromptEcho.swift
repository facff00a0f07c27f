// SPDX-License-Identifier: Apache-2.0

import HearthModels

/// Holds back an answer that begins to recite what stands around the conversation in its prompt, as the very small
/// models do: the line above the memories, or the instructions.
///
/// It is looked for where a line or a sentence begins. The memories themselves may be said: the user asks for them.
struct PromptEcho {
    /// Words by which a line is known.
    private static let words = 6
    /// Fewer than this say nothing of where they come from.
    private static let fewest = 4
    /// Characters that are held at most; whoever writes that many dashes recites nothing.
    private static let longest = 200
    /// Lines of the instructions that are looked for.
    private static let mostLines = 200

    /// The first words of each line.
    private let frame: [[String]]
    /// Beginning of a line or sentence that may be one of them; `nil` in the middle of one that is not.
    private var held: String? = ""
    private var isBehindEnd = false
    /// Whether the answer has begun to recite: nothing of it is shown from there on.
    private(set) var isReciting = false

    /// - Parameters:
    ///   - instructions: the system message.
    ///   - headings: the lines that stand above memories.
    init(instructions: String?, headings: [String]) {
        let lines = (instructions ?? "").split { $0.isNewline || ".!?".contains($0) }.prefix(Self.mostLines)
        let known = (lines.map(String.init) + headings).map { Array(Self.fold($0).prefix(Self.words)) }
        frame = Array(Set(known.filter { $0.count >= Self.fewest }))
    }

    /// - Returns: the event as readers may see it; `nil` for nothing yet.
    mutating func pass(_ event: CompletionEvent) -> CompletionEvent? {
        guard case .piece(.text(let text)) = event else { return event }
        var shown = ""
        for character in text where !isReciting { shown += take(character) }
        return shown.isEmpty ? nil : .text(shown)
    }

    /// Ends the answer and returns the text that is still held back, unless it recites the prompt.
    mutating func end() -> String? {
        guard let held, !held.isEmpty, !isReciting else { return nil }
        self.held = nil
        isReciting = matches(Self.fold(held)) == .whole
        return isReciting ? nil : held
    }

    private mutating func take(_ character: Character) -> String {
        let begins = character.isNewline || isBehindEnd && character.isWhitespace
        isBehindEnd = ".!?:".contains(character)
        guard var line = held else {
            held = begins ? "" : nil
            return String(character)
        }
        line.append(character)
        guard line.unicodeScalars.count <= Self.longest else {
            held = nil
            return line
        }
        let words = Self.fold(line)
        // The last word may go on.
        let isWordOpen = character.isLetter || character.isNumber
        switch isWordOpen ? begun(words) : matches(words) {
        case .whole:
            isReciting = true
            return ""
        case .part:
            held = line
            return ""
        case .none:
            // A line may end before it is told from the next one.
            held = begins ? "" : nil
            return line
        }
    }

    private enum Match { case none, part, whole }

    private func matches(_ words: [String]) -> Match {
        if frame.contains(where: { words.starts(with: $0) }) { return .whole }
        return frame.contains { $0.starts(with: words) } ? .part : .none
    }

    /// The same where the last word is not whole yet.
    private func begun(_ words: [String]) -> Match {
        guard let last = words.last else { return .part }
        let before = words.dropLast()
        if frame.contains(where: { before.starts(with: $0) }) { return .whole }
        let isPart = frame.contains { line in
            line.starts(with: before) && line.count > before.count && line[before.count].hasPrefix(last)
        }
        return isPart ? .part : .none
    }

    private static func fold(_ text: String) -> [String] {
        text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }
}
