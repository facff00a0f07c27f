// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthMemory
import Synchronization

/// Whether something was called off, for work on other threads.
final class CancelFlag: Sendable {
    private let isSet = Atomic(false)

    func set() { isSet.store(true, ordering: .relaxed) }

    /// - Throws: `CancellationError`.
    func check() throws { if isSet.load(ordering: .relaxed) { throw CancellationError() } }
}

/// Lets each hundredth of some work be told once.
final class ShownProgress: Sendable {
    private let last = Atomic(-1)

    func isNew(_ fraction: Double) -> Bool {
        let percent = Int(min(1, max(0, fraction)) * 100)
        return last.exchange(percent, ordering: .relaxed) != percent
    }
}

/// The page that asks for a file of entries.
struct JournalImportPage: Page {
    static let template = "journal-import"

    let title: String
    let back = "/journal"
    let backLabel: String
    let fault: String?

    init(fault: String? = nil, _ say: Phrases) {
        title = say("journal.import")
        backLabel = say("journal.backTo")
        self.fault = fault
    }
}

/// A preview of an import: what the file adds, and what it cannot add.
struct JournalPreviewPage: Page {
    static let template = "journal-preview"

    let title: String
    let back = "/journal/import"
    let backLabel: String
    let file: String
    let kind: String
    let key: String
    let rows: [EntryRowView]
    let hasRows: Bool
    let counts: [CountView]
    let leftOut: [LeftOutView]
    let hasLeftOut: Bool
    let sumLeftOut: String
    let canLearn: Bool
    let importLabel: String
    let isEmpty: Bool

    struct CountView: Sendable {
        let name: String
        let count: String
    }

    struct LeftOutView: Sendable {
        let name: String
        let count: String
        let note: String
    }

    init(_ batch: JournalImport, key: String, canLearn: Bool, today: JournalDay, _ say: Phrases) {
        title = say("journal.import")
        backLabel = say("journal.backToImport")
        file = batch.name
        kind = say("journal.from\(batch.kind.rawValue.prefix(1).uppercased())\(batch.kind.rawValue.dropFirst())")
        self.key = key
        let places = [0, batch.entries.count / 3, batch.entries.count * 2 / 3].reduce(into: [Int]()) {
            if !$0.contains($1), batch.entries.indices.contains($1) { $0.append($1) }
        }
        rows = places.map { EntryRowView(batch.entries[$0], today: today, say) }
        hasRows = !rows.isEmpty
        counts = [("entries", batch.entries.count), ("photos", batch.photos), ("tags", batch.tags)].map {
            CountView(name: say("journal.\($0)"), count: say.number($1))
        }
        leftOut = JournalImport.Reason.allCases.compactMap { reason in
            batch.leftOut[reason].map {
                LeftOutView(
                    name: say("journal.left\(reason.rawValue)"), count: say.number($0),
                    note: say("journal.left\(reason.rawValue)Note"))
            }
        }
        hasLeftOut = !leftOut.isEmpty
        sumLeftOut = say.number(batch.sumLeftOut)
        self.canLearn = canLearn && !batch.entries.isEmpty
        importLabel = say.count("journal.importNow", batch.entries.count)
        isEmpty = batch.entries.isEmpty
    }
}

extension EntryRowView {
    /// An entry that is not there yet.
    init(_ entry: JournalImport.Entry, today: JournalDay, _ say: Phrases) {
        let shown = JournalEntry(
            id: "", day: entry.day, text: entry.text, mood: entry.mood, createdAt: .distantPast, language: "")
        self.init(shown, today: today, isDated: true, say)
    }
}

/// The result of an import of entries.
struct JournalImportedPage: Page {
    static let template = "journal-imported"

    let title: String
    let file: String
    let lines: [String]
    let calendar: String

    init(_ done: JournalJobs.ImportSummary, _ say: Phrases) {
        title = say("journal.importDone")
        file = done.name
        lines = [
            say.count("journal.importedEntries", done.entries),
            done.photos == 0 ? nil : say.count("journal.importedPhotos", done.photos),
            done.leftOut == 0 ? nil : say.count("journal.importedLeftOut", done.leftOut),
        ].compactMap { $0 }
        calendar = "/journal/calendar" + (done.lastDay.map { "?day=\($0)" } ?? "")
    }
}

/// The page that exports the journal.
struct JournalExportPage: Page {
    static let template = "journal-export"

    let title: String
    let back = "/journal"
    let backLabel: String
    let scope: String
    let isEmpty: Bool

    init(_ overview: JournalOverview, today: JournalDay, _ say: Phrases) {
        title = say("journal.export")
        backLabel = say("journal.backTo")
        scope =
            overview.first.map {
                say.count("journal.exportScope", overview.entries).replacing("{first}", with: say.day($0, today))
            } ?? say("journal.noneYet")
        isEmpty = overview.entries == 0
    }
}
