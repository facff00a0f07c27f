// SPDX-License-Identifier: Apache-2.0

public import Foundation
import GRDB

/// A backup: a whole database in one file.
public struct Backup: Sendable, Equatable {
    public enum Kind: String, Sendable {
        /// Made once a day.
        case daily = "hearth"
        /// The former database, made when another backup was restored.
        case replaced
    }

    public let file: URL
    public let kind: Kind
    /// When it was made: `yyyy-MM-dd` in the user's calendar, and the time for one that was replaced.
    public let date: String
    /// 2 or more where there was one of that date already.
    private let number: Int

    /// - Returns: `nil` for a file that no backup is called.
    init?(file: URL) {
        let name = file.lastPathComponent
        let form = /(hearth|replaced)-(\d{4}-\d{2}-\d{2}(?:T\d{6})?)(?:-(\d{1,4}))?\.sqlite/
        guard let parts = name.wholeMatch(of: form),
            let kind = Kind(rawValue: String(parts.1))
        else { return nil }
        (self.file, self.kind, date) = (file, kind, String(parts.2))
        number = parts.3.flatMap { Int($0) } ?? 1
    }

    /// A backup that lies elsewhere, under any name.
    public init(elsewhere file: URL) { (self.file, kind, date, number) = (file, .daily, "", 1) }

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
        number = 1
        file = folder.appending(path: "\(kind.rawValue)-\(date).sqlite")
    }

    /// All backups in a folder, the newest first; none where there is no folder.
    static func all(in folder: URL) throws -> [Backup] {
        guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return files.compactMap(Backup.init).sorted {
            ($0.date, $0.kind.rawValue, $0.number) > ($1.date, $1.kind.rawValue, $1.number)
        }
    }

    /// A place for it in a folder: under its name, or where something has that, under the next number.
    func place(in folder: URL) -> URL {
        var number = number
        var place = folder.appending(path: name(number))
        while PrivateFiles.isThere(place) {
            number += 1
            place = folder.appending(path: name(number))
        }
        return place
    }

    private func name(_ number: Int) -> String {
        "\(kind.rawValue)-\(date)\(number > 1 ? "-\(number)" : "").sqlite"
    }

    /// Whether it begins as a database of Hearth's does.
    var looksWhole: Bool { (try? DatabaseHeader(of: file))?.applicationID == applicationID }

    /// When its file was written. `nil` where that was on another day than its name says, so that it has been copied
    /// since.
    public func time(in calendar: Calendar = .current) -> Date? {
        let written = try? file.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate
        return written.flatMap { date.hasPrefix(Backup(.daily, at: $0, calendar: calendar, in: file).date) ? $0 : nil }
    }
}
