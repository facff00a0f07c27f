// SPDX-License-Identifier: Apache-2.0

public import EmberJSON
import Foundation
import Synchronization

/// Everything that a user can set, in sections: `settings[AnswerSettings.self].temperature`.
///
/// Saved settings may be of another version. A setting that is missing, or that its section does not understand, has
/// its default; one that no section knows is kept as it is.
public struct AppSettings: Sendable, Equatable {
    private var members = JSONObject() { didSet { known = KnownSections() } }
    /// Each section is read once: a page asks for several of them, again and again.
    private var known = KnownSections()

    private final class KnownSections: Sendable {
        private let sections = Mutex<[ObjectIdentifier: any SettingsSection]>([:])

        func section<Section: SettingsSection>(_ section: Section.Type, _ read: () -> Section) -> Section {
            let key = ObjectIdentifier(section)
            if let known = sections.withLock({ $0[key] }) as? Section { return known }
            let value = read()
            sections.withLock { $0[key] = value }
            return value
        }
    }

    /// All defaults.
    public init() {}

    /// Settings as they were saved.
    /// - Throws: `JSONError` for a text that is not one JSON object.
    public init(json: String) throws(JSONError) {
        var reader = JSONReader(Array(json.utf8))
        guard try reader.peek() == .object, case .object(let members) = try reader.readValue() else {
            throw reader.unexpected("an object")
        }
        try reader.end()
        self.members = members
    }

    /// The settings as one JSON object, sorted by name.
    public var json: String {
        var sorted = JSONObject()
        for key in members.keys.sorted() { sorted[key] = members[key] }
        return Self.text(sorted)
    }

    /// Equal members, in whatever order they were set.
    public static func == (a: AppSettings, b: AppSettings) -> Bool { a.json == b.json }

    public subscript<Section: SettingsSection>(_ section: Section.Type) -> Section {
        get { known.section(section) { read(section) } }
        set {
            let (old, new) = (Self.members(of: self[section]), Self.members(of: newValue))
            // A setting without a value is not saved.
            for key in old.keys where new[key] == nil { members[key] = nil }
            for key in new.keys { members[key] = new[key] }
        }
    }

    private func read<Section: SettingsSection>(_ section: Section.Type) -> Section {
        let defaults = Self.members(of: Section())
        if let all = Self.section(section, defaults, members) { return all }
        // One setting that is not understood is no reason to lose the others.
        var read = (value: Section(), members: defaults)
        for (key, value) in zip(members.keys, members.values) {
            guard let more = Self.section(section, read.members, [key: value]) else { continue }
            read.value = more
            read.members[key] = value
        }
        return read.value
    }

    private static func section<Section: SettingsSection>(
        _ section: Section.Type, _ defaults: JSONObject, _ changes: JSONObject
    ) -> Section? {
        var all = defaults
        for (key, value) in zip(changes.keys, changes.values) { all[key] = value }
        return try? JSONDecoder().decode(section, from: Data(text(all).utf8))
    }

    private static func members(of section: some SettingsSection) -> JSONObject {
        let encoder = JSONEncoder()
        // Members of what lies deeper are compared in their order, too.
        encoder.outputFormatting = .sortedKeys
        // A section is a struct of plain values, which JSON can express.
        guard let data = try? encoder.encode(section), case .object(let members) = try? JSON(parsing: Array(data))
        else { preconditionFailure("a settings section cannot be written as JSON") }
        return members
    }

    private static func text(_ members: JSONObject) -> String {
        var bytes: [UInt8] = []
        JSON.object(members).write(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// Storage for the settings.
public protocol SettingsStore: Sendable {
    /// The defaults where nothing has been saved.
    func load() async throws -> AppSettings
    /// Reads the settings, changes them and saves them in one step: nobody else's change comes between.
    /// - Returns: what `edit` returns.
    @discardableResult
    func change<Value: Sendable>(_ edit: @escaping @Sendable (inout AppSettings) -> Value) async throws -> Value
}
