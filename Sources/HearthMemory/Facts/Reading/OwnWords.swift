// SPDX-License-Identifier: Apache-2.0

import HearthModels

/// The parts of a message that its writer says in their own name: without code, quotations, pasted texts, transcripts
/// and text that imitates the frame of a conversation.
struct OwnWords: Sendable {
    /// As it was written.
    let original: [Character]
    /// The same, one for one, with spaces for the marks of Markdown.
    private(set) var characters: [Character]
    /// The same in lower case, one for one.
    private let lower: [Character]
    /// For each character, whether it is the writer's own.
    private(set) var isOwn: [Bool]
    /// For each character, whether it stands in a short quotation, such as a title, that stays part of its sentence.
    private(set) var isName: [Bool]
    /// Whether anything was left out that somebody else wrote.
    private(set) var hasForeign = false

    init(_ text: String) {
        original = Array(text)
        characters = original
        lower = characters.map { $0.lowercased().first ?? $0 }
        isOwn = Array(repeating: true, count: characters.count)
        isName = Array(repeating: false, count: characters.count)
        leaveOutFrames()
        leaveOutCode()
        leaveOutQuotations()
        leaveOutLines()
        leaveOutPastes()
        // What other people's lines look like is told by their marks, so these go last.
        for (index, isMark) in Markup.marks(in: original).enumerated() where isMark { characters[index] = " " }
    }

    /// The runs of own characters.
    var runs: [Range<Int>] {
        var runs: [Range<Int>] = []
        var start: Int?
        for index in characters.indices where isOwn[index] != (start != nil) {
            if let begin = start { runs.append(begin..<index) }
            start = start == nil ? index : nil
        }
        if let begin = start { runs.append(begin..<characters.count) }
        return runs
    }

    private mutating func leaveOut(_ range: Range<Int>) {
        guard !range.isEmpty else { return }
        StepCounter.add(range.count)
        hasForeign = true
        for index in range { isOwn[index] = false }
    }

    // MARK: Frames of conversations

    /// Leaves out imitations of the marks that part the turns of a conversation, and all that follows: nobody can say
    /// whose it is. A thought that was copied from an answer goes by itself.
    private mutating func leaveOutFrames() {
        for tag in ["think", "thinking", "thought", "reasoning"] {
            leaveOut(from: "<\(tag)>", to: "</\(tag)>")
        }
        let marks = [
            "<|", "|>", "[INST]", "[/INST]", "<<SYS>>", "<s>", "</s>", "<start_of_turn>", "<end_of_turn>",
            "### instruction",
            "### system", "### user", "### assistant", "<system>", "<user>", "<assistant>", "<tool",
        ]
        if let first = marks.compactMap({ find($0) }).min() { leaveOut(first..<characters.count) }
    }

    /// Leaves out all that stands between two marks, and the marks; one that nothing ends goes to the end.
    private mutating func leaveOut(from opening: String, to closing: String) {
        var place = 0
        while let open = find(opening, from: place) {
            place = find(closing, from: open + opening.count).map { $0 + closing.count } ?? characters.count
            leaveOut(open..<place)
        }
    }

    /// Finds the first place of a text among own characters, whatever its case.
    private func find(_ text: String, from start: Int = 0) -> Int? {
        let wanted = Array(text.lowercased())
        guard characters.count >= start + wanted.count else { return nil }
        let found = (start...characters.count - wanted.count).first { at in
            isOwn[at]
                && wanted.indices.allSatisfy { lower[at + $0] == wanted[$0] }
        }
        StepCounter.add((found ?? characters.count) - start)
        return found
    }

    // MARK: Code

    private mutating func leaveOutCode() {
        for fence in ["```", "~~~"] { leaveOut(from: fence, to: fence) }
        var open: Int?
        for index in characters.indices where isOwn[index] {
            if characters[index].isNewline { open = nil }
            guard characters[index] == "`" else { continue }
            if let begin = open { leaveOut(begin..<index + 1) }
            open = open == nil ? index : nil
        }
    }

    // MARK: Quotations

    private static let closing: [Character: Set<Character>] = [
        "\"": ["\""], "“": ["”", "\""], "„": ["“", "”"], "«": ["»"], "‹": ["›"], "‘": ["’", "'"], "'": ["'", "’"],
    ]
    /// A quotation of this many words or fewer is a name or a title.
    private static let wordsOfName = 3

