// SPDX-License-Identifier: Apache-2.0

/// The part of a grammar that a vocabulary can write.
///
/// Most published vocabularies lack some bytes: those that did not occur where they were learnt. A text that needs one
/// cannot be written; all others can.
extension GrammarParts {
    /// The same parts, in which values and members that cannot be written count as impossible.
    /// - Throws: `GrammarError` `.unsupported` where nothing remains.
    func writable(with trie: TokenTrie) throws(GrammarError) -> GrammarParts {
        if isDocument, let byte = "{}[]\",:".utf8.first(where: { !trie.writes($0) }) {
            throw Self.unwritable("the tokenizer has no token for \(Unicode.Scalar(byte)) alone")
        }
        var costs = ClosingCosts(self, trie)
        var nodes = nodes
        var objects = objects
        for index in objects.indices where objects[index].names >= 0 {
            for label in objects[index].labels.indices where !costs.canName(objects[index], label) {
                objects[index].labels[label].length = unreachable
            }
        }
        for index in nodes.indices { nodes[index].least = unreachable }
        let lengths = automata.indices.map { costs.bytes(ofAutomaton: Int32($0)) }
        try NodeSizes(automata: automata, lengths: lengths, strings: strings, arrays: arrays).settle(
            &nodes, &objects)
        guard nodes[0].isPossible || !isDocument && lengths[0] < unreachable else {
            throw Self.unwritable("no text of it can be written with the tokenizer's tokens")
        }
        return GrammarParts(
            automata: automata, nodes: nodes, strings: strings, arrays: arrays, objects: objects, isDocument: isDocument
        )
    }

    private static func unwritable(_ detail: String) -> GrammarError { GrammarError(.unsupported, "", detail) }
}

extension TokenGrammar {
    /// Index of the first byte that no token can write, in a text that the grammar allows; `nil` when the whole text
    /// can be written. A text may be cut into tokens wherever the rest behind one can still be finished.
    /// - Parameter states: behind each byte of the text, from before the first.
    func firstUnwritable(_ text: [UInt8], _ states: [Int32], _ work: inout Work) -> Int? {
        var isCut = [Bool](repeating: false, count: text.count + 1)
        isCut[0] = true
        var furthest = 0
        for start in text.indices where isCut[start] {
            trie.forEachToken(in: text[start...]) { length, isToken in
                furthest = max(furthest, start + length)
                if isToken, work.states.closing(states[start + length]) < unreachable { isCut[start + length] = true }
            }
        }
        return isCut[text.count] ? nil : min(furthest, text.count - 1)
    }
}

/// The sizes of nodes, which depend on each other.
struct NodeSizes {
    let automata: [ByteAutomaton]
    /// Of the shortest text of each automaton.
    let lengths: [Int]
    let strings: [StringShape]
    let arrays: [ArrayShape]

    /// Finds the shortest text of each node; one that has none is impossible, and so is what depends on it.
    func settle(_ nodes: inout [Node], _ objects: inout [ObjectShape]) throws(GrammarError) {
        var changed = true
        while changed {
            changed = false
            for index in nodes.indices.reversed() {
                let labels = nodes[index].objects.reduce(0) { $0 + objects[Int($1)].labels.count }
                try CompilerBudget.spend(20 + 20 * labels, at: "")
                let (least, kind) = shortest(nodes[index], nodes, objects)
                guard least < nodes[index].least else { continue }
                nodes[index].least = least
                nodes[index].shortest = kind
                changed = true
            }
        }
        let measured = nodes
        for index in nodes.indices {
            nodes[index].arrays.removeAll { arrays[Int($0)].shortestLength(measured) >= unreachable }
            nodes[index].objects.removeAll { objects[Int($0)].shortestLength(measured) >= unreachable }
        }
        for index in objects.indices {
            objects[index].settle(nodes, automata)
            try CompilerBudget.spend(objects[index].labels.count, at: "")
        }
    }

    private func shortest(_ node: Node, _ nodes: [Node], _ objects: [ObjectShape]) -> (Int, Node.Shortest) {
        var (least, shortest) = (node.least, node.shortest)
        func consider(_ length: Int, _ kind: Node.Shortest) {
            if length < least { (least, shortest) = (length, kind) }
        }
        if node.plain >= 0 { consider(lengths[Int(node.plain)], .plain) }
        for number in node.strings {
            let string = strings[Int(number)]
            let length = lengths[Int(string.automaton)]
            consider(bounded(string.isCounted ? length + string.least + 1 : length + 1), .string(number))
        }
        for array in node.arrays { consider(arrays[Int(array)].shortestLength(nodes), .array(array)) }
        for object in node.objects { consider(objects[Int(object)].shortestLength(nodes), .object(object)) }
        return (least, shortest)
    }
}
