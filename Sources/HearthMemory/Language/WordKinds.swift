// SPDX-License-Identifier: Apache-2.0

/// Kinds of words, such as those of jobs or of farewells, by which texts are read.
struct WordKinds: Sendable {
    /// In the order of their names.
    private(set) var names: [[UInt8]] = []
    private var words: [SpelledText.Word: [Int]] = [:]
    /// By the beginning of a word.
    private var beginnings: [SpelledText.Word: [Int]] = [:]
    /// Several words in a row, by the first of them.
    private var rows: [SpelledText.Word: [Row]] = [:]
    /// The kinds that deny what comes after them.
    let denials: Set<Int>

    private struct Row: Sendable {
        let rest: [SpelledText.Word]
        /// Whether the last one is only the beginning of a word.
        let isOpen: Bool
        let kind: Int
    }

    /// - Parameter text: lines such as `SLEEP: sleep dorm* wake_up`. A kind may have several.
    init(_ text: String, read spelling: SpelledText) {
        var entriesByName: [String: [Substring]] = [:]
        for line in text.split(separator: "\n") where line.first != "#" {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { continue }
            entriesByName[String(parts[0]), default: []] += parts[1].split(separator: " ")
        }
        let kinds = entriesByName.map { (name: $0.key, entries: $0.value) }.sorted {
            Array($0.name.utf8).lexicographicallyPrecedes(Array($1.name.utf8))
        }
        names = kinds.map { Array($0.name.utf8) }
        denials = Set(kinds.indices.filter { ["NOT", "NOMORE"].contains(kinds[$0].name) })
        for (kind, (_, entries)) in kinds.enumerated() {
            for entry in entries {
                let isOpen = entry.last == "*"
                let written = (isOpen ? entry.dropLast() : entry).split(separator: "_")
                let found = written.flatMap { SpelledText.tokens(String($0)) }.flatMap(spelling.read)
                guard let first = found.first else { continue }
                if found.count > 1 {
                    rows[first, default: []].append(Row(rest: Array(found.dropFirst()), isOpen: isOpen, kind: kind))
                } else if isOpen {
                    beginnings[first, default: []].append(kind)
                } else {
                    words[first, default: []].append(kind)
                }
            }
        }
    }

    /// The kinds of a word of a window, in order, each once.
    func kinds(of window: [SpelledText.Word], at place: Int) -> [Int] {
        let word = window[place]
        var kinds = words[word] ?? []
        if word.count >= 3 {
            for length in 3...word.count { kinds += beginnings[Array(word.prefix(length))] ?? [] }
        }
        for row in rows[word] ?? [] where stands(row, in: window, after: place) { kinds.append(row.kind) }
        return kinds.count < 2 ? kinds : Set(kinds).sorted()
    }

    private func stands(_ row: Row, in window: [SpelledText.Word], after place: Int) -> Bool {
        guard place + row.rest.count < window.count else { return false }
        for (offset, word) in row.rest.enumerated() {
            let there = window[place + 1 + offset]
            let isLast = offset == row.rest.count - 1
            guard there == word || isLast && row.isOpen && there.starts(with: word) else { return false }
        }
        return true
    }
}
