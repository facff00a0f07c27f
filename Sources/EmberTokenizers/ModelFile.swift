// SPDX-License-Identifier: Apache-2.0

import EmberJSON

/// The `model` section of a file as it was written: large tables packed, everything else as JSON.
struct ModelFile {
    var settings = JSONObject()
    var vocabulary = ByteVocabulary.Builder()
    /// One for each entry of the vocabulary, for Unigram.
    var scores: [Double]?
    var merges: MergeList?

    /// Pairs of token texts, one behind the other.
    struct MergeList {
        var bytes: [UInt8] = []
        /// End of each left and each right half in `bytes`.
        var ends: [Int] = []
        var count: Int { ends.count / 2 }
    }

    init() {}

    /// Reads the object that the reader stands before.
    init(_ reader: inout JSONReader) throws(JSONError) {
        try reader.beginObject()
        var hasVocabulary = false
        while let key = try reader.nextKey() {
            switch key {
            case "vocab":
                if hasVocabulary { throw reader.unexpected("one vocab only") }
                hasVocabulary = true
                if try reader.peek() == .array {
                    try readScores(&reader)
                } else {
                    try readVocabulary(&reader)
                }
            case "merges": try readMerges(&reader)
            default: settings[key] = try reader.readValue()
            }
        }
        if hasVocabulary { settings["vocab"] = true }
    }

    mutating func readVocabulary(_ reader: inout JSONReader) throws(JSONError) {
        try reader.beginObject()
        while let token = try reader.nextKey() {
            try append(token, try reader.readInt(), reader)
        }
    }

    private mutating func readScores(_ reader: inout JSONReader) throws(JSONError) {
        var scores: [Double] = []
        try reader.beginArray()
        while try reader.nextElement() {
            try reader.beginArray()
            guard try reader.nextElement() else { throw reader.unexpected("[\"piece\", score]") }
            try append(try reader.readString(), scores.count, reader)
            guard try reader.nextElement(), let score = try reader.readNumber().double else {
                throw reader.unexpected("a score")
            }
            scores.append(score)
            if try reader.nextElement() { throw reader.unexpected("the end of [\"piece\", score]") }
        }
        self.scores = scores
    }

    private mutating func append(_ token: String, _ id: Int, _ reader: JSONReader) throws(JSONError) {
        guard let id = UInt32(exactly: id), id != UInt32.max else {
            throw reader.unexpected("a token id from 0 to \(UInt32.max - 1)")
        }
        if !vocabulary.append(token.utf8, id) { throw reader.unexpected("a vocabulary of less than 4 GiB") }
    }

    private mutating func readMerges(_ reader: inout JSONReader) throws(JSONError) {
        var list = MergeList()
        try reader.beginArray()
        while try reader.nextElement() {
            if try reader.peek() == .string {
                let line = try reader.readString()
                if line.utf8.first == UInt8(ascii: "#"), line.utf8.starts(with: "#version".utf8) { continue }
                if !list.append(line: line) { throw reader.unexpected("a merge of two tokens with one space between") }
                continue
            }
            try reader.beginArray()
            for _ in 0..<2 {
                guard try reader.nextElement() else { throw reader.unexpected("a merge of two tokens") }
                list.append(try reader.readString().utf8)
            }
            if try reader.nextElement() { throw reader.unexpected("a merge of two tokens") }
        }
        merges = list
    }
}

extension ModelFile.MergeList {
    mutating func append(_ half: some Sequence<UInt8>) {
        bytes.append(contentsOf: half)
        ends.append(bytes.count)
    }

    /// A merge as `left right`; false when there is not exactly one space.
    mutating func append(line: String) -> Bool {
        let start = bytes.count
        bytes.append(contentsOf: line.utf8)
        var space: Int?
        for index in start..<bytes.count where bytes[index] == 0x20 {
            if space != nil { return false }
            space = index
        }
        guard let space else { return false }
        bytes.remove(at: space)
        ends += [space, bytes.count]
        return true
    }

    func half(_ index: Int) -> ArraySlice<UInt8> { bytes[(index == 0 ? 0 : ends[index - 1])..<ends[index]] }
}

extension ModelFile {
    private static let supported = ["BPE", "Unigram", "WordPiece", "WordLevel"]

    /// The model with its vocabulary as the file spells it.
    /// - Parameter canBeByteLevel: whether words can reach a BPE model as raw bytes.
    func build(
        file: String, canBeByteLevel: Bool
    ) throws(TokenizerError) -> (model: Model, tokens: ByteVocabulary, isByteLevel: Bool) {
        let part = FilePart(json: .object(settings), file: file, path: "model")
        let type = part.member("type") == nil ? impliedType(part) : try part.type(among: Self.supported)
        guard settings["vocab"] != nil else { throw part.malformed("\"vocab\" is missing") }
        guard (scores != nil) == (type == "Unigram") else {
            throw part.malformed("vocab must be \(type == "Unigram" ? "an array of [piece, score]" : "an object")")
        }
        let tokens = ByteVocabulary(vocabulary)
        switch type {
        case "Unigram": return (.unigram(try unigram(part, tokens)), tokens, false)
        case "WordPiece":
            let most = try part.member("max_input_chars_per_word").map { part throws(TokenizerError) in try part.count()
            }
            let model = WordPiece(
                vocabulary: tokens, unknown: try part.string("unk_token", default: "[UNK]"),
                prefix: try part.string("continuing_subword_prefix", default: "##"), mostCharacters: most ?? 100)
            return (.wordPiece(model), tokens, false)
        case "WordLevel":
            let model = WordLevel(vocabulary: tokens, unknown: try part.string("unk_token", default: "<unk>"))
            return (.wordLevel(model), tokens, false)
        default:
            let model = try bpe(part, tokens, canBeByteLevel)
            return (.bpe(model), tokens, model.isByteLevel)
        }
    }

