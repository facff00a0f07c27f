// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation
import Mustache

/// The languages of the app; each has a file in each folder of `Languages/`.
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
    /// The same as templates ask for them.
    private let named: [String: PhraseGroup]

    /// - Parameter folder: has a folder for each area, with a file for each language.
    /// - Throws: `PhraseError` where two files have the same key, or one is not such a file.
    init(_ language: Language, folder: URL) throws {
        self.language = language
        var groups: [String: [String: String]] = [:]
        var read: [(file: String, keys: [String: [String: String]])] = []
        for area in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        where !area.hasPrefix(".") {
            let file = "\(area)/\(language.rawValue).json"
            let new = try Self.read(file, in: folder)
            for (group, phrases) in new {
                if let old = groups[group], let name = phrases.keys.first(where: { old[$0] != nil }) {
                    let other = read.first { $0.keys[group]?[name] != nil }?.file ?? file
                    throw PhraseError(description: "\(other) and \(file) both have the phrase \(group).\(name)")
                }
                groups[group, default: [:]].merge(phrases) { old, _ in old }
            }
            read.append((file, new))
        }
        self.groups = groups
        named = groups.mapValues(PhraseGroup.init)
    }

    private static func read(_ file: String, in folder: URL) throws -> [String: [String: String]] {
        do {
            var reader = JSONReader([UInt8](try Data(contentsOf: folder.appending(path: file))))
            var groups: [String: [String: String]] = [:]
            try reader.beginObject()
            while let group = try reader.nextKey() {
                try reader.beginObject()
                while let name = try reader.nextKey() { groups[group, default: [:]][name] = try reader.readString() }
            }
            try reader.end()
            return groups
        } catch {
            throw PhraseError(description: "\(file) is not a file of phrases: \(error)")
        }
    }

    /// A phrase by `group.name`, with what stands in its braces filled in. One that is missing is shown by its name.
    func callAsFunction(_ key: String, _ values: [String: String] = [:]) -> String {
        let parts = key.split(separator: ".").map(String.init)
        guard parts.count == 2, var phrase = groups[parts[0]]?[parts[1]] else { return key }
        for (name, value) in values { phrase = phrase.replacing("{\(name)}", with: value) }
        return phrase
    }

    /// A phrase with a number: `key.one` or `key.many`, where `{n}` stands for it.
    /// - Parameter values: for its other marks.
    func count(_ key: String, _ number: Int, _ values: [String: String] = [:]) -> String {
        let isOne = language == .french ? number < 2 : number == 1
        return self(key + (isOne ? "One" : "Many"), values.merging(["n": self.number(number)]) { _, n in n })
    }

    func child(named name: String) -> Any? { named[name] }
}

/// A group of phrases in a template, as a type of its own for the same reason as a page's properties.
private struct PhraseGroup: Sendable, MustacheParent {
    let phrases: [String: String]

    func child(named name: String) -> Any? { phrases[name] }
}

/// Phrases that cannot be read.
struct PhraseError: Error, CustomStringConvertible {
    let description: String
}
