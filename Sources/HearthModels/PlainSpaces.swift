// SPDX-License-Identifier: Apache-2.0

extension String {
    /// The same with ordinary spaces for no-break spaces, U+00A0 and U+202F. French typography puts them before marks,
    /// and keyboards of phones do so by themselves; models have hardly seen them, and small ones go astray at them.
    ///
    /// Code keeps its own: what stands between fences, and lines that are indented.
    var withPlainSpaces: String {
        guard unicodeScalars.contains(where: \.isNoBreakSpace) else { return self }
        var isFenced = false
        let lines = unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let start = String(line.drop(while: \.properties.isWhitespace).prefix(3))
            if start == "```" || start == "~~~" { isFenced.toggle() }
            guard !isFenced, line.first?.properties.isWhitespace == false else { return String(line) }
            return String(String.UnicodeScalarView(line.map { $0.isNoBreakSpace ? " " : $0 }))
        }
        return lines.joined(separator: "\n")
    }
}

extension Unicode.Scalar {
    fileprivate var isNoBreakSpace: Bool { self == "\u{A0}" || self == "\u{202F}" }
}

extension CompletionRequest {
    /// The same with ordinary spaces in what the user wrote, quotations in the memory included. Answers stay as the
    /// model wrote them, so that it need not read them again; instructions stay as they were set.
    public var withPlainSpaces: CompletionRequest {
        var request = self
        request.memory = memory?.withPlainSpaces
        request.turns = turns.map { turn in
            var turn = turn
            if turn.role == .user { turn.content = turn.content.withPlainSpaces }
            return turn
        }
        return request
    }
}
