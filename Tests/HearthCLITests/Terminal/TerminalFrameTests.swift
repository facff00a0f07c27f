// SPDX-License-Identifier: Apache-2.0

import HearthCLI
import SeededRandom
import Testing

@Suite struct TerminalFrameTests {
    private func editor(_ keys: Key...) -> LineEditor {
        var editor = LineEditor()
        for key in keys { _ = editor.handle(key) }
        return editor
    }

    private func frame(_ editor: LineEditor, columns: Int = 12, height: Int = 10) -> TerminalFrame {
        TerminalFrame(editor, columns: columns, height: height)
    }

    @Test func `the cursor stands behind the prompt and what was typed`() {
        let empty = frame(editor())
        #expect(empty.rows == ["> "])
        #expect((empty.cursorRow, empty.cursorColumn) == (0, 2))
        let short = frame(editor(.text("ab"), .left))
        #expect(short.rows == ["> ab"])
        #expect((short.cursorRow, short.cursorColumn) == (0, 3))
    }

    @Test func `a row that is full is followed by one for the cursor`() {
        let full = frame(editor(.text("0123456789")))
        #expect(full.rows == ["> 0123456789", "  "])
        #expect((full.cursorRow, full.cursorColumn) == (1, 2))
        let inside = frame(editor(.text("0123456789"), .left))
        #expect(inside.rows == ["> 0123456789"])
        #expect((inside.cursorRow, inside.cursorColumn) == (0, 11))
    }

    @Test func `a wide character is not cut at the edge`() {
        let wide = frame(editor(.text("012345678世界")))
        #expect(wide.rows == ["> 012345678", "  世界"])
        #expect((wide.cursorRow, wide.cursorColumn) == (1, 6))
        #expect(frame(editor(.text("012345678世"), .left)).cursorRow == 1)
    }

    @Test func `lines and tabs have their places`() {
        let lines = frame(editor(.text("one"), .newline, .text("\tx"), .newline))
        #expect(lines.rows == ["> one", "      x", "  "])
        #expect((lines.cursorRow, lines.cursorColumn) == (2, 2))
    }

    @Test func `what a terminal would obey is shown instead`() {
        #expect(frame(editor(.text("a\u{9B}b"))).rows == ["> a\\u{9B}b"])
    }

    @Test func `of a long text the rows around the cursor are shown`() {
        let lines = editor(.paste((1...9).map { "line \($0)" }.joined(separator: "\n")))
        let bottom = frame(lines, height: 3)
        #expect(bottom.rows == ["  line 7", "  line 8", "  line 9"])
        #expect(bottom.cursorRow == 2)
        var top = lines
        for _ in 1...8 { _ = top.handle(.up) }
        #expect(frame(top, height: 3).rows == ["> line 1", "  line 2", "  line 3"])
        #expect(frame(top, height: 3).cursorRow == 0)
    }

    /// The rows down to the last that is not empty: whether the cursor has been further down is not seen.
    private func visible(_ screen: Screen) -> [String] {
        Array(screen.text.reversed().drop { $0.isEmpty }.reversed())
    }

    @Test(arguments: UInt64(0)..<100)
    func `drawing over the last picture looks like drawing on an empty screen`(seed: UInt64) {
        var random = SplitMix(seed: seed)
        let columns = Int.random(in: 4...30, using: &random)
        var editor = LineEditor(history: ["an earlier message that is rather long", "two\nlines"])
        var painter = FramePainter()
        var screen = Screen(columns: columns)
        screen.write("top\r\n")
        let keys: [Key] = [
            .text("word "), .text("世界"), .text("👩‍👩‍👧"), .text("e\u{301}"), .paste("x\ny\n"), .newline, .left, .right, .up,
            .down,
            .wordLeft, .home, .end, .backspace, .delete, .deleteWordLeft, .deleteToStart, .deleteToEnd,
        ]
        for _ in 0..<60 {
            _ = editor.handle(keys.randomElement(using: &random)!)
            let frame = TerminalFrame(editor, columns: columns, height: 8)
            screen.write(painter.paint(frame, columns: columns, style: TerminalStyle(isOn: true)).text)
            var fresh = Screen(columns: columns)
            fresh.write("top\r\n" + frame.rows.joined(separator: "\r\n"))
            #expect(visible(screen) == visible(fresh))
            #expect(frame.rows.allSatisfy { $0.columns <= columns })
            #expect(screen.row == 1 + frame.cursorRow)
            #expect(screen.column == frame.cursorColumn)
        }
        screen.write(painter.finish().text + "end")
        #expect(screen.text.last == "end")
    }

    @Test func `without colours no sequence sets any`() {
        var painter = FramePainter()
        let output = painter.paint(frame(editor()), columns: 12, style: TerminalStyle(isOn: false))
        #expect(!output.text.contains("m"))
    }
}

@Suite struct TerminalStyleTests {
    @Test(arguments: [
        (true, [:], true), (false, [:], false), (true, ["NO_COLOR": "1"], false), (true, ["NO_COLOR": ""], true),
        (true, ["TERM": "dumb"], false), (true, ["TERM": "xterm"], true),
    ])
    func `colours are for people who want them`(isTerminal: Bool, environment: [String: String], isOn: Bool) {
        #expect(TerminalStyle(isTerminal: isTerminal, environment: environment).isOn == isOn)
    }
}
