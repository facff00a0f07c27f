// SPDX-License-Identifier: Apache-2.0

/// A tokenizer file that cannot be used as it is, or a text that it cannot encode.
public struct TokenizerError: Error, Sendable, Equatable, CustomStringConvertible {
    public enum Code: Sendable {
        /// A file is not there or cannot be read.
        case missing
        /// A file is not JSON, or a part of it has the wrong shape.
        case malformed
        /// A part is well formed, but of a kind that we do not know.
        case unsupported
        /// A text contains something that the vocabulary has no token for, not even an unknown token.
        case unknownText
        /// A pattern of the file needs far too many steps on this text.
        case tooSlow
    }

    public var code: Code
    /// The name of the file, without its folder.
    public var file: String
    /// The expected and the found state, and the place.
    public var detail: String

    public var description: String { "\(file): \(detail)" }
}
