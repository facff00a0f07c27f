// SPDX-License-Identifier: Apache-2.0

/// Text that is not JSON, or not the JSON that was asked for, and where that shows.
public struct JSONError: Error, Sendable, Equatable, CustomStringConvertible {
    public enum Code: Sendable { case syntax, unexpectedType, tooDeep, duplicateKey, notUnicode }
    public var code: Code
    /// Counted from 1; the column counts bytes.
    public var line: Int
    public var column: Int
    public var detail: String

    public var description: String { "line \(line), column \(column): \(detail)" }
}
