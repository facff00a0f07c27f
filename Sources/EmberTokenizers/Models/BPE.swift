// SPDX-License-Identifier: Apache-2.0

/// Byte-pair encoding: a word begins as single characters, and the pair with the lowest rank is
/// joined until none is left.
///
/// Source: Sennrich et al. 2016, Neural Machine Translation of Rare Words with Subword Units, section 3.2.
struct BPE: Sendable {
    let vocabulary: ByteVocabulary
    let merges: MergeTable
    let unknown: UInt32?
    /// The unknown token's name when the vocabulary lacks it: an error as soon as it is needed.
    let missingUnknown: String?
    let fusesUnknown: Bool
    /// The tokens `<0x00>`…`<0xFF>`, for byte fallback.
    let byteTokens: [UInt32?]
    let usesByteFallback: Bool
    let ignoresMerges: Bool
    let prefix: [UInt8]
    let suffix: [UInt8]
    /// Whether words are raw bytes, one symbol each, rather than characters.
    let isByteLevel: Bool
    /// For ASCII (or any byte, at byte level) the token of that single character, or `ByteVocabulary.none`.
    private let singles: Frozen<UInt32>
    /// Whether no merge joins what stands before a "▁" to it, so that text may be cut there.
    let cutsBeforeMetaspace: Bool

    static let metaspace: [UInt8] = [0xE2, 0x96, 0x81]
    private static let none = ByteVocabulary.none
    /// Up to this many symbols, looking at every pair is faster than a heap (measured November 2026).
    private static let shortWord = 40

    init(
        vocabulary: ByteVocabulary, merges: MergeTable, settings: Settings, isByteLevel: Bool
    ) {
        self.vocabulary = vocabulary
        self.merges = merges
        self.isByteLevel = isByteLevel
        unknown = settings.unknown.flatMap { vocabulary.id($0) }
        missingUnknown = unknown == nil ? settings.unknown : nil
        fusesUnknown = settings.fusesUnknown
        ignoresMerges = settings.ignoresMerges
        prefix = Array(settings.prefix.utf8)
        suffix = Array(settings.suffix.utf8)
        usesByteFallback = settings.byteFallback
        byteTokens = (0..<256).map { byte in
            settings.byteFallback ? vocabulary.id("<0x" + hexadecimal(UInt8(byte)) + ">") : nil
        }
        singles = Frozen(
            (0..<(isByteLevel ? 256 : 128)).map { vocabulary.id([UInt8($0)]) ?? Self.none })
        cutsBeforeMetaspace =
            !isByteLevel && prefix.isEmpty && suffix.isEmpty && !settings.ignoresMerges
            && vocabulary.id(Self.metaspace) != nil && !merges.joinsIntoMetaspace
    }

    struct Settings: Sendable {
        var unknown: String?
        var fusesUnknown = false
        var byteFallback = false
        var ignoresMerges = false
        var prefix = ""
        var suffix = ""
    }

    /// Memory that encoding reuses from word to word.
    struct Scratch {
        fileprivate var symbols: [UInt32] = []
        fileprivate var ranks: [UInt32] = []
        fileprivate var joined: [UInt32] = []
        fileprivate var next: [Int32] = []
        fileprivate var previous: [Int32] = []
        fileprivate var heap: [UInt64] = []
        fileprivate var padded: [UInt8] = []
    }

    /// Appends the ids of one word.
    /// - Parameter forbidden: ids that may not come out, for text that a person wrote; `nil` for none.
    /// - Throws: the name of the unknown token if it is needed and not in the vocabulary.
    func encode(
        _ word: Bytes, _ scratch: inout Scratch, forbidden: Set<UInt32>?, into ids: inout [UInt32]
    ) throws(MissingUnknownToken) {
        guard let base = word.baseAddress, word.count > 0 else { return }
        if ignoresMerges, let id = vocabulary.id(base, word.count), forbidden?.contains(id) != true {
            ids.append(id)
            return
        }
        scratch.symbols.removeAll(keepingCapacity: true)
        if isByteLevel {
            try splitBytes(base, word.count, &scratch.symbols)
        } else {
            try splitCharacters(base, word.count, &scratch, forbidden)
        }
        if scratch.symbols.count <= 1 {
            ids += scratch.symbols
        } else if scratch.symbols.count <= Self.shortWord {
            mergeShort(&scratch, forbidden)
            ids += scratch.symbols
        } else {
            mergeLong(&scratch, forbidden, into: &ids)
        }
    }

    // MARK: Symbols

