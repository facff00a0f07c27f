// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HearthMemory
import Hummingbird

/// Entries: written, read, changed, deleted and brought back.
struct JournalEntryRoutes: Sendable {
    let journal: JournalContext

    // MARK: Today

    @Sendable func today(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await journal.pages.locale(request)
        let store = try journal.journal(locale).store
        let today = journal.today
        var shown = TodayPage.Contents()
        var query = JournalQuery(until: today)
        query.limit = 12
        shown.entries = try await store.entries(query)
        shown.week = try await store.days(today.weekStart...today)
        shown.onThisDay = try await JournalViewRoutes.onThisDay(today, store)
        shown.draft = try await store.newestDraft(isTalk: false)
        shown.talk = try await store.newestDraft(isTalk: true)
        let deleted = request.query.get("deleted").flatMap(UUID.init(uuidString:))?.uuidString
        let page = TodayPage(shown, mood: nil, deleted: deleted, today: today, locale.text)
        return try await journal.response(page, locale, to: request)
    }

    // MARK: Writing

    /// A new entry, one that is there, or what was typed of either.
    @Sendable func write(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await journal.pages.locale(request)
        let store = try journal.journal(locale).store
        let query = request.query
        let id = query.get("entry").flatMap(UUID.init(uuidString:))?.uuidString ?? UUID().uuidString
        let entry = try await store.entry(id)
        let day = query.get("day").flatMap { JournalDay($0) } ?? journal.today
        var form =
            entry.map { EntryForm($0, locale.text) }
            ?? EntryForm(entry: id, day: day, minute: day == journal.today ? journal.minute : nil, locale.text)
        if entry == nil { form.mood = query.get("mood").flatMap { Mood(named: $0) } }
        let draft = try await store.draft(id)
        if let draft {
            (form.text, form.mood) = (draft.text, draft.mood ?? form.mood)
            if entry == nil { form.day = "\(draft.day)" }
        }
        // What a draft does not keep is in the address after photos were added.
        if let day = query.get("day").flatMap({ JournalDay($0) }) { form.day = "\(day)" }
        if let time = query.get("time") { form.time = time.trimmed(to: 20) }
        if let tags = query.get("tags") { form.tags = tags.trimmed(to: 2_000) }
        form.back = JournalBack(query.get("back")).place
        var page = WritePage(
            form.renewed(entry, draft), photos: try await store.photos(of: id), isNew: entry == nil,
            isDraft: draft != nil, locale.text)
        page.care = journal.care(about: page.text, request, locale)
        return try await journal.response(page, locale, to: request)
    }

    /// Saves an entry, or keeps it as a draft with the photos that were added to it.
    @Sendable func save(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await journal.pages.locale(request)
        let kept = try journal.journal(locale)
        let form = EntryForm(context.form)
        guard let id = UUID(uuidString: form.entry)?.uuidString else { throw WebError(.badRequest, .input) }
        let before = try await kept.store.entry(id)
        do {
            try await addPhotos(context.uploads, form, id, kept.store)
            try await removePhoto(context.form["remove"], of: id, kept.store)
            if let choice = try await choice(form, context.form["do"], before, kept.store) {
                return try await shown(choice, id, locale.text("journal.elsewhereFault"), .conflict, locale, request)
            }
            if context.form["do"] == "photos" || context.form["remove"] != nil {
                try await kept.store.save(draft(form, id))
                return .redirect(to: form.address)
            }
            var entry =
                before ?? JournalEntry(id: id, day: journal.today, text: "", createdAt: journal.now)
            entry.photos = try await kept.store.photos(of: id)
            entry = try form.changed(entry)
            entry.changedAt = journal.now
            entry.language = MemoryLanguage(of: entry.text)?.rawValue ?? locale.text.language.rawValue
            try await kept.save(entry, in: journal.zone)
        } catch let fault as EntryFault {
            return try await refused(form, id, locale.text("journal.\(fault.rawValue)Fault"), locale, request)
        } catch let error as JournalError {
            return try await refused(form, id, locale.text.photoFault(error), locale, request)
        }
        return .redirect(to: JournalBack(form.back).from("/journal/entries/\(id)?saved=1"))
    }

    /// The form with both texts, where something was written elsewhere since it was made, or with the text that the
    /// user has chosen of them; `nil` where it can be saved.
    private func choice(
        _ form: EntryForm, _ wish: String?, _ entry: JournalEntry?, _ store: any JournalStore
    ) async throws -> EntryForm? {
        let draft = try await store.draft(form.entry)
        var form = form
        if let lost = form.lost(entry, draft) {
            form.other = lost
            return form.renewed(entry, draft)
        }
        guard let other = form.other, wish == "theirs" || wish == "both" else { return nil }
        form.text = wish == "both" ? "\(other)\n\n\(form.text)" : other
        form.other = nil
        return form
    }

    private func refused(
        _ form: EntryForm, _ id: String, _ fault: String, _ locale: RequestLocale, _ request: Request
    ) async throws -> Response {
        try await shown(form, id, fault, .badRequest, locale, request)
    }

