// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthChat
import HearthModels
import Synchronization

/// Files with conversations of other programs that are read and brought in. Each has an address, where a page shows how
/// far it is.
struct ChatImportJobs: Sendable {
    let jobs = ExpiringState<ChatImportJob>(
        most: 3, lasting: .seconds(3_600), isBusy: \.isGoingOn, letGo: { await $0.cancelAndWait() })
    /// Whether one is being brought in: two at a time would show each other's conversations too early.
    let turn = ImportTurn()

    final class ImportTurn: Sendable {
        private let isTaken = Atomic(false)

        /// - Returns: whether nobody had it.
        func take() -> Bool { !isTaken.exchange(true, ordering: .acquiringAndReleasing) }
        func giveBack() { isTaken.store(false, ordering: .releasing) }
    }
}

/// One file: read, looked at, and brought in.
final class ChatImportJob: Sendable {
    enum State: Sendable {
        case reading
        case read(ChatImport)
        case importing(of: ChatImport)
        case done(ChatImport, seconds: Double)
        case refused(ChatImportError)
        case failed(WebError)
        case cancelled
    }

    private struct Inside {
        var state = State.reading
        var progress: ChatImporter.Progress?
        var task: Task<Void, Never>?
        /// The uploaded file: read for the preview, and once more for the import.
        var file: UploadedFile?
        var begun = ContinuousClock.now
    }

    /// As the browser named it.
    let name: String
    private let inside: Mutex<Inside>

    init(_ file: UploadedFile?, name: String, state: State = .reading, progress: ChatImporter.Progress? = nil) {
        self.name = name
        inside = Mutex(Inside(state: state, progress: progress, file: file))
    }

    var state: State { inside.withLock { $0.state } }
    /// How far the work is that goes on.
    var progress: ChatImporter.Progress? { inside.withLock { $0.progress } }
    /// Seconds until it is done, at the pace so far; `nil` where that is not known yet.
    var secondsLeft: Double? {
        inside.withLock { inside in
            guard let fraction = inside.progress?.fraction, fraction > 0.05 else { return nil }
            let passed = (ContinuousClock.now - inside.begun) / .seconds(1)
            return passed > 1 ? passed / fraction * (1 - fraction) : nil
        }
    }

    var isGoingOn: Bool {
        switch state {
        case .reading, .importing: true
        case .read, .done, .refused, .failed, .cancelled: false
        }
    }

    func read(by importer: ChatImporter) {
        start { file in .read(try await importer.read(file.url, name: file.name) { self.show($0) }) }
    }

    /// Begins to bring in what was read; does nothing where that has begun.
    func add(
        by importer: ChatImporter, includingArchived: Bool, remembering: Bool, _ turn: ChatImportJobs.ImportTurn,
        whenDone: @escaping @Sendable () async -> Void
    ) {
        guard case .read(let batch) = state, turn.take() else { return }
        let begun = ContinuousClock.now
        let isCancelled = CancelFlag()
        inside.withLock { ($0.state, $0.progress, $0.begun) = (.importing(of: batch), nil, begun) }
        start { file in
            defer { turn.giveBack() }
            let result = try await withTaskCancellationHandler {
                try await importer.add(
                    file.url, name: file.name, includingArchived: includingArchived, remembering: remembering
                ) {
                    try isCancelled.check()
                    self.show($0)
                }
            } onCancel: {
                isCancelled.set()
            }
            await whenDone()
            return .done(result, seconds: (ContinuousClock.now - begun) / .seconds(1))
        }
    }

    private func show(_ progress: ChatImporter.Progress) { inside.withLock { $0.progress = progress } }

    private func start(_ work: @escaping @Sendable (UploadedFile) async throws -> State) {
        inside.withLock { inside in
            guard let file = inside.file else { return }
            inside.task = Task { end(await Self.outcome { try await work(file) }) }
        }
    }

    private static func outcome(of work: @Sendable () async throws -> State) async -> State {
        do { return try await work() } catch is CancellationError { return .cancelled } catch let error
            as ChatImportError
        {
            return error.code == .cancelled ? .cancelled : .refused(error)
        } catch { return Task.isCancelled ? .cancelled : .failed(WebError(error)) }
    }

    private func end(_ state: State) {
        inside.withLock { inside in
            (inside.state, inside.task) = (state, nil)
            // A file that was looked at is read once more.
            if case .read = state { return }
            inside.file = nil
        }
    }

    /// Calls it off, and waits until nothing of it is done any more. What is done stays done.
    func cancelAndWait() async {
        let task = inside.withLock { inside in
            if case .read = inside.state { (inside.state, inside.file) = (.cancelled, nil) }
            return inside.task
        }
        task?.cancel()
        await task?.value
    }
}
