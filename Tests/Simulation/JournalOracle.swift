// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthMemory

/// Expectations about the journal. Entries and drafts are named by the step that began them.
struct JournalOracle: Sendable {
    struct Entry: Sendable {
        /// The app's own name for it; `nil` for one that was imported, until it is looked for.
        var id: JournalEntry.ID?
        let day: JournalDay
        /// The mark of its text now, and those of former texts.
        var text: Mark
        var former: [Mark] = []
        var mood: Mood?
        var photos: [Mark] = []
        var deletedAt: Int64?
        /// The program in which it was deleted: its end erases what was deleted.
        var deletedIn = 0

        var marks: [Mark] { [text] + former + photos }
    }

    struct Draft: Sendable {
        let day: JournalDay
        var text: Mark
        var photos: [Mark] = []
    }

    struct LookBack: Sendable {
        let own: Mark
        /// A sentence of an entry, with which it goes.
        let cited: Mark
        let entry: Int
    }

    var entries: [Int: Entry] = [:]
    var drafts: [Int: Draft] = [:]
    /// By the first day of their week.
    var lookBacks: [JournalDay: LookBack] = [:]
    /// Marks that are erased to the last byte.
    var erased: Set<Mark> = []
    /// Entries that are gone for good.
    var gone: Set<Int> = []

    static let undoTime: Int64 = 12_000_000_000

    static func id(of step: Int) -> JournalEntry.ID {
        "00000000-0000-4000-8000-" + String(String(1_000_000_000_000 + step).dropFirst())
    }

    func living(_ step: Int) -> Entry? { entries[step].flatMap { $0.deletedAt == nil ? $0 : nil } }

    // MARK: What the user does

    mutating func save(_ step: Int, day: JournalDay, text: Mark, mood: Mood?) {
        var entry =
            living(step) ?? Entry(id: Self.id(of: step), day: day, text: text, photos: drafts[step]?.photos ?? [])
        if entry.text != text { entry.former.append(entry.text) }
        (entry.text, entry.mood) = (text, mood)
        entries[step] = entry
        drafts[step] = nil
    }

    mutating func delete(_ step: Int, at moment: Int64, generation: Int) {
        entries[step]?.deletedAt = moment
        entries[step]?.deletedIn = generation
        // Nobody says what becomes of a draft of it.
        drafts[step] = nil
    }

    /// Brings an entry back that was deleted, also one that seemed to be gone with the program that had deleted it.
    mutating func bringBack(_ step: Int, _ entry: Entry) {
        entries[step] = entry
        entries[step]?.deletedAt = nil
        gone.remove(step)
        erased.subtract(entry.marks)
    }

    /// Notes what is too old to be brought back.
    mutating func forget(at now: Int64, generation: Int) {
        for (step, entry) in entries {
            guard let deletedAt = entry.deletedAt else { continue }
            if now >= deletedAt + Self.undoTime || entry.deletedIn < generation { erase(entry: step) }
        }
    }

    mutating func erase(entry step: Int) {
        erased.formUnion(entries[step]?.marks ?? [])
        gone.insert(step)
        entries[step] = nil
        for lookBack in lookBacks.values where lookBack.entry == step { erased.insert(lookBack.cited) }
    }

    mutating func erase(draft step: Int) {
        guard let draft = drafts.removeValue(forKey: step) else { return }
        erased.formUnion(entries[step] == nil ? draft.photos + [draft.text] : [draft.text])
    }

    mutating func erase(_ day: JournalDay) {
        for (step, draft) in drafts where draft.day == day { erase(draft: step) }
        for (step, entry) in entries where entry.day == day { erase(entry: step) }
    }

    mutating func erase(lookBack day: JournalDay) {
        guard let lookBack = lookBacks.removeValue(forKey: day) else { return }
        erased.formUnion([lookBack.own, lookBack.cited])
    }

    mutating func eraseAll() {
        for step in drafts.keys { erase(draft: step) }
        for step in entries.keys { erase(entry: step) }
        for day in lookBacks.keys { erase(lookBack: day) }
    }

    /// Marks that no model may be told: those that are erased or deleted, and those of texts before they were changed.
    var untold: Set<Mark> {
        entries.values.reduce(into: erased) { untold, entry in
            untold.formUnion(entry.deletedAt == nil ? entry.former : entry.marks)
        }
    }

    // MARK: What has to be found

    func problem(in stored: SimulatedApp.StoredJournal) -> OracleFinding? {
        var found: [Int: SimulatedApp.StoredEntry] = [:]
        let places = Dictionary(
            entries.map { ($0.value.text, $0.key) }, uniquingKeysWith: { first, _ in first })
        for one in stored.entries {
            let marks = Mark.all(in: one.entry.text)
            guard let step = marks.compactMap({ places[$0] }).first, living(step) != nil else {
                return OracleFinding("entry of nobody", "\(marks.sorted()): it was deleted, or is not as it was saved")
            }
            guard found.updateValue(one, forKey: step) == nil else {
                return OracleFinding("entry twice", "the entry of step \(step)")
            }
        }
        for (step, entry) in entries.sorted(by: { $0.key < $1.key }) where entry.deletedAt == nil {
            guard let one = found[step] else { return OracleFinding("entry is lost", "the entry of step \(step)") }
            guard one.entry.mood == entry.mood, one.entry.day == entry.day else {
                return OracleFinding("entry is changed", "step \(step): \(String(describing: one.entry.mood))")
            }
            guard one.photos == entry.photos else {
                return OracleFinding("photos are lost", "step \(step) has \(one.photos), not \(entry.photos)")
            }
        }
        for (step, draft) in drafts.sorted(by: { $0.key < $1.key }) {
            guard let text = stored.drafts[step], Mark.all(in: text).contains(draft.text) else {
                return OracleFinding("draft is lost", "of step \(step): \(stored.drafts[step] ?? "none")")
            }
        }
        for (day, lookBack) in lookBacks.sorted(by: { $0.key < $1.key }) {
            let lines = stored.lookBacks[day] ?? ""
            guard Mark.all(in: lines).contains(lookBack.own) else {
                return OracleFinding("look back is lost", "of \(day): \(lines)")
            }
        }
        return nil
    }
}
