// SPDX-License-Identifier: Apache-2.0

/// How much work a text would be for cmark-gfm and for a page, at most; found in one pass over it.
///
/// cmark-gfm looks at a whole paragraph again for some of the marks in it, at all open quotes and lists for each line,
/// and fills each row of a table up to its width, so that a few kilobytes can take seconds and a gigabyte. What is
/// counted here is never less than that, whatever the text is. Fenced code is free where it certainly is code.
struct MarkdownCost {
    /// About 0.4 ns each; measured on 2026-11-23 with cmark-gfm 0.29.0.gfm.6.
    private(set) var steps = 0
    /// Of all tables.
    private(set) var cells = 0
    /// How many quotes, lists and footnotes are open at once.
    private(set) var depth = 0
    /// Bytes of addresses and titles of references, once for each place that could refer to them.
    var copies: Int { longestReference * brackets }

    static let mostBytes = 300_000
    static let mostSteps = 400_000_000
    static let mostCells = 20_000
    static let mostDepth = 40
    static let mostCopies = 20_000_000

    private let bytes: Int
    private var run = Run()
    /// The fence that opened the current code block; `nil` outside code.
    private var fence: Fence?
    /// Whether all code so far was fenced by lines that begin with their fence, so that a fence opens or closes code
    /// for cmark-gfm where it does so here. Raw HTML could hide one.
    private var knowsFences = true
    private var longestReference = 0
    private var brackets = 0

    /// The lines since the last empty one, which are one paragraph or several blocks.
    private struct Run {
        var bytes = 0
        var lines = 0
        /// Marks that make cmark-gfm look back or ahead in a paragraph.
        var marks = 0
        var pipes = 0
        /// Of the tables that may have begun in it.
        var columns = 0
        /// Offset in the run of the first line that may define a reference.
        var reference: Int?
        var hasReference = false
    }

    init(_ text: [UInt8]) {
        bytes = text.count
        guard bytes <= Self.mostBytes else { return }
        for line in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) { add(line) }
        endRun()
    }

    var isBearable: Bool {
        bytes <= Self.mostBytes && steps <= Self.mostSteps && cells <= Self.mostCells && depth <= Self.mostDepth
            && copies <= Self.mostCopies
    }

    private mutating func add(_ line: ArraySlice<UInt8>) {
        if let open = fence {
            if open.isClosed(by: line) { fence = nil }
            return
        }
        if knowsFences, let open = Fence(line) {
            endRun()
            fence = open
            return
        }
        let start = LineStart(line)
        if line[start.end...].first == UInt8(ascii: "<") || Fence(line[start.end...]) != nil { knowsFences = false }
        depth = max(depth, start.opened + min(start.columns / 2, depth))
        steps += 64 * depth
        if start.end == line.endIndex, start.opened == 0 { return endRun() }

        let pipes = line.count { $0 == UInt8(ascii: "|") }
        steps += 4 * pipes * pipes
        cells += run.columns
        if isDelimiterRow(line) {
            // The paragraph so far is read as the head of a table.
            steps += (run.lines + run.pipes) * run.bytes
            run.columns += pipes + 1
            cells += pipes + 1
        }
        if start.mayBeReference, run.reference == nil { run.reference = run.bytes }
        take(line)
        run.pipes += pipes
        run.bytes += line.count + 1
        run.lines += 1
    }

    private mutating func take(_ line: ArraySlice<UInt8>) {
        var previous: UInt8 = 0
        for byte in line {
            if Self.isMark[Int(byte)] { run.marks += 1 }
            if byte == UInt8(ascii: "]") { brackets += 1 }
            if byte == UInt8(ascii: ":"), previous == UInt8(ascii: "]"), run.reference != nil {
                run.hasReference = true
            }
            previous = byte
        }
    }

    private mutating func endRun() {
        steps += run.marks * run.bytes
        if run.hasReference, let start = run.reference { longestReference = max(longestReference, run.bytes - start) }
        run = Run()
    }

    private static let isMark: [Bool] = {
        let marks = Set("*_~[]!<`:@&()".utf8)
        return (UInt8.min...UInt8.max).map(marks.contains)
    }()

    /// Whether a line may stand below a table's head. One of dashes alone stands below a heading.
    private func isDelimiterRow(_ line: ArraySlice<UInt8>) -> Bool {
        let row = line.drop { $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        return row.allSatisfy { "|-: \t".utf8.contains($0) } && row.contains(UInt8(ascii: "-"))
            && row.contains { $0 == UInt8(ascii: "|") || $0 == UInt8(ascii: ":") }
    }
}

/// A line of three or more backquotes or tildes.
private struct Fence {
    private let mark: UInt8
    private let width: Int

    /// - Parameter line: begins with the fence.
    init?(_ line: ArraySlice<UInt8>) {
        guard let mark = line.first, mark == UInt8(ascii: "`") || mark == UInt8(ascii: "~") else { return nil }
        let rest = line.drop { $0 == mark }
        guard line.count - rest.count >= 3, mark == UInt8(ascii: "~") || !rest.contains(mark) else { return nil }
        (self.mark, width) = (mark, line.count - rest.count)
    }

    func isClosed(by line: ArraySlice<UInt8>) -> Bool {
        let text = line.drop { $0 == UInt8(ascii: " ") }
        let rest = text.drop { $0 == mark }
        return line.count - text.count <= 3 && text.count - rest.count >= width
            && rest.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    }
}

/// Marks at the start of a line that may open quotes, lists and footnotes.
private struct LineStart {
    private(set) var opened = 0
    /// How far blanks indent what follows.
    private(set) var columns = 0
    /// Index of the first byte after them.
    private(set) var end: Int
    var mayBeReference = false

    init(_ line: ArraySlice<UInt8>) {
        end = line.startIndex
        // Past the limit it no longer matters how deep; stopping there, a line is not read once for each mark in it.
        while end < line.endIndex, opened <= MarkdownCost.mostDepth {
            switch line[end] {
            case UInt8(ascii: " "): columns += 1
            case UInt8(ascii: "\t"): columns += 4
            case UInt8(ascii: ">"): opened += 1
            default:
                if isRule(line[end...]) { return }
                guard let width = listMark(line[end...]) ?? noteMark(line[end...]) else {
                    mayBeReference = line[end] == UInt8(ascii: "[")
                    return
                }
                opened += 1
                end += width - 1
            }
            end += 1
        }
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

    /// The width of `-`, `+`, `*`, `1.` or `1)` where a blank or nothing follows.
    private func listMark(_ text: ArraySlice<UInt8>) -> Int? {
        let digits = text.prefix(10).prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
        guard let mark = text.dropFirst(digits.count).first,
            (digits.isEmpty ? "-+*" : ".)").utf8.contains(mark),
            text.dropFirst(digits.count + 1).first.map(Self.isBlank) ?? true
        else { return nil }
        return digits.count + 1
    }

    /// The width of `[^name]:`.
    private func noteMark(_ text: ArraySlice<UInt8>) -> Int? {
        guard text.starts(with: "[^".utf8), let close = text.firstIndex(of: UInt8(ascii: "]")),
            text[close...].starts(with: "]:".utf8)
        else { return nil }
        return close + 2 - text.startIndex
    }

    /// Whether a line is a rule: three or more of one mark, which open no lists.
    private func isRule(_ text: ArraySlice<UInt8>) -> Bool {
        guard let mark = text.first, mark == UInt8(ascii: "-") || mark == UInt8(ascii: "*") else { return false }
        return text.allSatisfy { $0 == mark || Self.isBlank($0) } && text.count { $0 == mark } >= 3
    }
}
