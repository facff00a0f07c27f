// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Everything a tokenizer file says, ready for use. Copies of a `Tokenizer` share one.
final class TokenizerParts: Sendable {
    let file: String
    let normalizer: Normalizer?
    let preTokenizer: PreTokenizer?
    let model: Model
    let postProcessor: PostProcessor?
    let decoder: [DecoderStep]
    /// The model's tokens as the file spells them.
    let tokens: ByteVocabulary
    let addedTokens: [AddedToken]
    /// Position in `addedTokens` by id, and id by text.
    let addedPositions: [Int: Int]
    let addedIDs: [[UInt8]: UInt32]
    /// How added tokens enter decoding, where that is not their own text.
    private let normalizedTexts: [Int: [UInt8]]
    let specialTexts: Set<[UInt8]>
    let controlIDs: Set<UInt32>
    private let controlRange: ClosedRange<UInt32>
    let greatestID: Int

    private let rawFinder: AddedTokenFinder
    private let normalizedFinder: AddedTokenFinder

    /// Scratch memory and word caches, one per call that runs at the same time.
    private let workspaces = Mutex<[Workspace]>([])

    /// Scratch memory for one call of `encode`.
    ///
    /// Sendable: a workspace is either in the pool, where nobody touches it, or taken out under the pool's lock by one
    /// call, which alone uses it and puts it back at its end.
    private final class Workspace: @unchecked Sendable {
        let matcher = RegexMatcher()
        var scratch = Model.Scratch()
        var cache = WordCache()
    }

    private static let pooledWorkspaces = 8

    init(
        file: String, normalizer: Normalizer?, preTokenizer: PreTokenizer?, model: Model, postProcessor: PostProcessor?,
        decoder: [DecoderStep], tokens: ByteVocabulary, addedTokens wanted: [AddedToken]
    ) throws(TokenizerError) {
        self.file = file
        self.normalizer = normalizer
        self.preTokenizer = preTokenizer
        self.model = model
        self.postProcessor = postProcessor
        self.decoder = decoder
        self.tokens = tokens

        let added = Self.assignIDs(wanted, tokens)
        let matcher = RegexMatcher()
        var positions: [Int: Int] = [:]
        var ids: [[UInt8]: UInt32] = [:]
        var normalized: [Int: [UInt8]] = [:]
        var raw: [(bytes: [UInt8], token: Int)] = []
        var normal: [(bytes: [UInt8], token: Int)] = []
        for (position, token) in added.enumerated() {
            let bytes = Array(token.content.utf8)
            positions[token.id] = position
            ids[bytes] = UInt32(token.id)
            if !token.isNormalized {
                raw.append((bytes, position))
                continue
            }
            var text = Text(bytes: bytes, literal: nil)
            do throws(RegexMatcher.TooManySteps) {
                try normalizer?.apply(to: &text, matcher)
            } catch {
                throw TokenizerError(
                    code: .tooSlow, file: file,
                    detail: "normalizer: a pattern needs too many steps on the added token \(token.id)")
            }
            if text.bytes != bytes { normalized[token.id] = text.bytes }
            normal.append((text.bytes, position))
        }
        addedTokens = added
        addedPositions = positions
        addedIDs = ids
        normalizedTexts = normalized
        specialTexts = Set(added.filter(\.isSpecial).map { Array($0.content.utf8) })
        controlIDs = Set(added.filter(\.isControl).map { UInt32($0.id) })
        controlRange = (controlIDs.min() ?? .max)...(controlIDs.max() ?? .max)
        greatestID = max(tokens.greatestID, added.map(\.id).max() ?? -1)
        rawFinder = AddedTokenFinder(added, patterns: raw)
        normalizedFinder = AddedTokenFinder(added, patterns: normal)
    }

    /// Gives each added token the id that its text has in the vocabulary, or the next free one, as the reference does;
    /// of two with the same text the later holds. Empty ones are left out: they would match everywhere.
    private static func assignIDs(_ wanted: [AddedToken], _ tokens: ByteVocabulary) -> [AddedToken] {
        var next = tokens.count
        var ids: [[UInt8]: Int] = [:]
        var positions: [Int: Int] = [:]
        var result: [AddedToken] = []
        for var token in wanted where !token.content.isEmpty {
            let bytes = Array(token.content.utf8)
            if let id = ids[bytes] ?? tokens.id(bytes).map({ Int($0) }) {
                token.id = id
            } else {
                token.id = next
                next += 1
            }
            ids[bytes] = token.id
            if let position = positions[token.id] {
                result[position] = token
            } else {
                positions[token.id] = result.count
                result.append(token)
            }
        }
        return result
    }

    /// The text with which an id enters decoding.
    func decodedText(of id: Int) -> [UInt8]? {
        if let position = addedPositions[id] {
            return normalizedTexts[id] ?? Array(addedTokens[position].content.utf8)
        }
        return tokens.text(of: id).map { Array($0) }
    }

    // MARK: Encoding

