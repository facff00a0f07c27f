// SPDX-License-Identifier: Apache-2.0

/// One place in a text that is being written, with what is to follow once it is done.
///
/// Frames are numbered, equal ones share a number, and `parent` is the number of the frame to go on with; so a whole
/// stack is one number, and texts that differ only in what no longer matters are in the same state.
struct Frame: Hashable {
    enum Kind: UInt8 {
        /// The text may end here.
        case end
        /// A value is to come: `a` node, `b` white space.
        case value
        /// In a number or word: `a` automaton, `b` state.
        case plain
        /// In a string: `a` string shape, `b` state, `c` characters.
        case string
        /// Behind `[`, where `]` is allowed: `b` white space.
        case emptyArray
        /// Behind an element: `a` array shape, `b` elements, `c` those that count or, where all are unlike, the set of
        /// those that there are, `d` white space.
        case array
        /// Behind `{` or a member: `a` object shape, `b` label set, `c` members, `d` white space.
        case object
        /// Behind a comma in an object: the same.
        case member
        /// In a member's name: the same, `d` state.
        case name
        /// Behind a member's name: the same, including this member; `d` its label.
        case colon
    }

    var kind: Kind
    var a: Int32 = 0
    var b: Int32 = 0
    var c: Int32 = 0
    var d: Int32 = 0
    var parent: Int32

    /// White space so far where it is allowed: none yet; one space; or a line break and this many blanks, from 2 on.
    enum Space {
        static let none: Int32 = 0
        static let forbidden: Int32 = -1
        private static let single: Int32 = 1
        private static let line: Int32 = 2
        private static let mostBlanks: Int32 = 64

        static func after(_ space: Int32, _ byte: UInt8) -> Int32? {
            switch byte {
            case 0x20 where space == none: single
            case 0x0A where space == none: line
            case 0x20 where space >= line && space < line + mostBlanks,
                0x09 where space >= line && space < line + mostBlanks:
                space + 1
            default: nil
            }
        }
    }
}
