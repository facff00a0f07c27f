// SPDX-License-Identifier: Apache-2.0

import Foundation

/// How often, and after how long, something is tried again.
public struct RetryPolicy: Sendable {
    /// Failures in a row after which it is given up.
    public var most = 8
    /// The first pause; each further one is twice as long.
    public var first = Duration.milliseconds(500)
    /// No pause of our own is longer.
    public var longest = Duration.seconds(30)
    /// A server that asks for more is not waited for.
    public var longestAsked = Duration.seconds(300)

    public init() {}

    /// The pause after so many failures in a row, from 1; `nil` to give up.
    /// - Parameters:
    ///   - asked: what the server asked for, which is kept to.
    ///   - jitter: 0…1, so that many who failed together do not come back together.
    func pause(after failures: Int, asked: Duration?, jitter: Double) -> Duration? {
        guard failures < most else { return nil }
        let doubled = first * (1 << min(failures - 1, 20))
        let own = min(doubled, longest) * (0.5 + jitter / 2)
        guard let asked else { return own }
        return asked > longestAsked ? nil : asked + first * jitter
    }
}

/// Counts failures in a row and waits after each.
struct RetryState {
    private let policy: RetryPolicy
    private var failures = 0

    init(_ policy: RetryPolicy) { self.policy = policy }

    /// There was progress, so the next failure is a first one.
    mutating func renew() { failures = 0 }

    /// - Parameter tell: is told for how long it will wait.
    /// - Throws: the failure's cause when it is time to give up; `CancellationError`.
    mutating func wait(after failure: PassingFailure, tell: (Duration) -> Void) async throws {
        failures += 1
        let jitter = Double.random(in: 0...1)
        guard let pause = policy.pause(after: failures, asked: failure.retryAfter, jitter: jitter) else {
            throw failure.cause
        }
        tell(pause)
        try await Task.sleep(for: pause)
    }
}

/// The header in which a server says when to come back. Source: RFC 9110, section 10.2.3.
enum RetryAfterHeader {
    /// - Returns: `nil` where there is no such header, or none that can be read.
    static func duration(_ text: String?, now: Date) -> Duration? {
        guard let text = text?.trimmingCharacters(in: .whitespaces) else { return nil }
        if let seconds = Int(text) { return seconds < 0 ? nil : .seconds(min(seconds, 1 << 30)) }
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = TimeZone(identifier: "GMT")
        format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss zzz"
        guard let date = format.date(from: text) else { return nil }
        return .seconds(min(max(0, date.timeIntervalSince(now)), Double(1 << 30)))
    }
}
