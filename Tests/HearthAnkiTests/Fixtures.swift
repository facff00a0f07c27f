// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation
import HearthAnki

/// Packages that Anki wrote, and what Anki says is in them; Tests/Fixtures/README.md says how they were made.
enum Fixtures {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Fixtures/anki")

    static let packages = [
        "anki_modern.apkg", "anki_modern.colpkg", "anki_legacy.apkg", "anki_legacy.colpkg",
        "anki_anki2only_derived.apkg", "anki_modern_noscheduling.apkg",
    ]

    static func dump() throws -> JSON {
        try JSON(parsing: Array(Data(contentsOf: folder.appending(path: "anki_dump.json"))))
    }

    /// Runs `body` with a new empty folder that is removed afterwards.
    static func withTemporaryFolder<R>(_ body: (URL) throws -> R) throws -> R {
        let folder = FileManager.default.temporaryDirectory.appending(path: "hearth-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try body(folder)
    }

    /// Reads a package of Anki's. Its media are gone when this returns.
    static func read(_ name: String) throws -> AnkiPackage {
        try withTemporaryFolder {
            try AnkiPackage.read(folder.appending(path: name), media: $0.appending(path: "media"))
        }
    }
}
