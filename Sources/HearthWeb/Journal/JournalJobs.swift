// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthMemory
import HearthModels
import Synchronization

/// Work on the journal that somebody waits for: answers, looks back, files that are read and brought in. Each has an
/// address, where a page shows how far it is.
struct JournalJobs: Sendable {
    /// The result of a job.
    enum Outcome: Sendable {
        case answer(JournalAnswer)
        case reflection(ReflectionDraft)
        case file(JournalImport)
        case imported(ImportSummary)

        /// Whether it stays, though somebody called it off while its end was on the way.
        var isDone: Bool { if case .imported = self { true } else { false } }
    }

    /// Numbers of an import that is over. Its file and its texts are let go of.
    struct ImportSummary: Sendable {
        let name: String
        let entries: Int
        let photos: Int
        let leftOut: Int
        let lastDay: JournalDay?

        init(_ batch: JournalImport) {
            (name, entries, photos) = (batch.name, batch.entries.count, batch.photos)
            (leftOut, lastDay) = (batch.sumLeftOut, batch.entries.last?.day)
        }
    }

    enum State: Sendable {
        case going
        case done(Outcome)
        case failed(WebError)
        /// A file that cannot be read, or is too much.
        case refused(JournalError)
        case cancelled
    }

    enum Kind: String, Sendable { case asking, reflecting, reading, importing }

    let jobs = ExpiringState<Job>(
        most: 12, lasting: .seconds(3_600), isBusy: { $0.isGoingOn }, letGo: { await $0.cancelAndWait() })

    subscript(_ key: String) -> Job? { get async { await jobs[key] } }

    /// Begins something; it goes on when the browser leaves.
    /// - Parameter key: its name; one that something else had is taken over.
    /// - Returns: its key.
    @discardableResult
    func begin(
        _ kind: Kind, at key: String = UUID().uuidString, back: String,
        _ work: @escaping @Sendable (_ key: String) async throws -> Outcome
    ) async -> String {
        let job = Job(kind: kind, back: back)
        await jobs.keep(job, as: key)
        job.start { try await work(key) }
        return key
    }

    func show(_ key: String, fraction: Double? = nil, written: Int? = nil) async throws {
        try Task.checkCancellation()
        await jobs[key]?.show(fraction: fraction, written: written)
    }

    func cancel(_ key: String) async { await jobs[key]?.cancelAndWait() }

    func drop(_ key: String) async { await jobs.remove(key) }
}

extension JournalJobs {
    /// One thing that is being done, or was.
    final class Job: Sendable {
        private struct Inside {
            var state: State
            var fraction: Double?
            var written = 0
            var task: Task<Void, Never>?
        }

        /// The kind of work, which chooses the words that are shown while it runs.
        let kind: Kind
        /// The page to return to when it is cancelled.
        let back: String
        private let inside: Mutex<Inside>

        init(kind: Kind, state: State = .going, fraction: Double? = nil, written: Int = 0, back: String) {
            (self.kind, self.back) = (kind, back)
            inside = Mutex(Inside(state: state, fraction: fraction, written: written))
        }

        var state: State { inside.withLock { $0.state } }
        /// 0…1; `nil` where that is not known.
        var fraction: Double? { inside.withLock { $0.fraction } }
        /// Characters that a model has written.
        var written: Int { inside.withLock { $0.written } }
        var isGoingOn: Bool { if case .going = state { true } else { false } }

        fileprivate func show(fraction: Double?, written: Int?) {
            inside.withLock { inside in
                // Several may come at once, in any order.
                inside.fraction = [fraction, inside.fraction].compactMap { $0 }.max()
                inside.written = written ?? inside.written
            }
        }

        /// One that was called off before does nothing.
        fileprivate func start(_ work: @escaping @Sendable () async throws -> Outcome) {
            inside.withLock { inside in
                guard case .going = inside.state else { return }
                inside.task = Task { end(await Self.outcome(of: work)) }
            }
        }

        private static func outcome(of work: @Sendable () async throws -> Outcome) async -> State {
            do {
                let outcome = try await work()
                return Task.isCancelled && !outcome.isDone ? .cancelled : .done(outcome)
            } catch is CancellationError { return .cancelled } catch let error as JournalError {
                return error.code == .cancelled ? .cancelled : .refused(error)
            } catch { return .failed(WebError(error)) }
        }

        private func end(_ state: State) { inside.withLock { ($0.state, $0.task) = (state, nil) } }

        /// Calls it off, and waits until nothing of it is done any more. What is done stays done.
        fileprivate func cancelAndWait() async {
            let task = inside.withLock { inside in
                if inside.task == nil, case .going = inside.state { inside.state = .cancelled }
                return inside.task
            }
            task?.cancel()
            await task?.value
        }
    }
}

/// Work that goes on, or did not succeed.
struct JournalJobPage: Page {
    static let template = "journal-work"

    let title: String
    let words: String
    let back: String
    let backLabel: String
    /// 0…100; `nil` where it is not known.
    let percent: PercentView?
    let isGoingOn: Bool
    /// Says that somebody is at work, and where.
    let working: String
    let address: String
    /// The page that starts it again, after a failure or a cancellation.
    let again: String?

    struct PercentView: Sendable {
        let value: String
        let share: String
    }

    /// - Parameter sentTo: tells where entries are sent; `nil` where they stay on this machine.
    init(_ job: JournalJobs.Job, at address: String, sentTo: String? = nil, _ say: Phrases) {
        let kind = job.kind.rawValue
        back = job.back
        backLabel = say("journal.back")
        self.address = address
        working = say(sentTo == nil ? "journal.working" : "journal.workingAway")
        switch job.state {
        case .going:
            title = say("journal.\(kind)")
            words =
                job.written > 0
                ? say("journal.written", ["n": say.number(job.written)]) : sentTo ?? say("journal.\(kind)Note")
            isGoingOn = true
            again = nil
        case .failed(let error):
            title = say("journal.\(kind)Failed")
            words = say.detail(of: error) ?? say("error.\(error.code.rawValue)")
            isGoingOn = false
            again = job.back
        case .refused(let error):
            title = say("journal.\(kind)Failed")
            words = say.fault(of: error)
            isGoingOn = false
            again = job.back
        case .cancelled, .done:
            title = say("journal.cancelled")
            words = say("journal.nothingChanged")
            isGoingOn = false
            again = job.back
        }
        percent = job.fraction.map { PercentView(value: String(Int(min(1, max(0, $0)) * 100)), share: say.percent($0)) }
    }
}
