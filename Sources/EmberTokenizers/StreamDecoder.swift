// SPDX-License-Identifier: Apache-2.0

/// Turns ids into text as they come, one at a time, and never gives out half a character.
///
/// ```swift
/// var stream = tokenizer.streamDecoder(skipSpecialTokens: true)
/// for id in ids { print(stream.append(id), terminator: "") }
/// print(stream.finish())
/// ```
/// The pieces add up to `decode` of all ids, with one exception: when the byte tokens of a SentencePiece-style
/// vocabulary are not UTF-8 as a whole, `decode` shows every byte as U+FFFD while a stream has already given out the
/// characters that were complete.
/// - Complexity: amortised O(1) per id, but for decoders that need the whole text (a pattern across tokens).
public struct StreamDecoder: Sendable {
    private let tokenizer: Tokenizer
    private let skipsSpecialTokens: Bool
    /// Special tokens that are shown all the same.
    private let kept: Set<[UInt8]>
    private var stages: [Stage]
    /// All tokens so far, for decoders that cannot work token by token; their text comes from `finish`.
    private var held: [[UInt8]]?

    /// A decoding step and what it remembers between tokens.
    private struct Stage: Sendable {
        let decoder: DecoderStep
        /// Whether what arrives is a running text rather than tokens, because an earlier step joined them.
        var isFused: Bool
        var isFirst = true
        var pending: [UInt8] = []
        /// For `strip` on a running text: how many leading scalars may still be taken off.
        var leading = 0
        /// For `byteFallback`: the run is broken, every further byte shows as U+FFFD.
        var isBroken = false
    }

    init(_ tokenizer: Tokenizer, skipsSpecialTokens: Bool, kept: Set<[UInt8]> = []) {
        self.tokenizer = tokenizer
        self.kept = kept
        self.skipsSpecialTokens = skipsSpecialTokens
        stages = []
        var isFused = false
        for decoder in tokenizer.decoderSteps {
            var stage = Stage(decoder: decoder, isFused: isFused)
            switch decoder {
            case .fuse: isFused = true
            case .byteLevel where !isFused: isFused = true
            case .strip(_, let start, let stop):
                stage.leading = start
                if isFused, stop > 0 { held = [] }
            case .replace(_, _, let isSingleScalar):
                if isFused, !isSingleScalar { held = [] }
            default:
                if isFused { held = [] }
            }
            stages.append(stage)
        }
    }

    /// Takes the next id and gives the text that is now certain; empty when a character is not complete yet.
    public mutating func append(_ id: Int) -> String {
        guard let token = tokenizer.decodedToken(id, skipsSpecialTokens, kept) else { return "" }
        if held != nil {
            held?.append(token)
            return ""
        }
        var output: [UInt8] = []
        feed(token, 0, &output)
        return String(decoding: output, as: UTF8.self)
    }

    /// Takes ids whose text is there already, so that what follows is written as it is behind
    /// them: a word with its space.
    public mutating func skip(_ ids: some Sequence<Int>) {
        // A decoder that needs the whole text would give all of it out at the end.
        guard held == nil else { return }
        for id in ids { _ = append(id) }
    }

    /// Gives the rest; incomplete characters show as U+FFFD. The decoder is then ready for another text.
    public mutating func finish() -> String {
        var output: [UInt8] = []
        if let tokens = held {
            output = Array(tokenizer.decode(tokens: tokens).utf8)
        } else {
            for index in stages.indices { flush(index, &output) }
        }
        self = StreamDecoder(tokenizer, skipsSpecialTokens: skipsSpecialTokens, kept: kept)
        return String(decoding: output, as: UTF8.self)
    }

    private mutating func feed(_ token: [UInt8], _ index: Int, _ output: inout [UInt8]) {
        guard index < stages.count else {
            output += token
            return
        }
        let isFirst = stages[index].isFirst
        stages[index].isFirst = false
        switch stages[index].decoder {
        case .byteLevel:
            stages[index].pending += DecoderStep.rawBytes(token)
            let complete = takeComplete(&stages[index].pending)
            if !complete.isEmpty { feed(complete, index + 1, &output) }
        case .fuse: feed(token, index + 1, &output)
        case .replace(let pattern, let content, _):
            feed(tokenizer.replace(token, pattern, content), index + 1, &output)
        case .byteFallback: feedByteFallback(token, index, &output)
        case .strip(let scalar, let start, let stop):
            if stages[index].isFused {
                feedStrip(token, scalar, index, &output)
            } else {
                feed(DecoderStep.strip(token, scalar, start, stop), index + 1, &output)
            }
        case .wordPiece, .metaspace, .spaces:
            feed(stages[index].decoder.applyAlone(token, isFirst: isFirst), index + 1, &output)
        case .bpe(let suffix): feedBPE(token, suffix, index, &output)
        case .ctc:
            if !isFirst, stages[index].pending == token { return }
            stages[index].pending = token
            let text = stages[index].decoder.applyAlone(token, isFirst: isFirst)
            if !text.isEmpty { feed(text, index + 1, &output) }
        }
    }

