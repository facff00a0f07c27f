// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import HearthAnki
import HearthWords

/// The option `--map`: the roles of a table's columns, or of the fields of notes.
struct ImportMap {
    private let parts: [(name: String, role: String, text: String)]

    /// - Throws: `ValidationError` for a part that is not `COLUMN=ROLE`.
    init(_ text: String) throws {
        parts = try text.split(separator: ",").map { part in
            // The last sign: names may have one in them, roles do not.
            guard let sign = part.lastIndex(of: "=") else {
                throw ValidationError("--map \(part): write COLUMN=ROLE, such as 1=word")
            }
            return (Self.trimmed(part[..<sign]), Self.trimmed(part[part.index(after: sign)...]), String(part))
        }
    }

    private static func trimmed(_ text: Substring) -> String { text.trimmingCharacters(in: .whitespaces) }

    private static func isSame(_ one: String, _ other: String) -> Bool {
        one.trimmingCharacters(in: .whitespaces).lowercased() == other.lowercased()
    }

    // MARK: Tables

    /// Columns that are not named are left out. A name that only the first row has makes that row the header.
    /// - Parameter findsHeader: whether the first row may become the header.
    func apply(to table: inout DelimitedTable, findsHeader: Bool) throws {
        if findsHeader, !table.format.hasHeader, let first = table.records.first,
            parts.contains(where: { part in Int(part.name) == nil && first.contains { Self.isSame($0, part.name) } })
        {
            table.setHeader(true)
        }
        var mapping = table.mapping
        for place in mapping.columns.indices { mapping.columns[place] = .ignored }
        for part in parts {
            let named = table.names.firstIndex { Self.isSame($0, part.name) }
            guard let place = named ?? Int(part.name).map({ $0 - 1 }), mapping.columns.indices.contains(place) else {
                let known = table.names.isEmpty ? "1 to \(mapping.columns.count)" : table.names.joined(separator: ", ")
                throw ValidationError("--map \(part.text): the table has no column \(part.name); it has \(known)")
            }
            let heading = place < table.names.count ? table.names[place] : "\(place + 1)"
            mapping.columns[place] = try column(part, heading)
        }
        if let role = mapping.doubled {
            throw ValidationError(
                "--map: two columns are \(role.rawValue); a card has one, so give one of them another role")
        }
        table.mapping = mapping
    }

    // MARK: Packages

    /// Fields that are not named stay as they are, unless a field that is named takes their role.
    func apply(to package: inout PackagedWords) throws {
        var columns = package.notetypes.map(\.columns)
        var named = package.notetypes.map { _ in Set<Int>() }
        for part in parts {
            var isFound = false
            for (place, notetype) in package.notetypes.enumerated() {
                guard let field = field(part.name, of: notetype) else { continue }
                isFound = true
                let column = try column(part, notetype.fields[field])
                guard Self.isPart(column) else {
                    let roles = Self.names(PackagedWords.Notetype.roles)
                    throw ValidationError("--map \(part.text): no field of a note is \(part.role); it can be \(roles)")
                }
                columns[place][field] = column
                named[place].insert(field)
            }
            guard isFound else {
                let known = package.notetypes.map { "\($0.name)::\($0.fields.joined(separator: ", "))" }
                throw ValidationError(
                    "--map \(part.text): no note has a field \(part.name); there are \(known.joined(separator: "; "))")
            }
        }
        for (place, notetype) in package.notetypes.enumerated() {
            let taken = named[place].map { columns[place][$0] }
            for field in notetype.fields.indices where !named[place].contains(field) {
                guard case .role = columns[place][field], taken.contains(columns[place][field]) else { continue }
                columns[place][field] = .extra(notetype.fields[field])
            }
        }
        package.map(columns)
        if let notetype = package.withoutWord {
            throw ValidationError("no field of \(notetype.name) has the words; say which with --map FIELD=word")
        }
        if let (notetype, role) = package.doubled {
            throw ValidationError("--map: two fields of \(notetype.name) are \(role.rawValue); a card has one")
        }
    }

    /// `Field`, or `Notetype::Field`.
    private func field(_ name: String, of notetype: PackagedWords.Notetype) -> Int? {
        notetype.fields.firstIndex { Self.isSame($0, name) || Self.isSame("\(notetype.name)::\($0)", name) }
    }

    private func column(_ part: (name: String, role: String, text: String), _ name: String) throws
        -> ColumnMapping.Column
    {
        guard let column = ColumnMapping.Column(part.role, column: name) else {
            throw ValidationError("--map \(part.text): \(part.role) is none of \(Self.names(WordRole.allCases))")
        }
        return column
    }

    /// Whether a field of a note can be this: its tags, deck and name lie elsewhere.
    private static func isPart(_ column: ColumnMapping.Column) -> Bool {
        switch column {
        case .role(let role): PackagedWords.Notetype.roles.contains(role)
        case .guid: false
        case .extra, .ignored: true
        }
    }

    private static func names(_ roles: [WordRole]) -> String {
        (roles.map(\.rawValue) + ["extra", "ignored"]).joined(separator: ", ")
    }
}
