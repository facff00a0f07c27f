// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Preview of an import: the contents of another program's export, and what would be left out.
public struct ChatImport: Sendable, Equatable {
    /// The program that wrote the export.
    public enum Kind: String, Sendable, CaseIterable { case chatGPT, claude, openWebUI }

    /// Why a conversation is left out.
    public enum Reason: String, Sendable, CaseIterable {
        /// It was imported before, by the identifier that the other program gave it.
        case known
        /// It is in the file more than once.
        case twice
        /// There is no message in it.
        case empty
        /// It is larger than any conversation that somebody had.
        case tooLarge
        /// It is damaged.
        case unreadable
        /// It was archived, and the archived ones were not wanted.
        case archived
    }

    /// Something in the messages that is not as it was.
    public enum Gap: String, Sendable, CaseIterable {
        /// Each leaves its name where it was.
        case images
        /// Recordings; their words stand in the message if the export has them.
        case recordings
        /// Files that were attached: their names stay, and their text where the export has it.
        case files
        /// Calls of tools, and their results.
        case tools
        /// Anything that this version does not know.
        case others
    }

    /// One of the conversations, to be recognised.
    public struct Sample: Sendable, Equatable {
        public let title: String
        public let messages: Int
        public let versions: Int
        public let date: Date
    }

    /// As the browser or the user named it.
    public let name: String
    /// Bytes of the file.
    public let size: Int
    public internal(set) var kind: Kind?
    public internal(set) var conversations = 0
    public internal(set) var messages = 0
    /// Messages that stand beside another one: edited questions and further answers.
    public internal(set) var versions = 0
    /// How many of the conversations were archived.
    public internal(set) var archived = 0
    public internal(set) var first: Date?
    public internal(set) var last: Date?
    /// By date, a few of all times.
    public internal(set) var samples: [Sample] = []
    public internal(set) var leftOut: [Reason: Int] = [:]
    public internal(set) var gaps: [Gap: Int] = [:]
    /// When those that are here already were imported last.
    public internal(set) var knownSince: Date?
    /// Files of the archive that are not read, by their names.
    public internal(set) var otherFiles: [String] = []

    public var sumLeftOut: Int { leftOut.values.reduce(0, +) }
    public var sumGaps: Int { gaps.values.reduce(0, +) }

    init(name: String, size: Int) { (self.name, self.size) = (name, size) }

    /// Counts a conversation that is brought in.
    mutating func add(_ conversation: ImportedConversation) {
        conversations += 1
        messages += conversation.messages.count
        versions += conversation.versions
        if conversation.isArchived { archived += 1 }
        for (gap, count) in conversation.gaps { gaps[gap, default: 0] += count }
        let date = conversation.changedAt
        first = min(first ?? date, conversation.createdAt)
        last = max(last ?? date, date)
    }

    mutating func leaveOut(_ reason: Reason) { leftOut[reason, default: 0] += 1 }
}

/// Limits for an import; a file that exceeds them is refused with one sentence.
public struct ChatImportLimits: Sendable {
    /// Files of an archive: ChatGPT's have one for each picture.
    public var files = 100_000
    /// Bytes of all lists of conversations, unpacked.
    public var listBytes = 4 << 30
    /// Bytes of one conversation as JSON.
    public var conversationBytes = 16 << 20
    public var conversations = 200_000
    public var messagesOfConversation = 50_000
    /// How many times larger than itself an archive may become once 64 MiB are unpacked. Conversations become 5 to 20
    /// times larger.
    public var expansion = 60

    public init() {}
}

/// Why a file cannot be imported.
public struct ChatImportError: Error, Sendable, Equatable, CustomStringConvertible {
    public enum Code: String, Sendable, CaseIterable {
        /// It is damaged, or cannot be read.
        case damaged
        /// It is no export that Hearth knows, or protected by a password.
        case unsupported
        case tooLarge
        case cancelled
    }

    public var code: Code
    /// The expected and the found state, as a sentence without a full stop.
    public var detail: String

    public init(_ code: Code, _ detail: String) { (self.code, self.detail) = (code, detail) }

    public var description: String { detail }
}
