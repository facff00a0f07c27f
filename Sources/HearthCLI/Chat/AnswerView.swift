// SPDX-License-Identifier: Apache-2.0

package import Ember

/// An answer as a person sees it while it is written. Text and times go in, text for the terminal comes out.
package struct AnswerView: Sendable {
    /// How thoughts are shown.
    package enum Thinking: Sendable {
        case shown
        /// One line that says how long it took.
        case folded
        case leftOut
    }

    /// How an answer is to look, and what the place where it is shown can do.
    package struct Look: Sendable {
        package var style: TerminalStyle
        /// Whether a line can be written over, as in a terminal.
        package var isLive: Bool
        package var thinking: Thinking

        package init(style: TerminalStyle, isLive: Bool, thinking: Thinking) {
            self.style = style
            self.isLive = isLive
            self.thinking = thinking
        }
    }

    private let look: Look
    /// The line that is shown until there is something better.
    private var notice: ScreenText?
    private var thoughtSince: Duration?
    private var hasThought = false
    /// Whether what was written last ends with a line feed, or is nothing.
    private var atLineStart = true
    /// The text so far, as far as it says what an invisible character in the next piece belongs to.
    private var pieces = Sanitizer.Pieces()

    package init(_ look: Look) { self.look = look }

    /// Before the first word: a long prompt takes a while to read.
    package mutating func begin() -> ScreenText { notify("reading…") }

    /// - Parameter time: since the question.
    package mutating func append(_ event: Generation, at time: Duration) -> ScreenText {
        switch event {
        case .omitted(let messages):
            let line: ScreenText =
                "(the conversation is too long for this model; its \(messages) oldest messages are left out)"
            return withdrawNotice() + look.style.dim(line) + "\n" + begin()
        case .thought(let text):
            if thoughtSince == nil { thoughtSince = time }
            hasThought = hasThought || text.contains { !$0.isWhitespace }
            if look.thinking == .shown { return withdrawNotice() + write(text, look.style.dim) }
            return notify("thinking… \(Self.seconds(time - (thoughtSince ?? time)))")
        case .chunk(let text):
            return endThought(time) + withdrawNotice() + write(text)
        case .toolCall(let call):
            let line = look.style.dim("calls \(line: call.name)")
            return endThought(time) + withdrawNotice() + (atLineStart ? "" : write("\n")) + line + "\n"
        case .answerWasThought:
            guard look.thinking != .leftOut else { return atLineStart ? "" : write("\n") }
            let line = look.style.dim("(so far, this was thinking; the answer follows)")
            return (atLineStart ? "" : write("\n")) + line + "\n\n"
        case .info: return ""
        }
    }

    /// The end of the answer and of its line.
    package mutating func end(at time: Duration) -> ScreenText {
        endThought(time) + withdrawNotice() + (atLineStart ? "" : write("\n"))
    }

    /// Ends the thoughts with a line that says how long they took; thoughts that are empty or left out have none.
    private mutating func endThought(_ time: Duration) -> ScreenText {
        guard let since = thoughtSince else { return "" }
        thoughtSince = nil
        var output = withdrawNotice()
        guard hasThought, look.thinking != .leftOut else { return output }
        if !atLineStart { output += write("\n") }
        return output + look.style.dim("thought for \(Self.seconds(time - since))") + "\n\n"
    }

    private mutating func write(_ text: String, _ style: (ScreenText) -> ScreenText = { $0 }) -> ScreenText {
        guard let last = text.unicodeScalars.last else { return "" }
        atLineStart = last == "\n"
        return style(ScreenText(text, by: &pieces))
    }

    private mutating func notify(_ text: ScreenText) -> ScreenText {
        guard look.isLive, text != notice else { return "" }
        notice = text
        return "\r\u{1B}[K" + look.style.dim(text)
    }

    private mutating func withdrawNotice() -> ScreenText {
        guard notice != nil else { return "" }
        notice = nil
        return "\r\u{1B}[K"
    }

    private static func seconds(_ time: Duration) -> String { "\(time.components.seconds) s" }
}
