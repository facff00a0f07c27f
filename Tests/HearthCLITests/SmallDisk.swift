// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Whether a small disk can be made for a test: as root, on Linux.
let canMount: Bool = {
    guard geteuid() == 0 else { return false }
    let folder = FileManager.default.temporaryDirectory.appending(path: "hearth-mount-\(UUID().uuidString)")
    defer { rmdir(folder.path) }
    guard mkdir(folder.path, 0o700) == 0, SmallDisk.mount(folder, bytes: 1 << 20) else { return false }
    return SmallDisk.unmount(folder)
}()

/// A disk of a few megabytes, which a test fills and makes room on.
struct SmallDisk {
    let folder: URL
    private var filler: URL { folder.appending(path: "filler") }

    /// Runs `body` with a disk of so many bytes.
    static func with<R>(bytes: Int, _ body: (SmallDisk) async throws -> R) async throws -> R {
        try await withTemporaryFolder { folder in
            try #require(mount(folder, bytes: bytes))
            defer { _ = unmount(folder) }
            return try await body(SmallDisk(folder: folder))
        }
    }

    /// Leaves no byte.
    func fill() throws {
        let descriptor = open(filler.path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        for size in [1 << 20, 1 << 12, 1] {
            let bytes = [UInt8](repeating: 1, count: size)
            while write(descriptor, bytes, size) > 0 {}
        }
        #expect(errno == ENOSPC)
    }

    /// Gives back all that was taken, or so much of it.
    func makeRoom(bytes: Int? = nil) throws {
        guard let bytes else { return try FileManager.default.removeItem(at: filler) }
        let size = try #require(try filler.resourceValues(forKeys: [.fileSizeKey]).fileSize)
        try #require(truncate(filler.path, off_t(max(0, size - bytes))) == 0)
    }

    fileprivate static func mount(_ folder: URL, bytes: Int) -> Bool {
        command("mount", "-t", "tmpfs", "-o", "size=\(bytes)", "tmpfs", folder.path)
    }

    fileprivate static func unmount(_ folder: URL) -> Bool { command("umount", "-l", folder.path) }

    private static func command(_ arguments: String...) -> Bool {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = arguments
        process.standardError = FileHandle.nullDevice
        do { try process.run() } catch { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }
}
