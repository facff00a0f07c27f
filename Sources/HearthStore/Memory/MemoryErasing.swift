// SPDX-License-Identifier: Apache-2.0

import GRDB
public import HearthMemory

extension AreaErasing {
    /// Passages have no hidden state of their own: those of a deleted session are not found, and go with it.
    static let memory = AreaErasing { erasure in
        let isOf = "source = ? AND kind = ?"
        return switch erasure {
        case .session(let id): [ErasedRows("passages", "thread = ?", [id])]
        case .messages(let session, let last):
            [
                ErasedRows(
                    "passages",
                    """
                    thread = ? AND kind = 'message'
                        AND NOT EXISTS (SELECT 1 FROM messages WHERE messages.id = passages.source AND messages.number > ?)
                    """, [session, last])
            ]
        case .passages(let source, let kind): [ErasedRows("passages", isOf, [source, kind.rawValue])]
        case .fact(let id): [ErasedRows("passages", isOf, [id, Passage.Kind.fact.rawValue])]
        case .entry(let id): [ErasedRows("passages", isOf, [id, Passage.Kind.entry.rawValue])]
        case .learned(let span): [ErasedRows("passages", span.condition("thread"), span.arguments)]
        // Entries are still there: the journal's area comes after this one.
        case .journal(let last):
            [
                ErasedRows(
                    "passages", "source IN (SELECT id FROM journal_entries WHERE number <= ?) AND kind = 'entry'",
                    [last], reading: "journal_entries")
            ]
        case .folder, .evidence, .quotation, .draft, .photo, .reflection, .word, .card, .deck, .media, .orphans,
            .everything:
            []
        }
    }
}

extension Store {
    /// Erases the passages of messages, entries or facts for good: they are in no file afterwards, nor in backups.
    ///
    /// The sources themselves stay as they are.
    public func erasePassages(of kind: Passage.Kind, sources: [String]) async throws {
        try await erase(onlyInBackups: true) { _ in (sources.map { .passages(of: $0, kind) }, ()) }
    }
}
