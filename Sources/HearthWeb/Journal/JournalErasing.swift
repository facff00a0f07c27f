// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthMemory
import Hummingbird

/// A day of the journal, or all of it, is erased for good, after saying what is lost.
struct JournalErasePage: Page {
    static let template = "journal-erase"

    let title: String
    let back = "/journal/export"
    let backLabel: String
    /// The last day that can be chosen.
    let today: String
    let isDone: Bool
    let dialog: Dialog?

    /// The last question.
    struct Dialog: Sendable {
        let heading: String
        let lost: String
        let isNothing: Bool
        /// The day as an address names it, or `all`.
        let what: String
    }

    init(_ dialog: Dialog? = nil, isDone: Bool = false, today: JournalDay, _ say: Phrases) {
        title = say("journal.erase")
        backLabel = say("journal.backTo")
        self.today = "\(today)"
        (self.isDone, self.dialog) = (isDone, dialog)
    }
}

extension JournalErasePage.Dialog {
    /// - Parameters:
    ///   - day: `nil` for the whole journal.
    ///   - unseen: how many drafts the day has, and entries that were just deleted.
    init(_ day: JournalDay?, _ entries: [JournalEntry], unseen: Int = 0, today: JournalDay, _ say: Phrases) {
        heading = day.map { say("journal.eraseDay", ["day": say.day($0, today)]) } ?? say("journal.eraseAll")
        isNothing = day != nil && entries.isEmpty && unseen == 0
        what = day.map { "\($0)" } ?? "all"
        let photos = entries.reduce(0) { $0 + $1.photos.count }
        let words = [
            unseen > 0 && entries.isEmpty ? nil : say.count("journal.eraseEntries", entries.count),
            photos > 0 ? say.count("journal.erasePhotos", photos) : nil,
            unseen > 0 ? say.count("journal.eraseUnseen", unseen) : nil,
        ].compactMap { $0 }
        let list =
            words.count > 1
            ? say("you.listAnd", ["list": words.dropLast().joined(separator: ", "), "last": words[words.count - 1]])
            : words[0]
        lost = isNothing ? say("journal.eraseNothing") : say("journal.eraseLost", ["list": list])
    }
}

struct JournalErasing: Sendable {
    let journal: JournalContext
    let work: JournalJobs

    /// Shows what can be erased, and how much it is once something is chosen.
    @Sendable func choose(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await journal.pages.locale(request)
        let kept = try journal.journal(locale)
        let query = request.query
        var dialog: JournalErasePage.Dialog?
        if let wish = query.get("what").map({ String($0) }) {
            let day = try day(wish, locale)
            let entries = try await kept.entries(of: day)
            let unseen = if let day { try await kept.store.unseenCount(of: day) } else { 0 }
            dialog = .init(day, entries, unseen: unseen, today: journal.today, locale.text)
        }
        let page = JournalErasePage(
            dialog, isDone: query.get("done") != nil, today: journal.today, locale.text)
        return try await journal.response(page, locale, to: request)
    }

    @Sendable func erase(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await journal.pages.locale(request)
        let kept = try journal.journal(locale)
        let day = try day(context.form["what"] ?? "", locale)
        // Answers, looks back and files that were read have entries in them, and what is being brought in would come
        // after what is erased.
        await work.jobs.removeAll()
        if let day {
            try await kept.eraseDay(day)
        } else {
            try await kept.eraseAll()
        }
        return .redirect(to: "/journal/erase?done=1")
    }

    /// - Returns: `nil` for all days.
    private func day(_ wish: String, _ locale: RequestLocale) throws -> JournalDay? {
        if wish == "all" { return nil }
        guard let day = JournalDay(wish) else { throw WebError(.badRequest, .input, locale.text("you.dayFault")) }
        return day
    }
}