    /// The kind of model in files that are too old to say.
    private func impliedType(_ part: FilePart) -> String {
        if scores != nil { return "Unigram" }
        if merges != nil { return "BPE" }
        return part.member("continuing_subword_prefix") != nil ? "WordPiece" : "WordLevel"
    }

    private func unigram(_ part: FilePart, _ tokens: ByteVocabulary) throws(TokenizerError) -> Unigram {
        let unknown = try part.member("unk_id").map { part throws(TokenizerError) in try part.count() }
        if let unknown, unknown >= tokens.count {
            throw part.malformed("unk_id \(unknown) is not in a vocabulary of \(tokens.count)")
        }
        return Unigram(
            vocabulary: tokens, scores: scores ?? [], unknown: unknown,
            byteFallback: try part.bool("byte_fallback", default: false))
    }

    /// Dropout is for training; here every text has one encoding, so it is ignored.
    private func bpe(
        _ part: FilePart, _ tokens: ByteVocabulary, _ canBeByteLevel: Bool
    ) throws(TokenizerError) -> BPE {
        let settings = BPE.Settings(
            unknown: try part.member("unk_token").map { part throws(TokenizerError) in try part.string },
            fusesUnknown: try part.bool("fuse_unk", default: false),
            byteFallback: try part.bool("byte_fallback", default: false),
            ignoresMerges: try part.bool("ignore_merges", default: false),
            prefix: try part.string("continuing_subword_prefix", default: ""),
            suffix: try part.string("end_of_word_suffix", default: ""))
        guard let merges else { throw part.malformed("\"merges\" is missing") }
        let table = try mergeTable(part, merges, tokens, prefix: settings.prefix.utf8.count)
        let isByteLevel =
            canBeByteLevel && settings.prefix.isEmpty && settings.suffix.isEmpty && !settings.byteFallback
        return BPE(
            vocabulary: isByteLevel ? rawVocabulary(tokens) : tokens, merges: table, settings: settings,
            isByteLevel: isByteLevel)
    }

    private func mergeTable(
        _ part: FilePart, _ list: MergeList, _ tokens: ByteVocabulary, prefix: Int
    ) throws(TokenizerError) -> MergeTable {
        var merges: [MergeTable.Merge] = []
        merges.reserveCapacity(list.count)
        var joinsIntoMetaspace = false
        var joined: [UInt8] = []
        var failure: (Int, ArraySlice<UInt8>)?
        list.bytes.withUnsafeBufferPointer { bytes in
            var start = 0
            for index in 0..<list.count {
                let (middle, end) = (list.ends[2 * index], list.ends[2 * index + 1])
                let left = Bytes(rebasing: bytes[start..<middle])
                let right = Bytes(rebasing: bytes[middle..<end])
                joined.removeAll(keepingCapacity: true)
                joined += left
                joined += right.dropFirst(prefix)
                guard let leftID = tokens.id(left), let rightID = tokens.id(right),
                    let id = joined.withUnsafeBufferPointer({ tokens.id($0) })
                else {
                    failure = (index, list.bytes[start..<end])
                    return
                }
                joinsIntoMetaspace = joinsIntoMetaspace || MergeTable.joinsIntoMetaspace(left, right)
                merges.append(.init(left: leftID, right: rightID, id: id, rank: UInt32(merges.count)))
                start = end
            }
        }
        if let (index, text) = failure {
            let name = String(decoding: text.prefix(60), as: UTF8.self)
            throw part.malformed("merges[\(index)] (\"\(name)\") needs a token that is not in the vocabulary")
        }
        return MergeTable(merges, joinsIntoMetaspace: joinsIntoMetaspace)
    }

    /// The vocabulary keyed by the bytes that its byte-level spellings stand for. An entry with a character outside the
    /// alphabet cannot come out of byte-level text and is left out.
    private func rawVocabulary(_ tokens: ByteVocabulary) -> ByteVocabulary {
        var builder = ByteVocabulary.Builder()
        for entry in 0..<tokens.count {
            guard let bytes = ByteAlphabet.bytes(of: tokens.text(at: entry)) else { continue }
            // Raw texts are never longer than their spellings, which fit already.
            _ = builder.append(bytes, tokens.id(at: entry))
        }
        return ByteVocabulary(builder)
    }
}
