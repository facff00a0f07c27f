// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Why a secret cannot be kept or read: a code to switch on, a sentence to read. Neither ever holds a secret.
public struct SecretError: Error, Sendable, Equatable, LocalizedError, CustomStringConvertible {
    public enum Code: String, Sendable, CaseIterable {
        /// There is nothing in the secret, or more than there is room for.
        case unusable
        /// The file has been changed, or was sealed with another key.
        case damaged
        /// The file is there, and the key that opens it is not.
        case keyMissing
        /// Others can read a file that only its owner may.
        case exposed
        /// The system does not let this program read or write there.
        case notWritable
        /// The disk is full.
        case full
    }

    public var code: Code
    public var detail: String

    public init(_ code: Code, _ detail: String) {
        self.code = code
        self.detail = detail
    }

    public var description: String { detail }
    public var errorDescription: String? { detail }
}
