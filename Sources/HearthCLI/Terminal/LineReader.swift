// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Reads messages from a person at a terminal, one at a time.
final class LineReader {
    private let terminal: Terminal
    private let style: TerminalStyle
    private var decoder = KeyDecoder()
    /// Keys that came behind the Enter of the last message.
    private var waiting: [Key] = []

    /// How long an ESC may be the beginning of a sequence.
    private static let escapeMilliseconds: Int32 = 50

    init(_ terminal: Terminal, style: TerminalStyle) {
        self.terminal = terminal
        self.style = style
    }

    /// The next message, or `nil` when the person leaves. Blocks the thread until then.
    func read(history: [String]) -> String? {
        terminal.enter(.editing)
        defer { terminal.enter(.answering) }
        var editor = LineEditor(history: history)
        var painter = FramePainter()
        while true {
            let keys = waiting
            waiting = []
            for (index, key) in keys.enumerated() {
                switch editor.handle(key) {
                case .edited: break
                case .submitted(let text):
                    waiting = Array(keys[(index + 1)...])
                    draw(editor, &painter)
                    terminal.write(painter.finish())
                    return text
                case .warned:
                    draw(editor, &painter)
                    terminal.write(painter.finish() + style.dim("(Ctrl-C again or /quit leaves)") + "\r\n")
                case .left:
                    draw(editor, &painter)
                    terminal.write(painter.finish())
                    return nil
                case .clearScreen:
                    terminal.write("\u{1B}[H\u{1B}[2J")
                    painter.forget()
                case .suspend: suspend(editor, &painter)
                }
            }
            draw(editor, &painter)
            switch terminal.wait(milliseconds: decoder.awaitsRest ? Self.escapeMilliseconds : nil) {
            case .bytes(let bytes): waiting = decoder.decode(bytes)
            case .timedOut: decoder.timeOut()
            case .disturbed: break
            case .closed: return nil
            }
        }
    }

    private func draw(_ editor: LineEditor, _ painter: inout FramePainter) {
        let (columns, rows) = terminal.size
        let frame = TerminalFrame(editor, columns: columns, height: rows)
        terminal.write(painter.paint(frame, columns: columns, style: style))
    }

    /// Gives the terminal to the shell until it hands it back.
    private func suspend(_ editor: LineEditor, _ painter: inout FramePainter) {
        draw(editor, &painter)
        terminal.write(painter.finish())
        terminal.enter(.original)
        kill(0, SIGTSTP)
        terminal.enter(.editing)
    }
}
