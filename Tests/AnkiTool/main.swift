// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthAnki
import HearthWords

/// Reads and writes packages for `Tests/Conformance/anki_packages.py`, which lets Anki check and time what it does.
///
///     AnkiTool read FILE            says what is in the package or table and how long reading took, in seconds
///     AnkiTool rewrite FILE PACKAGE reads a package and writes its words as a new one
let arguments = CommandLine.arguments
let days = UserDays(timeZone: .gmt)
let now = Date()
let folder = FileManager.default.temporaryDirectory.appending(path: "AnkiTool-\(UUID().uuidString)")
defer { try? FileManager.default.removeItem(at: folder) }

func read(_ path: String) throws -> WordsRead {
    let file = URL(filePath: path)
    if path.hasSuffix("pkg") { return try AnkiPackage.read(file, media: folder).words(days: days, now: now) }
    return try DelimitedTable(file).words(deck: "Imported")
}

do {
    let start = ContinuousClock().now
    let words = try read(arguments[2]).words
    let seconds = (ContinuousClock().now - start) / .seconds(1)
    print(#"{"notes": \#(words.words.count), "seconds": \#(seconds)}"#)
    if arguments[1] == "rewrite" {
        let media = folder.appendingPathExtension("out")
        defer { try? FileManager.default.removeItem(at: media) }
        try AnkiPackage(words, days: days, at: now, media: media).write(to: URL(filePath: arguments[3]), at: now)
    }
} catch {
    print("\(error)")
    exit(1)
}
