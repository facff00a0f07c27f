// SPDX-License-Identifier: Apache-2.0

/// A stretch of a text's bytes.
struct Piece: BitwiseCopyable {
    var start: Int
    var end: Int
}

/// A text while it is being cut into the words that the model sees one by one.
struct CutText {
    var text: Text
    var pieces: [Piece]
    /// Whether the first piece begins where the whole input begins.
    var startsInput: Bool
}

/// Cuts text into words.
indirect enum PreTokenizer: Sendable {
    case sequence([PreTokenizer])
    /// `pattern` is nil when the file switches it off. `mapsBytes` is false when the model is keyed by raw bytes.
    case byteLevel(addsPrefixSpace: Bool, pattern: RegexProgram?, mapsBytes: Bool)
    case split(RegexProgram, SplitBehavior, inverted: Bool)
    /// Splits at each scalar of a set.
    case splitAt(ScalarTable, SplitBehavior)
    case whitespace
    case bert
    case metaspace(replacement: [UInt8], Prepending, splits: Bool)
    case scripts
    case fixedLength(Int)

    enum Prepending: Sendable { case always, first, never }

    private static let supported = [
        "Sequence", "ByteLevel", "Split", "Whitespace", "WhitespaceSplit", "BertPreTokenizer", "Metaspace",
        "Punctuation", "Digits", "CharDelimiterSplit", "Delimiter", "UnicodeScripts", "FixedLength",
    ]

    /// GPT-2's pattern, built into every byte-level file. Source: openai/gpt-2, src/encoder.py.
    private static let gpt2Pattern = #"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"#

    init(_ part: FilePart) throws(TokenizerError) {
        switch try part.type(among: Self.supported) {
        case "Sequence":
            var steps: [PreTokenizer] = []
            for step in try part.required("pretokenizers").elements { steps.append(try PreTokenizer(step)) }
            self = .sequence(steps)
        case "ByteLevel":
            var pattern: RegexProgram?
            if try part.bool("use_regex", default: true) {
                do throws(RegexError) {
                    pattern = try RegexProgram(Self.gpt2Pattern)
                } catch {
                    throw part.malformed("the built-in pattern cannot be used: \(error.detail)")
                }
            }
            self = .byteLevel(
                addsPrefixSpace: try part.bool("add_prefix_space", default: true), pattern: pattern, mapsBytes: true)
        case "Split":
            self = .split(
                try part.pattern("pattern"), try SplitBehavior(part.required("behavior")),
                inverted: try part.bool("invert", default: false))
        case "Whitespace": self = .whitespace
        case "WhitespaceSplit": self = .splitAt(CharacterClasses.whitespaceTable, .removed)
        case "BertPreTokenizer": self = .bert
        case "Metaspace": self = try Self.metaspace(part)
        case "Punctuation":
            let behavior = try part.member("behavior").map { part throws(TokenizerError) in try SplitBehavior(part) }
            self = .splitAt(CharacterClasses.punctuationTable, behavior ?? .isolated)
        case "Digits":
            let single = try part.bool("individual_digits", default: false)
            self = .splitAt(CharacterClasses.numberTable, single ? .isolated : .contiguous)
        case "UnicodeScripts": self = .scripts
        case "FixedLength":
            let length = try part.member("length").map { part throws(TokenizerError) in try part.count() } ?? 5
            guard length > 0 else { throw part.malformed("the length must be at least 1") }
            self = .fixedLength(length)
        default:
            self = .splitAt(ScalarTable(ScalarSet(try part.scalar("delimiter").value)), .removed)
        }
    }

    private static func metaspace(_ part: FilePart) throws(TokenizerError) -> PreTokenizer {
        let replacement = String(try part.scalar("replacement"))
        let scheme = try Prepending(part)
        return .metaspace(
            replacement: Array(replacement.utf8), scheme, splits: try part.bool("split", default: true))
    }

    /// The same with the last byte mapping taken out, for a model whose vocabulary is kept as raw bytes; `nil` unless
    /// the mapping is the very last step.
    var withoutByteMapping: PreTokenizer? {
        switch self {
        case .byteLevel(let prefix, let pattern, true):
            return .byteLevel(addsPrefixSpace: prefix, pattern: pattern, mapsBytes: false)
        case .sequence(let steps):
            guard let last = steps.last?.withoutByteMapping, !steps.dropLast().contains(where: \.mapsBytes) else {
                return nil
            }
            return .sequence(steps.dropLast() + [last])
        default: return nil
        }
    }

    private var mapsBytes: Bool {
        switch self {
        case .byteLevel(_, _, let maps): maps
        case .sequence(let steps): steps.contains(where: \.mapsBytes)
        default: false
        }
    }

    func apply(to cut: inout CutText, _ matcher: RegexMatcher) throws(RegexMatcher.TooManySteps) {
        switch self {
        case .sequence(let steps):
            for step in steps { try step.apply(to: &cut, matcher) }
        case .byteLevel(let prefix, let pattern, let mapsBytes):
            if prefix { cut.prependToPieces([0x20], unless: [0x20]) }
            if let pattern { try cut.split(pattern, .isolated, inverted: false, matcher) }
            if mapsBytes { cut.mapBytes() }
        case .split(let pattern, let behavior, let inverted):
            try cut.split(pattern, behavior, inverted: inverted, matcher)
        case .splitAt(let table, let behavior): cut.split(at: table, behavior)
        case .whitespace: cut.splitWords()
        case .bert:
            cut.split(at: CharacterClasses.whitespaceTable, .removed)
            cut.split(at: CharacterClasses.punctuationTable, .isolated)
        case .metaspace(let replacement, let scheme, let splits): cut.metaspace(replacement, scheme, splits)
        case .scripts: cut.splitScripts()
        case .fixedLength(let length): cut.split(everyScalars: length)
        }
    }
}

