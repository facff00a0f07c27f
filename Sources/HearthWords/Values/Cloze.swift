// SPDX-License-Identifier: Apache-2.0

import HearthModels

/// A text with gaps, as Anki writes them: `{{c1::answer::hint}}`. Gaps with one number are one card, and gaps may lie
/// in gaps. Source: Anki's manual, "Card Templates", "Cloze Templates".
public struct Cloze: Sendable, Equatable {
    /// The numbers of the gaps, each once, smallest first; Anki's cards count from 0, gaps from 1.
    public let numbers: [Int]
    private let pieces: [Piece]

    fileprivate indirect enum Piece: Equatable, Sendable {
        case text(String)
        case gap(numbers: [Int], content: [Piece], hint: String?)
    }

    /// Anki numbers gaps up to this.
    public static let mostGaps = 500

    /// Stands between two braces that are no mark of a gap, as a comment does in Anki's HTML, and is not shown: the
    /// word joiner of Unicode.
    package static let divider = "\u{2060}"

    /// - Parameter text: plain. What is not closed, or has another number than 0…500, is text. A gap of the number 0 is
    ///   always filled.
    /// - Returns: `nil` where there is no gap.
    public init?(_ text: String) {
        var reader = ClozeReader(text)
        pieces = reader.pieces()
        guard !reader.numbers.isEmpty else { return nil }
        numbers = reader.numbers.sorted()
    }

    /// With the gaps of one number as `[…]`, or `[hint]`, and all others filled: what a card of that number asks.
    public func question(_ number: Int) -> String { Self.text(pieces) { $0.contains(number) } }

    /// With all gaps open.
    public var open: String { Self.text(pieces, Self.isAsked) }

    /// With all gaps filled.
    public var whole: String { Self.text(pieces) { _ in false } }

    /// Texts of the gaps of a number, with commas between.
    public func answer(_ number: Int) -> String { answers { $0.contains(number) }.joined(separator: ", ") }

    /// Texts of the gaps, in their order; of gaps in gaps, the outer one.
    public var answers: [String] { answers(Self.isAsked) }

    /// Texts of all gaps, with commas between.
    public var solution: String { answers.joined(separator: ", ") }

    private static func isAsked(_ numbers: [Int]) -> Bool { numbers.contains { $0 > 0 } }

    private func answers(_ isWanted: ([Int]) -> Bool) -> [String] {
        var found: [String] = []
        func look(_ pieces: [Piece]) {
            for case .gap(let numbers, let content, _) in pieces {
                if isWanted(numbers) { found.append(Self.text(content) { _ in false }) } else { look(content) }
            }
        }
        look(pieces)
        return found
    }

    private static func text(_ pieces: [Piece], _ isOpen: ([Int]) -> Bool) -> String {
        var text = ""
        for piece in pieces {
            switch piece {
            case .text(let piece): text += piece.withoutDividers
            case .gap(let numbers, _, let hint) where isOpen(numbers): text += "[" + (hint ?? "…") + "]"
            case .gap(_, let content, _): text += Self.text(content, isOpen)
            }
        }
        return text
    }
}

/// Reads a text with gaps once, by bytes: a text of a megabyte has to be read in no time, too.
private struct ClozeReader {
    private let bytes: [UInt8]
    private var position = 0
    /// Index of the first byte that is not in a piece yet.
    private var start = 0
    /// The gaps that are open, the outermost first; the first is no gap but the whole.
    private var open: [Gap] = [Gap(numbers: [], begin: 0)]
    private(set) var numbers: Set<Int> = []

    private struct Gap {
        var numbers: [Int]
        /// Index of its mark.
        var begin: Int
        var content: [Cloze.Piece] = []
        var hint: String?
    }

    /// Deeper gaps are text.
    private static let mostDeep = 8
    private static let opening = Array("{{c".utf8)

    init(_ text: String) { bytes = Array(text.utf8) }

    mutating func pieces() -> [Cloze.Piece] {
        while position < bytes.count {
            if bytes[position] == UInt8(ascii: "{"), open.count <= Self.mostDeep, let (numbers, end) = mark() {
                takeText(upTo: position)
                open.append(Gap(numbers: numbers, begin: position))
                (position, start) = (end, end)
            } else if open.count > 1, bytes[position] == UInt8(ascii: "}"), isTwice(position) {
                takeText(upTo: position)
                close()
                position += 2
                start = position
            } else {
                position += 1
            }
        }
        takeText(upTo: bytes.count)
        while open.count > 1 { giveUp() }
        return open[0].content
    }

    private func isTwice(_ place: Int) -> Bool { place + 1 < bytes.count && bytes[place + 1] == bytes[place] }

