// SPDX-License-Identifier: Apache-2.0

/// How a message that is being typed looks: rows that fit the terminal, and where its cursor is in them.
package struct TerminalFrame: Sendable, Equatable {
    package var rows: [String]
    /// From 0, in `rows`.
    package var cursorRow: Int
    /// From 0, in terminal columns, the prompt included.
    package var cursorColumn: Int

    package static let prompt = "> "
    /// In front of every row but the first.
    private static let indent = "  "
    private static let tab = "    "

    /// - Parameters:
    ///   - columns: width of the terminal.
    ///   - height: the most rows there is space for; of a longer text, those around the cursor are shown.
    package init(_ editor: LineEditor, columns: Int, height: Int) {
        let width = max(2, columns - Self.prompt.columns)
        var texts = [""]
        var column = 0
        var place = (row: 0, column: 0)
        for (index, character) in editor.characters.enumerated() {
            let shown = character == "\t" ? Self.tab : Sanitizer.line(String(character))
            let taken = character == "\n" ? 0 : shown.columns
            if column + taken > width || column == width && index == editor.cursor && character != "\n" {
                texts.append("")
                column = 0
            }
            if index == editor.cursor { place = (texts.count - 1, column) }
            if character == "\n" {
                texts.append("")
                column = 0
            } else {
                texts[texts.count - 1] += shown
                column += taken
            }
        }
        if editor.cursor == editor.characters.count {
            if column >= width {
                texts.append("")
                column = 0
            }
            place = (texts.count - 1, column)
        }

        rows = texts.enumerated().map { ($0 == 0 ? Self.prompt : Self.indent) + $1 }
        cursorRow = place.row
        cursorColumn = min(Self.prompt.columns + place.column, columns - 1)
        let hidden = min(max(0, cursorRow - height + 1), max(0, rows.count - height))
        rows = Array(rows[hidden...].prefix(max(1, height)))
        cursorRow -= hidden
    }
}

/// Draws frames over each other.
package struct FramePainter: Sendable {
    private var last: TerminalFrame?

    package init() {}

    /// Writes `frame` over the last one.
    /// - Parameter columns: the terminal's width now; it may have changed since the last frame.
    package mutating func paint(_ frame: TerminalFrame, columns: Int, style: TerminalStyle) -> ScreenText {
        // Cleared before it is written: behind a row that fills the last column, some terminals would clear that
        // column.
        var output = start(columns: columns) + "\u{1B}[J"
        for (index, row) in frame.rows.enumerated() {
            if index > 0 { output += "\r\n" }
            if row.hasPrefix(TerminalFrame.prompt) {
                output += "\(style.bold("\(TerminalFrame.prompt)"))\(row.dropFirst(TerminalFrame.prompt.count))"
            } else {
                output += "\(row)"
            }
        }
        output += "\r"
        let up = frame.rows.count - 1 - frame.cursorRow
        if up > 0 { output += "\u{1B}[\(up)A" }
        if frame.cursorColumn > 0 { output += "\u{1B}[\(frame.cursorColumn)C" }
        last = frame
        return output
    }

    /// Leaves the frame on the screen and goes below it.
    package mutating func finish() -> ScreenText {
        guard let frame = last else { return "" }
        last = nil
        let down = frame.rows.count - 1 - frame.cursorRow
        return down > 0 ? "\u{1B}[\(down)B\r\n" : "\r\n"
    }

    /// To be called when something else cleared the screen.
    package mutating func forget() { last = nil }

    /// Goes to where the last frame begins. A terminal that has become narrower has broken its rows.
    private func start(columns: Int) -> ScreenText {
        guard let last else { return "\r" }
        let broken = last.rows[..<last.cursorRow].reduce(0) { $0 + max(0, $1.columns - 1) / columns }
        let up = last.cursorRow + broken + last.cursorColumn / columns
        return up > 0 ? "\r\u{1B}[\(up)A" : "\r"
    }
}
