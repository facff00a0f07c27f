// SPDX-License-Identifier: Apache-2.0

extension CutText {
    /// Cuts every piece with `body`, which reports the matches and gaps of the piece at the given place.
    private mutating func recut<E: Error>(
        _ behavior: SplitBehavior, _ body: (Bytes, Piece, inout PieceCollector) throws(E) -> Void
    ) throws(E) {
        let firstStart = pieces.first?.start
        let old = pieces
        let result = try text.bytes.withUnsafeBufferPointer { bytes throws(E) in
            var collector = PieceCollector(behavior, capacity: max(old.count, bytes.count / 5))
            for piece in old {
                collector.begin()
                try body(bytes, piece, &collector)
                collector.end()
            }
            return collector.pieces
        }
        pieces = result
        startsInput = startsInput && pieces.first?.start == firstStart
    }

    mutating func split(
        _ pattern: RegexProgram, _ behavior: SplitBehavior, inverted: Bool, _ matcher: RegexMatcher
    ) throws(RegexMatcher.TooManySteps) {
        try recut(behavior) { bytes, piece, collector throws(RegexMatcher.TooManySteps) in
            var gap = piece.start
            try matcher.forEachMatch(pattern, in: Bytes(rebasing: bytes[piece.start..<piece.end])) { start, end in
                if gap < piece.start + start { collector.add(gap, piece.start + start, isMatch: inverted) }
                collector.add(piece.start + start, piece.start + end, isMatch: !inverted)
                gap = piece.start + end
            }
            if gap < piece.end { collector.add(gap, piece.end, isMatch: inverted) }
        }
    }

    mutating func split(at table: ScalarTable, _ behavior: SplitBehavior) {
        recut(behavior) { bytes, piece, collector in
            guard let base = bytes.baseAddress else { return }
            let bits = table.bits.base
            var gap = piece.start
            var index = piece.start
            while index < piece.end {
                let (scalar, length) = readScalar(base, index)
                let isMatch =
                    scalar < 0x80 ? bits[Int(scalar >> 6)] >> UInt64(scalar & 63) & 1 != 0 : table.contains(scalar)
                if isMatch {
                    if gap < index { collector.add(gap, index, isMatch: false) }
                    collector.add(index, index + length, isMatch: true)
                    gap = index + length
                }
                index += length
            }
            if gap < piece.end { collector.add(gap, piece.end, isMatch: false) }
        }
    }

    /// Runs of word characters and runs of anything else, without white space.
    mutating func splitWords() {
        let words = CharacterClasses.rustWordTable
        let white = CharacterClasses.whitespaceTable
        recut(.isolated) { bytes, piece, collector in
            guard let base = bytes.baseAddress else { return }
            var start = piece.start
            var kind = 0
            var index = piece.start
            while index < piece.end {
                let (scalar, length) = readScalar(base, index)
                let next = words.contains(scalar) ? 1 : white.contains(scalar) ? 0 : 2
                if next != kind {
                    if kind != 0 { collector.add(start, index, isMatch: true) }
                    start = index
                    kind = next
                }
                index += length
            }
            if kind != 0 { collector.add(start, piece.end, isMatch: true) }
        }
    }

    mutating func split(everyScalars most: Int) {
        recut(.isolated) { bytes, piece, collector in
            guard let base = bytes.baseAddress else { return }
            var start = piece.start
            var index = piece.start
            var taken = 0
            while index < piece.end {
                index += readScalar(base, index).length
                taken += 1
                if taken == most {
                    collector.add(start, index, isMatch: true)
                    start = index
                    taken = 0
                }
            }
            collector.add(start, piece.end, isMatch: true)
        }
    }

