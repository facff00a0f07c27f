// SPDX-License-Identifier: Apache-2.0

/// What a test waited for in vain.
public struct Expectation: Error, CustomStringConvertible {
    public let description: String

    public init(description: String) { self.description = description }
}

/// Waits until something holds.
/// - Throws: `Expectation` after two minutes, and what `holds` throws.
public func eventually(_ what: String, _ holds: () async throws -> Bool) async throws {
    let deadline = ContinuousClock.now + .seconds(120)
    while try await !holds() {
        guard ContinuousClock.now < deadline else { throw Expectation(description: what) }
        try await Task.sleep(for: .milliseconds(5))
    }
}