    func encode(_ text: String, literal: [Range<Int>]) throws(TokenizerError) -> [UInt32] {
        let workspace = workspaces.withLock { $0.popLast() } ?? Workspace()
        defer {
            workspaces.withLock { if $0.count < Self.pooledWorkspaces { $0.append(workspace) } }
        }
        var whole = Text(bytes: Array(text.utf8), literal: nil)
        var ids: [UInt32] = []
        ids.reserveCapacity(whole.bytes.count / 3 + 8)
        if !literal.isEmpty {
            var marks = [Bool](repeating: false, count: whole.bytes.count)
            for range in literal { for index in range.clamped(to: 0..<marks.count) { marks[index] = true } }
            whole.literal = marks
        }
        let parts = whole.bytes.withUnsafeBufferPointer {
            rawFinder.parts(of: $0, literal: whole.literal.map { $0[...] })
        }
        do {
            if parts.count == 1, parts[0].token < 0 {
                try encodeSegment(&whole, startsInput: true, workspace, &ids)
                return ids
            }
            for part in parts {
                if part.token >= 0 {
                    ids.append(UInt32(addedTokens[part.token].id))
                    continue
                }
                var segment = Text(
                    bytes: Array(whole.bytes[part.start..<part.end]),
                    literal: whole.literal.map { Array($0[part.start..<part.end]) })
                try encodeSegment(&segment, startsInput: part.start == 0, workspace, &ids)
            }
        } catch let error as TokenizerError {
            throw error
        } catch is RegexMatcher.TooManySteps {
            throw TokenizerError(
                code: .tooSlow, file: file, detail: "a pattern of this file needs far too many steps on this text")
        } catch {
            let name = (error as? MissingUnknownToken)?.name ?? ""
            throw TokenizerError(
                code: .unknownText, file: file,
                detail: "the text has a part without a token, and the unknown token \"\(name.prefix(60))\" "
                    + "is not in the vocabulary")
        }
        return ids
    }

    /// Encodes the text between two added tokens.
    private func encodeSegment(
        _ segment: inout Text, startsInput: Bool, _ workspace: Workspace, _ ids: inout [UInt32]
    ) throws {
        let length = segment.bytes.count
        try normalizer?.apply(to: &segment, workspace.matcher)
        // The reference looks at where the first character left over stood; only stripping moves it.
        let startsInput = startsInput && !(segment.bytes.count < length && normalizer?.stripsStart == true)
        if normalizedFinder.isEmpty {
            try encodeWords(&segment, startsInput: startsInput, workspace, &ids)
            return
        }
        let parts = segment.bytes.withUnsafeBufferPointer {
            normalizedFinder.parts(of: $0, literal: segment.literal.map { $0[...] })
        }
        if parts.count == 1, parts[0].token < 0 {
            try encodeWords(&segment, startsInput: startsInput, workspace, &ids)
            return
        }
        for part in parts {
            if part.token >= 0 {
                ids.append(UInt32(addedTokens[part.token].id))
                continue
            }
            var text = Text(
                bytes: Array(segment.bytes[part.start..<part.end]),
                literal: segment.literal.map { Array($0[part.start..<part.end]) })
            try encodeWords(&text, startsInput: startsInput && part.start == 0, workspace, &ids)
        }
    }

    /// Cuts a normalized text into words and encodes each.
    private func encodeWords(
        _ text: inout Text, startsInput: Bool, _ workspace: Workspace, _ ids: inout [UInt32]
    ) throws {
        if text.bytes.isEmpty { return }
        var cut = CutText(
            text: text, pieces: [Piece(start: 0, end: text.bytes.count)], startsInput: startsInput)
        text.bytes = []
        try preTokenizer?.apply(to: &cut, workspace.matcher)
        if model.cutsBeforeMetaspace { cut.cutBeforeMetaspace() }
        try cut.text.bytes.withUnsafeBufferPointer { bytes in
            guard let base = bytes.baseAddress else { return }
            for piece in cut.pieces {
                let word = Bytes(start: base + piece.start, count: piece.end - piece.start)
                let before = ids.count
                try encodeWord(word, workspace, &ids)
                if cut.text.literal == nil { continue }
                if ids[before...].contains(where: { controlRange.contains($0) && controlIDs.contains($0) }),
                    cut.text.isLiteral(piece.start, piece.end)
                {
                    ids.removeLast(ids.count - before)
                    try model.encode(word, &workspace.scratch, forbidden: controlIDs, into: &ids)
                }
            }
        }
    }

    @inline(__always)
    private func encodeWord(_ word: Bytes, _ workspace: Workspace, _ ids: inout [UInt32]) throws(MissingUnknownToken) {
        guard let base = word.baseAddress else { return }
        if word.count > WordCache.longestWord {
            return try model.encode(word, &workspace.scratch, forbidden: nil, into: &ids)
        }
        let hash = hashBytes(base, word.count)
        if workspace.cache.find(base, word.count, hash, into: &ids) { return }
        let before = ids.count
        try model.encode(word, &workspace.scratch, forbidden: nil, into: &ids)
        workspace.cache.insert(base, word.count, hash, ids[before...])
    }
}

extension Normalizer {
    /// Whether white space at the start may be taken off.
    fileprivate var stripsStart: Bool {
        switch self {
        case .strip(let left, _): left
        case .sequence(let steps): steps.contains(where: \.stripsStart)
        default: false
        }
    }
}

extension CutText {
    /// Cuts every piece before each "▁" that does not follow another one.
    mutating func cutBeforeMetaspace() {
        var result: [Piece] = []
        result.reserveCapacity(text.bytes.count / 4)
        text.bytes.withUnsafeBufferPointer { bytes in
            for piece in pieces {
                var start = piece.start
                var index = piece.start
                var afterSpace = true
                while index < piece.end {
                    if bytes[index] != 0xE2 || index + 3 > piece.end || bytes[index + 1] != 0x96
                        || bytes[index + 2] != 0x81
                    {
                        afterSpace = false
                        index += 1
                        continue
                    }
                    if !afterSpace {
                        result.append(Piece(start: start, end: index))
                        start = index
                    }
                    afterSpace = true
                    index += 3
                }
                result.append(Piece(start: start, end: piece.end))
            }
        }
        pieces = result
    }
}
