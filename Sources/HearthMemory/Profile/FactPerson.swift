// SPDX-License-Identifier: Apache-2.0

import Foundation

/// People in facts, by their names.
public enum FactPerson {
    /// A name as it is compared: without case and accents.
    public static func key(_ name: String) -> String {
        name.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
            .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// Whether a text names somebody, as whole words and whatever the case and accents.
    public static func names(_ name: String, in text: String) -> Bool {
        let (name, words) = (FoldedName.words(of: name), FoldedName.words(of: text))
        guard !name.isEmpty, name.count <= words.count else { return false }
        return words.indices.dropLast(name.count - 1).contains { words[$0..<$0 + name.count].elementsEqual(name) }
    }
}

private enum FoldedName {
    static func words(of text: String) -> [Substring] {
        FactPerson.key(text).split { !$0.isLetter && !$0.isNumber }
    }
}

extension Fact {
    /// Whom of the user's people it is about, as the user calls them: "Jun" of "My flatmate Jun"; `nil` for the user.
    public var person: String? {
        if let slot, let known = FactSlot.named(slot.name), known.namesPerson {
            return slot.value.prefix(1).uppercased() + slot.value.dropFirst()
        }
        if subject != "user", !subject.isEmpty { return subject.prefix(1).uppercased() + subject.dropFirst() }
        guard kind == .people, slot == nil else { return nil }
        let words = statement.split { !$0.isLetter && !$0.isNumber && $0 != "-" && $0 != "'" && $0 != "’" }
        // The name stands last; capitals before it belong to it. Where somebody is stands behind it.
        var before = words[...]
        while let last = before.lastIndex(where: { $0.first?.isUppercase == true }) {
            let name = before[...last].reversed().prefix { $0.first?.isUppercase == true }
            before = before[..<(last + 1 - name.count)]
            guard !Self.endsAtPlace(before) else { continue }
            let whole = name.reversed().filter { !Self.owners.contains($0.lowercased()) }
            return whole.isEmpty ? nil : whole.joined(separator: " ")
        }
        return nil
    }

    /// Whether what comes next is where somebody is: "lives in", « habite à ».
    private static func endsAtPlace(_ words: ArraySlice<Substring>) -> Bool {
        let last = words.suffix(2).map { $0.lowercased() }
        guard let word = last.last else { return false }
        if ["in", "near", "en", "dans"].contains(word) { return true }
        let mayLead = ["to", "at", "from", "à", "au", "aux", "de"].contains(word)
        return mayLead && last.count == 2 && dwelling.contains(last[0])
    }

    private static let dwelling: Set<String> = [
        "is", "are", "was", "comes", "come", "came", "moved", "moves", "flew", "went", "works", "studies", "lives",
        "habite", "habitent", "habitait", "vit", "vivent", "vient", "viennent", "travaille", "étudie", "né", "née",
        "parti", "partie", "déménagé",
    ]

    private static let owners: Set<String> = [
        "my", "our", "mon", "ma", "mes", "notre", "nos", "i", "je", "we", "nous", "on", "the", "le", "la", "a", "un",
        "une",
    ]

    /// Whether it is about somebody, or names them.
    public func isAbout(_ name: String) -> Bool {
        FactPerson.key(subject) == FactPerson.key(name) || FactPerson.names(name, in: statement)
            || evidence.contains { FactPerson.names(name, in: $0.quote) }
    }
}
