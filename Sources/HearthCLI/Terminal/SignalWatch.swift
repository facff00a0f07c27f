// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation

/// Tells of signals on an ordinary thread, where anything may be done about them.
final class SignalWatch {
    private let sources: [any DispatchSourceSignal]

    /// - Parameter handler: is given the signal's number, one call at a time.
    init(_ signals: [Int32], handler: @escaping @Sendable (Int32) -> Void) {
        let queue = DispatchQueue(label: "hearth.signals", qos: .userInteractive)
        sources = signals.map { number in
            // A signal that is told of must not also do what it does by itself. SIGCONT and SIGWINCH do nothing.
            if number != SIGCONT, number != SIGWINCH { signal(number, SIG_IGN) }
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler { handler(number) }
            source.resume()
            return source
        }
    }

    deinit {
        for source in sources { source.cancel() }
    }
}
