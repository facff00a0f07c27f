// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Synchronization

/// Turns text into the numbers that a language model reads, and back.
///
/// ```swift
/// let tokenizer = try Tokenizer(directory: folder)
/// let ids = try tokenizer.encode("Hello, world")   // [9707, 11, 1879]
/// tokenizer.decode(ids)                            // "Hello, world"
/// ```
/// A token is a frequent piece of text: a word, a syllable, sometimes a single byte. Which pieces there are, and how
/// text is cut into them, is part of the model; `Tokenizer` follows the `tokenizer.json` that comes with it and gives
/// the same ids as Hugging Face's `tokenizers` 0.23.
///
/// A value is cheap to copy, and several tasks may use it at once.
///
/// Why not that library itself: it is written in Rust, which SwiftPM cannot build; it finds control tokens in what
/// people type; and a pattern of a file may take any number of steps there.
public struct Tokenizer: Sendable {
    let parts: TokenizerParts

    /// The texts of the tokens that begin and end a text, fill a batch and stand for the unknown, where the model's
    /// files name them. `nil` elsewhere.
    public let bosToken: String?
    public let eosToken: String?
    public let padToken: String?
    public let unknownToken: String?

    /// Reads `tokenizer.json`, or `vocab.json` and `merges.txt` where there is none, and `tokenizer_config.json`.
    /// - Throws: `missing` when the files are not there, `malformed` or `unsupported` when they cannot be used.
    public init(directory: URL) throws(TokenizerError) {
        let config = try TokenizerConfig(directory: directory)
        let file = directory.appendingPathComponent("tokenizer.json")
        if FileManager.default.fileExists(atPath: file.path) {
            parts = try TokenizerParts(json: try readFile(file), file: "tokenizer.json")
        } else {
            parts = try TokenizerParts(vocabularyIn: directory, config)
        }
        bosToken = config.bosToken
        eosToken = config.eosToken
        padToken = config.padToken
        unknownToken = config.unknownToken ?? parts.model.unknownToken
    }

    /// Reads the contents of a `tokenizer.json`.
    /// - Parameter file: the name to use in errors.
    public init(tokenizerJSON: [UInt8], file: String = "tokenizer.json") throws(TokenizerError) {
        parts = try TokenizerParts(json: tokenizerJSON, file: file)
        bosToken = nil
        eosToken = nil
        padToken = nil
        unknownToken = parts.model.unknownToken
    }

    init(parts: TokenizerParts, bos: String?, eos: String?, pad: String?, unknown: String?) {
        self.parts = parts
        bosToken = bos
        eosToken = eos
        padToken = pad
        unknownToken = unknown ?? parts.model.unknownToken
    }

    // MARK: Encoding

    /// The ids of a text.
    /// - Parameter addSpecialTokens: whether the tokens are added that the model expects around a text, such as `<s>`.
    /// - Throws: `unknownText` when the vocabulary lacks even an unknown token, `tooSlow` when a pattern of the file
    ///   takes far too many steps on this text.
    public func encode(_ text: String, addSpecialTokens: Bool = true) throws(TokenizerError) -> [Int] {
        try encode(text, literal: [], addSpecialTokens: addSpecialTokens)
    }

    /// The ids of a text of which some parts were written by a person, a tool or a document.
    ///
    /// No control token is found in those parts: a `<|im_end|>` that somebody types is ordinary text, while the markers
    /// that a chat template writes around it work as ever. Everything else is as in `encode(_:addSpecialTokens:)`.
    /// - Parameter literal: ranges of UTF-8 bytes of `text`; what lies outside the text is ignored.
    public func encode(
        _ text: String, literal: [Range<Int>], addSpecialTokens: Bool
    ) throws(TokenizerError) -> [Int] {
        let ids = try parts.encode(text, literal: literal)
        guard let processor = parts.postProcessor else { return ids.map { Int($0) } }
        return processor.apply(ids, nil, addSpecialTokens: addSpecialTokens).map { Int($0) }
    }

    /// Encodes the beginning of a text, with the special tokens around it, into `count` ids or fewer.
    ///
    /// Cuts off the end of the text, never a special token, as `tokenizers` truncates. If `count` is too small for the
    /// special tokens alone, returns just these.
    public func encode(_ text: String, atMost count: Int) throws(TokenizerError) -> [Int] {
        let ids = try parts.encode(text, literal: [])
        guard let processor = parts.postProcessor else { return ids.prefix(max(0, count)).map { Int($0) } }
        let room = count - processor.apply([], nil, addSpecialTokens: true).count
        return processor.apply(Array(ids.prefix(max(0, room))), nil, addSpecialTokens: true).map { Int($0) }
    }

    /// The ids of two texts that belong together, such as a question and a passage.
    public func encode(_ text: String, pair: String, addSpecialTokens: Bool = true) throws(TokenizerError) -> [Int] {
        let first = try parts.encode(text, literal: [])
        let second = try parts.encode(pair, literal: [])
        guard let processor = parts.postProcessor else { return (first + second).map { Int($0) } }
        return processor.apply(first, second, addSpecialTokens: addSpecialTokens).map { Int($0) }
    }

