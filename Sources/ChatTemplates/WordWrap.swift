// SPDX-License-Identifier: Apache-2.0

/// Fills lines with words, as Python's `textwrap` does.
struct WordWrap {
    let width: Int
    let breaksLongWords: Bool
    let breaksOnHyphens: Bool

    func lines(of text: TemplateText) -> [TemplateText] {
        var chunks: [TemplateText] = chunks(of: text).reversed()
        var lines: [TemplateText] = []
        while !chunks.isEmpty {
            var line: [TemplateText] = []
            var length = 0
            if let next = chunks.last, isSpace(next), !lines.isEmpty { chunks.removeLast() }
            while let next = chunks.last, length + next.count <= width {
                line.append(next)
                length += next.count
                chunks.removeLast()
            }
            if let next = chunks.last, next.count > width { cut(&chunks, next, &line, length) }
            if let last = line.last, isSpace(last) { line.removeLast() }
            if let first = line.first { lines.append(line.dropFirst().reduce(first, +)) }
        }
        return lines
    }

    /// Takes what fits of a word that is longer than a line.
    private func cut(_ chunks: inout [TemplateText], _ next: TemplateText, _ line: inout [TemplateText], _ length: Int)
    {
        let room = max(1, width - length)
        if breaksLongWords {
            var end = next.offset(ofScalar: room)
            let offset = next.lastIndex(of: "-", from: 0, to: end)
            if breaksOnHyphens, let offset, offset > 0, next.bytes[..<offset].contains(where: { $0 != 0x2D }) {
                end = offset + 1
            }
            line.append(next[0..<end])
            chunks[chunks.count - 1] = next[end..<next.bytes.count]
        } else if line.isEmpty {
            line.append(next)
            chunks.removeLast()
        }
    }

    private func isSpace(_ chunk: TemplateText) -> Bool { PythonSpace.skip(chunk.bytes, from: 0) == chunk.bytes.count }

    private func isSpace(_ scalar: Unicode.Scalar) -> Bool { "\t\n\u{B}\u{C}\r ".unicodeScalars.contains(scalar) }

    /// Words, the space between them, and the parts of words with hyphens.
    private func chunks(of text: TemplateText) -> [TemplateText] {
        let scalars = Array(text.string.unicodeScalars)
        let offsets = text.boundaries
        var chunks: [TemplateText] = []
        var start = 0
        while start < scalars.count {
            var end = start + 1
            if isSpace(scalars[start]) {
                while end < scalars.count, isSpace(scalars[end]) { end += 1 }
            } else if let dash = breaksOnHyphens ? dashEnd(scalars, start) : nil {
                end = dash
            } else {
                while end < scalars.count, !isSpace(scalars[end]), !breaks(scalars, start, end) { end += 1 }
            }
            chunks.append(text[offsets[start]..<offsets[end]])
            start = end
        }
        return chunks
    }

    /// The end of a dash of two hyphens or more between words, if one begins here.
    private func dashEnd(_ scalars: [Unicode.Scalar], _ start: Int) -> Int? {
        guard start > 0, isBeforeDash(scalars[start - 1]) else { return nil }
        var end = start
        while end < scalars.count, scalars[end] == "-" { end += 1 }
        return end - start >= 2 && end < scalars.count && CharacterClass.isWord(scalars[end]) ? end : nil
    }

    private func isBeforeDash(_ scalar: Unicode.Scalar) -> Bool {
        CharacterClass.isWord(scalar) || "!\"'&.,?".unicodeScalars.contains(scalar)
    }

    /// Whether a word that began at `start` may be cut before `end`.
    private func breaks(_ scalars: [Unicode.Scalar], _ start: Int, _ end: Int) -> Bool {
        guard breaksOnHyphens else { return false }
        if dashEnd(scalars, end) != nil { return true }
        func isLetter(_ index: Int) -> Bool {
            scalars.indices.contains(index) && CharacterClass.isWord(scalars[index])
                && !CharacterClass.isDecimal(scalars[index]) && scalars[index] != "_"
        }
        guard scalars[end - 1] == "-", end - 1 > start || start > 0 else { return false }
        func isHyphen(_ index: Int) -> Bool { scalars.indices.contains(index) && scalars[index] == "-" }
        let followsWord = isLetter(end - 2) && (isLetter(end - 3) || isHyphen(end - 3) && isLetter(end - 4))
        return followsWord && isLetter(end) && (isLetter(end + 1) || isHyphen(end + 1) && isLetter(end + 2))
    }
}
