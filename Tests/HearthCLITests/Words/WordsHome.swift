// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation
import Testing

/// A data folder for commands about words, which goes with it.
final class WordsHome {
    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "words-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    var environment: [String: String] { ["HEARTH_HOME": folder.appending(path: "home").path, "TZ": "UTC"] }

    func run(_ arguments: String..., stdin: String = "") throws -> ProgramResult {
        try runHearth(arguments, stdin: stdin, environment: environment)
    }

    /// Runs a command and reads the JSON that it prints.
    func json(_ arguments: String...) throws -> JSON {
        let result = try runHearth(arguments, environment: environment)
        #expect(result.status == 0, "\(arguments): \(result.errors)")
        return try JSON(parsing: result.output)
    }

    func write(_ name: String, _ text: String) throws -> String {
        let file = folder.appending(path: name)
        try Data(text.utf8).write(to: file)
        return file.path
    }

    static let fixtures = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Fixtures")
}
