// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthMemory
import HearthModels

/// A week or a month: its moods, what was written about it, and what came up.
struct ReflectionPage: Page {
    static let template = "journal-reflection"

    let title: String
    let span: String
    let back = "/journal"
    let backLabel: String
    let period: String
    let day: String
    let before: String
    let after: String?
    /// Of a week; empty for a month.
    let week: [WeekDayView]
    let hasWeek: Bool
    let weekLabel: String
    let sentences: [CitedSentenceView]
    let hasText: Bool
    let writtenBy: String
    let sources: [SourceView]
    let themes: [ThemeView]
    let hasThemes: Bool
    let question: QuestionView?
    /// The draft, if there is one.
    let draft: DraftView?
    /// The identifier of the saved reflection, if there is one.
    let kept: String?
    /// Nothing was written in it.
    let isEmpty: Bool
    let canWrite: Bool
    let writeLabel: String
    let isSaved: Bool
    /// Tells where entries are sent; `nil` where they stay on this machine.
    var sentTo: String?

    enum Content: Sendable {
        case none
        case kept(Reflection)
        case draft(ReflectionDraft, key: String, _ isEditing: Bool)
    }

    struct ThemeView: Sendable {
        let name: String
        let count: String
        let address: String
    }

    struct QuestionView: Sendable {
        let text: String
        let address: String
    }

    struct DraftView: Sendable {
        let address: String
        /// The text while it is being edited; `nil` otherwise.
        let text: TextView?
        let isReading: Bool
    }

    struct TextView: Sendable {
        let value: String
    }

    init(
        _ period: Reflection.Period, _ day: JournalDay, _ content: Content, _ entries: [JournalEntry],
        _ days: [JournalDaySummary], today: JournalDay, isSaved: Bool, _ machine: String, _ say: Phrases
    ) {
        let range = period.days(around: day)
        title = say(period == .week ? "journal.yourWeek" : "journal.yourMonth")
        span =
            period == .month
            ? "\(say.month(day)) \(day.year)"
            : Self.span(range, today, say)
        backLabel = say("journal.backTo")
        self.period = period.rawValue
        self.day = "\(range.lowerBound)"
        before = "/journal/\(period.rawValue)?day=\(range.lowerBound.adding(-1))"
        let next = range.upperBound.adding(1)
        after = next > today ? nil : "/journal/\(period.rawValue)?day=\(next)"
        week = period == .week ? WeekDayView.week(of: day, days, today: today, say) : []
        hasWeek = period == .week
        weekLabel = say.count("journal.weekWritten", days.count)
        let shown = ReadableText(content, entries, today: today, say)
        (sentences, question) = (shown.sentences, shown.question)
        hasText = !shown.sentences.isEmpty && shown.draft?.text == nil
        sources = shown.sources.enumerated().map { SourceView($1, place: $0, today: today, say) }
        var values = ["all": say.number(entries.count), "machine": machine]
        if case .draft(let draft, _, _) = content, let host = draft.model.flatMap(RemoteModel.host(awayOf:)) {
            values["machine"] = host
        }
        writtenBy =
            shown.byModel.map {
                say.count($0 ? "journal.writtenFrom" : "journal.quotedFrom", shown.sources.count, values)
            } ?? ""
        themes = JournalThemes(entries, limit: period == .week ? 5 : 8).themes.map {
            ThemeView(
                name: $0.name, count: say.count("journal.entriesInMonth", $0.entries.count),
                address: "/journal/search?q=\($0.name.escapedForAddress)")
        }
        hasThemes = !themes.isEmpty
        draft = shown.draft
        kept = shown.kept
        isEmpty = entries.isEmpty
        canWrite = shown.draft == nil && entries.contains { $0.text.contains(where: \.isLetter) }
        writeLabel = say(
            shown.kept == nil ? (period == .week ? "journal.writeWeek" : "journal.writeMonth") : "journal.writeAgain")
        self.isSaved = isSaved
    }

    /// 16 to 21 November.
    private static func span(_ range: ClosedRange<JournalDay>, _ today: JournalDay, _ say: Phrases) -> String {
        let (first, last) = (range.lowerBound, range.upperBound)
        let begin = first.month == last.month ? say.dayOfMonth(first) : say.day(first, today)
        return say("journal.span", ["first": begin, "last": say.day(last, today)])
    }

    /// The content as the page shows it.
    private struct ReadableText {
        var sentences: [CitedSentenceView] = []
        var sources: [JournalSource] = []
        var question: QuestionView?
        var draft: DraftView?
        var kept: String?
        var byModel: Bool?

        init(_ content: Content, _ entries: [JournalEntry], today: JournalDay, _ say: Phrases) {
            switch content {
            case .none: break
            case .draft(let draft, let key, let isEditing):
                sources = draft.sources
                sentences = draft.sentences.map { CitedSentenceView($0, draft.sources, today: today, say) }
                question = QuestionView(draft.question)
                byModel = draft.model != nil
                let text = draft.lines(say).map(\.text).joined(separator: "\n")
                self.draft = DraftView(
                    address: "/journal/reflections/\(key)", text: isEditing ? TextView(value: text) : nil,
                    isReading: !isEditing)
            case .kept(let reflection):
                show(reflection, entries, say)
            }
        }

        private mutating func show(_ reflection: Reflection, _ entries: [JournalEntry], _ say: Phrases) {
            for line in reflection.lines {
                let entry = entries.first { $0.id == line.entry }
                var place: Int?
                if let entry {
                    place = sources.firstIndex { $0.entry.id == entry.id }
                    if place == nil {
                        sources.append(
                            JournalSource(entry: entry, quote: entry.titled.body.plainOfMarkdown.cut(to: 160)))
                        place = sources.count - 1
                    }
                }
                sentences.append(CitedSentenceView(line.text, source: place, say))
            }
            question = QuestionView(reflection.question)
            kept = reflection.id
        }
    }
}

extension ReflectionPage.QuestionView {
    init?(_ question: String?) {
        guard let question else { return nil }
        self.init(text: question, address: "/journal/talk?about=\(question.escapedForAddress)")
    }
}

extension ReflectionDraft {
    /// Its sentences as they would be kept.
    func lines(_ say: Phrases) -> [Reflection.Line] {
        sentences.map {
            Reflection.Line($0.told(sources, today: firstDay, say), entry: sources[$0.source].entry.id)
        }
    }

    /// The same after the user has edited them: what is as it was keeps its source, and what is not is theirs.
    func lines(edited text: String, _ say: Phrases) -> [Reflection.Line] {
        let before = lines(say)
        return text.prefix(20_000).split(whereSeparator: \.isNewline).map { String($0).trimmed }
            .filter { !$0.isEmpty }.prefix(60).map { line in
                Reflection.Line(line, entry: before.first { $0.text == line }?.entry)
            }
    }
}
