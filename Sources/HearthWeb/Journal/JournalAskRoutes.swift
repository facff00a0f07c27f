// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HearthMemory
import HearthModels
import Hummingbird

/// Questions to the journal, and looks back at a week or a month.
struct JournalAskRoutes: Sendable {
    let journal: JournalContext
    let work: JournalJobs
    let models: any ModelHost
    let backgroundJobs: BackgroundJobs

    // MARK: Asking

    @Sendable func ask(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await journal.pages.locale(request)
        let store = try journal.journal(locale).store
        let question = request.query.get("q")?.trimmed(to: 400) ?? ""
        var page = AskPage(
            question, nil, try await store.overview(), try await themes(store), today: journal.today, journal,
            locale.text
        )
        page.sentTo = await journal.sentTo(locale.text)
        return try await journal.response(page, locale, to: request)
    }

    @Sendable func begin(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await journal.pages.locale(request)
        let (kept, question) = (try journal.journal(locale), context.form["q"]?.trimmed(to: 400) ?? "")
        guard !question.isEmpty else { return .redirect(to: "/journal/ask") }
        let (now, calendar) = (journal.now, journal.pages.clock.calendar)
        let key = await work.begin(.asking, back: "/journal/ask?q=\(question.escapedForAddress)") { key in
            let foregroundWork = backgroundJobs.beginForegroundWork()
            defer { withExtendedLifetime(foregroundWork) {} }
            let answer = try await kept.answer(
                question, model: await JournalModel(models), now: now, calendar: calendar
            ) { try await work.show(key, written: $0) }
            return .answer(answer)
        }
        return .redirect(to: "/journal/ask/\(key)")
    }

    @Sendable func answer(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await journal.pages.locale(request)
        let (key, job) = try await job(context, locale)
        guard case .done(.answer(let answer)) = job.state else {
            return try await going(job, "/journal/ask/\(key)", locale, request)
        }
        try await check(answer.sources + [answer.closest].compactMap { $0 }, of: key, locale)
        let store = try journal.journal(locale).store
        var page = AskPage(
            answer.question, answer, try await store.overview(), try await themes(store), today: journal.today, journal,
            locale.text)
        page.sentTo = await journal.sentTo(locale.text)
        return try await journal.response(page, locale, to: request)
    }

    /// Finds themes that come up often, to ask about next.
    private func themes(_ store: any JournalStore) async throws -> [JournalThemes.Theme] {
        var query = JournalQuery()
        query.limit = 60
        return JournalThemes(try await store.entries(query), limit: 3).themes
    }

    // MARK: Looking back

    @Sendable func week(_ request: Request, _ context: WebContext) async throws -> Response {
        try await lookBack(.week, request)
    }

    @Sendable func month(_ request: Request, _ context: WebContext) async throws -> Response {
        try await lookBack(.month, request)
    }

    private func lookBack(_ period: Reflection.Period, _ request: Request) async throws -> Response {
        let locale = try await journal.pages.locale(request)
        let kept = try journal.journal(locale)
        let day = request.query.get("day").flatMap { JournalDay($0) } ?? journal.today
        let range = period.days(around: day)
        let reflection = try await kept.store.reflections(range.lowerBound...range.lowerBound).last {
            $0.period == period
        }
        return try await page(period, day, reflection.map { .kept($0) } ?? .none, locale, request)
    }

    private func page(
        _ period: Reflection.Period, _ day: JournalDay, _ content: ReflectionPage.Content, _ locale: RequestLocale,
        _ request: Request
    ) async throws -> Response {
        let kept = try journal.journal(locale)
        let entries = try await kept.entries(of: period, around: day)
        let days = try await kept.store.days(period.days(around: day))
        let isSaved = request.query.get("saved") != nil
        var page = ReflectionPage(
            period, day, content, entries, days, today: journal.today, isSaved: isSaved,
            journal.pages.configuration.machine, locale.text)
        page.sentTo = await journal.sentTo(locale.text)
        return try await journal.response(page, locale, to: request)
    }

