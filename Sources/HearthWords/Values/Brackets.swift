// SPDX-License-Identifier: Apache-2.0

import HearthModels

extension String {
    /// The text with a space for each bracket and what stands in it. Takes one pass, however many are never closed.
    /// - Parameter closing: for each bracket that opens, those that close it.
    func withoutBrackets(_ closing: [Character: Set<Character>]) -> String {
        StepCounter.add(utf8.count)
        var kept: [Character] = []
        // For each bracket, where the first one stands that is not closed.
        var open: [Character: Int] = [:]
        for character in self {
            let first = open.filter { closing[$0.key]?.contains(character) == true }.values.min()
            if let first {
                kept.removeSubrange(first...)
                kept.append(" ")
                open = open.filter { $0.value < first }
                continue
            }
            if closing[character] != nil, open[character] == nil { open[character] = kept.count }
            kept.append(character)
        }
        return String(kept)
    }

    /// The text with the words of Markdown's links in place of the links: `[words](address)`, `![words](address)`.
    var withoutLinks: String {
        let bytes = Array(utf8)
        guard bytes.contains(UInt8(ascii: "[")) else { return self }
        var (kept, place): ([UInt8], Int) = ([], 0)
        var (bracket, paren) = (NextByte(UInt8(ascii: "]")), NextByte(UInt8(ascii: ")")))
        while place < bytes.count {
            if bytes[place] == UInt8(ascii: "[") {
                let close = bracket.place(in: bytes, from: place + 1)
                if close + 1 < bytes.count, bytes[close + 1] == UInt8(ascii: "(") {
                    let end = paren.place(in: bytes, from: close + 2)
                    if end < bytes.count {
                        if place > 0, bytes[place - 1] == UInt8(ascii: "!"), !kept.isEmpty { kept.removeLast() }
                        kept += bytes[place + 1..<close]
                        place = end + 1
                        continue
                    }
                }
            }
            kept.append(bytes[place])
            place += 1
        }
        return String(decoding: kept, as: UTF8.self)
    }
}
