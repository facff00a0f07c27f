// SPDX-License-Identifier: Apache-2.0

/// A message while it is typed: keys go in, a text and a cursor come out. Touches no terminal.
package struct LineEditor: Sendable {
    /// The effect of a key, beyond a changed text.
    package enum Effect: Sendable, Equatable {
        /// The picture may have changed.
        case edited
        /// The message is complete.
        case submitted(String)
        /// Ctrl-C with nothing to clear: a second one leaves, which should be said.
        case warned
        /// Somebody wants to leave.
        case left
        case clearScreen
        case suspend
    }

    /// Characters as people see them; `\n` is one of them.
    package private(set) var characters: [Character] = []
    /// In front of which character the next one goes, 0…count.
    package private(set) var cursor = 0

    private let history: [String]
    /// Index of the history entry that is shown; the history's count stands for the draft.
    private var shown: Int
    /// The text that was typed before looking through the history.
    private var draft = ""
    private var deleted = ""
    private var isWarned = false

    /// - Parameter history: earlier messages, oldest first.
    package init(history: [String] = []) {
        self.history = history
        shown = history.count
    }

    package var text: String { String(characters) }

    package mutating func handle(_ key: Key) -> Effect {
        let wasWarned = isWarned
        isWarned = false
        switch key {
        case .text(let text), .paste(let text): insert(text)
        case .newline: insert("\n")
        case .enter: return enter()
        case .left: cursor = max(0, cursor - 1)
        case .right: cursor = min(characters.count, cursor + 1)
        case .up: moveUp()
        case .down: moveDown()
        case .wordLeft: cursor = wordStart
        case .wordRight: cursor = wordEnd
        case .home: cursor = lineStart
        case .end: cursor = lineEnd
        case .backspace: if cursor > 0 { remove(cursor - 1..<cursor) }
        case .delete: if cursor < characters.count { remove(cursor..<cursor + 1) }
        case .deleteWordLeft: cut(wordStart..<cursor)
        case .deleteWordRight: cut(cursor..<wordEnd)
        case .deleteToStart: cut(lineStart..<cursor)
        case .deleteToEnd:
            // At the end of a line, the line feed goes, so that repeating it joins lines.
            cut(cursor..<(cursor == lineEnd ? min(cursor + 1, characters.count) : lineEnd))
        case .yank: insert(deleted)
        case .clearScreen: return .clearScreen
        case .suspend: return .suspend
        case .interrupt:
            if characters.isEmpty {
                isWarned = true
                return wasWarned ? .left : .warned
            }
            show("")
            shown = history.count
            draft = ""
        case .endOfInput:
            if characters.isEmpty { return .left }
            if cursor < characters.count { remove(cursor..<cursor + 1) }
        }
        return .edited
    }

    // MARK: Text

    /// Inserts text at the cursor and cuts the whole into characters anew: an accent may join the character before it.
    private mutating func insert(_ text: String) {
        let before = String(characters[..<cursor]) + text
        characters = Array(before + String(characters[cursor...]))
        var bytes = before.utf8.count
        cursor = 0
        while bytes > 0 {
            bytes -= characters[cursor].utf8.count
            cursor += 1
        }
    }

    private mutating func remove(_ range: Range<Int>) {
        let after = String(characters[range.upperBound...])
        characters = Array(characters[..<range.lowerBound])
        cursor = range.lowerBound
        // What was apart may be one character now, such as the two halves of a flag.
        let place = cursor
        insert(after)
        cursor = min(place, characters.count)
    }

    private mutating func cut(_ range: Range<Int>) {
        guard !range.isEmpty else { return }
        deleted = String(characters[range])
        remove(range)
    }

    private mutating func show(_ text: String) {
        characters = Array(text)
        cursor = characters.count
    }

    private mutating func enter() -> Effect {
        // An odd number of backslashes: the last one asks for another line, the others are text.
        let backslashes = characters.reversed().prefix { $0 == "\\" }.count
        if !backslashes.isMultiple(of: 2) {
            characters[characters.count - 1] = "\n"
            cursor = characters.count
            return .edited
        }
        return .submitted(text)
    }

    // MARK: Lines and words

    /// Index of the first character on the cursor's line.
    private var lineStart: Int { (characters[..<cursor].lastIndex(of: "\n") ?? -1) + 1 }
    /// Index of the line's end: a line feed, or the end of the text.
    private var lineEnd: Int { characters[cursor...].firstIndex(of: "\n") ?? characters.count }

    private var wordStart: Int {
        var place = cursor
        while place > 0, !characters[place - 1].isWordCharacter { place -= 1 }
        while place > 0, characters[place - 1].isWordCharacter { place -= 1 }
        return place
    }

    private var wordEnd: Int {
        var place = cursor
        while place < characters.count, !characters[place].isWordCharacter { place += 1 }
        while place < characters.count, characters[place].isWordCharacter { place += 1 }
        return place
    }

    // MARK: Up and down

    private mutating func moveUp() {
        let start = lineStart
        guard start > 0 else { return lookBack() }
        let column = cursor - start
        cursor = start - 1
        cursor = min(lineStart + column, start - 1)
    }

    private mutating func moveDown() {
        let end = lineEnd
        guard end < characters.count else { return lookForward() }
        let column = cursor - lineStart
        cursor = end + 1
        cursor = min(cursor + column, lineEnd)
    }

    private mutating func lookBack() {
        guard shown > 0 else { return }
        if shown == history.count { draft = text }
        shown -= 1
        show(history[shown])
    }

    private mutating func lookForward() {
        guard shown < history.count else { return }
        shown += 1
        show(shown == history.count ? draft : history[shown])
    }
}

extension Character {
    fileprivate var isWordCharacter: Bool { isLetter || isNumber || self == "_" }
}
