// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthMemory

extension Household {
    func keepJournal(_ action: Action, _ step: Step, _ times: Int) throws {
        switch action {
        case .writeEntry(let topic, let mood): try write(step.number, topic, step.mark(), mood)
        case .editEntry(let entry, let mood):
            guard let known = journal.living(entry), known.id != nil else { return }
            try write(entry, .violin, step.mark(), mood)
        case .draft(let entry): try draft(entry ?? step.number, step)
        case .finishDraft(let draft):
            guard let known = journal.drafts[draft] else { return }
            try write(draft, .garden, known.text, journal.living(draft)?.mood)
        case .discardDraft(let draft):
            guard journal.drafts[draft] != nil else { return }
            let id = id(of: draft)
            try uncertainly {
                $0.journal.erase(draft: draft)
            } _: {
                try await $0.memory.journal.store.discardDraft(id)
            }
        case .addPhoto(let place): try addPhoto(place, step)
        case .deleteEntry(let entry): try delete(entry, times)
        case .restoreEntry(let entry): try restore(entry, times)
        case .eraseDay(let entry):
            guard let day = journal.entries[entry]?.day ?? journal.drafts[entry]?.day else { return }
            try uncertainly {
                $0.journal.erase(day)
                $0.eraseInBackups { $0.day == day }
            } _: {
                try await $0.memory.journal.eraseDay(day)
            }
        case .eraseJournal:
            try uncertainly {
                $0.journal.eraseAll()
                $0.eraseInBackups { _ in true }
            } _: {
                try await $0.memory.journal.eraseAll()
            }
        case .lookBack(let entry): try lookBack(entry, step)
        case .importEntry: try importEntry(step)
        default: break
        }
    }

    /// Notes entries that backups alone have.
    private func eraseInBackups(_ isErased: (JournalOracle.Entry) -> Bool) {
        for then in snapshots.values {
            for (step, entry) in then.journal.entries where isErased(entry) {
                journal.gone.insert(step)
                journal.erased.formUnion(entry.marks)
            }
        }
    }

    /// Does something of which a bad disk leaves open whether it was done, as a kill does.
    func uncertainly(
        times: Int = 1, _ edit: @escaping (Household) -> Void,
        _ work: @escaping @Sendable (SimulatedApp) async throws -> Void
    ) throws {
        attempt = { [self] in edit(self) }
        if try !done("keeping a journal or facts", times: times, work).isEmpty {
            edit(self)
            attempt = nil
        }
    }

    private func id(of step: Int) -> JournalEntry.ID { journal.entries[step]?.id ?? JournalOracle.id(of: step) }
    var journalToday: JournalDay { JournalDay(Date(), in: .gmt) }

    private func write(_ entry: Int, _ topic: Topic, _ mark: Mark, _ mood: Mood?) throws {
        let (id, day) = (id(of: entry), journal.living(entry)?.day ?? journal.drafts[entry]?.day ?? journalToday)
        guard journal.entries[entry]?.deletedAt == nil else { return }
        try uncertainly {
            $0.beginAgain(entry)
            $0.journal.save(entry, day: day, text: mark, mood: mood)
        } _: { app in
            try await app.saveEntry(id, day: day, text: "I thought about the \(topic), and wrote \(mark).", mood: mood)
        }
    }

    /// Notes that an erased entry is written again, as from a tab that was still open: it is a new one under its old
    /// identifier, which older backups do not have.
    private func beginAgain(_ entry: Int) {
        guard journal.gone.remove(entry) != nil else { return }
        for name in snapshots.keys { snapshots[name]?.journal.entries[entry] = nil }
    }

    private func draft(_ entry: Int, _ step: Step) throws {
        guard journal.entries[entry]?.deletedAt == nil else { return }
        let (id, mark) = (id(of: entry), step.mark())
        let day = journal.living(entry)?.day ?? journal.drafts[entry]?.day ?? journalToday
        try uncertainly {
            let photos = $0.journal.drafts[entry]?.photos ?? []
            $0.journal.drafts[entry] = JournalOracle.Draft(day: day, text: mark, photos: photos)
        } _: { app in
            let draft = JournalDraft(entry: id, day: day, text: "Not done: \(mark)", changedAt: Date())
            try await app.memory.journal.store.save(draft)
        }
    }

