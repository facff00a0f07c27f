// SPDX-License-Identifier: Apache-2.0

/// An error of a store that says whether it was for want of room.
public protocol StorageError: Error {
    /// `nil` where something else was wrong.
    var room: MissingRoom? { get }
}

/// Room that a disk lacks, in bytes.
public struct MissingRoom: Sendable, Equatable {
    /// How much there has to be for a question and its answer.
    public var needed: Int
    public var free: Int

    public init(needed: Int, free: Int) {
        self.needed = needed
        self.free = free
    }
}

/// Says of an answer that it is in memory alone, because it could not be saved; it is tried again and again.
public struct PendingSave: Sendable, Equatable {
    /// `nil` where it is not room that is missing.
    public var room: MissingRoom?

    public init(_ error: any Error) { room = (error as? any StorageError)?.room }
}
