// SPDX-License-Identifier: Apache-2.0

import Ember

/// A text of the given scalars, however they combine.
func string(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
}

extension String {
    /// The text in pieces of one scalar each.
    var scalars: [String] { unicodeScalars.map { string([$0]) } }

    /// The text, cut into pieces of random lengths.
    func cut(using random: inout some RandomNumberGenerator) -> [String] {
        var pieces: [String] = []
        var rest = Array(unicodeScalars)[...]
        while !rest.isEmpty {
            let count = Int.random(in: 1...min(9, rest.count), using: &random)
            pieces.append(string(rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        return pieces
    }
}

/// Reads an answer that comes in pieces; neighbouring events of one kind are joined.
func read(_ pieces: [String], as format: AnswerFormat) -> [Generation] {
    var reader = AnswerReader(format)
    let events = pieces.flatMap { reader.append($0) } + reader.finish()
    return events.reduce(into: []) { joined, event in
        switch (joined.last, event) {
        case (.thought(let old)?, .thought(let new)): joined[joined.count - 1] = .thought(old + new)
        case (.chunk(let old)?, .chunk(let new)): joined[joined.count - 1] = .chunk(old + new)
        default: joined.append(event)
        }
    }
}

extension AnswerFormat {
    /// Calls of the given notation, and perhaps thoughts.
    static func calls(
        _ format: ToolCallFormat, offering names: Set<String> = ["get_weather", "search_files"],
        thinking: Thinking? = nil
    ) -> AnswerFormat {
        AnswerFormat(thinking: thinking, calls: Calls(format: format, offered: names))
    }
}
