// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthMemory
import HearthModels

/// Work on the journal that somebody waits for: answers, looks back, files that are read and brought in. Each has an
/// address, where a page shows how far it is; it is in memory only, and the oldest make room.
actor JournalWork {
    /// What came of it.
    enum Outcome: Sendable {
        case answer(JournalAnswer)
        case reflection(ReflectionDraft)
        case file(JournalImport)
        case imported(JournalImport)
    }

    enum State: Sendable {
        case going
        case done(Outcome)
        /// With a sentence, where there is one.
        case failed(String?)
        /// A file that cannot be read, or is too much.
        case refused(JournalError)
        case cancelled
    }

    struct Job: Sendable {
        /// What is shown while it goes on.
        let kind: Kind
        var state = State.going
        /// 0…1; `nil` where that is not known.
        var fraction: Double?
        /// Characters that a model has written.
        var written = 0
        /// Where it leads when it is called off.
        let back: String
    }

    enum Kind: String, Sendable { case asking, reflecting, reading, importing }

    private var jobs: [(key: String, job: Job)] = []
    private var tasks: [String: Task<Void, Never>] = [:]
    private static let most = 12

    subscript(_ key: String) -> Job? { jobs.first { $0.key == key }?.job }

    /// Begins something; it goes on when the browser leaves.
    /// - Returns: its key.
    func begin(
        _ kind: Kind, back: String, _ work: @escaping @Sendable (_ key: String) async throws -> Outcome
    ) -> String {
        let key = UUID().uuidString
        start(key, Job(kind: kind, back: back), work)
        return key
    }

    /// The same under a key that something else had, which it takes the place of.
    func begin(
        _ kind: Kind, at key: String, back: String,
        _ work: @escaping @Sendable (_ key: String) async throws -> Outcome
    ) {
        start(key, Job(kind: kind, back: back), work)
    }

    private func start(
        _ key: String, _ job: Job, _ work: @escaping @Sendable (_ key: String) async throws -> Outcome
    ) {
        jobs.removeAll { $0.key == key }
        jobs.append((key, job))
        while jobs.count > Self.most { drop(jobs[0].key) }
        tasks[key] = Task {
            do {
                let outcome = try await work(key)
                end(key, Task.isCancelled ? .cancelled : .done(outcome))
            } catch is CancellationError { end(key, .cancelled) } catch let error as JournalError {
                end(key, error.code == .cancelled ? .cancelled : .refused(error))
            } catch let error as ModelError { end(key, .failed(error.detail)) } catch { end(key, .failed(nil)) }
        }
    }

    func show(_ key: String, fraction: Double? = nil, written: Int? = nil) throws {
        try Task.checkCancellation()
        guard let place = jobs.firstIndex(where: { $0.key == key }) else { return }
        // Several may come at once, in any order.
        jobs[place].job.fraction = [fraction, jobs[place].job.fraction].compactMap { $0 }.max()
        jobs[place].job.written = written ?? jobs[place].job.written
    }

    func cancel(_ key: String) async {
        let task = tasks[key]
        task?.cancel()
        await task?.value
    }

    func drop(_ key: String) {
        tasks.removeValue(forKey: key)?.cancel()
        jobs.removeAll { $0.key == key }
    }

    private func end(_ key: String, _ state: State) {
        guard let place = jobs.firstIndex(where: { $0.key == key }) else { return }
        jobs[place].job.state = state
        tasks[key] = nil
    }
}

/// Work that goes on, or did not succeed.
struct JournalWorkPage: Page {
    static let template = "journal-work"

    let title: String
    let words: String
    let back: String
    let backLabel: String
    /// 0…100; `nil` where it is not known.
    let percent: PercentView?
    let isGoingOn: Bool
    let address: String
    /// Where it begins again, for those that failed or were called off.
    let again: String?

    struct PercentView: Sendable {
        let value: String
        let share: String
    }

    init(_ job: JournalWork.Job, at address: String, _ say: Phrases) {
        let kind = job.kind.rawValue
        back = job.back
        backLabel = say("journal.back")
        self.address = address
        switch job.state {
        case .going:
            title = say("journal.\(kind)")
            words =
                job.written > 0 ? say("journal.written", ["n": say.number(job.written)]) : say("journal.\(kind)Note")
            isGoingOn = true
            again = nil
        case .failed(let sentence):
            title = say("journal.\(kind)Failed")
            words = sentence.map { "\($0.prefix(1).uppercased())\($0.dropFirst())." } ?? say("error.unknown")
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