extension PreTokenizer.Prepending {
    /// Reads `prepend_scheme`, or `add_prefix_space` as older files have it.
    init(_ part: FilePart) throws(TokenizerError) {
        let scheme = try part.string("prepend_scheme", default: "always")
        switch scheme {
        case "always": self = .always
        case "first": self = .first
        case "never": self = .never
        default: throw part.malformed("prepend_scheme is always, first or never, not \"\(scheme.prefix(40))\"")
        }
        if try !part.bool("add_prefix_space", default: true) {
            guard self == .never || part.member("prepend_scheme") == nil else {
                throw part.malformed("add_prefix_space contradicts prepend_scheme")
            }
            self = .never
        }
    }
}

/// Treatment of the matches of a pattern that cuts text.
enum SplitBehavior: Sendable {
    case isolated, removed, contiguous, mergedWithPrevious, mergedWithNext

    init(_ part: FilePart) throws(TokenizerError) {
        switch try part.string {
        case "Isolated": self = .isolated
        case "Removed": self = .removed
        case "Contiguous": self = .contiguous
        case "MergedWithPrevious": self = .mergedWithPrevious
        case "MergedWithNext": self = .mergedWithNext
        default:
            throw part.unsupported(
                "the behavior is not supported; supported are Isolated, Removed, Contiguous, MergedWithPrevious, "
                    + "MergedWithNext")
        }
    }
}

/// Turns the matches and gaps of one piece, given in order, into new pieces.
struct PieceCollector {
    var pieces: [Piece] = []
    let behavior: SplitBehavior
    private var lastWasMatch = false
    private var firstOfPiece = 0
    /// A match that waits to be joined with what follows.
    private var waiting: Piece?

    init(_ behavior: SplitBehavior, capacity: Int) {
        self.behavior = behavior
        pieces.reserveCapacity(capacity)
    }

    mutating func begin() {
        lastWasMatch = false
        firstOfPiece = pieces.count
        waiting = nil
    }

    /// Empty pieces are dropped at once: no step looks at them again.
    @inline(__always)
    private mutating func keep(_ start: Int, _ end: Int) {
        if start < end { pieces.append(Piece(start: start, end: end)) }
    }

    @inline(__always)
    mutating func add(_ start: Int, _ end: Int, isMatch: Bool) {
        switch behavior {
        case .isolated: keep(start, end)
        case .removed: if !isMatch { keep(start, end) }
        case .contiguous:
            if isMatch == lastWasMatch, pieces.count > firstOfPiece {
                pieces[pieces.count - 1].end = end
            } else {
                keep(start, end)
            }
        case .mergedWithPrevious:
            if isMatch, !lastWasMatch, pieces.count > firstOfPiece {
                pieces[pieces.count - 1].end = end
            } else {
                keep(start, end)
            }
        case .mergedWithNext:
            if isMatch {
                if let match = waiting { keep(match.start, match.end) }
                waiting = Piece(start: start, end: end)
            } else {
                keep(waiting?.start ?? start, end)
                waiting = nil
            }
        }
        lastWasMatch = isMatch
    }

    mutating func end() {
        if let match = waiting { keep(match.start, match.end) }
        waiting = nil
    }
}
