// SPDX-License-Identifier: Apache-2.0

import HearthCLI

/// A small terminal: enough of one to see what a person would see of the chat.
struct Screen {
    let columns: Int
    private(set) var lines: [[Character]] = [[]]
    private(set) var row = 0
    private(set) var column = 0

    init(columns: Int) { self.columns = columns }

    /// The rows without trailing spaces; the second half of a wide character is left out.
    var text: [String] {
        var rows = lines.map { line in
            var row = String(line.filter { $0 != "\0" })
            while row.last == " " { row.removeLast() }
            return row
        }
        while rows.count > 1, rows.last == "", rows.count - 1 > row { rows.removeLast() }
        return rows
    }

    mutating func write(_ output: String) {
        var rest = Substring(output)
        while let character = rest.popFirst() {
            switch character {
            case "\u{1B}": sequence(&rest)
            case "\r\n":
                column = 0
                down()
            case "\r": column = 0
            case "\n": down()
            default: put(character)
            }
        }
    }

    private mutating func down() {
        row += 1
        if row == lines.count { lines.append([]) }
    }

    private mutating func put(_ character: Character) {
        let width = character.columns
        if column + width > columns {
            column = 0
            down()
        }
        while lines[row].count < column + width { lines[row].append(" ") }
        lines[row][column] = character
        if width == 2 { lines[row][column + 1] = "\0" }
        column += width
    }

    private mutating func sequence(_ rest: inout Substring) {
        rest.removeFirst()  // [
        let parameters = rest.prefix { !$0.isLetter }
        rest = rest.dropFirst(parameters.count)
        let number = Int(parameters) ?? 1
        switch rest.popFirst() {
        case "A": row = max(0, row - number)
        case "B": row = min(lines.count - 1, row + number)
        case "C": column = min(columns - 1, column + number)
        case "K": lines[row] = Array(lines[row].prefix(column))
        case "J":
            lines[row] = Array(lines[row].prefix(column))
            lines.removeSubrange((row + 1)...)
        default: break  // colours and modes
        }
    }
}
