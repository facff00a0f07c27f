// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Entries as Markdown files: a file a day, each entry under a head in YAML.
public enum JournalMarkdown {
    /// The file of a day.
    /// - Parameters:
    ///   - entries: those of the day, in order.
    ///   - photo: where a photo lies, as seen from the file.
    public static func file(_ entries: [JournalEntry], photo: (JournalPhoto) -> String) -> String {
        entries.map { head($0) + "\n" + body($0, photo) }.joined(separator: "\n")
    }

    private static func head(_ entry: JournalEntry) -> String {
        var lines = ["date: \(entry.day)"]
        // In quotes: some readers of YAML take 21:12 for a number of minutes.
        if let minute = entry.minute { lines.append("time: \"\(clock(minute))\"") }
        if let mood = entry.mood { lines.append("mood: \(mood.name)") }
        if !entry.tags.isEmpty { lines.append("tags: [\(entry.tags.map(quoted).joined(separator: ", "))]") }
        return "---\n" + lines.joined(separator: "\n") + "\n---\n"
    }

    private static func body(_ entry: JournalEntry, _ photo: (JournalPhoto) -> String) -> String {
        let text = entry.text.trimmingCharacters(in: .whitespacesAndNewlines)
        // A line like the beginning of a head would be taken for one.
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { $0 == "---" ? "\\---" : $0 }
        let photos = entry.photos.map { "![](\(photo($0)))\n" }.joined()
        return lines.joined(separator: "\n") + "\n" + (photos.isEmpty ? "" : "\n" + photos)
    }

    /// 09:05.
    static func clock(_ minute: Int) -> String {
        [minute / 60, minute % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }

    private static func quoted(_ tag: String) -> String {
        let isPlain = tag.unicodeScalars.allSatisfy { $0.properties.isAlphabetic || $0.properties.numericType != nil }
        if isPlain, tag.first?.isLetter == true { return tag }
        // By code points: to Swift a mark with an accent behind it is another character.
        var text = String.UnicodeScalarView()
        for scalar in tag.unicodeScalars {
            if scalar == "\\" || scalar == "\"" { text.append("\\") }
            text.append(scalar)
        }
        return "\"\(String(text))\""
    }
}
