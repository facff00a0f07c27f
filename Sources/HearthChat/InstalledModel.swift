// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What is known of a model on this machine beside its files.
public struct InstalledModel: Sendable, Equatable {
    /// `owner/name`.
    public var name: String
    /// The commit that it was downloaded at; `nil` where the user put it there.
    public var revision: String?
    /// Bytes on the disk.
    public var bytes: Int
    public var installedAt: Date
    /// When its files last had the sums that they should have.
    public var verifiedAt: Date?
    public var lastUsedAt: Date?

    public init(name: String, revision: String? = nil, bytes: Int, installedAt: Date) {
        self.name = name
        self.revision = revision
        self.bytes = bytes
        self.installedAt = installedAt
    }
}

/// Where it is kept what is known of models.
public protocol ModelStore: Sendable {
    /// By name.
    func models() async throws -> [InstalledModel]
    /// Adds a model, or replaces what was known of it.
    func save(_ model: InstalledModel) async throws
    func removeModel(_ name: String) async throws
}
