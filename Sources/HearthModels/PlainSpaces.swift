// SPDX-License-Identifier: Apache-2.0

extension String {
    /// The same with ordinary spaces for no-break spaces, U+00A0 and U+202F. French typography puts them before marks,
    /// and keyboards of phones do so by themselves; models have hardly seen them, and small ones go astray at them.
    public var withPlainSpaces: String {
        guard unicodeScalars.contains(where: { $0 == "\u{A0}" || $0 == "\u{202F}" }) else { return self }
        return String(String.UnicodeScalarView(unicodeScalars.map { $0 == "\u{A0}" || $0 == "\u{202F}" ? " " : $0 }))
    }
}

extension CompletionRequest {
    /// The same as a model reads it best: a conversation with ordinary spaces alone.
    public var withPlainSpaces: CompletionRequest {
        var request = self
        request.instructions = instructions?.withPlainSpaces
        request.memory = memory?.withPlainSpaces
        request.beginning = beginning?.withPlainSpaces
        request.turns = turns.map { turn in
            var turn = turn
            turn.content = turn.content.withPlainSpaces
            return turn
        }
        return request
    }
}
