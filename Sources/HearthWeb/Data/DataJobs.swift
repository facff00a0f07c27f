// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import HearthChat
import Synchronization

/// Jobs over all stored data, for the pages that show them: exports on their way to browsers, and erasing.
final class DataJobs: Sendable {
    enum Step: String, Sendable { case exporting, sending, erasing }

    struct Progress: Sendable, Equatable {
        var step: Step
        /// 0…1.
        var fraction: Double
    }

    private struct State {
        /// By number, in the order in which they began.
        var jobs: [(number: Int, progress: Progress)] = []
        var cancelled: Set<Int> = []
        var readers: [Int: AsyncStream<Progress?>.Continuation] = [:]
        var numbersSoFar = 0

        mutating func number() -> Int {
            numbersSoFar += 1
            return numbersSoFar
        }

        func tell() { for reader in readers.values { reader.yield(jobs.first?.progress) } }
    }
    private let state = Mutex(State())

    /// The job that began first; `nil` if none is running.
    var current: Progress? { state.withLock { $0.jobs.first?.progress } }

    /// The same as it is now, and whenever it changes; who is slow gets the newest.
    var changes: AsyncStream<Progress?> {
        let (stream, reader) = AsyncStream.makeStream(of: Progress?.self, bufferingPolicy: .bufferingNewest(1))
        let number = state.withLock { state in
            reader.yield(state.jobs.first?.progress)
            let number = state.number()
            state.readers[number] = reader
            return number
        }
        reader.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.readers.removeValue(forKey: number) }
        }
        return stream
    }

    func beginExport() -> Job { begin(.exporting) }

    /// - Returns: `nil` while an export is on its way: what somebody wants to keep is not erased from under it.
    func beginErasing() -> Job? {
        state.withLock { state in
            state.jobs.contains { $0.progress.step != .erasing } ? nil : Job(add(.erasing, to: &state), of: self)
        }
    }

    /// Calls all exports off. Erasing cannot be: the decision is made at once, and the rest is cleaning up.
    func cancelExports() {
        state.withLock { state in
            state.cancelled.formUnion(state.jobs.filter { $0.progress.step != .erasing }.map(\.number))
        }
    }

    private func begin(_ step: Step) -> Job { state.withLock { Job(add(step, to: &$0), of: self) } }

    private func add(_ step: Step, to state: inout State) -> Int {
        let number = state.number()
        state.jobs.append((number, Progress(step: step, fraction: 0)))
        state.tell()
        return number
    }

    /// One thing that is being done, until nobody holds it any more.
    final class Job: Sendable {
        private let number: Int
        private let work: DataJobs

        fileprivate init(_ number: Int, of work: DataJobs) { (self.number, self.work) = (number, work) }

        /// - Throws: `CancellationError` when it was called off.
        func show(_ step: Step, _ fraction: Double) throws {
            try work.state.withLock { state in
                if state.cancelled.contains(number) { throw CancellationError() }
                guard let index = state.jobs.firstIndex(where: { $0.number == number }) else { return }
                state.jobs[index].progress = Progress(step: step, fraction: fraction)
                state.tell()
            }
        }

        /// Says that it is over, before nobody holds it any more.
        func end() {
            work.state.withLock { state in
                guard state.jobs.contains(where: { $0.number == number }) else { return }
                state.jobs.removeAll { $0.number == number }
                state.cancelled.remove(number)
                state.tell()
            }
        }

        deinit { end() }
    }
}

/// A job's progress in words and as a bar.
struct DataJobView: Sendable, Equatable, Encodable {
    let words: String
    /// 0…100.
    let percent: Int
    /// 42%.
    let share: String
    let isGoingOn: Bool
    let canCancel: Bool

    init(_ progress: DataJobs.Progress?, _ say: Phrases) {
        isGoingOn = progress != nil
        canCancel = progress.map { $0.step != .erasing } ?? false
        percent = Int(min(1, max(0, progress?.fraction ?? 0)) * 100)
        share = say.percent(percent)
        words = progress.map { say("data.\($0.step.rawValue)") } ?? ""
    }
}

/// The progress as one browser has it, so that only changes are sent.
struct DataJobWatch: Sendable {
    var progress: DataJobs.Progress??
    private var sent: DataJobView?

    mutating func event(_ say: Phrases) -> ServerEvent? {
        guard let view = progress.map({ DataJobView($0, say) }), view != sent else { return nil }
        sent = view
        return ServerEvent(name: "work", data: view)
    }
}
