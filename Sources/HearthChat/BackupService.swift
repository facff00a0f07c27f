// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Everything that is kept, as a whole: its backups, taking it along, and erasing it.
public protocol BackupService: Sendable {
    /// The newest first.
    func backups() async throws -> [BackupFile]
    /// Makes a backup now, whether there is one of today or not.
    func backUp() async throws
    /// The file of a backup; `nil` where there is none of that name.
    func file(of backup: BackupFile.ID) async throws -> URL?
    /// Puts a backup in the place of what is kept now, which becomes a backup itself.
    func restore(_ backup: BackupFile.ID) async throws
    /// The same with a backup that lies elsewhere, such as one that a browser has sent. The file stays as it is.
    func restore(file: URL) async throws
    /// Writes everything in open formats.
    /// - Parameter progress: is told which part has been written, 0…1; what it throws calls the export off, and is
    ///   thrown again.
    func export(_ progress: @escaping @Sendable (Double) throws -> Void) async throws -> ExportFolder
    /// Erases conversations, settings, keys of other services, and every backup. Models stay. An error means that
    /// nothing was erased.
    /// - Parameter progress: is told how far it is, 0…1.
    func eraseEverything(_ progress: @escaping @Sendable (Double) -> Void) async throws
    /// How many files of what was erased could not be removed yet.
    func erasedFiles() async -> Int
}

/// A backup that Hearth has made.
public struct BackupFile: Sendable, Equatable, Identifiable {
    /// Contents of a backup.
    public struct Contents: Sendable, Equatable {
        public let conversations: Int
        public let messages: Int
        /// `nil` where nothing was ever said.
        public let lastMessageAt: Date?

        public init(conversations: Int, messages: Int, lastMessageAt: Date?) {
            self.conversations = conversations
            self.messages = messages
            self.lastMessageAt = lastMessageAt
        }
    }

    /// Its file's name.
    public let id: String
    public let madeAt: Date
    /// Whether the time of day is known, not only the day.
    public let hasTime: Bool
    /// Bytes on the disk.
    public let bytes: Int
    /// Whether it is what there was when another one was restored.
    public let isReplaced: Bool
    /// `nil` where it has not been looked into.
    public let contents: Contents?

    public init(
        id: String, madeAt: Date, hasTime: Bool = true, bytes: Int, isReplaced: Bool, contents: Contents? = nil
    ) {
        self.id = id
        self.madeAt = madeAt
        self.hasTime = hasTime
        self.contents = contents
        self.bytes = bytes
        self.isReplaced = isReplaced
    }
}

/// A folder with everything in open formats, which is removed when nobody reads it any more.
public final class ExportFolder: Sendable {
    public let url: URL
    private let holder: (any AnyObject & Sendable)?

    /// - Parameter holder: is held as long as the folder is needed.
    public init(_ url: URL, holder: (any AnyObject & Sendable)? = nil) { (self.url, self.holder) = (url, holder) }

    // What cannot be removed now is removed with the next start.
    deinit { try? FileManager.default.removeItem(at: url) }
}

/// Ways to go on when the user's data cannot be opened.
public protocol Recovering: Sendable {
    var problem: RecoveryProblem { get async }
    /// Puts the newest whole backup in the place of what cannot be opened, which is kept as it is.
    func restore() async throws
    /// Begins with nothing; what cannot be opened is kept as it is.
    func startAfresh() async throws
    /// Writes what the newest whole backup holds, in open formats.
    func export() async throws -> ExportFolder
}

/// Why what is kept cannot be opened, and what there is to go back to.
public struct RecoveryProblem: Sendable, Equatable {
    public enum Kind: String, Sendable, CaseIterable {
        case damaged, missing, foreign, newer, denied, full, busy, disk
    }

    public var kind: Kind
    /// A sentence with the details, for whoever wants to know.
    public var detail: String
    /// The newest backup that is whole and has conversations; `nil` where there is none, or where one would not help.
    public var backup: BackupFile?
    /// How much room the disk lacks, where it is full.
    public var room: MissingRoom?
    /// When what cannot be opened was written to last; `nil` where that is not known.
    public var writtenUntil: Date?
    /// How many newer messages than the backup's it has; `nil` where they cannot be counted.
    public var lostMessages: Int?

    public init(kind: Kind, detail: String, backup: BackupFile? = nil, room: MissingRoom? = nil) {
        self.kind = kind
        self.detail = detail
        self.backup = backup
        self.room = room
    }
}
