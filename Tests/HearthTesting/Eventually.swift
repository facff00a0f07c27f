// SPDX-License-Identifier: Apache-2.0

/// The condition that a test waited for in vain.
public struct Expectation: Error, CustomStringConvertible {
    public let description: String

    public init(description: String) { self.description = description }
}

/// Waits until something holds.
///
/// Two minutes alone say little where other tests keep every core busy: what is waited for may not have had a turn in
/// them. So it is given a thousand turns as well.
/// - Throws: `Expectation` after two minutes in which it was looked a thousand times at least, and what `holds` throws.
public func eventually(_ what: String, _ holds: () async throws -> Bool) async throws {
    let deadline = ContinuousClock.now + .seconds(120)
    var turns = 0
    while try await !holds() {
        turns += 1
        guard turns < 1_000 || ContinuousClock.now < deadline else { throw Expectation(description: what) }
        try await Task.sleep(for: .milliseconds(5))
    }
}
