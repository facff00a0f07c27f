// SPDX-License-Identifier: Apache-2.0

/// Finds tool calls in an answer that comes in pieces.
///
/// Text is handed on at once, but for what may become a call. What turns out to be none is text, to the last character;
/// only blanks that touch a call are dropped, as part of its notation.
struct ToolCallParser: Sendable {
    enum Piece: Sendable, Equatable {
        case text(String)
        case call(ToolCall)
    }

    /// Bytes of the longest call that is waited for.
    static let longestCall = 1 << 16

    private let format: ToolCallFormat
    private let offered: Set<String>
    /// Text whose meaning depends on what follows.
    private var held: [UInt8] = []
    /// Whether there has been nothing but calls.
    private var isBeginning = true
    private var isBehindCall = false

    /// - Parameter offered: the names of the functions that may be called. A call that no marker announces counts only
    ///   if it is for one of them; it could be any JSON.
    init(_ format: ToolCallFormat, offered: Set<String>) {
        self.format = format
        self.offered = offered
    }

    mutating func append(_ text: String) -> [Piece] {
        held += text.utf8
        return advance(isLast: false)
    }

    /// Ends the answer and returns the pieces that were held back.
    mutating func finish() -> [Piece] { advance(isLast: true) }

    private mutating func advance(isLast: Bool) -> [Piece] {
        var pieces: [Piece] = []
        while true {
            if isBehindCall { dropSeparators() }
            guard let opening = firstOpening else {
                emit(held.count - (isLast ? 0 : undecided), &pieces)
                return pieces
            }
            // Before the opening there is text, then blanks that belong to the call if it is one.
            emit(end(ofTextBefore: opening.range.lowerBound), &pieces)
            let start = held.prefix(while: \.isBlank).count
            var cursor = CallCursor(held[start...])
            do throws(CallCursor.Failure) {
                let calls = try format.read(&cursor)
                guard !opening.isBare || calls.allSatisfy({ offered.contains($0.name) }) else { throw .malformed }
                held.removeFirst(cursor.position)
                pieces += calls.map { .call($0) }
                isBehindCall = true
            } catch {
                if error == .incomplete, !isLast, held.count <= Self.longestCall { return pieces }
                emit(start + opening.range.count, &pieces)
            }
        }
    }

    private var firstOpening: (range: Range<Int>, isBare: Bool)? {
        let marked = format.openings.compactMap { held.firstRange(of: $0.utf8) }.min { $0.lowerBound < $1.lowerBound }
        if isBeginning, let bare = format.bareOpening {
            let start = held.prefix(while: \.isBlank).count
            if held[start...].starts(with: bare.utf8) { return (start..<start + bare.utf8.count, true) }
        }
        return marked.map { ($0, false) }
    }

    private func end(ofTextBefore end: Int) -> Int { held[..<end].lastIndex { !$0.isBlank }.map { $0 + 1 } ?? 0 }

    private mutating func dropSeparators() {
        var before = -1
        while before != held.count {
            before = held.count
            held.removeFirst(held.prefix(while: \.isBlank).count)
            if let separator = format.separators.first(where: { held.starts(with: $0.utf8) }) {
                held.removeFirst(separator.utf8.count)
            }
        }
    }

    /// Bytes at the end that may turn out to belong to a call: the beginning of a marker, and blanks before it.
    private var undecided: Int {
        let markers = format.openings + (isBehindCall ? format.separators : [])
        let beginning = markers.map { marker in
            (0..<min(marker.utf8.count, held.count + 1)).last { marker.utf8.starts(with: held.suffix($0)) } ?? 0
        }
        let marker = beginning.max() ?? 0
        return held.count - end(ofTextBefore: held.count - marker)
    }

    /// Hands on the first `count` bytes as text.
    private mutating func emit(_ count: Int, _ pieces: inout [Piece]) {
        guard count > 0 else { return }
        pieces.append(.text(String(decoding: held.prefix(count), as: UTF8.self)))
        held.removeFirst(count)
        isBeginning = false
        isBehindCall = false
    }
}
