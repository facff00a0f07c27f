// SPDX-License-Identifier: Apache-2.0

/// A token that is found in the text itself before the model sees it: `<|im_end|>`, `[MASK]`, a run of spaces.
public struct AddedToken: Sendable, Equatable {
    public var id: Int
    public var content: String
    /// Matches only where no letter, digit or underscore touches it.
    public var isSingleWord = false
    /// Takes the white space before it along.
    public var stripsLeft = false
    /// Takes the white space behind it along.
    public var stripsRight = false
    /// Is looked for in the normalized text rather than in the text as given.
    public var isNormalized = false
    /// Is left out when decoding without special tokens.
    public var isSpecial = false

    /// Whether the token can steer a conversation: special, or markup by its look, such as `<think>` or `</tool_call>`.
    /// Such a token is never found in text that a person, tool or document wrote.
    public var isControl: Bool {
        let bytes = content.utf8
        return isSpecial
            || (bytes.count > 2 && bytes.first == UInt8(ascii: "<") && bytes.last == UInt8(ascii: ">"))
    }
}

/// Finds added tokens in a text: at the leftmost place where one begins, the longest one.
struct AddedTokenFinder: Sendable {
    /// Positions in the array given to `init`, by the bytes to look for.
    private let trie: PieceTrie
    private let firstBytes: Frozen<Bool>
    private let tokens: [AddedToken]
    let isEmpty: Bool

    /// A found token (by position in the array given to `init`) or, with -1, the text between two.
    struct Part {
        var token: Int
        var start: Int
        var end: Int
    }

    /// - Parameter patterns: what to look for, one for each token that takes part, with the token's position.
    init(_ tokens: [AddedToken], patterns: [(bytes: [UInt8], token: Int)]) {
        var builder = ByteVocabulary.Builder()
        var first = [Bool](repeating: false, count: 256)
        var isEmpty = true
        for pattern in patterns {
            guard let byte = pattern.bytes.first, builder.append(pattern.bytes, UInt32(pattern.token)) else { continue }
            first[Int(byte)] = true
            isEmpty = false
        }
        self.tokens = tokens
        self.isEmpty = isEmpty
        trie = PieceTrie(ByteVocabulary(builder))
        firstBytes = Frozen(first)
    }

    /// All parts of the text in order. Control tokens that overlap a literal byte are passed over.
    func parts(of bytes: Bytes, literal: ArraySlice<Bool>?) -> [Part] {
        guard let base = bytes.baseAddress, !isEmpty else {
            return bytes.isEmpty ? [] : [Part(token: -1, start: 0, end: bytes.count)]
        }
        var parts: [Part] = []
        var covered = 0
        var index = 0
        while index < bytes.count {
            if !firstBytes.base[Int(base[index])] {
                index += 1
                continue
            }
            var length = 0
            var found = -1
            trie.forEachPrefix(base + index, bytes.count - index) { end, token in
                if let literal, tokens[Int(token)].isControl {
                    let from = literal.startIndex + index
                    if literal[from..<from + end].contains(true) { return }
                }
                length = end
                found = Int(token)
            }
            if found < 0 {
                index += 1
                continue
            }
            let matched = index
            index += length
            let token = tokens[found]
            if token.isSingleWord, touchesWord(base, matched, index, bytes.count) { continue }
            let start = token.stripsLeft ? max(covered, spaceStart(base, matched)) : matched
            let end = token.stripsRight ? spaceEnd(base, index, bytes.count) : index
            if covered < start { parts.append(Part(token: -1, start: covered, end: start)) }
            parts.append(Part(token: found, start: start, end: end))
            covered = end
        }
        if covered < bytes.count { parts.append(Part(token: -1, start: covered, end: bytes.count)) }
        return parts
    }

    private func touchesWord(_ base: UnsafePointer<UInt8>, _ start: Int, _ end: Int, _ count: Int) -> Bool {
        let words = CharacterClasses.rustWordTable
        if start > 0, words.contains(readScalar(base, scalarStart(base, before: start, low: 0)).value) { return true }
        return end < count && words.contains(readScalar(base, end).value)
    }

    private func spaceStart(_ base: UnsafePointer<UInt8>, _ end: Int) -> Int {
        var start = end
        while start > 0 {
            let previous = scalarStart(base, before: start, low: 0)
            guard CharacterClasses.whitespaceTable.contains(readScalar(base, previous).value) else { break }
            start = previous
        }
        return start
    }

    private func spaceEnd(_ base: UnsafePointer<UInt8>, _ start: Int, _ count: Int) -> Int {
        var end = start
        while end < count {
            let (scalar, length) = readScalar(base, end)
            guard CharacterClasses.whitespaceTable.contains(scalar) else { break }
            end += length
        }
        return end
    }
}
