// SPDX-License-Identifier: Apache-2.0

public import EmberJSON

/// A set of texts that a model may be held to: the JSON documents of a schema, or the matches of an expression.
///
/// ```swift
/// let grammar = try Grammar(schema: ["type": "object", "properties": ["age": ["type": "integer"]]])
/// ```
/// A grammar knows nothing of tokens; `TokenGrammar` joins it with a vocabulary. It is cheap to copy, and compiled once
/// may hold any number of answers.
///
/// Why no library: validators of JSON Schema judge a whole document, and this has to say after
/// each byte what may follow.
public struct Grammar: Sendable {
    let parts: GrammarParts

    /// Compiles a JSON Schema, draft 2020-12.
    ///
    /// The members of an object may come in any order. A document may have one space, or one line break with
    /// indentation, where people put them: after `{`, `[`, `,` and `:`, and before `}` and `]`.
    /// - Throws: `GrammarError`, whose pointer names the keyword that cannot be enforced.
    public init(schema: JSON) throws(GrammarError) {
        parts = try CompilerBudget.run { () throws(GrammarError) in
            try GrammarBuilder(try SchemaReader(schema)).build()
        }
    }

    /// Compiles a regular expression in the syntax of ECMA-262; the whole text has to match.
    public init(regex: String) throws(GrammarError) {
        let tree = try PatternParser.parse(regex, at: "")
        var automaton: ByteAutomaton?
        do throws(AutomatonTooLarge) {
            automaton = try CompilerBudget.run { () throws(AutomatonTooLarge) in
                let characters = try CharacterAutomaton(tree, anywhere: false)
                var builder = ByteAutomatonBuilder()
                let states = try builder.add(characters, quoted: false) { characters.accepting[$0] ? 0 : -1 }
                return try builder.finished(start: states[0])
            }
        } catch {
            throw GrammarError(.tooLarge, "", "the expression needs too many states")
        }
        guard let automaton else { throw GrammarError(.unsatisfiable, "", "no text matches the expression") }
        parts = GrammarParts(
            automata: [automaton], nodes: [Node(plain: 0, least: automaton.shortestLength())], isDocument: false)
    }
}

extension Grammar {
    /// Whether a value is valid against the schema, whoever wrote it.
    /// - Throws: `GrammarError` `.tooLarge` where that cannot be found out with the usual effort.
    public func accepts(_ value: JSON) throws(GrammarError) -> Bool {
        try CompilerBudget.run { () throws(GrammarError) in
            let grammar = try TokenGrammar(self, TokenTrie.singleBytes, endTokens: [])
            return grammar.firstRefusedByte(in: Array(value.text.utf8)) == nil
        }
    }
}

extension TokenTrie {
    /// A vocabulary whose tokens are the 256 bytes.
    fileprivate static let singleBytes = TokenTrie((0...255).map { [UInt8($0)] })
}

extension Grammar: Equatable {
    /// Whether both are the same compiled grammar, not whether they allow the same texts.
    public static func == (a: Grammar, b: Grammar) -> Bool { a.parts === b.parts }
}

/// Automata, nodes and shapes of a grammar. Everything refers to everything else by number, and node 0 is the whole.
final class GrammarParts: Sendable {
    let automata: [ByteAutomaton]
    let nodes: [Node]
    let strings: [StringShape]
    let arrays: [ArrayShape]
    let objects: [ObjectShape]
    /// Whether the text is JSON; else it is what the first automaton accepts.
    let isDocument: Bool

    init(
        automata: [ByteAutomaton], nodes: [Node], strings: [StringShape] = [], arrays: [ArrayShape] = [],
        objects: [ObjectShape] = [], isDocument: Bool
    ) {
        self.automata = automata
        self.nodes = nodes
        self.strings = strings
        self.arrays = arrays
        self.objects = objects
        self.isDocument = isDocument
    }
}

/// A size that cannot be reached; larger ones count as this, so that sums do not overflow.
let unreachable = 1 << 40

func bounded(_ size: Int) -> Int { min(size, unreachable) }

/// Alternatives for one place of a document: any of these may stand there.
struct Node: Sendable {
    /// An automaton for `null`, `true`, `false` and numbers; -1 for none.
    var plain: Int32 = -1
    var strings: [Int32] = []
    var arrays: [Int32] = []
    var objects: [Int32] = []
    /// About how many bytes the shortest text has, and what it is. What it is made of is always shorter.
    var least = unreachable
    var shortest = Shortest.plain

    enum Shortest: Sendable {
        case plain
        case string(Int32)
        case array(Int32)
        case object(Int32)
    }

    var isPossible: Bool { least < unreachable }
}

/// A string: an automaton for what follows its opening quote, and how many characters it may have.
struct StringShape: Sendable, Hashable {
    var automaton: Int32
    var least = 0
    /// `unlimited` for any number. Lengths are counted only where the automaton does not do it.
    var most = Self.unlimited

    static let unlimited = Int(Int32.max)
    var isCounted: Bool { least > 0 || most < Self.unlimited }
}
