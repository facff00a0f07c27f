// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A folder of sessions. A session is in one of them, or in none.
public struct SessionFolder: Sendable, Equatable, Identifiable {
    public typealias ID = String

    /// Letters, digits and `-`, so that it can stand in an address as it is.
    public let id: ID
    public var name: String
    public var createdAt: Date
    /// How many sessions are in it.
    public var count = 0

    public init(id: ID, name: String, createdAt: Date) { (self.id, self.name, self.createdAt) = (id, name, createdAt) }
}
