// SPDX-License-Identifier: Apache-2.0

import CCurl
import Foundation
import Synchronization

/// The way to the thread on which a client's transfers run. The thread begins with the first of them.
final class TransferLoop: Sendable {
    enum Order: Sendable {
        case start(Transfer)
        /// Go on with one that did not take its bytes.
        case resume(Transfer)
        case remove(Transfer)
    }

    private struct State {
        var orders: [Order] = []
        var hasThread = false
        /// No transfer will be started any more.
        var isClosed = false
        /// The address of libcurl's handle while the thread may be asleep on it. It is used here to wake the thread
        /// only.
        var sleeper: UInt?
    }

    let certificates: String?
    private let state = Mutex(State())

    init(certificates: String?) { self.certificates = certificates }

    func start(_ transfer: Transfer) {
        let needsThread = state.withLock { state in
            defer { state.hasThread = true }
            return !state.hasThread
        }
        order(.start(transfer))
        guard needsThread else { return }
        let thread = Thread { TransferThread(self).run() }
        thread.name = "ember.http"
        thread.start()
    }

    func resume(_ transfer: Transfer) { order(.resume(transfer)) }
    func remove(_ transfer: Transfer) { order(.remove(transfer)) }

    /// Lets the thread end after the last transfer.
    func close() { wake { $0.isClosed = true } }

    private func order(_ order: Order) { wake { $0.orders.append(order) } }

    private func wake(_ change: (inout State) -> Void) {
        state.withLock { state in
            change(&state)
            if let sleeper = state.sleeper { curl_multi_wakeup(UnsafeMutableRawPointer(bitPattern: sleeper)) }
        }
    }

    // MARK: For the thread

    /// Takes the waiting orders, and says whether the loop is closed.
    func take() -> (orders: [Order], isClosed: Bool) {
        state.withLock { state in
            defer { state.orders = [] }
            return (state.orders, state.isClosed)
        }
    }

    func setSleeper(_ multi: UInt?) { state.withLock { $0.sleeper = multi } }
}

/// Everything that touches libcurl, on one thread from its beginning to its end.
private final class TransferThread {
    private let loop: TransferLoop
    private let multi: UnsafeMutableRawPointer
    private var jobs: [ObjectIdentifier: CurlJob] = [:]

    /// The longest sleep; orders and deadlines end it earlier.
    private static let longestSleep = Duration.seconds(60)

    init(_ loop: TransferLoop) {
        Curl.begin()
        guard let multi = curl_multi_init() else { preconditionFailure("there is no memory for a connection") }
        self.loop = loop
        self.multi = multi
    }

    func run() {
        Curl.ignoreBrokenPipes()
        loop.setSleeper(UInt(bitPattern: multi))
        while true {
            let (orders, isClosed) = loop.take()
            orders.forEach(follow)
            if isClosed, jobs.isEmpty { break }
            var running: Int32 = 0
            curl_multi_perform(multi, &running)
            endFinished()
            endOverdue()
            let sleep = jobs.values.map { $0.deadline - .now }.min() ?? Self.longestSleep
            // Rounded up, so that what is waited for is over afterwards.
            let milliseconds = min(max(sleep, .zero), Self.longestSleep) / .milliseconds(1) + 1
            curl_multi_poll(multi, nil, 0, Int32(milliseconds), nil)
        }
        loop.setSleeper(nil)
        curl_multi_cleanup(multi)
    }

    private func follow(_ order: TransferLoop.Order) {
        switch order {
        case .start(let transfer):
            guard !transfer.isOver else { return }
            let job = CurlJob(transfer, certificates: loop.certificates)
            jobs[ObjectIdentifier(transfer)] = job
            curl_multi_add_handle(multi, job.easy)
        case .resume(let transfer):
            jobs[ObjectIdentifier(transfer)]?.resume()
        case .remove(let transfer):
            remove(transfer)
        }
    }

    private func endFinished() {
        var code = CURLE_OK
        while let easy = ember_curl_ended(multi, &code) {
            guard let job = jobs.values.first(where: { $0.easy == easy }) else { continue }
            let failure = job.failure(code)
            // Before the reader hears of it: its connection is then free for the next request.
            remove(job.transfer)
            job.transfer.end(failure)
        }
    }

    private func endOverdue() {
        let now = ContinuousClock.now
        for job in jobs.values {
            guard let failure = job.overdue(now) else { continue }
            remove(job.transfer)
            job.transfer.end(failure)
        }
    }

    /// Closes the connection of a transfer that has not ended.
    private func remove(_ transfer: Transfer) {
        guard let job = jobs.removeValue(forKey: ObjectIdentifier(transfer)) else { return }
        curl_multi_remove_handle(multi, job.easy)
    }
}

/// Settings and state that hold for libcurl as a whole.
private enum Curl {
    /// Makes libcurl ready, once for the program.
    static func begin() { _ = isReady }

    private static let isReady: Bool = {
        let code = curl_global_init(Int(CURL_GLOBAL_DEFAULT))
        precondition(code == CURLE_OK, "libcurl cannot be used: \(String(cString: curl_easy_strerror(code)))")
        return true
    }()

    /// Writing to a connection that is gone is an error on this thread, and no signal that ends the program.
    static func ignoreBrokenPipes() {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }
}
