// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HearthMemory
import HearthModels

@testable import HearthWeb

/// The pages of the journal, as full as they can be.
struct JournalPageSamples {
    private let site: Pages
    private let say: Phrases
    private let journal: JournalContext
    private let today = JournalDay(number: 20_778)

    init(_ site: Pages, _ say: Phrases) {
        (self.site, self.say) = (site, say)
        journal = JournalContext(pages: site, kept: nil)
    }

    var all: [any Page] { entries + views + asking + talks + files + work }

    private func entry(_ text: String = "Half a violin\n\nLise laughed in the kitchen.", daysAgo: Int = 1)
        -> JournalEntry
    {
        var entry = JournalEntry(
            id: "E\(daysAgo)", day: today.adding(-daysAgo), minute: 1_272, text: text, mood: .bright,
            tags: ["music"], createdAt: someEvening, language: "en")
        entry.photos = [JournalPhoto(id: "P", kind: .png, width: 4, height: 3, size: 90)]
        return entry
    }

    private var summaries: [JournalDaySummary] {
        [
            JournalDaySummary(day: today.adding(-1), entries: 1, mood: .bright),
            JournalDaySummary(day: today.adding(-2), entries: 1, mood: nil),
        ]
    }

    private var draft: JournalDraft {
        JournalDraft(entry: "D", day: today, text: "The market", mood: .good, changedAt: someEvening)
    }

    private var fact: Fact {
        let evidence = FactEvidence(utterance: "E1", session: "journal", quote: "Lise laughed", date: someEvening)
        return Fact(
            id: "f", statement: "Lise laughed", subject: "Lise", kind: .people, isNegative: false, time: nil,
            confidence: 1, validFrom: someEvening, validUntil: nil, supersededBy: nil, evidence: [evidence])
    }

    private var talk: JournalDraft {
        var (draft, talk) = (draft, GuidedTalk(language: "en", exchanges: []))
        for answer in ["The market with Yann.", ""] {
            talk.ask("What stayed with you today?")
            talk.answer(answer)
        }
        talk.ask("And then?")
        draft.talk = talk
        return draft
    }

    private var entries: [any Page] {
        var shown = TodayPage.Contents()
        (shown.entries, shown.week, shown.onThisDay) = ([entry()], summaries, [entry(daysAgo: 365)])
        (shown.draft, shown.talk) = (draft, talk)
        var form = EntryForm(entry(), say).renewed(entry(), draft)
        (form.other, form.back) = ("The other", "/journal/calendar?month=2026-11")
        return [
            TodayPage(shown, mood: .good, deleted: "E", today: today, say),
            TodayPage(TodayPage.Contents(), mood: nil, deleted: nil, today: today, say),
            WritePage(form, photos: entry().photos, isNew: true, isDraft: true, fault: "No.", say),
            helped, doubted,
        ]
    }

    /// An entry whose writer is shown whom to call.
    private var helped: EntryPage {
        var page = EntryPage(entry(), [fact], isSaved: true, today: today, site.markdown(say), say)
        page.care = CareView(CareMark(.french), .init(country: "FR", machine: "kitchen"), say)
        return page
    }

    private var numbers: CareView {
        CareView(CareMark(.english, .danger, .soft), .init(country: "GB", machine: "kitchen"), say)
    }

    /// A form whose writer is shown the numbers below it.
    private var doubted: WritePage {
        var page = WritePage(EntryForm(entry(), say), photos: [], isNew: true, isDraft: true, say)
        page.care = numbers
        return page
    }

    private var views: [any Page] {
        let found = JournalFinding(entry: entry(), excerpt: "\u{E000}violin\u{E001}")
        let themes = JournalThemes([entry(), entry(daysAgo: 3)], limit: 4).themes
        var overview = JournalOverview()
        (overview.entries, overview.first) = (2, today.adding(-9))
        return [
            CalendarPage(
                today.monthStart.adding(-1).monthStart,
                summaries.map { JournalDaySummary(day: $0.day.adding(-30), entries: 1, mood: $0.mood) },
                entries: [entry(daysAgo: 31)], chosen: today.adding(-31), hasReflection: true, today: today, say),
            JournalSearchPage("violin", tag: "", [found], overview, today: today, say),
            JournalSearchPage("", tag: "music", [], overview, today: today, say),
            JournalSearchPage("violin", tag: "", [found, found], shown: 1, overview, today: today, say),
            JournalSearchPage(
                "violin", tag: "", Array(repeating: found, count: 1_201), shown: 1_200, overview, today: today, say),
            OnThisDayPage(today, [entry(daysAgo: 365)], today: today, site.markdown(say), say),
            OnThisDayPage(today, [], today: today, site.markdown(say), say),
            MoodsPage(summaries, [entry(), entry(daysAgo: 3)], themes, today: today, say),
            MoodsPage([], [], [], today: today, say),
        ]
    }

