// SPDX-License-Identifier: Apache-2.0

/// How much there is in a database, a backup or an export, as a user counts it.
public struct StoreContents: Sendable, Equatable {
    public let sessions: Int
    public let messages: Int
    /// Of the journal.
    public let entries: Int
    public let words: Int
    public let facts: Int
}