    private func splitBytes(_ word: UnsafePointer<UInt8>, _ count: Int, _ symbols: inout [UInt32])
        throws(MissingUnknownToken)
    {
        var unknownIsOpen = false
        for index in 0..<count {
            let id = singles.base[Int(word[index])]
            if id != Self.none {
                symbols.append(id)
                unknownIsOpen = false
            } else {
                try appendUnknown(&symbols, &unknownIsOpen)
            }
        }
    }

    private func splitCharacters(
        _ word: UnsafePointer<UInt8>, _ count: Int, _ scratch: inout Scratch, _ forbidden: Set<UInt32>?
    ) throws(MissingUnknownToken) {
        let isPlain = prefix.isEmpty && suffix.isEmpty
        var unknownIsOpen = false
        var index = 0
        while index < count {
            let length = scalarLength(word[index])
            var id: UInt32?
            if isPlain {
                if length == 1 {
                    let single = singles.base[Int(word[index])]
                    id = single == Self.none ? nil : single
                } else {
                    id = vocabulary.id(word + index, length)
                }
            } else {
                scratch.padded.removeAll(keepingCapacity: true)
                if index > 0 { scratch.padded += prefix }
                scratch.padded.append(contentsOf: UnsafeBufferPointer(start: word + index, count: length))
                if index + length >= count { scratch.padded += suffix }
                id = vocabulary.id(scratch.padded)
            }
            if let found = id, forbidden?.contains(found) == true { id = nil }
            if let id {
                scratch.symbols.append(id)
                unknownIsOpen = false
            } else if usesByteFallback,
                appendBytes(word + index, length, isPlain ? nil : scratch.padded, &scratch.symbols)
            {
                // The reference lets an unknown run go on across bytes; it shows only when a byte token is missing.
            } else {
                try appendUnknown(&scratch.symbols, &unknownIsOpen)
            }
            index += length
        }
    }

    private func appendBytes(
        _ character: UnsafePointer<UInt8>, _ length: Int, _ padded: [UInt8]?, _ symbols: inout [UInt32]
    ) -> Bool {
        let bytes = padded ?? Array(UnsafeBufferPointer(start: character, count: length))
        guard bytes.allSatisfy({ byteTokens[Int($0)] != nil }) else { return false }
        for byte in bytes { if let id = byteTokens[Int(byte)] { symbols.append(id) } }
        return true
    }

    private func appendUnknown(_ symbols: inout [UInt32], _ isOpen: inout Bool) throws(MissingUnknownToken) {
        guard let unknown else {
            if let missingUnknown { throw MissingUnknownToken(name: missingUnknown) }
            return
        }
        if isOpen, fusesUnknown { return }
        symbols.append(unknown)
        isOpen = true
    }

    // MARK: Merging

    @inline(__always)
    private func merge(_ left: UInt32, _ right: UInt32, _ forbidden: Set<UInt32>?) -> (rank: UInt32, id: UInt32)? {
        guard let found = merges.find(left, right) else { return nil }
        if let forbidden, forbidden.contains(found.id) { return nil }
        return found
    }

    /// Joins the best pair, found by looking at all, until none is left.
    private func mergeShort(_ scratch: inout Scratch, _ forbidden: Set<UInt32>?) {
        let count = scratch.symbols.count
        scratch.ranks.removeAll(keepingCapacity: true)
        scratch.joined.removeAll(keepingCapacity: true)
        for index in 0..<count - 1 {
            let found = merge(scratch.symbols[index], scratch.symbols[index + 1], forbidden)
            scratch.ranks.append(found?.rank ?? Self.none)
            scratch.joined.append(found?.id ?? 0)
        }
        let kept = scratch.symbols.withUnsafeMutableBufferPointer { symbols in
            scratch.ranks.withUnsafeMutableBufferPointer { ranks in
                scratch.joined.withUnsafeMutableBufferPointer { joined in
                    mergeShort(symbols, ranks, joined, forbidden)
                }
            }
        }
        scratch.symbols.removeLast(count - kept)
    }

    private func mergeShort(
        _ symbols: UnsafeMutableBufferPointer<UInt32>, _ ranks: UnsafeMutableBufferPointer<UInt32>,
        _ joined: UnsafeMutableBufferPointer<UInt32>, _ forbidden: Set<UInt32>?
    ) -> Int {
        var count = symbols.count
        while count > 1 {
            var best = 0
            var bestRank = ranks[0]
            for index in 1..<max(1, count - 1) where ranks[index] < bestRank {
                best = index
                bestRank = ranks[index]
            }
            if bestRank == Self.none { break }
            symbols[best] = joined[best]
            for index in best + 1..<count - 1 { symbols[index] = symbols[index + 1] }
            if best + 1 < count - 1 {
                for index in best + 1..<count - 2 {
                    ranks[index] = ranks[index + 1]
                    joined[index] = joined[index + 1]
                }
            }
            count -= 1
            if best > 0 {
                let found = merge(symbols[best - 1], symbols[best], forbidden)
                ranks[best - 1] = found?.rank ?? Self.none
                joined[best - 1] = found?.id ?? 0
            }
            if best + 1 < count {
                let found = merge(symbols[best], symbols[best + 1], forbidden)
                ranks[best] = found?.rank ?? Self.none
                joined[best] = found?.id ?? 0
            }
        }
        return count
    }

