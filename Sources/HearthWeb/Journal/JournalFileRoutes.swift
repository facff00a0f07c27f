// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HearthChat
import HearthMemory
import Hummingbird

/// Bringing a journal in from files, and taking it along as files.
struct JournalFileRoutes: Sendable {
    let journal: JournalContext
    let work: JournalJobs

    // MARK: Export

    @Sendable func exports(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await journal.pages.locale(request)
        let overview = try await journal.journal(locale).store.overview()
        return try await journal.response(
            JournalExportPage(overview, today: journal.today, locale.text), locale, to: request)
    }

    /// An archive with a Markdown file a day, photos, and all of it as JSON.
    @Sendable func export(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await journal.pages.locale(request)
        let store = try journal.journal(locale).store
        let place = try TemporaryPlace(.journal, isFolder: true)
        var writer = JournalFolder(store, at: place.url) { _ in try Task.checkCancellation() }
        _ = try await writer.write()
        return ExportFolder(place.url, holder: place).response(journal.pages.clock, name: "hearth-journal")
    }

    // MARK: Import

    @Sendable func choose(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await journal.pages.locale(request)
        _ = try journal.journal(locale)
        return try await journal.response(JournalImportPage(locale.text), locale, to: request)
    }

    @Sendable func upload(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await journal.pages.locale(request)
        let kept = try journal.journal(locale)
        guard let file = context.upload, !file.name.isEmpty else {
            let page = JournalImportPage(fault: locale.text("journal.noFile"), locale.text)
            return try await journal.response(page, locale, to: request, status: .badRequest)
        }
        let key = await work.begin(.reading, back: "/journal/import") { key in
            let shown = ShownProgress()
            let result = try await kept.read(file.url, name: file.name, holder: file) { fraction in
                try Task.checkCancellation()
                if shown.isNew(fraction) { Task { try? await work.show(key, fraction: fraction) } }
            }
            return .file(result)
        }
        return .redirect(to: "/journal/import/\(key)")
    }

    @Sendable func file(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await journal.pages.locale(request)
        let (key, job) = try await job(context, locale)
        guard case .done(let outcome) = job.state else {
            let page = JournalJobPage(job, at: "/journal/import/\(key)", locale.text)
            return try await journal.response(page, locale, to: request)
        }
        switch outcome {
        case .file(let batch):
            let page = JournalPreviewPage(
                batch, key: key, canLearn: try journal.journal(locale).findsFacts, today: journal.today, locale.text)
            return try await journal.response(page, locale, to: request)
        case .imported(let batch):
            return try await journal.response(JournalImportedPage(batch, locale.text), locale, to: request)
        case .answer, .reflection: throw WebError(.notFound, .gone)
        }
    }

    @Sendable func importFile(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await journal.pages.locale(request)
        let kept = try journal.journal(locale)
        let (key, job) = try await job(context, locale)
        // A second click finds the import that the first has begun.
        guard case .done(.file(let batch)) = job.state else { return .redirect(to: "/journal/import/\(key)") }
        if context.form["do"] == "cancel" {
            await work.drop(key)
            return .redirect(to: "/journal/import")
        }
        let (now, zone, learns) = (journal.now, journal.zone, context.form["learn"] != nil)
        await work.begin(.importing, at: key, back: "/journal/import") { key in
            // The store works on a thread of its own; whether this was called off, it asks here.
            let (isCancelled, shown) = (CancelFlag(), ShownProgress())
            let added = try await withTaskCancellationHandler {
                try await kept.add(batch, findingFacts: learns, at: now, in: zone) { fraction in
                    try isCancelled.check()
                    if shown.isNew(fraction) { Task { try? await work.show(key, fraction: fraction) } }
                }
            } onCancel: {
                isCancelled.set()
            }
            return .imported(.init(added))
        }
        return .redirect(to: "/journal/import/\(key)")
    }

    private func job(_ context: WebContext, _ locale: RequestLocale) async throws -> (String, JournalJobs.Job) {
        guard let key = context.parameters.get("job"), let job = await work[key] else {
            throw WebError(.gone, .gone, locale.text("journal.workGone"))
        }
        return (key, job)
    }
}