    /// The numbers of a gap that begins here, and where its content does; `{{c1,2::` is in two cards.
    private func mark() -> (numbers: [Int], end: Int)? {
        guard bytes[position...].starts(with: Self.opening) else { return nil }
        var (place, numbers, number) = (position + Self.opening.count, [Int](), Int?.none)
        defer { StepCounter.add(place - position) }
        while place < bytes.count, numbers.count < 20 {
            switch bytes[place] {
            case let digit where (0x30...0x39).contains(digit):
                number = (number ?? 0) * 10 + Int(digit - 0x30)
                guard let number, number <= Cloze.mostGaps else { return nil }
            case UInt8(ascii: ","), UInt8(ascii: ":"):
                guard let known = number else { return nil }
                numbers.append(known)
                number = nil
                if bytes[place] == UInt8(ascii: ":") { return isTwice(place) ? (numbers, place + 2) : nil }
            default: return nil
            }
            place += 1
        }
        return nil
    }

    private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// In a gap, what comes after `::` is its hint.
    private mutating func takeText(upTo end: Int) {
        guard start < end else { return }
        StepCounter.add(end - start)
        let last = open.count - 1
        var text = text(start..<end)
        if last > 0, open[last].hint == nil, let divider = bytes[start..<end].firstDivider {
            open[last].hint = self.text(divider + 2..<end)
            text = self.text(start..<divider)
        }
        open[last].content.append(.text(text))
        start = end
    }

    private mutating func close() {
        let gap = open.removeLast()
        numbers.formUnion(gap.numbers.filter { $0 > 0 })
        let hint = gap.hint.flatMap { $0.isEmpty ? nil : $0 }
        open[open.count - 1].content.append(.gap(numbers: gap.numbers, content: gap.content, hint: hint))
    }

    /// A gap that nothing closes is text, and what lies in it stays.
    private mutating func giveUp() {
        let gap = open.removeLast()
        let mark = "{{c" + gap.numbers.map(String.init).joined(separator: ",") + "::"
        open[open.count - 1].content.append(.text(mark))
        open[open.count - 1].content += gap.content
        if let hint = gap.hint { open[open.count - 1].content.append(.text("::" + hint)) }
    }
}

extension String {
    /// The text without what keeps braces apart.
    fileprivate var withoutDividers: String {
        guard utf8.contains(0xE2) else { return self }
        return replacing("}" + Cloze.divider, with: "}").replacing(Cloze.divider + "{", with: "{")
    }
}

extension ArraySlice<UInt8> {
    /// Index of the first two colons.
    fileprivate var firstDivider: Int? {
        indices.dropLast().first { self[$0] == UInt8(ascii: ":") && self[$0 + 1] == UInt8(ascii: ":") }
    }
}

extension FlashcardContent {
    /// The text with gaps that it asks; `nil` for a word.
    public var gaps: Cloze? { cloze.flatMap(Cloze.init) }

    /// Takes a text that may have gaps: the word is the text with open gaps, the translation what belongs into them,
    /// the definition both together. A translation and a definition of its own stay. A text without gaps is the word.
    /// - Returns: whether there are gaps.
    @discardableResult
    public mutating func take(_ text: String) -> Bool {
        guard let gaps = text.utf8.contains(UInt8(ascii: "{")) ? Cloze(text) : nil else {
            (word, cloze) = (text, nil)
            return false
        }
        let own = cloze == nil ? (translation, definition) : (ownTranslation, ownDefinition)
        (word, cloze) = (gaps.open, text)
        translation = own.0.isEmpty ? gaps.solution : own.0
        definition = own.1.isEmpty ? gaps.whole : own.1
        return true
    }

    /// The translation; of a text with gaps, only where it says something else than the gaps do.
    public var ownTranslation: String { own(translation) }

    /// The definition; of a text with gaps, only where it says something else than the gaps do.
    public var ownDefinition: String { own(definition) }

    private func own(_ text: String) -> String {
        guard let gaps else { return text }
        // A form may have changed its white space.
        let words = text.split(whereSeparator: \.isWhitespace)
        let isSaid = [gaps.solution, gaps.whole].contains { $0.split(whereSeparator: \.isWhitespace) == words }
        return isSaid ? "" : text
    }

    /// The cards that a word gets: one for each gap, else those of the deck. A word without a meaning is asked once.
    public func directions(_ settings: DeckSettings) -> [Direction] {
        if let gaps { return gaps.numbers.map { Direction(rawValue: $0 - 1) } }
        if meaning.isEmpty { return [.recognition] }
        return settings.directions.isEmpty ? [.recognition] : settings.directions
    }
}
