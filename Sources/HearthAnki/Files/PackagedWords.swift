// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthWords

/// The words of a package, whose notetypes' fields the user may name.
public struct PackagedWords: Sendable {
    /// How the notes of a notetype become words.
    public struct Notetype: Sendable {
        public let id: Int
        public let name: String
        /// How many notes are of it.
        public let notes: Int
        public let fields: [String]
        /// Something of each field, as text.
        public let samples: [String]
        /// Role of each field.
        public fileprivate(set) var columns: [ColumnMapping.Column]

        /// Roles that a field of a note can have: tags and decks of packages lie elsewhere.
        public static let roles = WordRole.allCases.filter { $0 != .tags && $0 != .deck }
    }

    /// With notes, the most used first.
    public private(set) var notetypes: [Notetype]
    /// By what `notetypes` say.
    public private(set) var read: WordsRead
    private let package: AnkiPackage
    private let days: UserDays
    private let now: Date
    /// Has the media, which are read when they are saved.
    private let folder: MediaFolder

    init(_ package: AnkiPackage, folder: MediaFolder, days: UserDays, now: Date) {
        (self.package, self.folder, self.days, self.now) = (package, folder, days, now)
        read = package.words(days: days, now: now)
        let notes = package.collection.notes
        let groups = RowGroups(notes) { $0.notetype }
        notetypes = package.collection.notetypes.compactMap { notetype in
            let own = groups[notetype.id]
            guard !own.isEmpty else { return nil }
            let samples = notetype.fields.indices.map { field in
                let texts = own.prefix(200).lazy.map { place in
                    notes[place].fields.indices.contains(field)
                        ? PlainText(String(notes[place].fields[field].prefix(400))).text : ""
                }
                return String((texts.first { !$0.isEmpty } ?? "").prefix(80))
            }
            return Notetype(
                id: notetype.id, name: notetype.name, notes: own.count, fields: notetype.fields, samples: samples,
                columns: FieldRoles.columns(notetype))
        }.sorted { ($1.notes, $0.id) < ($0.notes, $1.id) }
    }

    /// Changes what becomes of fields, and reads the notes again where that is something else.
    ///
    /// - Parameter columns: for each notetype, in the order of `notetypes`, one for each field.
    public mutating func map(_ columns: [[ColumnMapping.Column]]) {
        precondition(columns.map(\.count) == notetypes.map(\.fields.count), "a column for each field")
        guard columns != notetypes.map(\.columns) else { return }
        for (place, new) in columns.enumerated() { notetypes[place].columns = new }
        let chosen = Dictionary(notetypes.map { ($0.id, $0.columns) }, uniquingKeysWith: { first, _ in first })
        read = package.words(days: days, now: now, columns: chosen)
    }

    /// The first notetype that has no word.
    public var withoutWord: Notetype? { notetypes.first { !$0.columns.contains(.role(.word)) } }

    /// Role that two fields of a notetype have, though a card has it once.
    public var doubled: (notetype: Notetype, role: WordRole)? {
        for notetype in notetypes {
            if let role = ColumnMapping.doubled(notetype.columns, lists: []) { return (notetype, role) }
        }
        return nil
    }
}
