// SPDX-License-Identifier: Apache-2.0

import EmberJSON

/// Beginning of a node in the template; both numbers count from 1.
struct Place: Sendable, Equatable {
    var line: Int
    var column: Int
}

/// A name as a number: the parser gives every spelling one.
typealias NameID = Int

/// Something that has a value.
indirect enum Expression: Sendable {
    case constant(Literal)
    case name(NameID, Place)
    case list([Expression])
    case tuple([Expression])
    case dict([(key: Expression, value: Expression)], Place)
    case attribute(Expression, String, Place)
    case item(Expression, Expression, Place)
    case slice(Expression, [Expression?], Place)
    case call(Expression, CallArguments, Place)
    /// Without an operand in a filter block, whose text takes its place.
    case filter(Expression?, String, CallArguments, Place)
    case test(Expression, String, CallArguments, Place)
    case not(Expression)
    case sign(negative: Bool, Expression, Place)
    /// Operators of one precedence, from left to right.
    case arithmetic(Expression, [(operation: Arithmetic, operand: Expression, place: Place)])
    case concatenation([Expression], Place)
    /// `a < b < c`, where each operand is evaluated once.
    case comparison(Expression, [(operation: Comparison, operand: Expression)], Place)
    case and([Expression])
    case or([Expression])
    case conditional(test: Expression, then: Expression, otherwise: Expression?, Place)
}

/// A value that is written out in the template.
enum Literal: Sendable {
    case none
    case bool(Bool)
    case int(Int)
    case big(BigInteger)
    case float(Double)
    case text(TemplateText)
}

enum Arithmetic: String, Sendable {
    case add = "+"
    case subtract = "-"
    case multiply = "*"
    case divide = "/"
    case floorDivide = "//"
    case modulo = "%"
    case power = "** or pow()"
}

enum Comparison: String, Sendable {
    case equal = "=="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case `in`
    case notIn
}

struct CallArguments: Sendable {
    var positional: [Expression] = []
    var keyword: [(name: String, value: Expression)] = []
    /// Expression behind `*`.
    var list: Expression?
    /// Expression behind `**`.
    var dict: Expression?
}

/// Target of an assignment or a loop.
indirect enum Target: Sendable {
    case name(NameID)
    case attribute(NameID, String, Place)
    case tuple([Target], Place)
}

indirect enum Statement: Sendable {
    case data(TemplateText)
    case output(Expression, Place)
    case branch([(test: Expression, body: [Statement])], otherwise: [Statement])
    case loop(Loop)
    case set(Target, Expression, Place)
    case setBlock(Target, filter: Expression?, [Statement], Place)
    case macro(Macro)
    /// A call whose body the called macro can run as `caller()`.
    case callBlock(call: Expression, body: Macro, Place)
    case filterBlock(Expression, [Statement], Place)
    case with([(target: Target, value: Expression)], [Statement])
    /// The part of a turn that a model writes; transformers uses it to mask the rest when it trains.
    case generation([Statement])
    /// Hides variables of these names from here on; see ``FrameNames``.
    case undefine([NameID])
    case breakLoop
    case continueLoop
}

struct Loop: Sendable {
    var target: Target
    var sequence: Expression
    var filter: Expression?
    var body: [Statement]
    var otherwise: [Statement]
    var isRecursive: Bool
    var place: Place
}

struct Macro: Sendable {
    var name: String
    var id: NameID?
    var parameters: [(id: NameID, name: String, standard: Expression?)]
    var body: [Statement]
    /// Whether the body speaks of `caller`, `varargs` or `kwargs`; only then does it accept them.
    var usesCaller = false
    var usesVarargs = false
    var usesKwargs = false
    var place: Place
}

/// The spellings of all names in a template.
struct NameTable: Sendable {
    private(set) var spellings: [String] = []
    private var ids: [ExactString: NameID] = [:]

    /// Names that the interpreter itself sets.
    static let loop = 0, caller = 1, varargs = 2, kwargs = 3

    init() {
        for name in ["loop", "caller", "varargs", "kwargs"] { _ = id(of: name) }
    }

    mutating func id(of spelling: String) -> NameID {
        let key = ExactString(spelling)
        if let id = ids[key] { return id }
        spellings.append(spelling)
        ids[key] = spellings.count - 1
        return spellings.count - 1
    }

    func existingID(of spelling: String) -> NameID? { ids[ExactString(spelling)] }
}