    /// Cuts where the script changes; Japanese is one script with Han, and spaces belong to what precedes them.
    mutating func splitScripts() {
        let han = ScriptTable.index(named: "Han")
        let japanese = [ScriptTable.index(named: "Hiragana"), ScriptTable.index(named: "Katakana")]
        recut(.isolated) { bytes, piece, collector in
            guard let base = bytes.baseAddress else { return }
            let any: Int16 = -1
            var last: Int16 = -2  // before the first scalar
            var start = piece.start
            var begun = false
            var index = piece.start
            while index < piece.end {
                let (scalar, length) = readScalar(base, index)
                var script = scalar == 0x20 ? any : scalar == 0x30FC ? han : ScriptTable.index(of: scalar)
                if japanese.contains(script) { script = han }
                if script < 0 { script = any }
                if script != any, last != script {
                    if begun { collector.add(start, index, isMatch: true) }
                    start = index
                    begun = true
                }
                if script != any { last = script }
                index += length
            }
            // Text that begins with spaces loses them here, as it does in the reference.
            if begun { collector.add(start, piece.end, isMatch: true) }
        }
    }

    // MARK: Steps that rewrite the text

    /// Rewrites the text piece by piece; gaps between pieces are dropped.
    private mutating func rewrite(_ body: (Bytes, Piece, inout Text.Writer) -> Void) {
        var writer = Text.Writer(replacing: text)
        var result: [Piece] = []
        result.reserveCapacity(pieces.count)
        text.bytes.withUnsafeBufferPointer { bytes in
            for piece in pieces {
                let start = writer.bytes.count
                body(bytes, piece, &writer)
                result.append(Piece(start: start, end: writer.bytes.count))
            }
        }
        text = writer.finish()
        pieces = result
    }

    private func begins(_ piece: Piece, with prefix: [UInt8]) -> Bool {
        piece.end - piece.start >= prefix.count
            && text.bytes[piece.start..<piece.start + prefix.count].elementsEqual(prefix)
    }

    mutating func prependToPieces(_ prefix: [UInt8], unless present: [UInt8]) {
        if pieces.allSatisfy({ begins($0, with: present) }) { return }
        rewrite { bytes, piece, writer in
            if !bytes[piece.start..<piece.end].starts(with: present) {
                writer.bytes += prefix
                writer.mark(piece.start, piece.start + 1)
            }
            Self.copy(bytes, piece.start, piece.end, &writer)
        }
    }

    private static func copy(_ bytes: Bytes, _ start: Int, _ end: Int, _ writer: inout Text.Writer) {
        if !writer.tracksMarks {
            writer.bytes.append(contentsOf: bytes[start..<end])
            return
        }
        for index in start..<end {
            writer.bytes.append(bytes[index])
            writer.mark(index, index + 1)
        }
    }

    mutating func mapBytes() {
        rewrite { bytes, piece, writer in
            for index in piece.start..<piece.end {
                writer.bytes.append(scalar: ByteAlphabet.scalarOfByte[Int(bytes[index])])
                writer.mark(index, index + 1)
            }
        }
    }

    mutating func metaspace(_ replacement: [UInt8], _ scheme: PreTokenizer.Prepending, _ splits: Bool) {
        var isFirst = startsInput
        rewrite { bytes, piece, writer in
            let prepends = scheme == .always || (scheme == .first && isFirst)
            isFirst = false
            let source = bytes[piece.start..<piece.end]
            if prepends, source.first != 0x20, !source.starts(with: replacement) {
                writer.bytes += replacement
                writer.mark(piece.start, piece.start + 1)
            }
            for index in piece.start..<piece.end {
                if bytes[index] == 0x20 {
                    writer.bytes.append(contentsOf: replacement)
                } else {
                    writer.bytes.append(bytes[index])
                }
                writer.mark(index, index + 1)
            }
        }
        if !splits { return }
        recut(.mergedWithNext) { bytes, piece, collector in
            guard let base = bytes.baseAddress else { return }
            var gap = piece.start
            var index = piece.start
            while index < piece.end {
                let length = min(scalarLength(base[index]), piece.end - index)
                if length == replacement.count, bytes[index..<index + length].elementsEqual(replacement) {
                    if gap < index { collector.add(gap, index, isMatch: false) }
                    collector.add(index, index + length, isMatch: true)
                    gap = index + length
                }
                index += length
            }
            if gap < piece.end { collector.add(gap, piece.end, isMatch: false) }
        }
    }
}
