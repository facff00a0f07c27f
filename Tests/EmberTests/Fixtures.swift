// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation

/// The reference data: a part of it in this repository, all of it in the folder that HEARTH_FIXTURES names.
enum Fixtures {
    private static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The part that every clone has.
    static let shipped = package.appending(path: "Tests/Fixtures")

    /// The large set, or `nil` where it is absent.
    static let large: URL? = {
        let named = ProcessInfo.processInfo.environment["HEARTH_FIXTURES"].map { URL(filePath: $0) }
        let folder = named ?? package.deletingLastPathComponent().appending(path: "shared/fixtures")
        return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
    }()

    static func folders(in folder: URL) -> [URL] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.sorted().map { folder.appending(path: $0) }.filter {
            FileManager.default.fileExists(atPath: $0.appending(path: "reference.json").path)
        }
    }

    static func json(_ url: URL) throws -> JSON { try JSON(parsing: Array(Data(contentsOf: url))) }

    /// Runs `body` with a new empty folder that is removed afterwards.
    static func withTemporaryFolder<R>(_ body: (URL) async throws -> R) async throws -> R {
        let folder = FileManager.default.temporaryDirectory.appending(path: "hearth-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try await body(folder)
    }

    /// A copy of a shipped model with some files replaced; `nil` removes a file.
    static func withModel<R>(
        _ name: String, replacing files: [String: String?], _ body: (URL) async throws -> R
    ) async throws -> R {
        try await withTemporaryFolder { folder in
            let copy = folder.appending(path: name)
            try FileManager.default.copyItem(at: shipped.appending(path: "models/\(name)"), to: copy)
            for (file, text) in files {
                let url = copy.appending(path: file)
                if FileManager.default.fileExists(atPath: url.path) { try FileManager.default.removeItem(at: url) }
                if let text { try Data(text.utf8).write(to: url) }
            }
            return try await body(copy)
        }
    }
}

extension JSON {
    /// A list of integers, such as token ids.
    var integers: [Int]? { array?.compactMap(\.integer) }
}
