// SPDX-License-Identifier: Apache-2.0

/// How text is set off, or not at all: people may ask for plain text with NO_COLOR, and files get plain text.
package struct TerminalStyle: Sendable {
    package var isOn: Bool

    package init(isOn: Bool) { self.isOn = isOn }

    /// - Parameter isTerminal: whether what is written is seen at once by a person.
    package init(isTerminal: Bool, environment: [String: String]) {
        // Source: no-color.org; an empty value does not count.
        isOn = isTerminal && environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
    }

    package func bold(_ text: ScreenText) -> ScreenText { isOn ? "\u{1B}[1m\(text)\u{1B}[0m" : text }
    package func dim(_ text: ScreenText) -> ScreenText { isOn ? "\u{1B}[2m\(text)\u{1B}[0m" : text }
}