    private var asking: [any Page] {
        let source = JournalSource(entry: entry(), quote: "Lise laughed in the kitchen.")
        var answer = JournalAnswer(question: "When did Lise laugh?")
        (answer.sentences, answer.sources) = ([CitedSentence("Lise laughed.", source: 0, isQuote: true)], [source])
        var none = JournalAnswer(question: "Lisbon?")
        none.closest = source
        var draft = ReflectionDraft(period: .week, firstDay: today.weekStart)
        (draft.sentences, draft.sources, draft.question) = (answer.sentences, [source], "Has he answered?")
        let kept = Reflection(
            id: "R", period: .week, firstDay: today.weekStart,
            lines: [.init("Lise laughed.", entry: entry().id), .init("Mine.", entry: nil)],
            question: "Why?", createdAt: someEvening)
        let (themes, overview) = (JournalThemes([entry(), entry(daysAgo: 3)], limit: 3).themes, JournalOverview())
        func look(_ content: ReflectionPage.Content, _ entries: [JournalEntry]) -> ReflectionPage {
            ReflectionPage(
                .week, today.adding(-7), content, entries, summaries, today: today, isSaved: true, "kitchen", say)
        }
        let two = [entry(), entry(daysAgo: 3)]
        var (asked, written) = (AskPage("?", answer, overview, themes, today: today, journal, say), look(.none, two))
        (asked.sentTo, written.sentTo) = ("Sent to ai.example.", "Sent to ai.example.")
        return [
            asked, AskPage("?", none, overview, [], today: today, journal, say),
            written, look(.kept(kept), two), look(.draft(draft, key: "k", false), two),
            look(.draft(draft, key: "k", true), two), look(.none, []),
        ]
    }

    private var talks: [any Page] {
        var page = TalkPage(talk, model: .ready, say)
        page.care = numbers
        return [page, TalkPage(talk, model: .ready, say)]
    }

    private var files: [any Page] {
        var batch = JournalImport(name: "Nora.zip", kind: .dayOne)
        batch.entries = [.init(day: today, text: "First tooth\n\nShe bit the spoon."), .init(day: today, text: "")]
        batch.entries[0].mood = .good
        for reason in JournalImport.Reason.allCases { batch.leaveOut(reason) }
        return [
            JournalImportPage(fault: "No.", say),
            JournalPreviewPage(batch, key: "k", canLearn: true, today: today, say),
            JournalPreviewPage(JournalImport(name: "n", kind: .markdown), key: "k", canLearn: true, today: today, say),
            JournalImportedPage(.init(batch), say), JournalExportPage(JournalOverview(), today: today, say),
            JournalErasePage(isDone: true, today: today, say),
            JournalErasePage(
                .init(today.adding(-1), [entry()], today: today, say), today: today, say),
        ]
    }

    private var work: [any Page] {
        var jobs = [JournalJobs.Job(kind: .importing, fraction: 0.4, back: "/journal")]
        jobs.append(JournalJobs.Job(kind: .asking, back: "/journal"))
        jobs.append(
            JournalJobs.Job(kind: .reading, state: .failed(WebError(.badRequest, .input, "no")), back: "/journal"))
        let error = JournalError(.damaged, "Hearth-upload-1: a.json: line 1, column 2: expected a key")
        jobs.append(JournalJobs.Job(kind: .reading, state: .refused(error), back: "/journal"))
        jobs.append(JournalJobs.Job(kind: .reading, state: .cancelled, back: "/journal"))
        return jobs.map { JournalJobPage($0, at: "/journal/ask/k", say) }
    }
}
