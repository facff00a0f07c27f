// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HearthChat
import HearthMemory
import Hummingbird

extension WebArea {
    /// Conversations of other programs: looked at, and brought in.
    static let chatImport = WebArea(
        "ChatImport",
        settings: [
            SettingsEntry("chatImport", in: .chat, at: "/history/import", icon: "import", hasNote: true)
        ]
    ) { router, site in
        let routes = ChatImportRoutes(
            pages: site.pages, importer: site.chatImporter, memory: site.memory, work: site.webState.chatImports)
        router.get("/history/import", use: routes.choose)
        router.post("/history/import", use: routes.upload)
        router.get("/history/import/:job", use: routes.file)
        router.post("/history/import/:job", use: routes.add)
        router.post("/history/import/:job/cancel", use: routes.cancel)
    }
}

struct ChatImportRoutes: Sendable {
    let pages: Pages
    /// `nil` where nothing can be brought in.
    let importer: ChatImporter?
    let memory: MemoryAccess?
    let work: ChatImportJobs

    @Sendable func choose(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await pages.locale(request)
        return try await response(ChatImportPage(locale.text), locale, to: request)
    }

    @Sendable func upload(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await pages.locale(request)
        let importer = try kept
        guard let file = context.upload, !file.name.isEmpty else {
            let page = ChatImportPage(fault: locale.text("chatImport.noFile"), locale.text)
            return try await response(page, locale, to: request, status: .badRequest)
        }
        let job = ChatImportJob(file, name: file.name)
        let key = await work.jobs.keep(job)
        job.read(by: importer)
        return .redirect(to: "/history/import/\(key)")
    }

    @Sendable func file(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await pages.locale(request)
        let (key, job) = try await job(context, locale)
        let say = locale.text
        switch job.state {
        case .reading, .importing, .refused, .failed, .cancelled:
            return try await response(ChatImportJobPage(job, key: key, say), locale, to: request)
        case .read(let batch):
            let page = ChatImportPreviewPage(
                batch, key: key, canLearn: memory != nil, isBusy: request.query.get("busy") != nil, pages.clock, say)
            return try await response(page, locale, to: request)
        case .done(let batch, let seconds):
            return try await response(
                ChatImportReportPage(batch, seconds: seconds, pages.clock, say), locale, to: request)
        }
    }

    @Sendable func add(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await pages.locale(request)
        let importer = try kept
        let (key, job) = try await job(context, locale)
        if context.form["do"] == "cancel" {
            await work.jobs.remove(key)
            return .redirect(to: "/history/import")
        }
        let learns = context.form["learn"] != nil
        let memory = learns ? memory : nil
        // A second click finds the import that the first has begun.
        job.add(
            by: importer, includingArchived: context.form["archived"] != nil, remembering: learns, work.turn
        ) { await memory?.catchUp() }
        if case .read = job.state { return .redirect(to: "/history/import/\(key)?busy=1") }
        return .redirect(to: "/history/import/\(key)")
    }

    @Sendable func cancel(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await pages.locale(request)
        let (key, job) = try await job(context, locale)
        await job.cancelAndWait()
        return .redirect(to: "/history/import/\(key)")
    }

    private var kept: ChatImporter {
        get throws {
            guard let importer else { throw WebError(.notFound, .gone) }
            return importer
        }
    }

    private func job(_ context: WebContext, _ locale: RequestLocale) async throws -> (String, ChatImportJob) {
        guard let key = context.parameters.get("job"), let job = await work.jobs[key] else {
            throw WebError(.gone, .gone, locale.text("chatImport.workGone"))
        }
        return (key, job)
    }

    private func response(
        _ page: some Page, _ locale: RequestLocale, to request: Request, status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        try await pages.response(page, locale, to: request, in: .history, status: status)
    }
}
