// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Synchronization

/// Runs `body` while there is a pipe at `url` that nobody writes to.
///
/// Opening it for reading, or reading it, waits for ever. Whoever does so is let go after some seconds, so that a test
/// fails rather than hangs.
/// - Throws: `Expectation` where somebody waited, and what `body` throws.
public func withUnwrittenPipe<R>(at url: URL, _ body: () async throws -> R) async throws -> R {
    guard mkfifo(url.path, 0o600) == 0 else { throw Expectation(description: "no pipe can be made at \(url.path)") }
    let watch = PipeWatch()
    Thread.detachNewThread { watch.run(url.path) }
    defer { watch.end() }
    let result = try await body()
    if watch.hasLetGo { throw Expectation(description: "\(url.lastPathComponent) was waited for") }
    return result
}

/// Lets readers of a pipe go by writing nothing to it. Its thread ends with the test, and after five minutes at the
/// latest.
private final class PipeWatch: Sendable {
    private let state = Mutex((isOver: false, hasLetGo: false))

    var hasLetGo: Bool { state.withLock(\.hasLetGo) }
    func end() { state.withLock { $0.isOver = true } }

    func run(_ path: String) {
        for turn in 0..<3_000 {
            usleep(100_000)
            if state.withLock(\.isOver) { return }
            guard turn >= 50 else { continue }
            // Fails while nobody reads.
            let writer = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
            guard writer >= 0 else { continue }
            state.withLock { $0.hasLetGo = true }
            close(writer)
        }
    }
}
