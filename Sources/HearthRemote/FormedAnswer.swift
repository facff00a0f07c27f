// SPDX-License-Identifier: Apache-2.0

import EmberGrammar
import EmberJSON
import HearthModels

/// Reads an answer that has to be JSON of a form.
///
/// An endpoint that holds its model to the form sends nothing else, and its text passes as it comes. Other models put
/// sentences or a code fence around it: their text is held back until its end, and the value is taken out of it.
/// In either case the value is compared with the schema.
struct FormedAnswer {
    private let schema: JSON
    private var text = ""
    /// Whether the text is passed on as it comes, because it looks like the form.
    private(set) var passes: Bool

    /// - Parameter isEnforced: whether the endpoint has agreed to hold its model to the form.
    init(_ schema: JSON, isEnforced: Bool) { (self.schema, passes) = (schema, isEnforced) }

    /// Takes an event of the answer.
    /// - Returns: the events that can be passed on now.
    mutating func take(_ event: CompletionEvent) -> [CompletionEvent] {
        guard case .piece(.text(let piece)) = event else { return [event] }
        let isFirst = text.allSatisfy(\.isWhitespace)
        text += piece
        if isFirst, let start = text.first(where: { !$0.isWhitespace }), !Self.begins(start) { passes = false }
        return passes ? [event] : []
    }

    /// To be called when the stream has ended and nothing was cut off.
    /// - Returns: the text that was held back, without what stood around the value.
    /// - Throws: `ModelError` `.unsupported` where there is no value of the form.
    func end(from address: RemoteAddress) throws(ModelError) -> [CompletionEvent] {
        let candidates = passes ? [text] : Self.values(in: text)
        for candidate in candidates {
            guard let value = try? JSON(parsing: Array(candidate.utf8)), fits(value) else { continue }
            return passes ? [] : [.text(value.text)]
        }
        throw ModelError(
            .unsupported,
            "\(address.shown) did not answer in the form that was asked for. Try again, or use another model.",
            part: .form)
    }

    /// The text that was held back of an answer that was cut off.
    var cut: [CompletionEvent] { passes || text.isEmpty ? [] : [.text(text)] }

    /// Whether a value satisfies the schema. A schema that Hearth cannot check is the reader's to check.
    private func fits(_ value: JSON) -> Bool {
        (try? Grammar(schema: schema).accepts(value)) ?? true
    }

    private static func begins(_ character: Character) -> Bool {
        "{[\"-0123456789tfn".contains(character)
    }

    /// The whole, and what stands between the first and the last bracket of each kind.
    private static func values(in text: String) -> [String] {
        [("{", "}"), ("[", "]")].reduce(into: [text]) { (found: inout [String], brackets: (Character, Character)) in
            guard let start = text.firstIndex(of: brackets.0), let end = text.lastIndex(of: brackets.1), start < end
            else { return }
            found.append(String(text[start...end]))
        }
    }
}