    /// The form again, as it was filled in.
    private func shown(
        _ form: EntryForm, _ id: String, _ fault: String, _ status: HTTPResponse.Status, _ locale: RequestLocale,
        _ request: Request
    ) async throws -> Response {
        let store = try journal.journal(locale).store
        let isNew = try await store.entry(id) == nil
        // Where the user has chosen, nothing is wrong any more.
        let isChosen = status == .conflict && form.other == nil
        var page = WritePage(
            form, photos: try await store.photos(of: id), isNew: isNew, fault: isChosen ? nil : fault, locale.text)
        page.care = journal.care(about: page.text, request, locale)
        return try await journal.response(page, locale, to: request, status: isChosen ? .ok : status)
    }

    private func draft(_ form: EntryForm, _ id: String) -> JournalDraft {
        JournalDraft(
            entry: id, day: JournalDay(form.day) ?? journal.today, text: form.text, mood: form.mood,
            changedAt: journal.now)
    }

    /// Only one of the entry's own.
    private func removePhoto(_ photo: String?, of entry: String, _ store: any JournalStore) async throws {
        guard let photo, try await store.photos(of: entry).contains(where: { $0.id == photo }) else { return }
        try await store.erasePhoto(photo)
    }

    /// Photos of an entry that is not there yet come with its draft: nothing is left of them without it.
    private func addPhotos(
        _ files: [UploadedFile], _ form: EntryForm, _ id: String, _ store: any JournalStore
    ) async throws {
        let photos = try files.filter { !$0.name.isEmpty }.map { file in
            let size = try FileManager.default.attributesOfItem(atPath: file.url.path)[.size] as? Int ?? 0
            guard size <= PhotoFile.longestData else { throw JournalError(.tooLarge, "a photo is too large") }
            return try PhotoFile(Data(contentsOf: file.url))
        }
        if !photos.isEmpty { try await store.add(photos, with: draft(form, id)) }
    }

    /// Saves the text typed so far, which pages send now and then, and answers with the draft's version. If the entry
    /// or the draft was changed elsewhere, saves nothing and answers 409; the page keeps its text until somebody
    /// chooses.
    @Sendable func saveDraft(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await journal.pages.locale(request)
        let form = EntryForm(context.form)
        guard let id = UUID(uuidString: form.entry)?.uuidString else { throw WebError(.badRequest, .input) }
        let store = try journal.journal(locale).store
        guard form.lost(try await store.entry(id), try await store.draft(id)) == nil else {
            return Response(status: .conflict)
        }
        if form.text.trimmed.isEmpty, try await store.photos(of: id).isEmpty {
            try await store.discardDraft(id)
        } else {
            try await store.save(draft(form, id))
        }
        let version = try await store.draft(id)?.version ?? ""
        return Response(status: .noContent, headers: [.eTag: "\"\(version)\""])
    }

    @Sendable func discardDraft(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await journal.pages.locale(request)
        guard let id = context.form["entry"].flatMap(UUID.init(uuidString:))?.uuidString else {
            throw WebError(.badRequest, .input)
        }
        try await journal.journal(locale).store.discardDraft(id)
        return .redirect(to: "/journal")
    }

    // MARK: One entry

    @Sendable func entry(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await journal.pages.locale(request)
        let entry = try await journal.entry(context, locale)
        let isSaved = request.query.get("saved") != nil
        let facts = try await journal.memory?.facts.facts(history: false) ?? []
        var page = EntryPage(
            entry, facts, isSaved: isSaved, back: JournalBack(request.query.get("back")), today: journal.today,
            journal.pages.markdown(locale.text), locale.text)
        page.care = journal.care(about: entry.text, request, locale)
        return try await journal.response(page, locale, to: request)
    }

    /// As a Markdown file, without its photos.
    @Sendable func markdown(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await journal.pages.locale(request)
        var entry = try await journal.entry(context, locale)
        entry.photos = []
        let text = JournalMarkdown.file([entry]) { _ in "" }
        return Response(
            status: .ok,
            headers: [
                .contentType: "text/markdown; charset=utf-8",
                .contentDisposition: "attachment; filename=\"\(entry.day).md\"",
            ], body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }

    @Sendable func delete(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await journal.pages.locale(request)
        let (entry, kept, now) = (try await journal.entry(context, locale), try journal.journal(locale), journal.now)
        try await kept.delete([entry.id], at: now)
        return .redirect(to: "/journal?deleted=\(entry.id)")
    }

    @Sendable func undelete(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await journal.pages.locale(request)
        let kept = try journal.journal(locale)
        guard let id = context.parameters.get("entry") else { throw WebError(.notFound, .gone) }
        try await kept.undelete([id], in: journal.zone)
        guard try await kept.store.entry(id) != nil else {
            throw WebError(.gone, .gone, locale.text("journal.tooLate"))
        }
        return .redirect(to: "/journal/entries/\(id.escapedForAddress)")
    }

    // MARK: Photos

    /// With the type that was found in its bytes when it was added, never with one that somebody has said.
    @Sendable func photo(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await journal.pages.locale(request)
        guard let id = context.parameters.get("photo"), let photo = try await journal.journal(locale).store.photo(id)
        else { throw WebError(.notFound, .gone) }
        return Response(
            status: .ok, headers: [.contentType: photo.kind.rawValue, .cacheControl: "private, no-cache"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: photo.data)))
    }
}

extension Phrases {
    /// Says what is wrong with a photo or a text, in the reader's language.
    func photoFault(_ error: JournalError) -> String {
        switch error.code {
        case .tooLarge: self("journal.photoLarge", ["size": bytes(PhotoFile.longestData)])
        default: self("journal.photoFault", ["most": number(PhotoFile.mostOfEntry)])
        }
    }
}
