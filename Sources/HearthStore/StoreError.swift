// SPDX-License-Identifier: Apache-2.0

public import Foundation
import GRDB
public import HearthChat

/// Why something cannot be kept or read.
public struct StoreError: StorageError, Sendable, Equatable, LocalizedError, CustomStringConvertible {
    public enum Code: String, Sendable, CaseIterable {
        /// The file is not whole, or not a database.
        case damaged
        /// There is no database although there are backups of one.
        case missing
        /// The file is a database, but of another program.
        case foreign
        /// The file was written by a newer Hearth.
        case newer
        /// The system does not let this program read or write there.
        case denied
        /// The disk is full, or would be.
        case full
        /// Another program is at work on the file.
        case busy
        /// The disk failed to read or to write.
        case disk
        /// There is no such session, message, or file.
        case notFound
        /// There is something already where a file was to go.
        case exists
        /// The new data contradicts the stored data, such as a message whose parent is unknown.
        case inconsistent
    }

    public var code: Code
    /// A sentence for people: what was expected, what was found, where, what to do.
    public var detail: String
    /// Free and needed space, if the disk is full.
    public var room: MissingRoom?

    public init(_ code: Code, _ detail: String, room: MissingRoom? = nil) {
        self.code = code
        self.detail = detail
        self.room = room
    }

    public var description: String { detail }
    public var errorDescription: String? { detail }
}

extension StoreError {
    /// Translates an error of a library or the system into this target's words.
    init(_ error: any Error, at file: URL?) {
        let name = file?.path ?? "the database"
        switch error {
        case let error as StoreError: self = error
        case let error as DatabaseError:
            let code = Self.code(of: error)
            // Where there is no room for the log's index either, SQLite says that it cannot open or write a file.
            if code == .full || [.denied, .disk].contains(code) && file.map(DiskSpace.isUsedUp(at:)) == true {
                self = .full(file, Self.sentence(for: error))
            } else {
                self.init(code, "\(name): \(Self.sentence(for: error))")
            }
        case let error as CocoaError where error.code == .fileWriteOutOfSpace: self = .full(file, nil)
        case let error as CocoaError where [.fileWriteNoPermission, .fileReadNoPermission].contains(error.code):
            self.init(.denied, "\(name): no permission to read or write there")
        default: self.init(.disk, "\(name): \(error.localizedDescription)")
        }
    }

    /// There is too little room for what was to be written.
    /// - Parameter reason: what SQLite said.
    static func full(_ file: URL?, _ reason: String?) -> StoreError {
        let free = file.flatMap { DiskSpace.free(at: $0.deletingLastPathComponent()) }
        let room = free.map { MissingRoom(needed: DiskSpace.forAnswer, free: $0) }
        let numbers = room.map { ", with \($0.free / 1000) kB free; make room for \($0.needed / 1_000_000) MB" } ?? ""
        let name = file?.path ?? "the database"
        return StoreError(.full, "\(name): the disk is full\(numbers)\(reason.map { " (\($0))" } ?? "")", room: room)
    }

    private static func code(of error: DatabaseError) -> Code {
        switch error.resultCode {
        case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_FORMAT: .damaged
        case .SQLITE_FULL: .full
        case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_PROTOCOL: .busy
        case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_READONLY, .SQLITE_AUTH: .denied
        case .SQLITE_CONSTRAINT, .SQLITE_MISMATCH, .SQLITE_TOOBIG: .inconsistent
        default: .disk
        }
    }

    /// Without the statement and its values, which may hold what nobody but the user is to read.
    private static func sentence(for error: DatabaseError) -> String {
        "\(error.message ?? "SQLite reports an error") (SQLite \(error.extendedResultCode.rawValue))"
    }
}