    /// Adds a photo to an entry or a draft.
    private func addPhoto(_ place: Int, _ step: Step) throws {
        guard journal.living(place) != nil || journal.drafts[place] != nil else { return }
        let (id, mark) = (id(of: place), step.mark(2))
        let day = journal.living(place)?.day ?? journal.drafts[place]?.day ?? journalToday
        let text = journal.drafts[place]?.text
        try uncertainly {
            if $0.journal.entries[place] != nil {
                $0.journal.entries[place]?.photos.append(mark)
            } else {
                $0.journal.drafts[place]?.photos.append(mark)
            }
        } _: { app in
            let draft = JournalDraft(
                entry: id, day: day, text: "Not done: \(text.map { "\($0)" } ?? "")", changedAt: Date())
            try await app.memory.journal.store.add([try SimulatedPhoto.file(mark)], with: draft)
        }
    }

    private func delete(_ entry: Int, _ times: Int) throws {
        guard journal.living(entry) != nil else { return }
        let (id, moment, generation) = (id(of: entry), machineNow, generation)
        if fault == .keptEntries { return journal.delete(entry, at: moment, generation: generation) }
        try uncertainly(times: times) {
            $0.journal.delete(entry, at: moment, generation: generation)
        } _: {
            try await $0.memory.journal.delete([id], at: Date())
        }
    }

    private func restore(_ entry: Int, _ times: Int) throws {
        guard let known = journal.entries[entry], let deletedAt = known.deletedAt, let id = known.id else { return }
        let isInTime = machineNow < deletedAt + 7_000_000_000 && known.deletedIn == generation
        attempt = { [self] in journal.bringBack(entry, known) }
        let back = try done("bringing an entry back", times: times) { app in
            try await app.memory.journal.undelete([id], in: .gmt)
            return try await app.memory.journal.store.entry(id) != nil
        }
        guard !back.isEmpty else { return }
        attempt = nil
        if back.contains(true) {
            journal.entries[entry]?.deletedAt = nil
        } else if isInTime {
            throw OracleFinding("undo is refused", "of the entry of step \(entry)")
        }
    }

    private func lookBack(_ entry: Int, _ step: Step) throws {
        guard let known = journal.living(entry), let id = known.id else { return }
        let (day, own, cited) = (known.day.weekStart, step.mark(3), step.mark(4))
        try uncertainly {
            $0.journal.erase(lookBack: day)
            $0.journal.lookBacks[day] = JournalOracle.LookBack(own: own, cited: cited, entry: entry)
        } _: { app in
            let lines = [Reflection.Line("\(own)", entry: nil), Reflection.Line("\(cited)", entry: id)]
            try await app.memory.journal.store.save(
                Reflection(period: .week, firstDay: day, lines: lines, createdAt: Date()))
        }
    }

    private func importEntry(_ step: Step) throws {
        let (day, mark, file) = (journalToday, step.mark(), importFile)
        do {
            try Data("---\ndate: \(day)\n---\n\nFrom another journal: \(mark)\n".utf8).write(to: file)
        } catch { fatalError("\(error)") }
        try uncertainly {
            $0.journal.entries[step.number] = JournalOracle.Entry(id: nil, day: day, text: mark)
        } _: { app in
            try await app.importEntries(file)
        }
        try nameImported()
    }

    /// Finds out how the app calls what was imported.
    func nameImported() throws {
        guard journal.entries.values.contains(where: { $0.id == nil }) else { return }
        for one in try read({ try await $0.journalEntries() }) {
            for (step, entry) in journal.entries where entry.id == nil && Mark.all(in: one.text).contains(entry.text) {
                journal.entries[step]?.id = one.id
            }
        }
    }
}

/// A subject of entries, facts and questions, so that they find each other.
enum Topic: String, Hashable, Sendable, CaseIterable, CustomStringConvertible {
    case violin, garden, dentist, river
    var description: String { rawValue }
}

/// A picture of one pixel with a mark in it.
enum SimulatedPhoto {
    static func file(_ mark: Mark) throws -> PhotoFile {
        var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        add("IHDR", [0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0], to: &bytes)
        add("IDAT", Array("\(mark)".utf8), to: &bytes)
        add("IEND", [], to: &bytes)
        return try PhotoFile(Data(bytes))
    }

    private static func add(_ name: String, _ content: [UInt8], to bytes: inout [UInt8]) {
        let part = Array(name.utf8) + content
        bytes += big32(UInt32(content.count)) + part + big32(checksum(part))
    }

    private static func big32(_ number: UInt32) -> [UInt8] { [24, 16, 8, 0].map { UInt8(number >> $0 & 0xFF) } }

    /// CRC-32. Source: W3C, PNG (Third Edition), annex D.
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var value: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            value ^= UInt32(byte)
            for _ in 0..<8 { value = value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
        }
        return ~value
    }
}
