// SPDX-License-Identifier: Apache-2.0

/// How Hearth talks: a name, a text, and what it may use.
public struct ModeText: Sendable, Equatable {
    /// A source that a mode may use beside the conversation.
    public enum Use: String, Sendable, CaseIterable {
        /// Facts about the user, and what they said before.
        case memory
        case journal
        /// Words that are due.
        case words
    }

    public var name: String
    /// In a line, what it is for.
    public var about: String
    public var uses: Set<Use>
    /// The system message; empty for that of the settings.
    public var text: String

    public init(name: String, about: String, uses: Set<Use>, text: String) {
        (self.name, self.about, self.uses, self.text) = (name, about, uses, text)
    }

    /// The text of a mode's file: lines such as `name: Friend` between two lines of `---`, then the instructions. What
    /// it lacks has a default, so that a file of instructions alone is a mode too.
    /// - Parameter fallback: the name where the file has none.
    public init(file: String, fallback: String) {
        let lines = file.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false)
        var fields: [String: String] = [:]
        var body = lines[...]
        if lines.first.map(Self.isRule) == true, let end = lines.dropFirst().firstIndex(where: Self.isRule) {
            for line in lines[1..<end] {
                let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
                guard parts.count == 2 else { continue }
                fields[Self.trimmed(parts[0]).lowercased()] = Self.trimmed(parts[1])
            }
            body = lines[(end + 1)...]
        }
        name = fields["name"].flatMap { $0.isEmpty ? nil : String($0.prefix(60)) } ?? fallback
        about = String((fields["about"] ?? "").prefix(200))
        let uses = fields["uses"].map { $0.split { !$0.isLetter }.compactMap { Use(rawValue: $0.lowercased()) } }
        self.uses = Set(uses ?? [.memory])
        text = Self.trimmed(body.joined(separator: "\n")[...])
    }

    /// As it stands in a file.
    public var file: String {
        let uses = Use.allCases.filter(self.uses.contains).map(\.rawValue).joined(separator: ", ")
        return "---\nname: \(Self.line(name))\nabout: \(Self.line(about))\nuses: \(uses)\n---\n\(text)\n"
    }

    private static func isRule(_ line: Substring) -> Bool { trimmed(line) == "---" }

    private static func line(_ text: String) -> String {
        text.split(whereSeparator: \.isNewline).joined(separator: " ")
    }

    private static func trimmed(_ text: Substring) -> String {
        let start = text.firstIndex { !$0.isWhitespace } ?? text.endIndex
        let end = text.lastIndex { !$0.isWhitespace }.map(text.index(after:)) ?? text.endIndex
        return start < end ? String(text[start..<end]) : ""
    }
}
