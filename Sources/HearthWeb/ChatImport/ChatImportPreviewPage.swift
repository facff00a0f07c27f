// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthChat

/// A preview of an import: what the file adds, and what it cannot add.
struct ChatImportPreviewPage: Page {
    static let template = "chat-import-preview"

    let title: String
    let back = "/history/import"
    let backLabel: String
    let file: String
    let size: String
    let kind: String?
    let key: String
    let figures: [FigureView]
    let span: String
    let rows: [RowView]
    let hasRows: Bool
    let leftOut: [ChatImportCount]
    let hasLeftOut: Bool
    let gaps: [ChatImportCount]
    let hasGaps: Bool
    let isEmpty: Bool
    /// How many were archived; `nil` where none was.
    let archived: String?
    let canLearn: Bool
    let hasOptions: Bool
    let importLabel: String
    /// Whether another one is being brought in.
    let isBusy: Bool

    struct FigureView: Sendable {
        let number: String
        let name: String
    }

    struct RowView: Sendable {
        let title: String
        let words: String
        let day: String
    }

    init(_ batch: ChatImport, key: String, canLearn: Bool, isBusy: Bool, _ clock: WallClock, _ say: Phrases) {
        title = say("chatImport.title")
        backLabel = say("chatImport.backTo")
        (file, size) = (batch.name, say.bytes(batch.size))
        kind = batch.kind.map { say("chatImport.kind_\($0.rawValue)") }
        self.key = key
        figures = [
            ("chatImport.conversations", batch.conversations), ("chatImport.messages", batch.messages),
            ("chatImport.versions", batch.versions),
        ].map { FigureView(number: say.number($1), name: say.count($0, $1)) }
        span = say.span(of: batch, clock)
        rows = batch.samples.map { RowView($0, clock, say) }
        hasRows = !rows.isEmpty
        leftOut = ChatImportCount.leftOut(batch, clock, say)
        gaps = ChatImportCount.gaps(batch, say)
        (hasLeftOut, hasGaps) = (!leftOut.isEmpty, !gaps.isEmpty)
        isEmpty = batch.conversations == 0
        archived = batch.archived == 0 ? nil : say.count("chatImport.archivedCount", batch.archived)
        self.canLearn = canLearn && !isEmpty
        hasOptions = self.canLearn || archived != nil
        importLabel = say.count("chatImport.importNow", batch.conversations)
        self.isBusy = isBusy
    }
}

extension ChatImportPreviewPage.RowView {
    init(_ sample: ChatImport.Sample, _ clock: WallClock, _ say: Phrases) {
        title = sample.title.isEmpty ? say("chat.new") : sample.title
        words = [
            say.count("chatImport.countMessages", sample.messages),
            sample.versions == 0 ? nil : say.count("chatImport.countVersions", sample.versions),
        ].compactMap { $0 }.joined(separator: ", ")
        day = say.day(sample.date, clock)
    }
}

extension Phrases {
    /// From 14 March 2023 to 14 November 2026.
    func span(of batch: ChatImport, _ clock: WallClock) -> String {
        guard let first = batch.first, let last = batch.last else { return "" }
        let (from, to) = (day(first, clock), day(last, clock))
        return from == to ? from : self("chatImport.span", ["from": from, "to": to])
    }
}