    /// Begins to write one.
    @Sendable func reflect(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await journal.pages.locale(request)
        let kept = try journal.journal(locale)
        let period = Reflection.Period(rawValue: context.form["period"] ?? "") ?? .week
        let day = context.form["day"].flatMap { JournalDay($0) } ?? journal.today
        let language = MemoryLanguage(code: locale.text.language.rawValue) ?? .english
        let key = await work.begin(.reflecting, back: "/journal/\(period.rawValue)?day=\(day)") { key in
            let foregroundWork = backgroundJobs.beginForegroundWork()
            defer { withExtendedLifetime(foregroundWork) {} }
            let draft = try await kept.reflect(
                on: period, around: day, model: await JournalModel(models), language: language
            ) { try await work.show(key, written: $0) }
            return .reflection(draft)
        }
        return .redirect(to: "/journal/reflections/\(key)")
    }

    @Sendable func reflection(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await journal.pages.locale(request)
        let (key, job) = try await job(context, locale)
        guard case .done(.reflection(let draft)) = job.state else {
            return try await going(job, "/journal/reflections/\(key)", locale, request)
        }
        try await check(draft.sources, of: key, locale)
        let isEditing = request.query.get("edit") != nil
        return try await page(draft.period, draft.firstDay, .draft(draft, key: key, isEditing), locale, request)
    }

    /// Keeps a draft, as it is or as it was edited, or discards it.
    @Sendable func keep(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await journal.pages.locale(request)
        let (key, job) = try await job(context, locale)
        guard case .done(.reflection(let draft)) = job.state else { throw WebError(.conflict, .input) }
        try await check(draft.sources, of: key, locale)
        let address = "/journal/\(draft.period.rawValue)?day=\(draft.firstDay)"
        if context.form["do"] == "discard" {
            await work.drop(key)
            return .redirect(to: address)
        }
        let lines =
            context.form["text"].map { draft.lines(edited: $0, locale.text) } ?? draft.lines(locale.text)
        guard !lines.isEmpty else { return .redirect(to: "/journal/reflections/\(key)?edit=1") }
        let reflection = Reflection(
            period: draft.period, firstDay: draft.firstDay, lines: lines, question: draft.question,
            createdAt: journal.now)
        let store = try journal.journal(locale).store
        try await store.save(reflection)
        await work.drop(key)
        return .redirect(to: address + "&saved=1")
    }

    @Sendable func forget(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await journal.pages.locale(request)
        let store = try journal.journal(locale).store
        guard let id = context.parameters.get("job"), let old = try await store.reflection(id) else {
            throw WebError(.notFound, .gone)
        }
        try await store.eraseReflection(id)
        return .redirect(to: "/journal/\(old.period.rawValue)?day=\(old.firstDay)")
    }

    // MARK: Work

    @Sendable func cancel(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await journal.pages.locale(request)
        let (key, job) = try await job(context, locale)
        await work.cancel(key)
        return .redirect(to: job.back)
    }

    private func job(_ context: WebContext, _ locale: RequestLocale) async throws -> (String, JournalJobs.Job) {
        guard let key = context.parameters.get("job"), let job = await work[key] else {
            throw WebError(.gone, .gone, locale.text("journal.workGone"))
        }
        return (key, job)
    }

    /// Drops a result when one of the entries that it is made from was changed or erased.
    /// - Throws: `WebError` `.gone` if it was dropped.
    private func check(_ sources: [JournalSource], of key: String, _ locale: RequestLocale) async throws {
        let store = try journal.journal(locale).store
        for source in sources where try await store.entry(source.entry.id)?.text != source.entry.text {
            await work.drop(key)
            throw WebError(.gone, .gone, locale.text("journal.workGone"))
        }
    }

    private func going(
        _ job: JournalJobs.Job, _ address: String, _ locale: RequestLocale, _ request: Request
    ) async throws -> Response {
        let page = JournalJobPage(job, at: address, sentTo: await journal.sentTo(locale.text), locale.text)
        return try await journal.response(page, locale, to: request)
    }
}
