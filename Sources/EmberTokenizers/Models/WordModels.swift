// SPDX-License-Identifier: Apache-2.0

/// The longest token first, then the longest that continues it: Bert's model.
///
/// Source: Schuster and Nakajima 2012; google-research/bert, tokenization.py.
struct WordPiece: Sendable {
    let vocabulary: ByteVocabulary
    let unknownName: String
    let unknown: UInt32?
    let prefix: [UInt8]
    /// A word of more characters is unknown as a whole.
    let mostCharacters: Int

    init(vocabulary: ByteVocabulary, unknown: String, prefix: String, mostCharacters: Int) {
        self.vocabulary = vocabulary
        unknownName = unknown
        self.unknown = vocabulary.id(unknown)
        self.prefix = Array(prefix.utf8)
        self.mostCharacters = mostCharacters
    }

    func encode(
        _ word: Bytes, _ padded: inout [UInt8], forbidden: Set<UInt32>?, into ids: inout [UInt32]
    ) throws(MissingUnknownToken) {
        guard let base = word.baseAddress, word.count > 0 else { return }
        var characters = 0
        for byte in word where byte & 0xC0 != 0x80 { characters += 1 }
        let before = ids.count
        if characters <= mostCharacters, cut(base, word.count, &padded, forbidden, &ids) { return }
        ids.removeLast(ids.count - before)
        guard let unknown else { throw MissingUnknownToken(name: unknownName) }
        ids.append(unknown)
    }

    private func cut(
        _ word: UnsafePointer<UInt8>, _ count: Int, _ padded: inout [UInt8], _ forbidden: Set<UInt32>?,
        _ ids: inout [UInt32]
    ) -> Bool {
        var start = 0
        while start < count {
            var end = min(count, start + vocabulary.longest)
            while end < count, word[end] & 0xC0 == 0x80 { end -= 1 }
            var found: UInt32?
            if start > 0 {
                padded.removeAll(keepingCapacity: true)
                padded += prefix
                padded.append(contentsOf: UnsafeBufferPointer(start: word + start, count: max(0, end - start)))
            }
            while end > start {
                if start == 0 {
                    found = vocabulary.id(word, end)
                } else {
                    found = padded.withUnsafeBufferPointer { buffer in
                        buffer.baseAddress.flatMap { vocabulary.id($0, prefix.count + end - start) }
                    }
                }
                if let id = found, forbidden?.contains(id) == true { found = nil }
                if found != nil { break }
                end = scalarStart(word, before: end, low: start)
            }
            guard let found else { return false }
            ids.append(found)
            start = end
        }
        return true
    }
}

/// Every word is a token or unknown.
struct WordLevel: Sendable {
    let vocabulary: ByteVocabulary
    let unknownName: String
    let unknown: UInt32?

    init(vocabulary: ByteVocabulary, unknown: String) {
        self.vocabulary = vocabulary
        unknownName = unknown
        self.unknown = vocabulary.id(unknown)
    }

    func encode(_ word: Bytes, forbidden: Set<UInt32>?, into ids: inout [UInt32]) throws(MissingUnknownToken) {
        if word.isEmpty { return }
        if let id = vocabulary.id(word), forbidden?.contains(id) != true {
            ids.append(id)
        } else if let unknown {
            ids.append(unknown)
        } else {
            throw MissingUnknownToken(name: unknownName)
        }
    }
}
