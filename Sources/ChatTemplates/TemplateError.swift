// SPDX-License-Identifier: Apache-2.0

/// A chat template that cannot be read, or that cannot be run on the messages it was given.
public struct TemplateError: Error, Sendable, Equatable, CustomStringConvertible {
    public enum Code: Sendable {
        /// The template's text is not Jinja, or asks for a tag, test or filter that does not exist.
        case syntax
        /// Something undefined was used where a value is needed.
        case undefined
        /// An operation was given a value that it cannot work on; Python's TypeError, ValueError and the like.
        case type
        /// The template itself called `raise_exception`; `detail` is its message and nothing else.
        case raised
        /// The template tried to change a value or to reach into the interpreter.
        case security
        /// One of ``TemplateLimits`` was reached.
        case limit
        /// Correct Jinja that Hearth does not run, such as templates that include other templates.
        case unsupported
    }
    public var code: Code
    /// Counted from 1; the column counts bytes. Both are 0 when the error has no place in the template.
    public var line: Int
    public var column: Int
    public var detail: String

    public init(code: Code, line: Int = 0, column: Int = 0, detail: String) {
        self.code = code
        self.line = line
        self.column = column
        self.detail = detail
    }

    public var description: String { line == 0 ? detail : "line \(line), column \(column): \(detail)" }
}

extension TemplateError {
    static func type(_ detail: String) -> TemplateError { TemplateError(code: .type, detail: detail) }
    static func limit(_ detail: String) -> TemplateError { TemplateError(code: .limit, detail: detail) }
    static func undefined(_ detail: String) -> TemplateError { TemplateError(code: .undefined, detail: detail) }
}

/// Limits for one rendering. A template comes with a downloaded model: it is not trusted to be small or to end.
public struct TemplateLimits: Sendable, Equatable {
    /// Units of work: one per node that is evaluated, and one per 64 bytes of text that an operation builds.
    public var steps: Int
    /// Size of the rendered text and of any text on the way, in bytes.
    public var bytes: Int
    /// How deep calls and nested expressions may go.
    public var depth: Int
    /// How much stack may be used, in bytes. Templates run on a thread of their own, which gets as much.
    public var stackBytes: Int

    public init(steps: Int = 5_000_000, bytes: Int = 16 << 20, depth: Int = 900, stackBytes: Int = 8 << 20) {
        self.steps = steps
        self.bytes = bytes
        self.depth = depth
        self.stackBytes = stackBytes
    }

    public static let standard = TemplateLimits()

    /// How deep a template's tags and expressions may be nested; freeing the tree must fit a small stack too.
    static let nesting = 300
    /// How deep lists and dictionaries may be nested; keeps printing, comparing and freeing them off the stack's end.
    static let valueDepth = 200
    /// How long a chain such as `a.b|c|d` may be.
    static let chain = 200
    /// How many bits an integer may have.
    static let integerBits = 1 << 14
    /// How many elements a list may have.
    static let elements = 1 << 20
    /// How many numbers `range` may count, as Jinja's sandbox has it.
    static let range = 100_000
}

/// A rendered conversation, and which part of it the template did not write.
public struct RenderedPrompt: Sendable, Equatable {
    public var text: String
    /// UTF-8 byte ranges of `text` that came from messages, tools or documents: ascending, apart from one another and
    /// not empty. They have to be encoded as plain text, whatever control tokens they spell.
    public var literal: [Range<Int>]

    public init(text: String, literal: [Range<Int>]) {
        self.text = text
        self.literal = literal
    }

    public static func == (a: RenderedPrompt, b: RenderedPrompt) -> Bool {
        a.text.utf8.elementsEqual(b.text.utf8) && a.literal == b.literal
    }
}