    /// The same with a heap of (rank, place) and linked neighbours: O(n log n) for words without limit.
    private func mergeLong(_ scratch: inout Scratch, _ forbidden: Set<UInt32>?, into ids: inout [UInt32]) {
        let count = scratch.symbols.count
        scratch.ranks = [UInt32](repeating: Self.none, count: count)
        scratch.joined = [UInt32](repeating: 0, count: count)
        scratch.next = (0..<count).map { Int32(truncatingIfNeeded: $0 + 1) }
        scratch.previous = (0..<count).map { Int32(truncatingIfNeeded: $0 - 1) }
        var heap = MinimumHeap(reusing: &scratch.heap)
        for index in 0..<count - 1 {
            guard let found = merge(scratch.symbols[index], scratch.symbols[index + 1], forbidden) else { continue }
            scratch.ranks[index] = found.rank
            scratch.joined[index] = found.id
            heap.appendUnordered(UInt64(found.rank) << 32 | UInt64(index))
        }
        heap.order()
        while let top = heap.pop() {
            let place = Int(top & 0xFFFF_FFFF)
            // Stale unless the pair that starts here still has this rank.
            guard scratch.ranks[place] == UInt32(top >> 32) else { continue }
            let right = Int(scratch.next[place])
            scratch.symbols[place] = scratch.joined[place]
            let after = Int(scratch.next[right])
            scratch.next[place] = Int32(truncatingIfNeeded: after)
            if after < count { scratch.previous[after] = Int32(truncatingIfNeeded: place) }
            scratch.ranks[right] = Self.none
            scratch.next[right] = -1
            refresh(place, count, &scratch, &heap, forbidden)
            let before = Int(scratch.previous[place])
            if before >= 0 { refresh(before, count, &scratch, &heap, forbidden) }
        }
        scratch.heap = heap.storage
        var place = 0
        while place < count {
            ids.append(scratch.symbols[place])
            place = Int(scratch.next[place])
        }
    }

    private func refresh(
        _ place: Int, _ count: Int, _ scratch: inout Scratch, _ heap: inout MinimumHeap, _ forbidden: Set<UInt32>?
    ) {
        let right = Int(scratch.next[place])
        guard right < count, let found = merge(scratch.symbols[place], scratch.symbols[right], forbidden) else {
            scratch.ranks[place] = Self.none
            return
        }
        scratch.ranks[place] = found.rank
        scratch.joined[place] = found.id
        heap.push(UInt64(found.rank) << 32 | UInt64(place))
    }
}

/// A text has something that no token stands for, and the vocabulary lacks the token for that, too.
struct MissingUnknownToken: Error {
    /// Name of that token.
    var name: String
}

/// Two capital hexadecimal digits.
func hexadecimal(_ byte: UInt8) -> String {
    let text = String(byte, radix: 16, uppercase: true)
    return text.utf8.count < 2 ? "0" + text : text
}

/// A binary heap, least first.
struct MinimumHeap {
    private(set) var storage: [UInt64]

    init(reusing array: inout [UInt64]) {
        storage = array
        array = []
        storage.removeAll(keepingCapacity: true)
    }

    /// Elements added this way are in order only after `order()`.
    mutating func appendUnordered(_ element: UInt64) { storage.append(element) }

    mutating func order() {
        var index = storage.count / 2
        while index > 0 {
            index -= 1
            sink(index)
        }
    }

    mutating func push(_ element: UInt64) {
        storage.append(element)
        var index = storage.count - 1
        while index > 0, storage[(index - 1) / 2] > element {
            storage[index] = storage[(index - 1) / 2]
            index = (index - 1) / 2
        }
        storage[index] = element
    }

    mutating func pop() -> UInt64? {
        guard let top = storage.first else { return nil }
        let last = storage.removeLast()
        if !storage.isEmpty {
            storage[0] = last
            sink(0)
        }
        return top
    }

    private mutating func sink(_ start: Int) {
        storage.withUnsafeMutableBufferPointer { heap in
            let element = heap[start]
            var index = start
            while 2 * index + 1 < heap.count {
                var child = 2 * index + 1
                if child + 1 < heap.count, heap[child + 1] < heap[child] { child += 1 }
                if heap[child] >= element { break }
                heap[index] = heap[child]
                index = child
            }
            heap[index] = element
        }
    }
}
