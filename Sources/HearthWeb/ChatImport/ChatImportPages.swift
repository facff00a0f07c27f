// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthChat

/// Where a file is chosen.
struct ChatImportPage: Page {
    static let template = "chat-import"

    let title: String
    let back = "/history"
    let backLabel: String
    let fault: String?

    init(fault: String? = nil, _ say: Phrases) {
        title = say("chatImport.title")
        backLabel = say("history.backTo")
        self.fault = fault
    }
}

/// A file that is being read or brought in, or with which that did not succeed.
struct ChatImportWorkPage: Page {
    static let template = "chat-import-work"

    let title: String
    let file: String
    let words: String
    let address: String
    let isGoingOn: Bool
    let progress: ProgressView?

    struct ProgressView: Sendable {
        let percent: String
        let share: String
        let conversations: String
        let messages: String
        let left: String
        /// The same for those who listen.
        let said: String
    }

    init(_ job: ChatImportJob, key: String, _ say: Phrases) {
        address = "/history/import/\(key)"
        file = job.name
        var all: Int?
        switch job.state {
        case .importing(let batch):
            (title, words, isGoingOn) = (say("chatImport.importing"), say("chatImport.importingNote"), true)
            all = batch.conversations
        case .reading, .read, .done:
            (title, words, isGoingOn) = (say("chatImport.reading"), say("chatImport.readingNote"), true)
        case .refused(let error):
            (title, words, isGoingOn) = (say("chatImport.failed"), say.fault(of: error), false)
        case .failed(let error):
            title = say("chatImport.failed")
            words = say.detail(of: error) ?? say("error.\(error.code.rawValue)")
            isGoingOn = false
        case .cancelled:
            (title, words, isGoingOn) = (say("chatImport.cancelled"), say("chatImport.nothingAdded"), false)
        }
        progress = isGoingOn ? job.progress.map { ProgressView($0, of: all, left: job.secondsLeft, say) } : nil
    }
}

extension ChatImportWorkPage.ProgressView {
    init(_ progress: ChatImporter.Progress, of all: Int?, left seconds: Double?, _ say: Phrases) {
        percent = String(Int(min(1, max(0, progress.fraction)) * 100))
        share = say.percent(progress.fraction)
        conversations =
            all.map { all in
                say.count("chatImport.conversationsOf", all, ["done": say.number(min(progress.conversations, all))])
            } ?? say.count("chatImport.countConversations", progress.conversations)
        messages = say.count("chatImport.countMessages", progress.messages)
        left = seconds.map { say("chatImport.timeLeft", ["time": say.seconds($0)]) } ?? ""
        said = [share, left].filter { !$0.isEmpty }.joined(separator: ", ")
    }
}

extension Phrases {
    /// Why a file cannot be imported.
    func fault(of error: ChatImportError) -> String {
        let sentence = self("chatImport.fault_\(error.code.rawValue)")
        return "\(sentence) \(self("chatImport.faultDetail", ["detail": error.detail]))"
    }
}

/// A line of what is left out, or is not as it was.
struct ChatImportCount: Sendable {
    let name: String
    let count: String
    let note: String

    static func leftOut(_ batch: ChatImport, _ clock: WallClock, _ say: Phrases) -> [Self] {
        let conversations = ChatImport.Reason.allCases.compactMap { reason in
            batch.leftOut[reason].map { count in
                var note = say("chatImport.left_\(reason.rawValue)Note")
                if reason == .known, let date = batch.knownSince {
                    note = say("chatImport.knownSince", ["day": say.day(date, clock)])
                }
                return Self(name: say("chatImport.left_\(reason.rawValue)"), count: say.number(count), note: note)
            }
        }
        guard !batch.otherFiles.isEmpty else { return conversations }
        let named = batch.otherFiles.prefix(6).joined(separator: ", ") + (batch.otherFiles.count > 6 ? "…" : "")
        let files = Self(
            name: say("chatImport.left_otherFiles"), count: say.number(batch.otherFiles.count),
            note: say("chatImport.left_otherFilesNote", ["names": named]))
        return conversations + [files]
    }

    static func gaps(_ batch: ChatImport, _ say: Phrases) -> [Self] {
        ChatImport.Gap.allCases.compactMap { gap in
            batch.gaps[gap].map {
                Self(
                    name: say("chatImport.gap_\(gap.rawValue)"), count: say.number($0),
                    note: say("chatImport.gap_\(gap.rawValue)Note"))
            }
        }
    }
}

/// What a file would bring, and what it would not.
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
    fileprivate func span(of batch: ChatImport, _ clock: WallClock) -> String {
        guard let first = batch.first, let last = batch.last else { return "" }
        let (from, to) = (day(first, clock), day(last, clock))
        return from == to ? from : self("chatImport.span", ["from": from, "to": to])
    }
}

/// What became of an import.
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