    private mutating func flush(_ index: Int, _ output: inout [UInt8]) {
        let pending = stages[index].pending
        stages[index].pending = []
        switch stages[index].decoder {
        case .byteLevel:
            if !pending.isEmpty { feed(Array(String(decoding: pending, as: UTF8.self).utf8), index + 1, &output) }
        case .byteFallback:
            for _ in pending { feed(DecoderStep.replacementCharacter, index + 1, &output) }
        case .bpe(let suffix):
            let rest = DecoderStep.replace(pending, suffix, [])
            if !rest.isEmpty { feed(rest, index + 1, &output) }
        default: break
        }
    }

    /// A run of byte tokens is given out whenever it is whole characters.
    private mutating func feedByteFallback(_ token: [UInt8], _ index: Int, _ output: inout [UInt8]) {
        guard let byte = DecoderStep.byteToken(token) else {
            for _ in stages[index].pending { feed(DecoderStep.replacementCharacter, index + 1, &output) }
            stages[index].pending = []
            stages[index].isBroken = false
            return feed(token, index + 1, &output)
        }
        if stages[index].isBroken { return feed(DecoderStep.replacementCharacter, index + 1, &output) }
        stages[index].pending.append(byte)
        let run = stages[index].pending
        if String(validating: run, as: UTF8.self) != nil {
            stages[index].pending = []
            feed(run, index + 1, &output)
        } else if incompleteStart(run) > 0 || run.count > 3 {
            stages[index].pending = []
            stages[index].isBroken = true
            for _ in run { feed(DecoderStep.replacementCharacter, index + 1, &output) }
        }
    }

    /// Takes leading scalars off a running text, as long as nothing else has come.
    private mutating func feedStrip(_ text: [UInt8], _ scalar: UInt32, _ index: Int, _ output: inout [UInt8]) {
        var rest = text[...]
        var content: [UInt8] = []
        content.append(scalar: scalar)
        while stages[index].leading > 0, !rest.isEmpty {
            if !content.isEmpty, rest.starts(with: content) {
                rest = rest.dropFirst(content.count)
                stages[index].leading -= 1
            } else {
                stages[index].leading = 0
            }
        }
        if !rest.isEmpty { feed(Array(rest), index + 1, &output) }
    }

    /// The end-of-word mark of a token becomes a space only if another token follows.
    private mutating func feedBPE(_ token: [UInt8], _ suffix: [UInt8], _ index: Int, _ output: inout [UInt8]) {
        var text = DecoderStep.replace(stages[index].pending, suffix, [0x20])
        stages[index].pending = []
        let marks = DecoderStep.replace(token, suffix, []).count != token.count
        if !marks {
            text += token
        } else if token.suffix(suffix.count).elementsEqual(suffix),
            DecoderStep.replace(Array(token.dropLast(suffix.count)), suffix, []).count == token.count - suffix.count
        {
            text += token.dropLast(suffix.count)
            stages[index].pending = suffix
        } else {
            stages[index].pending = token
        }
        if !text.isEmpty { feed(text, index + 1, &output) }
    }

    /// Takes all bytes, unless they end in an incomplete character; broken ones become U+FFFD.
    ///
    /// The reference, too, holds back the whole token in whose middle a character begins.
    private func takeComplete(_ bytes: inout [UInt8]) -> [UInt8] {
        guard incompleteStart(bytes) == bytes.count else { return [] }
        defer { bytes = [] }
        return Array(String(decoding: bytes, as: UTF8.self).utf8)
    }

    /// Index at which a character begins that further bytes could complete; the end if there is none.
    private func incompleteStart(_ bytes: [UInt8]) -> Int {
        for back in 1...3 where back <= bytes.count {
            let start = bytes.count - back
            let first = bytes[start]
            if first & 0xC0 == 0x80 { continue }
            guard (0xC2...0xF4).contains(first), back < scalarLength(first) else { return bytes.count }
            if back >= 2 {
                let second = bytes[start + 1]
                switch first {
                case 0xE0 where second < 0xA0, 0xED where second > 0x9F, 0xF0 where second < 0x90,
                    0xF4 where second > 0x8F:
                    return bytes.count
                default: break
                }
            }
            return start
        }
        return bytes.count
    }
}
