// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthTesting
import Testing

@testable import EmberHub

/// Whether a small disk can be made for a test: as root, on Linux.
private let canMount: Bool = {
    guard geteuid() == 0 else { return false }
    let folder = FileManager.default.temporaryDirectory.appending(path: "hub-mount-\(UUID().uuidString)")
    defer { rmdir(folder.path) }
    guard mkdir(folder.path, 0o700) == 0, command("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", folder.path) else {
        return false
    }
    return command("umount", folder.path)
}()

private func command(_ arguments: String...) -> Bool {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    process.standardError = FileHandle.nullDevice
    do { try process.run() } catch { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
}

/// Disks without room.
@Suite struct DiskFullTests {
    private let repository = TestRepository(size: 3_000_000)

    /// Runs `body` with a disk of so many bytes.
    private func withDisk(_ bytes: Int, _ body: (URL) async throws -> Void) async throws {
        try await withTemporaryFolder { folder in
            try #require(command("mount", "-t", "tmpfs", "-o", "size=\(bytes)", "tmpfs", folder.path))
            defer { _ = command("umount", "-l", folder.path) }
            try await body(folder)
        }
    }

    private func hub(_ folder: URL, _ server: LoopbackServer) throws -> Hub {
        try Hub(
            models: folder.appending(path: "models"), environment: ["HF_ENDPOINT": server.address], limits: .forTests)
    }

    @Test(.enabled(if: canMount, "needs root, to make a small disk"))
    func `what has no room is not begun`() async throws {
        let server = try LoopbackServer { [repository] in repository.answer($0) }
        try await withDisk(2 << 20) { disk in
            let error = await hubError { _ = try await hub(disk, server).pull() }
            #expect(error?.code == .diskFull)
            #expect(error?.detail.contains("3.0 MB") == true)
            #expect(server.requests(of: TestRepository.weightsPath).isEmpty)
        }
    }

    @Test(.enabled(if: canMount, "needs root, to make a small disk"))
    func `a disk that fills up in the middle is told, and what has arrived is kept`() async throws {
        let server = try LoopbackServer { [repository] request in
            var answer = repository.answer(request)
            answer.bytesPerSecond = 1_000_000
            return answer
        }
        try await withDisk(4 << 20) { disk in
            let hub = try hub(disk, server)
            let filler = disk.appending(path: "filler")
            let download = hub.download(tinyModel)
            for await progress in download.updates()
            where progress.bytes > 500_000 && !FileManager.default.fileExists(atPath: filler.path) {
                try Data(repeating: 1, count: 2_000_000).write(to: filler)
            }
            #expect(await hubError { _ = try await download.finish() }?.code == .diskFull)
            let kept = try #require(hub.unfinished().first).bytes
            #expect(kept > 400_000)
            try FileManager.default.removeItem(at: filler)
            server.forget()
            _ = try await hub.pull()
            #expect(hub.installedWeights == repository.weights)
            #expect(server.sent(of: TestRepository.weightsPath) == repository.weights.count + 25 - kept)
        }
    }

    @Test func `room is left to others`() async throws {
        var limits = DownloadLimits.forTests
        limits.diskReserve = 1 << 60
        try await withHub(limits: limits) { [repository] in
            repository.answer($0)
        } run: { hub, _ in
            #expect(await hubError { _ = try await hub.pull() }?.code == .diskFull)
        }
    }
}
