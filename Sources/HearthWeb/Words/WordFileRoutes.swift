// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HearthAnki
import HearthWords
import Hummingbird

/// Bringing words in from files, and taking them along as files.
struct WordFileRoutes: Sendable {
    let words: WordsContext
    let imports: PendingImports

    // MARK: Import

    @Sendable func choose(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await words.pages.locale(request)
        _ = try words.store(locale)
        return try await words.response(ImportPage(locale.text), locale, to: request)
    }

    @Sendable func upload(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await words.pages.locale(request)
        _ = try words.store(locale)
        guard let file = context.upload, !file.name.isEmpty else {
            return try await refuse(.init(locale.text("wordfiles.noFile")), locale, request)
        }
        let job = ImportJob(file.name)
        // First, so that it goes with everything else that goes meanwhile.
        let key = await imports.keep(job)
        job.read(file, days: words.days(locale), now: words.pages.clock.now())
        await job.settle()
        if case .failed(let fault) = job.phase {
            await imports.remove(key)
            return try await refuse(.init(fault, locale.text), locale, request)
        }
        return .redirect(to: "/words/import/\(key)")
    }

    private func refuse(
        _ fault: ImportPage.FaultView, _ locale: RequestLocale, _ request: Request
    ) async throws -> Response {
        try await words.response(ImportPage(fault: fault, locale.text), locale, to: request, status: .badRequest)
    }

    /// How far it is, what the file would bring, or what it has brought.
    @Sendable func look(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await words.pages.locale(request)
        let (key, job) = try await pending(context, locale)
        switch job.phase {
        case .reading, .importing:
            return try await words.response(ImportProgressPage(job, key, locale.text), locale, to: request)
        case .ready(let found): return try await preview(ImportForm(found, name: job.name), job, key, locale, request)
        case .done(let report, let leftOut):
            let page = ImportReportPage(report, leftOut, of: job.name, locale.text)
            return try await words.response(page, locale, to: request)
        case .failed(let fault): return try await refuse(.init(fault, locale.text), locale, request)
        case .cancelled: return .redirect(to: "/words/import")
        }
    }

    private func preview(
        _ form: ImportForm, _ job: ImportJob, _ key: String, isRefused: Bool = false, _ locale: RequestLocale,
        _ request: Request
    ) async throws -> Response {
        let tree = try await words.store(locale).decks()
        let page = PreviewPage(form, of: job, key, tree, isRefused: isRefused, locale.text)
        return try await words.response(page, locale, to: request, status: isRefused ? .badRequest : .ok)
    }

    /// For the script.
    @Sendable func progress(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await words.pages.locale(request)
        return try .json(ImportProgressView(try await pending(context, locale).1, locale.text))
    }

    /// Imports a file as the form says, or shows what that would bring.
    @Sendable func importFile(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await words.pages.locale(request)
        let (key, job) = try await pending(context, locale)
        guard case .ready(let found) = job.phase else { return .redirect(to: "/words/import/\(key)") }
        let form = ImportForm(context.form, found, name: job.name)
        guard context.form["do"] == "import" else { return try await preview(form, job, key, locale, request) }
        let store = try words.store(locale)
        guard form.fault == nil, let read = form.words(try await store.decks()) else {
            return try await preview(form, job, key, isRefused: true, locale, request)
        }
        job.add(
            read.words, leftOut: read.report, to: store, days: words.days(locale), at: words.pages.clock.now())
        await job.settle()
        return .redirect(to: "/words/import/\(key)")
    }

    @Sendable func cancel(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await words.pages.locale(request)
        let (key, job) = try await pending(context, locale)
        job.cancel()
        await job.settle(within: .seconds(2))
        return .redirect(to: "/words/import/\(key)")
    }

    private func pending(_ context: WebContext, _ locale: RequestLocale) async throws -> (String, ImportJob) {
        let key = context.parameters.get("file") ?? ""
        guard let job = await imports[key] else { throw WebError(.gone, .gone, locale.text("wordfiles.gone")) }
        return (key, job)
    }

    // MARK: Export

    @Sendable func exports(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await words.pages.locale(request)
        let tree = try await words.store(locale).decks()
        let deck = request.query.id("deck")
        return try await words.response(ExportPage(tree, deck, locale.text), locale, to: request)
    }

    @Sendable func export(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await words.pages.locale(request)
        let kind = context.form["kind"].flatMap(WordsOutFile.Kind.init(rawValue:)) ?? .csv
        let deck = context.form.id("deck")
        let (days, now) = (words.days(locale), words.pages.clock.now())
        let store = try words.store(locale)
        return try await WordExportFile.make(deck: deck, of: store, as: kind, days: days, at: now).response()
    }
}
