// SPDX-License-Identifier: Apache-2.0

import HearthCLI
import SeededRandom
import Testing

@Suite struct LineEditorTests {
    /// An editor after `keys`, which is shown as its text with `|` for the cursor.
    private func typed(_ keys: [Key], history: [String] = []) -> String {
        var editor = LineEditor(history: history)
        for key in keys { _ = editor.handle(key) }
        return String(editor.characters[..<editor.cursor]) + "|" + String(editor.characters[editor.cursor...])
    }

    @Test func `typing and moving edit in the middle`() {
        #expect(typed([.text("held"), .left, .text("lo wor"), .end, .text("!")]) == "hello word!|")
        #expect(typed([.text("ac"), .left, .text("b")]) == "ab|c")
        #expect(typed([.text("abc"), .home, .delete]) == "|bc")
        #expect(typed([.text("abc"), .home, .backspace, .left]) == "|abc")
        #expect(typed([.text("abc"), .right, .delete]) == "abc|")
    }

    @Test func `a character is deleted as a whole`() {
        #expect(typed([.text("a👩‍👩‍👧"), .backspace]) == "a|")
        #expect(typed([.text("ae\u{301}"), .backspace]) == "a|")
        #expect(typed([.text("🇩🇪x"), .home, .delete]) == "|x")
    }

    @Test func `an accent joins the letter before the cursor`() {
        #expect(typed([.text("ex"), .left, .text("\u{301}")]) == "e\u{301}|x")
        var editor = LineEditor()
        _ = editor.handle(.text("e"))
        _ = editor.handle(.text("\u{301}"))
        #expect(editor.characters.count == 1)
        #expect(editor.cursor == 1)
    }

    @Test func `halves of a flag that meet become one character`() {
        var editor = LineEditor()
        for key: Key in [.text("🇩x🇪"), .left, .backspace] { _ = editor.handle(key) }
        #expect(editor.characters == ["🇩🇪"])
        #expect((0...1).contains(editor.cursor))
    }

    @Test func `words are letters and digits of any script`() {
        #expect(typed([.text("one, two three"), .wordLeft, .wordLeft]) == "one, |two three")
        #expect(typed([.text("one, two"), .home, .wordRight]) == "one|, two")
        #expect(typed([.text("grüße 世界"), .deleteWordLeft]) == "grüße |")
        #expect(typed([.text("one two"), .home, .deleteWordRight]) == "| two")
        #expect(typed([.wordLeft, .wordRight, .deleteWordLeft, .deleteWordRight]) == "|")
    }

    @Test func `what is deleted to an end can be put back`() {
        #expect(typed([.text("one two"), .wordLeft, .deleteToEnd]) == "one |")
        #expect(typed([.text("one two"), .wordLeft, .deleteToStart]) == "|two")
        #expect(typed([.text("one two"), .wordLeft, .deleteToStart, .end, .yank]) == "twoone |")
    }

    @Test func `home, end and deletions stay in their line`() {
        let lines: [Key] = [.text("one"), .newline, .text("two"), .newline, .text("three"), .up]
        #expect(typed(lines + [.home]) == "one\n|two\nthree")
        #expect(typed(lines + [.home, .end]) == "one\ntwo|\nthree")
        #expect(typed(lines + [.deleteToStart]) == "one\n|\nthree")
        #expect(typed(lines + [.end, .deleteToEnd]) == "one\ntwo|three")
    }

    @Test func `up and down keep the column where they can`() {
        let lines: [Key] = [.paste("first\nab\nthird")]
        #expect(typed(lines + [.up]) == "first\nab|\nthird")
        #expect(typed(lines + [.left, .left, .left, .left, .up]) == "first\na|b\nthird")
        #expect(typed(lines + [.up, .up]) == "fi|rst\nab\nthird")
        #expect(typed(lines + [.up, .up, .down, .down]) == "first\nab\nth|ird")
    }

    @Test func `the history is walked from the edges and gives the draft back`() {
        let history = ["old", "two\nlines"]
        #expect(typed([.text("draft"), .up], history: history) == "two\nlines|")
        #expect(typed([.text("draft"), .up, .up], history: history) == "two|\nlines")
        #expect(typed([.text("draft"), .up, .up, .up], history: history) == "old|")
        #expect(typed([.text("draft"), .up, .up, .up, .up], history: history) == "old|")
        #expect(typed([.text("draft"), .up, .down], history: history) == "draft|")
        #expect(typed([.up, .text("!"), .down], history: history) == "|")
        #expect(typed([.text("draft"), .down], history: history) == "draft|")
    }

    private func effect(_ keys: [Key]) -> LineEditor.Effect? {
        var editor = LineEditor()
        return keys.map { editor.handle($0) }.last
    }

    @Test func `enter sends, a backslash before it does not`() {
        #expect(effect([.text("hello"), .enter]) == .submitted("hello"))
        #expect(effect([.text("one\\"), .enter]) == .edited)
        #expect(typed([.text("one\\"), .enter, .text("two")]) == "one\ntwo|")
        #expect(effect([.text("one\\"), .enter, .text("two"), .enter]) == .submitted("one\ntwo"))
        #expect(effect([.text("one\\\\"), .enter]) == .submitted("one\\\\"))
        #expect(effect([.enter]) == .submitted(""))
    }

    @Test func `a pasted line feed does not send`() {
        #expect(effect([.paste("one\ntwo\n")]) == .edited)
        #expect(effect([.paste("one\ntwo"), .enter]) == .submitted("one\ntwo"))
    }

    @Test func `Ctrl-C clears, warns, and leaves`() {
        #expect(effect([.text("x"), .interrupt]) == .edited)
        #expect(typed([.text("x"), .interrupt]) == "|")
        #expect(effect([.text("x"), .interrupt, .interrupt]) == .warned)
        #expect(effect([.interrupt, .interrupt]) == .left)
        #expect(effect([.interrupt, .text("x"), .backspace, .interrupt]) == .warned)
    }

    @Test func `Ctrl-D leaves an empty line and deletes in another`() {
        #expect(effect([.endOfInput]) == .left)
        #expect(typed([.text("ab"), .home, .endOfInput]) == "|b")
        #expect(effect([.text("ab"), .endOfInput]) == .edited)
    }

    @Test(arguments: UInt64(0)..<200)
    func `any keys leave a cursor inside a text whose characters are whole`(seed: UInt64) {
        var random = SplitMix(seed: seed)
        var editor = LineEditor(history: ["earlier", "two\nlines", "🇩🇪"])
        let keys: [Key] = [
            .text("a"), .text("世"), .text("\u{301}"), .text("\u{200D}"), .text("👩"), .text("🇩"), .text("🇪"), .text(" "),
            .text("\\"),
            .paste("x\ny"), .newline, .enter, .left, .right, .up, .down, .wordLeft, .wordRight, .home, .end, .backspace,
            .delete,
            .deleteWordLeft, .deleteWordRight, .deleteToStart, .deleteToEnd, .yank,
        ]
        for _ in 0..<200 {
            _ = editor.handle(keys.randomElement(using: &random)!)
            #expect((0...editor.characters.count).contains(editor.cursor))
            #expect(Array(editor.text) == editor.characters)
        }
    }
}
