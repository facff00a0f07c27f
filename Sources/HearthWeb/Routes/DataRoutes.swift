// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HearthChat
import Hummingbird

/// What is kept, as a whole: going back to a backup, taking everything along, erasing everything.
extension Site {
    @Sendable func privacy(_ request: Request, _ context: WebContext) async throws -> Response {
        try await privacy(request, done: request.uri.queryParameters.get("done") == "restored")
    }

    @Sendable func restoreBackup(_ request: Request, _ context: WebContext) async throws -> Response {
        try await kept.restore(context.form["backup"] ?? "")
        return .redirect(to: "/settings/privacy?done=restored")
    }

    @Sendable func exportEverything(_ request: Request, _ context: WebContext) async throws -> Response {
        try download(try await kept.export())
    }

    /// Erases everything, where the machine's name was typed to say that this is meant.
    @Sendable func eraseEverything(_ request: Request, _ context: WebContext) async throws -> Response {
        let kept = try kept
        let typed = context.form["confirm"]?.trimmed.lowercased()
        guard typed == configuration.machine.lowercased() else {
            return try await privacy(request, isUnconfirmed: true)
        }
        try await kept.eraseEverything()
        return .redirect(to: "/welcome")
    }

    // MARK: Parts

    private var kept: any DataKeeping {
        get throws {
            guard let keeping else { throw WebError(.notFound, .gone) }
            return keeping
        }
    }

    private func privacy(_ request: Request, done: Bool = false, isUnconfirmed: Bool = false) async throws -> Response {
        let voice = try await voice(request)
        let page = PrivacyPage(
            configuration, backups: try await keeping?.backups(), isRestored: done, isUnconfirmed: isUnconfirmed, clock,
            voice.say)
        return try await response(page, voice, to: request, in: .settings, status: isUnconfirmed ? .badRequest : .ok)
    }

    /// An export as one file, packed while it is sent.
    func download(_ export: ExportFolder) throws -> Response {
        let now = clock.now()
        let parts = clock.calendar.dateComponents([.year, .month, .day], from: now)
        let day = [parts.year, parts.month, parts.day].map { ($0 ?? 0) < 10 ? "0\($0 ?? 0)" : "\($0 ?? 0)" }
        let name = "hearth-\(day.joined(separator: "-"))"
        let body = ResponseBody { writer in
            let archive = try ZipArchive(export.url, root: name, at: now)
            while let piece = try archive.next() { try await writer.write(ByteBuffer(bytes: piece)) }
            try await writer.finish(nil)
            withExtendedLifetime(export) {}
        }
        return Response(
            status: .ok,
            headers: [.contentType: "application/zip", .contentDisposition: "attachment; filename=\"\(name).zip\""],
            body: body)
    }
}