    private mutating func leaveOutQuotations() {
        var index = 0
        // Marks that nothing closes: what no mark behind an earlier one has closed, none behind a later one does.
        var unclosed: Set<Character> = []
        while index < characters.count {
            let mark = characters[index]
            guard isOwn[index], let ends = Self.closing[mark], opens(at: index) else {
                index += 1
                continue
            }
            let close = unclosed.contains(mark) ? nil : closingMark(ends, after: index)
            if close == nil { unclosed.insert(mark) }
            guard let end = close ?? endOfUnclosed(index) else {
                index += 1
                continue
            }
            let words = WordReader.words(in: characters, index + 1..<end)
            let speaks = words.contains { Lexicon.speakers.contains($0.text) }
            if words.count <= Self.wordsOfName, !speaks {
                for inside in index...end { isName[inside] = true }
            } else {
                leaveOut(index..<end + 1)
            }
            index = end + 1
        }
    }

    private func opens(at index: Int) -> Bool {
        let before = index > 0 ? characters[index - 1] : " "
        let after = index + 1 < characters.count ? characters[index + 1] : " "
        if "«‹„“‘".contains(characters[index]) { return true }
        return !before.isLetter && !before.isNumber && !after.isWhitespace
    }

    private func closingMark(_ ends: Set<Character>, after open: Int) -> Int? {
        let found = characters.indices.dropFirst(open + 1).first { index in
            guard ends.contains(characters[index]) else { return false }
            let after = index + 1 < characters.count ? characters[index + 1] : " "
            // An apostrophe inside a word closes nothing.
            return !("'’".contains(characters[index]) && characters[index - 1].isLetter && after.isLetter)
        }
        StepCounter.add((found ?? characters.count) - open)
        return found
    }

    /// A quotation that nobody closes goes to the end of its paragraph, where it was begun with a mark that only opens.
    private func endOfUnclosed(_ open: Int) -> Int? {
        guard "«“„".contains(characters[open]) else { return nil }
        return characters.indices.dropFirst(open + 1).first { characters[$0].isNewline } ?? characters.count - 1
    }

    // MARK: Lines

    /// The lines, without their ends.
    private var lines: [Range<Int>] {
        characters.indices.split(omittingEmptySubsequences: false) { characters[$0].isNewline }.map {
            $0.isEmpty ? $0.startIndex..<$0.startIndex : $0.startIndex..<$0.endIndex
        }
    }

    private func text(_ range: Range<Int>) -> String { String(characters[range]) }

    /// Lines that are no sentences of the writer's: quoted mail, tables, markup, data, transcripts.
    private mutating func leaveOutLines() {
        let lines = lines.filter { !$0.isEmpty }
        let labels = lines.map { Transcript.label(of: text($0)) }
        let isTranscript = labels.count(where: { $0 == .name }) >= 2
        for line in TableRows.rows(among: lines, of: characters) { leaveOut(line) }
        for (line, label) in zip(lines, labels) {
            if label == .role {
                // The frame of a conversation, in words.
                leaveOut(line.lowerBound..<characters.count)
                break
            } else if LineForm.isForeign(text(line)) || isTranscript && label == .name {
                leaveOut(line)
            }
        }
    }

    // MARK: Pastes

    /// Text that the writer announces or asks about, such as a letter to be corrected.
    private mutating func leaveOutPastes() {
        let lines = lines.filter { range in !range.isEmpty && characters[range].contains { !$0.isWhitespace } }
        let rules = lines.filter { PasteMarks.isRule(text($0)) }
        var isAnnounced = false
        for (number, line) in lines.enumerated() where lines.count > 1 {
            if let first = rules.first, line == first {
                leaveOut(first.lowerBound..<(rules.count > 1 ? rules[1].upperBound : characters.count))
                break
            } else if PasteMarks.beginsLetter(text(line)) {
                leaveOut(line.lowerBound..<characters.count)
                break
            } else if isOwn[line.lowerBound], number + 1 < lines.count, PasteMarks.announces(text(line)) {
                guard rules.count >= 2, let first = rules.first, let last = rules.last else {
                    leaveOut(lines[number + 1].lowerBound..<characters.count)
                    break
                }
                // Many lines may announce the same.
                if !isAnnounced { leaveOut(first.lowerBound..<last.upperBound) }
                isAnnounced = true
            }
        }
        if let last = lines.last, lines.count > 1, isOwn[last.lowerBound], PasteMarks.looksBack(text(last)) {
            leaveOut(0..<last.lowerBound)
        }
        // A text on one line after the request for it.
        for line in lines where isOwn[line.lowerBound] {
            if let colon = PasteMarks.endOfRequest(text(line)) { leaveOut(line.lowerBound + colon..<line.upperBound) }
        }
    }
}

extension Array where Element == Range<Int> {
    fileprivate func count(where isCounted: (Element) -> Bool) -> Int { filter(isCounted).count }
}
