// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HearthChat
import Hummingbird
import NIOCore

extension WebArea {
    /// All stored data as a whole: backups, export and erasing.
    static let data = WebArea(
        "Data", features: [Feature("privacy", at: "/settings/privacy", icon: "shield")],
        settings: [SettingsEntry("privacy", in: .thisApp, at: "/settings/privacy", icon: "shield")]
    ) { router, site in
        let data = DataRoutes(pages: site.pages, backupService: site.backupService, work: site.work, sent: site.sent)
        router.get("/settings/privacy", use: data.privacy)
        router.post("/data/restore", use: data.restoreBackup)
        router.post("/data/restore-file", use: data.restoreFile)
        router.post("/data/backup", use: data.backUp)
        router.get("/data/backups/:backup", use: data.backup)
        router.post("/data/export", use: data.exportEverything)
        router.post("/data/export/cancel", use: data.cancelExports)
        router.post("/data/erase", use: data.eraseEverything)
        router.get("/data/events", use: data.dataEvents)
    }
}

struct DataRoutes: Sendable {
    let pages: Pages
    let backupService: (any BackupService)?
    let work: DataJobs
    let sent: SentForms

    @Sendable func privacy(_ request: Request, _ context: WebContext) async throws -> Response {
        try await privacy(request, done: PrivacyPage.Done(rawValue: request.query.get("done") ?? ""))
    }

    @Sendable func restoreBackup(_ request: Request, _ context: WebContext) async throws -> Response {
        let (kept, backup) = (try kept, context.form["backup"] ?? "")
        let mark = context.form["once"].map { "restore \($0) \(backup)" }
        try await sent.once(mark) { try await kept.restore(backup) }
        return .redirect(to: "/settings/privacy?done=restored")
    }

    /// Restores the backup that a browser has sent.
    @Sendable func restoreFile(_ request: Request, _ context: WebContext) async throws -> Response {
        let kept = try kept
        guard let file = context.upload, !file.name.isEmpty else {
            return .redirect(to: "/settings/privacy?done=noFile")
        }
        try await sent.once(context.form["once"].map { "restore \($0)" }) { try await kept.restore(file: file.url) }
        return .redirect(to: "/settings/privacy?done=restored")
    }

    @Sendable func backUp(_ request: Request, _ context: WebContext) async throws -> Response {
        let kept = try kept
        try await sent.once(context.form["once"].map { "backup \($0)" }) { try await kept.backUp() }
        return .redirect(to: "/settings/privacy?done=backedUp#backups")
    }

    /// A backup as a file, to be kept elsewhere.
    @Sendable func backup(_ request: Request, _ context: WebContext) async throws -> Response {
        let id = context.parameters.get("backup").flatMap(\.removingPercentEncoding) ?? ""
        guard let file = try await kept.file(of: id) else { throw WebError(.notFound, .gone) }
        let size = try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int ?? 0
        let body = ResponseBody(contentLength: size) { writer in
            let handle = try FileHandle(forReadingFrom: file)
            defer { try? handle.close() }  // It was only read.
            while let data = try handle.read(upToCount: 256 << 10), !data.isEmpty {
                try await writer.write(ByteBuffer(bytes: data))
            }
            try await writer.finish(nil)
        }
        return Response(
            status: .ok,
            headers: [
                .contentType: "application/vnd.sqlite3", .cacheControl: "no-store",
                .contentDisposition: "attachment; filename=\"\(file.lastPathComponent)\"",
            ], body: body)
    }

    /// The answer is the file itself, so that it needs no script. Pages show meanwhile how far it is.
    @Sendable func exportEverything(_ request: Request, _ context: WebContext) async throws -> Response {
        let job = work.beginExport()
        do {
            return try await kept.export { try job.show(.exporting, $0) }.response(pages.clock, job)
        } catch {
            // Before the browser is told; who wrote the export may hold the job a moment longer.
            job.end()
            guard error is CancellationError else { throw error }
            return .redirect(to: "/settings/privacy?done=cancelled")
        }
    }

    @Sendable func cancelExports(_ request: Request, _ context: WebContext) async throws -> Response {
        work.cancelExports()
        return .redirect(to: "/settings/privacy?done=cancelled")
    }

    /// Erases everything, where the machine's name was typed to say that this is meant.
    @Sendable func eraseEverything(_ request: Request, _ context: WebContext) async throws -> Response {
        let kept = try kept
        let typed = context.form["confirm"]?.trimmed.lowercased()
        guard typed == pages.configuration.machine.lowercased() else {
            return try await privacy(request, isUnconfirmed: true)
        }
        guard let job = work.beginErasing() else {
            throw WebError(.conflict, .conflict, try await pages.locale(request).text("data.eraseAfterExport"))
        }
        // In a task of its own: it goes on when the browser leaves.
        try await Task { try await kept.eraseEverything { try? job.show(.erasing, $0) } }.value
        return .redirect(to: await kept.erasedFiles() == 0 ? "/welcome?erased=1" : "/settings/privacy")
    }

    @Sendable func dataEvents(_ request: Request, _ context: WebContext) async throws -> Response {
        let say = try await pages.locale(request).text
        return try eventStream(
            for: request, of: work.changes, into: DataJobWatch(), pause: .milliseconds(250),
            apply: { $0.progress = .some($1) },
            event: { $0.event(say) })
    }

    // MARK: Parts

    private var kept: any BackupService {
        get throws {
            guard let backupService else { throw WebError(.notFound, .gone) }
            return backupService
        }
    }

    private func privacy(
        _ request: Request, done: PrivacyPage.Done? = nil, isUnconfirmed: Bool = false
    ) async throws -> Response {
        let locale = try await pages.locale(request)
        let page = PrivacyPage(
            pages.configuration, backups: try await backupService?.backups(), work: work.current,
            erasedFiles: await backupService?.erasedFiles() ?? 0, done: done, isUnconfirmed: isUnconfirmed, pages.clock,
            locale.text)
        return try await pages.response(
            page, locale, to: request, in: .settings, status: isUnconfirmed ? .badRequest : .ok)
    }
}
