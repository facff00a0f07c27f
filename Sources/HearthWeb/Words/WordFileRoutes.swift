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
        let voice = try await words.pages.voice(request)
        _ = try words.store(voice)
        return try await words.response(ImportPage(voice.say), voice, to: request)
    }

    @Sendable func upload(_ request: Request, _ context: WebContext) async throws -> Response {
        let voice = try await words.pages.voice(request)
        _ = try words.store(voice)
        guard let file = context.upload, !file.name.isEmpty else {
            return try await refuse(.init(voice.say("wordfiles.noFile")), voice, request)
        }
        let job = ImportJob(file.name)
        // First, so that it goes with everything else that goes meanwhile.
        let key = await imports.keep(job)
        job.read(file, days: words.days(voice), now: words.pages.clock.now())
        await job.settle()
        if case .failed(let fault) = job.phase {
            await imports.remove(key)
            return try await refuse(.init(fault, voice.say), voice, request)
        }
        return .redirect(to: "/words/import/\(key)")
    }

    private func refuse(
        _ fault: ImportPage.FaultView, _ voice: Voice, _ request: Request
    ) async throws -> Response {
        try await words.response(ImportPage(fault: fault, voice.say), voice, to: request, status: .badRequest)
    }

    /// How far it is, what the file would bring, or what it has brought.
    @Sendable func look(_ request: Request, _ context: WebContext) async throws -> Response {
        let voice = try await words.pages.voice(request)
        let (key, job) = try await pending(context, voice)
        switch job.phase {
        case .reading, .importing:
            return try await words.response(ImportProgressPage(job, key, voice.say), voice, to: request)
        case .ready(let found): return try await preview(ImportForm(found, name: job.name), job, key, voice, request)
        case .done(let report, let leftOut):
            let page = ImportReportPage(report, leftOut, of: job.name, voice.say)
            return try await words.response(page, voice, to: request)
        case .failed(let fault): return try await refuse(.init(fault, voice.say), voice, request)
        case .cancelled: return .redirect(to: "/words/import")
        }
    }

    private func preview(
        _ form: ImportForm, _ job: ImportJob, _ key: String, isRefused: Bool = false, _ voice: Voice,
        _ request: Request
    ) async throws -> Response {
        let tree = try await words.store(voice).decks()
        let page = PreviewPage(form, of: job, key, tree, isRefused: isRefused, voice.say)
        return try await words.response(page, voice, to: request, status: isRefused ? .badRequest : .ok)
    }

    /// For the script.
    @Sendable func progress(_ request: Request, _ context: WebContext) async throws -> Response {
        let voice = try await words.pages.voice(request)
        return try .json(ImportProgressView(try await pending(context, voice).1, voice.say))
    }

    /// Imports a file as the form says, or shows what that would bring.
    @Sendable func importFile(_ request: Request, _ context: WebContext) async throws -> Response {
        let voice = try await words.pages.voice(request)
        let (key, job) = try await pending(context, voice)
        guard case .ready(let found) = job.phase else { return .redirect(to: "/words/import/\(key)") }
        let form = ImportForm(context.form, found, name: job.name)
        guard context.form["do"] == "import" else { return try await preview(form, job, key, voice, request) }
        let store = try words.store(voice)
        guard form.fault == nil, let read = form.words(try await store.decks()) else {
            return try await preview(form, job, key, isRefused: true, voice, request)
        }
        job.add(
            read.words, leftOut: read.report, to: store, days: words.days(voice), at: words.pages.clock.now())
        await job.settle()
        return .redirect(to: "/words/import/\(key)")
    }

    @Sendable func cancel(_ request: Request, _ context: WebContext) async throws -> Response {
        let voice = try await words.pages.voice(request)
        let (key, job) = try await pending(context, voice)
        job.cancel()
        await job.settle(within: .seconds(2))
        return .redirect(to: "/words/import/\(key)")
    }

    private func pending(_ context: WebContext, _ voice: Voice) async throws -> (String, ImportJob) {
        let key = context.parameters.get("file") ?? ""
        guard let job = await imports[key] else { throw WebError(.gone, .gone, voice.say("wordfiles.gone")) }
        return (key, job)
    }

    // MARK: Export

    @Sendable func exports(_ request: Request, _ context: WebContext) async throws -> Response {
        let voice = try await words.pages.voice(request)
        let tree = try await words.store(voice).decks()
        let deck = request.query.id("deck")
        return try await words.response(ExportPage(tree, deck, voice.say), voice, to: request)
    }

    @Sendable func export(_ request: Request, _ context: WebContext) async throws -> Response {
        let voice = try await words.pages.voice(request)
        let kind = context.form["kind"].flatMap(WordsOutFile.Kind.init(rawValue:)) ?? .csv
        let deck = context.form.id("deck")
        let (days, now) = (words.days(voice), words.pages.clock.now())
        let store = try words.store(voice)
        return try await WordExportFile.make(deck: deck, of: store, as: kind, days: days, at: now).response()
    }
}
