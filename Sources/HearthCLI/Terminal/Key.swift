// SPDX-License-Identifier: Apache-2.0

/// A key press, by what it means to an editor rather than by the key's name.
package enum Key: Sendable, Equatable {
    /// Typed text: at least one scalar, of which none is a control character but the tab.
    case text(String)
    /// Text that came from the clipboard, with its line feeds and without other control characters.
    case paste(String)
    case enter
    /// A line feed in the message itself: Alt-Enter, and Shift-Enter where the terminal tells it from Enter.
    case newline
    case left, right, up, down
    case wordLeft, wordRight
    case home, end
    case backspace, delete
    case deleteWordLeft, deleteWordRight
    case deleteToStart, deleteToEnd
    /// Puts back what was last deleted to an end or by words.
    case yank
    case clearScreen
    /// Ctrl-C.
    case interrupt
    /// Ctrl-D.
    case endOfInput
    /// Ctrl-Z.
    case suspend
}
