// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A line on standard error that says how far something is, where a person can see it, and goes away in the end.
final class ProgressLine: Sendable {
    private let title: String
    private let isShown: Bool
    private let percent = Mutex(-1)

    init(_ title: String) {
        self.title = Sanitizer.line(title)
        isShown = StandardStream.error.isTerminal
        show(0)
    }

    /// - Parameter fraction: what is done, 0…1.
    func show(_ fraction: Double) {
        guard isShown else { return }
        let now = Int(min(1, max(0, fraction)) * 100)
        percent.withLock { percent in
            guard now > percent else { return }
            percent = now
            StandardStream.error.write("\r\(title)… \(now) %")
        }
    }

    func end() {
        guard isShown else { return }
        percent.withLock { percent in
            let width = title.columns + "… \(percent) %".columns
            StandardStream.error.write("\r\(String(repeating: " ", count: width))\r")
            percent = 100
        }
    }
}
