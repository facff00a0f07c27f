// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// A conversation as a Markdown document.
package enum Markdown {
    /// - Parameters:
    ///   - messages: all of the session's, oldest first; those on the way to its leaf are written.
    ///   - zone: in which its times are told, with the difference from Greenwich's.
    package static func document(
        _ session: Session, messages: [Message], zone: TimeZone = .current
    ) -> String {
        document(session, Branches(messages).path(to: session.leaf), zone: zone)
    }

    static func document(_ session: Session, _ path: [Turn], zone: TimeZone = .current) -> String {
        let style = Date.ISO8601FormatStyle(timeZoneSeparator: .colon, timeZone: zone)
        let title = Titles.isBlank(session.title) ? session.id : session.title
        let parts = path.map { turn in
            let message = turn.message
            let author = message.role == .user ? "You" : message.model ?? "Model"
            let place = message.remoteHost.map { " (at \($0))" } ?? ""
            let heading = "## \(author)\(place), \(message.createdAt.formatted(style))"
            return [heading, message.content, ending(message)].compactMap { $0 }.joined(separator: "\n\n")
        }
        return (["# \(title)"] + parts).joined(separator: "\n\n") + "\n"
    }

    private static func ending(_ message: Message) -> String? {
        switch message.state {
        case .arriving: "*(still being written)*"
        case .complete: nil
        case .stopped: "*(stopped)*"
        case .interrupted: "*(interrupted)*"
        case .failed: "*(failed: \(message.fault ?? "no reason is known"))*"
        case .cutOff: "*(cut off)*"
        }
    }
}
