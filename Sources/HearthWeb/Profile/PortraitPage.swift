// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthMemory

/// The user's portrait, in lines by what they are about.
struct PortraitPage: Page {
    static let template = "you"

    let title: String
    let top: ProfileTop
    let head: Head
    let hasHead: Bool
    let sections: [SectionView]
    /// Sections of which nothing is known yet, to be added to.
    let others: [AddLink]
    let isEmpty: Bool
    /// How many facts wait, in words.
    let waiting: String?
    /// Whether the memory learns, in a word.
    let memory: String
    /// The address that shows hidden lines, or no longer.
    let hidden: HiddenLink?
    let sheet: EvidenceSheet?
    let notice: ActNotice?

    struct HiddenLink: Sendable {
        let address: String
        let label: String
    }

    /// Data that the page shows.
    struct Contents {
        let lines: [ProfileLine]
        /// All facts, also those that no longer hold.
        let facts: [Fact]
        let queued: Int
        var showsHidden = false
        var isPaused = false
    }

    init(
        _ contents: Contents, sheet: EvidenceSheet? = nil, notice: ActNotice? = nil, _ clock: WallClock, _ say: Phrases
    ) {
        title = say("you.title")
        let current = contents.facts.filter(\.isCurrent)
        top = ProfileTop(.portrait, facts: current.count, say)
        let head = Head(current, contents.lines, say.memoryLanguage)
        self.head = head
        let hasHead = head.name != nil || head.home != nil
        let past = PastFacts(contents.facts)
        let all = ProfileLine.Section.allCases.map { SectionView($0, contents, current, past, head, clock, say) }
        let shown = all.filter(\.isShown)
        others = all.filter { !$0.isShown && $0.id != ProfileLine.Section.said.rawValue }.map(\.add)
        (sections, self.hasHead, isEmpty) = (shown, hasHead, shown.isEmpty && !hasHead)
        waiting = contents.queued == 0 ? nil : say.count("you.waiting", contents.queued)
        memory = say(contents.isPaused ? "companion.paused" : "companion.on")
        let count = contents.lines.filter(\.isHidden).count
        hidden =
            count == 0
            ? nil
            : HiddenLink(
                address: contents.showsHidden ? "/you" : "/you?hidden=1",
                label: contents.showsHidden ? say("you.hideHidden") : say.count("you.showHidden", count))
        (self.sheet, self.notice) = (sheet, notice)
    }
}

extension PortraitPage.SectionView {
    fileprivate var isShown: Bool { hasLines || hasPeople || hasPast }

    fileprivate init(
        _ section: ProfileLine.Section, _ contents: PortraitPage.Contents, _ current: [Fact],
        _ past: PastFacts, _ head: PortraitPage.Head, _ clock: WallClock, _ say: Phrases
    ) {
        let facts = Dictionary(current.map { ($0.id, $0) }) { first, _ in first }
        let lines = contents.lines.filter { line in
            line.section == section && (contents.showsHidden || !line.isHidden)
                && !line.facts.allSatisfy(head.told.contains)
        }.reversed().map { (line: $0, facts: $0.facts.compactMap { facts[$0] }) }
        let isPinned = { (one: (line: ProfileLine, facts: [Fact])) in
            one.line.isPinned || one.facts.contains(where: \.isPinned)
        }
        let sorted = lines.filter(isPinned) + lines.filter { !isPinned($0) }
        let isPeople = section == .people
        id = section.rawValue
        title = say("you.section_\(id)")
        self.lines = isPeople ? [] : sorted.map { PortraitPage.LineView($0.line, $0.facts, clock, say) }
        people = isPeople ? sorted.map { PortraitPage.CardView($0.line, $0.facts, clock, say) } : []
        self.past = past[section].map { PortraitPage.PastView($0, clock, say) }
        (hasLines, hasPeople, hasPast) = (!self.lines.isEmpty, !people.isEmpty, !self.past.isEmpty)
        add = PortraitPage.AddLink(section, say)
        note = section == .said && self.lines.contains { $0.undecided != nil } ? say("you.saidNote") : nil
    }
}

/// The parts of the area, above each of its lists.
struct ProfileTop: Sendable {
    enum Part { case portrait, facts }

    let isPortrait: Bool
    let isFacts: Bool
    let count: String

    init(_ part: Part, facts: Int, _ say: Phrases) {
        (isPortrait, isFacts, count) = (part == .portrait, part == .facts, say.number(facts))
    }
}
