// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Holds a download's progress and passes it to any number of readers.
final class ProgressBoard: Sendable {
    private struct State {
        var progress: DownloadProgress
        /// Bytes of each file that are here.
        var files: [RemoteFile: Int] = [:]
        var meter = RateMeter()
        var readers: [Int: AsyncStream<DownloadProgress>.Continuation] = [:]
        var readersSoFar = 0
        var toldAt: ContinuousClock.Instant?
    }

    private let state: Mutex<State>
    private let clock = ContinuousClock()
    /// Nobody reads faster.
    private static let interval = Duration.milliseconds(100)

    init(_ model: ModelID) { state = Mutex(State(progress: DownloadProgress(model: model))) }

    var progress: DownloadProgress { state.withLock(\.progress) }

    /// Yields the current progress, then each change until the end. A slow reader sees only the newest.
    func stream() -> AsyncStream<DownloadProgress> {
        let (stream, reader) = AsyncStream.makeStream(of: DownloadProgress.self, bufferingPolicy: .bufferingNewest(1))
        let number: Int? = state.withLock { state in
            reader.yield(state.progress)
            guard !state.progress.phase.isEnd else { return nil }
            state.readersSoFar += 1
            state.readers[state.readersSoFar] = reader
            return state.readersSoFar
        }
        guard let number else {
            reader.finish()
            return stream
        }
        reader.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.readers.removeValue(forKey: number) }
        }
        return stream
    }

    /// The files that there are to fetch, and what is here of each.
    func plan(_ files: [(file: RemoteFile, done: Int)]) {
        change { state in
            state.files = Dictionary(files.map { ($0.file, $0.done) }) { $1 }
            state.progress.total = files.reduce(0) { $0 + $1.file.size }
        }
    }

    func replace(_ weights: [String]) { change { $0.progress.replaced = weights } }

    func begin(_ file: RemoteFile, done: Int) {
        change { state in
            state.progress.file = "\(file.path)"
            state.files[file] = done
        }
    }

    func phase(_ phase: DownloadProgress.Phase) {
        change { state in
            if case .waiting = state.progress.phase { state.meter = RateMeter() }
            state.progress.phase = phase
        }
    }

    func wait(_ pause: Duration) { phase(.waiting(pause)) }

    /// - Parameter done: bytes of `file` that are here, these among them.
    func received(_ bytes: Int, file: RemoteFile, done: Int) {
        let now = clock.now
        change(mayBeLate: true) { state in
            state.files[file] = done
            state.meter.add(bytes, at: now)
            state.progress.phase = .downloading
        }
    }

    /// The end.
    func end(_ phase: DownloadProgress.Phase) {
        self.phase(phase)
        let readers = state.withLock { state in
            defer { state.readers = [:] }
            return state.readers.values
        }
        // Not under the lock, which a reader's leaving takes.
        for reader in readers { reader.finish() }
    }

    private func change(mayBeLate: Bool = false, _ body: (inout State) -> Void) {
        let now = clock.now
        state.withLock { state in
            body(&state)
            state.progress.bytes = state.files.values.reduce(0, +)
            state.progress.bytesPerSecond = state.meter.bytesPerSecond
            if mayBeLate, let toldAt = state.toldAt, now - toldAt < Self.interval { return }
            state.toldAt = now
            for reader in state.readers.values { reader.yield(state.progress) }
        }
    }
}
