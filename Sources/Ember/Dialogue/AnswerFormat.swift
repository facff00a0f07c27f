// SPDX-License-Identifier: Apache-2.0

/// Markup to look for in an answer: thoughts, function calls, or neither.
package struct AnswerFormat: Sendable, Equatable {
    package struct Thinking: Sendable, Equatable {
        let markers: ThinkingMarkers
        /// Whether the prompt ends inside a thought, so that the answer begins there.
        let startsInside: Bool

        package init(markers: ThinkingMarkers, startsInside: Bool) {
            self.markers = markers
            self.startsInside = startsInside
        }

        var splitter: ThinkingSplitter { ThinkingSplitter(markers, startsInside: startsInside) }
    }

    package struct Calls: Sendable, Equatable {
        let format: ToolCallFormat
        /// The names of the functions that may be called.
        let offered: Set<String>

        package init(format: ToolCallFormat, offered: Set<String>) {
            self.format = format
            self.offered = offered
        }
    }

    package var thinking: Thinking?
    /// `nil` when no functions were offered: then nothing is taken for a call.
    package var calls: Calls?

    package init(thinking: Thinking? = nil, calls: Calls? = nil) {
        self.thinking = thinking
        self.calls = calls
    }

    /// An answer that is text and nothing else.
    package static let plain = AnswerFormat()

    /// Tokens that have to be seen as text, though they may be special.
    var markers: Set<String> {
        Set((thinking.map { [$0.markers.opening, $0.markers.closing] } ?? []) + (calls?.format.markers ?? []))
    }
}

/// Tells thoughts, text and tool calls apart in an answer that comes in pieces.
package struct AnswerReader: Sendable {
    private var thoughts: ThinkingSplitter?
    private var calls: ToolCallParser?

    package init(_ format: AnswerFormat) {
        thoughts = format.thinking?.splitter
        calls = format.calls.map { ToolCallParser($0.format, offered: $0.offered) }
    }

    package mutating func append(_ text: String) -> [Generation] {
        guard thoughts != nil else { return read(text) }
        return thoughts?.append(text).flatMap { read($0) } ?? []
    }

    /// Ends the answer and returns the text that was held back.
    package mutating func finish() -> [Generation] {
        let last = thoughts?.finish().flatMap { read($0) } ?? []
        return last + (calls?.finish().map(Generation.init) ?? [])
    }

    private mutating func read(_ piece: ThinkingSplitter.Piece) -> [Generation] {
        switch piece {
        case .thought(let text): [.thought(text)]
        case .answer(let text): read(text)
        case .answerWasThought: (calls?.finish().map(Generation.init) ?? []) + [.answerWasThought]
        }
    }

    private mutating func read(_ text: String) -> [Generation] {
        guard calls != nil else { return text.isEmpty ? [] : [.chunk(text)] }
        return calls?.append(text).map(Generation.init) ?? []
    }
}

extension Generation {
    fileprivate init(_ piece: ToolCallParser.Piece) {
        switch piece {
        case .text(let text): self = .chunk(text)
        case .call(let call): self = .toolCall(call)
        }
    }
}
