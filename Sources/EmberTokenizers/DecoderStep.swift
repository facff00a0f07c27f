// SPDX-License-Identifier: Apache-2.0

/// One step from the texts of tokens back to the text that they stand for.
///
/// A step takes a list of token texts (UTF-8) and gives a list; at the end the list is joined.
enum DecoderStep: Sendable {
    case byteLevel
    case replace(RegexProgram, [UInt8], isSingleScalar: Bool)
    case byteFallback
    case fuse
    case strip(UInt32, start: Int, stop: Int)
    case wordPiece(prefix: [UInt8], cleansUp: Bool)
    case metaspace([UInt8], dropsFirst: Bool)
    case bpe(suffix: [UInt8])
    case ctc(pad: [UInt8], delimiter: [UInt8], cleansUp: Bool)
    /// Default when a file has no decoder: tokens with spaces between.
    case spaces

    private static let supported = [
        "Sequence", "ByteLevel", "Replace", "ByteFallback", "Fuse", "Strip", "WordPiece", "Metaspace", "BPEDecoder",
        "CTC",
    ]

    /// The steps of a decoder in order, nested sequences laid out flat.
    static func steps(_ part: FilePart) throws(TokenizerError) -> [DecoderStep] {
        switch try part.type(among: supported) {
        case "Sequence":
            var steps: [DecoderStep] = []
            for step in try part.required("decoders").elements { steps += try DecoderStep.steps(step) }
            return steps
        case "ByteLevel": return [.byteLevel]
        case "Replace":
            let pattern = try part.required("pattern")
            let text = try pattern.member("String").map { part throws(TokenizerError) in try part.string }
            return [
                .replace(
                    try part.pattern("pattern"), Array(try part.string("content").utf8),
                    isSingleScalar: text?.unicodeScalars.count == 1)
            ]
        case "ByteFallback": return [.byteFallback]
        case "Fuse": return [.fuse]
        case "Strip":
            return [
                .strip(
                    try part.scalar("content").value, start: try part.required("start").count(),
                    stop: try part.required("stop").count())
            ]
        case "WordPiece":
            return [
                .wordPiece(
                    prefix: Array(try part.string("prefix", default: "##").utf8),
                    cleansUp: try part.bool("cleanup", default: true))
            ]
        case "Metaspace":
            let replacement = Array(String(try part.scalar("replacement")).utf8)
            return [.metaspace(replacement, dropsFirst: try PreTokenizer.Prepending(part) != .never)]
        case "BPEDecoder": return [.bpe(suffix: Array(try part.string("suffix", default: "</w>").utf8))]
        default:
            return [
                .ctc(
                    pad: Array(try part.string("pad_token", default: "<pad>").utf8),
                    delimiter: Array(try part.string("word_delimiter_token", default: "|").utf8),
                    cleansUp: try part.bool("cleanup", default: true))
            ]
        }
    }

    /// Applies the step to all tokens of a text.
    func apply(_ tokens: [[UInt8]], _ matcher: RegexMatcher) throws(RegexMatcher.TooManySteps) -> [[UInt8]] {
        switch self {
        case .byteLevel:
            var bytes: [UInt8] = []
            for token in tokens { bytes += Self.rawBytes(token) }
            return [Array(String(decoding: bytes, as: UTF8.self).utf8)]
        case .replace(let pattern, let content, _):
            var result: [[UInt8]] = []
            for token in tokens { result.append(try Self.replace(token, pattern, content, matcher)) }
            return result
        case .byteFallback:
            var result: [[UInt8]] = []
            var run: [UInt8] = []
            for token in tokens {
                if let byte = Self.byteToken(token) {
                    run.append(byte)
                    continue
                }
                result += Self.finishRun(&run)
                result.append(token)
            }
            return result + Self.finishRun(&run)
        case .fuse: return [Array(tokens.joined())]
        case .strip(let scalar, let start, let stop): return tokens.map { Self.strip($0, scalar, start, stop) }
        case .wordPiece, .metaspace, .spaces:
            return tokens.enumerated().map { applyAlone($1, isFirst: $0 == 0) }
        case .bpe(let suffix):
            return tokens.enumerated().map { index, token in
                Self.replace(token, suffix, index == tokens.count - 1 ? [] : [0x20])
            }
        case .ctc:
            var result: [[UInt8]] = []
            for (index, token) in tokens.enumerated() where index == 0 || tokens[index - 1] != token {
                let text = applyAlone(token, isFirst: index == 0)
                if !text.isEmpty { result.append(text) }
            }
            return result
        }
    }

