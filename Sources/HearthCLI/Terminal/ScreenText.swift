// SPDX-License-Identifier: Apache-2.0

/// Text on its way to a person's screen, the only kind that a `StandardStream` takes.
///
/// Literals are the program's own words and may move the cursor or set a colour. What is put into them may come from a
/// model, a file, the network or the command line, and loses whatever a terminal would obey:
/// ```swift
/// stream.write("\u{1B}[1m\(name)\u{1B}[0m\n")
/// ```
package struct ScreenText: Sendable, Equatable, ExpressibleByStringInterpolation {
    package private(set) var text: String

    package init(stringLiteral value: String) { text = value }
    package init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

    /// Anybody's text, in any number of lines.
    package init(_ untrusted: String) { text = Sanitizer.text(untrusted) }

    /// Text that has been sanitised in pieces, whose joiners only the whole explains.
    init(_ text: String, by pieces: inout Sanitizer.Pieces) { self.text = pieces.append(text) }

    package var isEmpty: Bool { text.isEmpty }

    package static func + (a: ScreenText, b: ScreenText) -> ScreenText { "\(a)\(b)" }
    package static func += (a: inout ScreenText, b: ScreenText) { a.text += b.text }

    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        package init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }

        package mutating func appendLiteral(_ literal: String) { text += literal }
        package mutating func appendInterpolation(_ part: ScreenText) { text += part.text }
        package mutating func appendInterpolation<T>(_ value: T) { text += Sanitizer.text("\(value)") }
        /// Appends a value that has to stay on its line: a name, a reason.
        package mutating func appendInterpolation<T>(line value: T) { text += Sanitizer.line("\(value)") }
    }
}

extension Sequence<ScreenText> {
    package func joined(separator: ScreenText = "") -> ScreenText {
        var result: ScreenText = ""
        for (position, part) in enumerated() { result += position == 0 ? part : separator + part }
        return result
    }
}
