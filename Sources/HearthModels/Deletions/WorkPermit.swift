// SPDX-License-Identifier: Apache-2.0

/// Leave for background work that holds the user's texts, asked for anew before each step.
///
/// Texts are deleted, services disconnected and consents withdrawn while such work goes on. It asks where these things
/// are kept, so that nothing has to find the work and tell it.
public struct WorkPermit<Item: Sendable>: Sendable {
    private let check: @Sendable ([Item]) async throws -> [Item]

    /// - Parameter check: given what a step is about, returns what of it is still there and still wanted; throws where
    ///   the work as a whole is not.
    public init(_ check: @escaping @Sendable ([Item]) async throws -> [Item]) { self.check = check }

    public func wanted(_ items: [Item]) async throws -> [Item] { try await check(items) }
}
