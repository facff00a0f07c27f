// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Why something cannot be done with a conversation.
public struct ConversationError: Error, Sendable, Equatable, LocalizedError, CustomStringConvertible {
    public enum Code: String, Sendable, CaseIterable {
        /// There is no session or message of this identifier, or it was deleted.
        case notFound
        /// There is nothing in the message.
        case blank
        /// The session is frozen; it can be continued in a new one.
        case frozen
        /// The session's last answer is still being written.
        case answering
        /// As many answers are being written as there may be.
        case busy
        /// Not a message of the kind that this can be done with.
        case wrongMessage
        /// Not a conversation that this can be done with.
        case unsupported
        /// The text cannot be saved.
        case notSaved
        /// As many sessions are pinned as may be.
        case tooManyPins
        /// There are as many folders as may be.
        case tooManyFolders
    }

    public var code: Code
    /// A sentence for people: what happened, and what they can do.
    public var detail: String

    public init(_ code: Code, _ detail: String) {
        self.code = code
        self.detail = detail
    }

    public var description: String { detail }
    public var errorDescription: String? { detail }
}
