// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthMemory

/// The user's portrait, in lines by what they are about.
struct PortraitPage: Page {
    static let template = "you"

    let title: String
    let top: ProfileTop
    let sections: [SectionView]
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

    struct SectionView: Sendable {
        let title: String
        let lines: [LineView]
        let people: [LineView]
        let hasLines: Bool
        let hasPeople: Bool
    }

    struct LineView: Sendable {
        let address: String
        let text: String
        /// Whom it is about; empty for the user.
        let person: String
        /// How many sources, and since when.
        let note: String
        let isPinned: Bool
        let isHidden: Bool
    }

    /// Data that the page shows.
    struct Contents {
        let lines: [ProfileLine]
        let facts: [Fact]
        let queued: Int
        var showsHidden = false
        var isPaused = false
    }

    init(
        _ contents: Contents, sheet: EvidenceSheet? = nil, notice: ActNotice? = nil, _ clock: WallClock, _ say: Phrases
    ) {
        title = say("you.title")
        top = ProfileTop(.portrait, facts: contents.facts.count, say)
        let facts = Dictionary(contents.facts.map { ($0.id, $0) }) { first, _ in first }
        let lines = contents.lines.filter { contents.showsHidden || !$0.isHidden }
        let views = ProfileLine.Section.allCases.map { section in
            let newest = lines.filter { $0.section == section }.reversed().map { LineView($0, facts, clock, say) }
            let own = newest.filter(\.isPinned) + newest.filter { !$0.isPinned }
            let isPeople = section == .people
            return SectionView(
                title: say("you.section_\(section.rawValue)"), lines: isPeople ? [] : own, people: isPeople ? own : [],
                hasLines: !isPeople && !own.isEmpty, hasPeople: isPeople && !own.isEmpty)
        }
        sections = views.filter { $0.hasLines || $0.hasPeople }
        isEmpty = sections.isEmpty
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

extension PortraitPage.LineView {
    init(_ line: ProfileLine, _ facts: [Fact.ID: Fact], _ clock: WallClock, _ say: Phrases) {
        address = "/you/lines/\(line.id.pathPart)"
        let known = line.facts.compactMap { facts[$0] }
        person = line.section == .people ? known.lazy.compactMap(\.person).first ?? line.text : ""
        text = line.text
        let sources = known.reduce(0) { $0 + $1.evidence.count }
        let since = known.map(\.validFrom).min().map { say("you.since", ["day": say.day($0, clock)]) }
        let count = say.count(line.section == .people ? "you.mentions" : "you.sources", sources)
        note = [count, since].compactMap { $0 }.joined(separator: " · ")
        (isPinned, isHidden) = (line.isPinned || known.contains(where: \.isPinned), line.isHidden)
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
