// SPDX-License-Identifier: Apache-2.0

/// Error of an action on words.
public struct WordsError: Error, Sendable, Equatable, CustomStringConvertible {
    public enum Code: Sendable {
        /// There is no deck, card or file like this.
        case missing
        /// A name is taken.
        case exists
        /// A value that cannot be used.
        case invalid
    }

    public var code: Code
    public var description: String

    public init(_ code: Code, _ description: String) { (self.code, self.description) = (code, description) }
}
