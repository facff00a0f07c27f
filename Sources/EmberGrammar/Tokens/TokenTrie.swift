// SPDX-License-Identifier: Apache-2.0

/// The texts of a vocabulary's tokens as a tree of bytes, laid out in the order in which it is walked.
///
/// A walk that must not go into a node jumps to `end`, so that it reads the tables once, from front to back.
package final class TokenTrie: Sendable {
    package struct Node: Sendable {
        var byte: UInt8
        /// The number of bytes from the root, 1 for a single byte; a token longer than 255 bytes is left out.
        var depth: UInt8
        /// A token with exactly these bytes, or -1.
        var token: Int32
        /// The node behind everything that begins with these bytes.
        var end: Int32
    }

    let nodes: [Node]
    /// The next token with the same bytes as a token, or -1.
    let twin: [Int32]
    package let tokens: Int
    let longest: Int
    /// For each byte, the node of the token that is this byte alone.
    private let roots: [Int32]
    /// For each byte, whether there is a token that writes it alone.
    private let single: [Bool]
    /// Whether every byte of UTF-8 is written by a token of its own, so that every text can be written, from anywhere.
    let isComplete: Bool
    /// The tokens that hold bytes which no token writes alone: the only way to write those.
    let bound: TokenTrie?

    /// Tokens with a quotation mark; and those of them that may hold the whole of a string,
    /// or an escape before its end.
    let quoting: [Text]
    let manifold: [Text]

    struct Text: Sendable {
        var token: Int32
        var bytes: [UInt8]
    }

    /// - Parameter bytes: of each token, empty for one that must not be written.
    package convenience init(_ bytes: [[UInt8]]) { self.init(bytes, findsBound: true) }

    private init(_ bytes: [[UInt8]], findsBound: Bool) {
        let quote = UInt8(ascii: "\"")
        quoting = bytes.enumerated().filter { $0.element.contains(quote) }.map { Text(token: Int32($0), bytes: $1) }
        manifold = quoting.filter { text in
            text.bytes.count { $0 == quote } > 1 || text.bytes.contains(UInt8(ascii: "\\"))
        }
        tokens = bytes.count
        let order = Self.sorted(bytes)
        var nodes: [Node] = []
        var twin = [Int32](repeating: -1, count: bytes.count)
        var path: [Int] = []
        var previous: [UInt8] = []
        for token in order {
            let text = bytes[token]
            var common = 0
            while common < min(previous.count, text.count), previous[common] == text[common] { common += 1 }
            for node in path[common...] { nodes[node].end = Int32(nodes.count) }
            path.removeLast(path.count - common)
            for index in common..<text.count {
                path.append(nodes.count)
                nodes.append(Node(byte: text[index], depth: UInt8(index + 1), token: -1, end: 0))
            }
            let last = path[path.count - 1]
            twin[token] = nodes[last].token
            nodes[last].token = Int32(token)
            previous = text
        }
        for node in path { nodes[node].end = Int32(nodes.count) }
        var roots = [Int32](repeating: -1, count: 256)
        var node = 0
        while node < nodes.count {
            roots[Int(nodes[node].byte)] = Int32(node)
            node = Int(nodes[node].end)
        }
        self.nodes = nodes
        self.twin = twin
        self.roots = roots
        longest = nodes.map { Int($0.depth) }.max() ?? 0
        let single = roots.map { $0 >= 0 && nodes[Int($0)].token >= 0 }
        self.single = single
        isComplete = (0...0xF4).allSatisfy { single[$0] || (0xC0...0xC1).contains($0) }
        // Pieces of a document are cut at quotes, so a token across one is of no use to finish a piece.
        let isBound = bytes.map { !$0.allSatisfy { single[Int($0)] } && !$0.contains(quote) }
        bound =
            findsBound && isBound.contains(true)
            ? TokenTrie(zip(bytes, isBound).map { $1 ? $0 : [] }, findsBound: false) : nil
    }

    func writes(_ byte: UInt8) -> Bool { single[Int(byte)] }

    /// Calls `body` with each number of bytes that a text and some token have in common, and
    /// whether it is a whole token.
    func forEachToken(in text: ArraySlice<UInt8>, _ body: (Int, Bool) -> Void) {
        guard let first = text.first, roots[Int(first)] >= 0 else { return }
        var node = Int(roots[Int(first)])
        var length = 1
        while true {
            body(length, nodes[node].token >= 0)
            guard length < text.count, let child = child(node, text[text.startIndex + length]) else { return }
            node = child
            length += 1
        }
    }

    /// The tokens that are in the tree in the order of their bytes. Most are told apart by the first eight.
    private static func sorted(_ bytes: [[UInt8]]) -> [Int] {
        let keyed = bytes.indices.filter { !bytes[$0].isEmpty && bytes[$0].count <= 255 }.map { token in
            let head = bytes[token].prefix(8)
            let key = head.reduce(0 as UInt64) { $0 << 8 | UInt64($1) } << UInt64(8 * (8 - head.count))
            return (key: key, token: token)
        }
        return keyed.sorted { a, b in
            if a.key != b.key { return a.key < b.key }
            let (x, y) = (bytes[a.token], bytes[b.token])
            return x == y ? a.token < b.token : x.lexicographicallyPrecedes(y)
        }.map(\.token)
    }

    /// The longest token that `text` begins with, and whether a longer one could still follow from its last bytes on.
    func longestToken(_ text: ArraySlice<UInt8>) -> (token: Int32, count: Int, isCut: Bool)? {
        guard let first = text.first, roots[Int(first)] >= 0 else { return nil }
        var node = Int(roots[Int(first)])
        var best: (token: Int32, count: Int)?
        var count = 1
        while true {
            if nodes[node].token >= 0 { best = (nodes[node].token, count) }
            guard count < text.count else {
                return best.map { ($0.token, $0.count, Int(nodes[node].end) > node + 1) }
            }
            guard let child = self.child(node, text[text.startIndex + count]) else {
                return best.map { ($0.token, $0.count, false) }
            }
            node = child
            count += 1
        }
    }

    /// The tokens with just these bytes.
    func tokens(exactly text: [UInt8]) -> [Int32] {
        var result: [Int32] = []
        forEachToken(in: text[...]) { length, isToken in
            if isToken, length == text.count { result = twins(of: text) }
        }
        return result
    }

    private func twins(of text: [UInt8]) -> [Int32] {
        guard var token = longestToken(text[...])?.token else { return [] }
        var result: [Int32] = []
        while token >= 0 {
            result.append(token)
            token = twin[Int(token)]
        }
        return result
    }

    /// Calls `body` with where each token leads from a state of an automaton, and with its bytes.
    func walk(_ automaton: ByteAutomaton, from state: Int32, _ body: (Int32, [UInt8]) -> Void) {
        var states = [Int32](repeating: state, count: longest + 1)
        var bytes = [UInt8](repeating: 0, count: longest)
        var index = 0
        while index < nodes.count {
            let (node, depth) = (nodes[index], Int(nodes[index].depth))
            let next = automaton.step(states[depth - 1], node.byte)
            if next < 0 {
                index = Int(node.end)
                continue
            }
            states[depth] = next
            bytes[depth - 1] = node.byte
            if node.token >= 0 { body(next, Array(bytes[..<depth])) }
            index += 1
        }
    }

    /// All tokens whose bytes begin with these.
    func tokens(beginningWith text: some Collection<UInt8>) -> [Int32] {
        guard let first = text.first, roots[Int(first)] >= 0 else { return [] }
        var node = Int(roots[Int(first)])
        for byte in text.dropFirst() {
            guard let child = child(node, byte) else { return [] }
            node = child
        }
        var result: [Int32] = []
        for index in node..<Int(nodes[node].end) {
            var token = nodes[index].token
            while token >= 0 {
                result.append(token)
                token = twin[Int(token)]
            }
        }
        return result
    }

    private func child(_ node: Int, _ byte: UInt8) -> Int? {
        var child = node + 1
        while child < nodes[node].end {
            if nodes[child].byte == byte { return child }
            child = Int(nodes[child].end)
        }
        return nil
    }

    /// In how many tokens a text can be written, taking the longest that fits each time.
    func count(_ text: some Sequence<UInt8>) -> Int {
        var rest = Array(text)[...]
        var count = 0
        while !rest.isEmpty {
            rest = rest.dropFirst(longestToken(rest)?.count ?? 1)
            count += 1
        }
        return count
    }
}
