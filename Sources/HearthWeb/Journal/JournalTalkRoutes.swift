// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HearthMemory
import HearthModels
import Hummingbird

/// The guided talk: Hearth asks, the user answers, and an entry is made of their own words.
struct JournalTalkRoutes: Sendable {
    let journal: JournalContext
    let models: any ModelHost
    let backgroundJobs: BackgroundJobs

    /// How long a model may think of a question while somebody waits for it.
    private static let timeout = Duration.seconds(8)

    /// The talk that was begun, or a new one. Nothing is kept of a new one before its first answer.
    @Sendable func talk(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await journal.pages.locale(request)
        let store = try journal.journal(locale).store
        let query = request.query
        let draft: JournalDraft
        if let begun = try await store.newestDraft(isTalk: true) {
            draft = withQuestion(begun)
        } else {
            draft = begin(about: query.get("about")?.trimmed(to: 300), mood: query.get("mood"), locale)
        }
        var page = TalkPage(draft, model: await journal.pages.models.state, locale.text)
        if let sentTo = await journal.sentTo(locale.text) { page.staysHere = sentTo }
        page.care = journal.care(about: draft.talk?.text ?? "", request, locale)
        return try await journal.response(page, locale, to: request)
    }

    private func begin(about question: String?, mood: String?, _ locale: RequestLocale) -> JournalDraft {
        let language = MemoryLanguage(code: locale.text.language.rawValue) ?? .english
        var talk = GuidedTalk(language: language.rawValue, exchanges: [])
        talk.ask(question ?? TalkQuestions(language).next(in: talk, on: journal.today))
        return JournalDraft(
            entry: UUID().uuidString, day: journal.today, text: "", mood: mood.flatMap { Mood(named: $0) }, talk: talk,
            changedAt: journal.now)
    }

    /// An answer, or a question that is skipped.
    @Sendable func answer(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await journal.pages.locale(request)
        let store = try journal.journal(locale).store
        guard let id = context.form["entry"].flatMap(UUID.init(uuidString:))?.uuidString else {
            throw WebError(.badRequest, .input)
        }
        let question = context.form["question"]?.trimmed(to: 400) ?? ""
        let former = try await store.draft(id)
        // Kept in another tab, it is an entry by now, whose text an answer must not take the place of.
        if former == nil, try await store.entry(id) != nil { throw WebError(.notFound, .gone) }
        var draft = withQuestion(
            former ?? begin(about: question, mood: context.form["mood"], locale))
        guard var talk = draft.talk else { throw WebError(.conflict, .input) }
        let isSkipped = context.form["do"] == "skip"
        let answer = context.form["answer"]?.trimmed ?? ""
        // A page that was sent twice has another question open by now.
        guard talk.open == question, isSkipped || !answer.isEmpty else { return .redirect(to: "/journal/talk") }
        talk.answer(isSkipped ? "" : String(answer.prefix(20_000)))
        // The answer first: a question takes a while, and the talk may be erased meanwhile.
        draft = JournalDraft(
            entry: id, day: draft.day, text: talk.text, mood: draft.mood, talk: talk, changedAt: journal.now)
        try await store.save(draft)
        if wantsQuestion(talk) {
            talk.ask(try await nextQuestion(talk))
            let former = draft
            draft.talk = talk
            _ = try await store.save(draft, inPlaceOf: former)
        }
        return .redirect(to: "/journal/talk#last")
    }

    private func wantsQuestion(_ talk: GuidedTalk) -> Bool {
        talk.open == nil && !talk.isOver && talk.exchanges.count < GuidedTalk.length
    }

    /// A talk whose next question was not found before the program ended goes on with one of the list.
    private func withQuestion(_ draft: JournalDraft) -> JournalDraft {
        guard var talk = draft.talk, wantsQuestion(talk) else { return draft }
        let questions = TalkQuestions(MemoryLanguage(code: talk.language) ?? .english)
        talk.ask(questions.next(in: talk, on: journal.today))
        var draft = draft
        draft.talk = talk
        return draft
    }

