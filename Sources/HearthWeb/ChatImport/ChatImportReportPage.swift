// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthChat

/// The result of an import of conversations.
struct ChatImportReportPage: Page {
    static let template = "chat-import-report"

    let title: String
    let back = "/history"
    let backLabel: String
    let sub: String
    let added: [LineView]
    let leftOut: [ChatImportCount]
    let hasLeftOut: Bool
    let gaps: [ChatImportCount]
    let hasGaps: Bool

    struct LineView: Sendable {
        let name: String
        let count: String
    }

    init(_ batch: ChatImport, seconds: Double, _ clock: WallClock, _ say: Phrases) {
        title = say.count("chatImport.done", batch.conversations)
        backLabel = say("history.backTo")
        sub = [say.span(of: batch, clock), say("chatImport.took", ["time": say.seconds(seconds)])]
            .filter { !$0.isEmpty }.joined(separator: ". ")
        added = [
            ("chatImport.conversations", batch.conversations), ("chatImport.messages", batch.messages),
            ("chatImport.versions", batch.versions),
        ].map { LineView(name: say.count($0, $1).capitalizedFirst, count: say.number($1)) }
        leftOut = ChatImportCount.leftOut(batch, clock, say)
        gaps = ChatImportCount.gaps(batch, say)
        (hasLeftOut, hasGaps) = (!leftOut.isEmpty, !gaps.isEmpty)
    }
}

extension String {
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
