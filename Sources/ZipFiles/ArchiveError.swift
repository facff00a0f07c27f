// SPDX-License-Identifier: Apache-2.0

/// Why a file from elsewhere was not read, or not written.
public struct ArchiveError: Error, Sendable, Equatable, CustomStringConvertible {
    public enum Code: Sendable, Equatable {
        /// The file cannot be opened or read: it is missing, is a folder, or the disk fails.
        case unreadable
        /// The file is of another kind than was asked for.
        case notAPackage
        /// The file contradicts itself or its format.
        case damaged
        /// The file is in order and has something that Hearth does not read.
        case unsupported
        /// The file is protected by a password.
        case encrypted
        /// The contents would take more than the caller's limits allow.
        case tooLarge
        /// Reading took longer than the caller's limits allow.
        case tooSlow
        /// The caller asked to stop.
        case cancelled
        /// The result cannot be written.
        case unwritable
    }

    public var code: Code
    /// The file, or the part of it, that is meant: `collection.anki21b`, `media`, `row 7`.
    public var part: String
    /// The expected and the found state, as a sentence without a full stop.
    public var detail: String
    /// The same for whoever says it in another language; `nil` for what is wrong deep in a file.
    public var reason: Reason?

    public init(_ code: Code, _ part: String, _ detail: String, reason: Reason? = nil) {
        self.code = code
        self.part = part
        self.detail = detail
        self.reason = reason
    }

    /// A kind of error by name, with the values for a sentence about it.
    public struct Reason: Sendable, Equatable {
        public var name: String
        public var values: [String: String]

        public init(_ name: String, _ values: [String: String] = [:]) { (self.name, self.values) = (name, values) }
    }

    public var description: String { "\(part): \(detail)" }
}
