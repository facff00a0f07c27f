// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import HearthModels

/// One message of a session. Messages form a tree: an edited question and a second answer stand beside the first, and
/// nothing is lost.
public struct Message: Sendable, Equatable, Identifiable {
    public typealias ID = String

    public enum Role: String, Sendable { case user, assistant }

    /// State of an answer. A user's message is always complete.
    public enum State: String, Sendable {
        /// It is being written right now.
        case arriving
        case complete
        /// The user stopped it; what there was is kept.
        case stopped
        /// The program ended while it was being written; what had been written to disk is kept.
        case interrupted
        case failed
        /// It was cut off: the answer's or the model's limit was reached.
        case cutOff
    }

    public let id: ID
    public let session: Session.ID
    /// Message that this one answers or follows; `nil` for a session's first.
    public var parent: ID?
    public var role: Role
    public var content: String
    public var createdAt: Date
    public var state: State
    /// Thoughts of the model before its answer, and how long they took.
    public var thoughts: String?
    public var thinkingSeconds: Double?
    /// Why it failed, in a sentence for people.
    public var fault: String?
    /// The same as a code, for which a page has words in its reader's language.
    public var faultCode: ModelError.Code?
    /// Model that wrote the message, as `owner/name`.
    public var model: String?
    /// The host that the conversation was sent to, where the model was not on this machine.
    public var remoteHost: String?
    public var tokens: Int?
    public var tokensPerSecond: Double?
    /// Tokens of the conversation when this answer ended, and how many the model's context has room for.
    public var contextTokens: Int?
    public var contextLength: Int?
    /// How many of these tokens are the instructions; `nil` where there were none, or that is not known.
    public var instructionTokens: Int?
    /// The first message that the model read for this answer, where those before it had no room; `nil` where it read
    /// all.
    public var readsFrom: Message.ID?
    /// Whether it was said while the memory was off, or paused: it is not remembered.
    public var isUnremembered = false
    /// Whether the model was told of the memory for this answer.
    public var usesMemory = false
    /// Action that the app took on the question's request, in the words of the part that took it.
    public var deed: String?
    /// The care that is shown with it: the app wrote it itself for somebody in danger, or shows numbers under it.
    public var care: String?

    public init(
        id: ID, session: Session.ID, parent: ID?, role: Role, content: String, createdAt: Date,
        state: State = .complete
    ) {
        self.id = id
        self.session = session
        self.parent = parent
        self.role = role
        self.content = content
        self.createdAt = createdAt
        self.state = state
    }
}

extension Message {
    /// Whether the app says it to somebody in danger: no model goes on with that.
    public var isOfApp: Bool { care != nil && model == nil }

    /// Whether this is an answer that ended before its end, with something to go on from.
    public var canGoOn: Bool {
        // A loop goes on as a loop.
        guard !isOfApp, faultCode != .repeating, faultCode != .reciting else { return false }
        return switch state {
        case .stopped, .interrupted, .cutOff, .failed: role == .assistant && !Titles.isBlank(content)
        case .arriving, .complete: false
        }
    }
}
