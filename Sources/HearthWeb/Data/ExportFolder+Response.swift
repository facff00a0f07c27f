// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HearthChat
import Hummingbird

extension ExportFolder {
    /// As one file, packed while it is sent.
    /// - Parameters:
    ///   - name: what it is called, before the date.
    ///   - job: shows how far it is, until the end.
    func response(_ clock: WallClock, _ job: DataJobs.Job? = nil, name: String = "hearth") -> Response {
        let now = clock.now()
        let parts = clock.calendar.dateComponents([.year, .month, .day], from: now)
        let day = [parts.year, parts.month, parts.day].map { ($0 ?? 0) < 10 ? "0\($0 ?? 0)" : "\($0 ?? 0)" }
        let name = "\(name)-\(day.joined(separator: "-"))"
        let body = ResponseBody { writer in
            let archive = try ExportArchive(self.url, root: name, at: now)
            while let piece = try archive.next() {
                try job?.show(.sending, archive.fraction)
                try await writer.write(ByteBuffer(bytes: piece))
            }
            // Before the browser knows that it has all of it, and may ask for the next thing.
            job?.end()
            try await writer.finish(nil)
            withExtendedLifetime((self, job)) {}
        }
        return Response(
            status: .ok,
            headers: [.contentType: "application/zip", .contentDisposition: "attachment; filename=\"\(name).zip\""],
            body: body)
    }
}