    private func nextQuestion(_ talk: GuidedTalk) async throws -> String {
        let questions = TalkQuestions(MemoryLanguage(code: talk.language) ?? .english)
        let fallback = questions.next(in: talk, on: journal.today)
        guard let model = await JournalModel(models), !model.isTiny else { return fallback }
        let foregroundWork = backgroundJobs.beginForegroundWork()
        defer { withExtendedLifetime(foregroundWork) {} }
        // A question of the list is as good where the model fails or takes too long.
        return await withTaskGroup(of: String?.self) { group in
            group.addTask { (try? await questions.question(of: model, in: talk)) ?? nil }
            group.addTask {
                try? await Task.sleep(for: Self.timeout)
                return nil
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            return first ?? fallback
        }
    }

    /// Makes an entry of what was said, as it was edited.
    @Sendable func keep(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await journal.pages.locale(request)
        let kept = try journal.journal(locale)
        guard let id = context.form["entry"].flatMap(UUID.init(uuidString:))?.uuidString,
            let draft = try await kept.store.draft(id), let talk = draft.talk
        else { throw WebError(.gone, .gone, locale.text("journal.workGone")) }
        let text = (context.form["text"] ?? talk.text).trimmed
        guard !text.isEmpty else { return .redirect(to: "/journal/talk") }
        let mood = context.form["mood"].flatMap { Mood(named: $0) } ?? draft.mood
        let entry = JournalEntry(
            id: id, day: draft.day, minute: draft.day == journal.today ? journal.minute : nil, text: text, mood: mood,
            createdAt: journal.now, language: talk.language)
        do { try entry.check() } catch { throw WebError(error) }
        try await kept.save(entry, in: journal.zone)
        return .redirect(to: "/journal/entries/\(id)?saved=1")
    }
}

/// The talk so far, and the entry that comes of it.
struct TalkPage: Page {
    static let template = "journal-talk"

    let title: String
    /// Tells where the talk goes.
    var staysHere: String
    let entry: String
    let exchanges: [ExchangeView]
    let open: OpenView?
    let steps: [StepView]
    let stepsLabel: String
    let mood: MoodView?
    let moods: [MoodView]
    let text: TextView?
    let isBegun: Bool
    var care: CareView?

    struct ExchangeView: Sendable {
        let question: String
        /// `nil` for what was skipped.
        let answer: String?
    }

    struct OpenView: Sendable {
        let question: String
    }

    struct StepView: Sendable {
        let isDone: Bool
        let isNow: Bool
    }

    struct TextView: Sendable {
        let value: String
    }

    init(_ draft: JournalDraft, model: ModelState, _ say: Phrases) {
        let talk = draft.talk ?? GuidedTalk(language: say.language.rawValue, exchanges: [])
        title = say("journal.talkTitle")
        staysHere = say("journal.staysHere")
        entry = draft.entry
        exchanges = talk.exchanges.filter { $0.answer != nil }.map {
            ExchangeView(question: $0.question, answer: $0.answer.flatMap { $0.isEmpty ? nil : $0 })
        }
        open = talk.open.map(OpenView.init)
        let now = talk.open == nil ? talk.exchanges.count : talk.exchanges.count - 1
        steps = (0..<GuidedTalk.length).map { StepView(isDone: $0 < now, isNow: $0 == now) }
        stepsLabel = say(
            "journal.step", ["n": say.number(min(now + 1, GuidedTalk.length)), "all": say.number(GuidedTalk.length)])
        mood = draft.mood.map { MoodView($0, say) }
        moods = Mood.allCases.map { MoodView($0, isChosen: $0 == draft.mood, say) }
        text = talk.text.isEmpty ? nil : TextView(value: talk.text)
        isBegun = !talk.text.isEmpty || talk.exchanges.count > 1
    }
}