    // MARK: Decoding

    /// The text of the ids. Ids that the tokenizer does not know yield nothing; bytes that are not UTF-8 yield U+FFFD.
    public func decode(_ ids: [Int], skipSpecialTokens: Bool = false) -> String {
        decode(tokens: ids.compactMap { decodedToken($0, skipSpecialTokens) })
    }

    /// Decodes ids one at a time, as a model produces them.
    /// - Parameter keeping: special tokens, as the vocabulary spells them, that are not skipped.
    public func streamDecoder(skipSpecialTokens: Bool = false, keeping: Set<String> = []) -> StreamDecoder {
        StreamDecoder(self, skipsSpecialTokens: skipSpecialTokens, kept: Set(keeping.map { Array($0.utf8) }))
    }

    var decoderSteps: [DecoderStep] { parts.decoder }

    func decodedToken(_ id: Int, _ skipsSpecialTokens: Bool, _ kept: Set<[UInt8]> = []) -> [UInt8]? {
        guard let text = parts.decodedText(of: id) else { return nil }
        return skipsSpecialTokens && parts.specialTexts.contains(text) && !kept.contains(text) ? nil : text
    }

    func decode(tokens: [[UInt8]]) -> String {
        var tokens = tokens
        let matcher = RegexMatcher()
        for step in parts.decoder {
            // A pattern that gives up leaves the tokens as they are: decoding never fails.
            do { tokens = try step.apply(tokens, matcher) } catch { continue }
        }
        return String(decoding: Array(tokens.joined()), as: UTF8.self)
    }

    func replace(_ token: [UInt8], _ pattern: RegexProgram, _ content: [UInt8]) -> [UInt8] {
        // As above: a token that defeats a pattern stays as it is.
        do { return try DecoderStep.replace(token, pattern, content, RegexMatcher()) } catch { return token }
    }

    // MARK: Vocabulary

    /// One more than the greatest id. A file may leave gaps below it.
    public var vocabularySize: Int { parts.greatestID + 1 }

    /// The id of a token, as the vocabulary spells it (`Ġhello`, `▁hello`), added tokens first.
    public func tokenToID(_ token: String) -> Int? {
        let bytes = Array(token.utf8)
        return (parts.addedIDs[bytes] ?? parts.tokens.id(bytes)).map { Int($0) }
    }

    /// The token of an id, as the vocabulary spells it.
    public func idToToken(_ id: Int) -> String? {
        if let position = parts.addedPositions[id] { return parts.addedTokens[position].content }
        return parts.tokens.text(of: id).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The added tokens, in order of their ids.
    public var addedTokens: [AddedToken] { parts.addedTokens.sorted { $0.id < $1.id } }

    /// The ids of the tokens that are left out when decoding without special tokens, in order.
    public var specialTokenIDs: [Int] { parts.addedTokens.filter(\.isSpecial).map(\.id).sorted() }

    /// The ids that never come from literal text, in order: see `AddedToken.isControl`.
    public var controlTokenIDs: [Int] { parts.controlIDs.map { Int($0) }.sorted() }

    /// The bytes that a token adds to a text in which it is not the first: half a character, a word with its space.
    /// Special tokens and unknown ids add nothing.
    public func bytes(of id: Int) -> [UInt8] {
        guard var token = decodedToken(id, true) else { return [] }
        for step in parts.decoder {
            switch step {
            case .byteLevel: token = DecoderStep.rawBytes(token)
            case .byteFallback: if let byte = DecoderStep.byteToken(token) { return [byte] }
            case .replace(let pattern, let content, _): token = replace(token, pattern, content)
            case .bpe(let suffix): token = DecoderStep.replace(token, suffix, [0x20])
            case .wordPiece, .metaspace, .spaces, .ctc: token = step.applyAlone(token, isFirst: false)
            case .fuse: return token
            case .strip(let scalar, let start, let stop): token = DecoderStep.strip(token, scalar, start, stop)
            }
        }
        return token
    }

    /// Bytes that each token writes within a text, by id; empty for special and control tokens, which are no text.
    package func textOfTokens() -> [[UInt8]] {
        let control = Set(controlTokenIDs)
        return (0..<vocabularySize).map { control.contains($0) ? [] : bytes(of: $0) }
    }
}

/// The bytes of a file. Anything else of that name is refused: reading a pipe or a device may never end.
func readFile(_ url: URL) throws(TokenizerError) -> [UInt8] {
    var status = stat()
    guard stat(url.path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG else {
        throw TokenizerError(code: .missing, file: url.lastPathComponent, detail: "is not a regular file")
    }
    do {
        return [UInt8](try Data(contentsOf: url))
    } catch {
        throw TokenizerError(
            code: .missing, file: url.lastPathComponent,
            detail: "the file cannot be read: \(error.localizedDescription)")
    }
}
