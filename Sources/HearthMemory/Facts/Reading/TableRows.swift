// SPDX-License-Identifier: Apache-2.0

/// Rows of a table whose cells have commas, semicolons or tabs between them (CSV, RFC 4180).
///
/// Sentences have a space behind a comma, and seldom as many commas as the line before.
enum TableRows {
    /// Lines that stand one behind another and have the same separators, four of them in all at least.
    static func rows(among lines: [Range<Int>], of characters: [Character]) -> [Range<Int>] {
        var (found, run): ([Range<Int>], [Range<Int>]) = ([], [])
        var last: Separators?
        for line in lines {
            let separators = Separators(characters[line])
            if separators != last || separators == nil {
                found += rows(run, last)
                run = []
            }
            run.append(line)
            last = separators
        }
        return found + rows(run, last)
    }

    private static func rows(_ run: [Range<Int>], _ separators: Separators?) -> [Range<Int>] {
        guard let separators, run.count > 1, run.count * separators.count >= 4 else { return [] }
        return run
    }

    private struct Separators: Equatable {
        let mark: Character
        let count: Int

        /// - Returns: `nil` for a line without any, and for one that has a space behind one.
        init?(_ line: ArraySlice<Character>) {
            guard let found = ["\t", ";", ","].first(where: { line.contains($0) }) else { return nil }
            var (isQuoted, count) = (false, 0)
            for index in line.indices {
                if line[index] == "\"" { isQuoted.toggle() }
                guard line[index] == found, !isQuoted else { continue }
                let next = index + 1 < line.endIndex ? line[index + 1] : "-"
                guard next != " ", next != "\u{A0}" else { return nil }
                // "2,5" is a number.
                let before = index > line.startIndex ? line[index - 1] : "-"
                if found != "," || !(before.isNumber && next.isNumber) { count += 1 }
            }
            guard count > 0 else { return nil }
            (mark, self.count) = (found, count)
        }
    }
}
