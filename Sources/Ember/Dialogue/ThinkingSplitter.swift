// SPDX-License-Identifier: Apache-2.0

/// Tells a model's thoughts from its answer, in text that comes in pieces.
///
/// Models that think write, say, `<think>…</think>` and then answer. Some prompts end with the opening marker already,
/// so that only the closing one is written. The opening counts at the beginning of the text only: further on, it is
/// something the answer talks about.
package struct ThinkingSplitter: Sendable {
    package enum Piece: Sendable, Equatable {
        case thought(String)
        case answer(String)
        /// All of the answer so far was a thought: it has ended with nothing having announced it.
        case answerWasThought
    }

    private enum State {
        /// Nothing but blanks so far.
        case beginning
        /// Behind the opening marker, and behind the closing one: blanks are dropped.
        case opened, closed
        case thinking, answering
    }

    private let opening: [UInt8]
    private let closing: [UInt8]
    private var state = State.beginning
    private let startsInside: Bool
    /// Text whose meaning depends on what follows.
    private var held: [UInt8] = []
    /// Whether the end of a thought may still come though none was announced.
    private var mayHaveThought = true
    /// Whether the answer so far is empty or ends with a line feed.
    private var atLineStart = true

    /// - Parameter startsInside: whether the prompt ends inside a thought.
    package init(_ markers: ThinkingMarkers = ThinkingMarkers.known[0], startsInside: Bool = false) {
        opening = Array(markers.opening.utf8)
        closing = Array(markers.closing.utf8)
        self.startsInside = startsInside
    }

    /// Whether what comes next belongs to a thought, as far as is known.
    var isThinking: Bool {
        switch state {
        case .beginning: startsInside
        case .opened, .thinking: true
        case .closed, .answering: false
        }
    }

    /// Reads more of the answer and returns the pieces that it completes; neighbouring pieces are of different kinds.
    package mutating func append(_ text: String) -> [Piece] {
        held += text.utf8
        return advance(isLast: false)
    }

    /// Ends the answer and returns the text that was held back.
    package mutating func finish() -> [Piece] { advance(isLast: true) }

    private mutating func advance(isLast: Bool) -> [Piece] {
        var pieces: [Piece] = []
        var before: State?
        while before != state {
            before = state
            switch state {
            case .beginning: begin(isLast)
            case .thinking: think(isLast, &pieces)
            case .opened: skipBlanks(then: .thinking)
            case .closed: skipBlanks(then: .answering)
            case .answering: answer(isLast, &pieces)
            }
        }
        return pieces
    }

    private mutating func begin(_ isLast: Bool) {
        let blank = held.prefix(while: \.isBlank).count
        let rest = held[blank...]
        if rest.starts(with: opening) {
            held.removeFirst(blank + opening.count)
            state = .opened
        } else if isLast || !opening.starts(with: rest) {
            state = startsInside ? .opened : .answering
        }
    }

    private mutating func think(_ isLast: Bool, _ pieces: inout [Piece]) {
        if let end = held.firstRange(of: closing) {
            emit(held[..<end.lowerBound], &pieces) { .thought($0) }
            held.removeSubrange(..<end.upperBound)
            mayHaveThought = false
            state = .closed
        } else {
            emit(release(isLast), &pieces) { .thought($0) }
        }
    }

    private mutating func skipBlanks(then next: State) {
        held.removeFirst(held.prefix(while: \.isBlank).count)
        if !held.isEmpty { state = next }
    }

    private mutating func answer(_ isLast: Bool, _ pieces: inout [Piece]) {
        if mayHaveThought, let end = unannouncedEnd {
            emit(held[..<end.lowerBound], &pieces) { .answer($0) }
            pieces.append(.answerWasThought)
            held.removeSubrange(..<end.upperBound)
            mayHaveThought = false
            state = .closed
            return
        }
        let text = mayHaveThought ? release(isLast) : held
        if !mayHaveThought { held = [] }
        if let last = text.last { atLineStart = last == UInt8(ascii: "\n") }
        emit(text, &pieces) { .answer($0) }
    }

    /// A closing marker at the beginning of a line. Elsewhere it is part of a sentence.
    private var unannouncedEnd: Range<Int>? {
        held.ranges(of: closing).first { range in
            range.lowerBound == 0 ? atLineStart : held[range.lowerBound - 1] == UInt8(ascii: "\n")
        }
    }

    /// Takes out of `held` what cannot be the beginning of a marker.
    private mutating func release(_ isLast: Bool) -> [UInt8] {
        let most = min(held.count, closing.count - 1)
        let kept = isLast ? 0 : (0...most).last { closing.starts(with: held.suffix($0)) } ?? 0
        let text = Array(held.dropLast(kept))
        held.removeFirst(text.count)
        return text
    }

    private func emit(_ bytes: some Collection<UInt8>, _ pieces: inout [Piece], _ kind: (String) -> Piece) {
        if !bytes.isEmpty { pieces.append(kind(String(decoding: bytes, as: UTF8.self))) }
    }
}
