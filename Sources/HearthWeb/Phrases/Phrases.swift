// SPDX-License-Identifier: Apache-2.0

import Foundation
import Mustache

/// The languages of the app; each has a file in `Languages/`.
enum Language: String, Sendable, CaseIterable {
    case english = "en"
    case french = "fr"

    var locale: Locale { Locale(identifier: self == .french ? "fr_FR" : "en_GB") }

    /// The first language of a browser's list that we speak, or English. Source: RFC 9110, section 12.5.4.
    init(accepted: String?) {
        let wishes = (accepted ?? "").split(separator: ",").map { entry in
            let parts = entry.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
            return (name: parts.first?.prefix(2).lowercased() ?? "", weight: weight)
        }
        // Sorting is stable, so equal wishes keep their order.
        let best = wishes.filter { $0.weight > 0 }.sorted { $0.weight > $1.weight }
        self = best.lazy.compactMap { Language(rawValue: $0.name) }.first ?? .english
    }
}

/// Everything that the app says in one language, in groups.
struct Phrases: Sendable, MustacheParent {
    let language: Language
    let groups: [String: [String: String]]

    init(_ language: Language, folder: URL) throws {
        self.language = language
        let file = folder.appending(path: "\(language.rawValue).json")
        groups = try JSONDecoder().decode([String: [String: String]].self, from: Data(contentsOf: file))
    }

    /// A phrase by `group.name`, with what stands in its braces filled in. One that is missing is shown by its name.
    func callAsFunction(_ key: String, _ values: [String: String] = [:]) -> String {
        let parts = key.split(separator: ".").map(String.init)
        guard parts.count == 2, var phrase = groups[parts[0]]?[parts[1]] else { return key }
        for (name, value) in values { phrase = phrase.replacing("{\(name)}", with: value) }
        return phrase
    }

    /// A phrase with a number: `key.one` or `key.many`, where `{n}` stands for it.
    func count(_ key: String, _ number: Int) -> String {
        let isOne = language == .french ? number < 2 : number == 1
        return self(key + (isOne ? "One" : "Many"), ["n": self.number(number)])
    }

    func child(named name: String) -> Any? { groups[name] }
}
