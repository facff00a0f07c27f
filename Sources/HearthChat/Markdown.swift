// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A conversation as a Markdown document.
package enum Markdown {
    /// - Parameter messages: all of the session's, oldest first; those on the way to its leaf are written.
    package static func document(_ session: Session, messages: [Message]) -> String {
        document(session, Branches(messages).path(to: session.leaf))
    }

    static func document(_ session: Session, _ path: [Turn]) -> String {
        let title = Titles.isBlank(session.title) ? session.id : session.title
        let parts = path.map { turn in
            let message = turn.message
            let author = message.role == .user ? "You" : message.model ?? "Model"
            let place = message.remoteHost.map { " (at \($0))" } ?? ""
            let heading = "## \(author)\(place), \(message.createdAt.formatted(.iso8601))"
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
