// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation

/// A question about the user that a fact answers, such as where they live or what they are allergic to.
///
/// `Data/slots.json` lists all of them: the section of the portrait, how many values hold at once, what an ending in
/// this slot ends, and how a line reads in each language.
public struct FactSlot: Sendable, Equatable {
    public let name: String
    /// Its place in the list, from 0.
    public let place: Int
    public let section: ProfileLine.Section
    public let kind: Fact.Kind
    /// Whether one value holds at a time: a new one ends the one before.
    public let holdsOne: Bool
    /// Whether it says something of one of the user's people and not of the user.
    public let isOfPerson: Bool
    /// The slots whose facts end when something in this slot ends without naming what.
    public let ends: [String]
    /// How a line reads, by the code of the language: `{}` is the value and `{who}` the person.
    private let lines: [String: String]

    /// Whether its value is one of the user's people.
    public var namesPerson: Bool { kind == .people && !isOfPerson }

    /// Whether it is about an animal or somebody who can have a name.
    public var isNamed: Bool { namesPerson || name == "pet" }

    /// The times that can be told of a value.
    public enum Dates: Sendable {
        case none
        /// The day, month or year of something that happens once.
        case moment
        /// Since when it holds, and until when it did.
        case span
    }

    public var dates: Dates {
        if section == .milestones || section == .goals || name == "person_death" { return .moment }
        return Self.timeless.contains(name) ? .none : .span
    }

    /// Slots whose values begin and end with somebody's life, or are dates themselves.
    private static let timeless: Set<String> = [
        "name", "pronouns", "birthday", "age", "origin", "person_birthday", "person_age",
    ]

    /// A fact as one line, such as "Allergic to: peanuts".
    public func line(_ value: String, of person: String? = nil, _ language: MemoryLanguage) -> String {
        let line = lines[language.rawValue] ?? lines[MemoryLanguage.english.rawValue] ?? "{}"
        return line.replacing("{who}", with: person ?? "").replacing("{}", with: value)
    }

    // MARK: The list

    /// All slots, by their names.
    public static let all: [String: FactSlot] = {
        do { return try read(folder.appending(path: "slots.json")) } catch {
            fatalError("The slots of facts cannot be read: \(error)")
        }
    }()

    /// The slots of a section, in the order of the list.
    public static func all(in section: ProfileLine.Section) -> [FactSlot] {
        all.values.filter { $0.section == section }.sorted { $0.place < $1.place }
    }

    /// - Returns: `nil` for a name that no slot has, such as one of a newer Hearth.
    public static func named(_ name: String) -> FactSlot? { all[name] }

    static let folder = Bundle.module.bundleURL.appending(path: "Data")

    struct Damaged: Error { let name: String }

    static func read(_ file: URL) throws -> [String: FactSlot] {
        let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
        guard let slots = try JSON(parsing: text).object else { throw Damaged(name: "slots.json") }
        var found: [String: FactSlot] = [:]
        for (place, (name, json)) in zip(slots.keys, slots.values).enumerated() {
            guard let section = json["section"]?.string.flatMap(ProfileLine.Section.init) else {
                throw Damaged(name: name)
            }
            let kind = json["kind"]?.string.flatMap(Fact.Kind.init) ?? section.usualKind
            let lines = MemoryLanguage.allCases.compactMap { language in
                json[language.rawValue]?.string.map { (language.rawValue, $0) }
            }
            found[name] = FactSlot(
                name: name, place: place, section: section, kind: kind, holdsOne: json["holds"]?.string == "one",
                isOfPerson: json["of"]?.string == "person", ends: json["ends"]?.array?.compactMap(\.string) ?? [name],
                lines: Dictionary(uniqueKeysWithValues: lines))
        }
        return found
    }
}

extension ProfileLine.Section {
    /// The kind of most facts of a section.
    fileprivate var usualKind: Fact.Kind {
        switch self {
        case .people: .people
        case .places: .places
        case .work: .work
        case .health: .health
        case .goals: .plans
        case .milestones: .events
        case .identity, .pets, .values, .habits, .interests, .preferences, .possessions, .said: .preferences
        }
    }
}

/// How a fact stands in time when it is told.
public enum FactPhase: String, Sendable, CaseIterable, Codable {
    case holds = "is"
    case begins, ends, past
    /// It is said not to be so.
    case denied = "not"
}
