// SPDX-License-Identifier: Apache-2.0

public import Foundation
import GRDB

/// A backup: a whole database in one file.
public struct Backup: Sendable, Equatable {
    public enum Kind: String, Sendable {
        /// Made once a day.
        case daily = "hearth"
        /// What there was when another backup was restored.
        case replaced
    }

    public let file: URL
    public let kind: Kind
    /// When it was made: `yyyy-MM-dd` in the user's calendar, and the time for one that was replaced.
    public let date: String

    /// - Returns: `nil` for a file that no backup is called.
    init?(file: URL) {
        let name = file.lastPathComponent
        guard let parts = name.wholeMatch(of: /(hearth|replaced)-(\d{4}-\d{2}-\d{2}(?:T\d{6})?)\.sqlite/),
            let kind = Kind(rawValue: String(parts.1))
        else { return nil }
        (self.file, self.kind, date) = (file, kind, String(parts.2))
    }

    init(_ kind: Kind, at now: Date, calendar: Calendar, in folder: URL) {
        self.kind = kind
        let time = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: now)
        func digits(_ value: Int?, _ count: Int) -> String {
            let text = String(value ?? 0)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        let day = "\(digits(time.year, 4))-\(digits(time.month, 2))-\(digits(time.day, 2))"
        let clock = "T\(digits(time.hour, 2))\(digits(time.minute, 2))\(digits(time.second, 2))"
        date = kind == .daily ? day : day + clock
        file = folder.appending(path: "\(kind.rawValue)-\(date).sqlite")
    }

    /// All backups in a folder, the newest first; none where there is no folder.
    static func all(in folder: URL) throws -> [Backup] {
        guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return files.compactMap(Backup.init).sorted { ($0.date, $0.kind.rawValue) > ($1.date, $1.kind.rawValue) }
    }

    /// Removes what was erased, in one transaction.
    func apply(_ erasures: [Erasure]) throws {
        let queue = try DatabaseQueue(path: file.path, configuration: Store.configuration())
        defer { try? queue.close() }  // It was only read after the transaction.
        try queue.write { database in
            var changed = false
            for erasure in erasures where try erasure.apply(to: database) { changed = true }
            if changed { try SearchIndex.forgetErased(in: database) }
        }
    }
}
