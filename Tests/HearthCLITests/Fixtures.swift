// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Runs `body` with a new empty folder that is removed afterwards.
func withTemporaryFolder<R>(_ body: (URL) async throws -> R) async throws -> R {
    let folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath().appending(
        path: "hearth-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder)
}
