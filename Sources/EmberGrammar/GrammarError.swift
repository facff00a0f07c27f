// SPDX-License-Identifier: Apache-2.0

/// A schema or an expression that cannot become a grammar, and where in it that shows.
public struct GrammarError: Error, Sendable, Equatable, CustomStringConvertible {
    public enum Code: Sendable {
        /// A keyword or construct whose meaning cannot be enforced token by token.
        case unsupported
        /// Not a schema, or not an expression: a value of the wrong type, a reference to nowhere.
        case invalid
        /// It could be enforced, but not within the limits on memory and time.
        case tooLarge
        /// No text at all satisfies it.
        case unsatisfiable
    }

    public var code: Code
    /// A JSON pointer (RFC 6901) to the keyword at fault; empty for the whole.
    public var pointer: String
    public var detail: String

    package init(_ code: Code, _ pointer: String, _ detail: String) {
        self.code = code
        self.pointer = pointer
        self.detail = detail
    }

    public var description: String { "\(pointer.isEmpty ? "the whole" : pointer): \(detail)" }
}

/// Limits on compiling. Schemas that exceed them are refused, so that no schema takes all memory or time.
enum Limit {
    /// States of one automaton over characters, and of one before it is made deterministic.
    static let characterStates = 4_000
    static let patternStates = 20_000
    /// States of one automaton over bytes, and of all together.
    static let byteStates = 400_000
    /// Entries of the table for a list of texts.
    static let textTable = 4_000_000
    /// States of a number's automaton, and numbers that it is compared with.
    static let numberStates = 20_000
    static let numberBounds = 512
    /// Places of a document that the grammar tells apart.
    static let nodes = 4_000
    /// Ways of being an array or an object that one place may have.
    static let alternatives = 64
    /// Names of members that are told apart although only their form is given.
    static let listedNames = 256
    /// Values that are told apart where elements have to be unlike, and where they have schemas of their own, too.
    static let uniqueItemValues = 256
    static let assignedValues = 10
    /// Depth of schemas inside schemas, and of expressions.
    static let depth = 128
}
