// SPDX-License-Identifier: Apache-2.0

/// Cuts a word so that the sum of the pieces' scores is greatest.
///
/// Source: Kudo 2018, Subword Regularization, section 3.2; scores are logarithms of probabilities.
struct Unigram: Sendable {
    let vocabulary: ByteVocabulary
    let scores: [Double]
    let unknown: Int?
    let byteTokens: [UInt32?]
    let usesByteFallback: Bool
    private let trie: PieceTrie
    private let unknownScore: Double

    init(vocabulary: ByteVocabulary, scores: [Double], unknown: Int?, byteFallback: Bool) {
        self.vocabulary = vocabulary
        self.scores = scores
        self.unknown = unknown
        usesByteFallback = byteFallback
        byteTokens = (0..<256).map { byte in
            byteFallback ? vocabulary.id("<0x" + hexadecimal(UInt8(byte)) + ">") : nil
        }
        trie = PieceTrie(vocabulary)
        // Ten below the worst piece, as in sentencepiece's kUnkPenalty.
        unknownScore = (scores.min() ?? .infinity) - 10
    }

    struct Scratch {
        /// For each place the best way to get there: its score, where its last piece starts (-1: none yet) and its id.
        fileprivate var best: [Double] = []
        fileprivate var starts: [Int] = []
        fileprivate var ids: [Int] = []
        fileprivate var reversed: [(start: Int, end: Int, id: Int)] = []
    }

    func encode(
        _ word: Bytes, _ scratch: inout Scratch, forbidden: Set<UInt32>?, into result: inout [UInt32]
    ) throws(MissingUnknownToken) {
        guard let base = word.baseAddress, word.count > 0 else { return }
        let count = word.count
        scratch.best = [Double](repeating: 0, count: count + 1)
        scratch.starts = [Int](repeating: -1, count: count + 1)
        scratch.ids = [Int](repeating: 0, count: count + 1)
        var place = 0
        while place < count {
            let length = scalarLength(base[place])
            let soFar = scratch.best[place]
            var hasSingle = false
            trie.forEachPrefix(base + place, count - place) { end, id in
                if let forbidden, forbidden.contains(id) { return }
                if end == length { hasSingle = true }
                let score = scores[Int(id)] + soFar
                let target = place + end
                if scratch.starts[target] < 0 || score > scratch.best[target] {
                    scratch.best[target] = score
                    scratch.starts[target] = place
                    scratch.ids[target] = Int(id)
                }
            }
            if !hasSingle {
                let target = place + length
                let score = unknownScore + soFar
                if scratch.starts[target] < 0 || score > scratch.best[target] {
                    guard let unknown else { throw MissingUnknownToken(name: "unk_id") }
                    scratch.best[target] = score
                    scratch.starts[target] = place
                    scratch.ids[target] = unknown
                }
            }
            place += length
        }
        scratch.reversed.removeAll(keepingCapacity: true)
        var end = count
        while end > 0 {
            let start = scratch.starts[end]
            guard start >= 0, start < end else { break }
            if let last = scratch.reversed.last, last.id == unknown, scratch.ids[end] == unknown {
                // Neighbouring unknown characters are one unknown piece.
                scratch.reversed[scratch.reversed.count - 1].start = start
            } else {
                scratch.reversed.append((start, end, scratch.ids[end]))
            }
            end = start
        }
        for piece in scratch.reversed.reversed() {
            guard piece.id == unknown else {
                result.append(UInt32(piece.id))
                continue
            }
            try appendUnknown(base + piece.start, piece.end - piece.start, forbidden, &result)
        }
    }

    private func appendUnknown(
        _ text: UnsafePointer<UInt8>, _ length: Int, _ forbidden: Set<UInt32>?, _ result: inout [UInt32]
    ) throws(MissingUnknownToken) {
        if let id = vocabulary.id(text, length), forbidden?.contains(id) != true {
            result.append(id)
            return
        }
        let bytes = UnsafeBufferPointer(start: text, count: length)
        if usesByteFallback, bytes.allSatisfy({ byteTokens[Int($0)] != nil }) {
            for byte in bytes { if let id = byteTokens[Int(byte)] { result.append(id) } }
            return
        }
        guard let unknown else { throw MissingUnknownToken(name: "unk_id") }
        result.append(UInt32(unknown))
    }
}

/// All pieces of a vocabulary by their bytes, for finding every piece that a text begins with.
struct PieceTrie: Sendable {
    private struct Edge: BitwiseCopyable {
        /// Parent node << 8 | byte; `UInt64.max` in a free place.
        var key: UInt64
        var node: UInt32
    }

    private let edges: Frozen<Edge>
    /// The id of the piece that ends at each node, or `ByteVocabulary.none`.
    private let ids: Frozen<UInt32>

    init(_ vocabulary: ByteVocabulary) {
        var edges = [Edge](repeating: Edge(key: .max, node: 0), count: 1024)
        var ids: [UInt32] = [ByteVocabulary.none]
        for entry in 0..<vocabulary.count {
            var node: UInt32 = 0
            for byte in vocabulary.text(at: entry) {
                let key = UInt64(node) << 8 | UInt64(byte)
                var slot = Self.place(key, edges.count)
                while edges[slot].key != .max, edges[slot].key != key { slot = (slot + 1) & (edges.count - 1) }
                if edges[slot].key == key {
                    node = edges[slot].node
                    continue
                }
                node = UInt32(ids.count)
                ids.append(ByteVocabulary.none)
                edges[slot] = Edge(key: key, node: node)
                if ids.count * 2 > edges.count { Self.grow(&edges) }
            }
            ids[Int(node)] = vocabulary.id(vocabulary.text(at: entry)) ?? ByteVocabulary.none
        }
        self.edges = Frozen(edges)
        self.ids = Frozen(ids)
    }

    private static func place(_ key: UInt64, _ count: Int) -> Int {
        Int(truncatingIfNeeded: mix(key) >> 1) & (count - 1)
    }

    private static func grow(_ edges: inout [Edge]) {
        var larger = [Edge](repeating: Edge(key: .max, node: 0), count: edges.count * 4)
        for edge in edges where edge.key != .max {
            var slot = place(edge.key, larger.count)
            while larger[slot].key != .max { slot = (slot + 1) & (larger.count - 1) }
            larger[slot] = edge
        }
        edges = larger
    }

    /// Calls `found` with the length and id of every piece that the text begins with, shortest first.
    @inline(__always)
    func forEachPrefix(_ text: UnsafePointer<UInt8>, _ count: Int, _ found: (Int, UInt32) -> Void) {
        var node: UInt32 = 0
        var index = 0
        let mask = edges.count - 1
        while index < count {
            let key = UInt64(node) << 8 | UInt64(text[index])
            var slot = Self.place(key, edges.count)
            while edges.base[slot].key != .max, edges.base[slot].key != key { slot = (slot + 1) & mask }
            guard edges.base[slot].key == key else { return }
            node = edges.base[slot].node
            index += 1
            let id = ids.base[Int(node)]
            if id != ByteVocabulary.none { found(index, id) }
        }
    }
}
