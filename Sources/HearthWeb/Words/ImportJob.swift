// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import HearthAnki
import HearthWords
import Synchronization

/// A file on its way into the decks: it is read in the background, looked at, and imported.
///
/// It goes on when the browser leaves, and any browser can look at it again.
final class ImportJob: Sendable {
    enum Phase: Sendable {
        case reading(ImportProgress?)
        case ready(WordsInFile)
        /// 0…1.
        case importing(Double)
        /// The result, and what was left out.
        case done(WordImportReport, ImportReport)
        case failed(Fault)
        case cancelled
    }

    enum Fault: Sendable, Equatable {
        /// The file cannot be read.
        case file(AnkiError)
        /// The words that were read cannot be saved.
        case saving(String)
    }

    let name: String
    private struct State {
        var phase = Phase.reading(nil)
        var isCancelled = false
        /// The task that saves, while it does.
        var saving: Task<Void, Never>?
    }
    private let state = Mutex(State())
    /// One file is read at a time: each may take hundreds of megabytes of memory.
    private static let queue = DispatchQueue(label: "hearth.import", qos: .utility)

    init(_ name: String) { self.name = name }

    var phase: Phase { state.withLock { $0.phase } }

    private var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Whether something is being done.
    var isGoingOn: Bool {
        switch phase {
        case .reading, .importing: true
        default: false
        }
    }

    /// Begins to read. The file goes when it is read.
    func read(_ file: UploadedFile, days: UserDays, now: Date) {
        Self.queue.async {
            MediaFolder.removeLeftovers(at: now)
            do throws(AnkiError) {
                let deck = (self.name as NSString).deletingPathExtension
                let found = try WordsInFile.read(
                    file.url, name: self.name, deck: deck, days: days, now: now, watch: self.reached)
                self.become(.ready(found))
            } catch {
                self.become(error.code == .cancelled ? .cancelled : .failed(.file(error)))
            }
            withExtendedLifetime(file) {}
        }
    }

    private func reached(_ progress: ImportProgress) -> Bool {
        become(.reading(progress))
        return !isCancelled
    }

    private func become(_ phase: Phase) { state.withLock { $0.phase = phase } }

    /// Begins to import, unless that has begun already.
    func add(_ batch: WordImport, leftOut: ImportReport, to store: any WordStore, days: UserDays, at now: Date) {
        state.withLock { state in
            guard case .ready(let found) = state.phase else { return }
            state.phase = .importing(0)
            state.saving = Task {
                let phase = await self.outcome(of: batch, leftOut: leftOut, to: store, days: days, at: now)
                // The media lie in a folder that goes with it.
                withExtendedLifetime(found) {}
                self.state.withLock { ($0.phase, $0.saving) = (phase, nil) }
            }
        }
    }

    private func outcome(
        of batch: WordImport, leftOut: ImportReport, to store: any WordStore, days: UserDays, at now: Date
    ) async -> Phase {
        do {
            let report = try await store.importWords(batch, days: days, at: now) { done in
                if self.isCancelled { throw CancellationError() }
                self.become(.importing(done))
            }
            return .done(report, leftOut)
        } catch is CancellationError { return .cancelled } catch { return .failed(.saving("\(error)")) }
    }

    /// Calls it off, and waits until nothing of it can be saved any more.
    func cancelAndWait() async {
        cancel()
        await state.withLock { $0.saving }?.value
    }

    /// Calls it off; nothing is imported then. What is done already stays.
    func cancel() {
        state.withLock { state in
            state.isCancelled = true
            if case .ready = state.phase { state.phase = .cancelled }
        }
    }

    /// Waits until nothing is being done, but not for long: most files take less than a second.
    func settle(within time: Duration = .seconds(1)) async {
        let end = ContinuousClock.now + time
        while isGoingOn, ContinuousClock.now < end {
            // A browser that leaves has the page wait no longer.
            guard (try? await Task.sleep(for: .milliseconds(5))) != nil else { return }
        }
    }
}
