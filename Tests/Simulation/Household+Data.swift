// SPDX-License-Identifier: Apache-2.0

import Foundation

/// All that has to be there at a moment.
struct Snapshot {
    var words: WordOracle
    var chats: ChatOracle
    var journal: JournalOracle
    var facts: FactOracle
}

extension Household {
    var snapshot: Snapshot { Snapshot(words: words, chats: chats, journal: journal, facts: facts) }

    func backUp(_ work: @escaping @Sendable (SimulatedApp) async throws -> String?) throws {
        for made in try ask(work) {
            if let name = try? made.get() { snapshots[name] = snapshot }
        }
    }

    /// Puts a backup in the place of all that is there.
    func restoreBackup(_ age: Int) throws {
        guard diskIsGood else { return }
        let names = try read { try await $0.backups() }.filter { snapshots[$0] != nil }
        guard !names.isEmpty else { return }
        let name = names[min(age, names.count - 1)]
        guard let then = snapshots[name] else { return }
        let (now, next) = (snapshot, restored(then))
        attempt = { [self] in adopt(next) }
        for former in try done("restoring a backup", { try await $0.restore(name) }) {
            attempt = nil
            adopt(next)
            // What gave way is a backup now, without what was deleted.
            if let former { snapshots[former] = now }
        }
    }

    private func adopt(_ next: Snapshot) {
        (words, chats, journal, facts) = (next.words, next.chats, next.journal, next.facts)
        deletionKeys = [:]
        changes = [:]
    }

    /// Works out what the app has to hold after a restore: everything in the backup, without what was deleted or erased
    /// since. Restoring erases what was deleted a moment ago.
    private func restored(_ then: Snapshot) -> Snapshot {
        var next = then
        next.words.goneDecks = words.goneDecks
        next.words.lost.formUnion(words.lost)
        next.words.deletions = [:]
        // Words and decks that were deleted when the backup was made do not come back with it, also where that was
        // undone afterwards; conversations and entries do.
        next.words.words = then.words.words.filter {
            $0.value.deletedBy == nil && !watch.deleted.contains(Mark(step: $0.key))
        }
        // A deck that was deleted when some of its words lay in backups alone comes back with these, without its name.
        let home = Set(next.words.words.values.map(\.deck))
        next.words.decks = then.words.decks.filter {
            ($0.value.deletedBy == nil && !words.goneDecks.contains($0.key)) || home.contains($0.key)
        }.mapValues { deck in
            var deck = deck
            deck.deletedBy = nil
            return deck
        }

        next.chats = restored(then.chats)

        var kept = journal
        for (step, entry) in kept.entries where entry.deletedAt != nil { kept.erase(entry: step) }
        next.journal.entries = then.journal.entries.filter { !kept.gone.contains($0.key) }.mapValues { entry in
            var entry = entry
            entry.deletedAt = nil
            return entry
        }
        // Nobody says whether drafts that became entries come back, and looks back that others took the place of.
        (next.journal.drafts, next.journal.lookBacks) = ([:], [:])
        (next.journal.gone, next.journal.erased) = (kept.gone, kept.erased)

        var knownFacts = facts
        for (step, fact) in knownFacts.facts where fact.refusedAt != nil { knownFacts.erase(step) }
        next.facts.facts = then.facts.facts.filter { !knownFacts.gone.contains($0.key) }.mapValues { fact in
            var fact = fact
            fact.refusedAt = nil
            return fact
        }
        (next.facts.gone, next.facts.erased) = (knownFacts.gone, knownFacts.erased)
        next.facts.endActs()
        return next
    }

    /// Conversations and folders as a backup brings them back.
    private func restored(_ then: ChatOracle) -> ChatOracle {
        var next = then
        var (goneChats, goneQuestions) = (chats.gone, chats.erased)
        for (step, chat) in chats.chats where chat.deletedAt != nil {
            goneChats.insert(step)
            goneQuestions.formUnion(chat.questions)
        }
        (next.gone, next.erased) = (goneChats, goneQuestions)
        next.chats = then.chats.filter { !goneChats.contains($0.key) }.mapValues { chat in
            var chat = chat
            chat.deletedAt = nil
            chat.questions.removeAll { goneQuestions.contains($0) }
            return chat
        }
        // Folders come back as chats do; a chat whose folder is gone is in none.
        var known = chats
        for (step, folder) in known.folders where folder.deletedAt != nil { known.erase(folder: step) }
        next.erased.formUnion(known.erased)
        next.folders = then.folders.filter { !known.erased.contains($0.key) }.mapValues { folder in
            var folder = folder
            folder.deletedAt = nil
            return folder
        }
        for (step, chat) in next.chats where chat.folder.map({ next.folders[$0] == nil }) ?? false {
            next.chats[step]?.folder = nil
        }
        return next
    }

    /// Exports everything, and looks into the files.
    func export() throws {
        for folder in try done("exporting", { try await $0.export() }) {
            defer { try? FileManager.default.removeItem(at: folder) }
            var found: Set<Mark> = []
            let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
            while let file = files?.nextObject() as? URL {
                guard let bytes = try? Data(contentsOf: file) else { continue }
                found.formUnion(bytes.withUnsafeBytes { Mark.all(in: $0) })
            }
            if let first = found.intersection(gone.union(journal.untold).union(facts.untold)).min() {
                throw OracleFinding("deleted text is exported", "\(first)")
            }
            var wanted = Set(words.words.values.filter { $0.deletedBy == nil }.map { Mark(step: $0.step) })
            for chat in chats.chats.values where chat.deletedAt == nil {
                wanted.formUnion(chat.questions.map { Mark(step: $0) })
            }
            for entry in journal.entries.values where entry.deletedAt == nil {
                wanted.formUnion(entry.photos + [entry.text])
            }
            if let first = wanted.subtracting(found).min() { throw OracleFinding("text is not exported", "\(first)") }
        }
    }
}