    /// A step whose result for a token depends only on whether the token is the first.
    func applyAlone(_ token: [UInt8], isFirst: Bool) -> [UInt8] {
        switch self {
        case .wordPiece(let prefix, let cleansUp):
            var text = token
            if !isFirst {
                text = token.starts(with: prefix) ? Array(token.dropFirst(prefix.count)) : [0x20] + token
            }
            return cleansUp ? Self.cleanUp(text) : text
        case .metaspace(let replacement, let dropsFirst):
            return Self.replace(token, replacement, isFirst && dropsFirst ? [] : [0x20])
        case .spaces: return isFirst ? token : [0x20] + token
        case .ctc(let pad, let delimiter, let cleansUp):
            let text = Self.replace(token, pad, [])
            return cleansUp ? Self.replace(Self.cleanUp(text), delimiter, [0x20]) : text
        default: return token
        }
    }

    // MARK: Pieces of the steps

    /// The bytes of a byte-level token; a token with a foreign character stands for itself.
    static func rawBytes(_ token: [UInt8]) -> [UInt8] {
        token.withUnsafeBufferPointer { ByteAlphabet.bytes(of: $0) } ?? token
    }

    /// The byte of `<0xE2>`.
    static func byteToken(_ token: [UInt8]) -> UInt8? {
        guard token.count == 6, token.starts(with: "<0x".utf8), token[5] == UInt8(ascii: ">") else { return nil }
        return UInt8(String(decoding: token[3..<5], as: UTF8.self), radix: 16)
    }

    static let replacementCharacter: [UInt8] = [0xEF, 0xBF, 0xBD]

    /// The text of a run of byte tokens: all of it, or one replacement character per byte.
    private static func finishRun(_ run: inout [UInt8]) -> [[UInt8]] {
        defer { run = [] }
        if run.isEmpty { return [] }
        if String(validating: run, as: UTF8.self) != nil { return [run] }
        return run.map { _ in replacementCharacter }
    }

    static func replace(
        _ token: [UInt8], _ pattern: RegexProgram, _ content: [UInt8], _ matcher: RegexMatcher
    ) throws(RegexMatcher.TooManySteps) -> [UInt8] {
        if token.isEmpty { return token }
        return try token.withUnsafeBufferPointer { bytes throws(RegexMatcher.TooManySteps) in
            var result: [UInt8] = []
            var copied = 0
            try matcher.forEachMatch(pattern, in: bytes) { start, end in
                result += bytes[copied..<start]
                result += content
                copied = end
            }
            return result + bytes[copied...]
        }
    }

    static func replace(_ text: [UInt8], _ pattern: [UInt8], _ content: [UInt8]) -> [UInt8] {
        guard !pattern.isEmpty, text.count >= pattern.count else { return text }
        var result: [UInt8] = []
        var index = 0
        while index < text.count {
            if text[index] == pattern[0], text[index...].starts(with: pattern) {
                result += content
                index += pattern.count
            } else {
                result.append(text[index])
                index += 1
            }
        }
        return result
    }

    static func strip(_ token: [UInt8], _ scalar: UInt32, _ start: Int, _ stop: Int) -> [UInt8] {
        var content: [UInt8] = []
        content.append(scalar: scalar)
        var rest = token[...]
        for _ in 0..<start {
            guard !content.isEmpty, rest.starts(with: content) else { break }
            rest = rest.dropFirst(content.count)
        }
        for _ in 0..<stop {
            guard !content.isEmpty, rest.suffix(content.count).elementsEqual(content) else { break }
            rest = rest.dropLast(content.count)
        }
        return Array(rest)
    }

    /// Takes out the spaces that a word-by-word vocabulary leaves before punctuation and English contractions.
    private static func cleanUp(_ text: [UInt8]) -> [UInt8] {
        guard text.contains(0x20) else { return text }
        var text = text
        for (pattern, content) in contractions { text = replace(text, pattern, content) }
        return text
    }

    private static let contractions: [([UInt8], [UInt8])] = [
        (" .", "."), (" ?", "?"), (" !", "!"), (" ,", ","), (" ' ", "'"), (" n't", "n't"), (" 'm", "'m"),
        (" do not", " don't"), (" 's", "'s"), (" 've", "'ve"), (" 're", "'re"),
    ].map { (Array($0.0.utf8), Array($0.1.utf8)) }
}
